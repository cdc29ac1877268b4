//! Laws that more than one target needs.

use amazons::notation::sgf;
use amazons::{Move, Record};

/// Reads a file of games; every game in it is written and read back as itself.
///
/// # Panics
/// When a law does not hold.
pub fn read_records(bytes: &[u8]) {
    match sgf::from_bytes(bytes) {
        Ok(records) => records.iter().for_each(check_record),
        Err(error) => drop(error.to_string()),
    }
}

fn check_record(record: &Record) {
    let text = sgf::to_text(record);
    let [again] = read(&text);
    assert_eq!(*record, again, "read back from {text}");
    assert_eq!(sgf::to_text(&again), text);
    assert_eq!(record.to_game().moves(), main_line(record), "the main line is a game");
    if let Ok(text) = sgf::to_little_golem(record) {
        let [again] = read(&text);
        assert_eq!(main_line(record), main_line(&again), "read back from {text}");
    }
}

fn read(text: &str) -> [Record; 1] {
    let records = sgf::from_text(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    records.try_into().unwrap_or_else(|records: Vec<_>| panic!("{} games in {text}", records.len()))
}

fn main_line(record: &Record) -> Vec<Move> {
    record.main_line().filter_map(amazons::Node::mv).collect()
}
