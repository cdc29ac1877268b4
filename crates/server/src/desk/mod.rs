//! Analysis and review, and the cores and the memory that all searches share.
//!
//! A search never runs on an async thread: it runs on one of its own, while it holds a [`Permit`] of [`Cores`].
//!
//! - `cores`, `memory`: whose turn it is, and how much each may have;
//! - `analyst`: what thinks for one socket;
//! - `review`, `grading`: what thinks about whole games, and what it says of the moves;
//! - `value`: what is thought of a position, between search, store and page;
//! - `overlays`, `editor`: what can be told of a position without a search, and why a board is no position.

mod analyst;
mod cores;
pub(crate) mod editor;
mod grading;
mod memory;
pub(crate) mod overlays;
mod review;
pub(crate) mod value;

use store::NewGame;

pub use analyst::Analyst;
pub use cores::{Cores, Errand, Permit};

use crate::api::{Review, ReviewState};
use crate::refusal::Refusal;
use crate::state::AppState;

/// What thinks about positions for those who watch.
#[derive(Debug)]
pub struct Desk {
    /// The cores that all searches share.
    pub cores: Cores,
    memory: memory::Memory,
    reviews: review::Reviews,
}

impl Desk {
    /// A desk with so many cores.
    #[must_use]
    pub fn new(cores: usize) -> Self {
        Self {
            cores: Cores::new(cores),
            memory: memory::Memory::default(),
            reviews: review::Reviews::default(),
        }
    }

    /// The review of a game: how far it is if it runs, else what is kept with the game.
    #[must_use]
    pub fn review_of(&self, id: i64, record: &NewGame) -> Option<Review> {
        self.reviews.running(id).or_else(|| review::kept(record))
    }

    /// The review of a game as far as it is, if it runs.
    pub(crate) fn running_review(&self, id: i64) -> Option<Review> {
        self.reviews.running(id)
    }

    /// Begins a review, or goes on with one that was broken off.
    pub(crate) async fn review(state: &AppState, id: i64, nodes: Option<u64>) -> Result<Review, Refusal> {
        review::begin(state, id, nodes).await
    }

    /// Stops a review and gives what it has found, if it runs.
    pub(crate) fn stop_review(&self, id: i64) -> Option<Review> {
        let so_far = self.reviews.running(id)?;
        self.reviews.stop(id).then_some(Review { state: ReviewState::Stopped, ..so_far })
    }

    /// Stops every review.
    pub fn close(&self) {
        self.reviews.stop_all();
    }
}
