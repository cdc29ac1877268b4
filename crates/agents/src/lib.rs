//! The players of the papers by name: a search, an evaluation, and the paper's parameters as defaults, ours where it gives none.
//!
//! An [`AgentSpec`] such as `alphabeta:depth=2,eval=territory` names a player and sets its parameters; [`PLAYERS`] lists
//! all players, each declared in a file of `players`; [`AgentSpec::agent`] makes an [`Agent`] that decides on moves of a
//! game on any board. A [`Contender`] is such a player or another program, which `process` drives; `host` serves one.
//!
//! ```
//! use agents::{AgentSpec, Task};
//! use amazons::Game;
//! use thought::{Control, Limits, Silent};
//! let spec: AgentSpec = "alphabeta:depth=1".parse().unwrap();
//! let mut agent = spec.agent();
//! let decision = agent.decide(&Game::default(), Task::new(&Limits::NONE, &Control::new(), &mut Silent)).unwrap();
//! assert!(Game::default().position().is_legal(decision.mv));
//! ```

// But for `process::parent_death`.
#![deny(unsafe_code)]

mod agent;
mod contender;
pub mod host;
pub mod jobs;
mod players;
pub mod process;
mod punctual;
mod searcher;
mod spec;

pub use agent::{Agent, AgentError};
pub use contender::{Contender, ContenderError};
pub use eval::UnreadableBoard;
pub use players::{Ability, Kind, PLAYERS, Parameter, PlayerInfo, Value};
pub use search::{RootMoves, Task};
pub use spec::{AgentSpec, SpecError};

/// The cores that this process may use.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
