//! A GTP engine survives every conversation, and answers every request once.

#![no_main]

use std::io::Cursor;

use agents::host::gtp;
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::conversation::{Heard, lines, player};

const DICTIONARY: [&str; 22] = [
    "protocol_version",
    "name",
    "1 version",
    "known_command genmove",
    "list_commands",
    "set_game Amazons",
    "list_games",
    "boardsize #",
    "boardsize 6",
    "clear_board",
    "play white @",
    "play black @",
    "genmove white",
    "genmove black",
    "w",
    "undo",
    "showboard",
    "time_settings # # #",
    "time_left white # #",
    "time_left black # #",
    "# genmove white",
    "quit",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let agent = ["random", "otrera:hash=1", "uct-eval", "deepening:hash=1"][usize::from(choice % 4)];
    let said = lines(rest, &DICTIONARY);
    let heard = Heard::default();
    gtp::serve(&player(agent), "0", Cursor::new(said.join("\n")), heard.clone()).expect("nothing fails");
    let text = heard.text();
    assert!(text.is_empty() || text.ends_with("\n\n"), "{said:#?}\n{text}");
    assert!(text.split_terminator("\n\n").all(|answer| answer.starts_with(['=', '?'])), "{said:#?}\n{text}");
});
