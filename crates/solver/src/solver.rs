//! The solver: fast bounds of a position, and what a search can prove.

use amazons::{Bitboard, Board, ByColor, Color, Move, Position, RegionKind};
use thought::Counter;

use crate::area::{Area, parts};
use crate::choice::MoveChoice;
use crate::fill::Filler;
use crate::margin::{Bounds, Count, Margin};
use crate::safe;
use crate::sum::{Both, Interval, Prover, Sum, SumTable};

/// The most nodes for filling a territory when only bounds are needed.
const QUICK_NODES: u32 = 400;

/// The most nodes for filling a territory when a position is solved.
const FULL_NODES: u32 = 5_000;

/// Solves endings and keeps its proofs within a fixed amount of memory.
///
/// It solves the standard game only: in the variant with vacated squares that stay blocked every result is `None`.
///
/// ```
/// use std::time::Instant;
///
/// use amazons::{Board6x6, Position, Setup};
/// use solver::Solver;
/// use thought::{Counter, Control, Limits};
///
/// // White has 6 moves, Black 13.
/// let setup = Setup::from_fen("Q1*3/2*2q/2*2*/1***2/***1*1/2*1*1 w - - 0 1")?;
/// let position = Position::<Board6x6>::from_setup(&setup)?;
/// let mut solver = Solver::new(1 << 20);
/// assert!(solver.bounds(&position).is_some());
/// let mut counter = Counter::new(&Limits::NONE, &Control::new(), Instant::now(), 100);
/// let solution = solver.solve(&position, &mut counter).unwrap();
/// assert_eq!(solution.bounds.is_win(), Some(false));
/// assert_eq!(solution.bounds.exact().unwrap().in_hand(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver<B: Board> {
    /// The board of what the tables hold: boards of one type may differ in size.
    board: Option<B>,
    filler: Filler<B::Bits>,
    sums: SumTable<B::Bits>,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Bounds of the margin for the side to move.
    pub bounds: Bounds,
    /// A move that keeps what is proven for the side to move; `None` where there is no move, or the winner is not proven.
    pub mv: Option<Move>,
    /// The least margin after the move, for the side that plays it.
    pub kept: Option<Margin>,
}

/// One area of a position, by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AreaReport<B: Board> {
    /// The empty squares.
    pub empty: Bitboard<B>,
    /// The amazons.
    pub amazons: ByColor<Bitboard<B>>,
    /// Whose amazons stand in it; dead where no move is possible.
    pub kind: RegionKind,
    /// For each side at least the plies that it can make there against any play, and at most those that it can make
    /// while the other side plays nowhere else than in its safe region.
    pub plies: ByColor<Count>,
    /// Bounds of the margin of the area by itself, with each side to move.
    pub margins: ByColor<Bounds>,
}

impl<B: Board> Solver<B> {
    /// A solver with tables of about this many bytes at most.
    #[must_use]
    pub fn new(hash_bytes: usize) -> Self {
        Self { board: None, filler: Filler::new(hash_bytes / 2), sums: SumTable::new(hash_bytes / 2) }
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.filler.clear();
        self.sums.clear();
    }

    /// Clears the tables where they are of another board: the same bits are other squares there.
    fn set_board(&mut self, board: B) {
        if self.board.replace(board).is_some_and(|last| last != board) {
            self.clear();
        }
    }

