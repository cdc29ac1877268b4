//! The plies that a side can make against any play, and the most that it can make while its opponent plays only in its own
//! safe region.
//!
//! The *safe region* of a side are the empty squares that its amazons reach and the other side does not. No opponent enters
//! it as long as the amazons around it do not move. An amazon that also touches other squares is a *guard*, or blocker: when it moves it must step inwards and shoot back at the square just left, which closes the wall for good.
//!
//! ```text
//! 3  . . * B .
//! 2  . . W . .      The amazon on c2 guards a1 to b3. It closes it by stepping to b2 and shooting at c2.
//! 1  . . * * B
//!    a b c d e
//! ```
//!
//! A side that plays so cannot be disturbed, and it disturbs the other only by the squares it occupies. So the safe moves of
//! one side and the most moves of the other give bounds of the margin.

use amazons::{Bits, Board, ByColor, Color};

use crate::area::{Area, around, parts};
use crate::fill::{FillArea, Filler};
use crate::margin::Count;

/// Shared areas with more empty squares are not filled: the number of squares is the upper bound.
const LARGEST_SHARED: u32 = 10;

/// The empty squares by the side that reaches them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach<W> {
    /// Reached by one side only.
    pub(crate) safe: ByColor<W>,
    /// Reached by both.
    pub(crate) shared: W,
}

impl<W: Bits> Reach<W> {
    pub(crate) fn new<B: Board<Bits = W>>(board: B, area: &Area<W>) -> Self {
        let mut reach = Self { safe: ByColor::default(), shared: W::NONE };
        for region in parts(board, area.empty) {
            let touched = around(board, region);
            let touches = area.amazons.map(|set| !(set & touched).is_none());
            match (touches.white, touches.black) {
                (true, true) => reach.shared |= region,
                (true, false) => reach.safe.white |= region,
                (false, true) => reach.safe.black |= region,
                (false, false) => {}
            }
        }
        reach
    }

    /// The safe region of a side with its amazons and guards.
    pub(crate) fn safe_area<B: Board<Bits = W>>(
        &self,
        board: B,
        area: &Area<W>,
        color: Color,
    ) -> FillArea<W> {
        let safe = self.safe[color];
        let exposed = around(board, self.shared | area.amazons[!color]);
        let own = area.amazons[color];
        // An amazon that does not touch the safe region may still enter it after another one has left.
        FillArea { empty: safe, free: own & !exposed, guards: own & exposed & around(board, safe) }
    }
}

/// For each side, at least the plies that it can make against any play, and at most those that it can make while the other
/// plays only in its safe region.
pub(crate) fn counts<B: Board>(
    board: B,
    area: &Area<B::Bits>,
    filler: &mut Filler<B::Bits>,
    nodes: u32,
) -> ByColor<Count> {
    let reach = Reach::new(board, area);
    ByColor::from_fn(|color| {
        let at_least = filler.count(board, reach.safe_area(board, area, color), nodes).at_least;
        let own = area.amazons[color];
        let mut at_most = 0;
        for squares in parts(board, (area.empty & !reach.safe[!color]) | own) {
            let fill_area = FillArea::closed(squares & area.empty, squares & own);
            if fill_area.free.is_none() || fill_area.empty.is_none() {
                continue;
            }
            let size = fill_area.empty.count();
            let is_large = !(fill_area.empty & reach.shared).is_none() && size > LARGEST_SHARED;
            at_most += if is_large { size as u16 } else { filler.count(board, fill_area, nodes).at_most };
        }
        Count { at_least, at_most }
    })
}
