//! Training data and training: games of self-play, collections of games, and the weights learnt from them.
//!
//! - `selfplay`: games of a player against itself;
//! - `collection`, `json_lines`, `parquet_file`: games read from any file, written as JSON lines and as Parquet;
//! - `acceptance`: the thesis's test that decides games without a result;
//! - `learning`: the weights of the flagship's evaluation, learnt from such games;
//! - `features`: positions of such games as rows of bytes, for the programs in `train/`;
//! - `network`: networks learnt from games by TD(lambda), as in the thesis;
//! - `thread_pool`: numbered jobs on several threads, their results in order;
//! - `progress`, `error`: what callers display.

#![forbid(unsafe_code)]

mod acceptance;
mod collection;
mod error;
mod features;
mod json_lines;
mod learning;
mod network;
mod parquet_file;
mod progress;
mod selfplay;
mod thread_pool;

pub use acceptance::{
    ACCEPTANCE, Acceptance, AcceptancePlayers, AcceptanceTally, Judgement, PlayOut, digest_of_games,
    evaluate, favourite, judgement,
};
pub use collection::{break_off, read_games};
pub use error::TrainingError;
pub use features::{FEATURE_ROW, FEATURES_MAGIC, FeatureConfig, FeatureCount, PositionKind};
pub use json_lines::Existing;
pub use learning::{
    Dataset, DatasetSize, LearnConfig, LearnError, Learned, Loss, Ridge, RidgeError, RidgeResult, StageLoss,
    WeightTable, is_generated,
};
pub use network::{
    Learner, NetworkData, NetworkGame, NetworkTraining, TrainedNetwork, TrainingProgress, td_targets,
    winner_error,
};
pub use parquet_file::write_parquet;
pub use progress::Progress;
pub use selfplay::{SELF_PLAY, SelfPlay, SelfPlaySpec, SelfPlaySpecError, SelfPlayed, Variety, VarietyError};
pub use thread_pool::{Flow, ThreadPool};
