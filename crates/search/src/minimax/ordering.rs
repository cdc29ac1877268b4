//! Move ordering. It changes how much is pruned, never the value.

use amazons::Move;

/// The order in which alpha-beta tries the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Ordering {
    /// As the rules generate them.
    #[default]
    Generation,
    /// First recent refutations at the same ply (killer moves), then as generated.
    Refutations,
    /// First recent refutations; then, at depth two or more, by the evaluations of the positions after them.
    Evaluated,
}

/// The refutations of each ply.
const KEPT: usize = 6;

/// Killer moves by ply, the last one first.
#[derive(Clone, Debug, Default)]
pub(super) struct Refutations {
    by_ply: Vec<[Option<Move>; KEPT]>,
}

impl Refutations {
    /// The refutations at a ply.
    #[inline]
    pub(super) fn at(&self, ply: usize) -> [Option<Move>; KEPT] {
        self.by_ply.get(ply).copied().unwrap_or_default()
    }

    /// Puts a refutation in front.
    #[inline]
    pub(super) fn remember(&mut self, ply: usize, mv: Move) {
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, [None; KEPT]);
        }
        let kept = &mut self.by_ply[ply];
        let place = kept.iter().position(|&other| other == Some(mv)).unwrap_or(KEPT - 1);
        kept[place] = Some(mv);
        kept[..=place].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_refutation_comes_first_and_none_twice() {
        let mv = |arrow: u8| {
            let [from, to, arrow] = [0, 1, arrow].map(amazons::Square::from_index);
            Move { from, to, arrow }
        };
        let mut refutations = Refutations::default();
        for arrow in 2..=10 {
            refutations.remember(3, mv(arrow));
        }
        refutations.remember(3, mv(8));
        let kept: Vec<Move> = refutations.at(3).into_iter().flatten().collect();
        assert_eq!(kept, [8, 10, 9, 7, 6, 5].map(mv));
        assert_eq!(refutations.at(2), [None; KEPT]);
        assert_eq!(refutations.at(400), [None; KEPT]);
    }
}
