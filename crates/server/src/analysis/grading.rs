//! A review from the evaluations of a game's positions: the loss and the grade of each move.
//!
//! `docs/board.md` has the rules. All functions are pure.

use amazons::{Color, Game};

use crate::api::{Accuracy, Better, Evaluation, Grade, Review, ReviewState, ReviewedPly};
use crate::view::wire_move;

/// A move with a smaller loss of its side's win rate counts as the best one.
const GOOD: f64 = 0.005;
/// The least losses of an inaccuracy, a mistake and a blunder: lichess's 0.1, 0.2 and 0.3 on a scale from -1 to 1, which are
/// half as large on one from 0 to 1.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.15;

/// Grades the moves between positions with values, that of the start first. `nodes` is the effort of each value.
pub(crate) fn review(game: &Game, values: &[Option<Evaluation>], nodes: u64) -> Review {
    let done = values.iter().flatten().count() as u32;
    let total = game.moves().len() as u32 + 1;
    let plies: Vec<ReviewedPly> =
        (1..).zip(values.windows(2)).filter_map(|(ply, pair)| reviewed(game, ply, pair)).collect();
    Review {
        state: if done == total { ReviewState::Done } else { ReviewState::Stopped },
        done,
        total,
        nodes,
        accuracy: Accuracy {
            white: accuracy(game, &plies, Color::White),
            black: accuracy(game, &plies, Color::Black),
        },
        turning_points: turning_points(game, &plies),
        plies,
    }
}

/// The values of a review.
pub(crate) fn values(review: &Review) -> Vec<Option<Evaluation>> {
    let mut values = vec![None; review.total as usize];
    for ply in &review.plies {
        // A stored review that was edited may have any ply.
        if let Some([before, after]) = values.get_mut(ply.ply.saturating_sub(1) as usize..=ply.ply as usize) {
            *before = Some(ply.before.clone());
            *after = Some(ply.after.clone());
        }
    }
    values
}

/// The side that made a ply.
fn mover(game: &Game, ply: u32) -> Color {
    let first = game.start().turn();
    if ply % 2 == 1 { first } else { !first }
}

fn reviewed(game: &Game, ply: u32, pair: &[Option<Evaluation>]) -> Option<ReviewedPly> {
    let [Some(before), Some(after)] = pair else { return None };
    let color = mover(game, ply);
    let mv = *game.moves().get(ply as usize - 1)?;
    let best = before.assessment.line.first();
    let win_rate = |value: &Evaluation| value.assessment.win_rate_of(color);
    // The engine's best move has no loss, even if the next position is assessed lower.
    let loss = if best == Some(&mv) { 0.0 } else { (win_rate(before)? - win_rate(after)?).max(0.0) };
    let grade = grade(loss);
    let better = best
        .filter(|best| grade >= Grade::Inaccuracy && **best != mv)
        .map(|best| Better { mv: wire_move(*best), assessment: before.assessment.clone() });
    let (before, after) = (before.clone(), after.clone());
    Some(ReviewedPly { ply, mv: wire_move(mv), before, after, loss, grade, better })
}

/// The grade of a loss.
fn grade(loss: f64) -> Grade {
    match loss {
        loss if loss >= BLUNDER => Grade::Blunder,
        loss if loss >= MISTAKE => Grade::Mistake,
        loss if loss >= INACCURACY => Grade::Inaccuracy,
        loss if loss >= GOOD => Grade::Good,
        _ => Grade::Best,
    }
}

/// The accuracy of a move with a loss, 0 to 100: lichess's formula, in which losses are in percent.
fn accuracy_of(loss: f64) -> f64 {
    (103.1668 * libm::exp(-0.04354 * loss * 100.0) - 3.1669).clamp(0.0, 100.0)
}

