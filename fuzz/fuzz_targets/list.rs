//! Games read from lines of moves are written and read back as themselves, whatever the notation.

#![no_main]

use amazons::Game;
use amazons::notation::{MoveLine, MoveNotation};
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::check_error;

fuzz_target!(|text: &str| {
    match Game::from_lines(text) {
        Ok(games) => {
            for notation in MoveNotation::ALL {
                let lines = games.iter().map(|game| MoveLine { game, notation }.to_string() + "\n");
                let written: String = lines.collect();
                assert_eq!(Game::from_lines(&written).as_ref(), Ok(&games), "read back from\n{written}");
            }
        }
        Err(error) => check_error(text, &error),
    }
});
