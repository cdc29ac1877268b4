//! The sealed areas of a position, and who wins when all of them are.

use std::time::Instant;

use amazons::{AnyPosition, Board, ByColor, Color, Position, RegionKind, Visitor};
use solver::{AreaReport, Solver};
use thought::{Control, Counter, Limits};

use crate::api::SealedArea;

/// The solver's memory, in bytes.
const MEMORY: usize = 1 << 20;

/// The areas of a position as far as they are sealed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SealedAreas {
    /// The areas that at most one side can reach.
    pub(crate) areas: Vec<SealedArea>,
    /// The winner, if every area is sealed and counted.
    pub(crate) decided: Option<Decided>,
}

/// The winner of a position whose areas are all sealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Decided {
    pub(crate) winner: Color,
    /// The moves that the winner has left when the opponent has none.
    pub(crate) by: u32,
}

/// The sealed areas of a position.
#[must_use]
pub(crate) fn sealed(position: &AnyPosition) -> SealedAreas {
    position.visit(Seal)
}

/// The winner of a position, if every area is sealed and counted.
#[must_use]
pub(crate) fn decided(position: &AnyPosition) -> Option<Decided> {
    sealed(position).decided
}

struct Seal;

impl Visitor for Seal {
    type Output = SealedAreas;

    fn visit<B: Board>(self, position: &Position<B>) -> SealedAreas {
        // Nothing is sealed while one area has amazons of both sides and all squares: most positions end here.
        let is_open = |area: amazons::Region<B>| area.kind() == RegionKind::Active;
        let mut areas = position.areas();
        if areas.next().is_some_and(is_open) && areas.next().is_none() {
            return SealedAreas::default();
        }
        // One node: the areas that both sides reach are not searched.
        let mut counter = Counter::new(&Limits::nodes(1), &Control::new(), Instant::now(), 100);
        // In the variant blocked squares open again: nothing is sealed, and the solver has no answer.
        let Some(reports) = Solver::new(MEMORY).areas(position, &mut counter) else {
            return SealedAreas::default();
        };
        let areas = reports.iter().filter(|area| !area.empty.is_empty()).filter_map(area).collect();
        SealedAreas { areas, decided: count(&reports, position.turn()) }
    }
}

fn area<B: Board>(report: &AreaReport<B>) -> Option<SealedArea> {
    let (owner, moves) = match report.kind {
        RegionKind::Territory(color) => (Some(color), report.plies[color].exact()),
        RegionKind::Dead => (None, Some(0)),
        RegionKind::Active => return None,
    };
    let squares = report.empty.into_iter().map(|square| square.to_string()).collect();
    Some(SealedArea { owner: owner.map(Into::into), squares, moves: moves.map(u32::from) })
}

/// The winner by the moves that are left; the side to move loses with as many as the other.
fn count<B: Board>(reports: &[AreaReport<B>], turn: Color) -> Option<Decided> {
    let mut moves = ByColor { white: 0, black: 0 };
    for report in reports {
        match report.kind {
            RegionKind::Territory(color) => moves[color] += u32::from(report.plies[color].exact()?),
            RegionKind::Dead => {}
            RegionKind::Active => return None,
        }
    }
    Some(match moves[turn] > moves[!turn] {
        true => Decided { winner: turn, by: moves[turn] - moves[!turn] - 1 },
        false => Decided { winner: !turn, by: moves[!turn] - moves[turn] },
    })
}
