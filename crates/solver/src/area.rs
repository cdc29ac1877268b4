//! An area: connected squares without arrows, with the amazons on them.
//!
//! Nothing that happens in one area changes another: a queen's way, an amazon's or an arrow's, is a chain of king's
//! steps over squares without arrows, so it stays within its area. A position is the sum of its areas.

use amazons::{Bitboard, Bits, Board, ByColor, Color, Move, Position, RegionKind, queen_reach};

/// A part of the board: empty squares and amazons. Everything else is a wall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Area<W> {
    pub(crate) empty: W,
    pub(crate) amazons: ByColor<W>,
}

/// A ply within an area, by bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ply<W> {
    pub(crate) from: W,
    pub(crate) to: W,
    pub(crate) arrow: W,
}

impl<W: Bits> Ply<W> {
    pub(crate) fn to_move<B: Board<Bits = W>>(self, board: B) -> Move {
        let [from, to, arrow] = [self.from, self.to, self.arrow].map(|bit| board.square(bit.lowest()));
        Move { from, to, arrow }
    }
}

impl<W: Bits> Area<W> {
    /// The whole board as one area, connected or not.
    pub(crate) fn of<B: Board<Bits = W>>(position: &Position<B>) -> Self {
        Self {
            empty: position.empty().bits(),
            amazons: ByColor::from_fn(|color| position.amazons(color).bits()),
        }
    }

    /// All squares without arrows.
    #[inline]
    pub(crate) fn squares(&self) -> W {
        self.empty | self.amazons.white | self.amazons.black
    }

    /// The part of the area on some squares.
    #[inline]
    pub(crate) fn part(&self, squares: W) -> Self {
        Self { empty: self.empty & squares, amazons: self.amazons.map(|set| set & squares) }
    }

    /// Its owner; dead where no move is possible.
    #[inline]
    pub(crate) fn kind(&self) -> RegionKind {
        match (self.amazons.white.is_none(), self.amazons.black.is_none()) {
            _ if self.empty.is_none() => RegionKind::Dead,
            (true, true) => RegionKind::Dead,
            (false, true) => RegionKind::Territory(Color::White),
            (true, false) => RegionKind::Territory(Color::Black),
            (false, false) => RegionKind::Active,
        }
    }

    /// The area after a ply of a side; it may be disconnected.
    #[inline]
    pub(crate) fn after(&self, color: Color, ply: Ply<W>) -> Self {
        let mut after = *self;
        after.amazons[color] ^= ply.from | ply.to;
        after.empty = (self.empty | ply.from) & !ply.to & !ply.arrow;
        after
    }

    /// Lists the plies of a side.
    pub(crate) fn plies<B: Board<Bits = W>>(&self, board: B, color: Color) -> Vec<Ply<W>> {
        let mut plies = Vec::new();
        for from in singles(self.amazons[color]) {
            for to in singles(queen_reach(board, from.lowest(), !self.empty)) {
                let arrows = queen_reach(board, to.lowest(), !(self.empty | from));
                plies.extend(singles(arrows).map(|arrow| Ply { from, to, arrow }));
            }
        }
        plies
    }
}

/// The members of a set, each as a set of its own.
#[inline]
pub(crate) fn singles<W: Bits>(mut set: W) -> impl Iterator<Item = W> {
    std::iter::from_fn(move || {
        (!set.is_none()).then(|| {
            let single = W::single(set.lowest());
            set ^= single;
            single
        })
    })
}

/// The squares around a set, king-wise.
#[inline]
pub(crate) fn around<B: Board>(board: B, set: B::Bits) -> B::Bits {
    Bitboard::from_bits_unchecked(board, set).neighbors().bits()
}

/// The squares of `through` that are connected to a set.
#[inline]
pub(crate) fn flood<B: Board>(board: B, set: B::Bits, through: B::Bits) -> B::Bits {
    let through = Bitboard::from_bits_unchecked(board, through);
    Bitboard::from_bits_unchecked(board, set).flood(through).bits()
}

/// The connected parts of a set, the one with the first square first.
#[inline]
pub(crate) fn parts<B: Board>(board: B, mut rest: B::Bits) -> impl Iterator<Item = B::Bits> {
    std::iter::from_fn(move || {
        (!rest.is_none()).then(|| {
            let part = flood(board, B::Bits::single(rest.lowest()), rest);
            rest ^= part;
            part
        })
    })
}
