//! COURSE, its four tables: four agents on 15x15 in the variant where a vacated square stays blocked for a while.

use std::ops::Range;

use amazons::{AnyPosition, Game, RandomStart, Size, StartSymmetry};
use arena::statistics::Summary;
use arena::{Contest, ContestFormat, Opening};
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::Rng;

use super::parts::{Meeting, remark_on_games, share_axis};
use crate::cells::Games;
use crate::conditions::Conditions;
use crate::confidence::Confidence;
use crate::contests::contest;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Cell, Drawing, Figure, Findings, Measured, ResultTable, Span, Statement, TableRow, Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// COURSE, its four tables.
pub(super) struct CourseTables;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "course-tables",
    paper: Paper::Course,
    place: "its four tables",
    title: "Four agents on 15x15, where a vacated square stays blocked",
    question: "Which of four agents is better on a board of 15x15 with random symmetric starts, in a variant where the \
               square that an amazon leaves stays blocked for five plies: random moves, alpha-beta of depth 4, a tree \
               of signs of an evaluation (MCTS), or minimax with deepening?",
    original: "5 runs of 50, 100 and 500 games each, 2 s a move; the tables give means over the runs and the time of \
               a run",
    differences: &[
        "The paper's Iterative returns the last move that it looked at, not the best. Both are played here: built \
         right, and as printed.",
        "The paper's times cannot hold with 2 s a move: 50 games of MCTS against Random are to take 30 s together. \
         They would allow a move some hundredths of a second; the quick scale has a twentieth.",
        "The paper does not say which symmetry its starts have, how far from the edge they keep, for how many plies a \
         square stays blocked, or what mobility, territory and centrality are exactly; ours are half a turn, one \
         square, five plies, and the usual definitions.",
        "Every two games with swapped colours share a start; the paper draws one for every game.",
        "On 15x15 a first move has some thousands of possibilities. Alpha-beta of depth 4 without deepening does not \
         get beyond its first moves in any such time and plays the best of those; deepening finishes depth 1.",
    ],
};

/// The players, each with what it is counted in and how many of them it makes in a second.
const PLAYERS: [(&str, &str, u64); 5] = [
    ("course-random", "nodes", 1_000),
    ("course-heuristic", "nodes", 600_000),
    ("course-mcts", "playouts", 200_000),
    ("course-iterative", "nodes", 600_000),
    ("course-iterative:choice=as-printed", "nodes", 600_000),
];
const RANDOM: usize = 0;
const HEURISTIC: usize = 1;
const MCTS: usize = 2;
const ITERATIVE: usize = 3;
const AS_PRINTED: usize = 4;

/// A table of the paper.
struct PaperTable {
    words: &'static str,
    players: (usize, usize),
    /// The share that the first player won in runs of 50, 100 and 500 games.
    won: [f64; 3],
    /// Seconds of a run.
    seconds: [f64; 3],
}

/// The paper's tables. Where Iterative plays there are two of each: as printed, which is what the paper played, and right,
/// which has the paper's numbers for its statements only.
const TABLES: [PaperTable; 6] = [
    table("MCTS over Random", (MCTS, RANDOM), [0.648, 0.602, 0.63], [30.2, 68.8, 337.4]),
    table("Iterative over Random", (ITERATIVE, RANDOM), [0.432, 0.39, 0.391], [0.0, 0.0, 0.0]),
    table("Iterative as printed over Random", (AS_PRINTED, RANDOM), [0.432, 0.39, 0.391], [0.0, 0.0, 0.0]),
    table("MCTS over Heuristic", (MCTS, HEURISTIC), [0.7, 0.688, 0.665], [74.4, 142.6, 702.2]),
    table("Heuristic over Iterative", (HEURISTIC, ITERATIVE), [0.608, 0.574, 0.558], [22.6, 48.6, 258.8]),
    table(
        "Heuristic over Iterative as printed",
        (HEURISTIC, AS_PRINTED),
        [0.608, 0.574, 0.558],
        [22.6, 48.6, 258.8],
    ),
];

const fn table(words: &'static str, players: (usize, usize), won: [f64; 3], seconds: [f64; 3]) -> PaperTable {
    PaperTable { words, players, won, seconds }
}

impl PaperTable {
    /// A number of the paper's, where it is of the same players.
    fn paper(&self, number: f64) -> Option<f64> {
        let (first, second) = self.players;
        (first != ITERATIVE && second != ITERATIVE).then_some(number)
    }
}

/// How many games a run of the paper has, in the order of its columns.
const PAPER_GAMES: [u64; 3] = [50, 100, 500];

/// Runs of one length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Runs {
    runs: u64,
    pairs: u64,
    /// The column of the paper that it is compared with.
    column: usize,
}

