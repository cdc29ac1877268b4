//! The solver of small boards: its memory, its threads, and what it proves.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use amazons::{Board, Color, Move, Position, Size, Square};
use thiserror::Error;
use thought::Control;

use super::area::{Area, Ply};
use super::board::{MOST_SQUARES, SmallBoard, members};
use super::certificate::{Collector, Interruption};
use super::current_line::LinePly;
use super::search::{Prover, Shared};
use super::table::{Memory, Table};
use super::verdicts::Verdicts;
use crate::proofs::StoredProof;

/// The part of the memory that the counts of territories get.
const FILL_SHARE: usize = 16;

/// Proves who wins on boards of up to 32 squares.
///
/// ```
/// use amazons::{AnyPosition, Narrow, Position, Start, Size};
/// use solver::{ProofLimits, SmallSolver};
///
/// let start = Start::of(Size::new(4, 4)?).unwrap().setup();
/// let position = Position::on_board(Narrow::new(start.size).unwrap(), &start)?;
/// let mut solver = SmallSolver::new(start.size, 1 << 20)?;
/// let report = solver.prove(&position, &ProofLimits::default(), |_| {})?;
/// assert_eq!(report.is_win, Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SmallSolver {
    pub(super) size: Size,
    pub(super) board: SmallBoard,
    pub(super) margins: Memory,
    pub(super) fills: Memory,
}

/// Why a board or a file is not taken.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SmallSolverError {
    /// Too many squares.
    #[error("{0} has {squares} squares; who wins is proven on boards of up to {MOST_SQUARES}", squares = u32::from(.0.columns()) * u32::from(.0.rows()))]
    Large(Size),
    /// The keys of such a board do not fit a table as small.
    #[error("a proof on {size} needs tables of {megabytes} MiB at least")]
    LittleMemory {
        /// The board.
        size: Size,
        /// What is needed.
        megabytes: usize,
    },
    /// The system does not give the memory.
    #[error("no memory for the table: {0}")]
    Memory(io::Error),
    /// The file of verdicts cannot be used.
    #[error("the file of verdicts {} cannot be used: {source}", path.display())]
    Verdicts {
        /// Where it is.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The certificate cannot be written.
    #[error("the certificate cannot be written: {0}")]
    Certificate(io::Error),
    /// A verdict that was read from a file cannot be true.
    #[error(
        "a verdict is wrong: {0} is said to be won and has no move that wins; prove it without the file of verdicts"
    )]
    Contradiction(String),
    /// Another board or another game.
    #[error("the position is not one of the standard game on {0}")]
    Foreign(Size),
}

/// How far a proof may go.
#[derive(Clone, Debug)]
pub struct ProofLimits<'a> {
    /// Threads.
    pub threads: usize,
    /// Positions.
    pub positions: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Stops it from outside.
    pub control: Control,
    /// A file that keeps what took long, to go on from.
    pub verdicts: Option<&'a Path>,
}

impl Default for ProofLimits<'_> {
    fn default() -> Self {
        Self { threads: 1, positions: None, time: None, control: Control::new(), verdicts: None }
    }
}

impl ProofLimits<'_> {
    /// The file of verdicts, if there is to be one, and how many it had; a table has them now.
    fn open_verdicts(
        &self,
        board: &SmallBoard,
        table: &Table<'_>,
    ) -> Result<(Option<Verdicts>, u64), SmallSolverError> {
        let open = |path: &Path| {
            let failed = |source| SmallSolverError::Verdicts { path: path.to_owned(), source };
            Verdicts::open(path, board, table).map_err(failed)
        };
        Ok(self.verdicts.map(open).transpose()?.map_or((None, 0), |(file, count)| (Some(file), count)))
    }
}

/// How a proof goes on.
#[derive(Clone, Debug)]
pub struct ProofProgress {
    /// Positions looked at.
    pub positions: u64,
    /// The time so far.
    pub elapsed: Duration,
    /// The share of the table in use.
    pub table_used: f64,
    /// Verdicts that were written to the file.
    pub written: u64,
    /// The first plies of the line that one of the threads is at.
    pub line: Vec<ProofPly>,
}

