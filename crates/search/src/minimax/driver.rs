//! The root of a search to a depth: iterative deepening, the choice of the move, reports.

use amazons::{Board, Move, Position};
use eval::Evaluator;
use thought::{Counter, Decision, Limits, Score};

use super::generator::{MoveGenerator, RootOrder};
use super::lookahead::{Lookahead, Pruning, Window};
use super::ordering::Ordering;
use super::plain::Choice;
use super::reporter::BestLine;
use crate::Task;

/// Positions between two reads of the deadline: few enough for evaluations of 50 microseconds, while with the fastest ones
/// the reads cost a hundredth of the time.
pub(super) const STRIDE: u32 = 16;

/// A counter in which a limit of playouts is one of positions.
pub(super) fn counter(task: &Task<'_>, stride: u32) -> Counter {
    let limits = task.limits;
    let nodes = limits.nodes.into_iter().chain(limits.playouts).min();
    Counter::new(&Limits { nodes, playouts: None, ..*limits }, task.control, task.asked, stride)
}

/// The use of an unfinished depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfinished {
    /// The best of its searched moves is played: the first of them was the best one a ply less deep.
    Counts,
    /// It is discarded if another depth was finished.
    Dropped,
}

/// The plan of a search to a depth at its root.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootPlan {
    /// The first depth in plies.
    pub(super) first: u32,
    /// The last depth in plies.
    pub(super) last: u32,
    pub(super) unfinished: Unfinished,
    pub(super) choice: Choice,
    /// The order of the root moves in the first depth.
    pub(super) order: RootOrder,
    /// The half width of the aspiration window around the value two plies less deep; outside, the depth is searched again.
    pub(super) aspiration: Option<Score>,
    /// The number of reported lines, at least one. Their values are all exact, so more lines allow less pruning.
    pub(super) lines: usize,
}

impl RootPlan {
    /// One depth only; 0 searches nothing.
    pub(super) fn fixed(depth: u32) -> Self {
        Self { first: depth, last: depth, ..Self::deepening(depth) }
    }

    /// All depths from 1.
    pub(super) fn deepening(last: u32) -> Self {
        Self {
            first: 1,
            last,
            unfinished: Unfinished::Counts,
            choice: Choice::Best,
            order: RootOrder::Rows,
            aspiration: None,
            lines: 1,
        }
    }
}

/// A search at its root.
struct Root<'w, 'a, B: Board, E, G> {
    walk: &'w mut Lookahead<'a, E, G>,
    position: &'w Position<B>,
    moves: Vec<Move>,
    /// The scores of the last depth, for ordering.
    scores: Vec<Score>,
    /// The last finished depth and its result.
    finished: Option<u32>,
    earlier: Option<BestLine>,
    unfinished: Unfinished,
    /// The number of reported lines.
    lines: usize,
}

/// Searches for a move; `None` where there is none.
pub(super) fn decide<B: Board, E: Evaluator<B>, G: MoveGenerator<B>>(
    walk: &mut Lookahead<'_, E, G>,
    position: &Position<B>,
    plan: RootPlan,
) -> Option<Decision> {
    let generator = walk.generator;
    let mut moves: Vec<Move> = generator.moves(position).collect();
    plan.order.sort(&mut moves);
    let (&first, &last_generated) = (moves.first()?, moves.last()?);
    let RootPlan { unfinished, .. } = plan;
    let mut root = Root {
        walk,
        position,
        moves,
        scores: Vec::new(),
        finished: None,
        earlier: None,
        unfinished,
        lines: plan.lines.max(1),
    };
    let mut best = BestLine::unproven(first, None);
    root.walk.reporter.best = Some(best.clone());
    // Every ply fills a square, so no game has more plies than the board has squares.
    let deepest = position.board().size().area();
    let (start, last) = (plan.first.min(deepest), plan.last.min(deepest));
    if start >= 2 && root.walk.ordering == Ordering::Evaluated {
        best = root.presort().unwrap_or(best);
        root.earlier = root.finished.map(|_| best.clone());
        root.walk.reporter.best = Some(best.clone());
    }
    // By depth, beginning with the first.
    let mut values: Vec<Score> = Vec::new();
    let mut is_reported = false;
    for depth in start.max(1)..=last {
        let expected = values.len().checked_sub(2).and_then(|index| values.get(index));
        let Some(found) = root.look(depth, plan.aspiration.zip(expected.copied())) else { break };
        let is_finished = found.depth.is_some();
        is_reported = is_finished;
        if is_finished || best.depth.is_none() || plan.unfinished == Unfinished::Counts {
            best = found;
        }
        if !is_finished {
            best.depth = root.finished;
            break;
        }
        root.finished = Some(depth);
        root.earlier = Some(best.clone());
        root.walk.reporter.best = Some(best.clone());
        let report = best.report(&root.walk.counter, root.walk.reporter.proof);
        root.walk.reporter.report(&report, &mut root.walk.counter);
        let value = best.score.unwrap_or_default();
        if value.is_win() || value.is_loss() || root.walk.counter.is_over() {
            break;
        }
        values.push(value);
        if plan.unfinished == Unfinished::Counts {
            root.reorder(depth, best.mv);
        }
    }
    if plan.choice == Choice::Last && last_generated != best.mv {
        best = BestLine { depth: root.finished, ..BestLine::unproven(last_generated, None) };
        is_reported = false;
    }
    let report = best.report(&root.walk.counter, root.walk.reporter.proof);
    if !is_reported {
        // The search is over: what the observer answers changes nothing.
        root.walk.reporter.report(&report, &mut root.walk.counter);
    }
    Some(Decision { mv: best.mv, report })
}

