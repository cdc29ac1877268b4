//! The laws of `sgf` hold however deep a file nests and however long it is.
//!
//! The input's first line says how often, then come four lines: what stands once, what is repeated, what stands
//! once again, and what is repeated at the end.

#![no_main]

use libfuzzer_sys::fuzz_target;

/// Long enough for a recursive reader to run out of stack, and for a quadratic one to run out of time.
const LONGEST: usize = 300_000;

fuzz_target!(|text: &str| {
    let mut lines = text.splitn(5, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let Ok(times) = line().parse::<u16>() else { return };
    let (first, opening, middle, closing) = (line(), line(), line(), line());
    let fits = LONGEST / (opening.len() + closing.len()).max(1);
    let times = usize::from(times).min(fits);
    let file = [first, &opening.repeat(times), middle, &closing.repeat(times)].concat();
    otrera_fuzz::check_file(file.as_bytes());
});
