//! The sums over all squares that most evaluations consist of, computed level by level without keeping the distance maps,
//! or from maps that exist already.

use amazons::{Bitboard, Bits, Board, Position};

use crate::maps::{Mover, Nearer, Race};

/// The sums of a race for the empty squares, for the side to move minus the other.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RaceSums {
    /// The numbers of squares by the nearer side: t1 and t2.
    pub nearer: Nearer,
    /// Twice the sum of 2^-own - 2^-other: p1 of MG-PEO, c1 of Lieberum.
    pub closeness: f64,
    /// The sum of (other - own) / 6, cut off at -1 and 1, a square that one side never reaches counting fully: p2 of
    /// MG-PEO, c2 of Lieberum.
    pub lead: f64,
}

/// One side of a race.
struct Runner<W> {
    /// The squares reached in the last move.
    front: W,
    /// All squares reached.
    reached: W,
    /// The squares that were reached 1, 2, ... 6 moves ago.
    before: [W; 6],
}

impl<W: Bits> Runner<W> {
    fn new(amazons: W) -> Self {
        Self { front: amazons, reached: W::NONE, before: [W::NONE; 6] }
    }

    /// Makes one move from all squares of the front.
    #[inline(always)]
    fn run<B: Board<Bits = W>>(&mut self, board: B, empty: W, mover: Mover) {
        self.before =
            [self.reached, self.before[0], self.before[1], self.before[2], self.before[3], self.before[4]];
        if self.front.is_none() || self.reached == empty {
            self.front = W::NONE;
            return;
        }
        let front = Bitboard::from_bits_unchecked(board, self.front);
        let through = Bitboard::from_bits_unchecked(board, empty);
        let next = match mover {
            Mover::Queen => front.queen_moves(through),
            Mover::King => front.neighbors() & through,
        };
        self.front = next.bits() & !self.reached;
        self.reached |= self.front;
    }

    /// The squares reached within the last six moves that another side has not reached by now.
    #[inline(always)]
    fn recent_lead(&self, other: W) -> u32 {
        (self.reached & !self.before[5] & !other).count()
    }
}

impl RaceSums {
    /// Runs the race to its end.
    ///
    /// A square that we need `a` moves for and they `b` > `a` adds to our lead once for every number of moves from `a`
    /// to `a + 5` within which they do not reach it: `b - a` times, six at most.
    // Inlined, so that unused sums cost nothing.
    #[inline(always)]
    #[must_use]
    pub fn new<B: Board>(position: &Position<B>, mover: Mover) -> Self {
        let (board, empty) = (position.board(), position.empty().bits());
        let mut own = Runner::new(position.amazons(position.turn()).bits());
        let mut other = Runner::new(position.amazons(!position.turn()).bits());
        let mut sums = Self::default();
        let (mut lead, mut worth, mut idle) = (0_i64, 1.0, 0);
        // Once no side advances, leads still grow for five moves.
        while idle < 6 {
            own.run(board, empty, mover);
            other.run(board, empty, mover);
            sums.nearer.own += (own.front & !other.reached).count();
            sums.nearer.other += (other.front & !own.reached).count();
            sums.nearer.tied += (own.front & other.front).count();
            sums.closeness += worth * (f64::from(own.front.count()) - f64::from(other.front.count()));
            worth *= 0.5;
            if own.reached == other.reached && own.front.is_none() && other.front.is_none() {
                // Both have reached the same squares: no lead grows any more.
                break;
            }
            lead += i64::from(own.recent_lead(other.reached)) - i64::from(other.recent_lead(own.reached));
            idle = if own.front.is_none() && other.front.is_none() { idle + 1 } else { 0 };
        }
        sums.lead = lead as f64 / 6.0;
        sums
    }

    /// The same from existing maps, to the last bit.
    #[must_use]
    pub fn of<B: Board>(race: &Race<B>) -> Self {
        let Race { own, other } = race;
        let mut sums = Self::default();
        let (mut lead, mut worth) = (0_i64, 1.0);
        let recent = |moves: usize| {
            let ours = own.within(moves) & !own.within(moves.saturating_sub(6)) & !other.within(moves);
            let theirs = other.within(moves) & !other.within(moves.saturating_sub(6)) & !own.within(moves);
            i64::from(ours.count()) - i64::from(theirs.count())
        };
        for moves in 1..=race.farthest() {
            let (ours, theirs) = (own.at(moves), other.at(moves));
            sums.nearer.own += (ours & !other.within(moves)).count();
            sums.nearer.other += (theirs & !own.within(moves)).count();
            sums.nearer.tied += (ours & theirs).count();
            sums.closeness += worth * (f64::from(ours.count()) - f64::from(theirs.count()));
            worth *= 0.5;
            lead += recent(moves);
        }
        // A square that one side never reaches adds to the lead for five moves more.
        lead += (1..6).map(|later| recent(race.farthest() + later)).sum::<i64>();
        sums.lead = lead as f64 / 6.0;
        sums
    }
}
