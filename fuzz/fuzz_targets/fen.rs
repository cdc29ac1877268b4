//! A setup read from a FEN is written and read back as itself, and so is the position that it makes.

#![no_main]

use amazons::{AnyPosition, Setup};
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::check_error;

fuzz_target!(|text: &str| {
    match Setup::from_fen(text) {
        Ok(setup) => {
            let written = setup.to_fen();
            assert_eq!(Setup::from_fen(&written).as_ref(), Ok(&setup), "read back from {written}");
            check_position(setup);
        }
        Err(error) => check_error(text, &error),
    }
});

fn check_position(mut setup: Setup) {
    let position = match AnyPosition::from_setup(&setup) {
        Ok(position) => position,
        Err(error) => return drop(error.to_string()),
    };
    // A position keeps them in this order.
    setup.reopening.sort_by_key(|&(_, plies)| plies);
    assert_eq!(position.to_setup(), setup);
    let moves = position.legal_moves();
    assert_eq!(position.count_moves(), moves.len() as u64);
    assert_eq!(position.has_move(), !moves.is_empty());
}
