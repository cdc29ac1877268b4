//! EGREEDY, Table 1: Monte Carlo tree search with epsilon-greedy choice against five searches on the same candidates.

use arena::{Contest, ContestFormat};

use super::parts::{Meeting, remark_on_games, share_axis};
use crate::cells::Games;
use crate::conditions::Conditions;
use crate::contests::{contest, from_the_start};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{Cell, Drawing, Figure, Findings, ResultTable, Span, Statement, TableRow};
use crate::judge;
use crate::workbench::{LabError, Workbench};

/// EGREEDY, Table 1.
pub(super) struct EGreedyTable;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "egreedy-table",
    paper: Paper::EGreedy,
    place: "Table 1",
    title: "Epsilon-greedy tree search against five searches on the same candidates",
    question: "Is a tree search that follows the largest value most of the time, and otherwise draws a move in \
               proportion to its value, better than minimax, alpha-beta, depth-first, breadth-first and UCT, when all \
               of them look only at the same 48 candidate moves?",
    original: "100 games a row at 30 s a move, i7-1280P",
    differences: &[
        "The paper leaves open or contradicts itself in: the number of candidates as the game goes on, epsilon, what a \
         won game adds to a value, whether the greedy choice is made with probability epsilon or one less epsilon, and \
         whether a simulation adds one node or its whole path. The first column has our defaults (the text's reading, \
         epsilon 0.1); the others have its pseudo-code's greed (inverted) and its printed growth (whole path).",
        "It describes its opponents by their names only. Ours deepen until time is out (minimax, alpha-beta), look for \
         a won line (depth-first, breadth-first), or draw random games among all moves (UCT).",
        "A simulation of epsilon-greedy ranks the candidates of every position of a whole game: some thousand \
         simulations a second here. UCT's random games need no ranking and are forty times as many. In the quick \
         scale's fifth of a second epsilon-greedy makes some two hundred simulations for 48 candidates.",
        "The paper does not say how its games differ from each other; here all begin at the start, and the seed of \
         the searches that draw makes them different.",
    ],
};

/// The search that the paper is about, as we read it and in two other readings: its options, and its words.
const READINGS: [(&str, &str); 3] = [
    ("egreedy", "epsilon-greedy"),
    ("egreedy:greed=inverted", "inverted greed"),
    ("egreedy:nodes=path", "whole path"),
];

/// Simulations a second of all three: what counts stand for seconds.
const SIMULATIONS: u64 = 1_000;