/// The mean accuracy of a side's moves.
fn accuracy(game: &Game, plies: &[ReviewedPly], color: Color) -> Option<f64> {
    let own: Vec<f64> =
        (plies.iter()).filter(|ply| mover(game, ply.ply) == color).map(|ply| accuracy_of(ply.loss)).collect();
    (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
}

/// The mistakes and blunders after which the other side is the favourite; if there are none, the one with the largest loss.
fn turning_points(game: &Game, plies: &[ReviewedPly]) -> Vec<u32> {
    let bad = || plies.iter().filter(|ply| ply.grade >= Grade::Mistake);
    let turns = |ply: &&ReviewedPly| {
        let win_rate = |value: &Evaluation| value.assessment.win_rate_of(mover(game, ply.ply));
        win_rate(&ply.before) >= Some(0.5) && win_rate(&ply.after) < Some(0.5)
    };
    let turned: Vec<u32> = bad().filter(turns).map(|ply| ply.ply).collect();
    if turned.is_empty() {
        return bad().max_by(|a, b| a.loss.total_cmp(&b.loss)).map(|ply| ply.ply).into_iter().collect();
    }
    turned
}

#[cfg(test)]
mod tests {
    use thought::Assessment;

    use super::*;

    fn value(win_rate: f64, best: &str) -> Option<Evaluation> {
        let line = if best.is_empty() { vec![] } else { vec![best.parse().unwrap(); 2] };
        let assessment = Assessment { win_rate: Some(win_rate), line, ..Assessment::default() };
        Some(Evaluation { assessment, nodes: 1 })
    }

    fn game() -> Game {
        let mut game = Game::default();
        for mv in ["d1-d7/g7", "d10-d8/j8", "g1-g6/b1", "g10-g9/j9"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn a_move_is_graded_by_the_loss_of_its_side() {
        let game = game();
        let values = [
            value(0.6, "a1a2,a2a3"),
            value(0.4, "b1b2,b2b3"),
            value(0.47, "g1g6,g6b1"),
            value(0.2, "c1c2,c2c3"),
            value(0.203, ""),
        ];
        let review = review(&game, &values, 9);
        let graded: Vec<(u32, Grade, bool)> =
            review.plies.iter().map(|ply| (ply.ply, ply.grade, ply.better.is_some())).collect();
        let expected = [
            (1, Grade::Blunder, true),
            (2, Grade::Inaccuracy, true),
            // White plays the engine's best move.
            (3, Grade::Best, false),
            (4, Grade::Best, false),
        ];
        assert_eq!(graded, expected);
        assert!((review.plies[0].loss - 0.2).abs() < 1e-9 && review.plies[2].loss == 0.0);
        let better = review.plies[0].better.as_ref().unwrap();
        assert_eq!((better.mv.as_str(), better.assessment.win_rate), ("a1a2,a2a3", Some(0.6)));
        assert_eq!((review.turning_points, review.state, review.done), (vec![1], ReviewState::Done, 5));
        // 103.1668 exp(-0.04354 * 20) - 3.1669 = 40.0, and 100 without a loss.
        assert!(
            (review.accuracy.white.unwrap() - (40.0169 + 100.0) / 2.0).abs() < 0.05,
            "{:?}",
            review.accuracy
        );
    }

    #[test]
    fn moves_without_two_values_are_not_graded() {
        let game = game();
        let values = [value(0.5, ""), value(0.5, ""), None, value(0.5, ""), None];
        let half = review(&game, &values, 9);
        assert_eq!((half.plies.len(), half.done, half.total, half.state), (1, 3, 5, ReviewState::Stopped));
        assert_eq!((half.accuracy.white.map(f64::round), half.accuracy.black), (Some(100.0), None));
        assert_eq!(super::values(&half), [value(0.5, ""), value(0.5, ""), None, None, None]);
        assert!(half.turning_points.is_empty());
    }

    #[test]
    fn the_largest_loss_is_the_turning_point_if_the_favourite_stays_the_same() {
        let game = game();
        let values = [value(0.99, ""), value(0.85, ""), value(0.85, ""), value(0.65, ""), value(0.66, "")];
        assert_eq!(review(&game, &values, 9).turning_points, [3]);
    }
}
