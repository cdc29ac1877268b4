//! Commands for people at a terminal: the diagram, the evaluations, perft.

use std::fmt::Write;

use amazons::notation::Glyphs;
use amazons::perft::perft;
use amazons::{AnyPosition, Board, Position, Visitor};
use eval::{Eval, Evaluation};
use thought::Control;

/// The diagram, the number of legal moves, and the FEN.
pub(super) fn drawn(position: &AnyPosition) -> String {
    let setup = position.to_setup();
    let moves = match (position.outcome(), position.count_moves()) {
        (Some(outcome), _) => format!("{} cannot move: {} has won", position.turn(), outcome.winner),
        (None, 1) => "1 legal move".to_owned(),
        (None, count) => format!("{count} legal moves"),
    };
    format!("{}{moves}\nFEN: {}", setup.to_diagram(Glyphs::Ascii), setup.to_fen())
}

/// All evaluations with their terms, for the side to move.
pub(super) fn evaluated(position: &AnyPosition) -> String {
    position.visit(Explain).trim_end().to_owned()
}

struct Explain;

impl Visitor for Explain {
    type Output = String;

    fn visit<B: Board>(self, position: &Position<B>) -> String {
        let mut text = String::new();
        // The slow builds of MG-PEO have the values of the fast one.
        for named in Eval::ALL.into_iter().filter(|named| !matches!(named.eval, Eval::PlainMgPeo(_))) {
            let breakdown = named.eval.breakdown(position);
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{} = {:+.6}   {}", named.name, breakdown.value, named.source);
            for term in breakdown.terms {
                let _ = writeln!(text, "    {:>12.6} x {:<9.6} {}", term.value, term.weight, term.name);
            }
        }
        text
    }
}

/// Counts the leaves at a depth; `None` if it is stopped.
pub(super) fn count(position: &AnyPosition, plies: u32, control: &Control) -> Option<u64> {
    position.visit(Count { plies, control })
}

struct Count<'a> {
    plies: u32,
    control: &'a Control,
}

impl Visitor for Count<'_> {
    type Output = Option<u64>;

    fn visit<B: Board>(self, position: &Position<B>) -> Option<u64> {
        count_from(position, self.plies, self.control)
    }
}

fn count_from<B: Board>(position: &Position<B>, plies: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    // Two plies of a large board with many amazons take seconds, too long between two checks of the control.
    if plies <= 1 {
        return Some(perft(position, plies));
    }
    position.legal_moves().try_fold(0, |sum, mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        Some(sum + count_from(&after, plies - 1, control)?)
    })
}

#[cfg(test)]
mod tests {
    use amazons::Start;

    use super::*;

    #[test]
    fn games_are_counted_until_stopped() {
        let start = Start::of("4x4".parse().unwrap()).unwrap();
        let start = AnyPosition::from_setup(&start.setup()).unwrap();
        assert_eq!(count(&start, 0, &Control::new()), Some(1));
        assert_eq!(count(&start, 3, &Control::new()), Some(139_500));
        let stopped = Control::new();
        stopped.stop();
        assert_eq!(count(&start, 30, &stopped), None);
    }
}
