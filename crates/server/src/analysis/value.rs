//! What an engine thinks of a position, on its way between a search, the store and the page.

use amazons::{AnyPosition, Color};
use store::Evaluation;
use thought::{Proven, Report, Score};

use crate::api;
use crate::view::wire_move;

/// The longest line that is kept.
const LONGEST: usize = 12;

/// What a search says of a position, as the store keeps it; nothing where it knows nothing.
pub(crate) fn of_report(position: &AnyPosition, report: &Report, agent: &str) -> Option<Evaluation> {
    let turn = position.turn();
    let best = report.lines.first()?;
    let score = best.score?;
    let rate = best.win_rate.unwrap_or_else(|| score.win_rate());
    let winner = score.decided_in().map(|_| if score.is_win() { turn } else { !turn });
    Some(Evaluation {
        score: score.for_white(turn).to_units(),
        win_rate: if turn == Color::White { rate } else { 1.0 - rate },
        winner,
        won_by: winner.and(best.proven).map(|proven: Proven| u32::from(proven.in_hand())),
        nodes: report.nodes,
        line: best.moves.iter().copied().take(LONGEST).collect(),
        agent: agent.to_owned(),
    })
}

/// What a position is worth where nobody can move; nothing if the game is not over.
pub(crate) fn of_outcome(position: &AnyPosition, agent: &str) -> Option<Evaluation> {
    let winner = position.outcome()?.winner;
    Some(Evaluation {
        score: Score::loss_in(0).for_white(position.turn()).to_units(),
        win_rate: if winner == Color::White { 1.0 } else { 0.0 },
        winner: Some(winner),
        won_by: None,
        nodes: 0,
        line: Vec::new(),
        agent: agent.to_owned(),
    })
}

/// The same as the page sees it. A decided game has a margin too, so that it can stand in a graph: one more than what
/// the winner is proven to have in hand, because a game may be won by nothing.
pub(crate) fn shown(kept: &Evaluation) -> api::Evaluation {
    let in_hand = f64::from(kept.won_by.unwrap_or(0)) + 1.0;
    api::Evaluation {
        win_rate: kept.win_rate,
        margin: match kept.winner {
            Some(Color::White) => in_hand,
            Some(Color::Black) => -in_hand,
            None => f64::from(kept.score) / f64::from(Score::ONE),
        },
        winner: kept.winner.map(Into::into),
        won_by: kept.won_by,
        nodes: kept.nodes,
        line: kept.line.iter().copied().map(wire_move).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::Game;
    use thought::Line;

    #[test]
    fn everything_is_whites() {
        let after = Game::default().position().play("d1-d7/g7".parse().unwrap()).unwrap();
        let line = |score| Line {
            moves: vec!["d10-d8/d9".parse().unwrap(); 20],
            score: Some(score),
            win_rate: Some(score.win_rate()),
            visits: None,
            proven: Some(Proven::AtLeast(4)),
        };
        let report = |score| Report { lines: vec![line(score)], nodes: 7, ..Report::default() };
        let even = of_report(&after, &report(Score::from_moves(2.0)), "otrera").unwrap();
        assert_eq!((even.score, even.winner, even.won_by, even.line.len()), (-20_000, None, None, LONGEST));
        assert!(even.win_rate < 0.5);
        assert!((shown(&even).margin + 2.0).abs() < 1e-9);
        let lost = of_report(&after, &report(Score::loss_in(3)), "otrera").unwrap();
        assert_eq!((lost.winner, lost.won_by, lost.win_rate), (Some(Color::White), Some(4), 1.0));
        assert!((shown(&lost).margin - 5.0).abs() < 1e-9);
        assert_eq!(of_report(&after, &Report::default(), "otrera"), None);
        assert_eq!(of_outcome(&after, "otrera"), None);
    }
}
