//! MG-PEO, Table A1: how deep its rollouts should be.

use arena::Contest;

use super::mgpeo_field::{against, field, mean_round, player, remarks, won_sets};
use crate::cells::{Cells, Games};
use crate::conditions::{Conditions, Scale};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, Cause, Cell, Drawing, Figure, Findings, Measured, Point, ResultTable, Series, Statement, TableRow,
    Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Table A1.
pub(super) struct Depth;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-depth",
    paper: Paper::MgPeo,
    place: "Table A1",
    title: "How deep MG-PEO's rollouts should be",
    question: "A simulation of MG-PEO plays a few random moves before it evaluates. How many should it be, one rollout of \
               depth 1 to 10 or two of 4 and 5? The mean match-point round decides: the lower the better.",
    original: "apparently the matches of Table 6, with one rollout of depth 1 to 10, and with two of 4 and 5",
    differences: &[
        "The paper gives one figure for the depths 7 to 10 together; here depth 8 stands for them.",
        "Depth is counted in plies, as we read the pseudo-code; as we read the text it counts steps and shots (a row of \
         mgpeo-ablation).",
        "The paper calls 4 or 5 the best depth, and two rollouts better than one. Its differences are small: 40.25 at most and 39.68 \
         at least. The rounds of its Tables A2 and A3 have a standard deviation of about 3, a standard error of 0.3 for 100 matches \
         (our computation), so neither its matches nor ours tell a tenth of a round apart. Half a round is our tolerance: a depth \
         is the best where none is better by more than that. Whether the depths differ by more than half a round at all is our \
         own question.",
        "Here the programs make 50,000 iterations a move; the field is another one (see mgpeo-ablation).",
    ],
};

/// What is played before the evaluation, and the paper's mean round.
const PAPER: [(&str, f64); 8] = [
    ("1", 40.25),
    ("2", 40.14),
    ("3", 40.0),
    ("4", 39.9),
    ("5", 39.84),
    ("6", 40.04),
    ("8", 40.1),
    ("4+5", 39.68),
];

/// Iterations a move where counts limit: fewer than MG-PEO's own, so that eight rows can be played.
const ITERATIONS: u64 = 50_000;

/// Our tolerance, in rounds.
const TOLERANCE: f64 = 0.5;

/// The most pairs of games of a row at the faithful scale.
const MOST_PAIRS: u64 = 20;

/// The rows under some conditions: all of them but for a toy.
fn rows(conditions: &Conditions) -> Vec<(&'static str, f64)> {
    let is_wanted =
        |&(depth, _): &(&str, f64)| conditions.scale != Scale::Toy || ["1", "5", "4+5"].contains(&depth);
    PAPER.into_iter().filter(is_wanted).collect()
}

/// The opponents: a third of the field, which is in an order drawn once; all of it at the larger scales.
fn opponents(scale: Scale) -> Vec<&'static str> {
    match scale {
        Scale::Toy => vec!["greedy"],
        Scale::Quick => field()[..17].to_vec(),
        Scale::Faithful | Scale::Paper => field(),
    }
}

fn contest(conditions: &Conditions) -> Result<Contest, LabError> {
    let programs = rows(conditions)
        .into_iter()
        .map(|(depth, _)| player(conditions, &format!("mgpeo:rollouts={depth}"), ITERATIONS));
    let pairs = conditions.scale.choose(1, 1, 1, 3);
    against(conditions, programs.collect(), &opponents(conditions.scale), pairs)
}

impl Experiment for Depth {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(vec![contest(conditions)?])
    }

    fn cells(&self, contest: &Contest, conditions: &Conditions) -> Cells {
        Cells::new(contest, conditions, |program, _| program, |_| MOST_PAIRS)
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let rows = rows(&conditions);
        let cells = self.cells(&contests[0], &conditions);
        let means = |games: Games<'_>| -> Vec<Measured> {
            let mean = |(place, &(_, paper)): (usize, &(&str, f64))| mean_round(games, place).beside(paper);
            rows.iter().enumerate().map(mean).collect()
        };
        let judged =
            bench.judge(ABOUT.name, &contests[0], cells, |games| statements(&rows, &means(games)))?;
        let (games, means) = (judged.games(), means(judged.games()));
        Ok(Findings {
            tables: vec![table(&rows, &means, games)],
            figures: vec![figure(&rows, &means)],
            statements: judged.statements.clone(),
            remarks: remarks(
                &conditions,
                games,
                &format!("{} iterations a move", Unit::Count.write(ITERATIONS as f64)),
            ),
        })
    }
}

fn table(rows: &[(&str, f64)], means: &[Measured], games: Games<'_>) -> ResultTable {
    let row = |place: usize| TableRow {
        name: rows[place].0.replace('+', " and "),
        cells: [means[place], won_sets(games, place, |_| true)].map(Cell::from).to_vec(),
    };
    ResultTable {
        title: "Mean match-point round by the depth of the rollouts, in plies (their Table A1)".to_owned(),
        head: ["depth", "mean round", "sets won"].map(str::to_owned).to_vec(),
        rows: (0..rows.len()).map(row).collect(),
    }
}

