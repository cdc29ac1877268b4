//! What was played from a position, and how it went.
//!
//! There is no index of positions. A ply adds one arrow and none goes away, so a game that came through a position has
//! exactly its arrows after as many plies as it has more arrows than the game's start. One pass over the moves, three
//! bytes a ply, compares sets of arrows and plays only those games through that have the right ones. This
//! takes a tenth of a second for 100,000 games at any depth (`docs/performance.md`), is always true, costs
//! nothing when games come and go, and takes every [`Filter`]. Positions that a symmetry of the board makes equal
//! count together; those that only an exchange of colours makes equal do not, because who moves first matters to
//! people who look at openings.

use std::collections::{BTreeMap, HashMap};

use amazons::{
    AnyPosition, Board, ByColor, Color, Move, Piece, Position, Setup, Symmetry, Transform, Visitor,
};

use crate::error::StoreError;
use crate::filter::{Filter, Kept, Order};
use crate::model::GameSummary;
use crate::open::Store;
use crate::read::{Moves, Side};

/// What was played from a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// How many games came through it.
    pub games: u64,
    /// How many of these each side has won.
    pub wins: ByColor<u64>,
    /// The moves that were played, the most played first. Of moves that are the same by a symmetry of the
    /// position one stands for all.
    pub moves: Vec<ExploredMove>,
    /// Some of the games, the newest first.
    pub examples: Vec<GameSummary>,
}

/// A move and how it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExploredMove {
    /// The move.
    pub mv: Move,
    /// In how many games it was played.
    pub games: u64,
    /// How many of these each side has won.
    pub wins: ByColor<u64>,
}

/// So many games are shown as examples.
const EXAMPLES: usize = 10;

/// A set of squares of any board.
type Squares = [u64; 4];

/// A position seen through a symmetry.
struct Image {
    symmetry: Symmetry,
    hash: u64,
    arrows: Squares,
}

/// A start from which the position might have come.
struct Origin {
    position: AnyPosition,
    arrows: Squares,
    /// After so many plies.
    plies: usize,
}

impl Store {
    /// What was played from a position in the games that pass a filter; its order and limits do not matter.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn explore(&self, position: &AnyPosition, filter: &Filter) -> Result<Explored, StoreError> {
        let images = position.visit(Images);
        let setup = position.to_setup();
        let mut origins: HashMap<i64, Option<Origin>> = HashMap::new();
        let mut explored = Explored::default();
        let mut moves: BTreeMap<Move, ExploredMove> = BTreeMap::new();
        let mut newest = Vec::new();
        let fault = |error| self.fault(error);
        let snapshot = self.connection.unchecked_transaction().map_err(fault)?;
        let select = "SELECT game.id, game.start, game.winner, record.moves FROM game \
                      JOIN record ON record.game = game.id";
        let query = filter.conditions(select);
        let mut statement = snapshot.prepare(&query.text).map_err(fault)?;
        let mut rows = statement.query(query.values()).map_err(fault)?;
        while let Some(row) = rows.next().map_err(fault)? {
            let start = row.get(1).map_err(fault)?;
            let origin = match origins.entry(start) {
                std::collections::hash_map::Entry::Occupied(there) => there.into_mut(),
                std::collections::hash_map::Entry::Vacant(place) => {
                    let sql = "SELECT fen FROM start WHERE id = ?1";
                    let fen: String = snapshot.query_row(sql, [start], |row| row.get(0)).map_err(fault)?;
                    place.insert(origin(&fen, &setup))
                }
            };
            let Some(origin) = origin else { continue };
            let Some((plies, _)) =
                row.get_ref(3).and_then(|value| Ok(value.as_blob()?.as_chunks::<3>())).ok()
            else {
                continue;
            };
            if plies.len() < origin.plies || !has_arrows(origin, plies, &images) {
                continue;
            }
            let Moves(played) = row.get(3).map_err(fault)?;
            let Some(hash) = hash_after(origin, &played) else { continue };
            // Where the position is its own image several of these fit: the smallest move stands for all.
            let seen = images.iter().filter(|image| image.hash == hash).map(|image| image.symmetry);
            let next = played.get(origin.plies);
            let here = seen.map(|symmetry| next.map(|&mv| symmetry.inverse().apply_to_move(mv, setup.size)));
            let Some(mv) = here.min() else { continue };
            let winner = row.get::<_, Option<Side>>(2).map_err(fault)?.map(|side| side.0);
            explored.games += 1;
            newest.push(crate::model::GameId(row.get(0).map_err(fault)?));
            count(&mut explored.wins, winner);
            if let Some(mv) = mv {
                let entry =
                    moves.entry(mv).or_insert(ExploredMove { mv, games: 0, wins: ByColor::default() });
                entry.games += 1;
                count(&mut entry.wins, winner);
            }
        }
        explored.moves = moves.into_values().collect();
        explored.moves.sort_by_key(|explored| std::cmp::Reverse(explored.games));
        newest.sort_unstable_by_key(|&id| std::cmp::Reverse(id));
        newest.truncate(EXAMPLES);
        if !newest.is_empty() {
            let kept: Kept = filter.kept;
            explored.examples =
                self.list(&Filter { ids: newest, kept, order: Order::Descending, ..Filter::default() })?;
        }
        Ok(explored)
    }
}

fn count(wins: &mut ByColor<u64>, winner: Option<Color>) {
    if let Some(winner) = winner {
        wins[winner] += 1;
    }
}

/// The position seen through every symmetry of its board.
struct Images;

impl Visitor for Images {
    type Output = Vec<Image>;

    fn visit<B: Board>(self, position: &Position<B>) -> Vec<Image> {
        let image = |symmetry| {
            let image = position.transformed(Transform { symmetry, swaps_colors: false });
            Image { symmetry, hash: image.hash(), arrows: arrows_of(&image.to_setup()) }
        };
        Symmetry::of(position.board().size()).map(image).collect()
    }
}

/// The arrows of a board; vacated squares that open again are none.
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

/// A start, if a position can have come from it.
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

/// The hash of the position that a game had then; nothing if the file was changed by somebody else.
fn hash_after(origin: &Origin, moves: &[Move]) -> Option<u64> {
    let mut position = origin.position;
    for &mv in &moves[..origin.plies] {
        position = position.play(mv).ok()?;
    }
    Some(position.hash())
}
