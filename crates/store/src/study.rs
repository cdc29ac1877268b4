//! The annotations of a game: comments, variations, evaluations of nodes.
//!
//! Node numbers are stable: a position of the main line has its ply, 0 the start; variations have numbers from
//! [`Study::FIRST`] on, which are never reused.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;

use amazons::notation::SquareError;
use amazons::{AnyPosition, Game, Move, Property, Square};
use serde::{Deserialize, Serialize};
use thought::Assessment;

/// Comments and variations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Comments on the main line by ply.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub remarks: BTreeMap<u32, Remark>,
    /// The moves of the variations, a parent before its children, siblings in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
    /// The next free number of a variation.
    pub next: u32,
}

/// A comment on a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// The text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Unknown SGF properties, unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "properties")]
    pub properties: Vec<Property>,
}

/// A shape that is drawn on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A circle around a square.
    Circle(Square),
    /// An arrow between two squares.
    Arrow(Square, Square),
}

/// The SGF properties of circles and arrows.
const CIRCLES: &str = "CR";
const ARROWS: &str = "AR";

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circle(square) => write!(f, "{square}"),
            Self::Arrow(from, to) => write!(f, "{from}:{to}"),
        }
    }
}

impl FromStr for Shape {
    type Err = SquareError;

    /// Reads `d4` or `d1:d7`.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        match text.split_once(':') {
            Some((from, to)) => Ok(Self::Arrow(from.parse()?, to.parse()?)),
            None => text.parse().map(Self::Circle),
        }
    }
}

/// A move of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// Its number, from [`Study::FIRST`] on.
    pub id: u32,
    /// The parent node.
    pub parent: u32,
    /// The move.
    #[serde(rename = "move", with = "move_text")]
    pub mv: Move,
    /// The comment on it.
    #[serde(default, skip_serializing_if = "Remark::is_empty")]
    pub remark: Remark,
}

/// An engine's assessment of a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// White's view of the node. Only one with an estimate or a proof, and a win rate, is stored.
    pub assessment: Assessment,
    /// Positions visited.
    pub nodes: u64,
    /// The player.
    pub agent: String,
}

/// A node of a game with its variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// Its number.
    pub id: u32,
    /// The parent; `None` for the start.
    pub parent: Option<u32>,
    /// The move that led here.
    pub mv: Option<Move>,
    /// The position.
    pub position: AnyPosition,
    /// The comment on it.
    pub comment: Option<String>,
    /// The shapes that are drawn on it.
    pub shapes: Vec<Shape>,
    /// The children, the main line first.
    pub children: Vec<u32>,
}

impl Default for Study {
    fn default() -> Self {
        Self { remarks: BTreeMap::new(), variations: Vec::new(), next: Self::FIRST }
    }
}

impl Remark {
    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.comment.is_none() && self.properties.is_empty()
    }

    /// The shapes that are drawn, which are SGF properties.
    #[must_use]
    pub fn shapes(&self) -> Vec<Shape> {
        let drawn =
            self.properties.iter().filter(|property| [CIRCLES, ARROWS].contains(&property.name.as_str()));
        drawn.flat_map(|property| &property.values).filter_map(|value| value.trim().parse().ok()).collect()
    }

    /// Replaces the shapes.
    pub(crate) fn set_shapes(&mut self, shapes: &[Shape]) {
        self.properties.retain(|property| ![CIRCLES, ARROWS].contains(&property.name.as_str()));
        for (name, is_circle) in [(CIRCLES, true), (ARROWS, false)] {
            let of_kind = shapes.iter().filter(|shape| matches!(shape, Shape::Circle(_)) == is_circle);
            let values: Vec<String> = of_kind.map(ToString::to_string).collect();
            if !values.is_empty() {
                self.properties.push(Property { name: name.to_owned(), values });
            }
        }
    }

    /// Appends another remark.
    pub(crate) fn merge(&mut self, other: Self) {
        self.comment = match (self.comment.take(), other.comment) {
            (Some(ours), Some(theirs)) if ours != theirs => Some(format!("{ours}\n\n{theirs}")),
            (ours, theirs) => ours.or(theirs),
        };
        // By name, because a file may have hundreds of thousands of them.
        let mut places: HashMap<String, usize> =
            (0..).zip(&self.properties).map(|(at, ours)| (ours.name.clone(), at)).collect();
        for property in other.properties {
            match places.get(&property.name) {
                Some(&at) => self.properties[at].values.extend(property.values),
                None => {
                    places.insert(property.name.clone(), self.properties.len());
                    self.properties.push(property);
                }
            }
        }
    }
}

