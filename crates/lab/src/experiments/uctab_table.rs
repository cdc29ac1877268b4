//! UCT-AB, Table 1: UCT with 10,000 to 200,000 playouts against alpha-beta of depth 2 with three evaluations.

use arena::{Contest, ContestFormat, Standings};

use super::parts::{Meeting, logarithmic_axis, remark_on_games, share_axis};
use crate::cells::{Cells, Games};
use crate::conditions::{Conditions, Scale};
use crate::contests::{contest, from_the_start};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Cause, Cell, Drawing, Figure, Findings, Measured, Point, ResultTable, Series, Statement, TableRow, Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// UCT-AB, Table 1.
pub(super) struct UctAbTable;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "uctab-table",
    paper: Paper::UctAb,
    place: "Table 1 and Figure 3",
    title: "UCT against alpha-beta with three evaluations",
    question: "How many playouts does UCT need to beat alpha-beta of depth 2, and how long does it think for that? \
               The answer depends on what alpha-beta counts: legal moves (mobility), squares that one side reaches \
               first (territory), or by how much it reaches them first (relative territory).",
    original: "100 games a cell, 50 with each colour, UCT with 10,000 to 200,000 playouts a move, in C# on a Xeon of \
               3.3 GHz",
    differences: &[
        "The paper does not say how its games differ from each other; here all begin at the start, and UCT's seed \
         makes them different.",
        "The paper does not say how its random games draw a move; ours draw uniformly over all moves.",
        "The paper says nothing of move ordering, so alpha-beta searches in the order of generation here: 330,432 \
         positions at the start with territory, where the best order that we have needs 12,229. The order changes the \
         time and never the value.",
        "An error of the paper: its times cannot all hold. UCT with 10,000 playouts takes 4 s a move and alpha-beta about \
         as long; with 200,000 playouts it takes 55 s and over 30 times as long as alpha-beta, which leaves alpha-beta less \
         than 2 s (our division).",
        "An error of the paper: one sentence gives relative territory the 34 games that Table 1 gives territory.",
        "Our programs are compiled and work on bit sets; both are many times as fast as the paper's. The playouts are the \
         same, so the shares can be compared; the seconds only as ratios.",
    ],
};

/// The evaluations of alpha-beta as the options and the sentences name them.
const EVALUATIONS: [(&str, &str); 3] =
    [("mobility", "mobility"), ("territory", "territory"), ("relative", "relative territory")];

/// A row of the paper's table.
struct PaperRow {
    playouts: u64,
    /// How many of 100 games UCT won against each evaluation.
    won: [f64; 3],
    /// UCT's seconds a move where the text gives them.
    seconds: Option<f64>,
    /// How many pairs of games a cell has at the quick scale, and at most at the faithful one: the cost of a row grows with
    /// its playouts, and two games with 200,000 of them take minutes.
    quick_pairs: usize,
    most_pairs: u64,
}

const PAPER: [PaperRow; 5] = [
    row(10_000, [71, 1, 9], Some(4.0), (3, 50)),
    row(30_000, [89, 8, 40], None, (1, 50)),
    row(50_000, [90, 11, 43], None, (0, 50)),
    row(100_000, [97, 24, 57], Some(30.0), (1, 40)),
    row(200_000, [100, 34, 66], Some(55.0), (1, 25)),
];

const fn row(
    playouts: u64,
    [mobility, territory, relative]: [u32; 3],
    seconds: Option<f64>,
    (quick_pairs, most_pairs): (usize, u64),
) -> PaperRow {
    let won = [mobility as f64 / 100.0, territory as f64 / 100.0, relative as f64 / 100.0];
    PaperRow { playouts, won, seconds, quick_pairs, most_pairs }
}

