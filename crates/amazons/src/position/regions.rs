//! The pieces into which arrows and amazons cut the board.

use super::Position;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::{ByColor, Color};

/// A connected set of squares and the amazons in or around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region<B: Board> {
    /// The empty squares.
    pub empty: Bitboard<B>,
    /// The amazons of each side.
    pub amazons: ByColor<Bitboard<B>>,
}

/// Who stands in a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// Amazons of one side only.
    Territory(Color),
    /// Amazons of both.
    Active,
    /// No side.
    Dead,
}

impl<B: Board> Region<B> {
    /// Who stands in the region.
    #[must_use]
    pub fn kind(&self) -> RegionKind {
        match (self.amazons.white.is_empty(), self.amazons.black.is_empty()) {
            (true, true) => RegionKind::Dead,
            (false, true) => RegionKind::Territory(Color::White),
            (true, false) => RegionKind::Territory(Color::Black),
            (false, false) => RegionKind::Active,
        }
    }
}

impl<B: Board> Position<B> {
    /// The regions that are connected through empty squares, each with the amazons that touch it.
    ///
    /// An amazon may touch several, holding them apart, or none, when it cannot move. In the order of their
    /// first squares.
    pub fn regions(&self) -> impl Iterator<Item = Region<B>> + '_ {
        components(self.empty()).map(|empty| {
            let around = empty.neighbors();
            Region { empty, amazons: ByColor::from_fn(|color| self.amazons(color) & around) }
        })
    }

    /// The areas that are left when the arrows are taken out: connected through empty squares and amazons alike,
    /// so that every amazon stands in just one.
    pub fn areas(&self) -> impl Iterator<Item = Region<B>> + '_ {
        let amazons = self.amazons(Color::White) | self.amazons(Color::Black);
        components(self.empty() | amazons).map(|area| Region {
            empty: area & self.empty(),
            amazons: ByColor::from_fn(|color| area & self.amazons(color)),
        })
    }
}

/// The connected parts of a set.
fn components<B: Board>(mut rest: Bitboard<B>) -> impl Iterator<Item = Bitboard<B>> {
    std::iter::from_fn(move || {
        let first = rest.first()?;
        let part = Bitboard::single(rest.board(), first).flood(rest);
        rest ^= part;
        Some(part)
    })
}
