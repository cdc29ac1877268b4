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
        "Depth is counted in plies, as the pseudo-code does; the text means steps and shots (a row of mgpeo-ablation).",
        "Its differences are small: 40.25 at most and 39.68 at least. The rounds of its Tables A2 and A3 have a standard \
         deviation of about 3 (our count), a standard error of 0.3 for 100 matches, so neither its matches nor ours tell \
         them apart. A tenth of a round is judged as no difference beyond half a round.",
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
        .map(|(depth, _)| player(conditions, &format!("mgpeo:rollouts={depth}"), 50_000));
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
            remarks: remarks(&conditions, games),
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
    let near = |depth: &str, best: &str| {
        let [one, other] = [depth, best].map(|depth| format!("depth {}", depth.replace('+', " and ")));
        judge::differs("", (&one, of(depth)), (&other, of(best)), Region::Between(-0.5, 0.5))
    };
    let singles: Vec<Statement> =
        rows.iter().filter(|row| !["5", "4+5"].contains(&row.0)).map(|row| near(row.0, "5")).collect();
    let field = "The field is another one, and its rounds scatter more than the paper's.";
    vec![
        judge::all(
            "By Table A1 the depths of a single rollout differ by less than half a round, with 4 and 5 best (40.25 to 39.84; here: \
             no depth differs from 5 by more than half a round).",
            &singles,
        )
        .if_not_seen(Cause::Conditions, field),
        judge::all(
            "By Table A1 two rollouts of 4 and 5 gain less than half a round over one of 5 (39.68 and 39.84; here: they differ by no \
             more than that).",
            &[near("4+5", "5")],
        )
        .if_not_seen(Cause::Conditions, field),
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

    /// The paper's own means, with intervals narrow enough to tell half a round.
    #[test]
    fn the_papers_own_means_support_its_statements() {
        let means = PAPER.map(|(_, round)| Measured {
            interval: Some((round - 0.05, round + 0.05)),
            ..Measured::number(round, Unit::Decimal)
        });
        let verdicts: Vec<StatementVerdict> =
            statements(&PAPER, &means).iter().map(|statement| statement.verdict).collect();
        assert_eq!(verdicts, [StatementVerdict::Seen; 2]);
    }
}