/// A ply of the line that a search is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofPly {
    /// The move that is being searched; `None` for a free move.
    pub mv: Option<Move>,
    /// How many moves do not win, as a search has shown.
    pub refuted: u32,
    /// How many moves have to be searched if none wins.
    pub moves: u32,
}

/// The result of a proof.
#[derive(Clone, Debug)]
pub struct ProofReport {
    /// Whether the side to move wins; `None` where a limit came first.
    pub is_win: Option<bool>,
    /// A move that wins, where there is one and the limits allowed to find it: a file of verdicts may tell who wins without it.
    pub mv: Option<Move>,
    /// Positions looked at.
    pub positions: u64,
    /// Verdicts found in the file.
    pub resumed: u64,
    /// The time.
    pub elapsed: Duration,
    /// The share of the table in use.
    pub table_used: f64,
    /// Where the search was when a limit ended it; empty where it has an answer.
    pub line: Vec<ProofPly>,
}

impl SmallSolver {
    /// A solver with tables of at most so many bytes.
    ///
    /// # Errors
    ///
    /// Where the board is too large, or the memory too small for it, or the system does not give it.
    pub fn new(size: Size, bytes: usize) -> Result<Self, SmallSolverError> {
        let board = Self::check(size, bytes)?;
        let key_bits = 2 * board.squares;
        let fills = (bytes / FILL_SHARE).max(Memory::least(key_bits));
        let memory = |bytes| Memory::new(key_bits, bytes).map_err(SmallSolverError::Memory);
        let (margins, fills) = (memory(bytes - fills)?, memory(fills)?);
        Ok(Self { size, board, margins, fills })
    }

    /// Whether there is a solver with tables of so many bytes, on a machine that has them.
    ///
    /// # Errors
    ///
    /// Where the board is too large, or the memory too small for it.
    pub fn exists(size: Size, bytes: usize) -> Result<(), SmallSolverError> {
        Self::check(size, bytes).map(|_| ())
    }

    fn check(size: Size, bytes: usize) -> Result<SmallBoard, SmallSolverError> {
        let board = SmallBoard::new(size).ok_or(SmallSolverError::Large(size))?;
        let needed = 2 * Memory::least(2 * board.squares);
        if bytes < needed {
            return Err(SmallSolverError::LittleMemory { size, megabytes: needed.div_ceil(1 << 20) });
        }
        Ok(board)
    }

