//! The squares of a batch by the distances of both sides, and the amazons by their steps.

use super::load::Batch;
use super::{Sets, Weigher};
use crate::otrera::counts::{KING, QUEEN, STEPS};
use crate::otrera::lanes::{Lanes, Words};

/// The classes of a batch; of sides the one to move comes first.
pub(in crate::otrera) struct ClassSets<L, const RANKS: usize> {
    /// The empty squares by queen moves.
    pub(in crate::otrera) queens: [[Sets<L, RANKS>; QUEEN]; 2],
    /// The empty squares by king moves.
    pub(in crate::otrera) kings: [[Sets<L, RANKS>; KING]; 2],
    /// The squares that two or more amazons of a side reach with one step.
    pub(in crate::otrera) twice: [Sets<L, RANKS>; 2],
    /// The numbers of amazons with at least the steps of each class to squares that the opponent reaches too.
    pub(in crate::otrera) with_steps: [[L; STEPS - 1]; 2],
    /// The numbers of amazons.
    pub(in crate::otrera) amazons: [usize; 2],
}

impl<L: Lanes, const RANKS: usize> ClassSets<L, RANKS> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let nothing = [L::zero(); RANKS];
        Self {
            queens: [[nothing; QUEEN]; 2],
            kings: [[nothing; KING]; 2],
            twice: [nothing; 2],
            with_steps: [[L::zero(); STEPS - 1]; 2],
            amazons: [0; 2],
        }
    }

    /// Classifies a batch, whatever was there before. It writes in place: to copy the sets, 18 kB, would cost a tenth of a search.
    #[inline(always)]
    pub(super) fn classify<W: Weigher>(&mut self, batch: &Batch<RANKS>) {
        let open = Open::<L, RANKS>::new(&batch.empty);
        let nothing = [L::zero(); RANKS];
        self.amazons = batch.count;
        let mut reached = [nothing; 2];
        for side in [0, 1] {
            let mut all = nothing;
            for amazon in 0..batch.count[side] {
                all = both(&all, &amazon_sets(&batch.amazons[side][amazon]), L::or);
            }
            reached[side] = by_king_moves(all, &open.empty, &mut self.kings[side]);
        }
        let contested = both(&reached[0], &reached[1], L::and);
        for side in [0, 1] {
            let (mut near, mut twice) = (nothing, nothing);
            let mut with_steps = [L::zero(); STEPS - 1];
            for amazon in 0..batch.count[side] {
                let steps = queen_moves(&amazon_sets(&batch.amazons[side][amazon]), &open);
                if W::READS_TWICE {
                    twice = both(&twice, &both(&near, &steps, L::and), L::or);
                }
                near = both(&near, &steps, L::or);
                // Its own side reaches all of these: those that the other reaches too are contested.
                let count = L::count_common(&steps, &contested);
                for class in 1..STEPS {
                    with_steps[class - 1] = with_steps[class - 1].plus(count.at_least(LEAST_STEPS[class]));
                }
            }
            (self.twice[side], self.with_steps[side]) = (twice, with_steps);
            by_queen_moves(near, &reached[side], &open, &mut self.queens[side]);
        }
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
pub(in crate::otrera) fn both<L: Lanes, const RANKS: usize>(
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
    let mut class = 0;
    loop {
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
        left = both(&left, &front, L::without);
        if class < KING - 1 {
            classes[class] = front;
            class += 1;
        } else {
            classes[KING - 2] = both(&classes[KING - 2], &front, L::or);
        }
    }
    for unused in &mut classes[class..KING - 1] {
        *unused = [L::zero(); RANKS];
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
