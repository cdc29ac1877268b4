//! Every evaluation once more, square by square as its paper says it: slow, and compared with the fast one.

use std::collections::VecDeque;

use amazons::{AnyPosition, Board, Color, Draw, Position, RandomStart, Size, Square, StartSymmetry, Visitor};
use eval::{Course, Eval, Evaluation, Mix, Network, Otrera, Representation};
use rand::RngExt;

use crate::{is_close, scalar_net};

/// Distances beyond every real one stand for infinity.
const FAR: i32 = 1_000;

/// A position on any board some plies into a random game.
pub(crate) fn sample(seed: u64) -> AnyPosition {
    let mut rng = testkit::rng(seed);
    let setup = loop {
        let size = match seed % 3 {
            0 => Size::STANDARD,
            _ => Size::new(rng.random_range(2..=16), rng.random_range(2..=16)).unwrap(),
        };
        let amazons = rng.random_range(1..=4);
        let start =
            RandomStart { size, amazons, margin: 0, symmetry: StartSymmetry::Turn, seed: rng.random() };
        if let Ok(setup) = start.setup() {
            break setup;
        }
    };
    let mut position = AnyPosition::from_setup(&setup).unwrap();
    for _ in 0..rng.random_range(0..80) {
        let Some(mv) = position.random_move(Draw::Steps, &mut rng) else { break };
        position = position.play(mv).unwrap();
    }
    position
}

struct Grid {
    columns: i32,
    rows: i32,
    full: Vec<bool>,
    amazons: [Vec<(i32, i32)>; 2],
    ply: u32,
}

