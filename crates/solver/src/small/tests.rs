//! Every bound and every answer against a search that knows the rules and nothing else.

use std::collections::HashMap;
use std::num::NonZero;

use amazons::Size;
use rand::{Rng, RngExt};
use testkit::rng;

use super::area::{Area, Sum};
use super::board::{SmallBoard, members};
use super::bounds;
use super::certificate::Collector;
use super::fill::{FillArea, Filler};
use super::search::{Prover, Shared};
use super::solver::plies;
use super::table::{Entry, Memory, VALUE_BITS};

/// The rules, square by square, with free moves.
struct Oracle<'a> {
    board: &'a SmallBoard,
    known: HashMap<(u32, [u32; 2], i16), bool>,
}

impl Oracle<'_> {
    /// Whether the mover wins with `given` free moves given away.
    fn wins(&mut self, area: &Area, given: i16) -> bool {
        let key = (area.empty, area.sides, given);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let passes = given < 0 && !self.wins(&area.exchanged(), -given - 1);
        let wins =
            passes || plies(self.board, area).into_iter().any(|ply| !self.wins(&area.after(ply), -given));
        self.known.insert(key, wins);
        wins
    }

    fn margin(&mut self, area: &Area) -> i16 {
        let most = area.empty.count_ones() as i16 + 1;
        (-most..=most).rev().find(|&given| self.wins(area, given)).expect("free moves for every square win")
    }
}

fn board(columns: u8, rows: u8) -> SmallBoard {
    SmallBoard::new(Size::new(columns, rows).unwrap()).unwrap()
}

/// Some squares of a board, empty or with amazons of either side.
fn random_area(board: &SmallBoard, rng: &mut impl Rng, amazons: [u32; 2], empty: u32) -> Area {
    let mut squares: Vec<u32> = (0..board.squares).collect();
    let mut draw = |count: u32| {
        (0..count).fold(0, |set, _| set | 1 << squares.swap_remove(rng.random_range(0..squares.len())))
    };
    Area { sides: amazons.map(&mut draw), empty: draw(empty) }
}

