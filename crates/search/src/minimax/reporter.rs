//! What the observer hears while a search goes on.

use amazons::Move;
use thought::{Counter, Line, Observer, Report, Score};

/// The best root move so far.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) mv: Move,
    /// `None` where nothing is known of it.
    pub(super) score: Option<Score>,
    pub(super) line: Vec<Move>,
    /// The last depth finished.
    pub(super) depth: Option<u32>,
    /// The next best lines, if they were wanted.
    pub(super) others: Vec<(Score, Vec<Move>)>,
}

/// Which moves the scores of a walk are proven by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// All legal ones: a game decided is decided.
    AllMoves,
    /// Some: whoever seems lost may have a better move that was not looked at.
    Candidates,
}

/// What a game decided among candidates is worth, in moves, less its plies: more than any sum of destinations.
const DECIDED_AMONG_CANDIDATES: f64 = 1_000.0;

impl Proof {
    /// The score as it is told: a game is said to be decided only where that is proven.
    fn told(self, score: Score) -> Score {
        // A move that leaves the opponent none wins, whatever else was looked at.
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

/// Tells an observer how things stand.
pub(super) struct Reporter<'a> {
    observer: &'a mut dyn Observer,
    /// What is said when it is time; nothing before there is a move.
    pub(super) best: Option<Best>,
    pub(super) proof: Proof,
}

impl Best {
    /// A move of which nothing is known but, maybe, a score.
    pub(super) fn unproven(mv: Move, score: Option<Score>) -> Self {
        Self { mv, score, line: vec![mv], depth: None, others: Vec::new() }
    }

    /// The first of some lines with the others behind it; `None` where there is none.
    pub(super) fn of(lines: &[(Score, Vec<Move>)]) -> Option<Self> {
        let ((score, line), others) = lines.split_first()?;
        let &mv = line.first()?;
        Some(Self { mv, score: Some(*score), line: line.clone(), depth: None, others: others.to_vec() })
    }

    /// The same with what the last finished depth found behind it, to make up a number of lines.
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

    pub(super) fn report(&self, counter: &Counter, proof: Proof) -> Report {
        let told = |score: Score| proof.told(score);
        let line = Line::by_score(self.line.clone(), self.score.map(told));
        let other = |(score, moves): &(Score, Vec<Move>)| Line::by_score(moves.clone(), Some(told(*score)));
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
        Self { observer, best: None, proof: Proof::AllMoves }
    }

    /// Tells the observer something, which may end the thinking.
    pub(super) fn tell(&mut self, report: &Report, counter: &mut Counter) {
        if self.observer.report(report).is_break() {
            counter.end();
        }
    }

    /// Tells how things stand, if it is time; `false` where the observer ends the thinking.
    #[inline]
    pub(super) fn tell_if_due(&mut self, counter: &mut Counter) -> bool {
        !counter.is_report_due() || self.tell_best(counter)
    }

    #[cold]
    fn tell_best(&mut self, counter: &mut Counter) -> bool {
        let Some(best) = &self.best else { return true };
        let is_over = self.observer.report(&best.report(counter, self.proof)).is_break();
        if is_over {
            counter.end();
        }
        !is_over
    }
}
