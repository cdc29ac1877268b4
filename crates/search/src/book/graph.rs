//! The entries of a book, their values, and the growth best first.
//!
//! Every ply adds an arrow, so that no line of play comes back to a position: entries by their number of arrows, the most first,
//! is the order in which values are backed up.

use std::any::Any;
use std::collections::{BTreeMap, HashMap, HashSet};

use amazons::{Bitboard, Board, Board10x10, Color, Move, Position, Start, Symmetry};

use super::file::Ledger;

/// Win rates are counted in parts of this, so that values and the order of growth are whole numbers.
pub(super) const WHOLE: u16 = 10_000;
/// The most positions of a book.
pub(super) const MOST_POSITIONS: usize = 1 << 16;

/// A position whatever its move number: the amazons of the side to move, those of the other, the arrows.
type Key = [Bitboard<Board10x10>; 3];

/// Positions of the 10x10 game that were searched, with their best moves.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningBook {
    pub(super) ledger: Ledger,
    pub(super) entries: Vec<Entry>,
    index: HashMap<Key, usize>,
    /// The value of each entry for its side to move.
    values: Vec<u16>,
}

/// A position that was searched, in its canonical form.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Entry {
    position: Position<Board10x10>,
    /// The entry before it and the number of the move from there; the start has none.
    pub(super) origin: Option<(usize, usize)>,
    pub(super) edges: Vec<Edge>,
}

/// A move of an entry.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Edge {
    pub(super) mv: Move,
    /// The win rate by the search of the entry, for the side that plays it.
    pub(super) rate: u16,
    /// The position after it.
    after: Key,
    /// Its entry, if it is one, since the last [`OpeningBook::back_up`].
    entry: Option<usize>,
}

/// A move of the book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The win rate of the side that plays it, 0 to 1.
    pub win_rate: f64,
    /// How many positions after it were searched: the one that it leads to, and those below.
    pub searched: usize,
}

/// A position to be searched next.
#[derive(Clone, PartialEq, Debug)]
pub struct BookLeaf {
    /// The position, in its canonical form.
    pub position: Position<Board10x10>,
    origin: Option<(usize, usize)>,
}

impl OpeningBook {
    /// A book without positions.
    #[must_use]
    pub fn new(ledger: Ledger) -> Self {
        Self { ledger, entries: Vec::new(), index: HashMap::new(), values: Vec::new() }
    }

