//! EGREEDY, Table 1: Monte Carlo tree search with epsilon-greedy choice against five searches.

use arena::{Contest, ContestFormat};

use super::parts::{Meeting, remark_on_games, share_axis};
use crate::cells::{CellSet, Cells, Games};
use crate::conditions::{Conditions, Scale};
use crate::contests::{contest, from_the_start};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Cause, Cell, Drawing, Figure, Findings, Measured, ResultTable, Span, Statement, TableRow, Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// EGREEDY, Table 1.
pub(super) struct EGreedyTable;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "egreedy-table",
    paper: Paper::EGreedy,
    place: "Table 1",
    title: "Epsilon-greedy tree search against five searches, four of them limited like it to 48 moves",
    question: "A tree search takes the move with the largest value with probability epsilon, and otherwise draws one in \
               proportion to the values. Is it better than minimax, alpha-beta, depth-first and breadth-first search, \
               which like it look at 48 moves of a position, and than UCT, which looks at all?",
    original: "100 games a row at 30 s a move, i7-1280P with 8 GB; the number of simulations is not given",
    differences: &[
        "Epsilon is not given. Section 3.2.1 and Algorithm 3 make the greedy choice with probability epsilon, the general \
         Section 3.1 with one less epsilon. What is open is one number, the share of greedy choices: the columns have 0.1 \
         (our default), 0.5 and 0.9. The paper's statements are judged for 0.1.",
        "The candidates are the twelve best moves of each amazon in Section 3, more as the game goes on (how many is not said), \
         and the best 48 of all in Section 3.2.2, in Algorithm 3 and in the note under Table 1. Ours are twelve of each amazon \
         and one more every ten plies; as printed the best 48 of all.",
        "Formula 2 counts the legal moves of the queens of both sides. Ours counts the squares that they can step to, whatever is shot \
         afterwards, and takes the side that has just moved as the player: both are our reading.",
        "Sections 2.1 and 3.2 add the children of one state a simulation; Algorithm 3 adds those of every leaf until the game is \
         over. The column as printed follows Algorithm 3 as closely as it can be run: from a leaf it goes to the first \
         new child, which has the largest h, and that child, which has no children yet, is not left by a choice (ours).",
        "Alpha, gamma and UCT's constant are not given; ours are 1, 0.95 and the square root of 2.",
        "An error of the paper: formula 4 divides a value by the sum of the others' values. These numbers are no \
         probabilities, because their sum is more than 1 (48/47 at first, by our computation); they are normalised here.",
        "The note under Table 1 limits 4 algorithms to 48 moves and does not name them; there are five opponents. UCT is \
         described by Algorithms 1 and 2, which have all actions; so the four are read as minimax, alpha-beta, depth-first \
         and breadth-first search. UCT on the candidates is a row of ours.",
        "Minimax, alpha-beta, depth-first and breadth-first search are named only. Ours deepen as far as their limit allows \
         (minimax, alpha-beta), or look for a won line as if both sides wanted it (depth-first, breadth-first).",
        "By formula 5 no value ever falls, so a lost line is not punished (our remark): the larger the share of greedy choices, \
         the more simulations go to the first move that won some.",
        "The paper gives no number of simulations, so at the faithful scale every player has the count that takes about 0.2 s \
         at the start of a game here, where a move takes longest: 200 simulations, 10,000 playouts of UCT (8,000 on \
         candidates), 200,000 positions of minimax and of depth-first search, which ends long before, 300,000 of \
         breadth-first search, 50,000 of alpha-beta.",
        "The paper does not say how its games differ from each other, nor who begins; here all begin at the start, each player \
         has each colour in half of its games, and the seed of the searches that draw makes the games different.",
    ],
};

/// The search that the paper is about: with three shares of greedy choices, and as Algorithm 3 prints it.
const READINGS: [(&str, &str); 4] = [
    ("egreedy", "share 0.1"),
    ("egreedy:epsilon=0.5", "share 0.5"),
    ("egreedy:epsilon=0.9", "share 0.9"),
    ("egreedy:reading=as-printed", "as printed, 0.1"),
];
/// The places of readings in [`READINGS`].
const DEFAULT: usize = 0;
const AS_PRINTED: usize = 3;

/// Simulations a second of all four at the start of a game: the rate by which counts stand for seconds.
const SIMULATIONS: (&str, u64) = ("playouts", 1_000);

