//! The reports of a search to a depth.

use amazons::Move;
use thought::{Counter, Line, Observer, Report, Score};

/// The best root move so far.
#[derive(Clone, Debug)]
pub(super) struct BestLine {
    pub(super) mv: Move,
    /// `None` before it was searched.
    pub(super) score: Option<Score>,
    pub(super) line: Vec<Move>,
    /// The last finished depth.
    pub(super) depth: Option<u32>,
    /// The next best lines, if several are reported.
    pub(super) others: Vec<(Score, Vec<Move>)>,
}

/// The moves that the scores of a search take into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProofScope {
    /// All legal moves: a decided game is proven.
    AllMoves,
    /// Candidates: a side that seems lost may have a better move that was not searched.
    Candidates,
}

/// The score of a game decided among candidates, in moves, less its plies: more than any sum of destinations.
const DECIDED_AMONG_CANDIDATES: f64 = 1_000.0;

impl ProofScope {
    /// The score as it is reported: decided only where that is proven.
    fn reported(self, score: Score) -> Score {
        // A move that leaves the opponent none wins.
        let is_proven = self == Self::AllMoves || score == Score::win_in(1);
        match score.decided_in() {
            Some(plies) if !is_proven => {
                let margin = DECIDED_AMONG_CANDIDATES - f64::from(plies);
                Score::from_moves(if score.is_win() { margin } else { -margin })
            }
            _ => score,
        }
    }
}

/// Sends reports to an observer.
pub(super) struct Reporter<'a> {
    observer: &'a mut dyn Observer,
    /// The line to report; `None` before there is a move.
    pub(super) best: Option<BestLine>,
    pub(super) proof: ProofScope,
}

impl BestLine {
    /// A move without a line, with a score if there is one.
    pub(super) fn unproven(mv: Move, score: Option<Score>) -> Self {
        Self { mv, score, line: vec![mv], depth: None, others: Vec::new() }
    }

    /// The first line with the others behind it; `None` without lines.
    pub(super) fn of(lines: &[(Score, Vec<Move>)]) -> Option<Self> {
        let ((score, line), others) = lines.split_first()?;
        let &mv = line.first()?;
        Some(Self { mv, score: Some(*score), line: line.clone(), depth: None, others: others.to_vec() })
    }

    /// The same with lines of the last finished depth behind it, up to a number of lines.
    pub(super) fn with_earlier(mut self, earlier: &Self, lines: usize) -> Self {
        let first = earlier.score.map(|score| (score, earlier.line.clone()));
        for (score, line) in first.into_iter().chain(earlier.others.iter().cloned()) {
            let is_new = line.first() != Some(&self.mv)
                && self.others.iter().all(|(_, other)| other.first() != line.first());
            if is_new && self.others.len() + 1 < lines {
                self.others.push((score, line));
            }
        }
        self
    }

    pub(super) fn report(&self, counter: &Counter, proof: ProofScope) -> Report {
        let reported = |score: Score| proof.reported(score);
        let line = Line::by_score(self.line.clone(), self.score.map(reported));
        let other =
            |(score, moves): &(Score, Vec<Move>)| Line::by_score(moves.clone(), Some(reported(*score)));
        Report {
            depth: self.depth,
            nodes: counter.nodes(),
            playouts: 0,
            elapsed: counter.elapsed(),
            lines: std::iter::once(line).chain(self.others.iter().map(other)).collect(),
            hash_full: None,
        }
    }
}

impl<'a> Reporter<'a> {
    /// Sets the interval of reports.
    pub(super) fn new(observer: &'a mut dyn Observer, counter: &mut Counter) -> Self {
        counter.report_every(observer.interval());
        Self { observer, best: None, proof: ProofScope::AllMoves }
    }

    /// Sends a report; the observer may end the search.
    pub(super) fn report(&mut self, report: &Report, counter: &mut Counter) {
        if self.observer.report(report).is_break() {
            counter.end();
        }
    }

    /// Reports the best line if that is due; `false` where the observer ends the search.
    #[inline]
    pub(super) fn report_if_due(&mut self, counter: &mut Counter) -> bool {
        !counter.is_report_due() || self.report_best(counter)
    }

    #[cold]
    fn report_best(&mut self, counter: &mut Counter) -> bool {
        let Some(best) = &self.best else { return true };
        let is_over = self.observer.report(&best.report(counter, self.proof)).is_break();
        if is_over {
            counter.end();
        }
        !is_over
    }
}
