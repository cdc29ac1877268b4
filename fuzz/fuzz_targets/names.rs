//! A size or the name of a notation is written and read back as itself.

#![no_main]

use amazons::Size;
use amazons::notation::MoveNotation;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Size>() {
        Ok(size) => assert_eq!(size.to_string().parse(), Ok(size)),
        Err(error) => drop(error.to_string()),
    }
    match text.parse::<MoveNotation>() {
        Ok(notation) => assert_eq!(notation.name(), text),
        Err(error) => drop(error.to_string()),
    }
});
