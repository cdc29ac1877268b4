//! `otrera games show`.

use std::io::Write;

use amazons::Color;
use amazons::notation::Glyphs;
use clap::Args;
use store::{GameId, Metadata, Store, StoredGame, Thought, json};
use thought::Assessment;

use super::select::read_id;
use crate::output::{self, plain};

/// Show a game: who played, how it ended, the board at the end, the moves and what was thought.
#[derive(Args)]
#[command(after_help = "\
Scores and chances are White's: a score of 1.0 is one move more than Black has.

Examples:
  otrera games show 12
  otrera games show 12 --transcript
  otrera games show 12 --json")]
pub(crate) struct Show {
    /// The game's number
    #[arg(value_parser = read_id)]
    id: GameId,

    /// Draws amazons and arrows with Unicode characters
    #[arg(long)]
    unicode: bool,

    /// Adds what an engine said before it failed
    #[arg(long)]
    transcript: bool,

    /// Prints the game as a line of JSON instead, as export does
    #[arg(long, conflicts_with = "transcript")]
    json: bool,
}

impl Show {
    pub(crate) fn run(self, store: &Store) -> anyhow::Result<()> {
        let stored = store.game(self.id)?;
        let mut out = output::stdout();
        if self.json {
            writeln!(out, "{}", json::to_line(stored.id, &stored.to_record(), stored.run.as_ref()))?;
            out.flush()?;
            return Ok(());
        }
        write_head(&mut out, &stored)?;
        let glyphs = if self.unicode { Glyphs::Unicode } else { Glyphs::Ascii };
        writeln!(out, "\n{}", stored.game.position().to_setup().to_diagram(glyphs))?;
        write_moves(&mut out, &stored)?;
        if self.transcript {
            match &stored.metadata.transcript {
                // Line ends stay, other control characters do not.
                Some(text) => text.lines().try_for_each(|line| writeln!(out, "| {}", plain(line)))?,
                None => writeln!(out, "there is no transcript")?,
            }
        }
        out.flush()?;
        Ok(())
    }
}

fn write_head(out: &mut impl Write, stored: &StoredGame) -> std::io::Result<()> {
    let StoredGame { players, game, end, metadata, .. } = stored;
    let Metadata { source, event, opening, played_at, limits, .. } = metadata;
    let name = |name: &str| if name.is_empty() { "(unnamed)".to_owned() } else { plain(name) };
    let deleted = if stored.deleted_at.is_some() { " (in the trash)" } else { "" };
    let (white, black) = (name(&players.white), name(&players.black));
    writeln!(out, "game {}{deleted}: {white} (White) against {black} (Black)", stored.id)?;
    let winner = end.winner.map_or_else(|| "no result".to_owned(), |winner| format!("{winner} has won"));
    writeln!(out, "{winner}: {}, after {} plies", end.ending, game.moves().len())?;
    let mut write_field = |what: &str, text: Option<String>| match text.filter(|text| !text.is_empty()) {
        Some(text) => writeln!(out, "{what:<9}{}", plain(&text)),
        None => Ok(()),
    };
    write_field("detail", Some(end.detail.clone()))?;
    write_field(
        "played",
        played_at.map(|moment| format!("{} {:02}:{:02} UTC", moment.date(), moment.hour(), moment.minute())),
    )?;
    write_field("source", Some(source.to_string()))?;
    write_field("event", event.clone())?;
    write_field("opening", opening.clone())?;
    let limits = [("White", &limits.white), ("Black", &limits.black)];
    let limits = limits.iter().filter_map(|(side, limits)| Some(format!("{side} {}", limits.as_ref()?)));
    write_field("limits", Some(limits.collect::<Vec<_>>().join(", ")))?;
    write_field(
        "run",
        stored
            .run
            .as_ref()
            .map(|(run, slot)| format!("{} ({}), slot {}, seed {}", run.id, run.kind, slot.slot, slot.seed)),
    )?;
    write_field("start", Some(game.start().to_setup().to_fen()))
}

/// The moves: four pairs a line, or one ply a line where thoughts are known.
fn write_moves(out: &mut impl Write, stored: &StoredGame) -> std::io::Result<()> {
    let moves = stored.game.moves();
    if stored.thoughts.is_empty() {
        for (line, number) in moves.chunks(6).zip((1..).step_by(6)) {
            let line: Vec<String> = line.iter().map(|mv| format!("{mv:<12}", mv = mv.to_string())).collect();
            writeln!(out, "{number:>3}. {}", line.concat().trim_end())?;
        }
        return Ok(());
    }
    writeln!(out, "ply  move             ms       nodes  depth    score  chance  line")?;
    for ((mv, thought), ply) in moves.iter().zip(&stored.thoughts).zip(1..) {
        let Thought { time, nodes, depth, assessment, .. } = thought;
        let Assessment { score, win_rate, line, .. } = assessment;
        let depth = depth.map_or_else(String::new, |depth| depth.to_string());
        let score = match assessment.winner() {
            Some(Color::White) => "W wins".to_owned(),
            Some(Color::Black) => "B wins".to_owned(),
            None => score.map_or_else(String::new, |score| format!("{:.2}", score.to_moves())),
        };
        let chance = win_rate.map_or_else(String::new, |rate| format!("{:.1}%", rate * 100.0));
        let line: Vec<String> = line.iter().take(3).map(ToString::to_string).collect();
        let (millis, mv, line) = (time.as_millis(), mv.to_string(), line.join(" "));
        let row =
            format!("{ply:>3}  {mv:<12} {millis:>6} {nodes:>11}  {depth:>5} {score:>8}  {chance:>6}  {line}");
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}
