//! `otrera agents`: lists the players.

use std::io::Write;

use agents::{PLAYERS, PlayerInfo};
use clap::Args;
use eval::Eval;
use serde_json::{Value, json};

use crate::output;

/// List every player with its paper, its parameters and their defaults.
#[derive(Args)]
#[command(after_help = "\
A player is named with its parameters: alphabeta:depth=3,eval=relative. What is not set is as in the paper, or our choice where it is silent. \
An evaluation is named or is a network in a file, eval=net:FILE; a path with a comma, an @ or a space is written in double \
quotes: 'deepening:eval=net:\"my, file.net\",hash=64'.

Examples:
  otrera agents
  otrera agents mgpeo
  otrera agents --json")]
pub(crate) struct Agents {
    /// Tells only about this player
    name: Option<String>,

    /// Prints one JSON array instead
    #[arg(long)]
    json: bool,
}

impl Agents {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(name) = &self.name {
            // The parser's error for an unknown name.
            agents::AgentSpec::with_files(name)?;
        }
        let wanted = self.name.as_deref().map(|name| name.split(':').next().unwrap_or(name));
        let players = PLAYERS.iter().filter(|player| wanted.is_none_or(|name| name == player.name));
        if self.json {
            return output::json(&players.map(describe).collect::<Vec<_>>());
        }
        let mut out = output::stdout();
        for player in players {
            writeln!(
                out,
                "{} ({}): {}; {} a move",
                player.name,
                player.paper,
                player.summary,
                thinking(player)
            )?;
            for parameter in player.parameters() {
                let setting = format!("{}={}", parameter.name, parameter.value);
                writeln!(out, "    {setting:<26} {} ({})", parameter.help, parameter.kind.allowed())?;
            }
            writeln!(out)?;
        }
        if wanted.is_none() {
            writeln!(out, "Evaluations:")?;
            for named in Eval::ALL {
                writeln!(out, "    {:<16} {}", named.name, named.source)?;
            }
            writeln!(out, "    {:<16} THESIS: a network in a file, for boards of at most 10x10", "net:FILE")?;
        }
        out.flush()?;
        Ok(())
    }
}

/// The limits of a move in the player's paper.
fn thinking(player: &PlayerInfo) -> String {
    match (player.limits.time, player.limits.playouts) {
        (Some(time), _) => format!("{} s", time.as_secs_f64()),
        (None, Some(playouts)) => format!("{playouts} playouts"),
        (None, None) => "its depth".to_owned(),
    }
}

fn describe(player: &PlayerInfo) -> Value {
    let parameters: Vec<Value> = player
        .parameters()
        .iter()
        .map(|parameter| {
            json!({
                "name": parameter.name,
                "default": parameter.value.to_string(),
                "allowed": parameter.kind.allowed(),
                "help": parameter.help,
            })
        })
        .collect();
    json!({
        "name": player.name,
        "paper": player.paper,
        "summary": player.summary,
        "thinking": thinking(player),
        "abilities": player.abilities().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "parameters": parameters,
    })
}
