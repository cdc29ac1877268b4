//! Weaker opponents for people: the flagship with few nodes and a random error of its evaluation.
//!
//! A level is a row of [`LEVELS`]. It limits the nodes, not the time, so that a level is as strong on a slow
//! machine as on a fast one, and it adds noise: the margin of every searched move gets a random error from the game's
//! seed, and the best move after that is played. So small differences are overlooked often, large ones seldom, as people do.
//! The measured strength of the levels stands in `docs/strength.md`.

use std::ops::ControlFlow;
use std::time::Duration;

use amazons::{Bitboard, Board, Move, Position};
use eval::Evaluation;
use rand::seq::IteratorRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thought::{Decision, Limits, Line, Observer, Report};

use super::{BookUse, Flagship, FlagshipConfig, StoredProofs};
use crate::{RootMoves, Search, Task};

/// The strength of an opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The name for people.
    pub name: &'static str,
    /// A sentence for people who choose an opponent.
    pub about: &'static str,
    /// The most nodes for a move.
    pub nodes: u64,
    /// The scale of the random error of a margin, in moves (a Gumbel distribution): a move that is worse by this much is
    /// played e times less often.
    pub blur: f64,
    /// Whether it may enclose an amazon of its own.
    pub self_blocking: SelfBlocking,
}

/// Whether a player may play a move after which one of its amazons has lost its last step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfBlocking {
    /// As the search chooses.
    Allowed,
    /// Only where every legal move does so.
    Avoided,
}

const fn level(
    (name, about): (&'static str, &'static str),
    nodes: u64,
    blur: f64,
    self_blocking: SelfBlocking,
) -> Level {
    Level { name, about, nodes, blur, self_blocking }
}

/// The levels, from 1 to 10.
pub const LEVELS: [Level; 10] = [
    level(("Beginner", "Knows the rules and little more."), 300, 1.10, SelfBlocking::Avoided),
    level(("Novice", "Sees that space matters and often forgets it."), 340, 0.60, SelfBlocking::Avoided),
    level(("Casual", "Plays sensibly and overlooks a lot."), 520, 0.38, SelfBlocking::Avoided),
    level(("Improver", "Builds walls and misses the best shots."), 900, 0.24, SelfBlocking::Avoided),
    level(("Steady", "Makes no large mistakes for long."), 1_500, 0.15, SelfBlocking::Avoided),
    level(("Club player", "Takes space when you leave it open."), 2_800, 0.11, SelfBlocking::Allowed),
    level(("Strong", "Plans the middle game and counts the end."), 5_200, 0.08, SelfBlocking::Allowed),
    level(("Expert", "Punishes most mistakes."), 8_800, 0.05, SelfBlocking::Allowed),
    level(("Master", "Seldom gives anything away."), 16_000, 0.05, SelfBlocking::Allowed),
    level(
        ("Merciless", "Plays the endgame perfectly and everything else well."),
        30_000,
        0.05,
        SelfBlocking::Allowed,
    ),
];

/// No amazon reaches more squares, on no board.
const MOST_SHOTS: u32 = 60;

impl Level {
    /// The level of a number, 1 to 10; `None` for others.
    #[must_use]
    pub fn numbered(number: usize) -> Option<Self> {
        LEVELS.get(number.checked_sub(1)?).copied()
    }

    /// The limits of a move narrowed to those of the level. On large boards with many amazons the lowest levels get more nodes
    /// than their row says: as many as expand the root.
    fn within<B: Board>(&self, limits: &Limits, position: &Position<B>) -> Limits {
        let own = self.nodes.max(u64::from(position.count_steps() + MOST_SHOTS));
        Limits { nodes: Some(limits.nodes.map_or(own, |nodes| nodes.min(own))), ..*limits }
    }
}

/// The flagship limited to a level. It searches on one thread, so that a seed gives the same moves.
#[derive(Debug)]
pub struct Leveled<B: Board, E> {
    flagship: Flagship<B, E>,
    level: Level,
    /// How many lines are reported.
    lines: usize,
    seed: u64,
}

