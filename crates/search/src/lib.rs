//! Every search of the papers.
//!
//! A [`Search`] looks for a move in a position of one board type, within limits, and tells an observer what it has found
//! so far. It never prints, and with a seed and a count as the limit it does the same every time.
//!
//! - `flagship`: the player to beat, a tree grown best first by evaluations;
//! - `minimax`: looking ahead move by move: none, minimax, alpha-beta, and the searches on candidates;
//! - `montecarlo`: trees grown by simulations: UCT, move groups, epsilon-greedy, and flat Monte Carlo.

pub mod flagship;
pub mod minimax;
pub mod montecarlo;

use amazons::{Board, Position};
use thought::{Control, Decision, Limits, Observer};

/// Looks for a move.
pub trait Search<B: Board>: Send {
    /// Forgets what it knew and starts its random numbers anew.
    fn new_game(&mut self, seed: u64);

    /// Looks for the best move of the side to move. `None` only where there is no legal move: at a limit of zero it
    /// still gives a legal one.
    fn search(
        &mut self,
        position: &Position<B>,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Option<Decision>;
}
