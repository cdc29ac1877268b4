//! Bounds of an area by counting, as in [`crate::safe`], and how promising it looks.

use super::area::Area;
use super::board::SmallBoard;
use super::fill::{FillArea, Filler};
use super::margins::Margins;

/// The most nodes for the safe moves of an area.
const SAFE_NODES: u32 = 63;

/// Shared areas with more empty squares are not filled: the number of squares is the upper bound.
const LARGEST_SHARED: u32 = 10;

/// The bounds of a sum from what each side is sure of in each area, and the most that it can have.
#[inline]
pub(crate) fn counted(areas: &[Area], filler: &mut Filler<'_>) -> Margins {
    match areas {
        [] => Margins::LOST,
        [first, rest @ ..] => {
            let first = count(first, filler);
            rest.iter().fold(first, |sum, area| sum.plus(count(area, filler)))
        }
    }
}

/// The bounds of one area.
pub(crate) fn count(area: &Area, filler: &mut Filler<'_>) -> Margins {
    let board = filler.board;
    let mut safe = [0; 2];
    let mut shared = 0;
    let touched = area.sides.map(|side| board.around(side));
    for region in board.parts(area.empty) {
        match (region & touched[0] != 0, region & touched[1] != 0) {
            (true, true) => shared |= region,
            (true, false) => safe[0] |= region,
            (false, true) => safe[1] |= region,
            (false, false) => {}
        }
    }
    let mut at_least = [0; 2];
    let mut at_most = [0; 2];
    for side in 0..2 {
        let own = area.sides[side];
        if safe[side] != 0 {
            let exposed = board.around(shared | area.sides[1 - side]);
            let guards = own & exposed & board.around(safe[side]);
            let fill_area = FillArea { empty: safe[side], free: own & !exposed, guards };
            at_least[side] = filler.count(fill_area, SAFE_NODES).at_least as i16;
        }
        for squares in board.parts((area.empty & !safe[1 - side]) | own) {
            let (empty, free) = (squares & area.empty, squares & own);
            let size = empty.count_ones();
            if free == 0 || size == 0 {
                continue;
            }
            let is_large = empty & shared != 0 && size > LARGEST_SHARED;
            at_most[side] += if is_large {
                size as i16
            } else {
                filler.count_part(FillArea { empty, free, guards: 0 }, SAFE_NODES).at_most as i16
            };
        }
    }
    #[cfg(test)]
    let at_most = at_most.map(|most| most - filler.fault);
    Margins::from_highs([at_most[0] - at_least[1] - 1, at_most[1] - at_least[0] - 1])
}

/// How promising areas, all as one, look for the mover: the squares that it reaches in fewer queen moves, and those that it
/// reaches at once.
pub(crate) fn promise(all: &Area, board: &SmallBoard) -> i32 {
    let first = all.sides.map(|side| board.queens_reach(side, all.empty));
    let balance =
        |sets: [u32; 2]| (sets[0] & !sets[1]).count_ones() as i32 - (sets[1] & !sets[0]).count_ones() as i32;
    // Where both come as fast, the side to move comes first.
    let mut score = 5 * balance(first) + (first[0] & first[1]).count_ones() as i32;
    let mut reached = first;
    let mut open = all.empty & !(first[0] | first[1]);
    while open != 0 {
        let next = reached.map(|set| board.queens_reach(set, all.empty) & open);
        if next == [0, 0] {
            break;
        }
        score += 4 * balance(next);
        reached = [reached[0] | next[0], reached[1] | next[1]];
        open &= !(next[0] | next[1]);
    }
    score
}