fn figure(rows: &[(&str, f64)], means: &[Measured]) -> Figure {
    let single =
        || rows.iter().zip(means).filter_map(|(row, mean)| Some((row.0.parse::<f64>().ok()?, row.1, mean)));
    let both = rows.iter().zip(means).find(|(row, _)| row.0 == "4+5");
    let ours = single().filter_map(|(x, _, mean)| Some(Point { x, y: mean.ours?, interval: mean.interval }));
    let paper = single().map(|(x, y, _)| Point { x, y, interval: None });
    let mut series = vec![
        Series { name: "one rollout".to_owned(), is_paper: false, points: ours.collect() },
        Series { name: "one rollout, paper".to_owned(), is_paper: true, points: paper.collect() },
    ];
    if let Some((&(_, paper), mean)) = both {
        let ours = mean.ours.map(|y| Point { x: 4.5, y, interval: mean.interval });
        let point = Point { x: 4.5, y: paper, interval: None };
        series.push(Series {
            name: "two, of 4 and 5".to_owned(),
            is_paper: false,
            points: ours.into_iter().collect(),
        });
        series.push(Series {
            name: "two, of 4 and 5, paper".to_owned(),
            is_paper: true,
            points: vec![point],
        });
    }
    let axis = |label: &str, unit| Axis { label: label.to_owned(), unit, is_logarithmic: false, range: None };
    Figure {
        title: "Mean match-point round by the depth of the rollouts".to_owned(),
        drawing: Drawing::Lines {
            x: axis("plies before the evaluation", Unit::Count),
            y: axis("mean match-point round", Unit::Decimal),
            series,
        },
    }
}

fn statements(rows: &[(&str, f64)], means: &[Measured]) -> Vec<Statement> {
    let of = |depth: &str| {
        let place = rows.iter().position(|row| row.0 == depth);
        place.map_or_else(Measured::default, |place| means[place])
    };
    let compared = |one: &str, other: &str, region: Region| {
        let names = [one, other].map(|depth| format!("depth {}", depth.replace('+', " and ")));
        judge::differs("", (&names[0], of(one)), (&names[1], of(other)), region)
    };
    // The earlier round is the better one.
    let no_worse = |depth: &str, other: &str| compared(depth, other, Region::Below(TOLERANCE));
    let alike = |depth: &str, other: &str| compared(depth, other, Region::Between(-TOLERANCE, TOLERANCE));
    let singles = || rows.iter().map(|row| row.0).filter(|depth| !["5", "4+5"].contains(depth));
    // The paper names 4 and 5 together, so that one of them is not compared with the other.
    let others = singles().filter(|&depth| depth != "4");
    let fours_and_fives = ["4", "5"].into_iter().filter(|depth| rows.iter().any(|row| row.0 == *depth));
    let field = "The field is another one, and its rounds scatter more than the paper's.";
    vec![
        judge::all(
            "A single rollout is best with a depth of 4 or 5 (39.9 and 39.84; the others 40.0 to 40.25; here: no other depth is better \
             than 5 by more than half a round).",
            &others.map(|other| no_worse("5", other)).collect::<Vec<_>>(),
        )
        .if_not_seen(Cause::Conditions, field),
        judge::all(
            "Two rollouts, one of 4 and one of 5, are better than a single one of either depth (39.68; 39.9 and 39.84; here: no worse \
             than either by more than half a round).",
            &fours_and_fives.map(|single| no_worse("4+5", single)).collect::<Vec<_>>(),
        )
        .if_not_seen(Cause::Conditions, field),
        judge::all(
            "The depth of a single rollout makes no difference beyond half a round (every depth against 5).",
            &singles().map(|depth| alike(depth, "5")).collect::<Vec<_>>(),
        )
        .of_ours(),
        judge::all(
            "Two rollouts, of 4 and 5, make no difference beyond half a round to a single one of 5.",
            &[alike("4+5", "5")],
        )
        .of_ours(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::StatementVerdict;

    #[test]
    fn a_part_of_the_field_has_all_kinds() {
        let quick = opponents(Scale::Quick);
        for kind in ["alphabeta", "uct", "egreedy", "deepening", "flat-mc", "course", "otrera"] {
            assert!(quick.iter().any(|spec| spec.starts_with(kind)), "{kind} in {quick:?}");
        }
    }

    #[test]
    fn every_row_is_a_player() {
        let contest = contest(&Conditions::of(Scale::Paper, 1)).unwrap();
        assert_eq!(contest.schedule().len(), 8 * 300);
        assert_eq!(contest.entrants[7].to_string(), "mgpeo:rollouts=4+5@5s");
    }

    fn verdicts(rounds: [f64; 8]) -> Vec<StatementVerdict> {
        let means = rounds.map(|round| Measured {
            interval: Some((round - 0.05, round + 0.05)),
            ..Measured::number(round, Unit::Decimal)
        });
        statements(&PAPER, &means).iter().map(|statement| statement.verdict).collect()
    }

    /// The paper's own means, with intervals narrow enough to tell half a round; ours, too, come out of its table.
    #[test]
    fn the_papers_own_means_support_its_statements() {
        assert_eq!(verdicts(PAPER.map(|(_, round)| round)), [StatementVerdict::Seen; 4]);
    }

    /// A depth may be the best by any distance; that another one is better by a round contradicts the paper.
    #[test]
    fn the_papers_statements_have_a_direction_and_ours_have_none() {
        use StatementVerdict::{NotSeen, Seen};
        let best_by_far = [44.0, 44.0, 44.0, 40.0, 40.0, 44.0, 44.0, 36.0];
        assert_eq!(verdicts(best_by_far), [Seen, Seen, NotSeen, NotSeen]);
        let worst_by_far = [36.0, 36.0, 36.0, 40.0, 40.0, 36.0, 36.0, 44.0];
        assert_eq!(verdicts(worst_by_far), [NotSeen; 4]);
    }
}
