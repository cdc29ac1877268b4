//! Batches in plain words and in every kind of register that the processor has, against one position after another.

use amazons::{Board8x8, Board10x10, Draw, Game};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::lanes::{Portable, tell_forms};
use super::super::{Otrera, UNITS, weights_of};
use super::*;
use crate::Evaluation;

/// The positions after every move of some positions of random games.
fn siblings<B: Board>(start: &Position<B>) -> Vec<Vec<Position<B>>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut all = Vec::new();
    // An interpreter gets a full register of the plain twin and one with a single position, at the start of a game.
    let width = if cfg!(miri) { Portable::COUNT + 1 } else { 70 };
    for _ in 0..3 {
        let mut position = *start;
        while let Some(mv) = position.random_move(Draw::Uniform, &mut rng) {
            let after = |mv| {
                let mut after = position;
                after.play_unchecked(mv);
                after
            };
            all.push(position.legal_moves().step_by(3).take(width).map(after).collect());
            if cfg!(miri) {
                return all;
            }
            position.play_unchecked(mv);
        }
    }
    all
}

fn one_by_one<B: Board>(positions: &[Position<B>]) -> Vec<i32> {
    positions.iter().map(|position| (Otrera.value(position) * UNITS).round() as i32).collect()
}

fn together<B: Board, const RANKS: usize>(
    positions: &[Position<B>],
    by: impl FnOnce(InBatches<'_, B, &[i16], &mut dyn FnMut(i32), RANKS>) -> bool,
) -> Option<Vec<i32>> {
    let mut values = Vec::new();
    let is_done = by(InBatches {
        siblings: Siblings::List(positions),
        weigher: weights_of(&positions[0]),
        emit: &mut |value| values.push(value),
    });
    is_done.then_some(values)
}

/// Whether the processor runs the AVX2 form, so that the test covers it.
fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// Compares the plain form with the scalar evaluation on every machine, and the registers of this one with both.
fn all_agree<B: Board, const RANKS: usize>(start: &Position<B>) {
    for positions in siblings(start) {
        let expected = one_by_one(&positions);
        let portable = together::<B, RANKS>(&positions, |work| {
            work.run::<Portable>();
            true
        });
        assert_eq!(portable.as_ref(), Some(&expected));
        #[cfg(target_arch = "x86_64")]
        {
            use super::super::lanes::{with_avx2, with_avx512};
            let narrow = together::<B, RANKS>(&positions, |work| with_avx2(work).is_ok());
            assert_eq!(narrow.is_some(), has_avx2());
            assert_eq!(narrow.as_ref().unwrap_or(&expected), &expected);
            let wide = together::<B, RANKS>(&positions, |work| with_avx512(work).is_ok());
            assert_eq!(wide.as_ref().unwrap_or(&expected), &expected);
        }
        let mut values = Vec::new();
        Otrera.values(Siblings::List(&positions), &mut values);
        let values: Vec<i32> = values.iter().map(|value| (value * UNITS).round() as i32).collect();
        assert_eq!(values, expected, "the form that this machine chooses");
    }
    steps_and_shots_agree(start);
}

/// Compares siblings that are given by their squares with the positions that they stand for, in a random game.
fn steps_and_shots_agree<B: Board>(start: &Position<B>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut position = *start;
    while let Some(mv) = position.random_move(Draw::Uniform, &mut rng) {
        let mut steps = Vec::new();
        position.for_each_step(|from, to| steps.push((from, to)));
        let mut arrows: Vec<_> = position.shots(mv.from, mv.to).into_iter().collect();
        if cfg!(miri) {
            steps.truncate(SMALLEST);
            arrows.truncate(SMALLEST);
        }
        let stepped = position.after_step(mv.from, mv.to);
        for siblings in [
            Siblings::Steps { position: &position, steps: &steps },
            Siblings::Shots { stepped: &stepped, arrows: &arrows },
        ] {
            let mut values = Vec::new();
            Otrera.values(siblings, &mut values);
            let expected: Vec<f64> = siblings.positions().map(|position| Otrera.value(&position)).collect();
            assert_eq!(values, expected, "{siblings:?}");
        }
        if cfg!(miri) {
            return;
        }
        position.play_unchecked(mv);
    }
}

#[test]
fn a_batch_has_the_values_of_its_positions() {
    tell_forms();
    let amazons::AnyPosition::Ten(start) = *Game::default().start() else { unreachable!("10x10") };
    all_agree::<Board10x10, 10>(&start);
    // Oblong boards, fewer amazons, and squares that wait to be empty again.
    let others = [("random:11x10,amazons=3,seed=1", 0), ("random:9x10,amazons=1,seed=2", 4)];
    for (start, delay) in others.into_iter().skip(usize::from(cfg!(miri))) {
        let mut setup = start.parse::<amazons::StartSpec>().unwrap().setup().unwrap();
        setup.delay = delay;
        let board = amazons::Narrow::new(setup.size).expect("a narrow board");
        all_agree::<_, 10>(&Position::on_board(board, &setup).unwrap());
    }
    let eight = amazons::Start::of(amazons::Size::new(8, 8).unwrap()).unwrap();
    let start = Position::<Board8x8>::from_setup(&eight.setup()).unwrap();
    all_agree::<Board8x8, 8>(&start);
}
