//! What a stored proof says of the root: from a proven win the flagship plays a move that is proven to keep it, a
//! proven loss it tells.

use std::ops::ControlFlow;
use std::time::Duration;

use amazons::{Board, Move, Position, Size};
use solver::{StoredProof, Verdict};
use thought::{Line, Observer, Report, Score, WonBy};

use super::root_solver::Solved;
use crate::RootMoves;

/// Whether the proofs that the program has are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StoredProofs {
    /// From a proven win a proven move is played, without a search.
    #[default]
    Used,
    /// Every position is searched.
    Ignored,
}

/// The lines of a root that is proven to be won, the one to play first; `None` where no allowed move is proven to win.
pub(super) fn solve<B: Board>(
    position: &Position<B>,
    root_moves: RootMoves<'_>,
    most_lines: usize,
) -> Option<Solved> {
    let proof = StoredProof::of(position.board().size())?;
    let replies = |mv: &Move| {
        let mut after = *position;
        after.play_unchecked(*mv);
        after.count_moves()
    };
    let mut won = proof.winning_moves(position);
    won.retain(|&mv| root_moves.contains(mv));
    // Of several moves the one that leaves the opponent the fewest: it shortens the game.
    won.sort_by_cached_key(replies);
    let mut lines: Vec<Line> = won.iter().map(|&mv| line(position, mv, Verdict::Win)).collect();
    if lines.is_empty() {
        return None;
    }
    if lines.len() < most_lines {
        let others = proof.look(position).moves.into_iter();
        let lost = others.filter(|found| found.verdict == Verdict::Loss && root_moves.contains(found.mv));
        lines.extend(lost.map(|found| line(position, found.mv, Verdict::Loss)));
    }
    lines.truncate(most_lines.max(1));
    Some(Solved { lines, nodes: 0 })
}

/// Reads the proof of a board, where there is one, so that no later call has to.
pub(super) fn read(size: Size) {
    let _ = StoredProof::of(size);
}

/// Whether a stored proof says that the side to move loses.
pub(super) fn is_lost<B: Board>(position: &Position<B>) -> bool {
    StoredProof::of(position.board().size()).is_some_and(|proof| proof.is_lost(position))
}

/// Tells an observer that every line is lost, as is proven of the root, where the search does not know.
pub(super) struct ToldLost<'a> {
    pub(super) observer: &'a mut dyn Observer,
    /// After so many plies the game is over.
    pub(super) plies: u32,
}

impl ToldLost<'_> {
    pub(super) fn as_lost(&self, report: &Report) -> Report {
        let mut report = report.clone();
        for line in &mut report.lines {
            if !line.score.is_some_and(Score::is_loss) {
                let score = Some(Score::loss_in(self.plies));
                let lost = Line::by_score(std::mem::take(&mut line.moves), score);
                *line = Line { won_by: Some(WonBy::AtLeast(0)), visits: line.visits, ..lost };
            }
        }
        report
    }
}

impl Observer for ToldLost<'_> {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        let report = self.as_lost(report);
        self.observer.report(&report)
    }

    fn may_block(&self) -> bool {
        self.observer.may_block()
    }

    fn interval(&self) -> Duration {
        self.observer.interval()
    }
}

fn line<B: Board>(position: &Position<B>, mv: Move, verdict: Verdict) -> Line {
    // Every ply fills a square.
    let plies = position.empty().count();
    let score = if verdict == Verdict::Win { Score::win_in(plies) } else { Score::loss_in(plies) };
    Line { won_by: Some(WonBy::AtLeast(0)), ..Line::by_score(vec![mv], Some(score)) }
}