/// An opponent and the paper's result.
struct Opponent {
    name: &'static str,
    words: &'static str,
    /// Of 100 games, how many the paper's search won.
    won: u64,
    /// What it is counted in, and how many of them it makes in a second.
    count: (&'static str, u64),
}

const OPPONENTS: [Opponent; 5] = [
    opponent("egreedy-minimax", "minimax", 92, ("nodes", 1_000_000)),
    opponent("egreedy-dfs", "depth-first", 100, ("nodes", 1_000_000)),
    opponent("egreedy-bfs", "breadth-first", 100, ("nodes", 1_500_000)),
    opponent("egreedy-uct", "UCT", 62, ("playouts", 40_000)),
    opponent("egreedy-alphabeta", "alpha-beta", 82, ("nodes", 300_000)),
];

const fn opponent(name: &'static str, words: &'static str, won: u64, count: (&'static str, u64)) -> Opponent {
    Opponent { name, words, won, count }
}

impl Experiment for EGreedyTable {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        let readings = READINGS.map(|(player, _)| with_pace(conditions, player, ("playouts", SIMULATIONS)));
        let opponents = OPPONENTS.iter().map(|other| with_pace(conditions, other.name, other.count));
        let players: Vec<String> = readings.into_iter().chain(opponents).collect();
        // The other readings are rows of ours: they play fewer games.
        let (weight, rounds) = conditions.scale.choose((1, 1), (4, 1), (5, 10), (5, 10));
        let mut pairings = Vec::new();
        for reading in 0..READINGS.len() {
            for _ in 0..if reading == 0 { weight } else { 1 } {
                pairings.extend((0..OPPONENTS.len()).map(|place| (reading, READINGS.len() + place)));
            }
        }
        Ok(vec![contest(conditions, &players, ContestFormat::Listed(pairings), rounds, from_the_start()?)?])
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let cells = self.cells(&contests[0], bench.conditions());
        let judged = bench.judge(ABOUT.name, &contests[0], cells, |games| statements(&meetings(games)))?;
        let meetings = meetings(judged.games());
        Ok(Findings {
            tables: vec![games_table(&meetings), seconds_table(&meetings)],
            figures: vec![figure(&meetings)],
            remarks: vec![remark_on_games(&judged.standings)],
            statements: judged.statements,
        })
    }
}

/// The meetings of every reading with the opponents.
fn meetings(games: Games<'_>) -> Vec<[Meeting; 5]> {
    let of = |reading| std::array::from_fn(|place| Meeting::of(games, reading, READINGS.len() + place));
    (0..READINGS.len()).map(of).collect()
}

/// A player with the limit of these conditions: 30 s of the paper, or so many counts as it makes in that time.
fn with_pace(conditions: &Conditions, player: &str, (unit, a_second): (&str, u64)) -> String {
    let (seconds, milliseconds) =
        conditions.scale.choose(("1ms", 1), ("200ms", 200), ("200ms", 200), ("30s", 30_000));
    let counts = format!("{unit}={}", (a_second * milliseconds / 1_000).max(1));
    format!("{player}@{}", conditions.limit(seconds, &counts))
}

fn paper(other: &Opponent) -> f64 {
    other.won as f64 / 100.0
}

fn games_table(meetings: &[[Meeting; 5]]) -> ResultTable {
    let row = |(place, other): (usize, &Opponent)| {
        let won = |reading: usize| meetings[reading][place].won();
        let first = Cell::from(won(0).beside(paper(other)));
        let others = (1..READINGS.len()).map(|reading| Cell::from(won(reading)));
        TableRow { name: other.words.to_owned(), cells: std::iter::once(first).chain(others).collect() }
    };
    let all = meetings.iter().map(|meetings| Meeting::all(meetings).won());
    let mut rows: Vec<TableRow> = OPPONENTS.iter().enumerate().map(row).collect();
    rows.push(TableRow { name: "all five".to_owned(), cells: all.map(Cell::from).collect() });
    let readings = READINGS.map(|(_, words)| words.to_owned());
    ResultTable {
        title: "Games won by epsilon-greedy search, in three readings".to_owned(),
        head: std::iter::once("against".to_owned()).chain(readings).collect(),
        rows,
    }
}

fn seconds_table(meetings: &[[Meeting; 5]]) -> ResultTable {
    let row = |(place, other): (usize, &Opponent)| {
        let meeting = &meetings[0][place];
        let [own, theirs] = meeting.seconds_a_move();
        let cells = [own, theirs, meeting.seconds_a_game()];
        TableRow { name: other.words.to_owned(), cells: cells.map(Cell::from).to_vec() }
    };
    ResultTable {
        title: "Time used: who finds its answer sooner does not think on".to_owned(),
        head: ["against", "epsilon-greedy, a move", "opponent, a move", "a game"].map(str::to_owned).to_vec(),
        rows: OPPONENTS.iter().enumerate().map(row).collect(),
    }
}

fn figure(meetings: &[[Meeting; 5]]) -> Figure {
    let mut rows = Vec::new();
    for (place, other) in OPPONENTS.iter().enumerate() {
        for (reading, (_, words)) in READINGS.iter().enumerate() {
            let won = meetings[reading][place].won();
            let measured = if reading == 0 { won.beside(paper(other)) } else { won };
            rows.push(Span { name: format!("{words} against {}", other.words), measured });
        }
    }
    Figure {
        title: "Share of games that epsilon-greedy search wins".to_owned(),
        drawing: Drawing::Intervals { axis: share_axis("games won"), rows },
    }
}

fn statements(meetings: &[[Meeting; 5]]) -> Vec<Statement> {
    let won = |place: usize| meetings[0][place].won();
    let [minimax, depth_first, breadth_first, uct, alphabeta] = std::array::from_fn(won);
    let mut statements: Vec<Statement> = OPPONENTS
        .iter()
        .enumerate()
        .map(|(place, other)| {
            let claim = format!("Epsilon-greedy search beats {}.", other.words);
            judge::above(&claim, ("it won", won(place)), 0.5)
        })
        .collect();
    statements.push(judge::all(
        "Depth-first and breadth-first search win no game against it (here: one in ten at most).",
        &[
            judge::above("", ("it won against depth-first", depth_first), 0.9),
            judge::above("", ("it won against breadth-first", breadth_first), 0.9),
        ],
    ));
    statements.push(judge::greater(
        "Alpha-beta is a harder opponent than minimax.",
        ("won against minimax", minimax),
        ("against alpha-beta", alphabeta),
    ));
    statements.push(judge::greater(
        "UCT is the hardest opponent of the five.",
        ("won against alpha-beta", alphabeta),
        ("against UCT", uct),
    ));
    let all = |reading: usize| Meeting::all(&meetings[reading]).won();
    for (reading, claim) in [
        (1, "Of ours: the greed of the pseudo-code plays better than that of the text."),
        (2, "Of ours: adding the whole path plays better than adding one node a simulation."),
    ] {
        let (name, ours) = (format!("{} won against all five", READINGS[reading].1), READINGS[0].1);
        statements.push(judge::greater(claim, (&name, all(reading)), (ours, all(0))));
    }
    statements
}