/// Calls with a shared state of little memory.
fn with_shared<T>(board: &SmallBoard, bytes: usize, call: impl FnOnce(&Shared<'_>) -> T) -> T {
    let mut margins = Memory::new(2 * board.squares, bytes).unwrap();
    let mut fills = Memory::new(2 * board.squares, bytes).unwrap();
    call(&Shared::new(board, margins.table(), fills.table(), None))
}

#[test]
fn bounds_hold_on_random_areas() {
    let mut rng = rng(20);
    let mut exact = 0;
    let rounds = 3_000;
    for round in 0..rounds {
        let (columns, rows) = [(3, 3), (4, 3), (3, 5), (4, 4), (7, 2)][round % 5];
        let board = board(columns, rows);
        let amazons = [rng.random_range(1..=3), rng.random_range(1..=3)];
        let empty = rng.random_range(1..=6);
        if amazons[0] + amazons[1] + empty > board.squares {
            continue;
        }
        let area = random_area(&board, &mut rng, amazons, empty);
        let mut oracle = Oracle { board: &board, known: HashMap::new() };
        let margins = [oracle.margin(&area), oracle.margin(&area.exchanged())];
        with_shared(&board, 1 << 12, |shared| {
            let filler = &mut Filler::new(&board, &shared.fills);
            // A whole position as one area, connected or not: the bounds of counting hold there too.
            let counted = bounds::count(&area, filler);
            let sum = Sum::of(&area, filler);
            let divided = bounds::counted(&sum.areas, filler);
            for side in 0..2 {
                let lead = if side == 0 { sum.lead } else { -sum.lead };
                let held = |low: i16, high: i16| low <= margins[side] && margins[side] <= high;
                assert!(held(counted.low[side], counted.high[side]), "{area:?} {margins:?} {counted:?}");
                assert!(
                    held(divided.low[side] + lead, divided.high[side] + lead),
                    "{area:?} {margins:?} {divided:?} {lead}"
                );
                exact += usize::from(divided.low[side] == divided.high[side]);
            }
        });
    }
    assert!(exact > rounds / 5, "counting alone is exact for some: {exact}");
}

#[test]
fn answers_are_right_on_random_positions_whatever_the_memory() {
    let mut rng = rng(21);
    for round in 0..600 {
        let (columns, rows) = [(3, 4), (4, 4), (5, 3), (5, 4), (8, 2)][round % 5];
        let board = board(columns, rows);
        let amazons = [rng.random_range(1..=3), rng.random_range(1..=3)];
        let empty = rng.random_range(3..=7);
        if amazons[0] + amazons[1] + empty > board.squares {
            continue;
        }
        let area = random_area(&board, &mut rng, amazons, empty);
        let mut oracle = Oracle { board: &board, known: HashMap::new() };
        let wins = oracle.wins(&area, 0);
        for bytes in [1 << 7, 1 << 16] {
            with_shared(&board, bytes, |shared| {
                assert_eq!(Prover::new(shared).wins_position(&area), Some(wins), "{area:?} in {bytes} bytes");
            });
        }
        // The margins that areas are settled by.
        with_shared(&board, 1 << 16, |shared| {
            let mut prover = Prover::new(shared);
            let margin = oracle.margin(&area);
            let sum = Sum::of(&area, &mut prover.filler);
            let answers = [margin, margin + 1].map(|given| prover.wins(&sum.areas, given - sum.lead));
            assert_eq!(answers, [Some(true), Some(false)], "{area:?} {margin}");
        });
    }
}

/// All positions with one amazon a side: how many, and how many the mover wins.
fn one_amazon_each(columns: u8, rows: u8) -> [u32; 2] {
    let board = board(columns, rows);
    let mut oracle = Oracle { board: &board, known: HashMap::new() };
    let all = u32::MAX >> (32 - board.squares);
    let mut counts = [0; 2];
    with_shared(&board, 1 << 20, |shared| {
        let mut prover = Prover::new(shared);
        for mover in 0..board.squares {
            for other in (0..board.squares).filter(|&other| other != mover) {
                let sides = [1 << mover, 1 << other];
                let free = all & !(sides[0] | sides[1]);
                let mut empty = free;
                loop {
                    let area = Area { empty, sides };
                    let wins = prover.wins_position(&area);
                    assert_eq!(wins, Some(oracle.wins(&area, 0)), "{area:?}");
                    counts[0] += 1;
                    counts[1] += u32::from(wins == Some(true));
                    if empty == 0 {
                        break;
                    }
                    empty = (empty - 1) & free;
                }
            }
        }
    });
    counts
}

#[test]
fn all_positions_of_one_amazon_each() {
    // Every placement of two amazons with every set of arrows, symmetric ones among them.
    assert_eq!(one_amazon_each(3, 3), [(9 * 8) << 7, 6_852]);
    assert_eq!(one_amazon_each(4, 3), [(12 * 11) << 10, 100_854]);
}

/// What becomes of a proof whose bounds are wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Faulty {
    /// The answer is right all the same.
    Right,
    /// It is wrong, and there is no move to name in a certificate.
    Unwritten,
    /// It is wrong, and `verify` refuses the certificate.
    Refused,
}

