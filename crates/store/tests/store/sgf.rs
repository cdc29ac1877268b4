//! SGF: records one by one, and games through it.

use amazons::{Color, Start};
use store::sgf::{from_record, records, to_text};
use store::{Ending, GameRecord, Imported, Source};
use time::macros::datetime;

use crate::sample::{full_game, new_store, players, random_game};

/// The lines of the good records and what is said of the bad ones.
fn read(text: &str) -> (Vec<usize>, Vec<String>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for record in records(text.as_bytes()) {
        match record {
            Ok((line, ..)) => good.push(line),
            Err(error) => bad.push(error.to_string()),
        }
    }
    (good, bad)
}

const GOOD: &str = "(;EV[x]PB[a]PW[b];W[g1-g7/d7];B[d10-d8/j2])\n";

#[test]
fn a_good_game_after_a_bad_one_is_read() {
    let bad = [
        ("(;EV[x]PB[a];W[g1-g7/d7];B[d10-d10/j2])\n", "not legal"),
        ("(;EV[x]PB[a];W[g1-g7/d7];B[nonsense])\n", "no move"),
        ("(;EV[x]PB[a];W[g1-g7/d7];B[d10-d8/j2]\n", "not closed"),
        ("(;EV[x]PB[a];W[g1-g7/d7];B[d10-d8/j2)\n", ""),
        ("(;EV[x]PB[a;W[g1-g7/d7];B[d10-d8/j2)\n", ""),
        ("(;EV[x]PB[a];W[g1-g7/d7](;B[d10-d8/j2]\n", "not closed"),
        ("(;GM[1]PB[a])\n", "Amazons"),
        ("EV[x]PB[a];W[g1-g7/d7])\n", "outside a game"),
        // Its variations are no games.
        ("(;EV[x];W[g1-g7/d7]\n(;B[d10-d10/j2])\n(;B[d10-d8/j2]))\n", "not legal"),
        ("(;EV[x];W[g1-g7/d7]\n(;B[d10-d8/j2])\n(;B[d10-d9/j2])\n", "not closed"),
    ];
    for (bad, what) in bad {
        let lines = bad.matches('\n').count();
        let (good, said) = read(&format!("{GOOD}{bad}{GOOD}{GOOD}"));
        assert_eq!(good, [1, 2 + lines, 3 + lines], "{bad}\n{said:?}");
        assert_eq!(said.len(), 1, "{bad}\n{said:?}");
        assert!(said[0].starts_with("line 2: ") && said[0].contains(what), "{bad}\n{said:?}");
    }
    // Also where no record has a header.
    let bare = "(;W[g1-g7/d7])\n";
    assert_eq!(read(&format!("(;W[g1-g7/d7]\n{bare}{bare}")).0, [2, 3]);
    // An error tells its own line.
    let (_, said) = read("\n\n(;EV[x]\n;W[g1-g7/d7]\n;B[d10-d10/j2])");
    assert!(said[0].starts_with("line 3: ") && said[0].contains("at line 5, column 4"), "{said:?}");
    assert_eq!(read(""), (vec![], vec![]));
    assert_eq!(read("\u{feff} (;W[g1-g7/d7])"), (vec![1], vec![]));
}

fn through_sgf(game: &GameRecord) -> GameRecord {
    let text = to_text(game);
    let mut all: Vec<_> = records(text.as_bytes()).collect();
    assert_eq!(all.len(), 1, "{text}");
    let (_, record, text) = all.remove(0).unwrap();
    from_record(&record, &text)
}

#[test]
fn what_sgf_can_say_comes_back() {
    let games = (0..20).map(|seed| {
        let game = random_game(seed, Start::STANDARD, if seed % 2 == 0 { 200 } else { 9 });
        let mut game = GameRecord::new(players("A]da\\", "ö"), game, Source::Import);
        if seed % 2 == 1 {
            (game.ending, game.winner) = [
                (Ending::Unfinished, None),
                (Ending::Resignation, Some(Color::White)),
                (Ending::TimeForfeit, Some(Color::Black)),
                (Ending::Crash, Some(Color::White)),
                (Ending::Stall, Some(Color::Black)),
                (Ending::IllegalMove, Some(Color::Black)),
                (Ending::Adjudication, Some(Color::White)),
            ][seed as usize / 2 % 7];
        }
        game.event = (seed % 3 > 0).then(|| "a cup".to_owned());
        game.opening = (seed % 4 > 0).then(|| "no. \\ 7]".to_owned());
        game.played_at = (seed % 5 > 0).then_some(datetime!(2006-08-09 0:00 UTC));
        game
    });
    for game in games {
        assert_eq!(through_sgf(&game), game);
    }
}

#[test]
fn a_game_that_went_out_is_known_when_it_comes_back() {
    let (_folder, mut store) = new_store();
    // As played here: with an hour, which SGF does not tell, and thoughts.
    let game = GameRecord { sgf: None, ..full_game(1) };
    let id = store.add_game(&game, None).unwrap();
    let mut batch = store.batch().unwrap();
    assert_eq!(batch.import(&through_sgf(&game), None).unwrap(), Imported::Same(id));
}

#[test]
fn what_we_do_not_keep_is_kept_word_for_word() {
    let texts = [
        "(;GM[18]PB[a];B[djddgd]C[fine];W[dacbcc])",
        "(;GM[18]PB[a]\n;B[djddgd](;W[dacbcc])(;W[dacbcc]))",
        "(;GM[18]XY[odd]DT[August 2006];B[djddgd])",
        "(;GM[18]DT[2006-08];B[djddgd])",
    ];
    for text in texts {
        let (_, record, read) = records(text.as_bytes()).next().unwrap().unwrap();
        let game = from_record(&record, &read);
        assert_eq!(game.sgf.as_deref(), Some(text));
        assert_eq!(to_text(&game), format!("{text}\n"));
    }
    let (_, record, text) = records(GOOD.as_bytes()).next().unwrap().unwrap();
    assert_eq!(from_record(&record, &text).sgf, None);
}

#[test]
fn results_are_read_as_they_are_meant() {
    let game = |result: &str| {
        let text = format!("(;GM[18]{result};B[djddgd])");
        let (_, record, text) = records(text.as_bytes()).next().unwrap().unwrap();
        let game = from_record(&record, &text);
        (game.winner, game.ending)
    };
    // B is our White.
    assert_eq!(game("RE[B+R]"), (Some(Color::White), Ending::Resignation));
    assert_eq!(game("RE[W+T]"), (Some(Color::Black), Ending::TimeForfeit));
    assert_eq!(game("RE[W+F]KE[stall]"), (Some(Color::Black), Ending::Stall));
    assert_eq!(game("RE[W+F]"), (Some(Color::Black), Ending::Adjudication));
    assert_eq!(game("RE[W+F]KE[no moves]"), (Some(Color::Black), Ending::Adjudication));
    assert_eq!(game("RE[?]"), (None, Ending::Unfinished));
    assert_eq!(game(""), (None, Ending::Unfinished));
}
