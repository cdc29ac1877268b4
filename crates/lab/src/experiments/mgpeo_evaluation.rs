//! MG-PEO, Table 3: how long its evaluation takes, serial, parallel, and bit-parallel.

use std::hint::black_box;
use std::time::{Duration, Instant};

use amazons::{AnyPosition, Board, Board10x10, Color, Draw, Piece, Position, Setup, Square, Start, Visitor};
use arena::Contest;
use eval::maps::{Levels, Mover};
use eval::{Evaluation, Loops, MgPeo, PlainMgPeo};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::conditions::Conditions;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, BoardSquare, Cause, Cell, Drawing, Figure, Findings, Measured, ResultTable, Span, Statement,
    TableRow, Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Table 3.
pub(super) struct EvaluationTime;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-evaluation",
    paper: Paper::MgPeo,
    place: "Table 3 and Figure 1",
    title: "How long the evaluation takes, serial and parallel",
    question: "MG-PEO evaluates its four distance maps as four parallel tasks and mobility as a parallel loop over the \
               squares. How much time does that save, and how does it compare with a serial build that works on whole \
               sets of squares at once?",
    original: "i7-11800H, TBB: distance modules 69 to 29 us, mobility 45 to 23, whole 114 to 54",
    differences: &[
        "The paper does not say in which positions it measured. Here they are the positions at ply 0, 6, ... 54 of a \
         random game.",
        "Its tasks run on TBB, ours on rayon, with as many threads as the machine has cores; there are four \
         tasks for the distance maps, as in its text, and its ten threads for mobility are ten chunks of squares here.",
        "Our plain loops take less time than the paper's 114 us: a task so short can cost more to hand to another \
         thread than to do.",
        "In the ending mobility has no weight; the third build leaves it out there, the others compute it always, as the \
         paper's Algorithm 4, which has no stages.",
    ],
};

/// What is timed.
const MODULES: [&str; 3] = ["distance modules", "mobility", "whole evaluation"];

/// The paper's seconds by module: serial and parallel.
const PAPER: [[f64; 2]; 3] = [[69e-6, 29e-6], [45e-6, 23e-6], [114e-6, 54e-6]];

/// The builds.
const BUILDS: [&str; 3] = ["plain loops, serial", "plain loops, parallel", "ours, bit-parallel, serial"];

/// A part of an evaluation: what it gives is needed whole, or the compiler would leave some of it out.
type Timed<'a> = &'a dyn Fn(&Position<Board10x10>) -> f64;

/// How often each is timed, and how long each time.
fn repetitions(conditions: &Conditions) -> (usize, Duration) {
    let (count, millis) = conditions.scale.choose((7, 1), (41, 20), (101, 50), (101, 50));
    (count, Duration::from_millis(millis))
}

impl Experiment for EvaluationTime {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, _conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(Vec::new())
    }

    fn other_work(&self, conditions: &Conditions) -> f64 {
        let (count, each) = repetitions(conditions);
        // The parallel build uses all cores.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        MODULES.len() as f64 * (2.0 + cores as f64) * count as f64 * each.as_secs_f64()
    }

    fn run(&self, bench: &mut Workbench<'_>, _contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let positions = positions(conditions.seed);
        let (count, each) = repetitions(&conditions);
        let serial = PlainMgPeo { loops: Loops::Serial, like: MgPeo::DEFAULT };
        let parallel = PlainMgPeo { loops: Loops::Parallel, ..serial };
        let ours = MgPeo::DEFAULT;
        // One after another, and round by round: what slows the machine down for a while slows all of them.
        let sum = |terms: [f64; 4]| terms.iter().sum::<f64>();
        let timed: [[Timed<'_>; 3]; 3] = [
            [
                &|position| sum(serial.distance_terms(position)),
                &|position| sum(parallel.distance_terms(position)),
                &|position| sum(ours.distance_terms(position)),
            ],
            [
                &|position| serial.mobility_term(position),
                &|position| parallel.mobility_term(position),
                &|position| ours.mobility_term(position),
            ],
            [&|position| serial.value(position), &|position| parallel.value(position), &|position| {
                ours.value(position)
            }],
        ];
        let mut seconds: [[Vec<f64>; 3]; 3] = Default::default();
        bench.begin("rounds of timings", count as u64);
        for round in 1..=count {
            for (module, builds) in timed.iter().enumerate() {
                for (build, work) in builds.iter().enumerate() {
                    seconds[module][build].push(time(&positions, each, work));
                }
            }
            bench.done(round as u64)?;
        }
        let mut cells = seconds.map(|builds| builds.map(|mut seconds| median(&mut seconds)));
        for (module, builds) in cells.iter_mut().enumerate() {
            for (build, paper) in PAPER[module].into_iter().enumerate() {
                builds[build] = builds[build].beside(paper);
            }
        }
        let remark = format!(
            "Each cell is the median of {count} timings of {} ms each, with the interval that the order of the values gives; \
             nothing else was run by this program meanwhile. The parallel build had {} threads.",
            each.as_millis(),
            PlainMgPeo::threads()
        );
        Ok(findings(&cells, vec![remark]))
    }

    fn rejudge(
        &self,
        _bench: &mut Workbench<'_>,
        _contests: &[Contest],
        earlier: &Findings,
    ) -> Result<Findings, LabError> {
        let cells = earlier.tables.first().and_then(ResultTable::numbers);
        let cells = cells.ok_or(LabError::NothingKept { experiment: ABOUT.name })?;
        Ok(findings(&cells, earlier.remarks.clone()))
    }
}

