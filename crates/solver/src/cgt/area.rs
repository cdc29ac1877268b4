//! The value of an area: White's plies are Left's options, Black's are Right's.

use std::collections::HashMap;

use amazons::{Bits, Board, Color, RegionKind, Size};

use crate::area::{Area, parts, singles};
use crate::fill::Filler;
use crate::safe;

use super::games::{Game, Games, OutOfWork};

/// Bytes of the table of fillings.
const FILL_BYTES: usize = 1 << 20;

/// The most nodes for filling a territory before its plies are looked at one by one.
const FILL_NODES: u32 = 2_000;

/// The most nodes for the safe moves of an area.
const SAFE_NODES: u32 = 40;

/// The work that an area costs beside the comparisons of its options.
const AREA_WORK: u64 = 4;

/// An area up to symmetry and shift: its squares in order, each with what stands there.
type AreaKey = Vec<u16>;

/// Values of areas, each found once.
#[derive(Debug)]
pub(super) struct AreaGames<W> {
    pub(super) games: Games,
    known: HashMap<AreaKey, Game>,
    /// The board that the next two are about.
    size: Option<Size>,
    /// Areas as they lie on the board: most come again and again.
    placed: HashMap<Area<W>, Game>,
    filler: Filler<W>,
}

/// Finds values on a board.
struct Valuer<'a, B: Board> {
    board: B,
    areas: &'a mut AreaGames<B::Bits>,
}

impl<W: Bits> AreaGames<W> {
    pub(super) fn new() -> Self {
        Self {
            games: Games::new(),
            known: HashMap::new(),
            size: None,
            placed: HashMap::new(),
            filler: Filler::new(FILL_BYTES),
        }
    }

    /// The value of an area, connected or not.
    pub(super) fn value<B: Board<Bits = W>>(&mut self, board: B, area: &Area<W>) -> Result<Game, OutOfWork> {
        if self.size != Some(board.size()) {
            self.size = Some(board.size());
            self.placed.clear();
            self.filler.clear();
        }
        Valuer { board, areas: self }.value(area)
    }
}

impl<B: Board> Valuer<'_, B> {
    /// The sum of the values of an area's parts.
    fn value(&mut self, area: &Area<B::Bits>) -> Result<Game, OutOfWork> {
        let mut sum = Games::ZERO;
        for squares in parts(self.board, area.squares()) {
            let part = self.part_value(&area.part(squares))?;
            sum = self.areas.games.sum(sum, part)?;
        }
        Ok(sum)
    }

    fn part_value(&mut self, part: &Area<B::Bits>) -> Result<Game, OutOfWork> {
        if part.kind() == RegionKind::Dead {
            return Ok(Games::ZERO);
        }
        if let Some(&known) = self.areas.placed.get(part) {
            return Ok(known);
        }
        self.areas.games.take_work(AREA_WORK)?;
        let value = match self.counted(part) {
            Some(number) => self.areas.games.integer(number),
            None => self.searched(part)?,
        };
        self.areas.placed.insert(*part, value);
        Ok(value)
    }

    fn searched(&mut self, part: &Area<B::Bits>) -> Result<Game, OutOfWork> {
        let (key, is_exchanged) = key(self.board, part);
        if let Some(&known) = self.areas.known.get(&key) {
            return Ok(if is_exchanged { self.areas.games.negative(known) } else { known });
        }
        let left = self.options(part, Color::White)?;
        let right = self.options(part, Color::Black)?;
        let value = self.areas.games.canonical(left, right)?;
        let kept = if is_exchanged { self.areas.games.negative(value) } else { value };
        self.areas.known.insert(key, kept);
        Ok(value)
    }

    /// The value where counting tells it: between White's safe plies less the most of Black's, and the other way round.
    /// Where one side alone moves, both are the most plies that it can make.
    fn counted(&mut self, part: &Area<B::Bits>) -> Option<i64> {
        let nodes = if part.kind() == RegionKind::Active { SAFE_NODES } else { FILL_NODES };
        let counts = safe::counts(self.board, part, &mut self.areas.filler, nodes);
        let at_least = i64::from(counts.white.at_least) - i64::from(counts.black.at_most);
        let at_most = i64::from(counts.white.at_most) - i64::from(counts.black.at_least);
        (at_least == at_most).then_some(at_least)
    }

    fn options(&mut self, part: &Area<B::Bits>, color: Color) -> Result<Vec<Game>, OutOfWork> {
        let mut options = Vec::new();
        for ply in part.plies(self.board, color) {
            options.push(self.value(&part.after(color, ply))?);
        }
        Ok(options)
    }
}

/// The least of the keys of an area's images under shifts, the eight symmetries and the exchange of sides, and whether
/// the sides are exchanged in it.
fn key<B: Board>(board: B, area: &Area<B::Bits>) -> (AreaKey, bool) {
    let mut squares = Vec::new();
    for (kind, set) in [(1, area.amazons.white), (2, area.amazons.black), (0, area.empty)] {
        squares.extend(singles(set).map(|bit| {
            let square = board.square(bit.lowest());
            (u16::from(square.file().index()), u16::from(square.rank().index()), kind)
        }));
    }
    let images = (0..16).map(|image| {
        let is_exchanged = image & 8 != 0;
        let placed = squares.iter().map(|&(column, row, kind)| {
            let (column, row) = if image & 4 == 0 { (column, row) } else { (row, column) };
            let column = if image & 1 == 0 { column } else { 15 - column };
            let row = if image & 2 == 0 { row } else { 15 - row };
            let kind = if is_exchanged && kind > 0 { 3 - kind } else { kind };
            (column, row, kind)
        });
        let corner =
            placed.clone().fold((15, 15), |(left, low), (column, row, _)| (left.min(column), low.min(row)));
        let mut key: AreaKey = placed
            .map(|(column, row, kind)| (row - corner.1) << 6 | (column - corner.0) << 2 | kind)
            .collect();
        key.sort_unstable();
        (key, is_exchanged)
    });
    images.min().expect("there are sixteen")
}
