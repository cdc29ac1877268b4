//! Monte Carlo tree search with epsilon-greedy choices among candidates (EGREEDY).

use std::cmp::Reverse;

use amazons::{Board, Color, Draw, Move, Position};
use rand::RngExt;
use thought::{Counter, Decision, Line};

use super::epsilon_tree::{DrawWeights, EpsilonTree, Greed, NewNodes, ROOT};
use super::run::{SearchRng, SearchRun, search_rng};
use super::{MAX_NODES, Search, Task};
use crate::minimax::candidates::{Candidate, Candidates, Scope};

/// Which of the paper's descriptions a search follows, where they contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Reading {
    /// Sections 3 to 3.2.4.
    #[default]
    Sections,
    /// Algorithm 3 to the letter: the best 48 of all actions become the children of a leaf, and the simulation goes on with the
    /// first of them, which has the largest h; so at every leaf until the end of the game. Only at nodes that have children the
    /// choice is epsilon-greedy, with the weights of formula 4.
    AsPrinted,
}

/// The parameters of [`EpsilonGreedy`].
#[derive(Clone, PartialEq, Debug)]
pub struct EpsilonGreedyConfig {
    /// Sections or pseudo-code.
    pub reading: Reading,
    /// Which moves there are, in the tree and beyond it. As printed only their number counts.
    pub candidates: Candidates,
    /// The probability of the greedy choice, or of the other one.
    pub epsilon: f64,
    /// Which of the two epsilon is.
    pub greed: Greed,
    /// Which nodes a simulation gives their candidates. As printed these are all.
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
            reading: Reading::Sections,
            candidates: Candidates::default(),
            epsilon: 0.1,
            greed: Greed::Epsilon,
            new_nodes: NewNodes::One,
            alpha: 1.0,
            gamma: 0.95,
            max_nodes: MAX_NODES,
            multi_pv: 1,
        }
    }
}

impl EpsilonGreedyConfig {
    /// The probability of the greedy choice.
    #[must_use]
    pub fn greedy_share(&self) -> f64 {
        match self.greed {
            Greed::Epsilon => self.epsilon,
            Greed::OneMinusEpsilon => 1.0 - self.epsilon,
        }
    }

    /// The same with the settings that its reading implies.
    fn resolved(self) -> Self {
        match self.reading {
            Reading::Sections => self,
            Reading::AsPrinted => Self {
                candidates: Candidates { growth: 0, scope: Scope::Global, ..self.candidates },
                new_nodes: NewNodes::Path,
                ..self
            },
        }
    }

    fn weights(&self) -> DrawWeights {
        match self.reading {
            Reading::Sections => DrawWeights::Q,
            Reading::AsPrinted => DrawWeights::Formula4,
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
        Self { config: config.resolved(), rng: search_rng(0), tree: EpsilonTree::default(), path: Vec::new() }
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
                let (share, weights) = (self.config.greedy_share(), self.config.weights());
                let child = self.tree.choose(index, share, weights, &mut self.rng)?;
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
                let place = match self.config.reading {
                    Reading::Sections => self.rng.random_range(0..candidates.len()),
                    Reading::AsPrinted => 0,
                };
                let grows = at.filter(|_| may_grow && plies < depth && self.has_room(&candidates));
                may_grow = self.config.new_nodes == NewNodes::Path;
                at = None;
                if let Some(index) = grows {
                    if !candidates.iter().all(|_| counter.take_node()) {
                        return None;
                    }
                    if self.tree.add(index, &candidates) {
                        let child = self.tree.children(index).start + place as u32;
                        self.path.push((child, position.turn()));
                        at = Some(child);
                    }
                }
                candidates[place].mv
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

    fn take_notes(&mut self) -> Vec<String> {
        self.tree.notes()
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

    use amazons::{Board6x6, Board10x10, Start};
    use thought::{Control, Limits, Silent};

    use super::*;

    fn counter() -> Counter {
        Counter::new(&Limits::NONE, &Control::new(), Instant::now(), 1_000_000)
    }

    /// Visits of the root's children after 400 simulations, in order of h.
    fn visits(config: EpsilonGreedyConfig) -> Vec<u32> {
        let position = Position::<Board6x6>::from_setup(&Start::ALL[2].setup()).unwrap();
        let mut search = EpsilonGreedy::new(config);
        let (limits, control) = (Limits::playouts(400), Control::new());
        search.search(&position, Task::new(&limits, &control, &mut Silent)).unwrap();
        search.tree.children(ROOT).map(|child| search.tree.get(child).visits).collect()
    }

    /// One greedy choice in ten leaves simulations for all candidates; nine in ten starve all but a few, for Q never falls.
    #[test]
    fn the_default_is_greedy_once_in_ten_times() {
        let config = EpsilonGreedyConfig::default();
        assert_eq!(config.greedy_share(), 0.1);
        let mostly = EpsilonGreedyConfig { greed: Greed::OneMinusEpsilon, ..config.clone() };
        assert_eq!(mostly.greedy_share(), 0.9);
        let most = |visits: Vec<u32>| visits.into_iter().max().unwrap();
        let unvisited = visits(config.clone()).into_iter().filter(|visits| *visits == 0).count();
        assert!(unvisited <= 4, "{unvisited} of 48 were never tried");
        let (few, many) = (most(visits(config)), most(visits(mostly)));
        assert!(few < 120 && many > 280, "{few} and {many} of 400 simulations went to one child");
    }

    #[test]
    fn as_printed_a_leaf_leads_to_its_first_child_until_the_end() {
        let mut position = Position::<Board6x6>::from_setup(&Start::ALL[2].setup()).unwrap();
        let root = position;
        let config = EpsilonGreedyConfig { reading: Reading::AsPrinted, ..EpsilonGreedyConfig::default() };
        let mut search = EpsilonGreedy::new(config);
        search.tree.reset();
        search.simulate(&root, &mut counter()).unwrap();
        let best_48 = Candidates::BEST_OF_ALL;
        let (mut at, mut nodes) = (ROOT, 0);
        for &(child, mover) in &search.path {
            let candidates = best_48.of(&position);
            assert_eq!(mover, position.turn());
            assert_eq!(candidates.len() as u64, position.count_moves().min(48));
            assert_eq!(search.tree.children(at).len(), candidates.len());
            assert_eq!(child, search.tree.children(at).start, "the first child");
            assert_eq!(search.tree.get(child).mv(), candidates[0].mv);
            nodes += candidates.len();
            position.play_unchecked(candidates[0].mv);
            at = child;
        }
        assert!(!position.has_move());
        assert_eq!(search.tree_nodes(), nodes, "every node on the way got its children");
        // A node with children is left by an epsilon-greedy choice, and a new leaf again by its first child.
        let first = search.path[0].0;
        let mut is_other = false;
        for _ in 0..20 {
            search.simulate(&root, &mut counter()).unwrap();
            if search.path[0].0 != first {
                is_other = true;
                let below = search.tree.children(search.path[0].0);
                assert!(below.contains(&search.path[1].0));
            }
        }
        assert!(is_other);
    }

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
