//! Negamax, shared by all searches to a depth, with or without pruning, ordering and a transposition table.
//!
//! Scores are those of the side to move in a position. The plies of a decided game count from that position, so a score
//! gets one ply more on the way up, and a window one ply less on the way down.

use amazons::{Board, Move, Position};
use eval::Evaluator;
use thought::{Counter, Observer, Score};

use super::generator::MoveGenerator;
use super::ordering::{Ordering, Refutations};
use super::reporter::Reporter;
use super::transposition_table::{ScoreBound, TranspositionTable};

/// The pruning of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pruning {
    /// None: minimax.
    None,
    /// Alpha-beta, fail-soft.
    AlphaBeta,
}

/// Values at or below `alpha` or at or above `beta` need not be known exactly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

/// Why the search of a position ends before all its moves are searched.
enum EarlyExit {
    /// A move has a value of at least beta.
    BetaCutoff,
    /// A limit of the search is reached, or it is stopped.
    LimitReached,
}

/// A position whose moves are searched.
struct NegamaxNode<'p, B: Board> {
    position: &'p Position<B>,
    depth: u32,
    ply: usize,
    window: Window,
    best: Score,
    best_move: Option<Move>,
}

/// Moves sorted by the evaluations of the positions after them, the best first.
pub(super) struct Sorted {
    pub(super) moves: Vec<(Score, Move)>,
    /// Whether all moves were evaluated.
    pub(super) is_complete: bool,
}

/// The search below the root.
pub(super) struct Lookahead<'a, E, G> {
    pub(super) evaluator: &'a mut E,
    pub(super) generator: G,
    pub(super) counter: Counter,
    pub(super) pruning: Pruning,
    pub(super) ordering: Ordering,
    pub(super) table: Option<&'a mut TranspositionTable>,
    pub(super) reporter: Reporter<'a>,
    refutations: Refutations,
    /// The best line from each ply.
    lines: Vec<Vec<Move>>,
}

impl Window {
    /// The full window: every value is exact.
    pub(super) const FULL: Self = Self { alpha: Score::WORST, beta: Score::BEST };

    /// The window as the other side sees it after a move.
    #[inline]
    fn flipped(self) -> Self {
        Self { alpha: -one_ply_later(self.beta), beta: -one_ply_later(self.alpha) }
    }
}

/// The score one ply later that gives this one here: the inverse of [`Score::one_ply_earlier`].
#[inline]
fn one_ply_later(bound: Score) -> Score {
    match bound.decided_in() {
        None => bound,
        Some(0) if bound.is_win() => Score::BEST,
        Some(0) => Score::WORST,
        Some(plies) if bound.is_win() => Score::win_in(plies - 1),
        Some(plies) => Score::loss_in(plies - 1),
    }
}

impl<'a, E, G> Lookahead<'a, E, G> {
    /// A search over the moves of a generator, in its order.
    pub(super) fn new(
        evaluator: &'a mut E,
        generator: G,
        mut counter: Counter,
        pruning: Pruning,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let reporter = Reporter::new(observer, &mut counter);
        Self {
            evaluator,
            generator,
            counter,
            pruning,
            ordering: Ordering::Generation,
            table: None,
            reporter,
            refutations: Refutations::default(),
            lines: Vec::new(),
        }
    }

    /// The best line after the last searched root move.
    pub(super) fn line(&self) -> &[Move] {
        self.lines.get(1).map_or(&[], Vec::as_slice)
    }

    /// Counts one position, and reports if that is due; `false` where the search is over.
    #[inline]
    fn take_node(&mut self) -> bool {
        self.counter.take_node() && self.reporter.report_if_due(&mut self.counter)
    }

