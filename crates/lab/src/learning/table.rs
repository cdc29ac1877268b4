//! The learnt weights as the Rust source that the evaluation is compiled with.

use std::fmt::Write;

use eval::Otrera;

use super::lesson::Learnt;
use super::loss::{Loss, StageLoss};
use super::weights::Table;

/// How every file of ours begins.
const FIRST_LINE: &str = "//! Made by `otrera lab learn`; not to be edited by hand.";

/// Whether a text is a file that was made here, and so may be made anew.
#[must_use]
pub fn is_ours(text: &str) -> bool {
    text.lines().next() == Some(FIRST_LINE)
}

impl Learnt {
    /// The whole file: what was learnt from what, and the table.
    #[must_use]
    pub fn source(&self) -> String {
        let Self { tally, board, result, .. } = self;
        let best = self.best();
        // Shares are written by people: what is left of 0.7 is 0.3.
        let searched = ((1.0 - result) * 1e6).round() / 1e6;
        format!(
            "{FIRST_LINE}\n\
             //!\n\
             //! From {} positions of {} games on {board}; {} of them, those of every fifth game, were held back.\n\
             //! Target: {result} result, {searched} win rate of the search. Ridges: {} to zero, {} to the neighbouring stage.\n\
             //! Loss of the result on games held back: {:.4}. By percent of empty squares:\n\
             //! {}.\n\
             \n\
             use super::counts::COUNTS;\n\
             use super::weights::STAGES;\n\
             \n\
             {}",
            tally.learnt_from + tally.held_back,
            tally.counted,
            tally.held_back,
            best.ridge.to_zero,
            best.ridge.to_neighbor,
            best.held_back.all,
            by_stages(&best.held_back),
            written(&self.table),
        )
    }
}

/// The losses of all stages.
fn by_stages(loss: &Loss) -> String {
    let stage = |stage: &StageLoss| {
        let [first, last] = stage.percent;
        format!("{first} to {last}: {:.4}", stage.mean)
    };
    loss.stages.iter().map(stage).collect::<Vec<_>>().join(", ")
}

/// The table as Rust source.
fn written(table: &Table) -> String {
    let mut percents: Vec<String> =
        (0..Otrera::STAGES).map(|stage| Otrera::percent_of(stage).to_string()).collect();
    let last = percents.pop().unwrap_or_default();
    let mut text = format!(
        "/// A row a count, a column a stage: {} and {last} percent of the squares empty.\n\
         #[rustfmt::skip]\n\
         pub(super) const LEARNT: [[i32; STAGES]; COUNTS] = [\n",
        percents.join(", ")
    );
    for group in Otrera::groups() {
        let _ = writeln!(text, "    // {}.", group.words);
        for row in &table[group.counts] {
            let _ = writeln!(text, "    {row:?},");
        }
    }
    text += "];\n";
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evaluation_is_compiled_with_a_file_as_it_is_written_here() {
        let compiled = include_str!("../../../eval/src/otrera/learnt.rs");
        assert!(is_ours(compiled));
        let (head, table) = compiled.split_at(compiled.find("/// A row a count").unwrap());
        assert!(table == written(Otrera::learnt()), "{table}");
        assert!(
            head.lines().all(|line| line.starts_with("//!") || line.is_empty() || line.starts_with("use "))
        );
    }
}
