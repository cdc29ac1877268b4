//! One `SQLite` file with every game, match and thought. Nothing that a user made is ever lost.
//!
//! - `model`: what is kept: a [`NewGame`] goes in, a [`StoredGame`] comes out, a [`Run`] holds games together;
//! - `words`: the words for how a game ended and where it came from;
//! - `assessment`: how assessments are stored;
//! - `schema`: the tables, and how a file of an older version becomes one of ours;
//! - `open`: a file to a [`Store`], or why not;
//! - `write`, `read`, `trash`: games and runs in, out and away;
//! - `run_result`: the finished games of a run, as contests need them;
//! - `play`: games that are being played, ply by ply;
//! - `study`, `annotate`: what people and engines make of a game: titles, tags, variations, remarks, values;
//! - `explore`: what was played from a position, and how it went;
//! - `digest`: a digest that is the same in every build;
//! - `filter`, `stats`: which games, and what they add up to;
//! - [`json`]: a game as one line of JSON and back;
//! - [`sgf`]: games as SGF and back, record by record;
//! - `atomic_file`: files that are written completely or not at all;
//! - `error`: what can go wrong.
//!
//! ```
//! use amazons::{ByColor, Game};
//! use store::{Filter, NewGame, Source, Store};
//!
//! # let folder = tempfile::tempdir()?;
//! let mut store = Store::open(&folder.path().join("games.sqlite"))?;
//! let players = ByColor { white: "Ada".to_owned(), black: "Grace".to_owned() };
//! let id = store.add_game(&NewGame::new(players, Game::default(), Source::Play))?;
//! assert_eq!(store.game(id)?.record.players.white, "Ada");
//! assert_eq!(store.count(&Filter::default())?, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod annotate;
mod assessment;
mod atomic_file;
mod digest;
mod error;
mod explore;
mod filter;
pub mod json;
mod model;
mod open;
mod play;
mod read;
mod run_result;
mod schema;
pub mod sgf;
mod stats;
mod study;
mod trash;
mod words;
mod write;

pub use atomic_file::{AtomicFile, IfExists, WriteError};
pub use digest::digest;
pub use error::StoreError;
pub use explore::{Explored, ExploredMove};
pub use filter::{Filter, Kept, Order, Sort, WinnerFilter};
pub use model::{GameId, GameSummary, NewGame, Run, RunId, Slot, StoredGame, Thought};
pub use open::Store;
pub use play::{Clock, End, Plan, Ply};
pub use run_result::RunResult;
pub use stats::{Lengths, PlayerStats, Stats};
pub use study::{Evaluation, Remark, Study, TreeNode, Variation};
pub use words::{Ending, Source, UnknownWord};
pub use write::{Batch, Imported};
