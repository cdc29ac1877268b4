//! The results of a tree: the move to play and the lines to report.

use amazons::Move;
use thought::{Line, Score, WonBy};

use super::node::{FlagshipNode, NodeProof, ProvenEnd};
use super::select::Selection;
use super::tree::{FlagshipTree, ROOT};

/// Read access to a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeView<'a> {
    pub(super) tree: &'a FlagshipTree,
    pub(super) selection: Selection,
    /// The slope of the logistic function from margins to values.
    pub(super) slope: f64,
}

/// A step and one of its shots.
type Pair<'a> = (&'a FlagshipNode, &'a FlagshipNode);

/// What nodes are compared by: the proof, the visits, the value.
type Rank = (i64, u32, f64);

/// The order by visits: won nodes first, by most moves in hand and soonest; lost ones last, by fewest and latest; then
/// visits, then value.
fn rank(node: &FlagshipNode) -> Rank {
    // The merit of an end is smaller than the weight of the outcome.
    let merit = |end: ProvenEnd| (i64::from(end.in_hand) << 16) - i64::from(end.plies);
    let proven = match node.proof() {
        Some(NodeProof::Won(end)) => (1 << 40) + merit(end),
        Some(NodeProof::Lost(end)) => -(1 << 40) - merit(end),
        None => 0,
    };
    (proven, node.visits(), node.best())
}

fn compare(a: &Rank, b: &Rank) -> std::cmp::Ordering {
    (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2))
}

/// A node can be chosen for its value if it has one part in this many of the visits of the most visited one.
const ENOUGH_VISITS: u32 = 2;

/// The most visited of a row, the first among equals; a won one if there is one.
fn leader(row: &[FlagshipNode]) -> Option<&FlagshipNode> {
    let ranks = row.iter().rev().map(|node| (rank(node), node));
    ranks.max_by(|a, b| compare(&a.0, &b.0)).map(|(_, node)| node)
}

impl<'a> TreeView<'a> {
    fn children(&self, node: &FlagshipNode) -> &'a [FlagshipNode] {
        node.children().map_or(&[], |row| self.tree.row(row))
    }

    /// The node of a row to play: a won one, else the best value among those with visits enough to trust it. Visits follow values
    /// only slowly, so the most visited node is often one that was the best.
    fn choice<'r>(&self, row: &'r [FlagshipNode]) -> Option<&'r FlagshipNode> {
        let leader = leader(row)?;
        if leader.proof().is_some() {
            return Some(leader);
        }
        // Other threads may change the nodes meanwhile: each number is read once, and there is always a choice.
        let enough = leader.visits().div_ceil(ENOUGH_VISITS);
        let is_open = |node: &&FlagshipNode| node.proof().is_none() && node.visits() >= enough;
        let values = row.iter().rev().filter(is_open).map(|node| (self.selection.value(node), node));
        values.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, node)| node).or(Some(leader))
    }

    /// The leading step at the root.
    pub(super) fn leading_step(&self) -> Option<&'a FlagshipNode> {
        leader(self.children(self.tree.node(ROOT))).filter(|step| step.children().is_some())
    }

    /// The step with the best minimax value at the root.
    pub(super) fn best_step(&self) -> Option<&'a FlagshipNode> {
        let visited = self.children(self.tree.node(ROOT)).iter().filter(|step| step.visits() > 0);
        visited.max_by(|a, b| a.best().total_cmp(&b.best()))
    }

    /// The best lines, the move to play first.
    pub(super) fn lines(&self, most: usize) -> Vec<Line> {
        let chosen = self.choice(self.children(self.tree.node(ROOT)));
        // Of a tree that was pruned hard only the leader may have its shots.
        let chosen = chosen.filter(|step| step.children().is_some()).or_else(|| self.leading_step());
        let Some(step) = chosen else { return Vec::new() };
        let mut lines = vec![];
        let first = self.choice(self.children(step)).map(|shot| (step, shot));
        lines.extend(first.map(|pair| self.line(pair)));
        if most > 1 {
            let root = self.children(self.tree.node(ROOT));
            let pairs = root.iter().flat_map(|step| self.children(step).iter().map(move |shot| (step, shot)));
            let is_first = |pair: &Pair| first.is_some_and(|first| std::ptr::eq(first.1, pair.1));
            // Other threads may change the ranks meanwhile: each is read once.
            let mut others: Vec<(Rank, Pair)> =
                pairs.filter(|pair| !is_first(pair)).map(|pair| (rank(pair.1), pair)).collect();
            others.sort_by(|(a, _), (b, _)| compare(b, a));
            // Where many lines are asked for, the best shot of every step is one of them: a board shows a value on each square.
            let leaders = if most > 2 * root.len() { root.len() } else { 0 };
            let ahead = (most - 1).saturating_sub(leaders);
            let is_leader = |pair: &Pair| {
                self.choice(self.children(pair.0)).is_some_and(|shot| std::ptr::eq(shot, pair.1))
            };
            let chosen = others.into_iter().map(|(_, pair)| pair).enumerate();
            let chosen = chosen.filter(|(place, pair)| *place < ahead || (leaders > 0 && is_leader(pair)));
            lines.extend(chosen.map(|(_, pair)| self.line(pair)));
        }
        lines
    }

    fn line(&self, (step, shot): Pair) -> Line {
        let mut moves = vec![mv(step, shot)];
        let mut position = shot;
        while let Some(step) = self.choice(self.children(position)).filter(|step| step.visits() > 0) {
            let Some(shot) = self.choice(self.children(step)) else { break };
            moves.push(mv(step, shot));
            position = shot;
        }
        let value = self.selection.value(shot);
        let end = shot.proof().map(NodeProof::earlier);
        let score = match end {
            Some(NodeProof::Won(end)) => Score::win_in(end.plies.into()),
            Some(NodeProof::Lost(end)) => Score::loss_in(end.plies.into()),
            None => {
                // No probability is quite 0 or 1, but a rounded one may be.
                let value = value.clamp(1e-9, 1.0 - 1e-9);
                Score::from_moves(libm::log(value / (1.0 - value)) / self.slope)
            }
        };
        Line {
            moves,
            score: Some(score),
            win_rate: Some(value),
            visits: Some(u64::from(shot.visits())),
            won_by: end.map(|proof| WonBy::AtLeast(proof.end().in_hand)),
        }
    }
}

