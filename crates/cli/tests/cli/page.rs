//! The page about protocols tells the truth: its conversations are held, line by line.
//!
//! `> ` is said, `< ` is waited for. `...` on a line of its own stands for any lines, at the end of an object of JSON for
//! fields that the page leaves out.

use serde_json::Value;

use crate::dialogue::Dialogue;
use crate::words;

const PAGE: &str = include_str!("../../../../docs/protocols.md");

/// Stands for whatever is left out.
const REST: &str = "...";

/// What is said and what has to be answered to it.
#[derive(Default)]
struct Turn {
    said: Vec<&'static str>,
    answered: Vec<&'static str>,
}

/// A conversation on the page.
struct Example {
    arguments: Vec<String>,
    turns: Vec<Turn>,
}

fn examples() -> Vec<Example> {
    let blocks = PAGE.split("```text\n$ otrera ").skip(1);
    let example = |block: &'static str| {
        let block = block.split("```").next().expect("a block that ends");
        let (arguments, lines) = block.split_once('\n').expect("a command and a conversation");
        let mut turns = vec![Turn::default()];
        for line in lines.lines() {
            let is_over = turns.last().is_some_and(|turn| !turn.answered.is_empty());
            if line.starts_with("> ") && is_over {
                turns.push(Turn::default());
            }
            let turn = turns.last_mut().expect("one at least");
            match (line.strip_prefix("> "), line.strip_prefix("< ")) {
                (Some(said), _) => turn.said.push(said),
                (_, Some(answered)) => turn.answered.push(answered),
                _ => panic!("neither said nor answered: {line}"),
            }
        }
        Example { arguments: words(arguments), turns }
    };
    blocks.map(example).collect()
}

/// Whether a line is what the page says, but for the time that it took and what the page leaves out.
fn is_told(told: &str, line: &str) -> bool {
    let shortened = told.replace(",...}", "}");
    let (Ok(mut is), Ok(mut expected)) =
        (serde_json::from_str::<Value>(line), serde_json::from_str::<Value>(&shortened))
    else {
        return told == line;
    };
    for value in [&mut is, &mut expected] {
        if let Some(seconds) = value.pointer_mut("/rootInfo/seconds") {
            assert!(seconds.is_number());
            *seconds = 0.into();
        }
    }
    if shortened == told { is == expected } else { has(&is, &expected) }
}

/// Whether a value has all that is expected, and perhaps more fields.
fn has(is: &Value, expected: &Value) -> bool {
    match (is, expected) {
        (Value::Object(is), Value::Object(expected)) => {
            expected.iter().all(|(field, value)| is.get(field).is_some_and(|is| has(is, value)))
        }
        (Value::Array(is), Value::Array(expected)) => {
            is.len() == expected.len() && is.iter().zip(expected).all(|(is, expected)| has(is, expected))
        }
        _ => is == expected,
    }
}

impl Turn {
    fn hold(&self, dialogue: &mut Dialogue, arguments: &[String]) {
        self.said.iter().for_each(|line| dialogue.send(line));
        let is_loose = self.answered.contains(&REST);
        // Refusals do not wait for the answers to what was asked before.
        let is_any_order = arguments.contains(&"analysis".to_owned());
        let mut missing: Vec<&str> = self.answered.iter().copied().filter(|&told| told != REST).collect();
        while !missing.is_empty() {
            let Some(line) = dialogue.receive() else { panic!("{arguments:?} never said {missing:#?}") };
            let candidates = if is_any_order { missing.len() } else { 1 };
            match missing[..candidates].iter().position(|told| is_told(told, &line)) {
                Some(place) => _ = missing.remove(place),
                None => assert!(is_loose || line.is_empty(), "{arguments:?} said {line}, not {missing:#?}"),
            }
        }
    }
}

#[test]
fn the_examples_of_the_page_are_true() {
    let examples = examples();
    assert!(examples.len() >= 9, "the examples are found");
    for Example { arguments, turns } in examples {
        let mut dialogue = Dialogue::of(&arguments);
        turns.iter().for_each(|turn| turn.hold(&mut dialogue, &arguments));
        let (rest, is_well) = dialogue.end();
        assert!(is_well && rest.iter().all(String::is_empty), "{arguments:?}: {rest:#?}");
    }
}

#[test]
fn what_the_page_leaves_out_is_all_that_may_differ() {
    let line = r#"{"id":"a","list":[{"b":1,"c":2}],"rootInfo":{"seconds":0.5}}"#;
    assert!(is_told(r#"{"id":"a","list":[{"b":1,"c":2}],"rootInfo":{"seconds":0.1}}"#, line));
    assert!(is_told(r#"{"id":"a",...}"#, line) && is_told(r#"{"list":[{"c":2,...}],...}"#, line));
    assert!(!is_told(r#"{"id":"b",...}"#, line) && !is_told(r#"{"id":"a"}"#, line));
    assert!(!is_told(r#"{"list":[{"c":3,...}],...}"#, line) && !is_told(r#"{"list":[],...}"#, line));
    assert!(is_told("=1 2", "=1 2") && !is_told("=1 2", "=1"));
}
