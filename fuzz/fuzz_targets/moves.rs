//! A move is read back from all notations as itself, and so is a square.

#![no_main]

use amazons::notation::MoveNotation;
use amazons::{Move, Square};
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::check_error;

fuzz_target!(|text: &str| {
    match text.parse::<Square>() {
        Ok(square) => assert_eq!(square.to_string().parse(), Ok(square)),
        Err(error) => check_error(text, &error),
    }
    match text.parse::<Move>() {
        Ok(mv) => {
            for notation in MoveNotation::ALL {
                let written = mv.written(notation).to_string();
                assert_eq!(written.parse(), Ok(mv), "read back from {written}");
            }
        }
        Err(error) => check_error(text, &error),
    }
});
