//! What the thesis says of its networks for tic-tac-toe, judged by our runs.
//!
//! The runs are the sample: every interval is Student's of their mean. The level of a run is its mean equity in the second half
//! of the training, where the thesis has its curves level.

use super::players::{Player, Side, exact_equity};
use super::runs::Runs;
use super::training::{HIDDEN, Lessons, Run};
use crate::confidence::Confidence;
use crate::findings::{Cause, Measured, Statement, Unit};
use crate::judge::{self, Region};
use crate::workbench::PAPER_STATEMENTS;

/// The highest equities of the thesis.
pub(super) const HIGHEST: [f64; 2] = [0.15, 0.30];

/// Why a difference between sizes may not be seen.
const SPREAD: &str = "The thesis gives no intervals; its curves are means of ten runs.";

/// Why a height may not be seen.
const COLOURS: &str = "The thesis does not say who begins in a test; as White our networks are far above this, as Black far below.";

/// All sizes by their places.
const ALL: [usize; 3] = [0, 1, 2];

/// All statements; whether a verdict stands if the error is shared among all statements of the papers is noted.
pub(super) fn statements(runs: &Runs) -> Vec<Statement> {
    let strict = of_confidence(runs, Confidence::USUAL.shared_by(PAPER_STATEMENTS));
    let usual = of_confidence(runs, Confidence::USUAL).into_iter();
    let with_strict = |(usual, strict): (Statement, Statement)| Statement {
        is_robust: usual.is_decided().then_some(usual.verdict == strict.verdict),
        ..usual
    };
    usual.zip(strict).map(with_strict).collect()
}

fn of_confidence(runs: &Runs, confidence: Confidence) -> Vec<Statement> {
    let judged = Judged { runs, confidence };
    let mut all = judged.of_thesis();
    all.extend(judged.of_ours());
    all
}

struct Judged<'a> {
    runs: &'a Runs,
    confidence: Confidence,
}

