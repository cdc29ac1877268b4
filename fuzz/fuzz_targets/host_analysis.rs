//! An analysis engine survives every conversation, and writes an object with an id a line.

#![no_main]

use std::io::Cursor;
use std::num::NonZero;

use agents::host::analysis::AnalysisHost;
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::conversation::{Heard, lines};
use serde_json::Value;
use thought::Limits;

const DICTIONARY: [&str; 16] = [
    "{\"id\": \"a\"}",
    "{\"id\": \"b\", \"fen\": \"Q1q w\", \"maxNodes\": #}",
    "{\"id\": \"c\", \"moves\": [\"@\"], \"maxDepth\": #}",
    "{\"id\": \"d\", \"moves\": [\"@\", \"@\"], \"maxPlayouts\": #}",
    "{\"id\": \"e\", \"maxNodes\": 5, \"reportEvery\": #}",
    "{\"id\": \"f\", \"maxNodes\": 5, \"multiPv\": #}",
    "{\"id\": \"g\", \"maxNodes\": 5, \"priority\": #}",
    "{\"id\": \"h\", \"maxTime\": #, \"maxNodes\": 1}",
    "{\"id\": \"i\", \"action\": \"terminate\", \"terminateId\": \"a\"}",
    "{\"id\": \"j\", \"action\": \"terminate\"}",
    "{\"id\": \"k\", \"action\": \"version\"}",
    "{\"id\": \"l\", \"action\": \"clear\"}",
    "{\"id\": \"m\", \"fen\": \"1q1/3/1Q1 w - - 0 #\", \"maxNodes\": 5}",
    "{\"id\": #}",
    "[]",
    "{\"id\": \"n\", \"what\": [#]}",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let said = lines(rest, &DICTIONARY);
    let heard = Heard::default();
    let host = AnalysisHost {
        contender: ["random", "otrera:hash=1", "alphabeta:depth=1"][usize::from(choice % 3)]
            .parse()
            .expect("a player"),
        seed: 0,
        default_limits: Some(Limits::nodes(1)),
        workers: NonZero::new(1 + usize::from(choice % 2)).expect("one at least"),
        version: "0".to_owned(),
        is_output_closed: || true,
    };
    host.serve(Cursor::new(said.join("\n")), heard.clone()).expect("nothing fails");
    for line in heard.text().lines() {
        let answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
        assert!(answer.get("id").is_some(), "{line}");
    }
});
