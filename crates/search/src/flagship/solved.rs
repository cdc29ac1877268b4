//! A root whose end is known: the solver plays.

use std::time::{Duration, Instant};

use amazons::{Board, Move, Position};
use solver::{Bounds, Margin, Solver};
use thought::{Control, Counter, Limits, Line, Score, WonBy};

/// The first search for the end may take one part in so many of what the whole search may.
pub(super) const SHARE: u32 = 8;
/// A later one may take one part in so many of the time that has passed.
const LATER_SHARE: u32 = 4;
/// The most positions that the first one looks at; every other twice as many as the one before.
const MOST_NODES: u64 = 50_000;
/// How far apart the bounds of a margin may be for a search to be worth all that it may take.
const WIDE: i16 = 10;
/// How far apart they may be for a search to be worth anything.
const WIDEST: i16 = 36;
/// Where they are wide, one part in so many of what it may take.
const WIDE_SHARE: u64 = 4;
/// The second search is not made before so much time has passed.
const EARLIEST: Duration = Duration::from_millis(5);
/// Positions of the solver between two looks at the clock: some tenths of a millisecond.
const STRIDE: u32 = 100;

/// A decided game and what to play in it.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) lines: Vec<Line>,
    pub(super) nodes: u64,
}

/// What came of looking for the end.
#[derive(Debug)]
pub(super) enum Found {
    /// Who wins, and how.
    End(Solved),
    /// There was not enough time, or too few positions.
    Nothing,
    /// It is too far away to be looked for.
    TooFar,
}

/// When to look for the end again. What was proven before is remembered, so that every try goes further than the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Retry {
    /// When so much time has passed.
    pub(super) at: Duration,
    nodes: u64,
}

impl Retry {
    /// After a first search that ended now, so long after the move was asked for.
    pub(super) fn first(elapsed: Duration) -> Self {
        Self { at: EARLIEST.max(elapsed * 2), nodes: MOST_NODES * 2 }
    }

    /// After another one.
    pub(super) fn next(self, elapsed: Duration) -> Self {
        Self { at: elapsed * 2, nodes: self.nodes.saturating_mul(2) }
    }

    /// What it may take if so much time is left.
    pub(super) fn attempt(self, elapsed: Duration, left: Option<Duration>) -> Attempt {
        let share = elapsed / LATER_SHARE;
        let time = left.map_or(share, |left| left.min(share));
        Attempt { time: Some(time), nodes: self.nodes, asked: Instant::now(), is_first: false }
    }
}

/// What a search for the end may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attempt {
    time: Option<Duration>,
    nodes: u64,
    /// Since when the time counts.
    asked: Instant,
    is_first: bool,
}

impl Attempt {
    /// Of the first search within limits, and within the time that these mean.
    pub(super) fn first(limits: &Limits, time: Option<Duration>, asked: Instant) -> Self {
        let nodes = limits.nodes.map_or(MOST_NODES, |nodes| (nodes / u64::from(SHARE)).min(MOST_NODES));
        Self { time, nodes, asked, is_first: true }
    }

    /// A later search is worth its time however wide the bounds are: it has to be longer than those before.
    fn limits(self, is_wide: bool) -> Limits {
        let share = if is_wide && self.is_first { WIDE_SHARE } else { 1 };
        Limits {
            time: self.time.map(|time| time / share as u32),
            nodes: Some(self.nodes / share),
            ..Limits::NONE
        }
    }
}

/// Proves who wins and finds the move that keeps most.
pub(super) fn solve<B: Board>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    attempt: &Attempt,
    control: &Control,
    most_lines: usize,
) -> Found {
    let Some(bounds) = solver.bounds(position) else { return Found::TooFar };
    let width = bounds.at_most.free() - bounds.at_least.free();
    let is_wide = bounds.is_win().is_none() && width > WIDE;
    if is_wide && width > WIDEST {
        return Found::TooFar;
    }
    let mut counter = Counter::new(&attempt.limits(is_wide), control, attempt.asked, STRIDE);
    match found(solver, position, &mut counter, most_lines) {
        Some(lines) => Found::End(Solved { lines, nodes: counter.nodes() }),
        None => Found::Nothing,
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
    let bounds = solution.verdict.bounds();
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

/// How the other side answers a move, if it is found within the limits.
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

/// The other moves of which is known at once who wins after them, the best first.
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

/// A move after which the margin is within the bounds, as its maker sees it.
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