    /// How it was made.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.entries.len()
    }

    /// The moves of a position, the best first, of those that a symmetry of the position makes equal one; none where the position
    /// is not of the book.
    #[must_use]
    pub fn moves<B: Board>(&self, position: &Position<B>) -> Vec<BookMove> {
        let Some((entry, to_canonical)) = self.find(position) else { return Vec::new() };
        let (back, size) = (to_canonical.inverse(), position.board().size());
        let mut moves: Vec<(u16, BookMove)> = Vec::new();
        for edge in &self.entries[entry].edges {
            let value = self.edge_value(edge);
            let win_rate = f64::from(value) / f64::from(WHOLE);
            let mv = back.apply_to_move(edge.mv, size);
            moves.push((value, BookMove { mv, win_rate, searched: self.searched_from(edge.entry) }));
        }
        // Equal ones stay in the order of the search.
        moves.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        moves.into_iter().map(|(_, book_move)| book_move).collect()
    }

    /// The entry of a position, and the symmetry that leads to its form.
    fn find<B: Board>(&self, position: &Position<B>) -> Option<(usize, Symmetry)> {
        let position: &Position<Board10x10> = (position as &dyn Any).downcast_ref()?;
        if position.vacancies().delay() > 0 || position.arrows().count() as usize > self.deepest() {
            return None;
        }
        let (canonical, transform) = position.canonical();
        Some((*self.index.get(&key(&canonical))?, transform.symmetry))
    }

    /// The most arrows of an entry.
    fn deepest(&self) -> usize {
        // Entries are few plies deep: most positions need no canonical form to be known as none of the book.
        self.entries.iter().map(Entry::arrows).max().unwrap_or(0)
    }

    /// The number of entries that can be reached from one, with itself.
    fn searched_from(&self, first: Option<usize>) -> usize {
        let mut is_seen = vec![false; self.entries.len()];
        let mut open: Vec<usize> = first.into_iter().collect();
        while let Some(entry) = open.pop() {
            if !std::mem::replace(&mut is_seen[entry], true) {
                open.extend(self.entries[entry].edges.iter().filter_map(|edge| edge.entry));
            }
        }
        is_seen.into_iter().filter(|&is_seen| is_seen).count()
    }

    /// The value of a move for the side that plays it.
    fn edge_value(&self, edge: &Edge) -> u16 {
        edge.entry.map_or(edge.rate, |entry| WHOLE - self.values[entry])
    }

    /// Entries with fewer arrows first.
    fn by_depth(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|&entry| self.entries[entry].arrows());
        order
    }

    /// Links the entries and computes all values anew.
    pub(super) fn back_up(&mut self) {
        for edge in self.entries.iter_mut().flat_map(|entry| &mut entry.edges) {
            edge.entry = self.index.get(&edge.after).copied();
        }
        self.values = vec![0; self.entries.len()];
        for entry in self.by_depth().into_iter().rev() {
            let values = self.entries[entry].edges.iter().map(|edge| self.edge_value(edge));
            self.values[entry] = values.max().unwrap_or(0);
        }
    }

    /// The positions to be searched next, at most so many, the most wanted first: drop-out expansion (Lincke 2000). A line costs
    /// [`Ledger::ply_cost`] for each ply and, for each move, by how much it is worse than the best one; the cheapest are searched.
    /// The start alone comes first.
    #[must_use]
    pub fn next(&self, most: usize) -> Vec<BookLeaf> {
        if self.entries.is_empty() {
            let start = Position::from_setup(&Start::STANDARD.setup()).expect("the start is playable");
            return vec![BookLeaf { position: start.canonical().0, origin: None }];
        }
        let mut costs = vec![u32::MAX; self.entries.len()];
        costs[0] = 0;
        let mut leaves: HashMap<Key, (u32, usize, usize)> = HashMap::new();
        for entry in self.by_depth() {
            for (number, edge) in self.entries[entry].edges.iter().enumerate() {
                let drop = self.values[entry] - self.edge_value(edge);
                let cost = costs[entry] + u32::from(self.ledger.ply_cost) + u32::from(drop);
                if let Some(after) = edge.entry {
                    costs[after] = costs[after].min(cost);
                } else {
                    let found = (cost, entry, number);
                    leaves.entry(edge.after).and_modify(|leaf| *leaf = found.min(*leaf)).or_insert(found);
                }
            }
        }
        let mut leaves: Vec<_> = leaves.into_values().collect();
        leaves.sort_unstable();
        leaves.truncate(most.min(MOST_POSITIONS - self.entries.len()));
        let leaf = |(_, entry, number): (u32, usize, usize)| {
            let Entry { position, edges, .. } = &self.entries[entry];
            let position = after(position, edges[number].mv);
            BookLeaf { position, origin: Some((entry, number)) }
        };
        leaves.into_iter().map(leaf).collect()
    }

    /// Adds positions that were searched, each with its moves and their win rates in the order of the search. Of moves that lead
    /// to equal positions the first is kept, and no more than [`Ledger::moves`].
    pub fn extend(&mut self, searched: impl IntoIterator<Item = (BookLeaf, Vec<(Move, f64)>)>) {
        for (leaf, moves) in searched {
            let mut edges: Vec<(Move, u16)> = Vec::new();
            let mut seen = HashSet::new();
            for (mv, rate) in moves {
                if edges.len() < self.ledger.moves && seen.insert(key(&after(&leaf.position, mv))) {
                    edges.push((mv, (rate.clamp(0.0, 1.0) * f64::from(WHOLE)).round() as u16));
                }
            }
            self.push(leaf.position, leaf.origin, edges);
        }
        self.back_up();
    }

    /// Adds an entry without new values; whether its position was none before.
    pub(super) fn push(
        &mut self,
        position: Position<Board10x10>,
        origin: Option<(usize, usize)>,
        edges: Vec<(Move, u16)>,
    ) -> bool {
        let edge = |(mv, rate)| Edge { mv, rate, after: key(&after(&position, mv)), entry: None };
        let edges = edges.into_iter().map(edge).collect();
        self.entries.push(Entry { position, origin, edges });
        self.index.insert(key(&position), self.entries.len() - 1).is_none()
    }

    /// The position after a move of an entry, in its canonical form; `None` where there is no such entry or move.
    pub(super) fn position_after(&self, entry: usize, number: usize) -> Option<Position<Board10x10>> {
        let Entry { position, edges, .. } = self.entries.get(entry)?;
        Some(after(position, edges.get(number)?.mv))
    }

    /// How many entries have so many arrows, from none to the most.
    #[must_use]
    pub fn by_plies(&self) -> Vec<usize> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        self.entries.iter().for_each(|entry| *counts.entry(entry.arrows()).or_default() += 1);
        (0..=self.deepest()).map(|plies| counts.get(&plies).copied().unwrap_or(0)).collect()
    }
}

impl Entry {
    fn arrows(&self) -> usize {
        self.position.arrows().count() as usize
    }
}

/// The position after a legal move, in its canonical form.
fn after(position: &Position<Board10x10>, mv: Move) -> Position<Board10x10> {
    let mut after = *position;
    after.play_unchecked(mv);
    after.canonical().0
}

/// A canonical position whatever its move number. White is to move in all of them.
fn key(canonical: &Position<Board10x10>) -> Key {
    [canonical.amazons(Color::White), canonical.amazons(Color::Black), canonical.arrows()]
}
