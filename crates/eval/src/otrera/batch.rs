//! The values of a batch of positions: the same counts as in `counts`, for 16 or 32 positions together.

use amazons::{Board, Position, Rank};

use super::counts::{KING, KINGS_AT, QUEEN, QUEENS_AT, STEPS, STEPS_AT};
use super::lanes::{Lanes, MOST, Words, Work, with_widest};

/// The smallest batch that is faster than one position after another.
const SMALLEST: usize = 5;

/// The most amazons of a side.
const AMAZONS: usize = 4;

/// A set of squares of every position, rank by rank.
pub(super) type Sets<L, const RANKS: usize> = [L; RANKS];

/// The positions of a batch, as registers load them.
struct Batch<const RANKS: usize> {
    /// The empty squares.
    empty: [Words; RANKS],
    /// The amazons, the side to move's first: on which rank each stands, and its file as a bit.
    amazons: [[(Words, Words); AMAZONS]; 2],
    /// The number of amazons of each side.
    count: [usize; 2],
}

impl<const RANKS: usize> Batch<RANKS> {
    const NONE: Words = Words([0; MOST]);

    fn new() -> Self {
        Self { empty: [Self::NONE; RANKS], amazons: [[(Self::NONE, Self::NONE); AMAZONS]; 2], count: [0; 2] }
    }

    /// Fills in positions; the rest of an earlier batch is ignored.
    #[inline(always)]
    fn fill<B: Board>(&mut self, positions: &[Position<B>]) {
        for (lane, position) in positions.iter().enumerate() {
            let empty = position.empty();
            for (rank, words) in (0..).zip(&mut self.empty) {
                words.0[lane] = empty.rank(Rank::new(rank).expect("a board has 16 ranks at most"));
            }
            for (side, color) in [position.turn(), !position.turn()].into_iter().enumerate() {
                let mut count = 0;
                for (square, (ranks, files)) in
                    position.amazons(color).into_iter().zip(&mut self.amazons[side])
                {
                    ranks.0[lane] = u16::from(square.rank().index());
                    files.0[lane] = 1 << square.file().index();
                    count += 1;
                }
                self.count[side] = count;
            }
        }
    }
}

/// What the values of a batch are made of.
pub(super) trait Weigher {
    /// Whether it reads [`ClassSets::twice`], which is left empty otherwise.
    const READS_TWICE: bool;

    /// The values of a batch, in thousandths of a move.
    fn weigh<L: Lanes, const RANKS: usize>(&self, sets: &ClassSets<L, RANKS>) -> L::Sums;
}

/// The weights of the counts.
impl Weigher for &[i16] {
    const READS_TWICE: bool = false;

    #[inline(always)]
    fn weigh<L: Lanes, const RANKS: usize>(&self, sets: &ClassSets<L, RANKS>) -> L::Sums {
        let mut sums = L::no_sums();
        for side in [0, 1] {
            let at = STEPS_AT + side * STEPS;
            let weights = &self[at..at + STEPS];
            sums = weigh_steps::<L>(sums, &sets.with_steps[side], sets.amazons[side], weights);
        }
        sums = weigh_pairs(sums, &sets.queens, &self[QUEENS_AT..KINGS_AT]);
        sums = weigh_pairs(sums, &sets.kings, &self[KINGS_AT..STEPS_AT]);
        L::weigh(sums, [L::zero().at_least(0), L::zero()], [self[0], 0])
    }
}

/// Calls `emit` with the values of some positions, in thousandths of a move. `None`, and no call, where they have to be
/// evaluated one after another: on other boards, with more amazons, on processors without AVX2, in small batches, or where
/// positions differ in their numbers of amazons or empty squares.
pub(super) fn values<B: Board, W: Weigher>(
    positions: &[Position<B>],
    weigher: W,
    emit: impl FnMut(i32),
) -> Option<()> {
    let first = positions.first()?;
    let amazons = |position: &Position<B>| {
        [position.turn(), !position.turn()].map(|color| position.amazons(color).count() as usize)
    };
    if positions.len() < SMALLEST {
        return None;
    }
    let is_alike = |other: &Position<B>| {
        amazons(other) == amazons(first) && other.empty().count() == first.empty().count()
    };
    if amazons(first).iter().any(|&count| count > AMAZONS) || !positions.iter().all(is_alike) {
        return None;
    }
    match first.board().size().rows() {
        8 => with_widest(InBatches::<_, _, _, 8> { positions, weigher, emit }).ok(),
        10 => with_widest(InBatches::<_, _, _, 10> { positions, weigher, emit }).ok(),
        _ => None,
    }
}

