//! Monte Carlo tree search with epsilon-greedy choices among candidates (EGREEDY, section 3 of the papers).

use std::cmp::Reverse;

use amazons::{Board, Color, Draw, Move, Position};
use rand::RngExt;
use thought::{Counter, Decision, Line};

use super::epsilon_tree::{EpsilonTree, Greed, NewNodes, ROOT};
use super::run::{SearchRng, SearchRun, search_rng};
use super::{MAX_NODES, Search, Task};
use crate::minimax::candidates::{Candidate, Candidates};

/// The parameters of [`EpsilonGreedy`].
#[derive(Clone, PartialEq, Debug)]
pub struct EpsilonGreedyConfig {
    /// Which moves there are, in the tree and beyond it.
    pub candidates: Candidates,
    /// How often the largest Q is not followed.
    pub epsilon: f64,
    /// Whether epsilon is that, or how often it is followed.
    pub greed: Greed,
    /// Which nodes a simulation gives their candidates.
    pub new_nodes: NewNodes,
    /// What the last node on a won path gains.
    pub alpha: f64,
    /// What is left of it one ply earlier.
    pub gamma: f64,
    /// The most nodes; after that simulations go on without new ones.
    pub max_nodes: usize,
    /// The number of reported lines.
    pub multi_pv: usize,
}

impl Default for EpsilonGreedyConfig {
    fn default() -> Self {
        Self {
            candidates: Candidates::default(),
            epsilon: 0.1,
            greed: Greed::Mostly,
            new_nodes: NewNodes::One,
            alpha: 1.0,
            gamma: 0.95,
            max_nodes: MAX_NODES,
            multi_pv: 1,
        }
    }
}

/// Simulations on candidates to the end of the game; the move with most wins is played.
#[derive(Clone, Debug)]
pub struct EpsilonGreedy {
    config: EpsilonGreedyConfig,
    rng: SearchRng,
    tree: EpsilonTree,
    path: Vec<(u32, Color)>,
}

impl EpsilonGreedy {
    /// A search with seed 0.
    #[must_use]
    pub fn new(config: EpsilonGreedyConfig) -> Self {
        Self { config, rng: search_rng(0), tree: EpsilonTree::default(), path: Vec::new() }
    }

    /// How many nodes the last tree had, the root not counted.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.tree.count()
    }

    /// Plays one game; `None` where the search ended before its end. Gives the number of new nodes.
    fn simulate<B: Board>(&mut self, root: &Position<B>, counter: &mut Counter) -> Option<usize> {
        self.path.clear();
        let before = self.tree.count();
        let depth = counter.depth();
        let mut position = *root;
        let mut at = Some(ROOT);
        let mut may_grow = true;
        let mut plies = 0;
        loop {
            if counter.is_over() {
                return None;
            }
            let is_known = at.is_some_and(|index| !self.tree.children(index).is_empty());
            let mv = if let (Some(index), true) = (at, is_known) {
                let child = self.tree.choose(index, self.config.epsilon, self.config.greed, &mut self.rng)?;
                self.path.push((child, position.turn()));
                at = Some(child);
                self.tree.get(child).mv()
            } else {
                // Candidates may take milliseconds.
                if counter.check() {
                    return None;
                }
                let candidates = self.config.candidates.of(&position);
                if candidates.is_empty() {
                    break;
                }
                let drawn = self.rng.random_range(0..candidates.len());
                let grows = at.filter(|_| may_grow && plies < depth && self.has_room(&candidates));
                may_grow = self.config.new_nodes == NewNodes::Path;
                at = None;
                if let Some(index) = grows {
                    if !candidates.iter().all(|_| counter.take_node()) {
                        return None;
                    }
                    self.tree.add(index, &candidates);
                    let child = self.tree.children(index).start + drawn as u32;
                    self.path.push((child, position.turn()));
                    at = Some(child);
                }
                candidates[drawn].mv
            };
            position.play_unchecked(mv);
            plies += 1;
        }
        let added = self.tree.count() - before;
        if added == 0 && !counter.take_node() {
            return None;
        }
        self.learn(!position.turn(), plies);
        Some(added)
    }

    fn has_room(&self, candidates: &[Candidate]) -> bool {
        let is_empty = self.tree.count() == 0;
        is_empty || self.tree.count() + candidates.len() <= self.config.max_nodes.min(EpsilonTree::MOST)
    }

    /// Rewards the nodes on the path whose mover won, by the plies of the game.
    fn learn(&mut self, winner: Color, plies: u32) {
        let EpsilonGreedyConfig { alpha, gamma, .. } = self.config;
        for (depth, &(index, mover)) in (1..).zip(&self.path) {
            let node = self.tree.get_mut(index);
            node.visits = node.visits.saturating_add(1);
            if mover == winner {
                node.wins = node.wins.saturating_add(1);
                node.q += alpha * libm::pow(gamma, f64::from(plies - depth));
            }
        }
    }
}

/// The lines with most wins. Of equal wins the larger Q is better, then the earlier one, which has the larger h.
fn lines(tree: &EpsilonTree, count: usize, fallback: Move) -> Vec<Line> {
    let mut children: Vec<u32> = tree.children(ROOT).collect();
    let rank = |&index: &u32| Reverse((tree.get(index).wins, (tree.get(index).q * 1e6) as u64));
    children.sort_by_key(rank);
    let best =
        |&index: &u32| tree.children(index).min_by_key(rank).filter(|&child| tree.get(child).visits > 0);
    let line = |index: u32| {
        let node = tree.get(index);
        let moves = std::iter::successors(Some(index), best).map(|index| tree.get(index).mv()).collect();
        let win_rate = (node.visits > 0).then(|| f64::from(node.wins) / f64::from(node.visits));
        Line::by_win_rate(moves, win_rate, u64::from(node.visits))
    };
    let lines: Vec<Line> = children.into_iter().take(count.max(1)).map(line).collect();
    if lines.is_empty() {
        return vec![Line::by_win_rate(vec![fallback], None, 0)];
    }
    lines
}

impl<B: Board> Search<B> for EpsilonGreedy {
    fn new_game(&mut self, seed: u64) {
        self.rng = search_rng(seed);
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let fallback = position.random_move(Draw::Uniform, &mut self.rng)?;
        let mut run = SearchRun::new(task);
        self.tree.reset();
        while run.may_go_on() {
            let Some(added) = self.simulate(position, &mut run.counter) else { break };
            run.end_playout(added);
            run.report_if_due(|| lines(&self.tree, self.config.multi_pv, fallback));
        }
        let lines = lines(&self.tree, self.config.multi_pv, fallback);
        let mv = lines.first().and_then(|line| line.moves.first()).copied().unwrap_or(fallback);
        Some(run.decide(mv, lines))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use amazons::{Board10x10, Start};
    use thought::{Control, Limits};

    use super::*;

    #[test]
    fn a_stop_is_heard_before_the_next_candidates_are_looked_for() {
        let position = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
        let mut search = EpsilonGreedy::new(EpsilonGreedyConfig::default());
        search.tree.reset();
        // So rarely is the clock looked at unasked that a game is over before.
        let control = Control::new();
        let mut counter = Counter::new(&Limits::NONE, &control, Instant::now(), 1_000_000);
        assert!(search.simulate(&position, &mut counter).is_some());
        control.stop();
        assert!(search.simulate(&position, &mut counter).is_none());
    }
}
