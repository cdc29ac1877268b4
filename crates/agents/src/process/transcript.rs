//! The last lines that were sent to a program and received from it, for error reports.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Lines kept.
const LINES: usize = 200;
/// Characters kept of a line.
const LENGTH: usize = 400;

/// Where a line came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Channel {
    /// Our input to the program.
    Input,
    /// Its standard output.
    Output,
    /// Its standard error.
    Errors,
    /// An event that we recorded.
    Event,
}

/// The last lines of all channels, shared by the threads that serve them.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    lines: Arc<Mutex<VecDeque<(Channel, String)>>>,
}

impl Transcript {
    fn lines(&self) -> MutexGuard<'_, VecDeque<(Channel, String)>> {
        // A push is complete or did not happen: a poisoned lock holds whole lines.
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn record(&self, channel: Channel, line: &str) {
        let mut lines = self.lines();
        if lines.len() == LINES {
            lines.pop_front();
        }
        let line = match line.char_indices().nth(LENGTH) {
            Some((end, _)) => format!("{}... ({} bytes)", &line[..end], line.len()),
            None => line.to_owned(),
        };
        lines.push_back((channel, line));
    }

    /// The last line on standard error since the last event.
    pub(super) fn last_error(&self) -> Option<String> {
        let lines = self.lines();
        let since = lines.iter().rev().take_while(|(channel, _)| *channel != Channel::Event);
        let mut errors =
            since.filter(|(channel, line)| *channel == Channel::Errors && !line.trim().is_empty());
        errors.next().map(|(_, line)| line.clone())
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (channel, line) in self.lines().iter() {
            let mark = match channel {
                Channel::Input => ">",
                Channel::Output => "<",
                Channel::Errors => "!",
                Channel::Event => "#",
            };
            writeln!(f, "{mark} {line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_none_is_long() {
        let transcript = Transcript::default();
        for number in 0..300 {
            transcript.record(Channel::Output, &number.to_string());
        }
        transcript.record(Channel::Errors, &"ä".repeat(100_000));
        let text = transcript.to_string();
        assert_eq!(text.lines().count(), LINES);
        assert!(text.starts_with("< 101\n") && text.ends_with("ä... (200000 bytes)\n"), "{text}");
    }

    #[test]
    fn an_error_is_of_the_program_that_runs_now() {
        let transcript = Transcript::default();
        transcript.record(Channel::Errors, "old");
        transcript.record(Channel::Event, "started");
        assert_eq!(transcript.last_error(), None);
        transcript.record(Channel::Errors, "new");
        transcript.record(Channel::Errors, " ");
        transcript.record(Channel::Output, "said");
        assert_eq!(transcript.last_error().as_deref(), Some("new"));
    }
}
