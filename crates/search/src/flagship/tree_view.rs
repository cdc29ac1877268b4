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

/// The order of choice: won nodes first, by most moves in hand and soonest; lost ones last, by fewest and latest; then
/// visits, then value.
fn rank(node: &FlagshipNode) -> (i64, u32, f64) {
    // The merit of an end is smaller than the weight of the outcome.
    let merit = |end: ProvenEnd| (i64::from(end.in_hand) << 16) - i64::from(end.plies);
    let proven = match node.proof() {
        Some(NodeProof::Won(end)) => (1 << 40) + merit(end),
        Some(NodeProof::Lost(end)) => -(1 << 40) - merit(end),
        None => 0,
    };
    (proven, node.visits(), node.best())
}

fn compare(a: &FlagshipNode, b: &FlagshipNode) -> std::cmp::Ordering {
    let (a, b) = (rank(a), rank(b));
    (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2))
}

/// The best of a row, the first among equals.
fn leader(row: &[FlagshipNode]) -> Option<&FlagshipNode> {
    row.iter().rev().max_by(|a, b| compare(a, b))
}

impl<'a> TreeView<'a> {
    fn children(&self, node: &FlagshipNode) -> &'a [FlagshipNode] {
        node.children().map_or(&[], |row| self.tree.row(row))
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
        let Some(step) = self.leading_step() else { return Vec::new() };
        let mut lines = vec![];
        let first = leader(self.children(step)).map(|shot| (step, shot));
        lines.extend(first.map(|pair| self.line(pair)));
        if most > 1 {
            let root = self.children(self.tree.node(ROOT));
            let pairs = root.iter().flat_map(|step| self.children(step).iter().map(move |shot| (step, shot)));
            let is_first = |pair: &Pair| first.is_some_and(|first| std::ptr::eq(first.1, pair.1));
            let mut others: Vec<Pair> = pairs.filter(|pair| !is_first(pair)).collect();
            others.sort_by(|a, b| compare(b.1, a.1));
            // Where many lines are asked for, the best shot of every step is one of them: a board shows a value on each square.
            let leaders = if most > 2 * root.len() { root.len() } else { 0 };
            let ahead = (most - 1).saturating_sub(leaders);
            let is_leader =
                |pair: &Pair| leader(self.children(pair.0)).is_some_and(|shot| std::ptr::eq(shot, pair.1));
            let chosen = others.into_iter().enumerate();
            let chosen = chosen.filter(|(place, pair)| *place < ahead || (leaders > 0 && is_leader(pair)));
            lines.extend(chosen.map(|(_, pair)| self.line(pair)));
        }
        lines
    }

    fn line(&self, (step, shot): Pair) -> Line {
        let mut moves = vec![mv(step, shot)];
        let mut position = shot;
        while let Some(step) = leader(self.children(position)).filter(|step| step.visits() > 0) {
            let Some(shot) = leader(self.children(step)) else { break };
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