fn mv(step: &FlagshipNode, shot: &FlagshipNode) -> Move {
    Move { from: step.from(), to: step.to(), arrow: shot.to() }
}

#[cfg(test)]
mod tests {
    use amazons::Square;

    use super::super::node::NewNode;
    use super::*;

    #[test]
    fn the_best_value_is_chosen_among_nodes_with_half_of_the_most_visits() {
        let square = Square::from_index(0);
        let node = |value: f32, visits: u32| {
            let node = FlagshipNode::default();
            node.init(NewNode { from: square, to: square, prior: 0.1, value, proof: None });
            for _ in 0..visits {
                node.enter();
                node.leave(value.into());
            }
            node
        };
        let tree = FlagshipTree::new(0);
        let selection = Selection { exploration: 0.35, minimax: 0.5 };
        let view = TreeView { tree: &tree, selection, slope: 0.2 };
        let row = [node(0.5, 10), node(0.6, 5), node(0.55, 9), node(0.9, 4)];
        let place = |row: &[FlagshipNode]| {
            let chosen = view.choice(row).expect("a node");
            row.iter().position(|node| std::ptr::eq(node, chosen))
        };
        assert_eq!(place(&row), Some(1), "five visits are half of ten, four are not");
        assert_eq!(place(&[node(0.5, 0), node(0.5, 0), node(0.4, 0)]), Some(0), "the first among equals");
        let end = ProvenEnd { in_hand: 1, plies: 3 };
        row[1].prove(NodeProof::Lost(end));
        assert_eq!(place(&row), Some(2), "a lost node is not chosen");
        row[3].prove(NodeProof::Won(end));
        assert_eq!(place(&row), Some(3), "a won one is");
        row.iter().for_each(|node| node.prove(NodeProof::Lost(ProvenEnd { plies: 2, ..end })));
        row[2].prove(NodeProof::Lost(end));
        assert_eq!(place(&row), Some(2), "where all are lost, the longest game");
        assert!(view.choice(&[]).is_none());
    }
}