    /// The bytes of its tables.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.margins.bytes() + self.fills.bytes()
    }

    pub(super) fn area<B: Board>(&self, position: &Position<B>) -> Result<Area, SmallSolverError> {
        if position.board().size() != self.size || position.vacancies().delay() > 0 {
            return Err(SmallSolverError::Foreign(self.size));
        }
        let set = |squares: &dyn Fn(Square) -> bool| {
            let squares = self.size.squares().enumerate().filter(|&(_, square)| squares(square));
            squares.fold(0, |set, (place, _)| set | 1 << place)
        };
        let amazons = |color: Color| set(&|square| position.amazons(color).contains(square));
        let sides = [amazons(position.turn()), amazons(!position.turn())];
        Ok(Area { empty: set(&|square| position.empty().contains(square)), sides })
    }

    /// Proves who wins a position, within limits; tells how it goes on about every second.
    ///
    /// # Errors
    ///
    /// Where the position is not of this board, or the file of verdicts cannot be used or is wrong.
    pub fn prove<B: Board>(
        &mut self,
        position: &Position<B>,
        limits: &ProofLimits<'_>,
        mut progress: impl FnMut(&ProofProgress),
    ) -> Result<ProofReport, SmallSolverError> {
        let begin = Instant::now();
        let area = self.area(position)?;
        let (margins, fills) = (self.margins.table(), self.fills.table());
        let (verdicts, resumed) = limits.open_verdicts(&self.board, &margins)?;
        let mut shared = Shared::new(&self.board, margins, fills, verdicts.as_ref());
        shared.most_work = limits.positions.unwrap_or(u64::MAX);
        shared.end = limits.time.map(|time| begin + time);
        shared.control = limits.control.child();
        let shared = &shared;
        let is_win = std::thread::scope(|scope| {
            let (sender, answers) = mpsc::channel();
            for number in 0..limits.threads.max(1) {
                let sender = sender.clone();
                scope.spawn(move || {
                    let mut prover = if number == 0 { Prover::telling(shared) } else { Prover::new(shared) };
                    let answer = prover.wins_position(&area);
                    shared.is_answered.store(true, Ordering::Relaxed);
                    let _ = sender.send(answer);
                });
            }
            drop(sender);
            let mut is_win = None;
            loop {
                match answers.recv_timeout(Duration::from_secs(1)) {
                    Ok(answer) => is_win = is_win.or(answer),
                    Err(RecvTimeoutError::Timeout) => progress(&ProofProgress {
                        positions: shared.work.load(Ordering::Relaxed),
                        elapsed: begin.elapsed(),
                        table_used: shared.margins.share_used(),
                        written: shared.written.load(Ordering::Relaxed),
                        line: line(self.size, shared),
                    }),
                    Err(RecvTimeoutError::Disconnected) => break is_win,
                }
            }
        });
        shared.is_answered.store(false, Ordering::Relaxed);
        let ply = match is_win {
            Some(true) => winning_ply(&self.board, shared, &area)
                .map_err(|NoWinningPly| SmallSolverError::Contradiction(position.to_setup().to_fen()))?,
            _ => None,
        };
        Ok(ProofReport {
            is_win,
            mv: ply.map(|ply| to_move(self.size, ply)),
            positions: shared.work.load(Ordering::Relaxed),
            resumed,
            elapsed: begin.elapsed(),
            table_used: shared.margins.share_used(),
            line: if is_win.is_none() { line(self.size, shared) } else { Vec::new() },
        })
    }

    /// Proves every move of a position, of symmetric ones the first: the moves, and whether each wins, `None` where a limit comes
    /// first. What a stored proof tells is not searched. Tells after each that is how many are done.
    ///
    /// # Errors
    ///
    /// Where the position is not of this board, or the file of verdicts cannot be used.
    pub fn prove_moves<B: Board>(
        &mut self,
        position: &Position<B>,
        limits: &ProofLimits<'_>,
        stored: Option<&StoredProof>,
        progress: impl Fn(usize, usize) + Sync,
    ) -> Result<Vec<(Move, Option<bool>)>, SmallSolverError> {
        let begin = Instant::now();
        let area = self.area(position)?;
        let (margins, fills) = (self.margins.table(), self.fills.table());
        let (verdicts, _) = limits.open_verdicts(&self.board, &margins)?;
        let mut shared = Shared::new(&self.board, margins, fills, verdicts.as_ref());
        shared.most_work = limits.positions.unwrap_or(u64::MAX);
        shared.end = limits.time.map(|time| begin + time);
        shared.control = limits.control.child();
        let mut seen = HashSet::new();
        let is_new = |&ply: &Ply| {
            let Area { empty, sides: [own, other] } = area.after(ply);
            seen.insert(self.board.canonical(empty | own, empty | other))
        };
        let moves: Vec<Ply> = plies(&self.board, &area).into_iter().filter(is_new).collect();
        let looked = stored.map_or_else(Vec::new, |proof| proof.look(position).moves);
        let told = |ply: Ply| {
            let found = looked.iter().find(|found| found.mv == to_move(self.size, ply))?;
            found.verdict.is_win()
        };
        let wins: Vec<OnceLock<bool>> =
            moves.iter().map(|&ply| told(ply).map_or_else(OnceLock::new, OnceLock::from)).collect();
        let done = wins.iter().filter(|wins| wins.get().is_some()).count();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(done));
        std::thread::scope(|scope| {
            for _ in 0..limits.threads.max(1) {
                scope.spawn(|| {
                    let mut prover = Prover::new(&shared);
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&ply) = moves.get(place) else { return };
                        if wins[place].get().is_some() {
                            continue;
                        }
                        let Some(other_wins) = prover.wins_position(&area.after(ply)) else { return };
                        // Each place is one thread's.
                        let _ = wins[place].set(!other_wins);
                        progress(done.fetch_add(1, Ordering::Relaxed) + 1, moves.len());
                    }
                });
            }
        });
        // What a limit kept from being asked may be known all the same.
        let mut prover = Prover::new(&shared);
        let mut known = |ply| prover.knows_position(&area.after(ply)).map(|other_wins| !other_wins);
        let moves = moves.into_iter().zip(wins);
        Ok(moves
            .map(|(ply, wins)| (to_move(self.size, ply), wins.into_inner().or_else(|| known(ply))))
            .collect())
    }

    /// Writes a certificate of what was proven of a position, for [`verify`]; tells how many positions it has about every
    /// second. The number of positions; `None` where a limit comes first.
    ///
    /// # Errors
    ///
    /// Where the position is not of this board, a verdict of a file was wrong, or the writer fails.
    ///
    /// # Panics
    ///
    /// Where the report is not this position's.
    pub fn certify<B: Board>(
        &mut self,
        position: &Position<B>,
        report: &ProofReport,
        limits: &ProofLimits<'_>,
        writer: impl io::Write,
        progress: impl FnMut(usize),
    ) -> Result<Option<usize>, SmallSolverError> {
        let Some(is_win) = report.is_win else { return Ok(None) };
        let mut area = self.area(position)?;
        if is_win {
            let Some(mv) = report.mv else { return Ok(None) };
            area = area.after([mv.from, mv.to, mv.arrow].map(|square| to_place(self.size, square)));
        }
        let board = verify::Board::new(self.board.columns, self.board.rows).expect("it is small");
        let mut shared = Shared::new(&self.board, self.margins.table(), self.fills.table(), None);
        shared.control = limits.control.child();
        shared.end = limits.time.map(|time| Instant::now() + time);
        let Area { empty, sides: [mover, opponent] } = area;
        let mut collector = Collector::new(&board, Prover::new(&shared));
        match collector.add(verify::Position { empty, mover, opponent }, progress) {
            Ok(()) => {}
            Err(Interruption::Limit) => return Ok(None),
            Err(Interruption::Contradiction(position)) => {
                return Err(SmallSolverError::Contradiction(position.to_fen(&board)));
            }
        }
        let keys = collector.into_keys();
        let mv = report.mv.map(|mv| mv.to_string());
        verify::write(writer, &position.to_setup().to_fen(), mv.as_deref(), &keys)
            .map_err(SmallSolverError::Certificate)?;
        Ok(Some(keys.len()))
    }
}

