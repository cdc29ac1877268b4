//! The evaluation of MG-PEO in plain loops of ours, on one thread or parallel as in the paper's Algorithm 4: the four distance
//! maps are four tasks, then mobility is a parallel loop over ten chunks of squares, the rows of the board. It gives the value
//! of [`MgPeo`]; it exists to measure what the paper's Parallel Evaluation gains.

use amazons::{Board, Position, Square};
use rayon::prelude::*;

use crate::breakdown::Breakdown;
use crate::evaluator::Evaluation;
use crate::map_cache::MapCache;
use crate::mgpeo::MgPeo;

/// How the loops run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Loops {
    /// One after the other.
    #[default]
    Serial,
    /// As tasks on rayon's threads, in place of the paper's TBB.
    Parallel,
}

/// The five-term evaluation by plain loops.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlainMgPeo {
    /// How the loops run.
    pub loops: Loops,
    /// The parameters.
    pub like: MgPeo,
}

/// The distance of a square that is never reached.
const NEVER: u8 = u8::MAX;

/// The chunks of squares of the parallel loop: the ten threads that the paper counts with.
const CHUNKS: usize = 10;

const AROUND: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A board of cells.
struct Grid {
    columns: i8,
    rows: i8,
    is_full: [bool; Square::COUNT],
    /// Of the side to move, then of the other.
    amazons: [Vec<u8>; 2],
}

impl Grid {
    fn new<B: Board>(position: &Position<B>) -> Self {
        let size = position.board().size();
        let mut is_full = [false; Square::COUNT];
        for square in size.squares() {
            is_full[square.index()] = position.piece_at(square).is_some();
        }
        let of = |color| position.amazons(color).into_iter().map(|square| square.index() as u8).collect();
        Self {
            columns: size.columns() as i8,
            rows: size.rows() as i8,
            is_full,
            amazons: [of(position.turn()), of(!position.turn())],
        }
    }

    /// The cell some steps away, if it is on the board.
    fn inside(&self, from: u8, (right, up): (i8, i8), steps: i8) -> Option<u8> {
        let column = (from & 15) as i8 + right * steps;
        let row = (from >> 4) as i8 + up * steps;
        let is_inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        is_inside.then_some((row << 4 | column) as u8)
    }

    /// The cell some steps away, if it is empty.
    fn ahead(&self, from: u8, direction: (i8, i8), steps: i8) -> Option<u8> {
        self.inside(from, direction, steps).filter(|&cell| !self.is_full[usize::from(cell)])
    }

    /// Calls with every cell that a queen, or a king where `longest` is 1, reaches in one move, and its distance.
    fn for_each_reached(&self, from: u8, longest: i8, mut visit: impl FnMut(u8, i8)) {
        for direction in AROUND {
            for steps in 1..=longest {
                let Some(cell) = self.ahead(from, direction, steps) else { break };
                visit(cell, steps);
            }
        }
    }

    /// The moves that a side needs to every cell.
    fn distances(&self, side: usize, longest: i8) -> [u8; Square::COUNT] {
        let mut distances = [NEVER; Square::COUNT];
        let mut queue = self.amazons[side].clone();
        let mut next = Vec::new();
        let mut moves = 0;
        while !queue.is_empty() {
            moves += 1;
            for from in queue.drain(..) {
                self.for_each_reached(from, longest, |cell, _| {
                    if distances[usize::from(cell)] == NEVER {
                        distances[usize::from(cell)] = moves;
                        next.push(cell);
                    }
                });
            }
            std::mem::swap(&mut queue, &mut next);
        }
        distances
    }

    /// The contribution of a cell to mobility: its empty neighbours over the distance of every amazon that reaches it, own
    /// ones positive, the other's negative.
    fn contribution(&self, cell: u8) -> f64 {
        let neighbors = AROUND.iter().filter(|&&direction| self.ahead(cell, direction, 1).is_some()).count();
        let mut shares = 0.0;
        for direction in AROUND {
            // An amazon reaches the cell where the cell sees the amazon.
            let (mut steps, mut last) = (1, cell);
            while let Some(next) = self.ahead(last, direction, 1) {
                (steps, last) = (steps + 1, next);
            }
            let seen = self.inside(last, direction, 1);
            let is_of = |side: usize| seen.is_some_and(|seen| self.amazons[side].contains(&seen));
            shares += (f64::from(is_of(0)) - f64::from(is_of(1))) / f64::from(steps);
        }
        neighbors as f64 * shares
    }

