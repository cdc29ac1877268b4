//! Detects duplicate games: those with the same moves up to a symmetry of the board.

use std::collections::HashSet;

use amazons::{Board, Game, Position, Symmetry, Transform, Visitor};
use store::digest;

/// The games seen so far, each by a fingerprint of 64 bits: the chance of a collision among a million games is below one in
/// ten million.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct DistinctGames {
    seen: HashSet<u64>,
}

impl DistinctGames {
    /// Adds a game; returns whether no symmetric image of it was added before.
    pub(super) fn insert(&mut self, game: &Game) -> bool {
        self.seen.insert(fingerprint(game))
    }
}

/// A fingerprint that all symmetric images of a game share.
fn fingerprint(game: &Game) -> u64 {
    let size = game.start().size();
    let image = |symmetry: Symmetry| {
        let mut bytes = game.start().visit(TransformedHash { symmetry }).to_le_bytes().to_vec();
        for &mv in game.moves() {
            let mv = symmetry.apply_to_move(mv, size);
            bytes.extend(
                [mv.from, mv.to, mv.arrow].map(|square| square.rank().index() << 4 | square.file().index()),
            );
        }
        digest(&bytes)
    };
    Symmetry::of(size).map(image).min().expect("every board has the identity")
}

/// The hash of a position's image under a symmetry, without swapping the sides.
struct TransformedHash {
    symmetry: Symmetry,
}

impl Visitor for TransformedHash {
    type Output = u64;

    fn visit<B: Board>(self, position: &Position<B>) -> u64 {
        position.transformed(Transform { symmetry: self.symmetry, swaps_colors: false }).key()
    }
}

#[cfg(test)]
mod tests {
    use amazons::AnyPosition;

    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn only_symmetric_games_are_duplicates() {
        let mut distinct = DistinctGames::default();
        assert!(distinct.insert(&game("d1-d7/g7 d10-d8/j8")));
        assert!(!distinct.insert(&game("d1-d7/g7 d10-d8/j8")));
        assert!(!distinct.insert(&game("g1-g7/d7 g10-g8/a8")), "the mirror image");
        assert!(distinct.insert(&game("d1-d7/g7")), "a part of it");
        assert!(distinct.insert(&game("d1-d7/g7 g10-g8/a8")), "half a mirror");
        // The same position in another order of moves is another game.
        assert!(distinct.insert(&game("d1-d2/d1 d10-d9/d10 g1-g2/g1 g10-g9/g10")));
        assert!(distinct.insert(&game("g1-g2/g1 d10-d9/d10 d1-d2/d1 g10-g9/g10")));
    }

    #[test]
    fn games_from_different_starts_differ() {
        let black = amazons::Setup::from_fen("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b - - 0 1").unwrap();
        let black = Game::new(AnyPosition::from_setup(&black).unwrap());
        let mut distinct = DistinctGames::default();
        assert!(distinct.insert(&Game::default()));
        assert!(distinct.insert(&black));
    }
}
