//! The overlays of a position: distances, mobility of the amazons, regions.

use std::collections::BTreeMap;
use std::time::Instant;

use amazons::{AnyPosition, Bitboard, Board, Color, Position, RegionKind, Visitor};
use eval::MapCache;
use eval::maps::Mover;
use solver::{AreaReport, Solver};
use thought::{Control, Counter, Limits};

use crate::api;

/// The solver's limit for areas that both sides can reach, which get no count.
const NODES: u64 = 2_000;
/// The solver's memory, in bytes.
const MEMORY: usize = 4 << 20;

/// The overlays of a position. This takes some milliseconds.
#[must_use]
pub(crate) fn of(position: &AnyPosition) -> api::Overlays {
    position.visit(Draw)
}

struct Draw;

impl Visitor for Draw {
    type Output = api::Overlays;

    fn visit<B: Board>(self, position: &Position<B>) -> api::Overlays {
        let maps = MapCache::new(position);
        let amazons = Color::BOTH.into_iter().flat_map(|color| position.amazons(color));
        let mobility = amazons.map(|square| (square.to_string(), position.steps(square).count())).collect();
        let mut solver = Solver::new(MEMORY);
        let mut counter = Counter::new(&Limits::nodes(NODES), &Control::new(), Instant::now(), 100);
        let regions = match solver.areas(position, &mut counter) {
            Some(areas) => areas.iter().map(area).collect(),
            // In the variant blocked squares open again, so that no count is possible.
            None => position.areas().map(|part| region(part.kind(), part.empty, part.amazons)).collect(),
        };
        api::Overlays { queen: race(&maps, Mover::Queen), king: race(&maps, Mover::King), mobility, regions }
    }
}

fn names<B: Board>(set: Bitboard<B>) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

fn race<B: Board>(maps: &MapCache<'_, B>, mover: Mover) -> api::Race {
    let position = maps.position();
    let [own, other, tied] = maps.race(mover).owners();
    let (white, black) = if position.turn() == Color::White { (own, other) } else { (other, own) };
    let way = |color, square| {
        maps.levels(color, mover).distance(square).and_then(|moves| u32::try_from(moves).ok())
    };
    let distances: BTreeMap<String, [Option<u32>; 2]> = (position.empty().into_iter())
        .map(|square| (square.to_string(), [way(Color::White, square), way(Color::Black, square)]))
        .collect();
    api::Race { white: names(white), black: names(black), tied: names(tied), distances }
}

fn region<B: Board>(
    kind: RegionKind,
    empty: Bitboard<B>,
    amazons: amazons::ByColor<Bitboard<B>>,
) -> api::RegionView {
    api::RegionView {
        kind: match kind {
            RegionKind::Territory(Color::White) => api::RegionKind::White,
            RegionKind::Territory(Color::Black) => api::RegionKind::Black,
            RegionKind::Active => api::RegionKind::Active,
            RegionKind::Dead => api::RegionKind::Dead,
        },
        squares: names(empty),
        white: names(amazons.white),
        black: names(amazons.black),
        count: None,
        exact: false,
    }
}

/// An area with its count: the moves of its owner, positive for White.
fn area<B: Board>(area: &AreaReport<B>) -> api::RegionView {
    let count = match area.kind {
        RegionKind::Territory(color) => {
            let plies = area.plies[color];
            let sign = if color == Color::White { 1 } else { -1 };
            Some((sign * i32::from(plies.at_least), plies.exact().is_some()))
        }
        RegionKind::Dead => Some((0, true)),
        RegionKind::Active => None,
    };
    api::RegionView {
        count: count.map(|(count, _)| count),
        exact: count.is_some_and(|(_, is_exact)| is_exact),
        ..region(area.kind, area.empty, area.amazons)
    }
}
