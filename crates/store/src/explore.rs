//! The moves played from a position, and their results.
//!
//! There is no index of positions. Each ply adds one arrow, so a game that reached a position has exactly its arrows after
//! as many plies as the position has more arrows than the start. One pass over the moves, three bytes a ply, compares sets
//! of arrows and replays only matching games. This takes a tenth of a second for 100,000 games (`docs/performance.md`),
//! costs nothing on insertion and supports every [`Filter`]. Positions that are equal by a symmetry of the board are counted
//! together; those that are equal only with colors exchanged are not, because the side to move first matters.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use amazons::{
    AnyPosition, Board, ByColor, Color, Move, Piece, Position, Setup, Symmetry, Transform, Visitor,
};
use rusqlite::Connection;

use crate::error::StoreError;
use crate::filter::{Filter, Order};
use crate::model::{GameId, GameSummary};
use crate::open::Store;
use crate::read::{PackedMoves, SqlColor};

/// The moves played from a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// The games that reached it.
    pub games: u64,
    /// Those won by each side.
    pub wins: ByColor<u64>,
    /// The moves played, most frequent first; moves that are equal by a symmetry of the position are counted as one.
    pub moves: Vec<ExploredMove>,
    /// Some of the games, newest first.
    pub examples: Vec<GameSummary>,
}

/// A move and its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExploredMove {
    /// The move.
    pub mv: Move,
    /// The games in which it was played.
    pub games: u64,
    /// Those won by each side.
    pub wins: ByColor<u64>,
}

/// The number of example games.
const EXAMPLES: usize = 10;

/// A set of squares of any board.
type Squares = [u64; 4];

/// The image of a position under a symmetry.
struct Image {
    symmetry: Symmetry,
    hash: u64,
    arrows: Squares,
}

/// A start from which the position may be reached.
struct Origin {
    position: AnyPosition,
    arrows: Squares,
    /// The plies from it to the position.
    plies: usize,
}

impl Store {
    /// The moves played from a position in the games that pass a filter; its order and limit are ignored.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn explore(&self, position: &AnyPosition, filter: &Filter) -> Result<Explored, StoreError> {
        let fault = |error| self.fault(error);
        let snapshot = self.connection.unchecked_transaction().map_err(fault)?;
        let mut scan = Scan::new(position);
        scan.run(&snapshot, filter).map_err(fault)?;
        let Scan { mut explored, moves, mut newest, .. } = scan;
        explored.moves = moves.into_values().collect();
        explored.moves.sort_by_key(|explored| Reverse(explored.games));
        newest.sort_unstable_by_key(|&id| Reverse(id));
        newest.truncate(EXAMPLES);
        if !newest.is_empty() {
            let order = Order::Descending;
            explored.examples =
                self.list(&Filter { ids: newest, trash: filter.trash, order, ..Filter::default() })?;
        }
        Ok(explored)
    }
}

/// The pass over all games.
struct Scan {
    setup: Setup,
    images: Vec<Image>,
    /// The starts by id; `None` if the position cannot be reached from it.
    origins: HashMap<i64, Option<Origin>>,
    explored: Explored,
    moves: BTreeMap<Move, ExploredMove>,
    newest: Vec<GameId>,
}

impl Scan {
    fn new(position: &AnyPosition) -> Self {
        Self {
            setup: position.to_setup(),
            images: position.visit(Images),
            origins: HashMap::new(),
            explored: Explored::default(),
            moves: BTreeMap::new(),
            newest: Vec::new(),
        }
    }

    fn run(&mut self, connection: &Connection, filter: &Filter) -> rusqlite::Result<()> {
        let select = "SELECT game.id, game.start, game.winner, record.moves FROM game \
                      JOIN record ON record.game = game.id";
        let query = filter.conditions(select);
        let mut statement = connection.prepare(&query.text)?;
        let mut rows = statement.query(query.values())?;
        while let Some(row) = rows.next()? {
            let start = row.get(1)?;
            if !self.origins.contains_key(&start) {
                let sql = "SELECT fen FROM start WHERE id = ?1";
                let fen: String = connection.query_row(sql, [start], |row| row.get(0))?;
                self.origins.insert(start, origin(&fen, &self.setup));
            }
            let Some(Some(origin)) = self.origins.get(&start) else { continue };
            let (plies, _) = row.get_ref(3)?.as_blob()?.as_chunks::<3>();
            if plies.len() < origin.plies || !has_arrows(origin, plies, &self.images) {
                continue;
            }
            let PackedMoves(moves) = row.get(3)?;
            if let Some(next) = self.next_move(origin, &moves) {
                let winner = row.get::<_, Option<SqlColor>>(2)?.map(|side| side.0);
                self.count(GameId(row.get(0)?), next, winner);
            }
        }
        Ok(())
    }