/// The runs of a scale, played one after another.
fn runs(conditions: &Conditions) -> Vec<Runs> {
    let of = |runs, pairs, column| Runs { runs, pairs, column };
    conditions.scale.choose(
        vec![of(2, 1, 2)],
        vec![of(5, 3, 2)],
        vec![of(5, 3, 2)],
        PAPER_GAMES.iter().enumerate().map(|(column, games)| of(5, games / 2, column)).collect(),
    )
}

impl Experiment for CourseTables {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        let (time, microseconds) =
            conditions.scale.choose(("1ms", 50), ("50ms", 50_000), ("50ms", 50_000), ("2s", 2_000_000));
        let players = PLAYERS.map(|(player, unit, a_second)| {
            let counts = format!("{unit}={}", (a_second * microseconds / 1_000_000).max(1));
            format!("{player}@{}", conditions.limit(time, &counts))
        });
        let pairings = TABLES.iter().map(|table| table.players).collect();
        let rounds = runs(conditions).iter().map(|runs| runs.runs * runs.pairs).sum();
        let openings = starts(rounds, conditions.seed);
        Ok(vec![contest(conditions, &players, ContestFormat::Listed(pairings), rounds, openings)?])
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let cells = self.cells(&contests[0], &conditions);
        let all = |games: Games<'_>| -> Vec<Meeting> {
            TABLES.iter().map(|table| Meeting::of(games, table.players.0, table.players.1)).collect()
        };
        let judged = bench.judge(ABOUT.name, &contests[0], cells, |games| statements(&all(games)))?;
        let (games, all) = (judged.games(), all(judged.games()));
        let cells: Vec<Vec<CellGames>> =
            TABLES.iter().map(|table| played(games, table, &runs(&conditions))).collect();
        Ok(Findings {
            tables: vec![games_table(&cells), seconds_table(&cells, &all)],
            figures: vec![figure(&cells)],
            statements: judged.statements.clone(),
            remarks: vec![
                remark_on_games(&judged.standings),
                "A mean over runs of equal length is the share of all their games; its interval is Wilson's."
                    .to_owned(),
            ],
        })
    }
}

/// The starts of all pairs of games, drawn from a seed: 15x15, four amazons a side, a margin of one square, half a turn, and
/// vacated squares blocked for five plies.
fn starts(count: u64, seed: u64) -> Vec<Opening> {
    let mut seeds = SplitMix64::seed_from_u64(seed);
    let size = Size::new(15, 15).expect("boards go to 16x16");
    let one = |number| {
        let start = RandomStart {
            size,
            amazons: 4,
            margin: 1,
            symmetry: StartSymmetry::Turn,
            seed: seeds.next_u64(),
        };
        let mut setup = start.setup().expect("four amazons a side fit a board of 15x15");
        setup.delay = 5;
        let position = AnyPosition::from_setup(&setup).expect("a random start is playable");
        Opening { name: format!("random start {number}"), game: Game::new(position) }
    };
    (1..=count).map(one).collect()
}

/// A pairing's runs of one length.
#[derive(Clone, Debug)]
struct CellGames {
    runs: Runs,
    /// All games of all runs.
    games: Meeting,
    /// The shares of single runs.
    shares: Summary,
    /// Seconds of a run, of both players together.
    seconds: Summary,
}

/// The rounds of each run, in the order in which they are played.
fn rounds_of(all: &[Runs]) -> Vec<(Runs, Vec<Range<u64>>)> {
    let mut next = 0;
    let mut rounds_of_one = |runs: &Runs| {
        let first = next;
        next += runs.runs * runs.pairs;
        let of_run = |run| first + run * runs.pairs..first + (run + 1) * runs.pairs;
        (*runs, (0..runs.runs).map(of_run).collect())
    };
    all.iter().map(&mut rounds_of_one).collect()
}

fn played(games: Games<'_>, table: &PaperTable, all: &[Runs]) -> Vec<CellGames> {
    let (first, second) = table.players;
    let one = |(runs, ranges): (Runs, Vec<Range<u64>>)| {
        let mut played = CellGames {
            runs,
            games: Meeting::default(),
            shares: Summary::default(),
            seconds: Summary::default(),
        };
        for rounds in ranges {
            let outcomes = games
                .standings
                .results()
                .filter(|(slot, _)| rounds.contains(&(slot.pair / TABLES.len() as u64)));
            let run = Meeting::among(games, outcomes, first, second);
            played.games.merge(&run);
            played.shares.extend(run.games.games().score());
            let seconds = run.game_seconds;
            played.seconds.add(seconds.mean().unwrap_or(0.0) * seconds.count() as f64);
        }
        played
    };
    rounds_of(all).into_iter().map(one).collect()
}