impl<B: Board, E> Leveled<B, E> {
    /// A search at a level, with its random numbers at seed 0.
    #[must_use]
    pub fn new(config: &FlagshipConfig, evaluation: E, level: Level) -> Self {
        let lines = config.multi_pv;
        // Every searched move may be played, and errors are made from proven wins too.
        let (stored_proofs, book) = (StoredProofs::Ignored, BookUse::Off);
        let config =
            FlagshipConfig { threads: 1, multi_pv: usize::MAX, stored_proofs, book, ..config.clone() };
        Self { flagship: Flagship::new(config, evaluation), level, lines, seed: 0 }
    }
}

impl<B: Board, E: Evaluation> Search<B> for Leveled<B, E> {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.flagship.new_game(seed);
    }

    fn prepare(&mut self, position: &Position<B>) {
        self.flagship.prepare(position);
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.flagship.take_notes()
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let Task { limits, control, observer, asked, root_moves } = task;
        let limits = self.level.within(limits, position);
        let mut listener = Shortened { observer: &mut *observer, lines: self.lines };
        let task = Task { limits: &limits, control, observer: &mut listener, asked, root_moves };
        let Decision { mut report, .. } = self.flagship.search(position, task)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.key());
        let chosen = self.level.choose(position, root_moves, &report.lines, &mut rng);
        match report.lines.iter().position(|line| line.moves[0] == chosen) {
            Some(place) => report.lines[..=place].rotate_right(1),
            None => report.lines.insert(0, Line { moves: vec![chosen], ..Line::default() }),
        }
        report.lines.truncate(self.lines);
        // The search is over: what the observer answers changes nothing.
        let _ = observer.report(&report);
        Some(Decision { mv: chosen, report })
    }
}

impl Level {
    /// The move that seems best among those at the heads of the lines, or another root move where all of these shut in an
    /// amazon.
    fn choose<B: Board>(
        &self,
        position: &Position<B>,
        root_moves: RootMoves<'_>,
        lines: &[Line],
        rng: &mut impl Rng,
    ) -> Move {
        let may_play = |mv: Move| self.self_blocking == SelfBlocking::Allowed || !blocks_own(position, mv);
        let judged = lines.iter().map(|line| (line.moves[0], margin(line) + self.blur * gumbel(rng)));
        // The first among equals: lines come in the order of the search's own choice.
        let better = |best: (Move, f64), next: (Move, f64)| if next.1 > best.1 { next } else { best };
        let best = judged.filter(|&(mv, _)| may_play(mv)).reduce(better).map(|(mv, _)| mv);
        let other =
            || position.legal_moves().filter(|&mv| root_moves.contains(mv) && may_play(mv)).choose(rng);
        best.or_else(other).unwrap_or(lines[0].moves[0])
    }
}

/// The margin of a line for the side to move; infinite where it is proven.
fn margin(line: &Line) -> f64 {
    match line.score {
        Some(score) if score.is_win() => f64::INFINITY,
        Some(score) if score.is_loss() => f64::NEG_INFINITY,
        Some(score) => score.to_moves(),
        None => 0.0,
    }
}

/// A number from the standard Gumbel distribution: the largest of x + gumbel is drawn with chance exp(x) over the sum.
fn gumbel(rng: &mut impl Rng) -> f64 {
    // In the open interval: neither logarithm is infinite.
    let uniform = (rng.random::<u32>() as f64 + 0.5) / (f64::from(u32::MAX) + 1.0);
    -libm::log(-libm::log(uniform))
}

/// Whether a legal move leaves an amazon of the side to move without a step that had one before.
fn blocks_own<B: Board>(position: &Position<B>, mv: Move) -> bool {
    let side = position.turn();
    let mut after = *position;
    after.play_unchecked(mv);
    let free = |at: &Position<B>| at.amazons(side) & at.empty().neighbors();
    let single = |square| Bitboard::single(position.board(), square);
    let were_free = (free(position) & !single(mv.from)) | single(mv.to);
    !(were_free & !free(&after)).is_empty()
}

/// Passes only the first lines on to an observer.
struct Shortened<'a> {
    observer: &'a mut dyn Observer,
    lines: usize,
}

impl Observer for Shortened<'_> {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        let lines = report.lines.iter().take(self.lines).cloned().collect();
        self.observer.report(&Report { lines, ..report.clone() })
    }

    fn interval(&self) -> Duration {
        self.observer.interval()
    }
}