    fn mobility(&self, loops: Loops) -> f64 {
        let is_empty = |cell: &u8| (cell & 15) < self.columns as u8 && !self.is_full[usize::from(*cell)];
        let cells: Vec<u8> = (0..(self.rows as u16 * 16)).map(|cell| cell as u8).filter(is_empty).collect();
        // Added up chunk by chunk in order, so that the threads do not change the last bit.
        let chunk = cells.len().div_ceil(CHUNKS).max(1);
        let sum = |cells: &[u8]| cells.iter().map(|&cell| self.contribution(cell)).sum::<f64>();
        let sums: Vec<f64> = match loops {
            Loops::Serial => cells.chunks(chunk).map(sum).collect(),
            Loops::Parallel => cells.par_chunks(chunk).map(sum).collect(),
        };
        sums.iter().sum()
    }
}

/// The four maps: own and other's queen distances, then king distances.
type DistanceMaps = [[u8; Square::COUNT]; 4];

fn distance_maps(grid: &Grid, loops: Loops) -> DistanceMaps {
    match loops {
        Loops::Serial => {
            [grid.distances(0, 16), grid.distances(1, 16), grid.distances(0, 1), grid.distances(1, 1)]
        }
        Loops::Parallel => {
            let queens = || rayon::join(|| grid.distances(0, 16), || grid.distances(1, 16));
            let kings = || rayon::join(|| grid.distances(0, 1), || grid.distances(1, 1));
            let ((own_queen, other_queen), (own_king, other_king)) = rayon::join(queens, kings);
            [own_queen, other_queen, own_king, other_king]
        }
    }
}

/// t1, t2, p1 and p2.
fn sums(grid: &Grid, [own_queen, other_queen, own_king, other_king]: &DistanceMaps, tie: f64) -> [f64; 4] {
    let territory = |own: u8, other: u8| match own.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Greater => -1.0,
        std::cmp::Ordering::Equal if own == NEVER => 0.0,
        std::cmp::Ordering::Equal => tie,
    };
    let closeness = |moves: u8| if moves == NEVER { 0.0 } else { libm::exp2(-f64::from(moves)) };
    let lead = |own: u8, other: u8| match (own == NEVER, other == NEVER) {
        (true, true) => 0.0,
        (false, true) => 1.0,
        (true, false) => -1.0,
        (false, false) => ((f64::from(other) - f64::from(own)) / 6.0).clamp(-1.0, 1.0),
    };
    let mut sums = [0.0; 4];
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let cell = usize::from((row << 4 | column) as u8);
            if !grid.is_full[cell] {
                sums[0] += territory(own_queen[cell], other_queen[cell]);
                sums[1] += territory(own_king[cell], other_king[cell]);
                sums[2] += 2.0 * (closeness(own_queen[cell]) - closeness(other_queen[cell]));
                sums[3] += lead(own_king[cell], other_king[cell]);
            }
        }
    }
    sums
}

impl PlainMgPeo {
    /// The number of threads that the parallel loops may use.
    #[must_use]
    pub fn threads() -> usize {
        rayon::current_num_threads()
    }

    /// t1, t2, p1 and p2 alone: what the paper times as its distance modules.
    #[must_use]
    pub fn distance_terms<B: Board>(&self, position: &Position<B>) -> [f64; 4] {
        let grid = Grid::new(position);
        sums(&grid, &distance_maps(&grid, self.loops), self.like.tie)
    }

    /// Mobility alone.
    #[must_use]
    pub fn mobility_term<B: Board>(&self, position: &Position<B>) -> f64 {
        Grid::new(position).mobility(self.loops)
    }
}

impl Evaluation for PlainMgPeo {
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        let grid = Grid::new(position);
        let [t1, t2, p1, p2] = sums(&grid, &distance_maps(&grid, self.loops), self.like.tie);
        let terms = [t1, t2, p1, p2, grid.mobility(self.loops)];
        self.like.weights(position).iter().zip(terms).map(|(weight, term)| weight * term).sum()
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        self.like.breakdown(position)
    }

    fn breakdown_with<B: Board>(&self, maps: &MapCache<'_, B>) -> Breakdown {
        self.like.breakdown_with(maps)
    }
}
