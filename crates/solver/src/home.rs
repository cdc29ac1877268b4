//! What a side is sure of: the plies that it can make whatever its opponent does, and the most that it can make while
//! its opponent only sits at home.
//!
//! The *home* of a side are the empty squares that touch its amazons and none of the other side. Nobody else gets in
//! as long as the amazons around it stay where they are. An amazon that also touches what is not home is a *guard*, or
//! blocker: when it moves it must step inwards and shoot back at the square just left, which closes the wall for good.
//!
//! ```text
//! 3  . . * B .
//! 2  . . W . .      The amazon on c2 guards a1 to b3. It closes it by stepping to b2 and shooting at c2.
//! 1  . . * * B
//!    a b c d e
//! ```
//!
//! A side that plays so cannot be disturbed, and it disturbs the other in no way but by standing there: so each side's
//! home moves against the most that the other could ever make give bounds of the margin.

use amazons::{Bits, Board, ByColor, Color};

use crate::area::{Area, around, parts};
use crate::fill::{Filler, Room};
use crate::margin::Count;

/// Above so many empty squares the shared rooms of the other side are not filled but only measured.
const LARGEST_SHARED_ROOM: u32 = 10;

/// The empty squares by who touches them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach<W> {
    /// Touched by one side only.
    pub(crate) home: ByColor<W>,
    /// Touched by both.
    pub(crate) shared: W,
}

impl<W: Bits> Reach<W> {
    pub(crate) fn new<B: Board<Bits = W>>(board: B, area: &Area<W>) -> Self {
        let mut reach = Self { home: ByColor::default(), shared: W::NONE };
        for region in parts(board, area.empty) {
            let touched = around(board, region);
            let touches = area.amazons.map(|set| !(set & touched).is_none());
            match (touches.white, touches.black) {
                (true, true) => reach.shared |= region,
                (true, false) => reach.home.white |= region,
                (false, true) => reach.home.black |= region,
                (false, false) => {}
            }
        }
        reach
    }

    /// The home of a side with the amazons that keep it.
    pub(crate) fn home_room<B: Board<Bits = W>>(&self, board: B, area: &Area<W>, color: Color) -> Room<W> {
        let home = self.home[color];
        let exposed = around(board, self.shared | area.amazons[!color]);
        let own = area.amazons[color];
        // An amazon that touches nothing of the home may still be let in by one that leaves.
        Room { empty: home, free: own & !exposed, guards: own & exposed & around(board, home) }
    }
}

/// For each side, at least the plies that it can make whatever the other does, and at most those that it can make while
/// the other stays at home.
pub(crate) fn counts<B: Board>(
    board: B,
    area: &Area<B::Bits>,
    filler: &mut Filler<B::Bits>,
    effort: u32,
) -> ByColor<Count> {
    let reach = Reach::new(board, area);
    ByColor::from_fn(|color| {
        let at_least = filler.count(board, reach.home_room(board, area, color), effort).at_least;
        let own = area.amazons[color];
        let mut at_most = 0;
        for squares in parts(board, (area.empty & !reach.home[!color]) | own) {
            let room = Room::closed(squares & area.empty, squares & own);
            if room.free.is_none() || room.empty.is_none() {
                continue;
            }
            let size = room.empty.count();
            let is_large = !(room.empty & reach.shared).is_none() && size > LARGEST_SHARED_ROOM;
            at_most += if is_large { size as u16 } else { filler.count(board, room, effort).at_most };
        }
        Count { at_least, at_most }
    })
}
