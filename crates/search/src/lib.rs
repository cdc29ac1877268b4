//! Every search of the papers.
//!
//! A [`Search`] looks for a move in a position of one board type, within limits, and tells an observer what it has found
//! so far. It never prints, and with a seed and a count as the limit it does the same every time.
//!
//! - `book`: the opening book, searched by the flagship;
//! - `flagship`: the player to beat, a tree grown best first by evaluations;
//! - `minimax`: looking ahead move by move: none, minimax, alpha-beta, and the searches on candidates;
//! - `montecarlo`: trees grown by simulations: UCT, move groups, epsilon-greedy, and flat Monte Carlo.

#![forbid(unsafe_code)]

pub mod book;
pub mod flagship;
mod memory;
pub mod minimax;
pub mod montecarlo;
mod root_moves;

use std::time::Instant;

use amazons::{Board, Position};
use thought::{Control, Decision, Limits, Observer};

pub use root_moves::RootMoves;

/// What a search is told besides the position: when to stop, and who listens.
pub struct Task<'a> {
    /// When to stop by itself.
    pub limits: &'a Limits,
    /// What tells it to stop.
    pub control: &'a Control,
    /// Who hears what was found so far, and may end the thinking.
    pub observer: &'a mut dyn Observer,
    /// When the move was asked for: a limit of time counts from then.
    pub asked: Instant,
    /// The moves to choose from. Only the flagship and its levels can leave moves out.
    pub root_moves: RootMoves<'a>,
}

impl<'a> Task<'a> {
    /// A task within limits, for a control and an observer, that was asked for just now.
    pub fn new(limits: &'a Limits, control: &'a Control, observer: &'a mut dyn Observer) -> Self {
        Self { limits, control, observer, asked: Instant::now(), root_moves: RootMoves::All }
    }
}

/// Looks for a move.
pub trait Search<B: Board>: Send {
    /// Forgets what it knew and starts its random numbers anew.
    fn new_game(&mut self, seed: u64);

    /// Reads what a search of the position needs from the program's own files, before any clock runs.
    fn prepare(&mut self, _position: &Position<B>) {}

    /// Looks for the best move of the side to move. `None` only where there is no legal move: at a limit of zero it
    /// still gives a legal one.
    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision>;

    /// What people should know since the last call, in a sentence each: that the system refused memory.
    fn take_notes(&mut self) -> Vec<String> {
        Vec::new()
    }
}
