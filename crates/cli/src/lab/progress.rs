//! The progress of an experiment and its remaining time: a bar on a terminal, lines elsewhere, on standard error.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use training::Progress;

use crate::output::span;

/// The time between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(20);

/// Displays progress.
pub(super) struct ProgressDisplay {
    name: String,
    /// The expected time of all later experiments, in seconds.
    to_come: f64,
    part: Option<Part>,
    /// What else is known of the work now: an error, say.
    note: String,
}

/// A part of an experiment: its games, or something measured.
struct Part {
    what: String,
    steps: u64,
    /// Steps that were done before it began: they do not count in the estimate of the remaining time.
    before: u64,
    begun: Instant,
    /// On a terminal.
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl ProgressDisplay {
    pub(super) fn new() -> Self {
        Self { name: String::new(), to_come: 0.0, part: None, note: String::new() }
    }

    /// An experiment begins; those after it take `to_come` seconds.
    pub(super) fn begin(&mut self, name: &str, to_come: f64) {
        self.end();
        name.clone_into(&mut self.name);
        self.to_come = to_come;
    }

    /// An experiment has ended.
    pub(super) fn end(&mut self) {
        if let Some(Part { bar: Some(bar), .. }) = self.part.take() {
            bar.finish_and_clear();
        }
    }

    /// Sets what is shown beside the progress from now on.
    pub(super) fn note(&mut self, note: &str) {
        self.note = format!(", {note}");
    }

    /// Displays progress of the current experiment.
    pub(super) fn report(&mut self, progress: &Progress<'_>) {
        match *progress {
            Progress::Started { what, steps, done } => {
                self.end();
                let part = Part::new(what, steps, done);
                if part.bar.is_none() {
                    line(&format!("{}: {what}, {done} of {steps} done", self.name));
                }
                self.part = Some(part);
                self.show(done);
            }
            Progress::Done(done) => self.show(done),
        }
    }

    fn show(&mut self, done: u64) {
        let Some(part) = &mut self.part else { return };
        let left = part.left(done);
        let words = match left {
            Some(left) if self.to_come > 0.0 => {
                format!("{} left, {} in all", span(left), span(left + self.to_come))
            }
            Some(left) => format!("{} left", span(left)),
            None => String::new(),
        };
        let words = words + &self.note;
        if let Some(bar) = &part.bar {
            bar.set_position(done);
            bar.set_message(format!("{} {}  {words}", self.name, part.what));
        } else if part.last_line.elapsed() >= PAUSE {
            part.last_line = Instant::now();
            line(&format!("{}: {done} of {} {}, {words}", self.name, part.steps, part.what));
        }
    }
}

impl Part {
    fn new(what: &str, steps: u64, done: u64) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(steps).with_position(done);
            let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {msg}");
            bar.set_style(style.expect("the template is well formed"));
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        let now = Instant::now();
        Self { what: what.to_owned(), steps, before: done, begun: now, bar, last_line: now }
    }

    /// Seconds to the end of this part at the speed so far.
    fn left(&self, done: u64) -> Option<f64> {
        let own = done.saturating_sub(self.before);
        let open = self.steps.saturating_sub(done) as f64;
        (own > 0).then(|| self.begun.elapsed().as_secs_f64() / own as f64 * open)
    }
}

/// A closed standard error does not stop the games.
fn line(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_to_a_unit() {
        let texts = [0.4, 99.0, 100.0, 5_000.0, 36_000.0].map(span);
        assert_eq!(texts, ["0 s", "99 s", "2 min", "83 min", "10.0 h"]);
    }

    #[test]
    fn steps_done_before_do_not_count_in_the_remaining_time() {
        let mut part = Part::new("games", 100, 50);
        part.begun -= Duration::from_secs(10);
        assert_eq!(part.left(50), None);
        let left = part.left(60).unwrap();
        assert!((39.0..=45.0).contains(&left), "{left}");
    }
}