/// An opponent and the paper's result.
struct Opponent {
    player: &'static str,
    words: &'static str,
    /// The number of games of 100 that the paper's search won; none for a row of ours.
    won: Option<u64>,
    /// The unit of its counts, and how many it makes in a second at the start of a game.
    rate: (&'static str, u64),
}

const OPPONENTS: [Opponent; 6] = [
    opponent("egreedy-minimax", "minimax", Some(92), ("nodes", 1_000_000)),
    opponent("egreedy-dfs", "depth-first search", Some(100), ("nodes", 1_000_000)),
    opponent("egreedy-bfs", "breadth-first search", Some(100), ("nodes", 1_500_000)),
    opponent("egreedy-uct", "UCT", Some(62), ("playouts", 50_000)),
    opponent("egreedy-alphabeta", "alpha-beta", Some(82), ("nodes", 250_000)),
    opponent("egreedy-uct:actions=candidates", "UCT on the candidates", None, ("playouts", 40_000)),
];
/// The number of the paper's opponents, which come first, and their places.
const OF_THE_PAPER: usize = 5;
const MINIMAX: usize = 0;
const DEPTH_FIRST: usize = 1;
const BREADTH_FIRST: usize = 2;
const UCT: usize = 3;
const ALPHABETA: usize = 4;
const UCT_ON_CANDIDATES: usize = 5;

const fn opponent(
    player: &'static str,
    words: &'static str,
    won: Option<u64>,
    rate: (&'static str, u64),
) -> Opponent {
    Opponent { player, words, won, rate }
}

/// The games of one reading against every opponent.
type Row = [Meeting; OPPONENTS.len()];

impl Experiment for EGreedyTable {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        let readings = READINGS.iter().map(|(player, _)| with_limit(conditions, player, SIMULATIONS));
        let opponents = OPPONENTS.iter().map(|other| with_limit(conditions, other.player, other.rate));
        let players: Vec<String> = readings.chain(opponents).collect();
        // Rows and columns of ours have fewer games; at the faithful scale the cells say how many.
        let (weight, rounds) = conditions.scale.choose((1, 1), (3, 1), (1, 50), (5, 10));
        let mut pairings = Vec::new();
        for reading in 0..READINGS.len() {
            for place in 0..OPPONENTS.len() {
                let times = if is_of_the_paper(reading, place) { weight } else { 1 };
                pairings.extend((0..times).map(|_| (reading, READINGS.len() + place)));
            }
        }
        Ok(vec![contest(conditions, &players, ContestFormat::Listed(pairings), rounds, from_the_start()?)?])
    }

    fn cells(&self, contest: &Contest, conditions: &Conditions) -> Cells {
        Cells::by_pairing(contest, conditions, |(reading, opponent)| {
            if is_of_the_paper(reading, opponent - READINGS.len()) { 50 } else { 15 }
        })
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let cells = self.cells(&contests[0], &conditions);
        let judged =
            bench.judge(ABOUT.name, &contests[0], cells, |games| statements(&conditions, &rows(games)))?;
        let rows = rows(judged.games());
        Ok(Findings {
            tables: vec![games_table(&rows), seconds_table(&rows)],
            figures: vec![figure(&rows)],
            remarks: vec![remark_on_games(&judged.standings)],
            statements: judged.statements,
        })
    }
}

/// Whether a cell is one of the paper's table, by our default.
fn is_of_the_paper(reading: usize, place: usize) -> bool {
    reading == DEFAULT && place < OF_THE_PAPER
}

/// The games of every reading.
fn rows(games: Games<'_>) -> Vec<Row> {
    let of = |reading| std::array::from_fn(|place| Meeting::of(games, reading, READINGS.len() + place));
    (0..READINGS.len()).map(of).collect()
}

/// The time of a move, and its milliseconds.
fn time(conditions: &Conditions) -> (&'static str, u64) {
    conditions.scale.choose(("1ms", 1), ("200ms", 200), ("200ms", 200), ("30s", 30_000))
}

/// How many of its units a player makes in the time of a move.
fn count(conditions: &Conditions, (_, a_second): (&str, u64)) -> u64 {
    (a_second * time(conditions).1 / 1_000).max(1)
}

/// A player with the limit of a move: the scale's time, or the count that the player makes in that time.
fn with_limit(conditions: &Conditions, player: &str, rate: (&str, u64)) -> String {
    let counts = format!("{}={}", rate.0, count(conditions, rate));
    format!("{player}@{}", conditions.limit(time(conditions).0, &counts))
}

/// The share of games that a reading won, beside the paper's where it has one.
fn beside(rows: &[Row], reading: usize, place: usize) -> Measured {
    let won = rows[reading][place].won();
    match OPPONENTS[place].won {
        Some(paper) if reading == DEFAULT => won.beside(paper as f64 / 100.0),
        _ => won,
    }
}

/// The mean of the shares that a reading won against the paper's five opponents: all count alike, however many games they have.
fn mean(row: &Row) -> Measured {
    judge::mean(&std::array::from_fn::<_, OF_THE_PAPER, _>(|place| row[place].won()))
}

fn games_table(rows: &[Row]) -> ResultTable {
    let row = |(place, other): (usize, &Opponent)| TableRow {
        name: other.words.to_owned(),
        cells: (0..READINGS.len()).map(|reading| Cell::from(beside(rows, reading, place))).collect(),
    };
    let mut table: Vec<TableRow> = OPPONENTS.iter().enumerate().map(row).collect();
    let means = rows.iter().map(|row| Cell::from(mean(row))).collect();
    table.insert(OF_THE_PAPER, TableRow { name: "mean of the five".to_owned(), cells: means });
    let readings = READINGS.map(|(_, words)| words.to_owned());
    ResultTable {
        title: "Games won by epsilon-greedy search, by its share of greedy choices (their Table 1)"
            .to_owned(),
        head: std::iter::once("against".to_owned()).chain(readings).collect(),
        rows: table,
    }
}

fn seconds_table(rows: &[Row]) -> ResultTable {
    let row = |(place, other): (usize, &Opponent)| {
        let meeting = &rows[DEFAULT][place];
        let [own, theirs] = meeting.seconds_a_move();
        let cells = [own, theirs, meeting.seconds_a_game()];
        TableRow { name: other.words.to_owned(), cells: cells.map(Cell::from).to_vec() }
    };
    ResultTable {
        title: "Time used with a share of 0.1: a player that finds its answer sooner stops".to_owned(),
        head: ["against", "epsilon-greedy, a move", "opponent, a move", "a game"].map(str::to_owned).to_vec(),
        rows: OPPONENTS.iter().enumerate().map(row).collect(),
    }
}

fn figure(rows: &[Row]) -> Figure {
    let span = |place: usize, reading: usize| Span {
        name: format!("against {}, {}", OPPONENTS[place].words, READINGS[reading].1),
        measured: beside(rows, reading, place),
    };
    let spans =
        (0..OPPONENTS.len()).flat_map(|place| (0..READINGS.len()).map(move |reading| span(place, reading)));
    Figure {
        title: "Share of games that epsilon-greedy search wins".to_owned(),
        drawing: Drawing::Intervals { axis: share_axis("games won"), rows: spans.collect() },
    }
}

/// Why a statement about the search and one opponent was not seen.
fn why(conditions: &Conditions, place: usize) -> (Cause, String) {
    let theirs =
        "The paper's programs had 30 s a move on an i7-1280P; how many simulations that were is not told.";
    if conditions.scale == Scale::Paper && conditions.time.is_none() {
        return (Cause::Open, format!("{theirs} The time here is the paper's."));
    }
    let ours = if conditions.scale.is_counted() {
        let write = |rate| Unit::Count.write(count(conditions, rate) as f64);
        let Opponent { words, rate, .. } = OPPONENTS[place];
        let unit = if rate.0 == "nodes" { "positions" } else { "playouts" };
        format!("it has {} simulations and {words} {} {unit}", write(SIMULATIONS), write(rate))
    } else {
        format!("both have {}", conditions.limit(time(conditions).0, ""))
    };
    (Cause::Conditions, format!("{theirs} Here {ours} a move."))
}

/// The paper's statements and then ours.
fn statements(conditions: &Conditions, rows: &[Row]) -> Vec<Statement> {
    let mut statements = of_the_paper(conditions, &rows[DEFAULT]);
    statements.extend(of_ours(rows).map(Statement::of_ours));
    statements
}

fn of_the_paper(conditions: &Conditions, row: &Row) -> Vec<Statement> {
    let won = |place: usize| row[place].won();
    let named = |place: usize| (OPPONENTS[place].words, won(place));
    let because = |statement: Statement, place: usize| {
        let (cause, reason) = why(conditions, place);
        statement.if_not_seen(cause, &reason)
    };
    // The first of two opponents is beaten more often, so the second is the harder one.
    let harder = |claim: &str, other: usize, one: usize| judge::greater(claim, named(other), named(one));
    let beats = |place: usize| {
        let Opponent { words, won: paper, .. } = OPPONENTS[place];
        let claim = format!(
            "Epsilon-greedy search beats {words} ({} of 100; here with a share of 0.1).",
            paper.unwrap_or_default()
        );
        because(judge::above(&claim, ("it won", won(place)), 0.5), place)
    };
    let mut statements: Vec<Statement> = (0..OF_THE_PAPER).map(beats).collect();
    statements.extend([
        because(
            judge::lies_within(
                "Its advantage over UCT is slight (62 of 100; here: above a half and below three quarters).",
                ("it won", won(UCT)),
                Region::Between(0.5, 0.75),
            ),
            UCT,
        ),
        because(
            judge::all(
                "Depth-first and breadth-first search win no game against it (here: one in ten at most).",
                &[DEPTH_FIRST, BREADTH_FIRST].map(|place| judge::above("", named(place), 0.9)),
            ),
            BREADTH_FIRST,
        ),
        harder("Alpha-beta is a harder opponent than minimax (82 and 92).", MINIMAX, ALPHABETA).if_not_seen(
            Cause::Open,
            "Alpha-beta plays what minimax of the same depth plays and is deeper with the same limit; why it is the \
             easier opponent is not known.",
        ),
        judge::all(
            "Minimax is a harder opponent than depth-first and breadth-first search (92, 100 and 100).",
            &[DEPTH_FIRST, BREADTH_FIRST].map(|blind| harder("", blind, MINIMAX)),
        )
        .if_not_seen(
            Cause::Open,
            "The paper names these searches and does not describe them; its own may be others than ours.",
        ),
        because(
            judge::all(
                "UCT is the hardest opponent of the five (62; the others 82 to 100).",
                &[MINIMAX, DEPTH_FIRST, BREADTH_FIRST, ALPHABETA].map(|other| harder("", other, UCT)),
            ),
            UCT,
        ),
    ]);
    statements
}

fn of_ours(rows: &[Row]) -> impl Iterator<Item = Statement> {
    // The paper's statements alone say how many games the default plays.
    let freely = |measured: Measured| Measured { cells: CellSet::default(), ..measured };
    let share = |reading: usize| {
        let mean = mean(&rows[reading]);
        (READINGS[reading].1, if reading == DEFAULT { freely(mean) } else { mean })
    };
    let against = |place: usize| (OPPONENTS[place].words, rows[DEFAULT][place].won());
    [
        judge::growing(
            "The smaller the share of greedy choices, the more games it wins.",
            "mean of the five",
            &[share(2), share(1), share(DEFAULT)],
        ),
        judge::all(
            "With none of the three shares does it win half of its games against the five.",
            &[DEFAULT, 1, 2].map(|reading| judge::below("", share(reading), 0.5)),
        ),
        judge::greater(
            "Algorithm 3 as printed plays worse than one node a simulation with candidates of each amazon.",
            share(DEFAULT),
            share(AS_PRINTED),
        ),
        judge::greater(
            "UCT on the candidates is a harder opponent than UCT on all moves.",
            (against(UCT).0, freely(against(UCT).1)),
            against(UCT_ON_CANDIDATES),
        ),
    ]
    .into_iter()
}

#[cfg(test)]
mod tests {
    use super::super::parts::tests::meeting;
    use super::*;
    use crate::findings::{StatementSource, StatementVerdict};

