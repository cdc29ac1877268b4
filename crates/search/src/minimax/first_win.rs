//! EGREEDY's depth-first and breadth-first search: the first won line of candidates that is found is taken, as if both
//! sides wanted the win of the side that looks for it.
//!
//! Both walk through the same tree: in every position the candidates of its mover, tried in the order of h as the side
//! that looks sees it, so that at the opponent's turn those come first that are worst for the opponent.
//!
//! Breadth-first walks level by level, each time from the root again: its queue would not fit any memory, the
//! order of what it finds is the same, and all levels before the last are a fiftieth of it.

use amazons::{Board, Color, Move, Position};
use thought::{Counter, Decision, Line, Observer, Report, Score};

use super::candidate_searches::STRIDE;
use super::candidates::{Candidate, Candidates};
use super::driver::counter;
use crate::{Search, Task};

/// Follows each line to its end before it looks at another.
#[derive(Clone, Copy, Debug)]
pub struct DepthFirst {
    candidates: Candidates,
    /// How many lines are reported.
    lines: usize,
}

/// Looks at all lines of a length before it looks at longer ones.
#[derive(Clone, Copy, Debug)]
pub struct BreadthFirst {
    candidates: Candidates,
    /// How many lines are reported.
    lines: usize,
}

/// Which positions a walk looks at.
#[derive(Clone, Copy)]
enum Look {
    /// All down to a depth.
    DownTo(u32),
    /// Those at a depth.
    At(u32),
}

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// A won line was found.
    Won,
    /// Everything was looked at.
    Complete,
    /// Nothing was left to look at.
    Nothing,
    /// Thinking is over.
    Spent,
}

/// The line to play.
struct Best {
    line: Vec<Move>,
    /// h at its end, as the side that looks sees it; `None` before anything was looked at.
    h: Option<i32>,
    is_won: bool,
}

impl Best {
    /// The line as it is told: one that the opponent must help with is no won game and counts its h.
    fn told(&self) -> Line {
        let is_win = self.is_won && self.line.len() == 1;
        let margin = self.h.map(|h| Score::from_moves(f64::from(h)));
        Line::by_score(self.line.clone(), if is_win { Some(Score::win_in(1)) } else { margin })
    }
}

struct Walk<'a> {
    candidates: Candidates,
    counter: Counter,
    side: Color,
    best: Best,
    /// The best line after every move looked at, where several are reported.
    by_move: Vec<Best>,
    /// How many lines are reported.
    lines: usize,
    /// The last depth all of which was looked at.
    complete: Option<u32>,
    observer: &'a mut dyn Observer,
}

/// A position on the way down and what is still to be tried in it.
struct Level<B: Board> {
    position: Position<B>,
    rest: std::vec::IntoIter<Candidate>,
}

impl DepthFirst {
    /// A search among candidates.
    #[must_use]
    pub fn new(candidates: Candidates) -> Self {
        Self { candidates, lines: 1 }
    }

    /// The same search reporting several lines: after the one to play, those with the largest h after each other move.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines: lines.max(1), ..self }
    }
}

impl BreadthFirst {
    /// A search among candidates.
    #[must_use]
    pub fn new(candidates: Candidates) -> Self {
        Self { candidates, lines: 1 }
    }

    /// The same search reporting several lines: after the one to play, those with the largest h after each other move.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines: lines.max(1), ..self }
    }
}

impl Default for DepthFirst {
    fn default() -> Self {
        Self::new(Candidates::default())
    }
}

impl Default for BreadthFirst {
    fn default() -> Self {
        Self::new(Candidates::default())
    }
}

impl<B: Board> Search<B> for DepthFirst {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let counter = counter(&task, STRIDE);
        let mut walk = Walk::new(self.candidates, position, counter, task.observer)?;
        walk.lines = self.lines;
        let depth = walk.counter.depth();
        if depth > 0 {
            walk.walk(position, Look::DownTo(depth));
        }
        Some(walk.decide())
    }
}

impl<B: Board> Search<B> for BreadthFirst {
    fn new_game(&mut self, _seed: u64) {}

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let counter = counter(&task, STRIDE);
        let mut walk = Walk::new(self.candidates, position, counter, task.observer)?;
        walk.lines = self.lines;
        for depth in 1..=walk.counter.depth() {
            match walk.walk(position, Look::At(depth)) {
                End::Complete => walk.complete = Some(depth),
                End::Won | End::Nothing | End::Spent => break,
            }
            walk.tell();
        }
        Some(walk.decide())
    }
}

