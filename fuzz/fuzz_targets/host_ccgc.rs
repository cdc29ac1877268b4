//! An engine for CCGC survives every conversation.

#![no_main]

use std::io::Cursor;
use std::time::Duration;

use agents::host::ccgc::{self, CcgcOptions, Pondering};
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::conversation::{Heard, lines, player};

const DICTIONARY: [&str; 10] = [
    "name?",
    "new black",
    "new white",
    "move @",
    "move DADBEB",
    "move GAGBHB",
    "error",
    "end",
    "accept",
    "quit",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let agent = ["random", "otrera:hash=1", "uct-eval"][usize::from(choice % 3)];
    let said = lines(rest, &DICTIONARY);
    let heard = Heard::default();
    let options = CcgcOptions { time: Duration::from_millis(u64::from(*choice)), pondering: Pondering::On };
    ccgc::serve(&player(agent), "o", &options, Cursor::new(said.join("\n")), heard.clone())
        .expect("nothing fails");
    let known = |line: &str| ["name ", "move ", "error"].iter().any(|beginning| line.starts_with(beginning));
    assert!(heard.text().lines().all(known), "{said:#?}\n{}", heard.text());
});
