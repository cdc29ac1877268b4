//! Searches restricted to some root moves.

use amazons::{Board10x10, Move};
use eval::MgPeo;
use search::flagship::{FlagshipConfig, Level, Leveled};
use search::{RootMoves, Search, Task};
use testkit::{drawn, start, think};
use thought::{Control, Decision, Limits, Silent};

use super::flagship;

fn think_among<B: amazons::Board>(
    search: &mut dyn Search<B>,
    position: &amazons::Position<B>,
    only: &[Move],
    limits: &Limits,
) -> Decision {
    let root_moves = RootMoves::Only(only);
    search.search(position, Task { root_moves, ..Task::new(limits, &Control::new(), &mut Silent) }).unwrap()
}

fn moves(texts: &[&str]) -> Vec<Move> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn only_what_is_named_is_looked_at() {
    let config = FlagshipConfig { hash: 8, multi_pv: 100, ..FlagshipConfig::default() };
    let only = moves(&["d1-d7/g7", "d1-d7/d6", "g1-g7/d7"]);
    for threads in [1, 2] {
        let config = FlagshipConfig { threads, ..config.clone() };
        let mut all = search::flagship::Flagship::<Board10x10, _>::new(config, MgPeo::DEFAULT);
        // What was known before does not matter, nor what is found now for later.
        let before = think(&mut all, &start(), &Limits::nodes(3_000));
        let named = think_among(&mut all, &start(), &only, &Limits::nodes(3_000));
        let mut told: Vec<Move> = named.report.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(told[0], named.mv);
        told.sort_by_key(ToString::to_string);
        let mut all_named = only.clone();
        all_named.sort_by_key(ToString::to_string);
        assert_eq!(told, all_named);
        if threads == 1 {
            let after = think(&mut all, &start(), &Limits::nodes(3_000));
            assert_eq!((after.mv, after.report.lines), (before.mv, before.report.lines));
        }
    }
}

#[test]
fn small_limits_and_levels_keep_to_it() {
    let only = moves(&["d1-d7/g7", "a4-a5/a6"]);
    for limits in
        [Limits::nodes(0), Limits::nodes(1), Limits::playouts(0), Limits::playouts(1), Limits::depth(0)]
    {
        let decision = think_among(&mut flagship::<Board10x10>(1), &start(), &only, &limits);
        assert!(only.contains(&decision.mv), "{limits:?}");
    }
    let config = FlagshipConfig { hash: 8, ..FlagshipConfig::default() };
    for number in [1, 10] {
        let level = Level::numbered(number).unwrap();
        let mut leveled = Leveled::<Board10x10, _>::new(&config, MgPeo::DEFAULT, level);
        assert!(only.contains(&think_among(&mut leveled, &start(), &only, &Limits::NONE).mv));
    }
}

#[test]
fn a_worse_move_of_a_solved_position_is_told_as_what_it_is() {
    // White fills six squares, or shoots away most of them at once.
    let position = drawn("W.....*B..");
    let best = think(&mut flagship(1), &position, &Limits::nodes(10_000));
    assert!(best.report.lines[0].score.unwrap().is_win());
    let only = moves(&["a1-b1/g1"]);
    assert!(!position.is_legal(only[0]), "an arrow does not fly through another");
    let only = moves(&["a1-f1/e1"]);
    let named = think_among(&mut flagship(1), &position, &only, &Limits::nodes(10_000));
    assert_eq!(named.mv, only[0]);
    assert!(named.report.lines[0].score.unwrap().is_loss(), "nothing is left behind the arrow");
}