/// Proves a position with upper bounds that are too low, and has the certificate checked.
fn faulty(board: &SmallBoard, area: &Area, fault: i16) -> Faulty {
    let wins = Oracle { board, known: HashMap::new() }.wins(area, 0);
    let rules = verify::Board::new(board.columns, board.rows).unwrap();
    with_shared(board, 1 << 16, |shared| {
        let mut prover = Prover::new(shared);
        prover.filler.fault = fault;
        let found = prover.wins_position(area).unwrap();
        if found == wins {
            return Faulty::Right;
        }
        let to_position = |area: &Area| verify::Position {
            empty: area.empty,
            mover: area.sides[0],
            opponent: area.sides[1],
        };
        let ply = plies(board, area)
            .into_iter()
            .find(|&ply| found && prover.knows_position(&area.after(ply)) == Some(false));
        if found && ply.is_none() {
            return Faulty::Unwritten;
        }
        let lost = ply.map_or(*area, |ply| area.after(ply));
        let mut collector = Collector::new(&rules, prover);
        // It finds a contradiction mostly. What it has until then is written all the same.
        let _ = collector.add(to_position(&lost), |_| ());
        let (mut bytes, mv) = (Vec::new(), ply.map(|ply| rules.move_name(ply.map(|square| 1 << square))));
        let fen = to_position(area).to_fen(&rules);
        verify::write(&mut bytes, &fen, mv.as_deref(), &collector.into_keys()).unwrap();
        let checked = verify::Certificate::read(&*bytes).unwrap().check(NonZero::<usize>::MIN, |_| ());
        assert!(checked.is_err(), "a wrong claim was accepted: {area:?} {fen} {mv:?}");
        Faulty::Refused
    })
}

#[test]
fn a_bound_that_is_broken_on_purpose_is_found_and_its_certificates_are_refused() {
    let mut rng = rng(26);
    let (mut wrong_bounds, mut outcomes) = (0, Vec::new());
    for _ in 0..400 {
        let board = board(4, 4);
        let amazons = [rng.random_range(1..=2), rng.random_range(1..=2)];
        let area = random_area(&board, &mut rng, amazons, 6);
        let margin = Oracle { board: &board, known: HashMap::new() }.margin(&area);
        with_shared(&board, 1 << 12, |shared| {
            let mut filler = Filler::new(&board, &shared.fills);
            filler.fault = 1;
            let counted = bounds::count(&area, &mut filler);
            wrong_bounds += usize::from(margin < counted.low[0] || margin > counted.high[0]);
        });
        assert_eq!(faulty(&board, &area, 0), Faulty::Right, "{area:?}");
        outcomes.push(faulty(&board, &area, 1));
    }
    let count = |wanted| outcomes.iter().filter(|&&outcome| outcome == wanted).count();
    let counts = [Faulty::Right, Faulty::Unwritten, Faulty::Refused].map(count);
    // So the tests of this file find such a bound, and where they did not, `verify` would.
    assert!(wrong_bounds > 20 && counts[2] > 5, "{wrong_bounds} bounds, {counts:?}");
}

#[test]
fn fills_are_right() {
    /// The most plies of a side by itself; a guard's first ply closes the wall behind it.
    fn most(board: &SmallBoard, area: FillArea) -> u16 {
        let free = plies(board, &Area { empty: area.empty, sides: [area.free, 0] });
        let guards = plies(board, &Area { empty: area.empty, sides: [area.guards, 0] });
        let guards = guards.into_iter().filter(|[from, _, arrow]| from == arrow);
        free.into_iter()
            .chain(guards)
            .map(|ply| 1 + most(board, area.after(ply.map(|square| 1 << square))))
            .max()
            .unwrap_or(0)
    }
    let mut rng = rng(22);
    for round in 0..1_500 {
        let board = board([4, 5, 3][round % 3], 4);
        let Area { empty, sides: [free, guards] } =
            random_area(&board, &mut rng, [[1, 1], [2, 0], [1, 0], [0, 2]][round % 4], [3, 5, 6][round % 3]);
        let area = FillArea { empty, free, guards };
        with_shared(&board, 1 << 10, |shared| {
            let mut filler = Filler::new(&board, &shared.fills);
            let right = most(&board, area);
            let quick = filler.count(area, 7);
            assert!(quick.at_least <= right && right <= quick.at_most, "{area:?} {right} {quick:?}");
            assert_eq!(filler.count(area, Filler::NO_LIMIT).exact(), Some(right), "{area:?}");
        });
    }
}

