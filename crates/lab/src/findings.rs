//! The findings of an experiment as data: a report is made of nothing else.

use arena::statistics::{GameTally, MatchTally, Summary, wilson_of_pairs};
use serde::{Deserialize, Serialize};

use crate::cells::CellSet;
use crate::confidence::Confidence;

/// The findings of an experiment.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// Our numbers beside the paper's.
    pub tables: Vec<ResultTable>,
    /// Plots.
    pub figures: Vec<Figure>,
    /// The paper's statements with our verdicts.
    pub statements: Vec<Statement>,
    /// Notes on the results: how many games were kept, what was not possible.
    pub remarks: Vec<String>,
}

/// A table: ours beside the paper's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ResultTable {
    /// Its title.
    pub title: String,
    /// The column heads, that of the row names first.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableRow {
    /// Its name.
    pub name: String,
    /// One cell for every other head.
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cell {
    /// A text.
    Text(String),
    /// Our number, the paper's, or both.
    Number(Measured),
}

/// A number with its interval, beside the paper's.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// Our number.
    pub ours: Option<f64>,
    /// The ends of its interval, of 95%, or 99% where it is one of five looks.
    pub interval: Option<(f64, f64)>,
    /// The number of games, positions or runs.
    pub of: Option<u64>,
    /// The paper's number.
    pub paper: Option<f64>,
    /// How it is written.
    pub unit: Unit,
    /// The cells whose games it is of.
    #[serde(skip)]
    pub(crate) cells: CellSet,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A share of 1, written as a percentage.
    Share,
    /// With a sign and two decimals.
    Equity,
    /// Seconds, written in the unit that fits: `54 us`, `2.1 s`.
    Seconds,
    /// A whole number with separators: counts, nodes a second.
    #[default]
    Count,
    /// A number with two decimals.
    Decimal,
    /// A probability of a test, written with three significant digits.
    Probability,
}

/// A plot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figure {
    /// Its title.
    pub title: String,
    /// The plot itself.
    pub drawing: Drawing,
}

/// The kinds of plots.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Drawing {
    /// Curves or points over numbers; those of a paper are dashed.
    Lines {
        /// The axis below.
        x: Axis,
        /// The axis at the left.
        y: Axis,
        /// The curves.
        series: Vec<Series>,
    },
    /// A row per quantity: the interval as a bar, our value as a point, the paper's as a hollow diamond.
    Intervals {
        /// The axis of all of them.
        axis: Axis,
        /// The rows from top to bottom.
        rows: Vec<Span>,
    },
    /// Counts by classes of a number, several series beside each other.
    Histogram {
        /// The axis below.
        x: Axis,
        /// What is counted.
        y: Axis,
        /// Where classes begin; the last number ends the last class.
        edges: Vec<f64>,
        /// The counts.
        series: Vec<Bars>,
    },
    /// A tree whose nodes carry the order in which they were opened.
    Tree(TreeNode),
    /// A board with two numbers in every empty square.
    Board {
        /// What the two numbers are.
        label: String,
        /// The rows from top to bottom, each from left to right.
        rows: Vec<Vec<BoardSquare>>,
    },
}

/// A square of a drawn board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardSquare {
    /// A white amazon.
    White,
    /// A black amazon.
    Black,
    /// An arrow.
    Arrow,
    /// An empty square: White's number and Black's, none where it is infinite.
    Empty(Option<u8>, Option<u8>),
}

/// An axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Axis {
    /// Its label.
    pub label: String,
    /// How its numbers are written.
    pub unit: Unit,
    /// Whether equal steps are equal factors.
    pub is_logarithmic: bool,
    /// Where it must reach, if it must: (0, 1) for shares.
    pub range: Option<(f64, f64)>,
}

/// A curve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// Its name in the key.
    pub name: String,
    /// Whether it is the paper's: dashed.
    pub is_paper: bool,
    /// Its points from left to right.
    pub points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// How much.
    pub y: f64,
    /// The ends of the 95% interval.
    pub interval: Option<(f64, f64)>,
}

/// A row of a plot of intervals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Span {
    /// What it is about.
    pub name: String,
    /// What we found and what the paper has.
    pub measured: Measured,
}

/// The counts of a histogram.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bars {
    /// Its name in the key.
    pub name: String,
    /// One count a class.
    pub counts: Vec<f64>,
}

/// A node of a drawn tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TreeNode {
    /// What it is: a move, a number of nodes left out.
    pub label: String,
    /// When it was opened, from 1; nothing for the root and for what stands for many.
    pub order: Option<u64>,
    /// What hangs below it.
    pub children: Vec<Self>,
}

