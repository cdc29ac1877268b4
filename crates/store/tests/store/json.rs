//! Lines of JSON.

use store::json::{LineError, from_line, to_line};
use store::{Ending, Filter, GameRecord, Imported, Slot, Store};

use crate::sample::line_of;
use crate::sample::{full_game, new_store};

fn lines(store: &Store) -> Vec<String> {
    let ids = store.ids(&Filter::default()).unwrap();
    ids.into_iter().map(|id| line_of(&store.game(id).unwrap())).collect()
}

#[test]
fn games_come_back_to_the_last_bit() {
    let (_folder, mut store) = new_store();
    let run = store.begin_run("match", r#"{"limits":"5 nodes"}"#).unwrap();
    for seed in 0..5 {
        let slot = Slot { run, slot: seed, seed: u64::MAX - seed };
        store.add_game(&full_game(seed), (seed % 2 == 0).then_some(slot)).unwrap();
    }
    store.finish_run(run).unwrap();
    let written = lines(&store);
    let (_other_folder, mut other) = new_store();
    let mut batch = other.batch().unwrap();
    for line in &written {
        let (game, origin) = from_line(line).unwrap();
        assert!(matches!(batch.import(&game, origin.as_ref()).unwrap(), Imported::New(_)));
        assert!(matches!(batch.import(&game, origin.as_ref()).unwrap(), Imported::Same(_)));
    }
    batch.commit().unwrap();
    assert_eq!(lines(&other), written);
    let found = other.find_run("match", r#"{"limits":"5 nodes"}"#).unwrap().unwrap();
    assert_eq!((found.games, found.begun), (3, store.run(run).unwrap().begun));
}

#[test]
fn little_is_enough() {
    let (game, run) = from_line(r#"{"moves": ""}"#).unwrap();
    assert_eq!((game.ending, run), (Ending::Unfinished, None));
    assert_eq!(game.played_at, None);
    let (game, _) = from_line(r#"{"start": "1q/Q1 w", "moves": "a1-a2/a1"}"#).unwrap();
    assert_eq!((game.ending, game.winner), (Ending::Unfinished, None));
    let (game, _) = from_line(r#"{"start": "q**/Q** w", "moves": "", "winner": "black"}"#).unwrap();
    assert_eq!(game.ending, Ending::NoMoves);
    let (game, _) = from_line(r#"{"moves": "", "winner": "black"}"#).unwrap();
    assert_eq!(game.ending, Ending::Adjudication);
}

#[test]
fn rubbish_is_refused_with_its_place() {
    let refused = [
        ("", "JSON"),
        ("{}", "missing field `moves`"),
        (r#"{"moves": "", "elo": 3}"#, "unknown field `elo`"),
        (r#"{"moves": "d1-d7/g7 nonsense"}"#, "move 2 of moves"),
        (r#"{"moves": "d1-d7/g7 d1-d7/g7"}"#, "move 2 of moves"),
        (r#"{"moves": "", "start": "3/3 w"}"#, "start: "),
        (
            r#"{"moves": "", "ending": "boredom"}"#,
            "ending: unknown name \"boredom\", expected one of: no moves",
        ),
        (r#"{"moves": "", "winner": "red"}"#, "unknown variant `red`, expected `white` or `black`"),
        (r#"{"moves": "", "source": "dreams"}"#, "source: unknown name \"dreams\""),
        (
            r#"{"moves": "", "played_at": "yesterday"}"#,
            "played_at: expected a time such as \"2026-11-15T13:22:03Z\", found \"yesterday\"",
        ),
        (r#"{"moves": "", "thoughts": [{"time_ns": -1}]}"#, "integer `-1`"),
        (r#"{"moves": "", "thoughts": [{"time_ns": 1, "line": "z1"}]}"#, "move 1 of line"),
    ];
    for (line, what) in refused {
        let error: LineError = from_line(line).unwrap_err();
        let said = error.to_string();
        assert!(said.contains(what), "{line}: {said}");
    }
}

#[test]
fn a_damaged_line_is_refused_or_means_something() {
    let (_folder, mut store) = new_store();
    let id = store.add_game(&GameRecord { sgf: None, transcript: None, ..full_game(1) }, None).unwrap();
    let stored = store.game(id).unwrap();
    let line = line_of(&stored);
    assert!(line.is_ascii());
    let mut read = 0;
    for at in 0..line.len() {
        assert!(from_line(&line[..at]).is_err(), "a line cut at {at}");
        for letter in ["\"", "}", "[", "0", "z", ""] {
            let damaged = format!("{}{letter}{}", &line[..at], &line[at + 1..]);
            // Whatever can be read can be written and is then read as the same.
            if let Ok((game, _)) = from_line(&damaged) {
                let again = to_line(stored.id, &game, stored.run.as_ref());
                assert_eq!(from_line(&again).unwrap().0, game, "{damaged}");
                read += 1;
            }
        }
    }
    assert!(read > 100, "some damage is harmless");
}
