//! What happens at the root: one depth or many, which move counts, what the observer hears.

use amazons::{Board, Move, Position};
use eval::Evaluator;
use thought::{Counter, Decision, Limits, Score};

use super::generator::Generator;
use super::lookahead::{Lookahead, Pruning, Window};
use super::ordering::Ordering;
use super::plain::Choice;
use super::reporter::Best;
use crate::Task;

/// How many positions are visited between two looks at the clock: few enough for evaluations of 50 microseconds, while
/// with the fastest ones the looks cost a hundredth of the time.
pub(super) const STRIDE: u32 = 16;

/// A counter in which a limit of playouts is one of positions.
pub(super) fn counter(task: &Task<'_>, stride: u32) -> Counter {
    let limits = task.limits;
    let nodes = limits.nodes.into_iter().chain(limits.playouts).min();
    Counter::new(&Limits { nodes, playouts: None, ..*limits }, task.control, task.asked, stride)
}

/// What becomes of a depth that time did not suffice for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfinished {
    /// The best of the moves looked at is played: the first of them was the best one a ply less deep.
    Counts,
    /// It is forgotten, if another depth was finished.
    Dropped,
}

/// What a search to a depth does at the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Plies looked ahead at first.
    pub(super) first: u32,
    /// Plies looked ahead at last.
    pub(super) last: u32,
    pub(super) unfinished: Unfinished,
    pub(super) choice: Choice,
    /// How far from what it was two plies less deep the value is expected to be; beyond, the depth is done again.
    pub(super) aspiration: Option<Score>,
    /// How many lines are reported, 1 or more. The more, the less is cut off: their values are all exact.
    pub(super) lines: usize,
}

impl Plan {
    /// One depth only; 0 looks at nothing.
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
    /// Those found in the last depth, for ordering.
    scores: Vec<Score>,
    /// The move last looked at.
    looked: Move,
    /// The last depth finished, and what it found.
    finished: Option<u32>,
    earlier: Option<Best>,
    unfinished: Unfinished,
    /// How many lines are reported.
    lines: usize,
}

/// Looks for a move as planned; `None` where there is none.
pub(super) fn decide<B: Board, E: Evaluator<B>, G: Generator<B>>(
    walk: &mut Lookahead<'_, E, G>,
    position: &Position<B>,
    plan: Plan,
) -> Option<Decision> {
    let generator = walk.generator;
    let moves: Vec<Move> = generator.moves(position).collect();
    let &first = moves.first()?;
    let Plan { unfinished, lines, .. } = plan;
    let mut root = Root {
        walk,
        position,
        moves,
        scores: Vec::new(),
        looked: first,
        finished: None,
        earlier: None,
        unfinished,
        lines,
    };
    let mut best = Best::unproven(first, None);
    root.walk.reporter.best = Some(best.clone());
    // Every ply takes a square for good, so no game is longer than the board is large.
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
        root.walk.reporter.tell(&report, &mut root.walk.counter);
        let value = best.score.unwrap_or_default();
        if value.is_win() || value.is_loss() || root.walk.counter.is_over() {
            break;
        }
        values.push(value);
        if plan.unfinished == Unfinished::Counts {
            root.reorder(depth, best.mv);
        }
    }
    if plan.choice == Choice::LastLooked && root.looked != best.mv {
        best = Best { depth: best.depth, ..Best::unproven(root.looked, None) };
        is_reported = false;
    }
    let report = best.report(&root.walk.counter, root.walk.reporter.proof);
    if !is_reported {
        // Thinking is over: what the observer wishes now changes nothing.
        root.walk.reporter.tell(&report, &mut root.walk.counter);
    }
    Some(Decision { mv: best.mv, report })
}

impl<B: Board, E: Evaluator<B>, G: Generator<B>> Root<'_, '_, B, E, G> {
    /// Looks at all moves to a depth, first with a narrow window where a value is expected. `None` where not even one
    /// move was finished.
    fn look(&mut self, depth: u32, aspiration: Option<(Score, Score)>) -> Option<Best> {
        if let Some((margin, expected)) = aspiration {
            let (low, high) =
                (expected.to_moves() - margin.to_moves(), expected.to_moves() + margin.to_moves());
            let window = Window { alpha: Score::from_moves(low), beta: Score::from_moves(high) };
            let found = self.look_within(depth, window)?;
            let is_inside = found.score.is_some_and(|score| window.alpha < score && score < window.beta);
            // At the end of time a move above the window is the better one, and one below it is not known to be.
            let is_above = found.score.is_some_and(|score| score >= window.beta);
            if is_inside || (found.depth.is_none() && is_above) {
                return Some(found);
            }
            found.depth?;
        }
        self.look_within(depth, Window::FULL)
    }

    fn look_within(&mut self, depth: u32, window: Window) -> Option<Best> {
        // The best lines, the best one first; what is not above the last of them need not be known.
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
            let visited = self.walk.counter.nodes();
            let value = self.walk.value_of(self.position, mv, depth, 0, window);
            if self.walk.counter.nodes() > visited {
                self.looked = mv;
            }
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
            self.walk.reporter.tell_if_due(&mut self.walk.counter);
            if value >= window.beta {
                break;
            }
        }
        Best::of(&leaders).map(|best| Best { depth: Some(depth), ..best })
    }

    /// What an unfinished depth has found: its best move, and the further lines of the last finished depth, or its own
    /// where there is none. So all lines but the first are always of one depth.
    fn so_far(&self, leaders: &[(Score, Vec<Move>)]) -> Option<Best> {
        let found = Best::of(leaders)?;
        Some(match &self.earlier {
            Some(earlier) => Best { others: Vec::new(), ..found }.with_earlier(earlier, self.lines),
            None => found,
        })
    }

    /// Takes note of a line that came to a place among the leaders of an unfinished depth, for the observer.
    fn note(&mut self, leaders: &[(Score, Vec<Move>)], place: usize, window: Window) {
        let counts = self.unfinished == Unfinished::Counts || self.finished.is_none();
        // What is not above the window is not known to be better than what another depth found.
        let is_known = leaders[place].0 > window.alpha;
        if counts && is_known && (place == 0 || self.earlier.is_none()) {
            let told = self.so_far(leaders).map(|best| Best { depth: self.finished, ..best });
            self.walk.reporter.best = told.or(self.walk.reporter.best.take());
        }
    }

    /// Sorts the moves by the evaluation of what they lead to. Where time does not suffice for all, those that were
    /// evaluated go first. Gives the best one, if there is one.
    fn presort(&mut self) -> Option<Best> {
        let sorted = self.walk.sorted(self.position);
        // They were evaluated in order.
        let rest = self.moves.split_off(sorted.moves.len());
        self.moves = sorted.moves.iter().map(|&(_, mv)| mv).chain(rest).collect();
        self.finished = sorted.is_complete.then_some(1);
        let &(score, mv) = sorted.moves.first()?;
        let others = sorted.moves.iter().skip(1).take(self.lines - 1);
        let others = others.map(|&(score, mv)| (score, vec![mv])).collect();
        Some(Best { depth: self.finished, others, ..Best::unproven(mv, Some(score)) })
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