impl<'a> Walk<'a> {
    /// A walk from a position; `None` where it has no move.
    fn new<B: Board>(
        candidates: Candidates,
        position: &Position<B>,
        mut counter: Counter,
        observer: &'a mut dyn Observer,
    ) -> Option<Self> {
        let first = candidates.of(position).first()?.mv;
        let best = Best { line: vec![first], h: None, is_won: false };
        counter.report_every(observer.interval());
        Some(Self {
            candidates,
            counter,
            side: position.turn(),
            best,
            by_move: Vec::new(),
            lines: 1,
            complete: None,
            observer,
        })
    }

    /// Tells the observer how things stand, which may end the thinking.
    fn tell(&mut self) {
        let report = self.report();
        if self.observer.report(&report).is_break() {
            self.counter.end();
        }
    }

    /// Tells the observer the end of it.
    fn decide(self) -> Decision {
        let report = self.report();
        // Thinking is over: what the observer wishes now changes nothing.
        let _ = self.observer.report(&report);
        Decision { mv: self.best.line[0], report }
    }

    /// Walks until a won line is found.
    fn walk<B: Board>(&mut self, root: &Position<B>, look: Look) -> End {
        let (Look::DownTo(deepest) | Look::At(deepest)) = look;
        let mut end = End::Nothing;
        let mut line: Vec<Move> = Vec::new();
        let mut levels = vec![self.enter(root)];
        while let Some(level) = levels.last_mut() {
            let Some(candidate) = level.rest.next() else {
                levels.pop();
                line.pop();
                continue;
            };
            if !self.counter.take_node() {
                return End::Spent;
            }
            if self.counter.is_report_due() {
                self.tell();
            }
            let mut after = level.position;
            after.play_unchecked(candidate.mv);
            line.push(candidate.mv);
            let depth = line.len() as u32;
            if matches!(look, Look::DownTo(_)) || depth == deepest {
                end = End::Complete;
                if self.look_at(&after, candidate.h, &line) {
                    return End::Won;
                }
            }
            if depth < deepest {
                levels.push(self.enter(&after));
            } else {
                line.pop();
            }
        }
        end
    }

    /// A position and its candidates in the order in which they are tried.
    fn enter<B: Board>(&self, position: &Position<B>) -> Level<B> {
        let mut candidates = self.candidates.of(position);
        if position.turn() != self.side {
            candidates.sort_by_key(|candidate| candidate.h);
        }
        Level { position: *position, rest: candidates.into_iter() }
    }

    /// Looks at the position at the end of a line, h being that of its last mover; says whether the line is won.
    fn look_at<B: Board>(&mut self, position: &Position<B>, h: i32, line: &[Move]) -> bool {
        let is_won = position.turn() != self.side && !position.has_move();
        let h = if position.turn() == self.side { -h } else { h };
        if is_won {
            self.best = Best { line: line.to_vec(), h: Some(h), is_won };
            return true;
        }
        if self.lines > 1 {
            self.note(h, line);
        }
        if self.best.h.is_none_or(|best| h > best) {
            self.best = Best { line: line.to_vec(), h: Some(h), is_won: false };
        }
        false
    }

    /// Takes note of a line if it is the best one after its first move.
    fn note(&mut self, h: i32, line: &[Move]) {
        let place = self.by_move.iter().position(|known| known.line.first() == line.first());
        let better = || Best { line: line.to_vec(), h: Some(h), is_won: false };
        match place.map(|place| &mut self.by_move[place]) {
            None => self.by_move.push(better()),
            Some(known) if known.h < Some(h) => *known = better(),
            Some(_) => {}
        }
    }

    fn report(&self) -> Report {
        let mut others: Vec<&Best> =
            self.by_move.iter().filter(|known| known.line.first() != self.best.line.first()).collect();
        others.sort_by_key(|known| std::cmp::Reverse(known.h));
        let lines = std::iter::once(&self.best).chain(others).take(self.lines);
        Report {
            depth: self.complete,
            nodes: self.counter.nodes(),
            playouts: 0,
            elapsed: self.counter.elapsed(),
            lines: lines.map(Best::told).collect(),
            hash_full: None,
        }
    }
}