/// A statement of a paper, or a question of ours, with our verdict.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Statement {
    /// The statement as a sentence.
    pub claim: String,
    /// Whose statement it is.
    #[serde(default)]
    pub source: StatementSource,
    /// Our verdict.
    pub verdict: StatementVerdict,
    /// The numbers behind the verdict.
    pub because: String,
    /// Why it was not seen, if it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// Whether the verdict stands if the error is shared among all statements; none where no chance is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_robust: Option<bool>,
    /// The cells whose games it reads.
    #[serde(skip)]
    pub(crate) cells: CellSet,
}

/// Whose a statement is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StatementSource {
    /// The paper says it, or shows it in a table.
    #[default]
    Paper,
    /// It is our own question.
    Ours,
}

/// Why a statement was not seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Why {
    /// In one word.
    pub cause: Cause,
    /// In a sentence.
    pub reason: String,
}

/// Why a statement was not seen, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// The paper contradicts itself, or has an error.
    Paper,
    /// Our conditions are not the paper's.
    Conditions,
    /// Not known.
    Open,
}

/// Whether our results confirm a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StatementVerdict {
    /// They confirm it significantly.
    Seen,
    /// They contradict it significantly.
    NotSeen,
    /// There are too few games to decide.
    #[default]
    Undecided,
}

impl ResultTable {
    /// Its cells, if all are numbers in so many rows and columns.
    pub(crate) fn numbers<const ROWS: usize, const COLUMNS: usize>(
        &self,
    ) -> Option<[[Measured; COLUMNS]; ROWS]> {
        let number = |cell: &Cell| match cell {
            Cell::Number(measured) => Some(*measured),
            Cell::Text(_) => None,
        };
        let row = |row: &TableRow| -> Option<[Measured; COLUMNS]> {
            let cells: Option<Vec<Measured>> = row.cells.iter().map(number).collect();
            cells?.try_into().ok()
        };
        let rows: Option<Vec<[Measured; COLUMNS]>> = self.rows.iter().map(row).collect();
        rows?.try_into().ok()
    }
}

impl Measured {
    /// A share of games won, with Wilson's interval of pairs.
    pub(crate) fn won(games: &MatchTally, confidence: Confidence) -> Self {
        let (won, interval) = (games.games(), wilson_of_pairs(games, confidence.z()));
        Self {
            ours: won.score(),
            interval: won.score().map(|_| (interval.lower, interval.upper)),
            of: Some(won.games()),
            unit: Unit::Share,
            ..Self::default()
        }
    }

    /// A share of something counted, each by itself, with Wilson's interval.
    pub(crate) fn share(count: u64, of: u64, confidence: Confidence) -> Self {
        let unpaired = GameTally { wins: count, losses: of - count };
        Self::won(&MatchTally { unpaired, ..MatchTally::default() }, confidence)
    }

    /// A plain number.
    #[must_use]
    pub fn number(ours: f64, unit: Unit) -> Self {
        Self { ours: Some(ours), unit, ..Self::default() }
    }

    /// The mean of numbers, with Student's interval if there are at least two.
    pub(crate) fn mean(seen: &Summary, unit: Unit, confidence: Confidence) -> Self {
        let interval = seen.mean().zip(seen.error_of_mean()).map(|(mean, error)| {
            let half = error * confidence.student(seen.count() - 1);
            (mean - half, mean + half)
        });
        Self { ours: seen.mean(), interval, of: Some(seen.count()), unit, ..Self::default() }
    }

    /// The same of a quantity that is never negative: Student's interval of few runs may begin below zero.
    #[must_use]
    pub fn not_below_zero(self) -> Self {
        Self { interval: self.interval.map(|(low, high)| (low.max(0.0), high)), ..self }
    }

    /// The same beside the paper's.
    #[must_use]
    pub fn beside(self, paper: f64) -> Self {
        Self { paper: Some(paper), ..self }
    }
}

impl From<Measured> for Cell {
    fn from(measured: Measured) -> Self {
        Self::Number(measured)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quantile of nine degrees of freedom is 2.262157, in every table.
    #[test]
    fn a_mean_has_students_interval() {
        let mean = |seen: Summary| Measured::mean(&seen, Unit::Decimal, Confidence::USUAL);
        let all = mean((1..=10).map(f64::from).collect());
        let half = 2.262_157 * (82.5_f64 / 9.0).sqrt() / 10_f64.sqrt();
        let (low, high) = all.interval.unwrap();
        assert_eq!((all.ours, all.of), (Some(5.5), Some(10)));
        assert!((low - (5.5 - half)).abs() < 1e-5 && (high - (5.5 + half)).abs() < 1e-5, "{all:?}");
        assert_eq!(mean(Summary::default()).ours, None);
        assert_eq!(mean([3.0].into_iter().collect()).interval, None);
    }
}
