//! A choice of start is written and read back as itself, and gives the same playable start every time.

#![no_main]

use amazons::{AnyPosition, StartSpec};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let start: StartSpec = match text.parse() {
        Ok(start) => start,
        Err(error) => return drop(error.to_string()),
    };
    assert_eq!(start.to_string().parse(), Ok(start), "read back from {start}");
    let setup = start.setup();
    assert_eq!(start.setup(), setup, "{start}");
    match setup {
        Ok(setup) => {
            let position = AnyPosition::from_setup(&setup).expect("a start can be played");
            assert!(position.has_move(), "{start} gave {}", setup.to_fen());
        }
        Err(error) => drop(error.to_string()),
    }
});
