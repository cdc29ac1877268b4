//! Positions to try the rules on: random setups and positions from random games, of every size and the variant.

use amazons::{AnyPosition, Color, Draw, Piece, RandomStart, Setup, Size, Square, StartSymmetry};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) type Rng = Xoshiro256PlusPlus;

pub(crate) fn rng(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// Any setup that is a position: random size, amazons, arrows, turn, and in every third case the variant.
pub(crate) fn random_setup(rng: &mut Rng) -> Setup {
    loop {
        let size = Size::new(rng.random_range(1..=16), rng.random_range(1..=16)).unwrap();
        if size.area() < 2 {
            continue;
        }
        let mut squares: Vec<Square> = size.squares().collect();
        let mut take = || {
            let index = rng.random_range(0..squares.len());
            squares.swap_remove(index)
        };
        let mut setup = Setup::empty(size);
        setup.set(take(), Some(Piece::Amazon(Color::White)));
        setup.set(take(), Some(Piece::Amazon(Color::Black)));
        let share = rng.random_range(0..90);
        let mut amazons = [1, 1];
        for square in squares {
            if rng.random_range(0..100) < share {
                setup.set(square, Some(Piece::Arrow));
            } else if rng.random_range(0..12) == 0 {
                let side = rng.random_range(0..2);
                if amazons[side] < 16 {
                    amazons[side] += 1;
                    setup.set(square, Some(Piece::Amazon(Color::BOTH[side])));
                }
            }
        }
        setup.turn = Color::BOTH[rng.random_range(0..2)];
        setup.move_number = rng.random_range(1..200);
        if rng.random_range(0..3) == 0 {
            add_variant(&mut setup, rng);
        }
        return setup;
    }
}

fn add_variant(setup: &mut Setup, rng: &mut Rng) {
    setup.delay = rng.random_range(1..=15);
    let arrows: Vec<Square> = setup.squares_of(Piece::Arrow).collect();
    for (plies, &square) in (1..=setup.delay).zip(&arrows) {
        if rng.random_range(0..2) == 0 {
            setup.reopening.push((square, plies));
        }
    }
}

/// A position some random plies into a game from a random start.
pub(crate) fn random_position(seed: u64, plies: u32) -> AnyPosition {
    let mut rng = rng(seed);
    let mut setup = loop {
        let start = RandomStart {
            size: Size::new(rng.random_range(2..=16), rng.random_range(2..=16)).unwrap(),
            amazons: rng.random_range(1..=6),
            margin: rng.random_range(0..=2),
            symmetry: [StartSymmetry::Turn, StartSymmetry::Mirror][rng.random_range(0..2)],
            seed: rng.random(),
        };
        if let Ok(setup) = start.setup() {
            break setup;
        }
    };
    setup.delay = [0, 0, 1, 5, 15][rng.random_range(0..5)];
    let mut position = AnyPosition::from_setup(&setup).unwrap();
    for _ in 0..plies {
        let Some(mv) = position.random_move(Draw::Steps, &mut rng) else { break };
        position = position.play(mv).unwrap();
    }
    position
}