/// Evaluates positions, as many at once as a register holds.
pub(super) struct InBatches<'a, B: Board, W, F, const RANKS: usize> {
    pub(super) positions: &'a [Position<B>],
    pub(super) weigher: W,
    pub(super) emit: F,
}

impl<B: Board, W: Weigher, F: FnMut(i32), const RANKS: usize> Work for InBatches<'_, B, W, F, RANKS> {
    type Done = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let mut batch = Batch::<RANKS>::new();
        let mut sums = [0; MOST];
        for some in self.positions.chunks(L::COUNT) {
            batch.fill(some);
            let sets = ClassSets::<L, RANKS>::new::<W>(&batch);
            L::write(self.weigher.weigh(&sets), &mut sums);
            sums[..some.len()].iter().for_each(|&sum| (self.emit)(sum));
        }
    }
}

/// The classes of a batch; of sides the one to move comes first.
pub(super) struct ClassSets<L, const RANKS: usize> {
    /// The empty squares by queen moves.
    pub(super) queens: [[Sets<L, RANKS>; QUEEN]; 2],
    /// The empty squares by king moves.
    pub(super) kings: [[Sets<L, RANKS>; KING]; 2],
    /// The squares that two or more amazons of a side reach with one step.
    pub(super) twice: [Sets<L, RANKS>; 2],
    /// The numbers of amazons with at least the steps of each class to squares that the opponent reaches too.
    pub(super) with_steps: [[L; STEPS - 1]; 2],
    /// The numbers of amazons.
    pub(super) amazons: [usize; 2],
}

impl<L: Lanes, const RANKS: usize> ClassSets<L, RANKS> {
    #[inline(always)]
    fn new<W: Weigher>(batch: &Batch<RANKS>) -> Self {
        let open = Open::<L, RANKS>::new(&batch.empty);
        let nothing = [L::zero(); RANKS];
        let mut sets = Self {
            queens: [[nothing; QUEEN]; 2],
            kings: [[nothing; KING]; 2],
            twice: [nothing; 2],
            with_steps: [[L::zero(); STEPS - 1]; 2],
            amazons: batch.count,
        };
        let mut reached = [nothing; 2];
        for side in [0, 1] {
            let mut all = nothing;
            for amazon in 0..batch.count[side] {
                all = both(&all, &amazon_sets(&batch.amazons[side][amazon]), L::or);
            }
            reached[side] = by_king_moves(all, &open.empty, &mut sets.kings[side]);
        }
        let contested = both(&reached[0], &reached[1], L::and);
        for side in [0, 1] {
            let mut near = nothing;
            let mut with_steps = [L::zero(); STEPS - 1];
            for amazon in 0..batch.count[side] {
                let steps = queen_moves(&amazon_sets(&batch.amazons[side][amazon]), &open);
                if W::READS_TWICE {
                    sets.twice[side] = both(&sets.twice[side], &both(&near, &steps, L::and), L::or);
                }
                near = both(&near, &steps, L::or);
                // Its own side reaches all of these: those that the other reaches too are contested.
                let count = L::count_common(&steps, &contested);
                for class in 1..STEPS {
                    with_steps[class - 1] = with_steps[class - 1].plus(count.at_least(LEAST_STEPS[class]));
                }
            }
            sets.with_steps[side] = with_steps;
            by_queen_moves(near, &reached[side], &open, &mut sets.queens[side]);
        }
        sets
    }
}

/// The square of one amazon of every position.
#[inline(always)]
fn amazon_sets<L: Lanes, const RANKS: usize>((ranks, files): &(Words, Words)) -> Sets<L, RANKS> {
    let (ranks, files) = (L::load(ranks), L::load(files));
    let mut sets = [L::zero(); RANKS];
    for (rank, set) in (0..).zip(&mut sets) {
        *set = ranks.where_equal(rank, files);
    }
    sets
}

/// The fewest steps of every class.
const LEAST_STEPS: [u16; STEPS] = [0, 1, 2, 3, 4, 5, 7, 10, 14, 19];

#[inline(always)]
pub(super) fn both<L: Lanes, const RANKS: usize>(
    one: &Sets<L, RANKS>,
    other: &Sets<L, RANKS>,
    with: impl Fn(L, L) -> L,
) -> Sets<L, RANKS> {
    let mut result = *one;
    for rank in 0..RANKS {
        result[rank] = with(one[rank], other[rank]);
    }
    result
}

