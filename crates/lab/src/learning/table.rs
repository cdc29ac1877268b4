//! The learnt weights as the Rust source that the evaluation is compiled with.

use std::fmt::Write;

use eval::Otrera;

use super::lesson::Learnt;
use super::loss::Loss;
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
        let (best, searched) = (self.best(), 1.0 - result);
        format!(
            "{FIRST_LINE}\n\
             //!\n\
             //! From {} positions of {} games on {board}, those of every fifth game held back: {}.\n\
             //! Target: {result} result, {searched:.4} win rate of the search; ridges: {} to zero, {} to the neighbouring stage.\n\
             //! Loss of the result on games held back: {}.\n\
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
            in_words(&best.held_back),
            written(&self.table),
        )
    }
}

/// A loss, and that of every stage.
fn in_words(loss: &Loss) -> String {
    let stages: Vec<String> = loss
        .stages
        .iter()
        .map(|stage| format!("{:.4} at {} to {}%", stage.mean, stage.percent[0], stage.percent[1]))
        .collect();
    format!("{:.4}; {}", loss.all, stages.join(", "))
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
