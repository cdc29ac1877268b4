//! What every evaluation must leave alone: symmetries and the exchange of colours.

use amazons::{Bitboard, Board, Color, Position, Symmetry, Transform, Visitor};
use eval::maps::Mover;
use eval::{Eval, Evaluation, MapCache, NamedEval, RaceSums};

use crate::is_close;
use crate::scalar::sample;

struct Symmetric;

impl Visitor for Symmetric {
    type Output = ();

    fn visit<B: Board>(self, position: &Position<B>) {
        // A network has learnt every square by itself.
        let is_symmetric = |named: &NamedEval| !matches!(named.eval, Eval::Random(_) | Eval::Network(_));
        for named in Eval::ALL.into_iter().filter(is_symmetric) {
            let value = named.eval.value(position);
            for symmetry in Symmetry::of(position.board().size()) {
                // With the colours exchanged the same side is to move under another name.
                for swaps_colors in [false, true] {
                    let mut image = position.transformed(Transform { symmetry, swaps_colors }).to_setup();
                    // The stage of the game depends on the plies played, which depend on the name.
                    image.move_number = position.move_number();
                    let same_ply = image.ply() == position.ply();
                    let image = Position::on_board(position.board(), &image).unwrap();
                    let found = named.eval.value(&image);
                    let staged = named.name.starts_with("mgpeo") && !same_ply;
                    assert!(
                        staged || is_close(found, value),
                        "{}: {found} and {value} in {position:?}",
                        named.name
                    );
                }
            }
        }
    }
}

#[test]
fn symmetries_and_colours_change_no_value() {
    for seed in 0..120 {
        sample(seed).visit(Symmetric);
    }
}

struct Shared;

impl Visitor for Shared {
    type Output = ();

    fn visit<B: Board>(self, position: &Position<B>) {
        // One maps for all, so that each finds what others have grown.
        let maps = MapCache::new(position);
        for named in Eval::ALL {
            let (shared, fused) = (named.eval.value_with(&maps), named.eval.value(position));
            assert_eq!(shared.to_bits(), fused.to_bits(), "{}: {shared} and {fused}", named.name);
            assert_eq!(named.eval.breakdown_with(&maps), named.eval.breakdown(position), "{}", named.name);
        }
        for mover in [Mover::Queen, Mover::King] {
            assert_eq!(*maps.sums(mover), RaceSums::new(position, mover), "{mover:?} in {position:?}");
            for color in Color::BOTH {
                let levels = maps.levels(color, mover);
                assert!((levels.within(1) & !reach(position, color)).is_empty(), "{color:?} in {position:?}");
            }
        }
    }
}

/// The squares that a side's queens reach in one move.
fn reach<B: Board>(position: &Position<B>, color: Color) -> Bitboard<B> {
    let amazons = position.amazons(color).into_iter();
    amazons.fold(Bitboard::empty(position.board()), |all, from| all | position.steps(from))
}

#[test]
fn shared_maps_give_the_same_values_to_the_last_bit() {
    for seed in 0..200 {
        sample(seed).visit(Shared);
    }
}

struct Explained;

impl Visitor for Explained {
    type Output = ();

    fn visit<B: Board>(self, position: &Position<B>) {
        for named in Eval::ALL {
            let breakdown = named.eval.breakdown(position);
            assert!(is_close(breakdown.value, named.eval.value(position)), "{}", named.name);
            let sum: f64 = breakdown.terms.iter().map(|term| term.weight * term.value).sum();
            assert!(is_close(breakdown.value, sum), "{}", named.name);
        }
    }
}

#[test]
fn a_breakdown_adds_up_to_the_value() {
    for seed in 0..120 {
        sample(seed).visit(Explained);
    }
}

struct Chance;

impl Visitor for Chance {
    type Output = f64;

    fn visit<B: Board>(self, position: &Position<B>) -> f64 {
        "random".parse::<Eval>().unwrap().value(position)
    }
}

#[test]
fn chance_is_even_and_spread() {
    let values: Vec<f64> = (0..2_000).map(|seed| sample(seed).visit(Chance)).collect();
    assert!(values.iter().all(|value| (-0.5..=0.5).contains(value)));
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    assert!(mean.abs() < 0.03, "{mean}");
    let below = values.iter().filter(|value| **value < -0.25).count();
    assert!((400..600).contains(&below), "{below}");
}
