//! Whatever bytes come, there is no panic, and a refusal is one line and exit status 2.

use std::ffi::OsString;

use proptest::prelude::*;

use crate::run;

fn assert_civil(arguments: &[OsString], input: &[u8]) {
    let output = run(arguments, input);
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => assert!(said.is_empty(), "{arguments:?}: {said}"),
        Some(2) => assert_eq!(said.matches('\n').count(), 1, "{arguments:?}: {said}"),
        other => panic!("{arguments:?} ended with {other:?}: {said}"),
    }
}

#[cfg(unix)]
fn argument(bytes: Vec<u8>) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes.into_iter().filter(|&byte| byte != 0).collect())
}

#[cfg(not(unix))]
fn argument(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).replace('\0', "").into()
}

#[test]
fn as_arguments_and_as_input() {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) };
    let bytes = || proptest::collection::vec(any::<u8>(), 0..40);
    let fen = "[Qq*1-9/]{1,30} [wb]( - - 0 1)?( k[0-9]:([a-d][1-4]=[0-9],?){0,3})?";
    proptest!(config, |(first in bytes(), second in bytes(), input in bytes(), fen in fen)| {
        let word = |text: &str| OsString::from(text);
        assert_civil(&[argument(first.clone()), argument(second.clone())], b"");
        for command in ["show", "moves", "perft"] {
            assert_civil(&[word(command), word("--fen"), argument(first.clone())], b"");
        }
        assert_civil(&[word("show"), word("--fen"), word(&fen)], b"");
        assert_civil(&[word("show"), word("--board"), argument(second.clone())], b"");
        for format in ["sgf", "little-golem", "moves", "fen", "board"] {
            let from = word(&format!("--from={format}"));
            assert_civil(&[word("convert"), word("-"), word("-"), from, word("--to=sgf")], &input);
        }
        assert_civil(&[word("eval"), word("--eval"), argument(first.clone())], b"");
        assert_civil(&[word("agents"), argument(second.clone())], b"");
        for option in ["--agent", "--time", "--playouts", "--multipv"] {
            assert_civil(&[word("analyze"), word("--board=4x4"), word("--nodes=5"), word(option), argument(first.clone())], b"");
        }
        assert_civil(&[word("play"), word("--no-save"), word("--board=4x4"), word("--agent=random")], &input);
    });
}