/// The line that the search is at.
fn line(size: Size, shared: &Shared<'_>) -> Vec<ProofPly> {
    let told = shared.line.read().into_iter();
    told.map(|LinePly { ply, refuted, moves }| ProofPly {
        mv: ply.map(|ply| to_move(size, ply)),
        refuted,
        moves,
    })
    .collect()
}

fn to_place(size: Size, square: Square) -> u8 {
    size.squares().position(|other| other == square).expect("a square of the board") as u8
}

fn to_move(size: Size, ply: Ply) -> Move {
    let square = |place: u8| size.squares().nth(usize::from(place)).expect("plies are on the board");
    let [from, to, arrow] = ply.map(square);
    Move { from, to, arrow }
}

/// A position that is said to be won has no ply that wins.
struct NoWinningPly;

/// A ply that wins, of a position that is proven to be won; `None` where a limit comes first.
fn winning_ply(board: &SmallBoard, shared: &Shared<'_>, area: &Area) -> Result<Option<Ply>, NoWinningPly> {
    let mut prover = Prover::new(shared);
    let plies = plies(board, area);
    // The table still has the one that was found, unless all it knew was a verdict of a file.
    let known = plies.iter().copied().find(|&ply| prover.knows_position(&area.after(ply)) == Some(false));
    if known.is_some() {
        return Ok(known);
    }
    let mut order = prover.open_plies(area);
    order.extend(plies);
    for ply in order {
        match prover.wins_position(&area.after(ply)) {
            Some(true) => {}
            Some(false) => return Ok(Some(ply)),
            None => return Ok(None),
        }
    }
    Err(NoWinningPly)
}

/// The plies of the mover.
pub(crate) fn plies(board: &SmallBoard, area: &Area) -> Vec<Ply> {
    let mut plies = Vec::new();
    for from in members(area.sides[0]) {
        for to in members(board.reach(from, !area.empty)) {
            let arrows = members(board.reach(to, !(area.empty | 1 << from)));
            plies.extend(arrows.map(|arrow| [from as u8, to as u8, arrow as u8]));
        }
    }
    plies
}
