//! Every player of the papers by name: a search, an evaluation, and the paper's parameters as defaults.
//!
//! An [`AgentSpec`] such as `alphabeta:depth=2,eval=territory` is how people and files name a player; [`PLAYERS`] lists
//! them all with their parameters; [`AgentSpec::agent`] makes an [`Agent`] that decides on moves of a game on any board.
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

mod agent;
mod catalogue;
mod contender;
pub mod host;
mod options;
mod plan;
mod player;
pub mod process;
mod random;
mod spec;

pub use agent::{Agent, AgentError};
pub use catalogue::{PLAYERS, PlayerInfo, Thinking};
pub use contender::{Contender, ContenderError};
pub use options::{Kind, Parameter};
pub use search::{RootMoves, Task};
pub use spec::{AgentSpec, SpecError};