    fn prover(&mut self, board: B) -> Prover<'_, B> {
        self.set_board(board);
        Prover { board, filler: &mut self.filler, table: &mut self.sums }
    }

    /// The plies of a side: at least those that it can make against any play, and at most those that it can make while
    /// its opponent plays only in its safe region. Where only closed territories are left and are filled exactly, both are
    /// the number of moves left.
    pub fn count(&mut self, position: &Position<B>, color: Color) -> Option<Count> {
        let board = position.board();
        self.set_board(board);
        let counts = |filler: &mut _| safe::counts(board, &Area::of(position), filler, FULL_NODES);
        is_standard(position).then(|| counts(&mut self.filler)[color])
    }

    /// Bounds of the margin for the side to move without any search of moves: for the leaves of a search.
    pub fn bounds(&mut self, position: &Position<B>) -> Option<Bounds> {
        is_standard(position).then(|| {
            let mut prover = self.prover(position.board());
            let sum = prover.split(&Area::of(position), QUICK_NODES);
            let both = prover.bounds(&sum.areas);
            total(both[position.turn()], sum.lead(position.turn()))
        })
    }

    /// Searches for the margin and for a move that keeps it, within the limits: first who wins, then by how much.
    ///
    /// `None` where the variant is played. The bounds are what is proven when a limit is reached.
    pub fn solve(&mut self, position: &Position<B>, counter: &mut Counter) -> Option<Solution> {
        if !is_standard(position) {
            return None;
        }
        let mover = position.turn();
        let mut prover = self.prover(position.board());
        let sum = prover.split(&Area::of(position), FULL_NODES);
        let bounds = prove(&mut prover, &sum, mover, counter);
        let choice = match bounds.is_win() {
            None => None,
            Some(_) => MoveChoice::of(&mut prover, position, &sum, bounds, FULL_NODES, counter),
        };
        Some(Solution { bounds, mv: choice.map(|choice| choice.mv), kept: choice.map(|choice| choice.kept) })
    }

    /// The areas of a position, each solved by itself within the limits; `None` where the variant is played.
    pub fn areas(&mut self, position: &Position<B>, counter: &mut Counter) -> Option<Vec<AreaReport<B>>> {
        if !is_standard(position) {
            return None;
        }
        let board = position.board();
        let whole = Area::of(position);
        let areas = parts(board, whole.squares()).map(|squares| whole.part(squares));
        Some(areas.map(|area| self.report(board, &area, counter)).collect())
    }

    fn report(&mut self, board: B, area: &Area<B::Bits>, counter: &mut Counter) -> AreaReport<B> {
        let mut prover = self.prover(board);
        let sum = prover.split(area, FULL_NODES);
        let both: Both = ByColor::from_fn(|color| prover.narrow(&sum.areas, color, counter));
        let plies = safe::counts(board, area, &mut self.filler, FULL_NODES);
        AreaReport {
            empty: Bitboard::from_bits(board, area.empty),
            amazons: area.amazons.map(|set| Bitboard::from_bits(board, set)),
            kind: area.kind(),
            plies,
            margins: ByColor::from_fn(|color| total(both[color], sum.lead(color))),
        }
    }
}

/// Whether the standard game is played: only there regions stay apart.
fn is_standard<B: Board>(position: &Position<B>) -> bool {
    position.vacancies().delay() == 0
}

/// The margin of a sum with closed territories beside it.
fn total(margin: Interval, lead: Interval) -> Bounds {
    Bounds { at_least: Margin::new(margin.low + lead.low), at_most: Margin::new(margin.high + lead.high) }
}

/// Finds who wins, then by how much.
fn prove<B: Board>(
    prover: &mut Prover<'_, B>,
    sum: &Sum<B::Bits>,
    mover: Color,
    counter: &mut Counter,
) -> Bounds {
    let lead = sum.lead(mover);
    // The most free moves given away that still win, with the fewest and with the most moves of our own.
    let wins_at_least = prover.wins(&sum.areas, mover, -lead.low, counter);
    let wins_at_most = prover.wins(&sum.areas, mover, -lead.high, counter);
    let mut bounds = total(prover.narrow(&sum.areas, mover, counter), lead);
    // The tables may have overwritten what the first questions proved.
    if wins_at_least == Some(true) {
        bounds.at_least = bounds.at_least.max(Margin::new(0));
    }
    if wins_at_most == Some(false) {
        bounds.at_most = bounds.at_most.min(Margin::new(-1));
    }
    bounds
}
