//! MG-PEO, Table 7: whether the match-point rounds differ beyond chance.

use arena::Contest;
use arena::statistics::{MannWhitney, ShapiroWilk, mann_whitney, shapiro_wilk};

use super::mgpeo_field::{
    GAMES, MCTS, MG_PEO, OF_TABLE_8, ablation, ablation_cells, paper_rounds, remarks, rounds, summary,
    with_enough_iterations,
};
use crate::cells::{CellSet, Cells, Games};
use crate::conditions::Conditions;
use crate::confidence::Confidence;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Cause, Cell, Findings, Measured, ResultTable, Statement, StatementVerdict, TableRow, Unit,
};
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Table 7.
pub(super) struct Significance;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-significance",
    paper: Paper::MgPeo,
    place: "Table 7",
    title: "Whether the match-point rounds differ beyond chance",
    question: "Are the match-point rounds of MCTS and MG-PEO normally distributed (Shapiro-Wilk), and are MG-PEO's \
               smaller beyond chance (Mann-Whitney U; the paper at 0.05, here at the level of a look)?",
    original: "the 100 + 100 rounds of Tables A2 and A3; three p values are printed",
    differences: &[
        "The paper's own rounds are printed, so its tests can be made again. It prints three p values; W, U and further \
         digits are our computation from its rounds. The U test is two-sided, with corrections for ties and continuity: so \
         the printed value comes out.",
        "Our rounds are of other games against another field (see mgpeo-ablation).",
        "Lost matches count 47: many equal values make a sample far from normal whatever the rest is like.",
    ],
};

impl Experiment for Significance {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(vec![ablation(conditions)?])
    }

    fn cells(&self, contest: &Contest, conditions: &Conditions) -> Cells {
        ablation_cells(contest, conditions)
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let cells = self.cells(&contests[0], &conditions);
        let judged = bench.judge(GAMES, &contests[0], cells, statements)?;
        let games = judged.games();
        let tables = vec![
            Tests::new(paper_rounds())
                .table("The paper's own 100 + 100 rounds, tested again (their Table 7)", Some(PRINTED)),
            Tests::of(games).table("Our rounds", None),
        ];
        let remarks = remarks(&conditions, games, OF_TABLE_8);
        Ok(Findings { tables, figures: Vec::new(), statements: judged.statements.clone(), remarks })
    }
}

fn statements(games: Games<'_>) -> Vec<Statement> {
    let ours = Tests::of(games);
    let cells = CellSet::one(MCTS).union(CellSet::one(MG_PEO));
    let of_games = |statement: Statement| {
        let statement = Statement { cells, ..statement }.if_not_seen(
            Cause::Conditions,
            "The opponents are others, and so are the matches that are lost.",
        );
        with_enough_iterations(games, &[MCTS, MG_PEO], statement)
    };
    vec![
        Tests::new(paper_rounds()).printed(),
        of_games(ours.differ(
            "MG-PEO's rounds are smaller than MCTS's beyond chance (p = 1.16e-8).",
            games.confidence,
        )),
        of_games(ours.are_not_normal(
            "Neither sample is normally distributed (p = 0.0002 and 0.0013).",
            games.confidence,
        )),
    ]
}

/// The p values that the paper prints, each with a unit of its last digit: Shapiro-Wilk of MCTS and of MG-PEO, and the U test.
const PRINTED: [(f64, f64); 3] = [(0.0002, 1e-4), (0.0013, 1e-4), (1.16e-8, 1e-10)];

/// The tests of two samples: the slower program's first.
struct Tests {
    samples: [Vec<f64>; 2],
    normality: [Option<ShapiroWilk>; 2],
    difference: Option<MannWhitney>,
}

impl Tests {
    fn new(samples: [Vec<f64>; 2]) -> Self {
        let normality = [0, 1].map(|sample: usize| shapiro_wilk(&samples[sample]));
        let difference = mann_whitney(&samples[0], &samples[1]);
        Self { samples, normality, difference }
    }

    /// The tests of our rounds.
    fn of(games: Games<'_>) -> Self {
        Self::new([MCTS, MG_PEO].map(|program| rounds(games, program)))
    }

    /// The p values in the order of [`PRINTED`]; nothing where a test cannot be made.
    fn p_values(&self) -> [Option<f64>; 3] {
        let [one, other] = self.normality.map(|test| test.map(|test| test.p_value));
        [one, other, self.difference.map(|test| test.p_value)]
    }

    fn table(&self, title: &str, paper: Option<[(f64, f64); 3]>) -> ResultTable {
        let unknown = || Cell::from("not defined for this sample");
        let p = |place: usize| match self.p_values()[place] {
            Some(ours) => {
                let paper = paper.map(|paper| paper[place].0);
                Cell::from(Measured { paper, ..Measured::number(ours, Unit::Probability) })
            }
            None => unknown(),
        };
        let w = |place: usize| match self.normality[place] {
            Some(test) => Cell::from(format!("{:.5}", test.w)),
            None => unknown(),
        };
        let u = match self.difference {
            Some(test) => Cell::from(Measured::number(test.u, Unit::Decimal)),
            None => unknown(),
        };
        let row = |name: String, matches: usize, statistic: Cell, p: Cell| TableRow {
            name,
            cells: vec![Cell::from(Measured::number(matches as f64, Unit::Count)), statistic, p],
        };
        let [one, other] = [0, 1].map(|sample: usize| self.samples[sample].len());
        ResultTable {
            title: title.to_owned(),
            head: ["test", "matches", "statistic", "p"].map(str::to_owned).to_vec(),
            rows: vec![
                row("Shapiro-Wilk W, MCTS".to_owned(), one, w(0), p(0)),
                row("Shapiro-Wilk W, MG-PEO".to_owned(), other, w(1), p(1)),
                row("Mann-Whitney U, MCTS over MG-PEO".to_owned(), one + other, u, p(2)),
            ],
        }
    }