/// Positions of a random game.
fn positions(seed: u64) -> Vec<Position<Board10x10>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::from_setup(&Start::STANDARD.setup()).expect("the standard start");
    let mut positions = vec![position];
    for ply in 1..=54 {
        let Some(mv) = position.random_move(Draw::Uniform, &mut rng) else { break };
        position.play_unchecked(mv);
        if ply % 6 == 0 {
            positions.push(position);
        }
    }
    positions
}

/// Seconds of one evaluation, the mean over all positions again and again for some time.
fn time(positions: &[Position<Board10x10>], each: Duration, work: Timed<'_>) -> f64 {
    let (begun, mut count) = (Instant::now(), 0_u64);
    loop {
        for position in positions {
            black_box(work(black_box(position)));
        }
        count += positions.len() as u64;
        if begun.elapsed() >= each {
            return begun.elapsed().as_secs_f64() / count as f64;
        }
    }
}

/// The median with its 95% interval from the order of the values (the sign test's); none for fewer than six.
fn median(values: &mut [f64]) -> Measured {
    values.sort_by(f64::total_cmp);
    let count = values.len();
    let middle = (values[(count - 1) / 2] + values[count / 2]) / 2.0;
    // By the normal approximation of the binomial, widened to whole places.
    let below = (count as f64 / 2.0 - 0.98 * (count as f64).sqrt()).floor() as usize;
    let interval = (count >= 6).then(|| (values[below.saturating_sub(1)], values[count - below.max(1)]));
    Measured { interval, of: Some(count as u64), ..Measured::number(middle, Unit::Seconds) }
}

fn findings(cells: &[[Measured; 3]; 3], remarks: Vec<String>) -> Findings {
    let mut head = vec!["part".to_owned()];
    head.extend(BUILDS.map(str::to_owned));
    let rows = MODULES.iter().zip(cells);
    let table = ResultTable {
        title: "Time of one evaluation, medians of repeated timings (their Table 3)".to_owned(),
        head,
        rows: rows
            .clone()
            .map(|(name, builds)| TableRow {
                name: (*name).to_owned(),
                cells: builds.map(Cell::from).to_vec(),
            })
            .collect(),
    };
    let spans = rows.flat_map(|(name, builds)| {
        builds
            .iter()
            .zip(BUILDS)
            .map(move |(&measured, build)| Span { name: format!("{name}: {build}"), measured })
    });
    let figure = Figure {
        title: "Time of one evaluation: equal steps are equal factors".to_owned(),
        drawing: Drawing::Intervals {
            axis: Axis {
                label: "seconds".to_owned(),
                unit: Unit::Seconds,
                is_logarithmic: true,
                range: None,
            },
            rows: spans.collect(),
        },
    };
    let setup = Setup::from_fen(MIDDLE_GAME).expect("a position in FEN");
    let position = AnyPosition::from_setup(&setup).expect("it is playable");
    let boards = [
        distances_on_board("Queen distances of both sides (as their Figure 1)", &position, Mover::Queen),
        distances_on_board("King distances of both sides (as their Figure 1)", &position, Mover::King),
    ];
    let figures = std::iter::once(figure).chain(boards).collect();
    Findings { tables: vec![table], figures, statements: statements(cells), remarks }
}

/// A middle game of ours; the paper's own board is a picture.
const MIDDLE_GAME: &str = "2*q*5/2Q**5/2**q****1/1**1*1Q1*1/*4*4/1**2***2/3Q3*2/1*5Q1*/3q2q3/*6*2 w - - 0 1";

/// The moves that both sides need to every empty square.
pub(super) fn distances_on_board(title: &str, position: &AnyPosition, mover: Mover) -> Figure {
    let rows = position.visit(Distances { mover });
    let label = "White's and Black's distance".to_owned();
    Figure { title: title.to_owned(), drawing: Drawing::Board { label, rows } }
}

struct Distances {
    mover: Mover,
}

impl Visitor for Distances {
    type Output = Vec<Vec<BoardSquare>>;