    /// The value of a move to its mover at a depth, the move included; `None` where the search is over.
    pub(super) fn value_of<B: Board>(
        &mut self,
        position: &Position<B>,
        mv: Move,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Option<Score>
    where
        E: Evaluator<B>,
        G: MoveGenerator<B>,
    {
        if !self.take_node() {
            return None;
        }
        let mut after = *position;
        after.play_unchecked(mv);
        let value = self.value(&after, depth - 1, ply + 1, window.flipped());
        value.map(|value| -value.one_ply_earlier())
    }

    /// The value of a position to its mover.
    fn value<B: Board>(
        &mut self,
        position: &Position<B>,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Option<Score>
    where
        E: Evaluator<B>,
        G: MoveGenerator<B>,
    {
        self.clear_line(ply);
        if depth == 0 {
            return Some(self.value_here(position));
        }
        let hash = self.table.as_ref().map(|_| position.key());
        let known = self.table.as_ref().zip(hash).and_then(|(table, hash)| table.get(hash));
        // Another position may have the same key: its move is likely to be illegal here.
        let known = known.filter(|entry| position.is_legal(entry.mv));
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
        {
            let is_enough = match entry.bound {
                ScoreBound::Exact => true,
                ScoreBound::AtLeast => entry.score >= window.beta,
                ScoreBound::AtMost => entry.score <= window.alpha,
            };
            if is_enough {
                self.lines[ply].push(entry.mv);
                return Some(entry.score);
            }
        }
        let mut node = NegamaxNode { position, depth, ply, window, best: Score::WORST, best_move: None };
        match self.search_moves(&mut node, known.map(|entry| entry.mv)) {
            Err(EarlyExit::LimitReached) => return None,
            Ok(()) | Err(EarlyExit::BetaCutoff) => {}
        }
        let Some(mv) = node.best_move else { return Some(Score::loss_in(0)) };
        if let (Some(table), Some(hash)) = (&mut self.table, hash) {
            let bound = match node.best {
                best if best >= window.beta => ScoreBound::AtLeast,
                best if best <= window.alpha => ScoreBound::AtMost,
                _ => ScoreBound::Exact,
            };
            table.put(hash, depth, bound, node.best, mv);
        }
        Some(node.best)
    }

    /// The value of a leaf.
    #[inline]
    fn value_here<B: Board>(&mut self, position: &Position<B>) -> Score
    where
        E: Evaluator<B>,
    {
        if position.has_move() { self.evaluator.evaluate(position) } else { Score::loss_in(0) }
    }

    /// Searches the moves of a position: first that of the table, then refutations, then the rest.
    fn search_moves<B: Board>(
        &mut self,
        node: &mut NegamaxNode<'_, B>,
        known: Option<Move>,
    ) -> Result<(), EarlyExit>
    where
        E: Evaluator<B>,
        G: MoveGenerator<B>,
    {
        let generator = self.generator;
        if let Some(mv) = known {
            self.search_move(node, mv)?;
        }
        if self.ordering == Ordering::Generation {
            for mv in generator.moves(node.position).filter(|&mv| Some(mv) != known) {
                self.search_move(node, mv)?;
            }
            return Ok(());
        }
        let refutations = self.refutations.at(node.ply);
        for mv in refutations.into_iter().flatten() {
            if Some(mv) != known && node.position.is_legal(mv) {
                self.search_move(node, mv)?;
            }
        }
        let is_new = |mv: &Move| Some(*mv) != known && !refutations.contains(&Some(*mv));
        if self.ordering == Ordering::Evaluated && node.depth >= 2 {
            let sorted = self.sorted(node.position);
            if !sorted.is_complete {
                return Err(EarlyExit::LimitReached);
            }
            for mv in sorted.moves.into_iter().map(|(_, mv)| mv).filter(is_new) {
                self.search_move(node, mv)?;
            }
        } else {
            for mv in generator.moves(node.position).filter(is_new) {
                self.search_move(node, mv)?;
            }
        }
        Ok(())
    }

    /// Searches one move of a position.
    #[inline]
    fn search_move<B: Board>(&mut self, node: &mut NegamaxNode<'_, B>, mv: Move) -> Result<(), EarlyExit>
    where
        E: Evaluator<B>,
        G: MoveGenerator<B>,
    {
        let &mut NegamaxNode { position, depth, ply, window, .. } = node;
        let alpha = window.alpha.max(node.best);
        let window = match self.pruning {
            Pruning::None => Window::FULL,
            Pruning::AlphaBeta => Window { alpha, ..window },
        };
        let value = self.value_of(position, mv, depth, ply, window).ok_or(EarlyExit::LimitReached)?;
        if value > node.best || node.best_move.is_none() {
            node.best = value;
            node.best_move = Some(mv);
            if value > alpha {
                self.extend_line(ply, mv);
            }
        }
        if self.pruning == Pruning::AlphaBeta && value >= window.beta {
            if self.ordering != Ordering::Generation {
                self.refutations.remember(ply, mv);
            }
            return Err(EarlyExit::BetaCutoff);
        }
        Ok(())
    }

    /// The moves of a position sorted by the evaluations of the positions after them, as many as the limits allow.
    pub(super) fn sorted<B: Board>(&mut self, position: &Position<B>) -> Sorted
    where
        E: Evaluator<B>,
        G: MoveGenerator<B>,
    {
        let mut moves: Vec<(Score, Move)> = Vec::new();
        let mut is_complete = true;
        let generator = self.generator;
        for mv in generator.moves(position) {
            if !self.take_node() {
                is_complete = false;
                break;
            }
            let mut after = *position;
            after.play_unchecked(mv);
            moves.push((-self.value_here(&after).one_ply_earlier(), mv));
        }
        moves.sort_by_key(|&(score, _)| -score);
        Sorted { moves, is_complete }
    }

    #[inline]
    fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply + 1 {
            self.lines.resize(ply + 2, Vec::new());
        }
        self.lines[ply].clear();
    }

    /// The best line at a ply becomes a move and the best line after it.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&after[0]);
    }
}
