//! The progress of a contest: a bar on a terminal, lines elsewhere, JSON for programs.

use std::io::IsTerminal;

use amazons::Color;
use arena::statistics::EloEstimate;
use arena::{Contest, ContestEvent, Standings};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::output;

/// Prints every event.
pub(crate) struct Watcher<'a> {
    contest: &'a Contest,
    mode: OutputMode,
    /// Why printing failed; the contest goes on, and its games are stored.
    error: Option<anyhow::Error>,
}

enum OutputMode {
    Bar(ProgressBar),
    Lines,
    Json,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(contest: &'a Contest, json: bool, standings: &Standings) -> Self {
        let mode = if json {
            OutputMode::Json
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(standings.scheduled()).with_position(standings.games());
            let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {msg}  {eta} left");
            bar.set_style(style.expect("the template is well formed"));
            // What was played before says nothing about the time to come.
            bar.reset_eta();
            bar.enable_steady_tick(std::time::Duration::from_millis(500));
            OutputMode::Bar(bar)
        } else {
            OutputMode::Lines
        };
        Self { contest, mode, error: None }
    }

    /// Tells one event with the standings after it.
    pub(crate) fn print(&mut self, event: ContestEvent<'_>, standings: &Standings) {
        let printed = match (&self.mode, event) {
            (OutputMode::Bar(bar), ContestEvent::Finished(..)) => {
                bar.set_position(standings.games());
                bar.set_message(summary(self.contest, standings));
                Ok(())
            }
            (OutputMode::Json, ContestEvent::Started(slot)) => {
                let name = |player: usize| self.contest.entrants[player].to_string();
                output::json(&json!({
                    "event": "begun", "slot": slot.number, "white": name(slot.white), "black": name(slot.black),
                    "opening": self.contest.opening_of(slot).name, "seed": slot.seed,
                }))
            }
            (OutputMode::Json, ContestEvent::Finished(slot, game, outcome)) => {
                output::json(&self.contest.describe_game(standings, slot, game, outcome))
            }
            (OutputMode::Lines, ContestEvent::Finished(slot, game, outcome)) => {
                let (winner, loser) = match outcome.winner {
                    Color::White => (slot.white, slot.black),
                    Color::Black => (slot.black, slot.white),
                };
                let name = |player: usize| &self.contest.entrants[player];
                let detail = output::plain(&game.detail);
                let more = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
                output::line(&format!(
                    "{}/{} {} as {} beat {}: {}{more}, {} plies; {}",
                    standings.games(),
                    standings.scheduled(),
                    name(winner),
                    outcome.winner,
                    name(loser),
                    outcome.ending,
                    outcome.plies,
                    summary(self.contest, standings)
                ))
            }
            (_, ContestEvent::Started(_)) => Ok(()),
        };
        if let Err(error) = printed {
            self.error.get_or_insert(error);
        }
    }

    /// Ends the display.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        if let OutputMode::Bar(bar) = &self.mode {
            bar.finish_and_clear();
        }
        self.error.map_or(Ok(()), Err)
    }
}

/// The score in short.
fn summary(contest: &Contest, standings: &Standings) -> String {
    if contest.entrants.len() != 2 {
        return format!("{} players", contest.entrants.len());
    }
    let tally = standings.tally(0, 1);
    let games = tally.games();
    let elo = EloEstimate::logistic(&tally.pairs)
        .map_or_else(String::new, |elo| format!("  Elo {}", elo_text(&elo)));
    let llr = standings.sprt().map_or_else(String::new, |trial| {
        let bounds = trial.sprt.bounds();
        format!("  LLR {:.2} ({:.2} to {:.2})", trial.llr(), bounds.lower, bounds.upper)
    });
    format!("{} - {}{elo}{llr}", games.wins, games.losses)
}

/// An estimate with its interval.
pub(super) fn elo_text(elo: &EloEstimate) -> String {
    match elo.elo.is_finite() {
        true => format!("{:+.0} ({:+.0} to {:+.0})", elo.elo, elo.lower, elo.upper),
        false if elo.elo > 0.0 => format!("above {:+.0}", elo.lower),
        false => format!("below {:+.0}", elo.upper),
    }
}
