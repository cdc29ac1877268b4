//! Progress of work without a known end, on standard error: in place on a terminal, a line a minute elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

/// The time between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(60);

/// Shows how far some work is.
pub(crate) struct Ticker {
    /// On a terminal.
    bar: Option<ProgressBar>,
    last: Instant,
}

impl Ticker {
    pub(crate) fn new() -> Self {
        Self { bar: std::io::stderr().is_terminal().then(ProgressBar::new_spinner), last: Instant::now() }
    }

    /// Shows a text, if it is time to.
    pub(crate) fn tell(&mut self, text: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_message(text());
            bar.tick();
        } else if self.last.elapsed() >= PAUSE {
            self.last = Instant::now();
            // A closed standard error does not stop the work.
            let _ = writeln!(std::io::stderr(), "{}", text());
        }
    }

    /// Clears the terminal.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
