//! The first plies of a board as a graph, with the effort that each of its ends has left.
//!
//! Numbers are those of proof-number search with effort in the place of leaves: `win` is the least effort that could prove that
//! the side to move wins, `loss` that it loses. A leaf begins with the budget of its next unit, weighed by the moves of both sides.

use std::collections::HashMap;

use amazons::{Narrow, Position};

/// A leaf that a unit is out for counts as so many times its effort: others are looked at first.
const OUT: f64 = 4.0;

/// The most that moves change the effort of a leaf, either way.
const MOST_WEIGHT: f64 = 8.0;

/// A position of the first plies.
#[derive(Debug)]
struct ProofNode {
    position: Position<Narrow>,
    /// How much likelier the side to move is to win than to lose.
    weight: f64,
    parents: Vec<usize>,
    children: Vec<usize>,
    /// Whether the side to move wins, once that is proven.
    value: Option<bool>,
    /// The efforts.
    win: f64,
    loss: f64,
    /// The budget of the next unit, and whether one is out.
    budget: u64,
    is_out: bool,
}

/// The first plies.
#[derive(Debug)]
pub(super) struct ProofTree {
    nodes: Vec<ProofNode>,
}

/// The root of the tree.
pub(super) const ROOT: usize = 0;

impl ProofTree {
    /// All positions of some plies, of symmetric ones one; its ends get units of a budget first.
    pub(super) fn new(start: Position<Narrow>, plies: u32, budget: u64) -> Self {
        let mut tree = Self { nodes: vec![leaf(start, budget)] };
        let mut level = vec![ROOT];
        for _ in 0..plies {
            let mut places: HashMap<String, usize> = HashMap::new();
            for parent in level {
                let position = tree.nodes[parent].position;
                for mv in position.legal_moves() {
                    let mut after = position;
                    after.play_unchecked(mv);
                    let after = after.canonical().0;
                    let next = tree.nodes.len();
                    let place = *places.entry(after.to_setup().to_fen()).or_insert(next);
                    if place == next {
                        tree.nodes.push(leaf(after, budget));
                    }
                    if !tree.nodes[parent].children.contains(&place) {
                        tree.nodes[parent].children.push(place);
                        tree.nodes[place].parents.push(parent);
                    }
                }
            }
            let mut next: Vec<usize> = places.into_values().collect();
            next.sort_unstable();
            level = next;
        }
        for place in (0..tree.nodes.len()).rev() {
            tree.update(place);
        }
        tree
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn position(&self, place: usize) -> &Position<Narrow> {
        &self.nodes[place].position
    }

    pub(super) fn budget(&self, place: usize) -> u64 {
        self.nodes[place].budget
    }

    /// Whether the side to move wins a position, if that is proven.
    pub(super) fn value(&self, place: usize) -> Option<bool> {
        self.nodes[place].value
    }

    /// A first move of which it is proven that it wins, by the position after it.
    pub(super) fn winning_child(&self) -> Option<&Position<Narrow>> {
        let lost = |&&child: &&usize| self.nodes[child].value == Some(false);
        self.nodes[ROOT].children.iter().find(lost).map(|&child| &self.nodes[child].position)
    }

    /// The moves of the start, how many of them are decided.
    pub(super) fn first_moves(&self) -> (usize, usize) {
        let children = &self.nodes[ROOT].children;
        let decided = children.iter().filter(|&&child| self.nodes[child].value.is_some());
        (children.len(), decided.count())
    }

    /// The end that is worth the next unit; it is out from now on. `None` while units are out for all that matter.
    pub(super) fn take(&mut self) -> Option<usize> {
        let place = self.find(ROOT)?;
        self.nodes[place].is_out = true;
        self.back_up(place);
        Some(place)
    }

    fn find(&self, place: usize) -> Option<usize> {
        let node = &self.nodes[place];
        if node.value.is_some() {
            return None;
        }
        if node.children.is_empty() {
            return (!node.is_out).then_some(place);
        }
        let mut children = node.children.clone();
        children.sort_by(|&one, &other| self.nodes[one].loss.total_cmp(&self.nodes[other].loss));
        children.into_iter().find_map(|child| self.find(child))
    }

    /// A unit has ended: with a verdict, or without one, and then the next has twice the budget.
    pub(super) fn put(&mut self, place: usize, value: Option<bool>) {
        let node = &mut self.nodes[place];
        node.is_out = false;
        node.value = node.value.or(value);
        if value.is_none() {
            node.budget = node.budget.saturating_mul(2);
        }
        self.back_up(place);
    }

    fn back_up(&mut self, place: usize) {
        let mut waiting = vec![place];
        while let Some(place) = waiting.pop() {
            self.update(place);
            waiting.extend(&self.nodes[place].parents);
        }
    }

    fn update(&mut self, place: usize) {
        let node = &self.nodes[place];
        let (mut value, win, loss) = if node.children.is_empty() {
            let weight = node.weight;
            let effort = node.budget as f64 * if node.is_out { OUT } else { 1.0 };
            (node.value, effort / weight, effort * weight)
        } else {
            let children = || node.children.iter().map(|&child| &self.nodes[child]);
            let open = || children().filter(|child| child.value.is_none());
            let value = match () {
                () if children().any(|child| child.value == Some(false)) => Some(true),
                () if open().next().is_none() => Some(false),
                () => None,
            };
            (
                value,
                open().map(|child| child.loss).fold(f64::INFINITY, f64::min),
                open().map(|child| child.win).sum(),
            )
        };
        let node = &mut self.nodes[place];
        value = value.or(node.value);
        (node.value, node.win, node.loss) = (value, win, loss);
    }
}

fn leaf(position: Position<Narrow>, budget: u64) -> ProofNode {
    let (weight, parents, children) = (weight(&position), Vec::new(), Vec::new());
    ProofNode { position, weight, parents, children, value: None, win: 0.0, loss: 0.0, budget, is_out: false }
}

/// A guess how much likelier the side to move is to win than to lose, by the moves of both sides.
fn weight(position: &Position<Narrow>) -> f64 {
    let moves = |color| 1.0 + position.count_moves_of(color) as f64;
    (moves(position.turn()) / moves(!position.turn())).clamp(1.0 / MOST_WEIGHT, MOST_WEIGHT)
}
