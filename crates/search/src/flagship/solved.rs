//! A root whose end is known: the solver plays.

use amazons::{Board, Move, Position};
use solver::{Bounds, Margin, Solver};
use thought::{Budget, Control, Limits, Line, Proven, Score};

/// A search for the end may take one part in so many of what the whole search may.
pub(super) const SHARE: u32 = 8;
/// The most positions that it looks at.
const MOST_NODES: u64 = 50_000;
/// How far apart the bounds of a margin may be for a search to be worth its time.
const WIDEST: i16 = 10;
/// Positions of the solver between two looks at the clock: some tenths of a millisecond.
const STRIDE: u32 = 100;

/// A decided game and what to play in it.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) lines: Vec<Line>,
    pub(super) nodes: u64,
}

/// Proves who wins and finds the move that keeps most, with a share of what `limits` allow; `None` where that is not
/// enough.
pub(super) fn solve<B: Board>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    limits: &Limits,
    control: &Control,
    most_lines: usize,
) -> Option<Solved> {
    let bounds = solver.bounds(position)?;
    let width = bounds.at_most.free() - bounds.at_least.free();
    if bounds.is_win().is_none() && width > WIDEST {
        return None;
    }
    let nodes = limits.nodes.map_or(MOST_NODES, |nodes| (nodes / u64::from(SHARE)).min(MOST_NODES));
    let mut budget = Budget::new(&Limits { nodes: Some(nodes), ..*limits }, control, STRIDE);
    let solution = solver.solve(position, &mut budget)?;
    let bounds = solution.verdict.bounds();
    let (wins, mv, kept) = (bounds.is_win()?, solution.mv?, solution.kept?);
    if wins && !kept.is_win() {
        // There is a winning move, but the budget was spent before it was found.
        return None;
    }
    let first = Bounds { at_least: kept, at_most: bounds.at_most };
    let mut lines = vec![line(position, mv, first)];
    lines[0].moves.extend(reply(solver, position, mv, &mut budget));
    if most_lines > 1 {
        lines.extend(others(solver, position, mv).into_iter().take(most_lines - 1));
    }
    Some(Solved { lines, nodes: budget.nodes() })
}

/// How the other side answers a move, if what is left of the budget tells.
fn reply<B: Board>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    mv: Move,
    budget: &mut Budget,
) -> Option<Move> {
    let mut after = *position;
    after.play_unchecked(mv);
    solver.solve(&after, budget)?.mv
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
    let proven = match bounds.exact() {
        Some(margin) => Proven::By(margin.in_hand()),
        None => Proven::AtLeast(sure.in_hand()),
    };
    Line {
        moves: vec![mv],
        score: Some(score),
        win_rate: Some(score.win_rate()),
        visits: None,
        proven: Some(proven),
    }
}