    fn conditions(scale: Scale) -> Conditions {
        Conditions::of(scale, 1)
    }

    /// The paper's own numbers for the default, and half of 30 games for rows of ours.
    fn paper_rows() -> Vec<Row> {
        let cell = |reading, place: usize| match OPPONENTS[place].won {
            Some(won) if reading == DEFAULT => meeting(won, 100 - won),
            _ => meeting(15, 15),
        };
        (0..READINGS.len()).map(|reading| std::array::from_fn(|place| cell(reading, place))).collect()
    }

    fn verdict_of<'a>(statements: &'a [Statement], claim: &str) -> &'a Statement {
        let mut found = statements.iter().filter(|statement| statement.claim.contains(claim));
        let statement = found.next().unwrap_or_else(|| panic!("no statement says {claim:?}"));
        assert!(found.next().is_none(), "{claim:?} is not unique");
        statement
    }

    /// What the paper says of its table follows from the table: it has no contradiction here.
    #[test]
    fn the_papers_own_numbers_say_what_the_paper_says() {
        let statements = statements(&conditions(Scale::Paper), &paper_rows());
        let of_the_paper = || statements.iter().filter(|one| one.source == StatementSource::Paper);
        let wrong: Vec<&Statement> =
            of_the_paper().filter(|one| one.verdict != StatementVerdict::Seen).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert_eq!((of_the_paper().count(), statements.len()), (10, 14));
        // The rows of ours are as good as the opponents there, and the paper's are better.
        let ours = verdict_of(&statements, "The smaller").verdict;
        assert_eq!(ours, StatementVerdict::Seen);
    }

    /// A statement that our numbers contradict says why, with the conditions of both.
    #[test]
    fn what_is_not_seen_has_a_cause() {
        let mut rows = paper_rows();
        rows[DEFAULT] =
            std::array::from_fn(
                |place| if place == BREADTH_FIRST { meeting(30, 70) } else { meeting(2, 98) },
            );
        for (scale, cause, reason) in [
            (Scale::Faithful, Cause::Conditions, "it has 200 simulations and UCT 10,000 playouts a move"),
            (Scale::Quick, Cause::Conditions, "both have 200ms a move"),
            (Scale::Paper, Cause::Open, "The time here is the paper's"),
        ] {
            let statements = statements(&conditions(scale), &rows);
            let why = verdict_of(&statements, "beats UCT").why.clone().unwrap();
            assert!(why.cause == cause && why.reason.contains(reason), "{why:?}");
            for statement in &statements {
                let is_unseen = statement.verdict == StatementVerdict::NotSeen;
                let is_of_the_paper = statement.source == StatementSource::Paper;
                assert_eq!(statement.why.is_some(), is_unseen && is_of_the_paper, "{statement:?}");
            }
        }
    }

    #[test]
    fn a_mean_counts_every_opponent_alike() {
        let mut rows = paper_rows();
        rows[DEFAULT] =
            std::array::from_fn(|place| if place == 0 { meeting(900, 100) } else { meeting(1, 9) });
        let mean = mean(&rows[DEFAULT]).ours.unwrap();
        assert!((mean - 0.26).abs() < 1e-9, "{mean}");
        let table = games_table(&rows);
        assert_eq!(table.rows[OF_THE_PAPER].name, "mean of the five");
        assert!(table.rows.iter().all(|row| row.cells.len() + 1 == table.head.len()));
        let Cell::Number(alphabeta) = table.rows[ALPHABETA].cells[DEFAULT] else { unreachable!("a number") };
        assert_eq!(alphabeta.paper, Some(0.82));
    }

    #[test]
    fn players_are_the_papers_and_cells_have_their_games() {
        let contest = |scale| EGreedyTable.contests(&conditions(scale)).unwrap().remove(0);
        let games = |scale| {
            let schedule = contest(scale).schedule();
            let mut games = [[0; OPPONENTS.len()]; READINGS.len()];
            for number in 0..schedule.len() {
                let slot = schedule.slot(number);
                games[slot.white.min(slot.black)][slot.white.max(slot.black) - READINGS.len()] += 1;
            }
            games
        };
        assert_eq!(games(Scale::Paper)[DEFAULT], [100, 100, 100, 100, 100, 20]);
        assert_eq!(games(Scale::Paper)[AS_PRINTED], [20; 6]);
        assert_eq!(games(Scale::Quick)[DEFAULT], [6, 6, 6, 6, 6, 2]);
        let faithful = contest(Scale::Faithful);
        let cells = EGreedyTable.cells(&faithful, &conditions(Scale::Faithful));
        let most = cells.slots(&faithful.schedule(), cells.looks() - 1, |_| true).len();
        assert_eq!(most, 5 * 100 + 19 * 30);
        let players: Vec<String> = faithful.entrants.iter().map(ToString::to_string).collect();
        assert_eq!(players[DEFAULT], "egreedy@playouts=200");
        assert_eq!(players[READINGS.len() + UCT], "egreedy-uct@playouts=10000");
        assert_eq!(players[READINGS.len() + ALPHABETA], "egreedy-alphabeta@nodes=50000");
    }
}
