//! Which forms of a batch this processor runs, for the log of the tests.

use std::io::Write;
use std::sync::Once;

use super::{Lanes, Work};

/// Work that does nothing, to ask whether the processor has the instructions.
struct Nothing;

impl Work for Nothing {
    type Done = ();

    fn run<L: Lanes>(self) {}
}

/// The kinds of registers, and whether this processor has them.
fn registers() -> [(&'static str, bool); 2] {
    #[cfg(target_arch = "x86_64")]
    let has = [super::with_avx2(Nothing).is_ok(), super::with_avx512(Nothing).is_ok()];
    #[cfg(not(target_arch = "x86_64"))]
    let has = [false, false];
    [("AVX2", has[0]), ("AVX-512", has[1])]
}

fn sentences(registers: [(&str, bool); 2]) -> String {
    let sentence = |(name, has)| match has {
        true => format!("note: a batch by {name} is compared with the plain form\n"),
        false => format!("WARNING: this processor has no {name}: a batch by {name} is not tested\n"),
    };
    registers.map(sentence).concat()
}

/// Writes, once a process, which forms of a batch the tests compare and which they cannot.
pub(in crate::otrera) fn tell_forms() {
    static TOLD: Once = Once::new();
    // Not by a macro, whose output the test harness captures.
    TOLD.call_once(|| std::io::stderr().write_all(sentences(registers()).as_bytes()).expect("it is open"));
}

#[test]
fn registers_that_are_missing_are_told() {
    assert_eq!(
        sentences([("AVX2", true), ("AVX-512", false)]),
        "note: a batch by AVX2 is compared with the plain form\n\
         WARNING: this processor has no AVX-512: a batch by AVX-512 is not tested\n"
    );
}