/// Classifies the empty squares by the king moves that a side needs to them; returns all that it reaches.
#[inline(always)]
fn by_king_moves<L: Lanes, const RANKS: usize>(
    amazons: Sets<L, RANKS>,
    empty: &Sets<L, RANKS>,
    classes: &mut [Sets<L, RANKS>; KING],
) -> Sets<L, RANKS> {
    let (mut front, mut left) = (amazons, *empty);
    for class in 0.. {
        let mut row = front;
        for rank in 0..RANKS {
            row[rank] = front[rank].or(front[rank].raised::<1>()).or(front[rank].lowered::<1>());
        }
        let mut any = L::zero();
        for rank in 0..RANKS {
            let mut near = row[rank];
            if rank > 0 {
                near = near.or(row[rank - 1]);
            }
            if rank + 1 < RANKS {
                near = near.or(row[rank + 1]);
            }
            front[rank] = near.and(left[rank]);
            any = any.or(front[rank]);
        }
        if any.is_zero() {
            break;
        }
        let members = &mut classes[class.min(KING - 2)];
        for rank in 0..RANKS {
            left[rank] = left[rank].without(front[rank]);
            members[rank] = members[rank].or(front[rank]);
        }
    }
    classes[KING - 1] = left;
    both(empty, &left, L::without)
}

/// Classifies the empty squares by the queen moves that a side needs to them.
#[inline(always)]
fn by_queen_moves<L: Lanes, const RANKS: usize>(
    near: Sets<L, RANKS>,
    reached: &Sets<L, RANKS>,
    open: &Open<L, RANKS>,
    classes: &mut [Sets<L, RANKS>; QUEEN],
) {
    classes[0] = near;
    let mut left = both(reached, &near, L::without);
    for class in 1..QUEEN - 2 {
        classes[class] = both(&queen_moves(&classes[class - 1], open), &left, L::and);
        left = both(&left, &classes[class], L::without);
    }
    classes[QUEEN - 2] = left;
    classes[QUEEN - 1] = both(&open.empty, reached, L::without);
}

/// The empty squares, and those that begin a run of two, four or eight empty squares away from file a.
struct Open<L, const RANKS: usize> {
    empty: Sets<L, RANKS>,
    two: Sets<L, RANKS>,
    four: Sets<L, RANKS>,
    eight: Sets<L, RANKS>,
}

impl<L: Lanes, const RANKS: usize> Open<L, RANKS> {
    #[inline(always)]
    fn new(words: &[Words; RANKS]) -> Self {
        let mut empty = [L::zero(); RANKS];
        let (mut two, mut four, mut eight) = (empty, empty, empty);
        for rank in 0..RANKS {
            empty[rank] = L::load(&words[rank]);
            two[rank] = empty[rank].and(empty[rank].lowered::<1>());
            four[rank] = two[rank].and(two[rank].lowered::<2>());
            eight[rank] = four[rank].and(four[rank].lowered::<4>());
        }
        Self { empty, two, four, eight }
    }
}

/// The squares that queens reach in one move over empty squares; their own may be among them.
///
/// Up and down every ray needs one sweep over the ranks. Along a rank towards file j an addition carries a queen through
/// the empty squares, towards file a runners double their steps (Kogge and Stone 1973).
#[inline(always)]
fn queen_moves<L: Lanes, const RANKS: usize>(from: &Sets<L, RANKS>, open: &Open<L, RANKS>) -> Sets<L, RANKS> {
    let mut reached = [L::zero(); RANKS];
    let mut rays = Rays::new();
    for rank in 1..RANKS {
        reached[rank] = rays.step(from[rank - 1], open.empty[rank]);
    }
    rays = Rays::new();
    for rank in (0..RANKS - 1).rev() {
        reached[rank] = reached[rank].or(rays.step(from[rank + 1], open.empty[rank]));
    }
    for rank in 0..RANKS {
        let (from, empty) = (from[rank], open.empty[rank]);
        // Empty squares above a queen become zero until the first that is not empty.
        let all = empty.or(from);
        let rising = empty.without(all.plus(from));
        let mut falling = from.lowered::<1>().and(empty);
        falling = falling.or(falling.lowered::<1>().and(empty));
        falling = falling.or(falling.lowered::<2>().and(open.two[rank]));
        falling = falling.or(falling.lowered::<4>().and(open.four[rank]));
        falling = falling.or(falling.lowered::<8>().and(open.eight[rank]));
        reached[rank] = reached[rank].or(rising).or(falling);
    }
    reached
}

/// Sliding sets: straight on and along both diagonals.
struct Rays<L> {
    straight: L,
    east: L,
    west: L,
}

impl<L: Lanes> Rays<L> {
    #[inline(always)]
    fn new() -> Self {
        Self { straight: L::zero(), east: L::zero(), west: L::zero() }
    }

