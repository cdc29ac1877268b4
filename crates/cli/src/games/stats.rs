//! `otrera games stats`.

use std::io::Write;

use amazons::Color;
use clap::Args;
use serde_json::{Value, json};
use store::{Order, PlayerStats, Stats, Store};

use super::games;
use super::select::{Paging, Select};
use crate::output::{self, plain};

/// Say what games add up to: results, endings, lengths, players.
#[derive(Args)]
#[command(after_help = "\
Examples:
  otrera games stats
  otrera games stats --player 'mgpeo*' --source match
  otrera games stats --run 3 --json")]
pub(crate) struct StatsCommand {
    #[command(flatten)]
    select: Select,

    #[command(flatten)]
    paging: Paging,

    /// At most N players
    #[arg(long, value_name = "N", default_value_t = 20)]
    players: usize,

    /// Prints one JSON object instead, with all players
    #[arg(long)]
    json: bool,
}

impl StatsCommand {
    pub(crate) fn run(self, store: &Store) -> anyhow::Result<()> {
        let mut filter = self.select.filter()?;
        self.paging.apply(&mut filter, Order::Descending);
        let stats = store.stats(&filter)?;
        if self.json {
            return output::json(&describe(&stats));
        }
        let mut out = output::stdout();
        write_stats(&mut out, &stats, self.players)?;
        out.flush()?;
        Ok(())
    }
}

fn write_stats(out: &mut impl Write, stats: &Stats, most: usize) -> std::io::Result<()> {
    writeln!(out, "{}", games(stats.games))?;
    let Some(lengths) = stats.lengths else { return Ok(()) };
    let share = |part: u64| format!("{part} ({:.1}%)", part as f64 * 100.0 / stats.games as f64);
    for color in Color::BOTH {
        writeln!(out, "won by {color}: {}", share(stats.wins[color]))?;
    }
    let undecided = stats.games - stats.wins.white - stats.wins.black;
    if undecided > 0 {
        writeln!(out, "without a winner: {}", share(undecided))?;
    }
    writeln!(
        out,
        "plies: {} to {}, mean {:.1}, median {}",
        lengths.shortest, lengths.longest, lengths.mean, lengths.median
    )?;
    let endings: Vec<String> =
        stats.endings.iter().map(|(ending, count)| format!("{ending} {count}")).collect();
    writeln!(out, "endings: {}", endings.join(", "))?;
    let sources: Vec<String> =
        stats.sources.iter().map(|(source, count)| format!("{source} {count}")).collect();
    writeln!(out, "sources: {}", sources.join(", "))?;
    writeln!(out, "\n  games    won   lost  as White  as Black  player")?;
    for player in stats.players.iter().take(most) {
        let PlayerStats { name, games, wins, losses } = player;
        let as_color = |color: Color| format!("{}/{}", wins[color], games[color]);
        writeln!(
            out,
            "{:>7} {:>6} {losses:>6} {:>9} {:>9}  {}",
            games.white + games.black,
            wins.white + wins.black,
            as_color(Color::White),
            as_color(Color::Black),
            plain(name)
        )?;
    }
    if stats.players.len() > most {
        writeln!(out, "and {} players more; --players shows them", stats.players.len() - most)?;
    }
    Ok(())
}

fn describe(stats: &Stats) -> Value {
    let endings: serde_json::Map<String, Value> =
        stats.endings.iter().map(|(ending, &count)| (ending.to_string(), count.into())).collect();
    let sources: serde_json::Map<String, Value> =
        stats.sources.iter().map(|(source, &count)| (source.to_string(), count.into())).collect();
    let players: Vec<Value> = stats
        .players
        .iter()
        .map(|player| {
            json!({
                "name": player.name,
                "games_as_white": player.games.white,
                "games_as_black": player.games.black,
                "wins_as_white": player.wins.white,
                "wins_as_black": player.wins.black,
                "losses": player.losses,
            })
        })
        .collect();
    json!({
        "games": stats.games,
        "white_wins": stats.wins.white,
        "black_wins": stats.wins.black,
        "endings": endings,
        "sources": sources,
        "plies": stats.lengths.map(|lengths| json!({
            "shortest": lengths.shortest,
            "longest": lengths.longest,
            "mean": lengths.mean,
            "median": lengths.median,
        })),
        "players": players,
    })
}
