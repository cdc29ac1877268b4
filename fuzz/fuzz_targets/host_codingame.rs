//! An engine for CodinGame survives every conversation: it plays, or says what is wrong with the input.

#![no_main]

use std::io::Cursor;

use agents::host::{HostError, codingame};
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::conversation::{Heard, lines, player};

/// A bar stands for the end of a line.
const DICTIONARY: [&str; 12] = [
    "w|w.b|...|...|null|#",
    "b|w.b|...|...|null|7",
    "w|.b.|...|.w.|null|9",
    "w|.b.|...|.w.|@|9",
    "w|w.b|...|...|a1b1a1|3",
    "b|w.b|-..|...|@|#",
    "w|w.|.b|null|2",
    "w|w|null|0",
    "null",
    "#",
    "@",
    "w|...|...|...|null|0",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let mut said = lines(rest, &DICTIONARY);
    // Most conversations begin with a small board.
    said.insert(0, ["3", "2", "1", "16", "#"][usize::from(choice % 5)].to_owned());
    let served = codingame::serve(
        &player("otrera:hash=1"),
        Cursor::new(said.join("\n").replace('|', "\n")),
        Heard::default(),
    );
    assert!(matches!(served, Ok(()) | Err(HostError::Input(_))), "{said:#?}\n{served:?}");
});
