//! What is understood of a platform's words is written and understood again as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wire::{analysis, botzone, ccgc, codingame, gtp};

fuzz_target!(|text: &str| {
    if let Ok(ply) = text.parse::<botzone::Ply>() {
        assert_eq!(ply.to_string().parse(), Ok(ply));
    }
    let turns = [botzone::Turn::from_json(text), botzone::Turn::from_lines(text.lines())];
    for turn in turns.into_iter().flatten() {
        let _ = turn.moves();
    }
    if let Ok(command) = text.parse::<ccgc::Command>() {
        assert_eq!(command.to_string().parse(), Ok(command));
    }
    if let Some(gtp::Request { command: Ok(command), .. }) = gtp::Request::from_line(text) {
        // Times are written in seconds, whose last digit may be another.
        assert!(command.to_string().parse::<gtp::Command>().is_ok());
    }
    let lines: Vec<&str> = text.lines().collect();
    if let Some((first, rest)) = lines.split_first()
        && let Ok(size) = codingame::read_size(first)
        && let Ok(turn) = codingame::Turn::from_lines(size, rest)
    {
        assert_eq!(codingame::Turn::from_lines(size, &turn.to_lines()), Ok(turn));
    }
    if let Err(refusal) = analysis::read(text) {
        assert!(!refusal.error.is_empty());
    }
});
