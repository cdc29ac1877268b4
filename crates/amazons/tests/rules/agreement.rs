//! The fast generator and the naive one agree.

use crate::naive::{Broken, Naive};
use crate::sample;
use amazons::{AnyPosition, Draw, Move, Size, Square, Start};

/// Compares all ways of asking for the moves with the naive list.
fn assert_same_moves(position: &AnyPosition, naive: &Naive) {
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    let expected = naive.moves(Broken::Nothing);
    assert!(moves == expected, "{position:?}: {} moves, naive {}", moves.len(), naive.count());
    assert_eq!(position.count_moves(), expected.len() as u64, "{position:?}");
    assert_eq!(position.has_move(), !expected.is_empty(), "{position:?}");
    assert_eq!(position.outcome().is_some(), expected.is_empty(), "{position:?}");
}

#[test]
fn on_random_setups_of_every_size_and_the_variant() {
    let mut rng = sample::rng(1);
    let mut sizes = std::collections::BTreeSet::new();
    for _ in 0..4_000 {
        let setup = sample::random_setup(&mut rng);
        sizes.insert(setup.size);
        let position = AnyPosition::from_setup(&setup).unwrap();
        assert_same_moves(&position, &Naive::from_setup(&setup));
    }
    assert!(sizes.len() > 200, "only {} sizes were tried", sizes.len());
}

#[test]
fn in_whole_games_on_every_kind_of_board() {
    let mut rng = sample::rng(2);
    for seed in 0..120 {
        let mut position = sample::random_position(seed, 0);
        let mut naive = Naive::from_setup(&position.to_setup());
        loop {
            assert_same_moves(&position, &naive);
            let Some(mv) = position.random_move(Draw::Uniform, &mut rng) else { break };
            position = position.play(mv).unwrap();
            naive.play(mv);
            assert_eq!(Naive::from_setup(&position.to_setup()), naive, "after {mv}");
        }
    }
}

#[test]
fn in_games_from_every_named_start() {
    let mut rng = sample::rng(3);
    for start in Start::ALL {
        for _ in 0..3 {
            let mut position = AnyPosition::from_setup(&start.setup()).unwrap();
            while let Some(mv) = position.random_move(Draw::Amazons, &mut rng) {
                assert_same_moves(&position, &Naive::from_setup(&position.to_setup()));
                position = position.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn on_which_of_all_thinkable_moves_are_legal() {
    let mut rng = sample::rng(4);
    let mut tried = 0;
    while tried < 60 {
        let setup = sample::random_setup(&mut rng);
        // All triples of squares, some of them off the board.
        let side = 1 + setup.size.columns().max(setup.size.rows());
        let Ok(around) = Size::new(side, side) else { continue };
        if side > 6 {
            continue;
        }
        tried += 1;
        let position = AnyPosition::from_setup(&setup).unwrap();
        let legal = Naive::from_setup(&setup).moves(Broken::Nothing);
        let squares: Vec<Square> = around.squares().collect();
        for &from in &squares {
            for &to in &squares {
                for &arrow in &squares {
                    let mv = Move { from, to, arrow };
                    let expected = legal.binary_search(&mv).is_ok();
                    assert_eq!(position.is_legal(mv), expected, "{mv} in {position:?}");
                    assert_eq!(position.play(mv).is_ok(), expected, "{mv} in {position:?}");
                }
            }
        }
    }
}

#[test]
fn a_broken_rule_is_noticed() {
    let mut rng = sample::rng(5);
    let setups: Vec<_> = (0..300).map(|_| sample::random_setup(&mut rng)).collect();
    for broken in Broken::ALL {
        let noticed = setups.iter().any(|setup| {
            let naive = Naive::from_setup(setup);
            naive.moves(broken) != naive.moves(Broken::Nothing)
        });
        assert!(noticed, "{broken:?} changes nothing");
    }
}
