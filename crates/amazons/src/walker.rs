//! A position kept for random games: see [`Walker`].

use rand::{Rng, RngExt};

use crate::bits::Bits;
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::lines::{Lines, Occupied, Reach};
use crate::mv::Move;
use crate::position::{Draw, Playout, Position, ply_key};
use crate::square::{File, Rank, Square};

/// A position of the standard game on a board of up to 10 x 10, kept line by line so that random moves are drawn three
/// times as fast as from a [`Position`].
///
/// A search that plays many random games from positions near each other keeps one of these, copies it and plays on.
/// [`Position::play_out`] uses one by itself.
#[derive(Clone)]
pub struct Walker {
    lines: &'static Lines,
    occupied: Occupied,
    amazons: ByColor<Side>,
    turn: Color,
    plies: u32,
    /// What the plies have changed in the key of the position.
    key: u64,
}

/// Stands where a square is still to be written.
const NOWHERE: Square = Square::from_index(0);

/// Where a side's amazons stand.
#[derive(Clone, Copy)]
struct Side {
    squares: [Square; 16],
    count: usize,
}

/// The steps of the side to move.
struct Steps {
    reach: [Reach; 16],
    /// How many there are.
    count: u32,
}

impl Walker {
    /// Takes a position over; `None` where the board is larger than 10 x 10 or vacated squares stay blocked.
    #[must_use]
    pub fn new<B: Board>(position: &Position<B>) -> Option<Self> {
        if position.vacancies().delay() > 0 {
            return None;
        }
        let lines = Lines::of(position.board().size())?;
        let mut occupied = lines.empty_board();
        let mut fill = |square| lines.toggle(&mut occupied, square);
        let amazons = ByColor::from_fn(|color| {
            let mut side = Side { squares: [NOWHERE; 16], count: 0 };
            for square in position.amazons(color) {
                fill(square);
                side.squares[side.count] = square;
                side.count += 1;
            }
            side
        });
        position.arrows().into_iter().for_each(fill);
        Some(Self { lines, occupied, amazons, turn: position.turn(), plies: 0, key: 0 })
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// How many plies were played since the position was taken over.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Writes the squares back: what the position becomes after the plies played, given the position taken over.
    #[must_use]
    pub fn to_position<B: Board>(&self, origin: &Position<B>) -> Position<B> {
        let board = origin.board();
        let bit = |square| B::Bits::single(board.index(square));
        let amazons = self.amazons.map(|side| {
            let squares = side.squares[..side.count].iter();
            squares.fold(B::Bits::NONE, |set, &square| set | bit(square))
        });
        let mut occupied = B::Bits::NONE;
        let first = File::new(0).expect("file a");
        for rank in (0..board.size().rows()).filter_map(Rank::new) {
            let start = Square::new(first, rank);
            occupied |= B::Bits::run(self.lines.row(start, &self.occupied), board.index(start));
        }
        origin.replaced(amazons, occupied, self.plies, self.key)
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// When no amazon of the side to move stands where the move begins.
    pub fn play(&mut self, mv: Move) {
        let side = &self.amazons[self.turn];
        let amazon = side.squares[..side.count].iter().position(|&square| square == mv.from);
        self.play_amazon(amazon.expect("an amazon of the side to move"), mv);
    }

    #[inline(always)]
    fn play_amazon(&mut self, amazon: usize, mv: Move) {
        self.lines.toggle(&mut self.occupied, mv.from);
        self.land(amazon, mv);
    }

    /// Plays the rest of a move whose first square has been emptied.
    #[inline(always)]
    fn land(&mut self, amazon: usize, mv: Move) {
        self.lines.toggle(&mut self.occupied, mv.to);
        self.lines.toggle(&mut self.occupied, mv.arrow);
        self.amazons[self.turn].squares[amazon & 15] = mv.to;
        self.key ^= ply_key(self.turn, mv);
        self.turn = !self.turn;
        self.plies += 1;
    }

    /// Draws a random legal move and plays it; `None` where there is none.
    #[inline]
    pub fn step<R: Rng + ?Sized>(&mut self, draw: Draw, rng: &mut R) -> Option<Move> {
        let steps = self.steps();
        if steps.count == 0 {
            return None;
        }
        let (amazon, number) = match draw {
            Draw::Uniform => {
                let (amazon, mv) = self.draw_uniform(&steps, rng);
                self.play_amazon(amazon, mv);
                return Some(mv);
            }
            Draw::Steps => self.select(&steps, rng.random_range(0..steps.count)),
            Draw::Amazons => self.draw_amazon(&steps, rng),
        };
        let from = self.from(amazon);
        let to = self.lines.square(from, number);
        self.lines.toggle(&mut self.occupied, from);
        let arrows = self.lines.reach(to, &self.occupied);
        let arrow = self.lines.square(to, arrows.select(rng.random_range(0..arrows.count())));
        let mv = Move { from, to, arrow };
        self.land(amazon, mv);
        Some(mv)
    }

    /// Plays random moves until the side to move has none.
    #[inline]
    pub fn play_out<R: Rng + ?Sized>(&mut self, draw: Draw, rng: &mut R) -> Playout {
        let before = self.plies;
        while self.step(draw, rng).is_some() {}
        Playout { winner: !self.turn, plies: self.plies - before }
    }

    #[inline(always)]
    fn from(&self, amazon: usize) -> Square {
        self.amazons[self.turn].squares[amazon & 15]
    }

    #[inline(always)]
    fn steps(&self) -> Steps {
        let side = &self.amazons[self.turn];
        let mut steps = Steps { reach: [Reach::default(); 16], count: 0 };
        for (reach, &square) in steps.reach.iter_mut().zip(&side.squares[..side.count]) {
            *reach = self.lines.reach(square, &self.occupied);
            steps.count += reach.count();
        }
        steps
    }

    /// The step with `rank` steps before it: the amazon and the number in its reach.
    #[inline(always)]
    fn select(&self, steps: &Steps, mut rank: u32) -> (usize, u32) {
        let last = self.amazons[self.turn].count - 1;
        for (amazon, reach) in steps.reach[..last].iter().enumerate() {
            let count = reach.count();
            if rank < count {
                return (amazon, reach.select(rank));
            }
            rank -= count;
        }
        (last, steps.reach[last].select(rank))
    }

    /// Draws one of the amazons that can move, then one of its steps.
    #[inline(always)]
    fn draw_amazon<R: Rng + ?Sized>(&self, steps: &Steps, rng: &mut R) -> (usize, u32) {
        let can_move = |amazon: &usize| steps.reach[*amazon] != Reach::default();
        let count = self.amazons[self.turn].count;
        let movable = (0..count).filter(can_move).count() as u32;
        let chosen = rng.random_range(0..movable) as usize;
        let amazon = (0..count).filter(can_move).nth(chosen).unwrap_or(0);
        let reach = steps.reach[amazon];
        (amazon, reach.select(rng.random_range(0..reach.count())))
    }

    /// Draws uniformly over all moves.
    ///
    /// A step and one of the squares around it, both drawn uniformly, are a uniform move if the arrow really gets
    /// there, and are drawn anew if not. Late in a game few arrows do, but there are few steps as well: then all moves
    /// are counted. Since every round is uniform by itself, it does not matter for the law when one changes over.
    #[inline(always)]
    fn draw_uniform<R: Rng + ?Sized>(&self, steps: &Steps, rng: &mut R) -> (usize, Move) {
        const FEW: u32 = 24;
        const ROUNDS: u32 = 64;
        if steps.count <= FEW {
            return self.draw_counted::<32, R>(steps, rng);
        }
        for _ in 0..ROUNDS {
            let (amazon, number) = self.select(steps, rng.random_range(0..steps.count));
            let from = self.from(amazon);
            let to = self.lines.square(from, number);
            let target = self.lines.target(to, rng.random_range(0..self.lines.most()));
            if let Some(target) =
                target.filter(|&target| self.lines.reaches(to, target, &self.occupied, from))
            {
                return (amazon, Move { from, to, arrow: self.lines.square(to, target) });
            }
        }
        self.draw_counted::<1024, R>(steps, rng)
    }

    /// Counts the shots after every step, of which there are at most `MOST`, and draws one of them all.
    #[inline(always)]
    fn draw_counted<const MOST: usize, R: Rng + ?Sized>(&self, steps: &Steps, rng: &mut R) -> (usize, Move) {
        let mut shots = [(0_u8, NOWHERE, NOWHERE, Reach::default()); MOST];
        let (mut listed, mut moves) = (0, 0);
        self.for_each_step(steps, |amazon, from, to, arrows| {
            shots[listed % MOST] = (amazon as u8, from, to, arrows);
            listed += 1;
            moves += arrows.count();
        });
        let mut rank = rng.random_range(0..moves);
        let mut chosen = 0;
        while let Some(rest) = rank.checked_sub(shots[chosen % MOST].3.count()) {
            rank = rest;
            chosen += 1;
        }
        let (amazon, from, to, arrows) = shots[chosen % MOST];
        (usize::from(amazon), Move { from, to, arrow: self.lines.square(to, arrows.select(rank)) })
    }

    /// Visits every step with its shots.
    #[inline(always)]
    fn for_each_step(&self, steps: &Steps, mut visit: impl FnMut(usize, Square, Square, Reach)) {
        let mut occupied = self.occupied.clone();
        for amazon in 0..self.amazons[self.turn].count {
            let from = self.from(amazon);
            self.lines.toggle(&mut occupied, from);
            let mut rest = steps.reach[amazon].0;
            while rest != 0 {
                let to = self.lines.square(from, rest.trailing_zeros());
                rest &= rest - 1;
                visit(amazon, from, to, self.lines.reach(to, &occupied));
            }
            self.lines.toggle(&mut occupied, from);
        }
    }
}
