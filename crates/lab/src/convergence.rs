//! How many nodes MG-PEO's tree opens before it can decide, with move groups and without (Table 2 of the paper).

use amazons::{AnyPosition, Board, Position, Visitor};
use eval::MgPeo;
use search::montecarlo::{Convergence, MoveGroups, MoveGroupsConfig, convergence};
use search::{Search, Task};
use thought::{Control, Limits, Silent};

/// Whether a tree has a layer of steps and one of shots, or one of whole moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layers {
    /// Steps and shots: the paper's move groups.
    Groups,
    /// Whole moves.
    Moves,
}

/// The nodes that a tree opens before it can decide in a position.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredConvergence {
    /// By counting steps, moves and shots.
    pub counts: Convergence,
    /// By a search with move groups; `None` if it did not settle.
    pub groups: Option<u64>,
    /// By a search without move groups; `None` if it did not settle.
    pub plain: Option<u64>,
}

/// Counts and searches a position.
#[must_use]
pub fn measure_convergence(position: &AnyPosition, playouts: u64, seed: u64) -> MeasuredConvergence {
    position.visit(Measure { playouts, seed })
}

struct Measure {
    playouts: u64,
    seed: u64,
}

impl Visitor for Measure {
    type Output = MeasuredConvergence;

    fn visit<B: Board>(self, position: &Position<B>) -> MeasuredConvergence {
        let settled = |layers| settled_after(position, layers, self.playouts, self.seed);
        MeasuredConvergence {
            counts: convergence(position),
            groups: settled(Layers::Groups),
            plain: settled(Layers::Moves),
        }
    }
}

/// The nodes that a search opens until every shot of its chosen step, or every move, has a node.
pub(crate) fn settled_after<B: Board>(
    position: &Position<B>,
    layers: Layers,
    playouts: u64,
    seed: u64,
) -> Option<u64> {
    let config = match layers {
        Layers::Groups => MoveGroupsConfig::default(),
        Layers::Moves => MoveGroupsConfig::baseline(),
    };
    let mut search = MoveGroups::new(config, MgPeo::DEFAULT);
    Search::<B>::new_game(&mut search, seed);
    search.search(position, Task::new(&Limits::playouts(playouts), &Control::new(), &mut Silent))?;
    search.settled_after()
}