    /// Slides to the next rank over its empty squares; queens of the rank before join.
    #[inline(always)]
    fn step(&mut self, queens: L, empty: L) -> L {
        self.straight = self.straight.or(queens).and(empty);
        self.east = self.east.or(queens).raised::<1>().and(empty);
        self.west = self.west.or(queens).lowered::<1>().and(empty);
        self.straight.or(self.east).or(self.west)
    }
}

/// Adds the weights of amazons by their steps.
#[inline(always)]
fn weigh_steps<L: Lanes>(
    mut sums: L::Sums,
    with_steps: &[L; STEPS - 1],
    amazons: usize,
    weights: &[i16],
) -> L::Sums {
    let one = L::zero().at_least(0);
    // Each amazon has the first class's weight, and every step up changes it by the difference.
    sums = L::weigh(sums, [one, L::zero()], [amazons as i16 * weights[0], 0]);
    for class in 1..STEPS {
        sums = L::weigh(sums, [with_steps[class - 1], L::zero()], [weights[class] - weights[class - 1], 0]);
    }
    sums
}

#[inline(always)]
pub(super) fn is_empty<L: Lanes, const RANKS: usize>(sets: &Sets<L, RANKS>) -> bool {
    let mut all = L::zero();
    for set in sets {
        all = all.or(*set);
    }
    all.is_zero()
}

/// Adds the weights of squares by pairs of classes.
#[inline(always)]
fn weigh_pairs<L: Lanes, const RANKS: usize, const CLASSES: usize>(
    mut sums: L::Sums,
    sides: &[[Sets<L, RANKS>; CLASSES]; 2],
    weights: &[i16],
) -> L::Sums {
    // Early no square is unreached, late none is far.
    let mut others = [false; CLASSES];
    for class in 0..CLASSES {
        others[class] = is_empty(&sides[1][class]);
    }
    for class in 0..CLASSES {
        let own = &sides[0][class];
        if is_empty(own) {
            continue;
        }
        let weights = &weights[class * CLASSES..][..CLASSES];
        let mut other = 0;
        while other < CLASSES {
            let next = other + 1;
            if !others[other] || (next < CLASSES && !others[next]) {
                let first = L::count_common(own, &sides[1][other]);
                sums = match next < CLASSES {
                    true => {
                        let second = L::count_common(own, &sides[1][next]);
                        L::weigh(sums, [first, second], [weights[other], weights[next]])
                    }
                    false => L::weigh(sums, [first, L::zero()], [weights[other], 0]),
                };
            }
            other += 2;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use amazons::{Board8x8, Board10x10, Draw, Game};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::lanes::Portable;
    use super::super::{Otrera, UNITS, weights_of};
    use super::*;
    use crate::Evaluation;

    /// The positions after every move of some positions of random games.
    fn siblings<B: Board>(start: &Position<B>) -> Vec<Vec<Position<B>>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut all = Vec::new();
        // An interpreter gets a full register and one with a single position, at the start of a game.
        let width = if cfg!(miri) { 17 } else { 70 };
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
            positions,
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
            Otrera.values(&positions, &mut values);
            let values: Vec<i32> = values.iter().map(|value| (value * UNITS).round() as i32).collect();
            assert_eq!(values, expected, "the form that this machine chooses");
        }
    }

    #[test]
    fn a_batch_has_the_values_of_its_positions() {
        if !has_avx2() {
            // Not by a macro, whose output the test harness captures.
            let warning = b"WARNING: this processor has no AVX2: only the plain form of a batch is tested\n";
            std::io::stderr().write_all(warning).unwrap();
        }
        let amazons::AnyPosition::Ten(start) = *Game::default().start() else { unreachable!("10x10") };
        all_agree::<Board10x10, 10>(&start);
        // Oblong boards, fewer amazons, and squares that wait to be empty again.
        for (start, delay) in [("random:11x10,amazons=3,seed=1", 0), ("random:9x10,amazons=1,seed=2", 4)] {
            let mut setup = start.parse::<amazons::StartSpec>().unwrap().setup().unwrap();
            setup.delay = delay;
            let board = amazons::Narrow::new(setup.size).expect("a narrow board");
            all_agree::<_, 10>(&Position::on_board(board, &setup).unwrap());
        }
        let eight = amazons::Start::of(amazons::Size::new(8, 8).unwrap()).unwrap();
        let start = Position::<Board8x8>::from_setup(&eight.setup()).unwrap();
        all_agree::<Board8x8, 8>(&start);
    }
}
