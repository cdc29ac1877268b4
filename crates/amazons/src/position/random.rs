//! Random moves, drawn without listing them, and whole random games.

use rand::{Rng, RngExt};

use super::Position;
use crate::bits::Bits;
use crate::board::{Board, queen_reach};
use crate::color::Color;
use crate::mv::Move;
use crate::walker::Walker;

/// How a random move is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Draw {
    /// Every move alike.
    Uniform,
    /// In two stages: every step (amazon and square) alike, then every shot after it.
    Steps,
    /// In three stages: every amazon that can move alike, then its squares, then the shots.
    Amazons,
}

/// A random game from a position to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// Who won.
    pub winner: Color,
    /// How many plies were played.
    pub plies: u32,
}

/// The steps of the side to move: for each amazon where it stands and where it can go.
struct Steps<W> {
    from: [u8; 16],
    reach: [W; 16],
    amazons: usize,
    /// How many steps there are.
    count: u32,
}

impl<W: Bits> Steps<W> {
    /// The step with `rank` steps before it.
    #[inline(always)]
    fn select(&self, mut rank: u32) -> (u32, u32) {
        let mut amazon = 0;
        loop {
            let count = self.reach[amazon].count();
            if rank < count || amazon + 1 == self.amazons {
                return (u32::from(self.from[amazon]), self.reach[amazon].select(rank));
            }
            rank -= count;
            amazon += 1;
        }
    }
}

impl<B: Board> Position<B> {
    /// Draws a random legal move; `None` where there is none.
    #[inline]
    pub fn random_move<R: Rng + ?Sized>(&self, draw: Draw, rng: &mut R) -> Option<Move> {
        let steps = self.all_steps();
        if steps.count == 0 {
            return None;
        }
        match draw {
            Draw::Uniform => self.draw_uniform(&steps, rng),
            Draw::Steps if self.vacancies.delay() == 0 => {
                let (from, to) = steps.select(rng.random_range(0..steps.count));
                Some(self.with_random_arrow(from, to, rng))
            }
            Draw::Amazons if self.vacancies.delay() == 0 => Some(self.draw_amazon(&steps, rng)),
            Draw::Steps | Draw::Amazons => self.draw_of_shooting(steps, draw, rng),
        }
    }

    /// Plays random moves until the side to move has none.
    pub fn play_out<R: Rng + ?Sized>(mut self, draw: Draw, rng: &mut R) -> Playout {
        if let Some(mut walker) = Walker::new(&self) {
            return walker.play_out(draw, rng);
        }
        let mut plies = 0;
        while let Some(mv) = self.random_move(draw, rng) {
            self.play_unchecked(mv);
            plies += 1;
        }
        Playout { winner: !self.turn, plies }
    }

    #[inline(always)]
    fn all_steps(&self) -> Steps<B::Bits> {
        let mut steps = Steps { from: [0; 16], reach: [B::Bits::NONE; 16], amazons: 0, count: 0 };
        let mut rest = self.amazons[self.turn];
        while !rest.is_none() {
            let from = rest.lowest();
            rest = rest.without_lowest();
            let reach = queen_reach(self.board, from, self.blocked);
            // A side has at most 16 amazons; the mask spares the check of the bound.
            steps.from[steps.amazons & 15] = from as u8;
            steps.reach[steps.amazons & 15] = reach;
            steps.amazons += 1;
            steps.count += reach.count();
        }
        steps
    }

    #[inline(always)]
    fn with_random_arrow<R: Rng + ?Sized>(&self, from: u32, to: u32, rng: &mut R) -> Move {
        let arrows = self.arrow_reach(from, to);
        self.name_move(from, to, arrows.select(rng.random_range(0..arrows.count())))
    }

    #[inline(always)]
    fn name_move(&self, from: u32, to: u32, arrow: u32) -> Move {
        let [from, to, arrow] = [from, to, arrow].map(|index| self.board.square(index));
        Move { from, to, arrow }
    }

    #[inline]
    fn draw_amazon<R: Rng + ?Sized>(&self, steps: &Steps<B::Bits>, rng: &mut R) -> Move {
        let can_move = |amazon: &usize| !steps.reach[*amazon].is_none();
        let movable = (0..steps.amazons).filter(can_move).count() as u32;
        let chosen = rng.random_range(0..movable) as usize;
        let amazon = (0..steps.amazons).filter(can_move).nth(chosen).unwrap_or(0);
        let reach = steps.reach[amazon];
        let to = reach.select(rng.random_range(0..reach.count()));
        self.with_random_arrow(u32::from(steps.from[amazon]), to, rng)
    }

    /// Draws uniformly over all moves.
    ///
    /// A step drawn uniformly and kept with a probability proportional to its number of shots, then one of its
    /// shots, is a uniform move; a step that is not kept is drawn anew. `most` bounds the shots of a step. Where
    /// the steps have far fewer shots than that, counting them all is faster, and since every round is uniform by
    /// itself it does not matter for the law when one changes over.
    #[inline]
    fn draw_uniform<R: Rng + ?Sized>(&self, steps: &Steps<B::Bits>, rng: &mut R) -> Option<Move> {
        const ROUNDS: u32 = 16;
        let size = self.board.size();
        // On each of four lines a queen reaches at most all other squares of the line; and each shot hits a square
        // that was empty or just left, but not the one stepped on.
        let long = u32::from(size.columns().max(size.rows()));
        let short = u32::from(size.columns().min(size.rows()));
        let most = ((long - 1) + 3 * (short - 1)).min((!self.blocked).count());
        for _ in 0..ROUNDS {
            let (from, to) = steps.select(rng.random_range(0..steps.count));
            let arrows = self.arrow_reach(from, to);
            let chosen = rng.random_range(0..most);
            if chosen < arrows.count() {
                return Some(self.name_move(from, to, arrows.select(chosen)));
            }
        }
        let count = self.count_moves();
        (count > 0).then(|| self.nth_move(rng.random_range(0..count)))
    }

    /// The legal move with `rank` moves before it in the order of the generator.
    ///
    /// # Panics
    /// When there are fewer.
    #[must_use]
    pub fn nth_move(&self, mut rank: u64) -> Move {
        let mut found = None;
        let _ = self.for_each_shots(|shots| {
            let count = u64::from(shots.arrows.count());
            if rank < count {
                found = shots.arrows.select(rank as u32).map(|arrow| Move {
                    from: shots.from,
                    to: shots.to,
                    arrow,
                });
                return std::ops::ControlFlow::Break(());
            }
            rank -= count;
            std::ops::ControlFlow::Continue(())
        });
        found.expect("the rank of a move is below the number of moves")
    }

    /// Draws in stages where a step may leave no shot: such steps are taken out first.
    #[cold]
    fn draw_of_shooting<R: Rng + ?Sized>(
        &self,
        mut steps: Steps<B::Bits>,
        draw: Draw,
        rng: &mut R,
    ) -> Option<Move> {
        steps.count = 0;
        for amazon in 0..steps.amazons {
            let mut rest = steps.reach[amazon];
            while !rest.is_none() {
                let to = rest.lowest();
                rest = rest.without_lowest();
                if self.arrow_reach(u32::from(steps.from[amazon]), to).is_none() {
                    steps.reach[amazon] ^= B::Bits::single(to);
                }
            }
            steps.count += steps.reach[amazon].count();
        }
        if steps.count == 0 {
            return None;
        }
        if draw == Draw::Amazons {
            return Some(self.draw_amazon(&steps, rng));
        }
        let (from, to) = steps.select(rng.random_range(0..steps.count));
        Some(self.with_random_arrow(from, to, rng))
    }
}