impl Experiment for UctAbTable {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        let mut players =
            EVALUATIONS.map(|(eval, _)| format!("alphabeta:depth=2,eval={eval},order=generation")).to_vec();
        let rows = rows(conditions);
        let uct = |row: &PaperRow| format!("uct@playouts={}", scaled(conditions, row.playouts));
        players.extend(rows.iter().map(uct));
        // Long games come first, so that cores are not idle at the end.
        let pairings = (0..rows.len()).rev().flat_map(|row| {
            let times = conditions.scale.choose(1, rows[row].quick_pairs, 1, 1);
            (0..times * 3).map(move |pair| (3 + row, pair % 3))
        });
        let rounds = conditions.scale.choose(1, 1, 50, 50);
        Ok(vec![contest(
            conditions,
            &players,
            ContestFormat::Listed(pairings.collect()),
            rounds,
            from_the_start()?,
        )?])
    }

    fn cells(&self, contest: &Contest, conditions: &Conditions) -> Cells {
        Cells::by_pairing(contest, conditions, |(uct, _)| PAPER[uct - 3].most_pairs)
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let (contest, rows) = (&contests[0], rows(&conditions));
        let cells = self.cells(contest, &conditions);
        let judged =
            bench.judge(ABOUT.name, contest, cells, |games| statements(rows, &meetings(rows, games)))?;
        let meetings = meetings(rows, judged.games());
        Ok(Findings {
            tables: vec![games_table(rows, &meetings), seconds_table(rows, &meetings)],
            figures: vec![
                games_figure(rows, &meetings),
                seconds_figure(rows, &meetings),
                game_figure(rows, &meetings),
            ],
            remarks: remarks(&judged.standings, rows, &meetings),
            statements: judged.statements,
        })
    }
}

/// The meetings of every row with the three evaluations.
fn meetings(rows: &[PaperRow], games: Games<'_>) -> Vec<[Meeting; 3]> {
    (0..rows.len()).map(|row| [0, 1, 2].map(|eval| Meeting::of(games, 3 + row, eval))).collect()
}

/// What is to be known of the games, and which rows were left out.
fn remarks(standings: &Standings, rows: &[PaperRow], meetings: &[[Meeting; 3]]) -> Vec<String> {
    let mut remarks = vec![remark_on_games(standings)];
    let left_out = rows.iter().zip(meetings).filter(|(_, meetings)| meetings[0].games.games().games() == 0);
    remarks.extend(left_out.map(|(row, _)| {
        format!(
            "The row of {} playouts was left out to save time: it lies between its neighbours.",
            name(row)
        )
    }));
    remarks
}

/// The table's rows: all of them but for a toy.
fn rows(conditions: &Conditions) -> &'static [PaperRow] {
    if conditions.scale == Scale::Toy { &PAPER[..2] } else { &PAPER }
}

/// The playouts of a row. A toy's are too few to mean anything.
fn scaled(conditions: &Conditions, playouts: u64) -> u64 {
    conditions.scale.choose(playouts / 1_000, playouts, playouts, playouts)
}

fn name(row: &PaperRow) -> String {
    Unit::Count.write(row.playouts as f64)
}

fn games_table(rows: &[PaperRow], meetings: &[[Meeting; 3]]) -> ResultTable {
    let head = std::iter::once("playouts").chain(EVALUATIONS.map(|(_, eval)| eval)).map(str::to_owned);
    let row = |(row, meetings): (&PaperRow, &[Meeting; 3])| TableRow {
        name: name(row),
        cells: (0..3).map(|eval| Cell::from(meetings[eval].won().beside(row.won[eval]))).collect(),
    };
    ResultTable {
        title: "Games won by UCT against alpha-beta, by evaluation (their Table 1)".to_owned(),
        head: head.collect(),
        rows: rows.iter().zip(meetings).map(row).collect(),
    }
}