    /// Whether the p values that the paper prints come out of these rounds, to the last printed digit.
    fn printed(&self) -> Statement {
        let names = ["Shapiro-Wilk of MCTS", "of MG-PEO", "Mann-Whitney"];
        let figures = self.p_values().into_iter().zip(PRINTED).zip(names);
        let is_same = |ours: f64, (printed, digit): (f64, f64)| (ours - printed).abs() <= 0.5 * digit;
        let all_same =
            figures.clone().all(|((ours, printed), _)| ours.is_some_and(|ours| is_same(ours, printed)));
        let words = figures.map(|((ours, (printed, _)), name)| {
            let ours = ours.map_or_else(|| "not defined".to_owned(), |p| format!("{p:.3e}"));
            format!("{name} p = {ours} (printed {printed})")
        });
        Statement {
            claim: "The three p values that the paper prints come out of its own rounds (0.0002, 0.0013, 1.16e-8).".to_owned(),
            verdict: if all_same { StatementVerdict::Seen } else { StatementVerdict::NotSeen },
            because: words.collect::<Vec<_>>().join(", "),
            ..Statement::default()
        }
    }

    /// Whether the second sample is smaller.
    fn differ(&self, claim: &str, confidence: Confidence) -> Statement {
        let level = confidence.error();
        let [mean, other] = [0, 1].map(|sample: usize| summary(&self.samples[sample]).mean().unwrap_or(0.0));
        let (verdict, because) = match self.difference {
            Some(test) if test.p_value < level => {
                let verdict = if mean > other { StatementVerdict::Seen } else { StatementVerdict::NotSeen };
                (verdict, format!("U = {}, p = {}", test.u, Unit::Probability.write(test.p_value)))
            }
            Some(test) => (
                StatementVerdict::Undecided,
                format!("U = {}, p = {}, not below {level}", test.u, Unit::Probability.write(test.p_value)),
            ),
            None => (StatementVerdict::Undecided, "a sample is empty".to_owned()),
        };
        let because = format!(
            "means {mean:.2} and {other:.2} of {} and {} matches; {because}",
            self.samples[0].len(),
            self.samples[1].len()
        );
        Statement { claim: claim.to_owned(), verdict, because, ..Statement::default() }
    }

    /// Whether neither sample is normal. A sample that passes may still be far from it: that is undecided.
    fn are_not_normal(&self, claim: &str, confidence: Confidence) -> Statement {
        let said = self.normality.map(|test| match test {
            Some(test) => format!("W = {:.5}, p = {}", test.w, Unit::Probability.write(test.p_value)),
            None => "too few different values".to_owned(),
        });
        let is_rejected =
            |test: &Option<ShapiroWilk>| test.is_some_and(|test| test.p_value < confidence.error());
        let verdict = if self.normality.iter().all(is_rejected) {
            StatementVerdict::Seen
        } else {
            StatementVerdict::Undecided
        };
        let because = format!("{}; {}", said[0], said[1]);
        Statement { claim: claim.to_owned(), verdict, because, ..Statement::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_figures_come_out_of_its_rounds() {
        let statement = Tests::new(paper_rounds()).printed();
        assert_eq!(statement.verdict, StatementVerdict::Seen, "{}", statement.because);
        let mut changed = paper_rounds();
        changed[0][0] += 5.0;
        assert_eq!(Tests::new(changed).printed().verdict, StatementVerdict::NotSeen);
        // The paper's own rounds, as if they were ours.
        let paper = Tests::new(paper_rounds());
        let usual = Confidence::USUAL;
        let verdicts =
            [paper.differ("", usual), paper.are_not_normal("", usual)].map(|statement| statement.verdict);
        assert_eq!(verdicts, [StatementVerdict::Seen; 2]);
    }

    #[test]
    fn a_difference_has_a_direction_and_needs_more_than_chance() {
        let [mcts, mg_peo] = paper_rounds();
        let verdict = |samples: [Vec<f64>; 2]| Tests::new(samples).differ("", Confidence::USUAL).verdict;
        assert_eq!(verdict([mcts.clone(), mg_peo.clone()]), StatementVerdict::Seen);
        assert_eq!(verdict([mg_peo, mcts.clone()]), StatementVerdict::NotSeen);
        assert_eq!(verdict([mcts.clone(), mcts]), StatementVerdict::Undecided);
        assert_eq!(verdict([vec![], vec![1.0]]), StatementVerdict::Undecided);
    }
}
