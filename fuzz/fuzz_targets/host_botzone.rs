//! An engine for Botzone survives every conversation: it plays, or says what is wrong with the input.

#![no_main]

use std::io::Cursor;

use agents::host::HostError;
use agents::host::botzone::{self, ProcessMode};
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::conversation::{Heard, lines, player};

const DICTIONARY: [&str; 12] = [
    "1",
    "2",
    "#",
    "-1 -1 -1 -1 -1 -1",
    "0 2 0 3 0 4",
    "2 0 2 3 2 4",
    "# # # # # #",
    "7 2 7 3 7 4",
    "@",
    "{\"requests\": [{\"x0\": -1, \"y0\": -1, \"x1\": -1, \"y1\": -1, \"x2\": -1, \"y2\": -1}], \"responses\": []}",
    "{\"requests\": [{\"x0\": 0, \"y0\": 2, \"x1\": 0, \"y1\": 3, \"x2\": 0, \"y2\": 4}], \"responses\": []}",
    "{\"x0\": #, \"y0\": #, \"x1\": #, \"y1\": #, \"x2\": #, \"y2\": #}",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let mode = if choice % 2 == 0 { ProcessMode::PerGame } else { ProcessMode::PerTurn };
    let said = lines(rest, &DICTIONARY);
    let served =
        botzone::serve(&player("otrera:hash=1"), mode, Cursor::new(said.join("\n")), Heard::default());
    assert!(matches!(served, Ok(()) | Err(HostError::Input(_))), "{said:#?}\n{served:?}");
});
