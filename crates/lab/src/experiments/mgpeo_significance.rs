//! MG-PEO, Table 7: whether the match-point rounds differ beyond chance.

use arena::Contest;
use arena::statistics::{MannWhitney, ShapiroWilk, mann_whitney, shapiro_wilk};

use super::mgpeo_field::{
    MCTS, MG_PEO, OUR_MCTS, OUR_MG, PROGRAMS, ablation, paper_rounds, remarks, rounds, summary,
};
use crate::conditions::Conditions;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{Cell, Findings, Measured, ResultTable, Statement, StatementVerdict, TableRow, Unit};
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Table 7.
pub(super) struct Significance;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-significance",
    paper: Paper::MgPeo,
    place: "Table 7",
    title: "Whether the match-point rounds differ beyond chance",
    question: "Are the match-point rounds of MCTS and MG-PEO normally distributed (Shapiro-Wilk), and are MG-PEO's \
               smaller beyond chance (Mann-Whitney U, two-sided, at 0.05)?",
    original: "the 100 + 100 rounds of Table 6",
    differences: &[
        "The paper's own rounds are printed, so its tests can be made again exactly. Ours are of other games against \
         another field (see mgpeo-ablation).",
        "Lost matches all count 47: many equal values make a sample far from normal whatever the rest is like.",
    ],
};

/// The probability below which a difference is called more than chance.
const LEVEL: f64 = 0.05;

impl Experiment for Significance {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(vec![ablation(conditions)?])
    }

    fn run(&self, bench: &mut Workbench<'_>) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let standings = bench.play(&ablation(&conditions)?)?;
        let paper = Tests::new(paper_rounds());
        let parallel = Tests::new([MCTS, MG_PEO].map(|program| rounds(&standings, program)));
        let ours = Tests::new([OUR_MCTS, OUR_MG].map(|program| rounds(&standings, program)));
        let tables = vec![
            paper.table("The paper's own 100 + 100 rounds, tested again", ["MCTS", "MG-PEO"], Some(PRINTED)),
            parallel.table("Our rounds", ["MCTS", "MG-PEO"], None),
            ours.table(
                "Our rounds with our evaluation",
                [OUR_MCTS, OUR_MG].map(|place| PROGRAMS[place].name),
                None,
            ),
        ];
        let mut statements = paper.printed();
        statements
            .push(parallel.differ("MG-PEO's rounds are smaller than MCTS's beyond chance (p = 1.16e-8)."));
        statements.push(parallel.are_not_normal("Neither sample is normally distributed."));
        statements
            .push(ours.differ("The same with our evaluation in both (the specification's own question)."));
        Ok(Findings { tables, figures: Vec::new(), statements, remarks: remarks(&conditions, &standings) })
    }
}