impl Study {
    /// The first number of a variation.
    pub const FIRST: u32 = 10_000;
    /// The largest number of a variation in a file, far below the limit of the type.
    const MOST: u32 = 1_000_000_000;

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.remarks.is_empty() && self.variations.is_empty()
    }

    /// The variation with a number.
    #[must_use]
    pub(crate) fn variation(&self, id: u32) -> Option<&Variation> {
        self.variations.iter().find(|variation| variation.id == id)
    }

    /// The child of a node after a move, in the main line or a variation.
    #[must_use]
    pub fn child(&self, game: &Game, parent: u32, mv: Move) -> Option<u32> {
        if game.moves().get(parent as usize) == Some(&mv) {
            return Some(parent + 1);
        }
        let is_it = |variation: &&Variation| variation.parent == parent && variation.mv == mv;
        self.variations.iter().find(is_it).map(|variation| variation.id)
    }

    /// Adds a move after a node unless it exists, and gives its number. The caller has checked that it is legal.
    pub(crate) fn add(&mut self, game: &Game, parent: u32, mv: Move) -> u32 {
        if let Some(child) = self.child(game, parent, mv) {
            return child;
        }
        self.push(parent, mv)
    }

    /// Adds a move that does not exist after its parent, and gives its number.
    pub(crate) fn push(&mut self, parent: u32, mv: Move) -> u32 {
        let id = self.next;
        self.next += 1;
        self.variations.push(Variation { id, parent, mv, remark: Remark::default() });
        id
    }

    /// The comment of a node; `None` if the node does not exist.
    pub(crate) fn remark_mut(&mut self, game: &Game, node: u32) -> Option<&mut Remark> {
        if node as usize <= game.moves().len() {
            return Some(self.remarks.entry(node).or_default());
        }
        let found = self.variations.iter_mut().find(|variation| variation.id == node);
        found.map(|variation| &mut variation.remark)
    }

    /// Removes a variation with its descendants and gives their numbers; the main line stays.
    pub(crate) fn remove(&mut self, id: u32) -> Vec<u32> {
        let mut removed = Vec::new();
        // Parents come before their children, so one pass finds all.
        self.variations.retain(|variation| {
            let is_removed = variation.id == id || removed.contains(&variation.parent);
            if is_removed {
                removed.push(variation.id);
            }
            !is_removed
        });
        removed
    }

    /// Makes a variation the first of its siblings, after the main line.
    pub(crate) fn promote(&mut self, id: u32) {
        let Some(at) = self.variations.iter().position(|variation| variation.id == id) else { return };
        let parent = self.variations[at].parent;
        let first = self.variations.iter().position(|variation| variation.parent == parent).unwrap_or(at);
        self.variations[first..=at].rotate_right(1);
    }

    /// Merges a variation into the main line when its move is played. Gives the number that is free now.
    pub(crate) fn played(&mut self, parent: u32, mv: Move) -> Option<u32> {
        let is_it = |variation: &Variation| variation.parent == parent && variation.mv == mv;
        let at = self.variations.iter().position(is_it)?;
        let tried = self.variations.remove(at);
        for variation in self.variations.iter_mut().filter(|variation| variation.parent == tried.id) {
            variation.parent = parent + 1;
        }
        if !tried.remark.is_empty() {
            self.remarks.entry(parent + 1).or_default().merge(tried.remark);
        }
        Some(tried.id)
    }

    /// Keeps taken-back moves with comments or variations as a variation; gives their new numbers in order.
    pub(crate) fn taken_back(&mut self, moves: &[Move], left: u32) -> Vec<u32> {
        let plies = moves.len() as u32;
        let parents = self.variations.iter().map(|variation| variation.parent);
        let used =
            parents.chain(self.remarks.keys().copied()).filter(|node| (left + 1..=plies).contains(node));
        let Some(deepest) = used.max() else { return Vec::new() };
        let ids: Vec<u32> = (self.next..).take((deepest - left) as usize).collect();
        self.next += deepest - left;
        let renamed = |node: u32| match node.checked_sub(left + 1) {
            Some(at) => ids.get(at as usize).copied().unwrap_or(node),
            None => node,
        };
        for variation in &mut self.variations {
            variation.parent = renamed(variation.parent);
        }
        let kept = (left..deepest).map(|parent| Variation {
            id: renamed(parent + 1),
            parent: renamed(parent),
            mv: moves[parent as usize],
            remark: self.remarks.remove(&(parent + 1)).unwrap_or_default(),
        });
        let kept: Vec<Variation> = kept.collect();
        self.variations.splice(0..0, kept);
        ids
    }

    /// What is inconsistent with a game, if anything.
    pub(crate) fn fault(&self, game: &Game) -> Option<String> {
        if let Some((ply, _)) =
            self.remarks.last_key_value().filter(|(ply, _)| **ply as usize > game.moves().len())
        {
            return Some(format!("a comment on ply {ply} of {}", game.moves().len()));
        }
        if self.next > Self::MOST {
            return Some(format!("the next variation has number {}, more than {}", self.next, Self::MOST));
        }
        let mut positions: BTreeMap<u32, AnyPosition> = (0..).zip(game.positions().copied()).collect();
        for Variation { id, parent, mv, .. } in &self.variations {
            if *id < Self::FIRST || *id >= self.next || positions.contains_key(id) {
                return Some(format!("variation {id} has an invalid number"));
            }
            let Some(before) = positions.get(parent) else {
                return Some(format!("variation {id} follows node {parent}, which does not exist"));
            };
            match before.play(*mv) {
                Ok(after) => positions.insert(*id, after),
                Err(error) => return Some(format!("variation {id}: {error}")),
            };
        }
        None
    }

    /// All nodes of its game: the main line by ply, then the variations, a parent before its children.
    #[must_use]
    pub fn tree(&self, game: &Game) -> Vec<TreeNode> {
        let comment = |ply| self.remarks.get(&ply).and_then(|remark| remark.comment.clone());
        let shapes = |ply| self.remarks.get(&ply).map(Remark::shapes).unwrap_or_default();
        let mut nodes: Vec<TreeNode> = Vec::new();
        for (ply, position) in (0..).zip(game.positions()) {
            nodes.push(TreeNode {
                id: ply,
                parent: ply.checked_sub(1),
                mv: ply.checked_sub(1).map(|before| game.moves()[before as usize]),
                position: *position,
                comment: comment(ply),
                shapes: shapes(ply),
                children: Vec::new(),
            });
        }
        let mut places: BTreeMap<u32, usize> = (0..nodes.len()).map(|at| (at as u32, at)).collect();
        for at in 1..nodes.len() {
            nodes[at - 1].children.push(at as u32);
        }
        for Variation { id, parent, mv, remark } in &self.variations {
            // Stored studies were checked; a modified file may lack nodes.
            let Some(&before) = places.get(parent) else { continue };
            let Ok(position) = nodes[before].position.play(*mv) else { continue };
            nodes[before].children.push(*id);
            places.insert(*id, nodes.len());
            let (comment, shapes) = (remark.comment.clone(), remark.shapes());
            let (parent, mv) = (Some(*parent), Some(*mv));
            nodes.push(TreeNode { id: *id, parent, mv, position, comment, shapes, children: Vec::new() });
        }
        nodes
    }
}

/// A move as text.
mod move_text {
    use amazons::Move;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(mv)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Properties as a list of names with their values.
mod properties {
    use amazons::Property;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(all: &[Property], serializer: S) -> Result<S::Ok, S::Error> {
        let pairs: Vec<(&str, &[String])> =
            all.iter().map(|property| (property.name.as_str(), property.values.as_slice())).collect();
        pairs.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Property>, D::Error> {
        let pairs: Vec<(String, Vec<String>)> = Vec::deserialize(deserializer)?;
        Ok(pairs.into_iter().map(|(name, values)| Property { name, values }).collect())
    }
}
