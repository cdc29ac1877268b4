//! Monte Carlo tree search.
//!
//! - [`Uct`]: random games to the end, UCB1-tuned (UCT-AB);
//! - [`MoveGroups`]: short random games and an evaluation, a move in one node or in two (MG-PEO); without random games the sign
//!   of an evaluation (COURSE);
//! - [`EpsilonGreedy`] on candidates, [`CandidateUct`] on all actions or on candidates (EGREEDY);
//! - [`FlatMonteCarlo`], [`ShortUct`]: random games without a tree, and short ones with one (THESIS).
//!
//! Limits mean the same to all of them: a *playout* is one simulation of any kind; a *node* is a node added to
//! the tree, or the position simulated again where none was added; *depth* is how many plies deep the tree may grow.
//! With a depth and nothing else as the limit, a search ends after 10,000 simulations in a row that added no node.
//! Where a node gets all its children together, the root gets them even beyond the limit of nodes.
//! Every tree is a new one, and win rates are those of the side that chose the node.

mod candidate_uct;
mod convergence;
mod epsilon_greedy;
mod epsilon_tree;
mod flat;
mod move_groups;
mod rollout;
mod run;
mod short_uct;
mod tree;
mod uct;

pub use candidate_uct::{CandidateUct, CandidateUctConfig, RolloutMoves, TreeActions};
pub use convergence::{Convergence, convergence};
pub use epsilon_greedy::{EpsilonGreedy, EpsilonGreedyConfig, Reading};
pub use epsilon_tree::{Greed, NewNodes};
pub use flat::{FlatConfig, FlatMonteCarlo};
pub use move_groups::{DepthUnit, Logarithm, MoveGroups, MoveGroupsConfig};
pub use rollout::WinRate;
pub use short_uct::{ShortUct, ShortUctConfig};
pub use tree::{FinalMove, Formula, Layers, StepView};
pub use uct::{Uct, UctConfig};

use crate::{Search, Task};

/// The default limit of nodes of a tree: within 1 GiB.
pub const MAX_NODES: usize = 10_000_000;

/// The exploration constant where a paper gives none.
const SQRT_2: f64 = std::f64::consts::SQRT_2;