/// Seconds a move of both programs, how they stand to each other, and seconds a game.
fn seconds_table(rows: &[PaperRow], meetings: &[[Meeting; 3]]) -> ResultTable {
    let row = |(row, meetings): (&PaperRow, &[Meeting; 3])| {
        let all = Meeting::all(meetings);
        let [uct, alphabeta] = all.seconds_a_move();
        let ratio = judge::factor(&uct, &alphabeta);
        let ratio = Measured {
            ours: ratio.map(|(ratio, _)| ratio),
            // JSON has no infinity.
            interval: ratio.map(|(_, interval)| interval).filter(|(_, high)| high.is_finite()),
            unit: Unit::Decimal,
            ..Measured::default()
        };
        TableRow {
            name: name(row),
            cells: vec![
                Measured { paper: row.seconds, ..uct }.into(),
                alphabeta.into(),
                ratio.into(),
                all.seconds_a_game().into(),
            ],
        }
    };
    ResultTable {
        title: "Time: seconds a move of both programs, and a whole game".to_owned(),
        head: [
            "playouts",
            "UCT, a move",
            "alpha-beta, a move",
            "UCT by alpha-beta (the text: about 1 in the first row, over 30 in the last with territory)",
            "a game",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: rows.iter().zip(meetings).map(row).collect(),
    }
}

fn games_figure(rows: &[PaperRow], meetings: &[[Meeting; 3]]) -> Figure {
    let mut series = Vec::new();
    for (eval, (_, words)) in EVALUATIONS.iter().enumerate() {
        let won = meetings.iter().map(|meetings| meetings[eval].won());
        series.push(curve(&format!("against {words}"), rows, won));
        let points =
            rows.iter().map(|row| Point { x: row.playouts as f64, y: row.won[eval], interval: None });
        series.push(Series {
            name: format!("against {words}, paper"),
            is_paper: true,
            points: points.collect(),
        });
    }
    Figure {
        title: "Share of games that UCT wins, by its playouts".to_owned(),
        drawing: Drawing::Lines {
            x: logarithmic_axis("playouts a move", Unit::Count),
            y: share_axis("games won by UCT"),
            series,
        },
    }
}

fn seconds_figure(rows: &[PaperRow], meetings: &[[Meeting; 3]]) -> Figure {
    let uct = meetings.iter().map(|meetings| Meeting::all(meetings).seconds_a_move()[0]);
    let mut series = vec![curve("UCT", rows, uct)];
    for (eval, (_, words)) in EVALUATIONS.iter().enumerate() {
        let seconds = meetings.iter().map(|meetings| meetings[eval].seconds_a_move()[1]);
        series.push(curve(&format!("alpha-beta, {words}"), rows, seconds));
    }
    let paper =
        rows.iter().filter_map(|row| Some(Point { x: row.playouts as f64, y: row.seconds?, interval: None }));
    series.push(Series { name: "UCT, paper".to_owned(), is_paper: true, points: paper.collect() });
    Figure {
        title: "Mean seconds a move, by UCT's playouts (their Figure 3)".to_owned(),
        drawing: Drawing::Lines {
            x: logarithmic_axis("playouts a move", Unit::Count),
            y: logarithmic_axis("seconds a move", Unit::Seconds),
            series,
        },
    }
}

/// The time of a whole game; the paper has none.
fn game_figure(rows: &[PaperRow], meetings: &[[Meeting; 3]]) -> Figure {
    let series = EVALUATIONS.iter().enumerate().map(|(eval, (_, words))| {
        let times = meetings.iter().map(|meetings| meetings[eval].seconds_a_game());
        curve(&format!("against {words}"), rows, times)
    });
    Figure {
        title: "Mean seconds a game of both programs together, by UCT's playouts".to_owned(),
        drawing: Drawing::Lines {
            x: logarithmic_axis("playouts a move", Unit::Count),
            y: logarithmic_axis("seconds a game", Unit::Seconds),
            series: series.collect(),
        },
    }
}

/// A curve of ours over the playouts.
fn curve(name: &str, rows: &[PaperRow], values: impl Iterator<Item = Measured>) -> Series {
    let point = |(row, measured): (&PaperRow, Measured)| {
        Some(Point { x: row.playouts as f64, y: measured.ours?, interval: measured.interval })
    };
    Series {
        name: name.to_owned(),
        is_paper: false,
        points: rows.iter().zip(values).filter_map(point).collect(),
    }
}

fn statements(rows: &[PaperRow], meetings: &[[Meeting; 3]]) -> Vec<Statement> {
    let last = rows.len() - 1;
    let won = |row: usize, eval: usize| meetings[row][eval].won();
    let over = |eval: usize, is_in: &dyn Fn(&PaperRow) -> bool| {
        let chosen = rows.iter().zip(meetings).filter(|(row, _)| is_in(row));
        let played = chosen.map(|(_, meetings)| meetings[eval].won()).filter(|won| won.ours.is_some());
        judge::mean(&played.collect::<Vec<_>>())
    };
    let names: Vec<String> = rows.iter().map(|row| format!("with {} playouts", name(row))).collect();
    let series = |eval: usize| -> Vec<(&str, Measured)> {
        let all = names.iter().enumerate().map(|(row, name)| (name.as_str(), won(row, eval)));
        // A row that was not played says nothing of a trend.
        all.filter(|(_, won)| won.ours.is_some()).collect()
    };
    let [first_row, last_row] = [0, last].map(|row| rows[row].playouts);
    // The evaluations meet the same opponents in the first and the last row.
    let ends = |eval: usize| over(eval, &|row| row.playouts == first_row || row.playouts == last_row);
    let mut statements = vec![
        judge::above("UCT with 10,000 playouts beats mobility (71 of 100).", ("UCT won", won(0, 0)), 0.5),
        judge::growing("More playouts help against mobility (71 to 100).", "UCT won", &series(0)),
        judge::above(
            "With 200,000 playouts UCT wins every game against mobility (100 of 100; here: nine in ten at least).",
            ("UCT won", won(last, 0)),
            0.9,
        ),
        judge::growing("More playouts help against territory too (1 to 34).", "UCT won", &series(1)),
        judge::below(
            "Even with 200,000 playouts UCT loses to territory (34 of 100).",
            ("UCT won", won(last, 1)),
            0.5,
        ),
        judge::growing("More playouts help against relative territory (9 to 66).", "UCT won", &series(2)),
        judge::below(
            "UCT loses to relative territory with 50,000 playouts and fewer (9, 40 and 43; here: the three rows together).",
            ("UCT won", over(2, &|row| row.playouts <= 50_000)),
            0.5,
        ),
        judge::above(
            "UCT beats relative territory with 100,000 playouts and more (57 and 66; here: the two rows together).",
            ("UCT won", over(2, &|row| row.playouts >= 100_000)),
            0.5,
        ),
        judge::greater(
            "Relative territory is a better evaluation than mobility (here: the first and the last row together).",
            ("UCT won against mobility in the first and last row", ends(0)),
            ("against relative territory", ends(2)),
        ),
        judge::greater(
            "Territory is the strongest of the three evaluations (here: the first and the last row together).",
            ("UCT won against relative territory in the first and last row", ends(2)),
            ("against territory", ends(1)),
        ),
    ];
    statements.extend(times(meetings));
    statements
}

/// The statements on times, which are the paper's own.
fn times(meetings: &[[Meeting; 3]]) -> Vec<Statement> {
    let last = meetings.len() - 1;
    let [fast, beside_fast] = Meeting::all(&meetings[0]).seconds_a_move();
    let slow = Meeting::all(&meetings[last]).seconds_a_move()[0];
    let [beside_territory, territory] = meetings[last][1].seconds_a_move();
    let of_eval = |eval: usize| Meeting::all(meetings.iter().map(|row| &row[eval])).seconds_a_move()[1];
    let compiled = "Both programs of the paper ran in C#. Ours are compiled: the random games gained more than the \
                    evaluations, so the ratio of the two is another one.";
    vec![
        judge::ratio(
            "With 10,000 playouts UCT thinks about as long as alpha-beta (here: half to twice as long).",
            ("UCT", fast),
            ("alpha-beta", beside_fast),
            Region::Between(0.5, 2.0),
        )
        .if_not_seen(Cause::Conditions, compiled),
        judge::ratio(
            "With 200,000 playouts UCT thinks more than 30 times as long as alpha-beta with territory.",
            ("UCT", beside_territory),
            ("alpha-beta", territory),
            Region::Above(30.0),
        )
        .if_not_seen(
            Cause::Paper,
            "Its own figures have 55 s for UCT and about 4 s for alpha-beta, a factor of 14 (our division).",
        ),
        judge::ratio(
            "UCT's time grows with its playouts: 55 s for 200,000, 4 s for 10,000 (here: 10 to 25 times as long).",
            ("200,000 playouts", slow),
            ("10,000 playouts", fast),
            Region::Between(10.0, 25.0),
        ),
        judge::all(
            "The three evaluations differ little in alpha-beta's time (here: by less than a factor of 2).",
            &[(0, 1), (1, 2), (0, 2)].map(|(one, other)| {
                let [first, second] = [one, other].map(|eval| (EVALUATIONS[eval].1, of_eval(eval)));
                judge::ratio("", first, second, Region::Between(0.5, 2.0))
            }),
        )
        .if_not_seen(
            Cause::Conditions,
            "Our distances are computed on sets of squares, many at once, and legal moves are counted one step at a time, \
             so mobility costs more here.",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use amazons::{ByColor, Color};
    use arena::{GameResult, Schedule, SideStats};
    use store::Ending;

    use super::*;
    use crate::confidence::Confidence;
    use crate::findings::StatementVerdict;

    fn conditions(scale: Scale) -> Conditions {
        Conditions::of(scale, 1)
    }

    #[test]
    fn every_cell_has_the_papers_games_and_quick_ones_fewer_the_dearer_they_are() {
        let games = |scale| {
            let contest = UctAbTable.contests(&conditions(scale)).unwrap().remove(0);
            let schedule = contest.schedule();
            let mut games = [[0; 3]; 5];
            for number in 0..schedule.len() {
                let slot = schedule.slot(number);
                games[slot.white.max(slot.black) - 3][slot.white.min(slot.black)] += 1;
            }
            games
        };
        assert_eq!(games(Scale::Paper), [[100; 3]; 5]);
        assert_eq!(games(Scale::Quick), [[6; 3], [2; 3], [0; 3], [2; 3], [2; 3]]);
    }

    /// The paper's own numbers of games, as if they had been played: what becomes of its statements then.
    #[test]
    fn the_papers_own_table_says_what_the_paper_says_but_for_its_contradictions() {
        let contest = UctAbTable.contests(&conditions(Scale::Paper)).unwrap().remove(0);
        let schedule: Schedule = contest.schedule();
        let mut standings = Standings::new(schedule.clone(), 8, None);
        let mut left = PAPER.map(|row| row.won.map(|won| (100.0 * won).round() as u64));
        for number in 0..schedule.len() {
            let slot = schedule.slot(number);
            let (row, eval) = (slot.white.max(slot.black) - 3, slot.white.min(slot.black));
            let uct = if slot.white > slot.black { Color::White } else { Color::Black };
            let has_won = left[row][eval] > 0;
            left[row][eval] -= u64::from(has_won);
            // 0.4 ms a playout, and alpha-beta as long as UCT with 10,000: the first of the paper's two sentences.
            let spent = |side| SideStats {
                moves: 1,
                time: Duration::from_micros(if side == uct { 400 * PAPER[row].playouts } else { 4_000_000 }),
                ..SideStats::default()
            };
            standings.add(GameResult {
                slot: number,
                winner: if has_won { uct } else { !uct },
                ending: Ending::NoMoves,
                plies: 2,
                sides: ByColor::from_fn(spent),
                fingerprint: number,
            });
        }
        let cells = UctAbTable.cells(&contest, &conditions(Scale::Paper));
        let mut meetings = meetings(&PAPER, Games::new(&standings, &cells, Confidence::USUAL));
        let verdicts: Vec<StatementVerdict> =
            statements(&PAPER, &meetings).iter().map(|statement| statement.verdict).collect();
        use StatementVerdict::{NotSeen, Seen};
        let mut expected = [Seen; 14];
        expected[11] = NotSeen;
        assert_eq!(verdicts, expected, "the 30 times contradict the rest");
        assert_eq!(remarks(&standings, &PAPER, &meetings).len(), 1);
        let table = games_table(&PAPER, &meetings);
        let Cell::Number(cell) = &table.rows[4].cells[1] else { unreachable!("a number") };
        assert_eq!((cell.ours, cell.paper, cell.of), (Some(0.34), Some(0.34), Some(100)));
        // Without a row in the middle the trends are the same.
        meetings[2] = Default::default();
        let without: Vec<StatementVerdict> =
            statements(&PAPER, &meetings).iter().map(|statement| statement.verdict).collect();
        assert_eq!(without, verdicts);
        assert!(remarks(&standings, &PAPER, &meetings)[1].contains("50,000"));
    }
}