const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl Grid {
    /// Own amazons first.
    fn new<B: Board>(position: &Position<B>) -> Self {
        let size = position.board().size();
        let place = |square: Square| (i32::from(square.file().index()), i32::from(square.rank().index()));
        let of = |color| position.amazons(color).into_iter().map(place).collect();
        Self {
            columns: size.columns().into(),
            rows: size.rows().into(),
            full: size.squares().map(|square| position.piece_at(square).is_some()).collect(),
            amazons: [of(position.turn()), of(!position.turn())],
            ply: position.ply(),
        }
    }

    fn is_empty(&self, (column, row): (i32, i32)) -> bool {
        let inside = column >= 0 && row >= 0 && column < self.columns && row < self.rows;
        inside && !self.full[(row * self.columns + column) as usize]
    }

    fn squares(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        all.filter(|&square| self.is_empty(square))
    }

    /// One queen's move: every square with its distance along the line.
    fn reach(&self, (column, row): (i32, i32), longest: i32) -> Vec<((i32, i32), i32)> {
        let mut found = Vec::new();
        for (right, up) in AROUND {
            for steps in 1..=longest {
                let next = (column + right * steps, row + up * steps);
                if !self.is_empty(next) {
                    break;
                }
                found.push((next, steps));
            }
        }
        found
    }

    fn distances(&self, side: usize, longest: i32) -> Vec<i32> {
        let mut distances = vec![FAR; (self.columns * self.rows) as usize];
        let mut queue: VecDeque<_> = self.amazons[side].iter().map(|&amazon| (amazon, 0)).collect();
        while let Some((square, distance)) = queue.pop_front() {
            for (next, _) in self.reach(square, longest) {
                let slot = &mut distances[(next.1 * self.columns + next.0) as usize];
                if *slot == FAR {
                    *slot = distance + 1;
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }

    /// Own and other distance of every empty square.
    fn pairs(&self, longest: i32) -> Vec<(i32, i32)> {
        let (own, other) = (self.distances(0, longest), self.distances(1, longest));
        self.squares()
            .map(|(c, r)| (r * self.columns + c) as usize)
            .map(|index| (own[index], other[index]))
            .collect()
    }

    fn neighbors(&self, (column, row): (i32, i32)) -> f64 {
        AROUND.iter().filter(|(right, up)| self.is_empty((column + right, row + up))).count() as f64
    }

    fn steps(&self, side: usize) -> f64 {
        self.amazons[side].iter().map(|&amazon| self.reach(amazon, 16).len()).sum::<usize>() as f64
    }

    fn over_amazons(&self, side: usize, value: impl Fn((i32, i32), i32) -> f64) -> Vec<f64> {
        let of =
            |&amazon| self.reach(amazon, 16).into_iter().map(|(square, steps)| value(square, steps)).sum();
        self.amazons[side].iter().map(of).collect()
    }
}

fn territory(pairs: &[(i32, i32)], tie: f64) -> f64 {
    let of = |&(own, other): &(i32, i32)| match own.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Greater => -1.0,
        std::cmp::Ordering::Equal if own == FAR => 0.0,
        std::cmp::Ordering::Equal => tie,
    };
    pairs.iter().map(of).sum()
}

fn closeness(pairs: &[(i32, i32)]) -> f64 {
    let worth = |moves: i32| if moves == FAR { 0.0 } else { 0.5_f64.powi(moves) };
    2.0 * pairs.iter().map(|&(own, other)| worth(own) - worth(other)).sum::<f64>()
}

fn lead(pairs: &[(i32, i32)]) -> f64 {
    let of = |&(own, other): &(i32, i32)| match (own == FAR, other == FAR) {
        (true, true) => 0.0,
        (false, true) => 1.0,
        (true, false) => -1.0,
        (false, false) => (f64::from(other - own) / 6.0).clamp(-1.0, 1.0),
    };
    pairs.iter().map(of).sum()
}

fn mg_peo(grid: &Grid) -> f64 {
    let (queen, king) = (grid.pairs(16), grid.pairs(1));
    let amazons = (grid.amazons[0].len() + grid.amazons[1].len()) as i32;
    let longest = f64::from(grid.columns * grid.rows - amazons);
    let played = f64::from(grid.ply);
    let weights = if played < 20.0 / 92.0 * longest - 1e-9 {
        [0.14, 0.37, 0.13, 0.13, 0.20]
    } else if played < 50.0 / 92.0 * longest - 1e-9 {
        [0.30, 0.25, 0.20, 0.20, 0.05]
    } else {
        [0.80, 0.10, 0.05, 0.05, 0.0]
    };
    let freedom = |side| -> f64 {
        grid.over_amazons(side, |square, steps| grid.neighbors(square) / f64::from(steps)).iter().sum()
    };
    weights[0] * territory(&queen, 0.2)
        + weights[1] * territory(&king, 0.2)
        + weights[2] * closeness(&queen)
        + weights[3] * lead(&king)
        + weights[4] * (freedom(0) - freedom(1))
}

fn relative(grid: &Grid) -> f64 {
    let of = |&(own, other): &(i32, i32)| match (own == FAR, other == FAR) {
        (true, true) => 0.0,
        (false, true) => 5.0,
        (true, false) => -5.0,
        (false, false) => f64::from(other - own),
    };
    grid.pairs(16).iter().map(of).sum()
}

fn lieberum(grid: &Grid, mix: Mix) -> f64 {
    let (queen, king) = (grid.pairs(16), grid.pairs(1));
    let both = queen.iter().filter(|&&(own, other)| own != FAR && other != FAR);
    let w: f64 = both.map(|&(own, other)| 0.5_f64.powi((own - other).abs())).sum();
    let weights = match mix {
        Mix::Logistic => {
            let first = 1.0 - 1.0 / (1.0 + 30.0 * (-0.2 * w).exp());
            [first, (1.0 - first) / 3.0, (1.0 - first) / 3.0, (1.0 - first) / 3.0]
        }
        Mix::Linear => {
            let w = w.min(100.0);
            [1.0 - w / 100.0, w / 400.0, w / 400.0, w / 200.0]
        }
    };
    let distances = [grid.distances(0, 16), grid.distances(1, 16)];
    let penalties = |side: usize| -> f64 {
        let alphas = grid.over_amazons(side, |square, steps| {
            let is_shared = distances[1 - side][(square.1 * grid.columns + square.0) as usize] != FAR;
            if is_shared { 0.5_f64.powi(steps) * grid.neighbors(square) } else { 0.0 }
        });
        let penalty = |alpha: &f64| match mix {
            Mix::Logistic => w / (alpha + 2.0),
            Mix::Linear => w.min(100.0) / (50.0 * 1.15_f64.powf(*alpha)),
        };
        alphas.iter().map(penalty).sum()
    };
    weights[0] * territory(&queen, 0.2)
        + weights[1] * closeness(&queen)
        + weights[2] * lead(&king)
        + weights[3] * territory(&king, 0.2)
        + penalties(1)
        - penalties(0)
}

fn course(grid: &Grid, course: &Course) -> f64 {
    let middle = |length: i32| f64::from(length - 1) / 2.0;
    let far = |side: usize| -> f64 {
        let distance = |&(column, row): &(i32, i32)| {
            let columns = (f64::from(column) - middle(grid.columns)).abs();
            columns.max((f64::from(row) - middle(grid.rows)).abs())
        };
        grid.amazons[side].iter().map(distance).sum()
    };
    course.mobility * (grid.steps(0) - grid.steps(1))
        + course.territory * territory(&grid.pairs(16), 0.0)
        + course.centrality * (far(1) - far(0))
}

fn otrera(grid: &Grid) -> f64 {
    let class = |distance: i32, classes: i32| match distance {
        FAR => classes - 1,
        _ => distance.min(classes - 1) - 1,
    };
    let mut members = vec![0];
    let queens = grid.pairs(16);
    members.extend(queens.iter().map(|&(own, other)| 1 + 5 * class(own, 5) + class(other, 5)));
    members.extend(grid.pairs(1).iter().map(|&(own, other)| 26 + 7 * class(own, 7) + class(other, 7)));
    for side in 0..2 {
        let reached = grid.distances(1 - side, 16);
        let is_contested = |(column, row): (i32, i32)| reached[(row * grid.columns + column) as usize] != FAR;
        for steps in grid.over_amazons(side, |square, _| f64::from(u8::from(is_contested(square)))) {
            let bounds = [0, 1, 2, 3, 4, 6, 9, 13, 18];
            let class = bounds.iter().filter(|&&most| steps as i32 > most).count() as i32;
            members.push(75 + 10 * side as i32 + class);
        }
    }
    let weights = Otrera::weights(queens.len() as u32, (grid.columns * grid.rows) as u32);
    members.iter().map(|&member| f64::from(weights[member as usize]) / 1000.0).sum()
}

/// The counts of the flagship's network on 10x10: squares that several amazons reach are apart.
fn otrera_net(grid: &Grid) -> f64 {
    let is_standard =
        (grid.columns, grid.rows) == (10, 10) && grid.amazons.iter().all(|side| side.len() == 4);
    if !is_standard {
        return otrera(grid);
    }
    let king = |distance: i32| if distance == FAR { 6 } else { distance.min(6) - 1 };
    let attackers = |side: usize, square| {
        let reaches = |&&amazon: &&(i32, i32)| grid.reach(amazon, 16).iter().any(|&(next, _)| next == square);
        grid.amazons[side].iter().filter(reaches).count()
    };
    let queen = |distance: i32, attackers: usize| match distance {
        FAR => 5,
        1 => i32::from(attackers < 2),
        _ => distance.min(4),
    };
    let mut counts = vec![0.0; 106];
    counts[0] = 1.0;
    for (square, (own, other)) in grid.squares().zip(grid.pairs(16)) {
        let pair = 6 * queen(own, attackers(0, square)) + queen(other, attackers(1, square));
        counts[1 + pair as usize] += 1.0;
    }
    for (own, other) in grid.pairs(1) {
        counts[37 + (7 * king(own) + king(other)) as usize] += 1.0;
    }
    for side in 0..2 {
        let reached = grid.distances(1 - side, 16);
        let is_contested = |(column, row): (i32, i32)| reached[(row * grid.columns + column) as usize] != FAR;
        for steps in grid.over_amazons(side, |square, _| f64::from(u8::from(is_contested(square)))) {
            let bounds = [0, 1, 2, 3, 4, 6, 9, 13, 18];
            counts[86 + 10 * side + bounds.iter().filter(|&&most| steps as i32 > most).count()] += 1.0;
        }
    }
    scalar_net::value(&counts, grid.squares().count())
}

/// A network in 64 bits, every input of the board in turn (THESIS, Table 2).
fn network(grid: &Grid, network: &Network, turn: Color) -> f64 {
    if grid.columns > 10 || grid.rows > 10 {
        return 0.0;
    }
    let [white, black] = if turn == Color::White { [0, 1] } else { [1, 0] };
    let mobility = |place: (i32, i32)| grid.reach(place, 16).len() as f64;
    let mut inputs = Vec::new();
    let mut arrows = 0.0;
    for row in 0..10 {
        for column in 0..10 {
            let place = (column, row);
            let is_outside = column >= grid.columns || row >= grid.rows;
            let is_full = is_outside || grid.full[(row * grid.columns + column) as usize];
            let is_amazon = |side: usize| grid.amazons[side].contains(&place);
            let color = f64::from(i8::from(is_amazon(white)) - i8::from(is_amazon(black)));
            let is_arrow = is_full && color == 0.0;
            arrows += f64::from(u8::from(is_arrow && !is_outside));
            match network.representation {
                Representation::Units => inputs.extend([color, f64::from(u8::from(is_full))]),
                Representation::Mobility => {
                    let steps = if color == 0.0 { 0.0 } else { mobility(place) };
                    inputs.extend([color * steps, f64::from(u8::from(is_full))]);
                }
                Representation::Bits => {
                    let bits = [is_amazon(black), is_amazon(white), is_arrow, !is_full];
                    inputs.extend(bits.map(|bit| f64::from(u8::from(bit))));
                }
                Representation::Distances => unreachable!("no network of the thesis reads distances"),
            }
        }
    }
    let of = |side: usize| grid.amazons[side].iter().map(|&place| mobility(place)).sum::<f64>();
    inputs.extend([arrows, of(black), of(white)]);
    for (index, layer) in network.perceptron.layers().iter().enumerate() {
        let is_last = index + 1 == network.perceptron.layers().len();
        let sum = |unit: usize| {
            let weighted =
                inputs.iter().enumerate().map(|(input, value)| value * f64::from(layer.column(input)[unit]));
            f64::from(layer.biases()[unit]) + weighted.sum::<f64>()
        };
        let activate = |sum: f64| {
            let scaled = f64::from(network.perceptron.sensitivity()) * sum;
            if is_last { sum } else { scaled / (1.0 + scaled.abs()) }
        };
        inputs = (0..layer.outputs()).map(|unit| activate(sum(unit))).collect();
    }
    if turn == Color::White { inputs[0] } else { -inputs[0] }
}

struct Twin;

impl Visitor for Twin {
    type Output = ();

    fn visit<B: Board>(self, position: &Position<B>) {
        let grid = Grid::new(position);
        for named in Eval::ALL {
            let slow = match named.eval {
                Eval::Territory(territory_of) => territory(&grid.pairs(16), territory_of.tie),
                Eval::Relative(_) => relative(&grid),
                Eval::Steps(_) => grid.steps(0) - grid.steps(1),
                Eval::MgPeo(_) | Eval::PlainMgPeo(_) => mg_peo(&grid),
                Eval::Lieberum(lieberum_of) => lieberum(&grid, lieberum_of.mix),
                Eval::Course(weights) => course(&grid, &weights),
                Eval::Otrera(_) => otrera(&grid),
                Eval::OtreraNet(_) => otrera_net(&grid),
                Eval::Network(ref eval) => network(&grid, eval.network(), position.turn()),
                // The number of moves has its twin among the rules, and chance has none.
                Eval::Moves(_) | Eval::Random(_) => continue,
            };
            let fast = named.eval.value(position);
            let is_equal = match named.eval {
                // Networks are computed in 32 bits.
                Eval::Network(_) => (fast - slow).abs() < 1e-3 * (1.0 + slow.abs()),
                _ => is_close(fast, slow),
            };
            assert!(is_equal, "{}: {fast}, by its twin {slow}, in {position:?}", named.name);
        }
    }
}

#[test]
fn every_evaluation_is_what_its_paper_says() {
    for seed in 0..400 {
        sample(seed).visit(Twin);
    }
}
