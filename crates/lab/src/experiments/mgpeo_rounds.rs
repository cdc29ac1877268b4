//! MG-PEO, Table 6: how early a program knows that it has won.

use arena::{Contest, Standings};

use super::mgpeo_ablation::figure;
use super::mgpeo_field::{
    MCTS, MG_PEO, OUR_MCTS, OUR_MG, PROGRAMS, ablation, matches, paper_rounds, remarks, rounds, summary,
};
use crate::conditions::Conditions;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, Bars, Cell, Drawing, Figure, Findings, Measured, ResultTable, Statement, TableRow, Unit,
};
use crate::judge;
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Table 6.
pub(super) struct Rounds;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-rounds",
    paper: Paper::MgPeo,
    place: "Table 6",
    title: "Match-point rounds: how early a program knows that it has won",
    question: "At which of its own moves does a program's win rate, after its search, first reach 90%? A lost match \
               counts 47, one more than a player has moves. A stronger program should get there earlier.",
    original: "the 100 matches each of MCTS and MG-PEO against 50 opponents: means 42.57 and 39.68",
    differences: &[
        "The field is another one (see mgpeo-ablation), and the win rate is that of an evaluation through a logistic \
         curve whose slope the paper does not give; with another slope 90% comes earlier or later for all programs.",
        "Four of MCTS's lost matches count 55, 56, 69 and 70 in the paper's table, against its own rule of 47.",
        "How the rounds of a match's three sets become one number is not said; here it is their rounded mean.",
    ],
};

impl Experiment for Rounds {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(vec![ablation(conditions)?])
    }

    fn run(&self, bench: &mut Workbench<'_>) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let standings = bench.play(&ablation(&conditions)?)?;
        let means: Vec<Measured> = (0..PROGRAMS.len()).map(|program| mean(&standings, program)).collect();
        let axis = Axis {
            label: "mean match-point round".to_owned(),
            unit: Unit::Decimal,
            is_logarithmic: false,
            range: None,
        };
        let figures = vec![
            figure("Mean match-point rounds: the lower the earlier", &means, axis),
            histogram(
                "Match-point rounds of our matches",
                &[MCTS, MG_PEO].map(|program| rounds(&standings, program)),
            ),
            histogram("Match-point rounds of the paper's matches", &paper_rounds()),
        ];
        Ok(Findings {
            tables: vec![table(&standings, &means)],
            figures,
            statements: statements(&means),
            remarks: remarks(&conditions, &standings),
        })
    }
}

fn mean(standings: &Standings, program: usize) -> Measured {
    let mean = Measured::mean(&summary(&rounds(standings, program)), Unit::Decimal).not_below_zero();
    match program {
        MCTS => mean.beside(42.57),
        MG_PEO => mean.beside(39.68),
        _ => mean,
    }
}

fn table(standings: &Standings, means: &[Measured]) -> ResultTable {
    let row = |program: usize| {
        let matches = matches(standings, program);
        let lost = matches.iter().filter(|one| !one.is_won()).count() as u64;
        let lost = Measured { of: Some(matches.len() as u64), ..Measured::number(lost as f64, Unit::Count) };
        let lost = match program {
            MCTS => lost.beside(24.0),
            MG_PEO => lost.beside(2.0),
            _ => lost,
        };
        TableRow {
            name: PROGRAMS[program].name.to_owned(),
            cells: vec![means[program].into(), Cell::from(lost)],
        }
    };
    ResultTable {
        title: "Mean match-point round; a lost set counts 47".to_owned(),
        head: ["program", "mean round", "matches lost"].map(str::to_owned).to_vec(),
        rows: (0..PROGRAMS.len()).map(row).collect(),
    }
}

/// How many matches have which round, in classes of four.
fn histogram(title: &str, [mcts, mg_peo]: &[Vec<f64>; 2]) -> Figure {
    let most = mcts.iter().chain(mg_peo).copied().fold(47.0, f64::max);
    let edges: Vec<f64> =
        (0..).map(|class| 4.0 * f64::from(class)).take_while(|&edge| edge < most + 4.5).collect();
    let counts = |rounds: &[f64]| {
        let within =
            |class: &[f64]| rounds.iter().filter(|&&round| (class[0]..class[1]).contains(&round)).count();
        edges.windows(2).map(|class| within(class) as f64).collect()
    };
    let bars = |name: &str, rounds: &[f64]| Bars { name: name.to_owned(), counts: counts(rounds) };
    let axis =
        |label: &str| Axis { label: label.to_owned(), unit: Unit::Count, is_logarithmic: false, range: None };
    Figure {
        title: title.to_owned(),
        drawing: Drawing::Histogram {
            x: axis("match-point round"),
            y: axis("matches"),
            series: vec![bars("MCTS", mcts), bars("MG-PEO", mg_peo)],
            edges,
        },
    }
}

fn statements(means: &[Measured]) -> Vec<Statement> {
    let of = |program: usize| (PROGRAMS[program].name, means[program]);
    vec![
        judge::greater(
            "MG-PEO knows earlier than MCTS that it has won (means 39.68 and 42.57).",
            of(MCTS),
            of(MG_PEO),
        ),
        judge::greater(
            "The same with our evaluation in both (the specification's own question).",
            of(OUR_MCTS),
            of(OUR_MG),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_has_its_class() {
        let rounds = [vec![0.0, 3.0, 4.0, 47.0], vec![46.0, 70.0]];
        let Drawing::Histogram { edges, series, .. } = histogram("", &rounds).drawing else { panic!() };
        assert_eq!(edges[..2], [0.0, 4.0]);
        assert!(edges.last().is_some_and(|&last| last > 70.0));
        for (bars, rounds) in series.iter().zip(&rounds) {
            assert_eq!(bars.counts.iter().sum::<f64>(), rounds.len() as f64);
            assert_eq!(bars.counts.len(), edges.len() - 1);
        }
        assert_eq!(series[0].counts[..2], [2.0, 1.0]);
    }
}