    fn visit<B: Board>(self, position: &Position<B>) -> Self::Output {
        let [white, black] = Color::BOTH.map(|color| Levels::new(position, color, self.mover));
        let distance = |levels: &Levels<B>, square| levels.distance(square).map(|moves| moves as u8);
        let of = |square: Square| match position.piece_at(square) {
            Some(Piece::Amazon(Color::White)) => BoardSquare::White,
            Some(Piece::Amazon(Color::Black)) => BoardSquare::Black,
            Some(_) => BoardSquare::Arrow,
            None => BoardSquare::Empty(distance(&white, square), distance(&black, square)),
        };
        let size = position.board().size();
        let mut rows: Vec<Vec<BoardSquare>> = vec![Vec::new(); size.rows() as usize];
        for square in size.squares() {
            let row = size.rows() as usize - 1 - square.rank().index() as usize;
            rows[row].push(of(square));
        }
        rows
    }
}

fn statements(cells: &[[Measured; 3]; 3]) -> Vec<Statement> {
    let part = |module: usize, build: usize| (BUILDS[build], cells[module][build]);
    let gain = |module: usize, claim: &str, region: Region| {
        let share = cells[module][0].ours.map_or(f64::NAN, |ours| ours / PAPER[module][0]);
        let reason = format!(
            "Our plain loops take {} of the paper's time, and its tasks were longer: handing one of some microseconds to another thread \
             costs as much as it saves. With n free cores no gain can be above n.",
            Unit::Share.write(share)
        );
        judge::ratio(claim, part(module, 0), part(module, 1), region).if_not_seen(Cause::Conditions, &reason)
    };
    vec![
        gain(0, "Four parallel tasks make the distance modules faster (69 to 29 us).", Region::Above(1.0)),
        gain(1, "A parallel loop over the squares makes mobility faster (45 to 23 us).", Region::Above(1.0)),
        gain(
            2,
            "The whole parallel evaluation is 2.1 times as fast as the serial one (114 to 54 us; here: more than twice).",
            Region::Above(2.0),
        ),
        judge::all(
            "The gain is smaller than the number of threads, 4 and 10 (2.4 and 2.0 times; here certain where fewer cores are free).",
            &[
                judge::ratio("", part(0, 0), part(0, 1), Region::Below(4.0)),
                judge::ratio("", part(1, 0), part(1, 1), Region::Below(10.0)),
            ],
        ),
        judge::ratio(
            "A serial evaluation on whole sets of squares is faster than the parallel one.",
            part(2, 1),
            part(2, 2),
            Region::Above(1.0),
        )
        .of_ours(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::StatementVerdict;

    #[test]
    fn modules_of_the_paper_add_up_to_the_whole() {
        let [distances, mobility, whole] = PAPER;
        for ((distances, mobility), whole) in distances.into_iter().zip(mobility).zip(whole) {
            // 29 + 23 are 52 of the printed 54 us.
            assert!((distances + mobility - whole).abs() <= 2.1e-6);
        }
    }

    /// The paper's own times, each with an interval of a hundredth; ours are not the paper's.
    #[test]
    fn the_papers_own_times_support_its_statements() {
        let cell = |seconds: f64| Measured {
            interval: Some((0.99 * seconds, 1.01 * seconds)),
            ..Measured::number(seconds, Unit::Seconds)
        };
        let cells = PAPER.map(|[serial, parallel]| [cell(serial), cell(parallel), cell(1e-6)]);
        for statement in statements(&cells) {
            assert_eq!(statement.verdict, StatementVerdict::Seen, "{statement:?}");
        }
    }

    #[test]
    fn the_modules_are_parts_of_the_value() {
        // What is timed apart is what is evaluated together: weighted, the parts give the value of the opening.
        let weights = [0.14, 0.37, 0.13, 0.13, 0.20];
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        for position in positions(1).iter().take(3) {
            let plain = PlainMgPeo { loops: Loops::Serial, like: MgPeo::DEFAULT };
            let terms = [plain.distance_terms(position), MgPeo::DEFAULT.distance_terms(position)];
            assert!(terms[0].iter().zip(terms[1]).all(|(&a, b)| close(a, b)), "{terms:?}");
            let mobility = MgPeo::DEFAULT.mobility_term(position);
            assert!(close(plain.mobility_term(position), mobility));
            let sum: f64 =
                terms[1].iter().chain([&mobility]).zip(weights).map(|(term, weight)| term * weight).sum();
            assert!(close(sum, MgPeo::DEFAULT.value(position)), "{sum}");
        }
    }

    #[test]
    fn a_median_has_an_honest_interval() {
        // Of 41 values the places 14 and 28 bound the median with 95% (binomial tables: 96.0%).
        let mut values: Vec<f64> = (1..=41).rev().map(f64::from).collect();
        let measured = median(&mut values);
        assert_eq!((measured.ours, measured.interval), (Some(21.0), Some((14.0, 28.0))));
        assert_eq!(median(&mut [1.0, 2.0]).interval, None);
        assert_eq!(median(&mut [1.0, 2.0]).ours, Some(1.5));
    }
}