    /// If a game reached the position: its next move in the orientation of the position, or `None` if it ended there.
    fn next_move(&self, origin: &Origin, moves: &[Move]) -> Option<Option<Move>> {
        let hash = hash_after(origin, moves)?;
        let next = moves.get(origin.plies);
        let seen = self.images.iter().filter(|image| image.hash == hash).map(|image| image.symmetry);
        // A symmetric position matches several images: the smallest move stands for all.
        seen.map(|symmetry| next.map(|&mv| symmetry.inverse().apply_to_move(mv, self.setup.size))).min()
    }

    fn count(&mut self, game: GameId, next: Option<Move>, winner: Option<Color>) {
        let won = |color| u64::from(winner == Some(color));
        let add =
            |wins: &mut ByColor<u64>| Color::BOTH.into_iter().for_each(|color| wins[color] += won(color));
        self.newest.push(game);
        self.explored.games += 1;
        add(&mut self.explored.wins);
        if let Some(mv) = next {
            let entry = self.moves.entry(mv);
            let entry = entry.or_insert(ExploredMove { mv, games: 0, wins: ByColor::default() });
            entry.games += 1;
            add(&mut entry.wins);
        }
    }
}

/// The images of a position under the symmetries of its board.
struct Images;

impl Visitor for Images {
    type Output = Vec<Image>;

    fn visit<B: Board>(self, position: &Position<B>) -> Vec<Image> {
        let image = |symmetry| {
            let image = position.transformed(Transform { symmetry, swaps_colors: false });
            Image { symmetry, hash: image.key(), arrows: arrows_of(&image.to_setup()) }
        };
        Symmetry::of(position.board().size()).map(image).collect()
    }
}

/// The arrows of a board, without blocked vacated squares.
fn arrows_of(setup: &Setup) -> Squares {
    let mut arrows = Squares::default();
    for square in setup.squares_of(Piece::Arrow) {
        if setup.reopening.iter().all(|&(vacated, _)| vacated != square) {
            add(&mut arrows, square.index());
        }
    }
    arrows
}

fn add(set: &mut Squares, square: usize) {
    set[square / 64] |= 1 << (square % 64);
}

fn size_of(set: &Squares) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// A start, if a position may be reached from it.
fn origin(fen: &str, setup: &Setup) -> Option<Origin> {
    let start = Setup::from_fen(fen).ok()?;
    if start.size != setup.size || start.delay != setup.delay {
        return None;
    }
    let arrows = arrows_of(&start);
    let plies = size_of(&arrows_of(setup)).checked_sub(size_of(&arrows))?;
    let turn = if plies.is_multiple_of(2) { start.turn } else { !start.turn };
    let position = AnyPosition::from_setup(&start).ok()?;
    (turn == setup.turn).then_some(Origin { position, arrows, plies: plies as usize })
}

/// Whether a game had the arrows of one of the images.
fn has_arrows(origin: &Origin, plies: &[[u8; 3]], images: &[Image]) -> bool {
    let mut arrows = origin.arrows;
    for [_, _, arrow] in &plies[..origin.plies] {
        add(&mut arrows, usize::from(*arrow));
    }
    images.iter().any(|image| image.arrows == arrows)
}

/// The hash of the game's position after these plies; `None` if a move is illegal, as in a modified file.
fn hash_after(origin: &Origin, moves: &[Move]) -> Option<u64> {
    let mut position = origin.position;
    for &mv in &moves[..origin.plies] {
        position = position.play(mv).ok()?;
    }
    Some(position.key())
}