#[test]
fn keys_are_the_same_for_what_is_the_same_and_no_other() {
    let board = board(4, 3);
    let mut seen: HashMap<u64, Area> = HashMap::new();
    let mut rng = rng(23);
    for _ in 0..2_000 {
        let area = random_area(&board, &mut rng, [1, 1], 4);
        let [one, other] = area.sides.map(|side| side | area.empty);
        let key = board.canonical_either(one, other);
        // A position whose sides are symmetric to each other is the same with the sides exchanged.
        let is_symmetric = board.canonical(one, other) == board.canonical(other, one);
        assert_eq!(board.canonical_either(other, one), (key.0, !key.1 && !is_symmetric), "{area:?}");
        // What has the same key has the same margins.
        let same = *seen.entry(key.0).or_insert(if key.1 { area.exchanged() } else { area });
        let area = if key.1 { area.exchanged() } else { area };
        let mut oracle = Oracle { board: &board, known: HashMap::new() };
        assert_eq!(oracle.margin(&area), oracle.margin(&same), "{area:?} {same:?}");
    }
    // The corner's two squares are the same in all four corners, and after a shift.
    let place = |column: u32, row: u32| 1_u32 << (row * 4 + column);
    let key = board.canonical(place(0, 0), place(1, 0));
    for [one, other] in [
        [place(3, 2), place(2, 2)],
        [place(1, 1), place(2, 1)],
        [place(0, 1), place(0, 2)],
        [place(2, 2), place(2, 1)],
    ] {
        assert_eq!(board.canonical(one, other), key);
    }
}

#[test]
fn a_table_never_takes_one_key_for_another() {
    let mut rng = rng(24);
    // Numbers of buckets that are powers of two, and others.
    for (key_bits, bytes) in
        [(18, 1 << 10), (40, 1 << 10), (40, 1_000), (41, 1_984), (60, 1 << 10), (64, 1 << 10)]
    {
        let mut memory = Memory::new(key_bits, bytes).unwrap();
        assert!(key_bits >= 60 || memory.bytes() == bytes / 64 * 64, "all of the memory is used");
        // Keys of many bits need many places, whatever the wish.
        assert!(key_bits < 60 || memory.bytes() > 1 << 10);
        if key_bits == 64 {
            continue;
        }
        let table = memory.table();
        let mut written = HashMap::new();
        for _ in 0..5_000 {
            let key = rng.random::<u64>() >> (64 - key_bits);
            let entry =
                Entry { value: rng.random::<u32>() >> (32 - VALUE_BITS) | 1, work: rng.random_range(0..64) };
            table.insert(key, entry);
            written.insert(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        let mut found = 0;
        for _ in 0..20_000 {
            let key = rng.random::<u64>() >> (64 - key_bits);
            assert!(table.get(key).is_none() || written.contains_key(&key));
        }
        for (key, entry) in written {
            match table.get(key) {
                None => {}
                Some(kept) => {
                    assert_eq!(kept, entry);
                    found += 1;
                }
            }
        }
        assert!(found > 50, "{found}");
    }
}

#[test]
fn queens_reach_what_each_of_them_reaches() {
    let mut rng = rng(25);
    for (columns, rows) in [(1, 5), (4, 4), (7, 4), (5, 6), (8, 4), (2, 16), (32, 1)] {
        let Ok(size) = Size::new(columns, rows) else { continue };
        let board = SmallBoard::new(size).unwrap();
        for _ in 0..200 {
            let empty = rng.random::<u32>() & rng.random::<u32>() & u32::MAX >> (32 - board.squares);
            let set = rng.random::<u32>() & rng.random::<u32>() & !empty & u32::MAX >> (32 - board.squares);
            let each = members(set).fold(0, |all, from| all | board.reach(from, !empty));
            assert_eq!(board.queens_reach(set, empty), each, "{columns}x{rows} {set:x} {empty:x}");
        }
    }
}
