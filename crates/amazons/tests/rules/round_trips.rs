//! Whatever is written is read back the same.

use amazons::notation::{Glyphs, MoveLine, MoveNotation, sgf};
use amazons::{AnyPosition, Draw, Game, Move, Record, Setup, Square};
use proptest::prelude::*;

use crate::sample;

fn any_square() -> impl Strategy<Value = Square> {
    any::<u8>().prop_map(Square::from_index)
}

fn any_setup() -> impl Strategy<Value = Setup> {
    any::<u64>().prop_map(|seed| sample::random_setup(&mut sample::rng(seed)))
}

/// A random game, finished or not, from a random start.
fn any_game() -> impl Strategy<Value = Game> {
    (any::<u64>(), 0_u32..30, 0_u32..60).prop_map(|(seed, before, plies)| {
        let mut game = Game::new(sample::random_position(seed, before));
        let mut rng = sample::rng(seed);
        for _ in 0..plies {
            let Some(mv) = game.position().random_move(Draw::Uniform, &mut rng) else { break };
            game.play(mv).unwrap();
        }
        game
    })
}

/// A record with names, comments of any text, and variations.
fn any_record() -> impl Strategy<Value = Record> {
    let text = proptest::option::of("[^\r\0]{0,12}");
    let plies = proptest::collection::vec((any::<u16>(), any::<u16>(), text.clone()), 0..25);
    (any::<u64>(), text.clone(), text, plies).prop_map(|(seed, white, event, plies)| {
        let mut record = Record::new(sample::random_position(seed, (seed % 9) as u32));
        record.players.white = white;
        record.event = event;
        let mut ids = vec![Record::ROOT];
        for (parent, choice, comment) in plies {
            let parent = ids[usize::from(parent) % ids.len()];
            let moves = record.node(parent).position().legal_moves();
            let id = match moves.get(usize::from(choice) % (moves.len() + 1)) {
                Some(&mv) => record.add_move(parent, mv).unwrap(),
                None => record.add_remark(parent),
            };
            record.node_mut(id).comment = comment;
            ids.push(id);
        }
        record
    })
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) }
}

#[test]
fn squares() {
    for square in (0..=u8::MAX).map(Square::from_index) {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
    }
}

#[test]
fn moves_in_every_notation() {
    proptest!(config(), |(from in any_square(), to in any_square(), arrow in any_square())| {
        let mv = Move { from, to, arrow };
        for notation in MoveNotation::ALL {
            prop_assert_eq!(mv.written(notation).to_string().parse::<Move>(), Ok(mv));
            prop_assert_eq!(notation.name().parse::<MoveNotation>(), Ok(notation));
        }
    });
    let written =
        MoveNotation::ALL.map(|notation| "d1d7g7".parse::<Move>().unwrap().written(notation).to_string());
    assert_eq!(written, ["d1d7,d7g7", "d1-d7/g7", "d1-d7(g7)", "d1d7g7"]);
}

#[test]
fn fens_and_drawn_boards() {
    proptest!(config(), |(setup in any_setup())| {
        prop_assert_eq!(Setup::from_fen(&setup.to_fen()).unwrap(), setup.clone());
        for glyphs in [Glyphs::Ascii, Glyphs::Unicode] {
            prop_assert_eq!(Setup::from_diagram(&setup.to_diagram(glyphs)).unwrap(), setup.clone());
        }
    });
}

#[test]
fn the_largest_move_number() {
    let fen = format!("Q1q b - - {0} {0}", u32::MAX);
    let setup = Setup::from_fen(&fen).unwrap();
    assert_eq!(setup.to_fen(), fen);
    let after =
        AnyPosition::from_setup(&setup).unwrap().play("c1-b1/c1".parse().unwrap()).unwrap().to_setup();
    assert_eq!(Setup::from_fen(&after.to_fen()).unwrap(), after);
    assert!(Setup::from_fen(&format!("Q1q b - - 0 {}0", u32::MAX)).is_err());
}

#[test]
fn setups_and_positions() {
    proptest!(config(), |(setup in any_setup())| {
        let again = AnyPosition::from_setup(&setup).unwrap().to_setup();
        prop_assert_eq!(again, setup);
    });
}

#[test]
fn games_as_lines_of_moves() {
    proptest!(config(), |(game in any_game())| {
        for notation in MoveNotation::ALL {
            let line = MoveLine { game: &game, notation }.to_string();
            prop_assert_eq!(Game::from_lines(&line).unwrap(), vec![game.clone()]);
        }
        prop_assert_eq!(Record::from_game(&game).to_game(), game);
    });
}

#[test]
fn records_as_sgf() {
    proptest!(config(), |(record in any_record())| {
        let text = sgf::to_text(&record);
        let again = sgf::from_text(&text).unwrap();
        prop_assert_eq!(again.len(), 1);
        // The numbers of nodes may differ, the text cannot.
        prop_assert_eq!(sgf::to_text(&again[0]), text);
        prop_assert_eq!(&again[0].players, &record.players);
        prop_assert_eq!(again[0].to_game(), record.to_game());
    });
}

#[test]
fn whatever_bytes_come_no_parser_panics() {
    let soup = "[-QqWB*.0-9a-p/ ();\\[\\]GMSZABAWKVCPL=:,k\\\\\n]{0,60}";
    proptest!(ProptestConfig::with_cases(3_000), |(text in soup)| {
        let _ = Setup::from_fen(&text);
        let _ = Setup::from_diagram(&text);
        let _ = Game::from_lines(&text);
        let _ = sgf::from_text(&text);
        let _ = sgf::from_text(&format!("(;GM[18]{text}"));
        let _ = text.parse::<Move>();
    });
}