/// A table and its runs of a length, in words.
fn row_name(table: &PaperTable, played: &CellGames) -> String {
    let Runs { runs, pairs, .. } = played.runs;
    format!("{}, {runs} runs of {}", table.words, 2 * pairs)
}

/// The share of all games of some runs beside the paper's.
fn won(table: &PaperTable, played: &CellGames) -> Measured {
    Measured { paper: table.paper(table.won[played.runs.column]), ..played.games.won() }
}

fn games_table(cells: &[Vec<CellGames>]) -> ResultTable {
    let mut rows = Vec::new();
    for (table, all) in TABLES.iter().zip(cells) {
        for played in all {
            let share =
                |share: Option<f64>| Measured { ours: share, unit: Unit::Share, ..Measured::default() };
            let won = won(table, played);
            let cells = [won, share(played.shares.least()), share(played.shares.most())];
            rows.push(TableRow { name: row_name(table, played), cells: cells.map(Cell::from).to_vec() });
        }
    }
    ResultTable {
        title: "Games won by the first of two, means over runs".to_owned(),
        head: ["pairing", "won", "worst run", "best run"].map(str::to_owned).to_vec(),
        rows,
    }
}

/// The time of a run, and what it means for a move.
fn seconds_table(cells: &[Vec<CellGames>], all: &[Meeting]) -> ResultTable {
    let mut rows = Vec::new();
    for ((table, runs), meeting) in TABLES.iter().zip(cells).zip(all) {
        for played in runs {
            let run = Measured::mean(&played.seconds, Unit::Seconds, Confidence::USUAL).not_below_zero();
            // Runs of other lengths than the paper's cannot be compared, but a game of theirs can.
            let column = played.runs.column;
            let paper_run = table.paper(table.seconds[column]);
            let is_as_long = 2 * played.runs.pairs == PAPER_GAMES[column];
            let run = Measured { paper: paper_run.filter(|_| is_as_long), ..run };
            let paper_game = paper_run.map(|run| run / PAPER_GAMES[column] as f64);
            let game = Measured { paper: paper_game, ..meeting.seconds_a_game() };
            let [first, second] = meeting.seconds_a_move();
            let cells = [run, game, first, second];
            rows.push(TableRow { name: row_name(table, played), cells: cells.map(Cell::from).to_vec() });
        }
    }
    ResultTable {
        title: "Time of a run, of a game, and of a move of each".to_owned(),
        head: ["pairing", "a run", "a game", "the first's move", "the second's move"]
            .map(str::to_owned)
            .to_vec(),
        rows,
    }
}

fn figure(cells: &[Vec<CellGames>]) -> Figure {
    let mut rows = Vec::new();
    for (table, all) in TABLES.iter().zip(cells) {
        for played in all {
            rows.push(Span { name: row_name(table, played), measured: won(table, played) });
        }
    }
    Figure {
        title: "Share of games won by the first of two".to_owned(),
        drawing: Drawing::Intervals { axis: share_axis("games won"), rows },
    }
}

fn statements(all: &[Meeting]) -> Vec<Statement> {
    let share = |place: usize| (TABLES[place].words, all[place].won());
    let [mcts_random, right_random, printed_random, mcts_heuristic, heuristic_right, heuristic_printed] =
        std::array::from_fn(share);
    let moves = all[0].moves.mean().unwrap_or(0.0).max(1.0);
    let a_move = TABLES[0].seconds[0] / (PAPER_GAMES[0] as f64 * moves);
    vec![
        judge::above("MCTS beats Random.", mcts_random, 0.5),
        judge::below(
            "MCTS wins fewer than 70 of 100 games against moves at random (the paper: 60 to 65).",
            mcts_random,
            0.7,
        ),
        judge::below("Iterative as printed loses to moves at random.", printed_random, 0.5),
        judge::below(
            "Iterative loses to moves at random, also when it returns the best move instead of the last.",
            right_random,
            0.5,
        ),
        judge::above("MCTS beats Heuristic.", mcts_heuristic, 0.5),
        judge::above("Heuristic beats Iterative as printed.", heuristic_printed, 0.5),
        judge::above(
            "Heuristic beats Iterative, also when it returns the best move instead of the last.",
            heuristic_right,
            0.5,
        ),
        judge::greater(
            "Of ours: the best move instead of the last makes Iterative better against Random.",
            right_random,
            printed_random,
        ),
        judge::exact(
            "A move takes 2 s, and 50 games of MCTS against Random 30.2 s.",
            (
                &format!(
                    "30.2 s shared among 50 games with {moves:.0} moves of MCTS, as many as here, leave for a move"
                ),
                Measured::number(a_move, Unit::Seconds).beside(2.0),
            ),
            Region::Above(1.9),
        ),
    ]
}
