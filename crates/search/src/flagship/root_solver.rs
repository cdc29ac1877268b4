//! Attempts to solve the root: a solved root is not searched.

use std::time::{Duration, Instant};

use amazons::{Board, Move, Position};
use solver::{Bounds, Margin, Solver};
use thought::{Control, Counter, Limits, Line, Score, WonBy};

/// The first attempt gets one part in this many of the limits of the search.
pub(super) const SHARE: u32 = 8;
/// A later attempt gets one part in this many of the elapsed time.
const LATER_SHARE: u32 = 4;
/// The most nodes of the first attempt; every later one gets twice as many as the last.
const MOST_NODES: u64 = 50_000;
/// The most nodes of an attempt where a stored proof knows the winner.
const QUICK_NODES: u64 = 2_000;
/// The widest bounds of a margin for which an attempt gets its full limits.
const WIDE: i16 = 10;
/// The widest bounds for which there is an attempt at all.
const WIDEST: i16 = 36;
/// With wide bounds the first attempt gets one part in this many of its limits.
const WIDE_SHARE: u64 = 4;
/// The earliest time of the second attempt.
const EARLIEST: Duration = Duration::from_millis(5);
/// Nodes of the solver between two reads of the deadline: some tenths of a millisecond.
const STRIDE: u32 = 100;

/// The lines of a decided game.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) lines: Vec<Line>,
    pub(super) nodes: u64,
}

/// The result of an attempt.
#[derive(Debug)]
pub(super) enum RootProof {
    /// The winner is proven.
    Solved(Solved),
    /// A limit was reached.
    Unsolved,
    /// The bounds are too wide for an attempt.
    TooFar,
}

/// When to try again. The solver keeps what it has proven, so that every attempt goes further than the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Retry {
    /// The elapsed time at which it is due.
    pub(super) at: Duration,
    nodes: u64,
}

impl Retry {
    /// After a first attempt that ended at an elapsed time.
    pub(super) fn first(elapsed: Duration) -> Self {
        Self { at: EARLIEST.max(elapsed * 2), nodes: MOST_NODES * 2 }
    }

    /// After a later attempt.
    pub(super) fn next(self, elapsed: Duration) -> Self {
        Self { at: elapsed * 2, nodes: self.nodes.saturating_mul(2) }
    }

    /// The limits of the attempt, by the elapsed and the remaining time.
    pub(super) fn attempt(self, elapsed: Duration, left: Option<Duration>) -> Attempt {
        let share = elapsed / LATER_SHARE;
        let time = left.map_or(share, |left| left.min(share));
        Attempt { time: Some(time), nodes: self.nodes, asked: Instant::now(), is_first: false }
    }
}

/// The limits of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attempt {
    time: Option<Duration>,
    nodes: u64,
    /// Since when the time counts.
    asked: Instant,
    is_first: bool,
}

impl Attempt {
    /// The first attempt within the limits of the search, with a share of its time.
    pub(super) fn first(limits: &Limits, time: Option<Duration>, asked: Instant) -> Self {
        let nodes = limits.nodes.map_or(MOST_NODES, |nodes| (nodes / u64::from(SHARE)).min(MOST_NODES));
        Self { time, nodes, asked, is_first: true }
    }

    /// The same with a few nodes at most: about a millisecond.
    pub(super) fn quick(self) -> Self {
        Self { nodes: self.nodes.min(QUICK_NODES), ..self }
    }

    /// A later attempt gets its full limits however wide the bounds are: it has to go further than those before.
    fn limits(self, is_wide: bool) -> Limits {
        let share = if is_wide && self.is_first { WIDE_SHARE } else { 1 };
        Limits {
            time: self.time.map(|time| time / share as u32),
            nodes: Some(self.nodes / share),
            ..Limits::NONE
        }
    }
}

/// Proves who wins and finds the move that keeps the largest margin.
pub(super) fn solve<B: Board>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    attempt: &Attempt,
    control: &Control,
    most_lines: usize,
) -> RootProof {
    let Some(bounds) = solver.bounds(position) else { return RootProof::TooFar };
    let width = bounds.at_most.free() - bounds.at_least.free();
    let is_wide = bounds.is_win().is_none() && width > WIDE;
    if is_wide && width > WIDEST {
        return RootProof::TooFar;
    }
    let mut counter = Counter::new(&attempt.limits(is_wide), control, attempt.asked, STRIDE);
    match found(solver, position, &mut counter, most_lines) {
        Some(lines) => RootProof::Solved(Solved { lines, nodes: counter.nodes() }),
        None => RootProof::Unsolved,
    }
}

/// The lines of a decided game; `None` where a limit was reached before.
fn found<B: Board>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    counter: &mut Counter,
    most_lines: usize,
) -> Option<Vec<Line>> {
    let solution = solver.solve(position, counter)?;
    let bounds = solution.bounds;
    let (wins, mv, kept) = (bounds.is_win()?, solution.mv?, solution.kept?);
    if wins && !kept.is_win() {
        // There is a winning move, but a limit was reached before it was found.
        return None;
    }
    let first = Bounds { at_least: kept, at_most: bounds.at_most };
    let mut lines = vec![line(position, mv, first)];
    lines[0].moves.extend(reply(solver, position, mv, counter));
    if most_lines > 1 {
        lines.extend(others(solver, position, mv).into_iter().take(most_lines - 1));
    }
    Some(lines)
}

/// The reply of the other side, if it is found within the limits.
fn reply<B: Board>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    mv: Move,
    counter: &mut Counter,
) -> Option<Move> {
    let mut after = *position;
    after.play_unchecked(mv);
    solver.solve(&after, counter)?.mv
}

/// The other moves that bounds decide, the best first.
fn others<B: Board>(solver: &mut Solver<B>, position: &Position<B>, best: Move) -> Vec<Line> {
    let mut known = Vec::new();
    for mv in position.legal_moves().filter(|&mv| mv != best) {
        let mut after = *position;
        after.play_unchecked(mv);
        let Some(reply) = solver.bounds(&after) else { continue };
        let bounds = Bounds { at_least: !reply.at_most, at_most: !reply.at_least };
        if bounds.is_win().is_some() {
            known.push((mv, bounds));
        }
    }
    known.sort_by_key(|(_, bounds)| std::cmp::Reverse((bounds.at_least, bounds.at_most)));
    known.into_iter().map(|(mv, bounds)| line(position, mv, bounds)).collect()
}

/// The line of a move, with the bounds of the margin after it for the side that plays it.
fn line<B: Board>(position: &Position<B>, mv: Move, bounds: Bounds) -> Line {
    let Some(wins) = bounds.is_win() else { return Line { moves: vec![mv], ..Line::default() } };
    // Every ply fills a square.
    let plies = position.empty().count();
    let (score, sure): (_, Margin) =
        if wins { (Score::win_in(plies), bounds.at_least) } else { (Score::loss_in(plies), bounds.at_most) };
    let won_by = match bounds.exact() {
        Some(margin) => WonBy::Exactly(margin.in_hand()),
        None => WonBy::AtLeast(sure.in_hand()),
    };
    Line {
        moves: vec![mv],
        score: Some(score),
        win_rate: Some(score.win_rate()),
        visits: None,
        won_by: Some(won_by),
    }
}
