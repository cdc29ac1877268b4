//! Laws that more than one target needs.

pub mod conversation;

use std::fmt::Display;

use amazons::notation::{Misread, Place, sgf};
use amazons::{Move, Record, RecordNode};

/// An error can be written, and the place that it names is in the text or at its end.
///
/// # Panics
/// When it is not.
pub fn check_error<F: Display>(text: &str, error: &Misread<F>) {
    let (line, column) = match error.place {
        Place::Column(column) => (Some(text), column),
        Place::Line(line, column) => (text.split('\n').nth(line - 1), column),
    };
    let length = line.map(|line| line.chars().count());
    let is_inside = length.is_some_and(|length| (1..=length + 1).contains(&column));
    let message = error.to_string();
    assert!(is_inside, "{message} in {text:?}");
}

/// Reads a file of games; every game in it is written and read back as itself.
///
/// # Panics
/// When a law does not hold.
pub fn check_file(bytes: &[u8]) {
    let records = sgf::from_bytes(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        assert_eq!(sgf::from_text(text), records);
        records.as_ref().err().inspect(|error| check_error(text, error));
    }
    records.iter().flatten().for_each(check_record);
}

fn check_record(record: &Record) {
    let text = sgf::to_text(record);
    let again = read(&text);
    assert_eq!(again, *record, "read back from {text}");
    assert_eq!(sgf::to_text(&again), text);
    let moves: Vec<Move> = record.main_line().filter_map(RecordNode::mv).collect();
    assert_eq!(record.to_game().moves(), moves);
    if let Ok(text) = sgf::to_little_golem(record) {
        let again = read(&text);
        assert_eq!(again.to_game().moves(), moves, "read back from {text}");
        // The first move tells whose name is whose: without one they change places.
        if !moves.is_empty() {
            assert_eq!(again, *record, "read back from {text}");
        }
    }
}

fn read(text: &str) -> Record {
    match sgf::from_text(text) {
        Ok(mut records) if records.len() == 1 => records.remove(0),
        Ok(records) => panic!("{} games in {text}", records.len()),
        Err(error) => panic!("{error} in {text}"),
    }
}
