//! Perft numbers from `testdata/perft.txt`.

use std::num::NonZero;

use amazons::perft::{perft, perft_divide, perft_plain};
use amazons::{AnyPosition, Board, Position, Setup, Start, Visitor};

use crate::testdata;

/// What an ordinary test may count; the rest is counted by the benchmarks.
const MOST: u64 = 150_000_000;

struct Count {
    depth: u32,
}

impl Visitor for Count {
    type Output = u64;

    fn visit<B: Board>(self, position: &Position<B>) -> u64 {
        perft(position, self.depth)
    }
}

struct AllWays {
    depth: u32,
}

impl Visitor for AllWays {
    type Output = ();

    fn visit<B: Board>(self, position: &Position<B>) {
        let expected = perft_plain(position, self.depth);
        assert_eq!(perft(position, self.depth), expected);
        for threads in [1, 2, 5] {
            let divided = perft_divide(position, self.depth, NonZero::new(threads).unwrap());
            assert!(divided.iter().map(|&(mv, _)| mv).eq(position.legal_moves()));
            assert_eq!(divided.iter().map(|(_, count)| count).sum::<u64>(), expected);
        }
    }
}

#[test]
fn numbers_are_those_of_the_literature() {
    let mut checked = 0;
    for line in testdata("perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let setup = Setup::from_fen(fields.next().unwrap()).unwrap();
        let position = AnyPosition::from_setup(&setup).unwrap();
        assert_eq!(Start::of(setup.size).map(Start::setup), Some(setup));
        for field in fields {
            let (depth, count) = field.strip_prefix('D').unwrap().split_once(' ').unwrap();
            let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
            if count <= MOST {
                assert_eq!(position.visit(Count { depth }), count, "depth {depth} of {line}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 19);
}

#[test]
fn plain_bulk_and_divided_counts_agree() {
    for fen in [
        "1qq1/q2q/Q2Q/1QQ1 w - - 0 1",
        "1qq1/q2q/Q2Q/1QQ1 w - - 0 1 k3:",
        "5/1q3/2*2/3Q1/4* b - - 0 4",
        "16/****************/16/q15/16/16/16/16/14Q1 w - - 0 30",
    ] {
        let position = AnyPosition::from_setup(&Setup::from_fen(fen).unwrap()).unwrap();
        position.visit(AllWays { depth: 2 });
    }
}

#[test]
fn a_lost_position_has_no_game_of_one_ply_and_one_of_none() {
    let position = AnyPosition::from_setup(&Setup::from_fen("Q*/*q w - - 0 1").unwrap()).unwrap();
    assert_eq!(position.visit(Count { depth: 0 }), 1);
    assert_eq!(position.visit(Count { depth: 1 }), 0);
    assert_eq!(position.visit(Count { depth: 5 }), 0);
}
