//! Where the games of a batch begin.

use amazons::{Board, Position, RandomStart};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::slot::play_random;

/// Where games begin, drawn anew for each.
#[derive(Clone, Debug)]
pub(super) struct Starts<B: Board> {
    /// One of these, all alike; at least one.
    positions: Vec<Position<B>>,
    /// A random start instead.
    random: Option<RandomStart>,
    /// Random plies played from there.
    plies: u32,
    /// Whether each game has its own of the positions instead.
    is_one_each: bool,
}

impl<B: Board> Starts<B> {
    /// How often an opening that ends the game is drawn anew before it is played without its random plies.
    const TRIES: u32 = 100;

    /// `positions` holds at least one, all of one variant: the first says the board and the variant of random starts.
    pub(super) fn new(positions: Vec<Position<B>>, random: Option<RandomStart>, plies: u32) -> Self {
        Self { positions, random, plies, is_one_each: false }
    }

    /// Each game always begins with the position of its number.
    pub(super) fn one_each(positions: Vec<Position<B>>) -> Self {
        Self { positions, random: None, plies: 0, is_one_each: true }
    }

    /// Draws the start of a game.
    pub(super) fn draw(&self, game: usize, rng: &mut Xoshiro256PlusPlus) -> Position<B> {
        if self.is_one_each {
            return self.positions[game];
        }
        let start = self.start(rng);
        if self.plies == 0 {
            return start;
        }
        for _ in 0..Self::TRIES {
            let mut position = start;
            if play_random(&mut position, self.plies, rng) {
                return position;
            }
        }
        start
    }

    fn start(&self, rng: &mut Xoshiro256PlusPlus) -> Position<B> {
        let first = self.positions[0];
        if let Some(random) = self.random {
            let seeded = RandomStart { seed: rng.random(), ..random };
            let setup = seeded.setup().ok().map(|mut setup| {
                setup.delay = first.vacancies().delay();
                setup
            });
            // The first one was drawn when the batch was made, so that there is a start where nothing can be drawn.
            let drawn = setup.and_then(|setup| Position::on_board(first.board(), &setup).ok());
            return drawn.filter(Position::has_move).unwrap_or(first);
        }
        match self.positions.len() {
            1 => first,
            count => self.positions[rng.random_range(0..count)],
        }
    }
}
