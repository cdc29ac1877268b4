//! The distance maps of one position and the sums over them, each computed once, on first use.
//!
//! A search needs one number of one evaluation and is faster with [`Evaluation::value`](crate::Evaluation::value), which
//! computes only the sums that it needs and keeps no maps. For several evaluations of a position, or for pictures, a
//! [`MapCache`] is faster: the values are the same to the last bit.

use std::cell::OnceCell;

use amazons::{Board, Color, Position};

use crate::maps::{Levels, Mover, Neighbors, Race};
use crate::sums::RaceSums;

/// The maps of a position, computed on first use.
#[derive(Clone, Debug)]
pub struct MapCache<'p, B: Board> {
    position: &'p Position<B>,
    queen: OnceCell<Race<B>>,
    king: OnceCell<Race<B>>,
    queen_sums: OnceCell<RaceSums>,
    king_sums: OnceCell<RaceSums>,
    neighbors: OnceCell<Neighbors<B>>,
}

impl<'p, B: Board> MapCache<'p, B> {
    /// An empty cache for a position.
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
    pub fn sums(&self, mover: Mover) -> &RaceSums {
        let sums = match mover {
            Mover::Queen => &self.queen_sums,
            Mover::King => &self.king_sums,
        };
        sums.get_or_init(|| RaceSums::of(self.race(mover)))
    }

    /// The number of empty neighbours of every square.
    #[must_use]
    pub fn neighbors(&self) -> &Neighbors<B> {
        self.neighbors.get_or_init(|| Neighbors::new(self.position))
    }
}
