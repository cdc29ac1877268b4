//! Positions, an evaluation and every search by name.

use amazons::{Board, Color, Position};
use eval::{Breakdown, Evaluation};
use search::Search;
use search::montecarlo::{
    CandidateUct, CandidateUctConfig, EpsilonGreedy, EpsilonGreedyConfig, FlatMonteCarlo, Formula,
    MoveGroups, MoveGroupsConfig, NewNodes, Reading, RolloutMoves, ShortUct, ShortUctConfig, TreeActions,
    Uct, UctConfig,
};

/// Own steps minus the opponent's.
#[derive(Clone)]
pub(crate) struct Mobility;

impl Evaluation for Mobility {
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        let steps = |color: Color| -> u32 {
            position.amazons(color).into_iter().map(|square| position.steps(square).count()).sum()
        };
        f64::from(steps(position.turn())) - f64::from(steps(!position.turn()))
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        Breakdown { value: self.value(position), terms: Vec::new() }
    }
}

/// Every search, and those of its settings that change the course of it.
pub(crate) fn all<B: Board>() -> Vec<(&'static str, Box<dyn Search<B>>)> {
    let ucb1 = UctConfig { formula: Formula::Ucb1 { c: std::f64::consts::SQRT_2 }, ..UctConfig::default() };
    let on_candidates =
        CandidateUctConfig { actions: TreeActions::Candidates, ..CandidateUctConfig::default() };
    let rollouts_on_candidates =
        CandidateUctConfig { rollout: RolloutMoves::Candidates, ..on_candidates.clone() };
    let as_printed = EpsilonGreedyConfig { reading: Reading::AsPrinted, ..EpsilonGreedyConfig::default() };
    let whole_path = EpsilonGreedyConfig { new_nodes: NewNodes::Path, ..EpsilonGreedyConfig::default() };
    vec![
        ("uct", Box::new(Uct::default())),
        ("uct:ucb1", Box::new(Uct::new(ucb1))),
        ("move groups", Box::new(MoveGroups::new(MoveGroupsConfig::default(), Mobility))),
        ("baseline", Box::new(MoveGroups::new(MoveGroupsConfig::baseline(), Mobility))),
        ("short", Box::new(ShortUct::new(ShortUctConfig::default(), Mobility))),
        ("sign", Box::new(MoveGroups::new(MoveGroupsConfig::course(), Mobility))),
        ("flat", Box::new(FlatMonteCarlo::default())),
        ("all actions", Box::new(CandidateUct::default())),
        ("candidates", Box::new(CandidateUct::new(on_candidates))),
        ("candidates:rollout", Box::new(CandidateUct::new(rollouts_on_candidates))),
        ("epsilon-greedy", Box::new(EpsilonGreedy::new(EpsilonGreedyConfig::default()))),
        ("epsilon-greedy:path", Box::new(EpsilonGreedy::new(whole_path))),
        ("epsilon-greedy:as-printed", Box::new(EpsilonGreedy::new(as_printed))),
    ]
}
