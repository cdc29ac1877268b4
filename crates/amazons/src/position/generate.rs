//! The legal moves: as sets, one by one, or only counted.

use std::ops::ControlFlow;

use super::Position;
use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::board::{Board, queen_reach};
use crate::color::Color;
use crate::direction::Direction;
use crate::mv::{Move, Moves, Shots};
use crate::square::Square;

impl<B: Board> Position<B> {
    /// The squares to which the amazon on a square of the board can step.
    #[inline]
    #[must_use]
    pub fn steps(&self, from: Square) -> Bitboard<B> {
        self.set(queen_reach(self.board, self.board.index(from), self.blocked))
    }

    /// The squares at which the amazon on `from` can shoot from `to`, both on the board.
    #[inline]
    #[must_use]
    pub fn shots(&self, from: Square, to: Square) -> Bitboard<B> {
        self.set(self.arrow_reach(self.board.index(from), self.board.index(to)))
    }

    #[inline(always)]
    pub(super) fn arrow_reach(&self, from: u32, to: u32) -> B::Bits {
        queen_reach(self.board, to, self.blocked_for_arrow(from))
    }

    /// What is in an arrow's way after the amazon on `from` has stepped.
    #[inline(always)]
    pub(super) fn blocked_for_arrow(&self, from: u32) -> B::Bits {
        // Where the amazon now stands needs no bit: a queen's reach never counts her own square.
        if self.vacancies.delay() == 0 { self.blocked & !B::Bits::single(from) } else { self.blocked }
    }

    /// Visits every step with its shots, until the visitor breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use amazons::{Board10x10, Position, Start};
    /// let position = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
    /// let (mut steps, mut moves) = (0, 0);
    /// let _ = position.for_each_shots(|shots| {
    ///     steps += 1;
    ///     moves += shots.arrows.count();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((steps, moves), (80, 2176));
    /// ```
    #[inline]
    pub fn for_each_shots(&self, mut visit: impl FnMut(Shots<B>) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut amazons = self.amazons[self.turn];
        while !amazons.is_none() {
            let from = amazons.lowest();
            amazons = amazons.without_lowest();
            let blocked = self.blocked_for_arrow(from);
            let mut steps = queen_reach(self.board, from, self.blocked);
            while !steps.is_none() {
                let to = steps.lowest();
                steps = steps.without_lowest();
                let arrows = self.set(queen_reach(self.board, to, blocked));
                // Only where a vacated square stays blocked can a step leave no shot.
                if !arrows.is_empty() {
                    visit(Shots { from: self.board.square(from), to: self.board.square(to), arrows })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with both squares of every step that leaves a shot, in the order of [`legal_moves`](Self::legal_moves).
    #[inline]
    pub fn for_each_step(&self, mut visit: impl FnMut(Square, Square)) {
        if self.vacancies.delay() > 0 {
            let _ = self.for_each_shots(|Shots { from, to, .. }| {
                visit(from, to);
                ControlFlow::Continue(())
            });
            return;
        }
        // Every step leaves the shot back at the square just left.
        for from in self.amazons(self.turn) {
            self.steps(from).into_iter().for_each(|to| visit(from, to));
        }
    }

    /// The legal moves, one by one.
    #[must_use]
    pub fn legal_moves(&self) -> LegalMoves<B> {
        LegalMoves {
            position: *self,
            amazons: self.amazons[self.turn],
            from: 0,
            steps: B::Bits::NONE,
            moves: None,
        }
    }

    /// The number of legal moves, none of them listed.
    #[inline]
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        self.count_moves_of(self.turn)
    }

    /// The number of moves that a side has, or would have if it were to move.
    #[inline]
    #[must_use]
    pub fn count_moves_of(&self, color: Color) -> u64 {
        let mut count = 0;
        let mut amazons = self.amazons[color];
        while !amazons.is_none() {
            let from = amazons.lowest();
            amazons = amazons.without_lowest();
            let steps = queen_reach(self.board, from, self.blocked);
            count += u64::from(count_lines(self.board, steps, !self.blocked_for_arrow(from)));
        }
        count
    }

    /// The number of steps that leave a shot.
    #[must_use]
    pub fn count_steps(&self) -> u32 {
        let mut count = 0;
        let _ = self.for_each_shots(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether the side to move can move.
    #[inline]
    #[must_use]
    pub fn has_move(&self) -> bool {
        if self.vacancies.delay() == 0 {
            // Every step leaves the shot back at the square just left.
            let around = self.set(self.amazons[self.turn]).neighbors();
            around.intersects(self.empty())
        } else {
            self.for_each_shots(|_| ControlFlow::Break(())).is_break()
        }
    }
}

/// The number of queen's moves over `empty` squares from all squares of a set together.
///
/// The queens of the set run in step: after k steps in a direction, those still running have k moves each. Since
/// a shift keeps them apart, counting the runners after every step counts all moves.
#[inline]
fn count_lines<B: Board>(board: B, from: B::Bits, empty: B::Bits) -> u32 {
    let mut count = 0;
    for direction in Direction::ALL {
        let mut running = board.shifted(from, direction) & empty;
        while !running.is_none() {
            count += running.count();
            running = board.shifted(running, direction) & empty;
        }
    }
    count
}

/// The legal moves of a position: see [`Position::legal_moves`].
#[derive(Clone, Debug)]
pub struct LegalMoves<B: Board> {
    position: Position<B>,
    /// Those whose turn has not come.
    amazons: B::Bits,
    from: u32,
    /// Those of the amazon on `from` whose turn has not come.
    steps: B::Bits,
    moves: Option<Moves<B>>,
}

impl<B: Board> Iterator for LegalMoves<B> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let board = self.position.board;
        loop {
            if let Some(mv) = self.moves.as_mut().and_then(Iterator::next) {
                return Some(mv);
            }
            while self.steps.is_none() {
                if self.amazons.is_none() {
                    return None;
                }
                self.from = self.amazons.lowest();
                self.amazons = self.amazons.without_lowest();
                self.steps = queen_reach(board, self.from, self.position.blocked);
            }
            let to = self.steps.lowest();
            self.steps = self.steps.without_lowest();
            let arrows = self.position.set(self.position.arrow_reach(self.from, to));
            let shots = Shots { from: board.square(self.from), to: board.square(to), arrows };
            self.moves = Some(shots.into_iter());
        }
    }
}
