//! A [`Record`]: a game as files keep it, with names, comments and variations.

use crate::any::AnyPosition;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::mv::Move;
use crate::position::IllegalMove;

/// A game with names, comments and variations. Every move in it is legal.
///
/// Two records are equal where their contents are, in any order of adding their nodes.
#[derive(Clone, Debug)]
pub struct Record {
    /// The players' names.
    pub players: ByColor<Option<String>>,
    /// The event or tournament.
    pub event: Option<String>,
    /// When it was played, as SGF writes it: `2026-11-15`.
    pub date: Option<String>,
    /// Who won and how.
    pub result: Option<RecordResult>,
    /// A node's parent stands before it; the first is the root, which has no move.
    nodes: Vec<RecordNode>,
}

/// Who won and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordResult {
    /// The winner.
    pub winner: Color,
    /// What SGF writes after `B+` or `W+`: `R` for resignation, `T` for time, `F` for forfeit, or nothing.
    pub how: String,
}

/// A node's place in its record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

/// A position in a record and how it came about.
#[derive(Clone, Debug)]
pub struct RecordNode {
    /// The comment.
    pub comment: Option<String>,
    /// Properties of the file that Otrera does not use, kept as they were.
    pub other: Vec<Property>,
    mv: Option<Move>,
    position: AnyPosition,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

/// A property of an SGF node, its values with their escapes as they stand in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its name, such as `C`.
    pub name: String,
    /// Its values, at least one.
    pub values: Vec<String>,
}

impl RecordNode {
    fn new(position: AnyPosition, mv: Option<Move>, parent: Option<NodeId>) -> Self {
        Self { comment: None, other: Vec::new(), mv, position, parent, children: Vec::new() }
    }

    /// The move that led here; the root and nodes that only comment have none.
    #[must_use]
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The node before; the root has none.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes after, the main line's first.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

impl Record {
    /// The root's place.
    pub const ROOT: NodeId = NodeId(0);

    /// A record of no moves yet.
    #[must_use]
    pub fn new(start: AnyPosition) -> Self {
        Self {
            players: ByColor::default(),
            event: None,
            date: None,
            result: None,
            nodes: vec![RecordNode::new(start, None, None)],
        }
    }

    /// The record of a game, with its result if it is over.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let mut record = Self::new(*game.start());
        let mut parent = Self::ROOT;
        for (&mv, &after) in game.moves().iter().zip(game.positions().skip(1)) {
            parent = record.push(RecordNode::new(after, Some(mv), Some(parent)));
        }
        record.result =
            game.outcome().map(|outcome| RecordResult { winner: outcome.winner, how: String::new() });
        record
    }

    /// The main line as a game.
    #[must_use]
    pub fn to_game(&self) -> Game {
        let mut game = Game::new(*self.start());
        for mv in self.main_line().filter_map(|node| node.mv) {
            game.play(mv).expect("every move of a record is legal");
        }
        game
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &AnyPosition {
        &self.nodes[0].position
    }

    /// A node.
    ///
    /// # Panics
    /// When the place is of another record and this one has no such node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &RecordNode {
        &self.nodes[id.0]
    }

    /// A node, to comment on.
    ///
    /// # Panics
    /// When the place is of another record and this one has no such node.
    pub fn node_mut(&mut self, id: NodeId) -> &mut RecordNode {
        &mut self.nodes[id.0]
    }

    /// The nodes of the main line, the root first.
    pub fn main_line(&self) -> impl Iterator<Item = &RecordNode> {
        std::iter::successors(Some(&self.nodes[0]), |node| Some(self.node(*node.children.first()?)))
    }

    /// Adds a move after a node, as a variation if the node has a child already.
    ///
    /// # Errors
    /// When the move is not legal there; the record stays as it was.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        let after = self.node(parent).position.play(mv)?;
        Ok(self.push(RecordNode::new(after, Some(mv), Some(parent))))
    }

    /// Adds a node without a move after a node.
    pub fn add_remark(&mut self, parent: NodeId) -> NodeId {
        let position = self.node(parent).position;
        self.push(RecordNode::new(position, None, Some(parent)))
    }

    /// The node that a move leads to after a node, if the record has it.
    #[must_use]
    pub fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.node(parent).children.iter().copied().find(|&child| self.node(child).mv == Some(mv))
    }

    /// Makes a node the first of its siblings, and so the line that goes through it the main one from there.
    pub fn promote(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            let children = &mut self.nodes[parent.0].children;
            if let Some(at) = children.iter().position(|&child| child == id) {
                children[..=at].rotate_right(1);
            }
        }
    }

    fn push(&mut self, node: RecordNode) -> NodeId {
        let id = NodeId(self.nodes.len());
        if let Some(parent) = node.parent {
            self.nodes[parent.0].children.push(id);
        }
        self.nodes.push(node);
        id
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let words = |record: &Self| {
            (record.players.clone(), record.event.clone(), record.date.clone(), record.result.clone())
        };
        let same_node = |a: &RecordNode, b: &RecordNode| {
            let is_same_place =
                a.mv == b.mv && a.position == b.position && a.children.len() == b.children.len();
            is_same_place && a.comment == b.comment && a.other == b.other
        };
        // Pairs of nodes that stand at the same place, kept in a list because a record may be deep.
        let mut pairs = vec![(Self::ROOT, Self::ROOT)];
        while let Some((ours, theirs)) = pairs.pop() {
            let (a, b) = (self.node(ours), other.node(theirs));
            if !same_node(a, b) {
                return false;
            }
            pairs.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        words(self) == words(other)
    }
}

impl Eq for Record {}
