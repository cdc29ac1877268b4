//! Whole conversations for the hosts: lines from a dictionary, filled in and mangled as the input says.
//!
//! Bytes alone rarely spell a command. So a byte chooses a line of the protocol's dictionary, others its numbers and moves
//! and what is wrong with it; a line of plain bytes is one choice among them.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use agents::host::HostedPlayer;
use thought::Limits;

/// The most lines: every one may start a search.
const LINES: usize = 24;

/// What stands for `#` in a line.
const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "10",
    "50",
    "-1",
    "0.5",
    "1e9",
    "1e19",
    "1e300",
    "nan",
    "inf",
    "65536",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999999",
];

/// What stands for `@` in a line: moves of 10x10 and 8x8, of a tiny board, and of none.
const MOVES: [&str; 14] = [
    "d1d7,d7g7",
    "g10g4,g4b4",
    "a4a5,a5a6",
    "j7j6,j6j5",
    "D1-D7-G7",
    "A1-B1-A1",
    "a1b1,b1a1",
    "c1b1,b1c1",
    "c1c2,c2c3",
    "a3a2,a2a1",
    "2 0 2 5 5 5",
    "DJDDGD",
    "d1d1,d1d1",
    "p16p15,p15p16",
];

/// The bytes that are left.
struct Source<'a>(&'a [u8]);

impl Source<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// One of some things.
    fn choose<'t>(&mut self, things: &[&'t str]) -> &'t str {
        things[usize::from(self.next().unwrap_or(0)) % things.len()]
    }
}

/// The conversation that some bytes stand for.
#[must_use]
pub fn lines(bytes: &[u8], dictionary: &[&str]) -> Vec<String> {
    let mut source = Source(bytes);
    let mut lines = Vec::new();
    while lines.len() < LINES {
        let Some(choice) = source.next() else { break };
        lines.push(if choice == u8::MAX { raw(&mut source) } else { from(&mut source, choice, dictionary) });
    }
    lines
}

/// A line of plain bytes.
fn raw(source: &mut Source<'_>) -> String {
    let length = usize::from(source.next().unwrap_or(0)).min(source.0.len());
    let (line, rest) = source.0.split_at(length);
    source.0 = rest;
    String::from_utf8_lossy(line).replace(['\n', '\r'], " ")
}

/// A line of the dictionary with its numbers and moves, perhaps mangled.
fn from(source: &mut Source<'_>, choice: u8, dictionary: &[&str]) -> String {
    let template = dictionary[usize::from(choice) % dictionary.len()];
    let mut line = String::new();
    for letter in template.chars() {
        match letter {
            '#' => line += source.choose(&NUMBERS),
            '@' => line += source.choose(&MOVES),
            _ => line.push(letter),
        }
    }
    let mut letters: Vec<char> = line.chars().collect();
    let place = |letters: &[char], source: &mut Source<'_>| {
        usize::from(source.next().unwrap_or(0)) % (letters.len() + 1)
    };
    match source.next().unwrap_or(0) {
        // Most lines are as they should be: a conversation has to get somewhere.
        240.. => letters.truncate(place(&letters, source)),
        225.. => {
            let (place, letter) = (place(&letters, source), source.next().unwrap_or(0));
            letters.insert(place, char::from(letter));
        }
        210.. => {
            let place = place(&letters, source);
            letters.drain(place..letters.len().min(place + 1));
        }
        200.. => {
            let place = place(&letters, source);
            letters.extend_from_within(place..);
        }
        _ => {}
    }
    letters.into_iter().filter(|letter| *letter != '\n').collect()
}

/// A player for the hosts that counts to one.
///
/// # Panics
/// When there is no such player.
#[must_use]
pub fn player(agent: &str) -> HostedPlayer {
    let (contender, limits) = (agent.parse().expect("a player"), Limits::nodes(1));
    HostedPlayer { contender, seed: 0, given: limits, first: limits, other: limits }
}

/// A writer whose text can be read after the host has ended.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Heard {
    /// What was written.
    ///
    /// # Panics
    /// When it is no text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
    }
}
