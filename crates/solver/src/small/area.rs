//! Areas of a small board, seen by the side to move.

use arrayvec::ArrayVec;

use super::board::{Set, SmallBoard};
use super::fill::{FillArea, Filler};

/// Connected squares without arrows, or a whole position: empty squares, the mover's amazons, the other side's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    pub(crate) empty: Set,
    pub(crate) sides: [Set; 2],
}

/// The active areas of a position, those with amazons of both sides: at most as many as a side has amazons.
pub(crate) type Areas = ArrayVec<Area, 16>;

/// A position divided.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) areas: Areas,
    /// The mover's plies in closed territories less the other side's.
    pub(crate) lead: i16,
}

/// A ply: from, to and arrow.
pub(crate) type Ply = [u8; 3];

impl Area {
    #[inline]
    pub(crate) fn squares(&self) -> Set {
        self.empty | self.sides[0] | self.sides[1]
    }

    #[inline]
    fn part(&self, squares: Set) -> Self {
        Self { empty: self.empty & squares, sides: self.sides.map(|side| side & squares) }
    }

    /// With the other side to move.
    #[inline]
    pub(crate) fn exchanged(self) -> Self {
        Self { empty: self.empty, sides: [self.sides[1], self.sides[0]] }
    }

    /// After a ply of the mover, seen by the other side.
    #[inline]
    pub(crate) fn after(&self, [from, to, arrow]: Ply) -> Self {
        Self {
            empty: (self.empty | 1 << from) & !(1 << to | 1 << arrow),
            sides: [self.sides[1], self.sides[0] ^ (1 << from | 1 << to)],
        }
    }

    /// Two areas as one.
    #[inline]
    fn union(self, other: &Self) -> Self {
        Self {
            empty: self.empty | other.empty,
            sides: [self.sides[0] | other.sides[0], self.sides[1] | other.sides[1]],
        }
    }
}

/// All areas as one.
#[inline]
pub(crate) fn union(areas: &[Area]) -> Area {
    areas.iter().fold(Area { empty: 0, sides: [0; 2] }, Area::union)
}

impl Sum {
    /// Divides a position.
    pub(crate) fn of(area: &Area, filler: &mut Filler<'_>) -> Self {
        let mut sum = Self { areas: Areas::new(), lead: 0 };
        sum.add(area, filler);
        sum
    }

    /// The sum after a ply in one of its areas, seen by the other side; the lead is only what the ply made.
    #[inline]
    pub(crate) fn after(areas: &[Area], index: usize, ply: Ply, filler: &mut Filler<'_>) -> Self {
        let others = areas.iter().enumerate().filter(|&(place, _)| place != index);
        let mut sum = Self { areas: others.map(|(_, area)| area.exchanged()).collect(), lead: 0 };
        sum.add(&areas[index].after(ply), filler);
        sum
    }

    #[inline]
    fn add(&mut self, area: &Area, filler: &mut Filler<'_>) {
        let board: &SmallBoard = filler.board;
        for squares in board.parts(area.squares()) {
            match area.part(squares) {
                Area { empty: 0, .. } | Area { sides: [0, 0], .. } => {}
                Area { empty, sides: [own, 0] } => self.lead += closed(filler, empty, own),
                Area { empty, sides: [0, other] } => self.lead -= closed(filler, empty, other),
                part => self.areas.push(part),
            }
        }
    }
}

/// The plies in a closed territory, which is connected.
#[inline]
fn closed(filler: &mut Filler<'_>, empty: Set, amazons: Set) -> i16 {
    let area = FillArea { empty, free: amazons, guards: 0 };
    let count = filler.count_part(area, Filler::NO_LIMIT);
    debug_assert!(count.exact().is_some(), "nothing limits it");
    count.at_least as i16
}
