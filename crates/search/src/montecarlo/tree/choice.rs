//! The move that a tree speaks for, and the lines that it reports.

use std::cmp::Ordering;

use amazons::{Board, Move, Square};
use thought::Line;

use super::arena::{Arena, ROOT, UctNode};
use super::{Formula, UctTree};

/// Which child is played in the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum FinalMove {
    /// The most visited one.
    #[default]
    Visits,
    /// The one with the best mean win rate.
    Mean,
    /// The one with the largest value of the formula that also chooses within the tree.
    Formula,
}

/// A step at the root of a tree, for those who want to see how it was grown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepView {
    /// Where the amazon stands.
    pub from: Square,
    /// Where it steps.
    pub to: Square,
    /// How many simulations went through it.
    pub visits: u32,
    /// How many of its shots have a node.
    pub shots: u32,
}

impl FinalMove {
    /// The place of the child that is best; the earlier one of two that are alike.
    fn best(self, children: &[UctNode], parent_visits: u32, formula: Formula) -> Option<usize> {
        let ln = libm::log(f64::from(parent_visits.max(1)));
        let key = |node: &UctNode| {
            let mean = node.mean().unwrap_or(-1.0);
            match self {
                Self::Visits => (f64::from(node.visits), mean),
                Self::Mean => (mean, f64::from(node.visits)),
                Self::Formula if node.visits > 0 => (formula.value(node.total, node.visits, ln), mean),
                Self::Formula => (-1.0, mean),
            }
        };
        let is_better = |one: &UctNode, other: &UctNode| {
            let (one, other) = (key(one), key(other));
            one.partial_cmp(&other) == Some(Ordering::Greater)
        };
        let mut best = None;
        for (place, node) in children.iter().enumerate() {
            if best.is_none_or(|best: usize| is_better(node, &children[best])) {
                best = Some(place);
            }
        }
        best
    }
}

/// The steps at the root.
pub(crate) fn steps(arena: &Arena) -> Vec<StepView> {
    let steps = arena.tried(ROOT).iter().filter(|node| node.is_step());
    let view = |node: &UctNode| {
        let Move { from, to, .. } = node.mv();
        StepView { from, to, visits: node.visits, shots: node.tried() }
    };
    steps.map(view).collect()
}

impl<B: Board> UctTree<'_, B> {
    /// The number of the best child, if there is any.
    fn best_child(&self, index: u32, rule: FinalMove) -> Option<u32> {
        let children = self.arena.tried(index);
        let place = rule.best(children, self.arena.get(index).visits, self.plan.formula)?;
        Some(self.arena.first(index) + place as u32)
    }

    /// The node of the best whole move below a node, `rule` choosing.
    fn best_move(&self, index: u32, rule: FinalMove) -> Option<u32> {
        let child = self.best_child(index, rule)?;
        if self.arena.get(child).is_step() { self.best_child(child, rule) } else { Some(child) }
    }

    /// The move to play; `fallback` where the tree is too small to say.
    pub(crate) fn decision(&self, fallback: Move) -> Move {
        if let Some(best) = self.best_move(ROOT, self.plan.final_move) {
            return self.arena.get(best).mv();
        }
        // A step that has no shot yet still says something: any of its shots will do.
        let step = self.best_child(ROOT, self.plan.final_move).map(|child| self.arena.get(child).mv());
        let shot = step.and_then(|Move { from, to, .. }| {
            let arrow = self.root.shots(from, to).first()?;
            Some(Move { from, to, arrow })
        });
        shot.unwrap_or(fallback)
    }

    /// The best lines: the decision's first, then by visits.
    pub(crate) fn lines(&self, fallback: Move) -> Vec<Line> {
        let decision = self.decision(fallback);
        let mut moves = self.root_moves();
        let rank =
            |&index: &u32| (self.arena.get(index).mv() != decision, u32::MAX - self.arena.get(index).visits);
        moves.sort_by_key(rank);
        moves.truncate(self.plan.multi_pv.max(1));
        let mut lines: Vec<Line> = moves.into_iter().map(|index| self.line(index)).collect();
        if lines.first().and_then(|line| line.moves.first()) != Some(&decision) {
            lines.insert(0, Line::by_win_rate(vec![decision], None, 0));
            lines.truncate(self.plan.multi_pv.max(1));
        }
        lines
    }

    /// The nodes of the whole moves of the first ply.
    fn root_moves(&self) -> Vec<u32> {
        let range =
            |index| (0..self.arena.get(index).tried()).map(move |place| self.arena.first(index) + place);
        let below = |index: u32| match self.arena.get(index).is_step() {
            true => range(index).collect(),
            false => vec![index],
        };
        range(ROOT).flat_map(below).collect()
    }

    /// The most visited line through a node.
    fn line(&self, node: u32) -> Line {
        let follow = |&index: &u32| self.best_move(index, FinalMove::Visits);
        let nodes = std::iter::successors(Some(node), follow);
        let moves = nodes.map(|index| self.arena.get(index).mv()).collect();
        let node = self.arena.get(node);
        Line::by_win_rate(moves, node.mean(), u64::from(node.visits))
    }
}
