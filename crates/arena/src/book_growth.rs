//! Grows an opening book: a player searches the positions that the book wants next, batch by batch, on several threads.
//!
//! A batch is chosen before its first search, and every search starts from nothing and is limited by nodes. So the book depends on
//! its [`Ledger`](search::book::Ledger) and its size alone, neither on the threads nor on where the work was broken off. A book that was first
//! grown to a size that cuts a batch goes on with other batches.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use agents::{Agent, AgentError, AgentSpec, SpecError, Task};
use amazons::{AnyPosition, Game, Move};
use search::book::{BookLeaf, OpeningBook};
use thiserror::Error;
use thought::{Limits, Silent};

use crate::stop_signal::StopSignal;

/// How far a book is to grow.
#[derive(Clone, Copy, Debug)]
pub struct BookGrowth<'a> {
    /// The positions that it is to have.
    pub positions: usize,
    /// The threads, each with a search of its own.
    pub threads: usize,
    /// Ends the growth early.
    pub stop: &'a StopSignal,
}

/// Why a book does not grow.
#[derive(Debug, Error)]
pub enum BookGrowthError<E> {
    /// Its ledger names no player.
    #[error("the player of the book: {0}")]
    Player(#[from] SpecError),
    /// The player found no move.
    #[error("the search of {fen}: {error}")]
    Search {
        /// The position.
        fen: String,
        /// What went wrong.
        error: AgentError,
    },
    /// The book could not be kept.
    #[error("{0}")]
    Kept(E),
}

/// The moves of a position with their win rates, as a search found them.
type Found = Result<Vec<(Move, f64)>, AgentError>;

impl BookGrowth<'_> {
    /// Lets the player of a book search until it has all its positions. `keep` gets the book after every batch; a batch that is
    /// stopped is lost.
    ///
    /// # Errors
    /// When there is no such player, a search fails, or the book cannot be kept.
    pub fn grow<E>(
        &self,
        book: &mut OpeningBook,
        mut keep: impl FnMut(&OpeningBook) -> Result<(), E>,
    ) -> Result<(), BookGrowthError<E>> {
        let player: AgentSpec = book.ledger().player.parse()?;
        let limits = Limits::nodes(book.ledger().nodes);
        let mut agents: Vec<Box<dyn Agent>> = (0..self.threads.max(1)).map(|_| player.agent()).collect();
        while book.positions() < self.positions && !self.stop.is_set() {
            let most = book.ledger().batch.min(self.positions - book.positions());
            let leaves = book.next(most);
            if leaves.is_empty() {
                break;
            }
            let found = self.search(&mut agents, &leaves, &limits);
            if self.stop.is_set() {
                break;
            }
            let mut searched = Vec::new();
            for (leaf, found) in leaves.into_iter().zip(found) {
                let fen = || leaf.position.to_setup().to_fen();
                let moves = found.map_err(|error| BookGrowthError::Search { fen: fen(), error })?;
                searched.push((leaf, moves));
            }
            book.extend(searched);
            keep(book).map_err(BookGrowthError::Kept)?;
        }
        Ok(())
    }

    /// Searches positions, each by one of the agents; the answers are in the order of the positions.
    fn search(&self, agents: &mut [Box<dyn Agent>], leaves: &[BookLeaf], limits: &Limits) -> Vec<Found> {
        let next = AtomicUsize::new(0);
        let found: Mutex<Vec<(usize, Found)>> = Mutex::new(Vec::new());
        let work = |agent: &mut dyn Agent| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(leaf) = leaves.get(number).filter(|_| !self.stop.is_set()) else { return };
                let answer = self.ask(agent, leaf, limits);
                found.lock().expect("no thread panics").push((number, answer));
            }
        };
        let (first, others) = agents.split_first_mut().expect("one agent at least");
        std::thread::scope(|scope| {
            for agent in others {
                // Where the system gives no more threads, those that there are do the work.
                if std::thread::Builder::new().spawn_scoped(scope, || work(agent.as_mut())).is_err() {
                    break;
                }
            }
            work(first.as_mut());
        });
        let mut found = found.into_inner().expect("no thread panics");
        found.sort_by_key(|&(number, _)| number);
        found.into_iter().map(|(_, found)| found).collect()
    }

    /// The moves of one position.
    fn ask(&self, agent: &mut dyn Agent, leaf: &BookLeaf, limits: &Limits) -> Found {
        let position = AnyPosition::from_setup(&leaf.position.to_setup()).expect("a position is playable");
        // The tree of another position would change what is found.
        agent.new_game(0);
        let decision =
            agent.decide(&Game::new(position), Task::new(limits, self.stop.control(), &mut Silent))?;
        let lines = decision.report.lines.into_iter();
        Ok(lines.filter_map(|line| Some((*line.moves.first()?, line.win_rate?))).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use search::book::Ledger;

    use super::*;

    fn empty() -> OpeningBook {
        OpeningBook::new(Ledger {
            program: "a test".to_owned(),
            player: "otrera:multipv=6,hash=8".to_owned(),
            nodes: 500,
            moves: 3,
            ply_cost: 100,
            batch: 2,
        })
    }

    fn grow(book: &mut OpeningBook, positions: usize, threads: usize) {
        let growth = BookGrowth { positions, threads, stop: &StopSignal::new() };
        growth.grow(book, |_| Ok::<(), Infallible>(())).unwrap();
    }

    #[test]
    fn a_book_depends_neither_on_threads_nor_on_interruptions() {
        let mut whole = empty();
        grow(&mut whole, 7, 1);
        assert_eq!(whole.positions(), 7);
        let mut threaded = empty();
        grow(&mut threaded, 7, 3);
        assert_eq!(threaded.to_bytes(), whole.to_bytes());
        // Killed while the second batch was searched: the file of the first is left.
        let (stop, mut kept) = (StopSignal::new(), Vec::new());
        let growth = BookGrowth { positions: 7, threads: 2, stop: &stop };
        let grown = growth.grow(&mut empty(), |book| {
            kept = book.to_bytes();
            stop.stop();
            Ok::<(), Infallible>(())
        });
        grown.unwrap();
        let mut resumed = OpeningBook::from_bytes(&kept).unwrap();
        assert_eq!(resumed.positions(), 1);
        grow(&mut resumed, 3, 2);
        let mut resumed = OpeningBook::from_bytes(&resumed.to_bytes()).unwrap();
        grow(&mut resumed, 7, 1);
        assert_eq!(resumed.to_bytes(), whole.to_bytes());
    }

    #[test]
    fn a_book_that_cannot_be_kept_stops_growing() {
        let growth = BookGrowth { positions: 7, threads: 1, stop: &StopSignal::new() };
        let mut book = empty();
        let error = growth.grow(&mut book, |_| Err("the disk is full")).unwrap_err();
        assert_eq!((error.to_string().as_str(), book.positions()), ("the disk is full", 1));
    }
}
