//! What the evaluations of one position share: its distance maps and the sums over them, each grown once and only when
//! somebody asks.
//!
//! A search asks one evaluation for one number and is served faster by [`Evaluation::value`](crate::Evaluation::value),
//! which takes just the sums that it needs while the maps grow. Whoever asks several, or wants pictures as well, makes a
//! [`Terrain`] and asks them all on it: the values are the same to the last bit.

use std::cell::OnceCell;

use amazons::{Board, Color, Position};

use crate::maps::{Levels, Mover, Neighbors, Race};
use crate::sums::Sums;

/// The maps of a position, grown when they are asked for.
#[derive(Clone, Debug)]
pub struct Terrain<'p, B: Board> {
    position: &'p Position<B>,
    queen: OnceCell<Race<B>>,
    king: OnceCell<Race<B>>,
    queen_sums: OnceCell<Sums>,
    king_sums: OnceCell<Sums>,
    neighbors: OnceCell<Neighbors<B>>,
}

impl<'p, B: Board> Terrain<'p, B> {
    /// The terrain of a position; nothing is grown yet.
    #[must_use]
    pub fn new(position: &'p Position<B>) -> Self {
        Self {
            position,
            queen: OnceCell::new(),
            king: OnceCell::new(),
            queen_sums: OnceCell::new(),
            king_sums: OnceCell::new(),
            neighbors: OnceCell::new(),
        }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &'p Position<B> {
        self.position
    }

    /// The maps of both sides.
    #[must_use]
    pub fn race(&self, mover: Mover) -> &Race<B> {
        let race = match mover {
            Mover::Queen => &self.queen,
            Mover::King => &self.king,
        };
        race.get_or_init(|| Race::new(self.position, mover))
    }

    /// The map of one side.
    #[must_use]
    pub fn levels(&self, color: Color, mover: Mover) -> &Levels<B> {
        let race = self.race(mover);
        if color == self.position.turn() { &race.own } else { &race.other }
    }

    /// The sums over the maps of both sides.
    #[must_use]
    pub fn sums(&self, mover: Mover) -> &Sums {
        let sums = match mover {
            Mover::Queen => &self.queen_sums,
            Mover::King => &self.king_sums,
        };
        sums.get_or_init(|| Sums::of(self.race(mover)))
    }

    /// The number of empty neighbours of every square.
    #[must_use]
    pub fn neighbors(&self) -> &Neighbors<B> {
        self.neighbors.get_or_init(|| Neighbors::new(self.position))
    }
}
