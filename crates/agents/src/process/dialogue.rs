//! The last lines of a conversation, kept for the day it fails.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Lines kept.
const LINES: usize = 200;
/// Characters kept of a line.
const LENGTH: usize = 400;

/// Who said a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Speaker {
    /// We did.
    User,
    /// The program did, on its standard output.
    Engine,
    /// The program did, on its standard error.
    Errors,
    /// Nobody: something happened.
    Event,
}

/// The last lines of a conversation, shared by all who take part in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Dialogue {
    lines: Arc<Mutex<VecDeque<(Speaker, String)>>>,
}

impl Dialogue {
    fn lines(&self) -> MutexGuard<'_, VecDeque<(Speaker, String)>> {
        // A line is whole or not there: nothing can be left half done.
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note(&self, speaker: Speaker, line: &str) {
        let mut lines = self.lines();
        if lines.len() == LINES {
            lines.pop_front();
        }
        let line = match line.char_indices().nth(LENGTH) {
            Some((end, _)) => format!("{}... ({} bytes)", &line[..end], line.len()),
            None => line.to_owned(),
        };
        lines.push_back((speaker, line));
    }

    /// What it last said on standard error since the last event, if anything.
    pub(super) fn last_error(&self) -> Option<String> {
        let lines = self.lines();
        let since = lines.iter().rev().take_while(|(speaker, _)| *speaker != Speaker::Event);
        let mut errors =
            since.filter(|(speaker, line)| *speaker == Speaker::Errors && !line.trim().is_empty());
        errors.next().map(|(_, line)| line.clone())
    }
}

impl fmt::Display for Dialogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (speaker, line) in self.lines().iter() {
            let mark = match speaker {
                Speaker::User => ">",
                Speaker::Engine => "<",
                Speaker::Errors => "!",
                Speaker::Event => "#",
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
        let dialogue = Dialogue::default();
        for number in 0..300 {
            dialogue.note(Speaker::Engine, &number.to_string());
        }
        dialogue.note(Speaker::Errors, &"ä".repeat(100_000));
        let text = dialogue.to_string();
        assert_eq!(text.lines().count(), LINES);
        assert!(text.starts_with("< 101\n") && text.ends_with("ä... (200000 bytes)\n"), "{text}");
    }

    #[test]
    fn an_error_is_of_the_program_that_runs_now() {
        let dialogue = Dialogue::default();
        dialogue.note(Speaker::Errors, "old");
        dialogue.note(Speaker::Event, "started");
        assert_eq!(dialogue.last_error(), None);
        dialogue.note(Speaker::Errors, "new");
        dialogue.note(Speaker::Errors, " ");
        dialogue.note(Speaker::Engine, "said");
        assert_eq!(dialogue.last_error().as_deref(), Some("new"));
    }
}