impl Judged<'_> {
    fn mean(&self, lessons: Lessons, sizes: &[usize], quantity: impl Fn(&Run) -> f64) -> Measured {
        self.runs.mean(lessons, sizes, self.confidence, quantity)
    }

    fn level(&self, lessons: Lessons, size: usize) -> Measured {
        self.mean(lessons, &[size], Run::level)
    }

    fn of_thesis(&self) -> Vec<Statement> {
        let [play, database] = Lessons::BOTH;
        vec![
            self.more_is_better(
                play,
                "In Experiment I networks with more hidden nodes are better than those with fewer (here: the slope over 40, 60 and 80).",
            ),
            self.more_is_better(
                database,
                "In Experiment II, too, more hidden nodes are better than fewer (here: likewise).",
            ),
            judge::differs(
                "In Experiment I 60 and 80 hidden nodes do not differ (here: by no more than 0.05).",
                ("level with 80", self.level(play, 2)),
                ("with 60", self.level(play, 1)),
                Region::Between(-0.05, 0.05),
            )
            .if_not_seen(Cause::Open, SPREAD),
            judge::greater(
                "In Experiment II 80 hidden nodes are better than 60.",
                ("level with 80", self.level(database, 2)),
                ("with 60", self.level(database, 1)),
            )
            .if_not_seen(Cause::Open, SPREAD),
            self.is_level(
                play,
                "In Experiment I the equity is level after half of the training (here: the last quarter within 0.05 of the third).",
            ),
            self.is_level(database, "In Experiment II the equity is level after half of the training (here: likewise)."),
            self.highest(play, "In Experiment I the highest equity is 0.15 (here: 0.05 to 0.25)."),
            self.highest(database, "In Experiment II the highest equity is 0.30 (here: 0.20 to 0.40)."),
            judge::greater(
                "Networks that learn from the database become better than those that learn by playing against RANDOM.",
                ("level in Experiment II, all sizes", self.mean(database, &ALL, Run::level)),
                ("in Experiment I", self.mean(play, &ALL, Run::level)),
            ),
        ]
    }

    fn more_is_better(&self, lessons: Lessons, claim: &str) -> Statement {
        let names = HIDDEN.map(|hidden| format!("{hidden} nodes"));
        let series = ALL.map(|size| (names[size].as_str(), self.level(lessons, size)));
        judge::growing(claim, "level", &series).if_not_seen(Cause::Open, SPREAD)
    }

    fn is_level(&self, lessons: Lessons, claim: &str) -> Statement {
        let change = self.mean(lessons, &ALL, |run| run.quarter(3) - run.quarter(2));
        judge::lies_within(
            claim,
            ("change from the third quarter to the last in the same run, all sizes", change),
            Region::Between(-0.05, 0.05),
        )
    }

    fn highest(&self, lessons: Lessons, claim: &str) -> Statement {
        let size = self.runs.best_size(lessons);
        let (examples, highest) = self.runs.highest(lessons, size, self.confidence);
        let name = format!(
            "highest mean of the runs, with {} nodes after {} examples",
            HIDDEN[size],
            Unit::Count.write(examples as f64)
        );
        let paper = HIGHEST[lessons as usize];
        judge::lies_within(claim, (&name, highest.beside(paper)), Region::Between(paper - 0.1, paper + 0.1))
            .if_not_seen(Cause::Conditions, COLOURS)
    }

    fn of_ours(&self) -> Vec<Statement> {
        let [play, database] = Lessons::BOTH;
        let best = exact_equity(Side::BestReply, Player::Expert);
        let learns = Lessons::BOTH.map(|lessons| {
            let name = format!(
                "last test less the first in the same run of Experiment {}, all sizes",
                lessons.name()
            );
            judge::above("", (&name, self.mean(lessons, &ALL, |run| run.last() - run.first())), 0.0)
        });
        vec![
            judge::all("Networks play better after their training than before it, in both experiments.", &learns),
            judge::above(
                "Networks that learn by playing against RANDOM become better than EXPERT.",
                ("level in Experiment I, all sizes", self.mean(play, &ALL, Run::level)),
                0.0,
            ),
            judge::above(
                "Networks that learn from the database become better than EXPERT.",
                ("level in Experiment II, all sizes", self.mean(database, &ALL, Run::level)),
                0.0,
            ),
            judge::above(
                "The network that made a database, which may try its own plies, is better than the one that learns from it.",
                (
                    "its equity less that of the other at their ends, all sizes",
                    self.mean(database, &ALL, |run| run.teacher.unwrap_or(f64::NAN) - run.last()),
                ),
                0.0,
            ),
            judge::above(
                "Networks of Experiment II reach half of what a best reply to EXPERT would.",
                ("level, all sizes", self.mean(database, &ALL, Run::level)),
                best / 2.0,
            ),
        ]
        .into_iter()
        .map(Statement::of_ours)
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::runs::tests::runs;
    use super::*;
    use crate::findings::{StatementSource, StatementVerdict};

    /// Curves that rise until a half and are level from there; runs lie a little around their mean.
    fn like_the_thesis(levels: [[f64; 3]; 2]) -> Runs {
        runs(|lessons, hidden, number, share| {
            let size = HIDDEN.iter().position(|&other| other == hidden).unwrap();
            let spread = if number.is_multiple_of(2) { 0.01 } else { -0.01 };
            levels[lessons as usize][size] - (0.5 - share).max(0.0) + spread
        })
    }

    /// The thesis prints the highest equities, 0.15 and 0.30, and says of the others which are higher.
    #[test]
    fn the_theses_own_numbers_support_its_statements() {
        let runs = like_the_thesis([[0.10, 0.15, 0.15], [0.20, 0.25, 0.30]]);
        let statements = statements(&runs);
        for statement in statements.iter().filter(|statement| statement.source == StatementSource::Paper) {
            assert_eq!(
                statement.verdict,
                StatementVerdict::Seen,
                "{}: {}",
                statement.claim,
                statement.because
            );
            assert_eq!(statement.is_robust, Some(true), "{}: {}", statement.claim, statement.because);
        }
        let of_thesis = |statement: &&Statement| statement.source == StatementSource::Paper;
        assert_eq!((statements.len(), statements.iter().filter(of_thesis).count()), (14, 9));
    }

    #[test]
    fn other_numbers_contradict_them() {
        let runs = like_the_thesis([[0.50, 0.40, 0.30], [0.00, -0.05, -0.15]]);
        let verdicts: Vec<StatementVerdict> =
            statements(&runs).iter().map(|statement| statement.verdict).collect();
        use StatementVerdict::{NotSeen, Seen};
        assert_eq!(
            verdicts[..9],
            [NotSeen, NotSeen, NotSeen, NotSeen, Seen, Seen, NotSeen, NotSeen, NotSeen]
        );
        let rising = super::super::runs::tests::runs(|_, _, number, share| share + number as f64 / 1_000.0);
        let verdicts: Vec<StatementVerdict> =
            statements(&rising).iter().map(|statement| statement.verdict).collect();
        assert_eq!(verdicts[4..6], [NotSeen, NotSeen]);
    }
}
