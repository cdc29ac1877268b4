//! Networks learnt from games by TD(lambda), as in THESIS.
//!
//! - `learner`: back-propagation, one game at a time;
//! - `data`: games as examples, split into training and test games;
//! - `train`: a whole training, resumable, with its checkpoint.

mod data;
mod learner;
mod train;

pub use data::{NetworkData, NetworkGame, winner_error};
pub use learner::{Learner, td_targets};
pub use train::{NetworkTraining, TrainedNetwork, TrainingProgress};
