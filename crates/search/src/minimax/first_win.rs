//! EGREEDY's depth-first and breadth-first search: the first won line of candidates is played, as if both sides played for
//! the win of the searching side.
//!
//! Both search the same tree: the candidates of every position in the order of h for the searching side, so that at the
//! opponent's turn the worst moves for the opponent come first.
//!
//! Breadth-first searches level by level, each time from the root again: its queue would not fit any memory, the order is
//! the same, and all levels before the last are a fiftieth of it.

use amazons::{Board, Color, Move, Position};
use thought::{Counter, Decision, Line, Observer, Report, Score};

use super::candidates::{Candidate, Candidates};

/// The depths of the evaluated positions.
#[derive(Clone, Copy)]
enum Depths {
    /// All depths down to one.
    DownTo(u32),
    /// One depth.
    At(u32),
}

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WalkEnd {
    /// A won line was found.
    Won,
    /// All positions were searched.
    Complete,
    /// There were no positions.
    Nothing,
    /// The search is over.
    Spent,
}

/// The line to play.
struct FoundLine {
    line: Vec<Move>,
    /// h at its end for the searching side; `None` before the first position.
    h: Option<i32>,
    is_won: bool,
}

impl FoundLine {
    /// The line as it is reported: a line that depends on the opponent's help is not won and has its h as score.
    fn reported(&self) -> Line {
        let is_win = self.is_won && self.line.len() == 1;
        let margin = self.h.map(|h| Score::from_moves(f64::from(h)));
        Line::by_score(self.line.clone(), if is_win { Some(Score::win_in(1)) } else { margin })
    }
}

/// A search for the first won line.
pub(super) struct FirstWinWalk<'a> {
    candidates: Candidates,
    counter: Counter,
    side: Color,
    best: FoundLine,
    /// The best line after each searched move, where several are reported.
    by_move: Vec<FoundLine>,
    /// The number of reported lines.
    lines: usize,
    /// The last complete depth.
    complete: Option<u32>,
    observer: &'a mut dyn Observer,
}

/// A position on the stack and its remaining candidates.
struct StackFrame<B: Board> {
    position: Position<B>,
    rest: std::vec::IntoIter<Candidate>,
}

impl<'a> FirstWinWalk<'a> {
    /// A walk from a position; `None` where it has no move.
    pub(super) fn new<B: Board>(
        candidates: Candidates,
        lines: usize,
        position: &Position<B>,
        mut counter: Counter,
        observer: &'a mut dyn Observer,
    ) -> Option<Self> {
        let first = candidates.of(position).first()?.mv;
        let best = FoundLine { line: vec![first], h: None, is_won: false };
        counter.report_every(observer.interval());
        Some(Self {
            candidates,
            counter,
            side: position.turn(),
            best,
            by_move: Vec::new(),
            lines,
            complete: None,
            observer,
        })
    }

    /// Searches every line to its end before the next.
    pub(super) fn depth_first<B: Board>(mut self, position: &Position<B>) -> Decision {
        let depth = self.counter.depth();
        if depth > 0 {
            self.walk(position, Depths::DownTo(depth));
        }
        self.decide()
    }

    /// Searches all lines of a length before longer ones.
    pub(super) fn breadth_first<B: Board>(mut self, position: &Position<B>) -> Decision {
        for depth in 1..=self.counter.depth() {
            match self.walk(position, Depths::At(depth)) {
                WalkEnd::Complete => self.complete = Some(depth),
                WalkEnd::Won | WalkEnd::Nothing | WalkEnd::Spent => break,
            }
            self.send_report();
        }
        self.decide()
    }

    /// Sends a report; the observer may end the search.
    fn send_report(&mut self) {
        let report = self.report();
        if self.observer.report(&report).is_break() {
            self.counter.end();
        }
    }

    /// Sends the last report.
    fn decide(self) -> Decision {
        let report = self.report();
        // The search is over: what the observer answers changes nothing.
        let _ = self.observer.report(&report);
        Decision { mv: self.best.line[0], report }
    }

    /// Walks until a won line is found.
    fn walk<B: Board>(&mut self, root: &Position<B>, depths: Depths) -> WalkEnd {
        let (Depths::DownTo(deepest) | Depths::At(deepest)) = depths;
        let mut end = WalkEnd::Nothing;
        let mut line: Vec<Move> = Vec::new();
        let mut stack = vec![self.enter(root)];
        while let Some(frame) = stack.last_mut() {
            let Some(candidate) = frame.rest.next() else {
                stack.pop();
                line.pop();
                continue;
            };
            if !self.counter.take_node() {
                return WalkEnd::Spent;
            }
            if self.counter.is_report_due() {
                self.send_report();
            }
            let mut after = frame.position;
            after.play_unchecked(candidate.mv);
            line.push(candidate.mv);
            let depth = line.len() as u32;
            if matches!(depths, Depths::DownTo(_)) || depth == deepest {
                end = WalkEnd::Complete;
                if self.evaluate(&after, candidate.h, &line) {
                    return WalkEnd::Won;
                }
            }
            if depth < deepest {
                stack.push(self.enter(&after));
            } else {
                line.pop();
            }
        }
        end
    }

    /// A position and its candidates in the order in which they are tried.
    fn enter<B: Board>(&self, position: &Position<B>) -> StackFrame<B> {
        let mut candidates = self.candidates.of(position);
        if position.turn() != self.side {
            candidates.sort_by_key(|candidate| candidate.h);
        }
        StackFrame { position: *position, rest: candidates.into_iter() }
    }

    /// Evaluates the position at the end of a line, h being that of its last mover; whether the line is won.
    fn evaluate<B: Board>(&mut self, position: &Position<B>, h: i32, line: &[Move]) -> bool {
        let is_won = position.turn() != self.side && !position.has_move();
        let h = if position.turn() == self.side { -h } else { h };
        if is_won {
            self.best = FoundLine { line: line.to_vec(), h: Some(h), is_won };
            return true;
        }
        if self.lines > 1 {
            self.note(h, line);
        }
        if self.best.h.is_none_or(|best| h > best) {
            self.best = FoundLine { line: line.to_vec(), h: Some(h), is_won: false };
        }
        false
    }

    /// Stores a line if it is the best one after its first move.
    fn note(&mut self, h: i32, line: &[Move]) {
        let place = self.by_move.iter().position(|known| known.line.first() == line.first());
        let better = || FoundLine { line: line.to_vec(), h: Some(h), is_won: false };
        match place.map(|place| &mut self.by_move[place]) {
            None => self.by_move.push(better()),
            Some(known) if known.h < Some(h) => *known = better(),
            Some(_) => {}
        }
    }

    fn report(&self) -> Report {
        let mut others: Vec<&FoundLine> =
            self.by_move.iter().filter(|known| known.line.first() != self.best.line.first()).collect();
        others.sort_by_key(|known| std::cmp::Reverse(known.h));
        let lines = std::iter::once(&self.best).chain(others).take(self.lines);
        Report {
            depth: self.complete,
            nodes: self.counter.nodes(),
            playouts: 0,
            elapsed: self.counter.elapsed(),
            lines: lines.map(FoundLine::reported).collect(),
            hash_full: None,
        }
    }
}