impl<B: Board, E: Evaluator<B>, G: MoveGenerator<B>> Root<'_, '_, B, E, G> {
    /// Searches all moves to a depth, first with an aspiration window where a value is expected. `None` where no move was
    /// finished.
    fn look(&mut self, depth: u32, aspiration: Option<(Score, Score)>) -> Option<BestLine> {
        if let Some((margin, expected)) = aspiration {
            let (low, high) =
                (expected.to_moves() - margin.to_moves(), expected.to_moves() + margin.to_moves());
            let window = Window { alpha: Score::from_moves(low), beta: Score::from_moves(high) };
            let found = self.look_within(depth, window)?;
            let is_inside = found.score.is_some_and(|score| window.alpha < score && score < window.beta);
            // When a limit is reached, a move above the window is better, and one below it is not known to be.
            let is_above = found.score.is_some_and(|score| score >= window.beta);
            if is_inside || (found.depth.is_none() && is_above) {
                return Some(found);
            }
            found.depth?;
        }
        self.look_within(depth, Window::FULL)
    }

    fn look_within(&mut self, depth: u32, window: Window) -> Option<BestLine> {
        // The best lines, the best one first; values at or below the last of them need not be exact.
        let mut leaders: Vec<(Score, Vec<Move>)> = Vec::new();
        self.scores.clear();
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            let last = leaders.get(self.lines - 1);
            let alpha = last.map_or(window.alpha, |(score, _)| window.alpha.max(*score));
            let full = window;
            let window = match self.walk.pruning {
                Pruning::None => Window::FULL,
                Pruning::AlphaBeta => Window { alpha, beta: window.beta },
            };
            let value = self.walk.value_of(self.position, mv, depth, 0, window);
            let Some(value) = value else { return self.so_far(&leaders) };
            self.scores.push(value);
            let place = leaders.iter().position(|(score, _)| value > *score).unwrap_or(leaders.len());
            if place < self.lines {
                let line = std::iter::once(mv).chain(self.walk.line().iter().copied()).collect();
                leaders.insert(place, (value, line));
                leaders.truncate(self.lines);
                self.note(&leaders, place, full);
            }
            // A single evaluation may take long.
            self.walk.counter.check();
            self.walk.reporter.report_if_due(&mut self.walk.counter);
            if value >= window.beta {
                break;
            }
        }
        BestLine::of(&leaders).map(|best| BestLine { depth: Some(depth), ..best })
    }

    /// The result of an unfinished depth: its best move, and the further lines of the last finished depth, or its own where
    /// there is none. So all lines but the first are always of one depth.
    fn so_far(&self, leaders: &[(Score, Vec<Move>)]) -> Option<BestLine> {
        let found = BestLine::of(leaders)?;
        Some(match &self.earlier {
            Some(earlier) => BestLine { others: Vec::new(), ..found }.with_earlier(earlier, self.lines),
            None => found,
        })
    }

    /// Updates the line to report after a change among the leaders of an unfinished depth.
    fn note(&mut self, leaders: &[(Score, Vec<Move>)], place: usize, window: Window) {
        let counts = self.unfinished == Unfinished::Counts || self.finished.is_none();
        // A value at or below the window is not known to be better than that of another depth.
        let is_known = leaders[place].0 > window.alpha;
        if counts && is_known && (place == 0 || self.earlier.is_none()) {
            let line = self.so_far(leaders).map(|best| BestLine { depth: self.finished, ..best });
            self.walk.reporter.best = line.or(self.walk.reporter.best.take());
        }
    }

    /// Sorts the moves by the evaluations of the positions after them. Where a limit is reached, evaluated moves go first.
    /// Returns the best one, if there is one.
    fn presort(&mut self) -> Option<BestLine> {
        let sorted = self.walk.sorted(self.position);
        // They were evaluated in order.
        let rest = self.moves.split_off(sorted.moves.len());
        self.moves = sorted.moves.iter().map(|&(_, mv)| mv).chain(rest).collect();
        self.finished = sorted.is_complete.then_some(1);
        let &(score, mv) = sorted.moves.first()?;
        let others = sorted.moves.iter().skip(1).take(self.lines - 1);
        let others = others.map(|&(score, mv)| (score, vec![mv])).collect();
        Some(BestLine { depth: self.finished, others, ..BestLine::unproven(mv, Some(score)) })
    }

    /// After the first depth, sorts the moves by their values, all exact then; later only the best one goes first.
    fn reorder(&mut self, depth: u32, best: Move) {
        if depth == 1 && self.scores.len() == self.moves.len() {
            let mut sorted: Vec<(Score, Move)> =
                self.scores.iter().copied().zip(self.moves.iter().copied()).collect();
            sorted.sort_by_key(|&(score, _)| -score);
            self.moves = sorted.into_iter().map(|(_, mv)| mv).collect();
        }
        if let Some(place) = self.moves.iter().position(|&mv| mv == best) {
            self.moves[..=place].rotate_right(1);
        }
    }
}