/// What the paper prints: W and p of MCTS, W and p of MG-PEO, U and its p.
const PRINTED: [f64; 6] = [0.93873, 1.61e-4, 0.95301, 1.316e-3, 7321.5, 1.1604e-8];

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

    /// In the order of [`PRINTED`]; nothing where a test cannot be made.
    fn figures(&self) -> [Option<f64>; 6] {
        let [one, other] = self.normality;
        let difference = self.difference;
        [
            one.map(|test| test.w),
            one.map(|test| test.p_value),
            other.map(|test| test.w),
            other.map(|test| test.p_value),
            difference.map(|test| test.u),
            difference.map(|test| test.p_value),
        ]
    }

    fn table(&self, title: &str, names: [&str; 2], paper: Option<[f64; 6]>) -> ResultTable {
        let figures = self.figures();
        let paper = |place: usize| paper.map(|paper| paper[place]);
        let untold = || Cell::from("cannot be told of this sample");
        let p = |place: usize| match figures[place] {
            Some(ours) => {
                Cell::from(Measured { paper: paper(place), ..Measured::number(ours, Unit::Probability) })
            }
            None => untold(),
        };
        // W is told with the digits that the paper prints.
        let w = |place: usize| match (figures[place], paper(place)) {
            (Some(ours), Some(paper)) => Cell::from(format!("{ours:.5}; the paper has {paper:.5}")),
            (Some(ours), None) => Cell::from(format!("{ours:.5}")),
            (None, _) => untold(),
        };
        let u = match figures[4] {
            Some(ours) => Cell::from(Measured { paper: paper(4), ..Measured::number(ours, Unit::Decimal) }),
            None => untold(),
        };
        let row = |name: String, matches: usize, statistic: Cell, p: Cell| TableRow {
            name,
            cells: vec![Cell::from(Measured::number(matches as f64, Unit::Count)), statistic, p],
        };
        let [one, other] = [0, 1].map(|sample: usize| self.samples[sample].len());
        let [first, second] = names;
        ResultTable {
            title: title.to_owned(),
            head: ["test", "matches", "statistic", "p"].map(str::to_owned).to_vec(),
            rows: vec![
                row(format!("Shapiro-Wilk W, {first}"), one, w(0), p(1)),
                row(format!("Shapiro-Wilk W, {second}"), other, w(2), p(3)),
                row(format!("Mann-Whitney U, {first} over {second}"), one + other, u, p(5)),
            ],
        }
    }

    /// Whether the paper's figures come out of its rounds.
    fn printed(&self) -> Vec<Statement> {
        let names = ["W of MCTS", "its p", "W of MG-PEO", "its p", "U", "its p"];
        let told = self.figures().into_iter().zip(PRINTED).zip(names);
        // As many digits as are printed; a p is printed with three or four.
        let is_printed =
            |ours: f64, paper: f64| (ours - paper).abs() <= if paper > 0.5 { 5e-6 } else { 4e-3 * paper };
        let is_same = told.clone().all(|((ours, paper), _)| ours.is_some_and(|ours| is_printed(ours, paper)));
        let digits = |value: f64| match value {
            value if value > 1.0 => format!("{value}"),
            value if value > 0.5 => format!("{value:.5}"),
            value => format!("{value:.3e}"),
        };
        let said = told.map(|((ours, paper), name)| {
            let ours = ours.map_or_else(|| "untold".to_owned(), digits);
            format!("{name} {ours} (printed {})", digits(paper))
        });
        vec![Statement {
            claim: "The paper's tests of its own rounds: W = 0.93873 and 0.95301, U = 7321.5, p = 1.1604e-8."
                .to_owned(),
            verdict: if is_same { StatementVerdict::Seen } else { StatementVerdict::NotSeen },
            because: said.collect::<Vec<_>>().join(", "),
        }]
    }

    /// Whether the second sample is smaller.
    fn differ(&self, claim: &str) -> Statement {
        let [mean, other] = [0, 1].map(|sample: usize| summary(&self.samples[sample]).mean().unwrap_or(0.0));
        let (verdict, because) = match self.difference {
            Some(test) if test.p_value < LEVEL => {
                let verdict = if mean > other { StatementVerdict::Seen } else { StatementVerdict::NotSeen };
                (verdict, format!("U = {}, p = {}", test.u, Unit::Probability.write(test.p_value)))
            }
            Some(test) => (
                StatementVerdict::Undecided,
                format!("U = {}, p = {}, not below {LEVEL}", test.u, Unit::Probability.write(test.p_value)),
            ),
            None => (StatementVerdict::Undecided, "a sample is empty".to_owned()),
        };
        let because = format!(
            "means {mean:.2} and {other:.2} of {} and {} matches; {because}",
            self.samples[0].len(),
            self.samples[1].len()
        );
        Statement { claim: claim.to_owned(), verdict, because }
    }

    /// Whether neither sample is normal. A sample that passes may still be far from it: that is undecided.
    fn are_not_normal(&self, claim: &str) -> Statement {
        let said = self.normality.map(|test| match test {
            Some(test) => format!("W = {:.5}, p = {}", test.w, Unit::Probability.write(test.p_value)),
            None => "too few different values".to_owned(),
        });
        let is_rejected = |test: &Option<ShapiroWilk>| test.is_some_and(|test| test.p_value < LEVEL);
        let verdict = if self.normality.iter().all(is_rejected) {
            StatementVerdict::Seen
        } else {
            StatementVerdict::Undecided
        };
        Statement { claim: claim.to_owned(), verdict, because: format!("{}; {}", said[0], said[1]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_figures_come_out_of_its_rounds() {
        let [statement] = Tests::new(paper_rounds()).printed().try_into().unwrap();
        assert_eq!(statement.verdict, StatementVerdict::Seen, "{}", statement.because);
        let mut spoilt = paper_rounds();
        spoilt[0][0] += 5.0;
        assert_eq!(Tests::new(spoilt).printed()[0].verdict, StatementVerdict::NotSeen);
    }

    #[test]
    fn a_difference_has_a_direction_and_needs_more_than_chance() {
        let [mcts, mg_peo] = paper_rounds();
        let verdict = |samples: [Vec<f64>; 2]| Tests::new(samples).differ("").verdict;
        assert_eq!(verdict([mcts.clone(), mg_peo.clone()]), StatementVerdict::Seen);
        assert_eq!(verdict([mg_peo, mcts.clone()]), StatementVerdict::NotSeen);
        assert_eq!(verdict([mcts.clone(), mcts]), StatementVerdict::Undecided);
        assert_eq!(verdict([vec![], vec![1.0]]), StatementVerdict::Undecided);
    }
}
