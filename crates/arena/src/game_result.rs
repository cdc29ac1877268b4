//! The result of a game in a contest: winner, length, and the cost to both sides.

use std::time::Duration;

use amazons::notation::{MoveLine, MoveNotation};
use amazons::{ByColor, Color, Game, Size};
use store::{Ending, Thought, digest};

use crate::statistics::match_point;

/// A finished game of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Its place in the schedule.
    pub slot: u64,
    /// The winner.
    pub winner: Color,
    /// How it ended.
    pub ending: Ending,
    /// The number of plies, the opening's included.
    pub plies: u32,
    /// The moves, time and nodes of both sides.
    pub sides: ByColor<SideStats>,
    /// A digest of its moves: duplicates have the same.
    pub fingerprint: u64,
}

/// The moves, time and nodes of one side in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideStats {
    /// Its moves after the opening.
    pub moves: u32,
    /// Its time for these.
    pub time: Duration,
    /// Nodes, or playouts if a player counts only these.
    pub nodes: u64,
    /// Its match-point round: see [`match_point`]; `None` without win rates, and on other boards than 10x10, for which a lost
    /// game's 47 is not defined.
    pub match_point: Option<u32>,
}

impl GameResult {
    /// The result of a game of which the first `opening` plies are the opening.
    #[must_use]
    pub fn new(
        slot: u64,
        winner: Color,
        ending: Ending,
        game: &Game,
        thoughts: &[Thought],
        opening: usize,
    ) -> Self {
        let first = game.start().turn();
        let side_of = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        let mut sides = ByColor::<SideStats>::default();
        let mut rates: ByColor<Vec<Option<f64>>> = ByColor::default();
        let mut tells_rates = ByColor::<bool>::default();
        for (ply, thought) in thoughts.iter().enumerate() {
            let side = side_of(ply);
            let rate = thought.assessment.win_rate_of(side).filter(|_| ply >= opening);
            // Rounds are counted from the start of the game, with the opening.
            rates[side].push(rate);
            tells_rates[side] |= rate.is_some();
            if ply >= opening {
                sides[side].moves += 1;
                sides[side].time += thought.time;
                sides[side].nodes += thought.nodes.max(thought.playouts);
            }
        }
        for side in Color::BOTH {
            let own = if side == winner { match_point::Ending::Won } else { match_point::Ending::Lost };
            // A ply without a rate is no certain win.
            let rates: Vec<f64> = rates[side].iter().map(|rate| rate.unwrap_or(0.0)).collect();
            let is_standard = game.start().size() == Size::STANDARD;
            sides[side].match_point =
                (tells_rates[side] && is_standard).then(|| match_point::round(&rates, own));
        }
        let plies = game.moves().len() as u32;
        let text = MoveLine { game, notation: MoveNotation::Compact }.to_string();
        Self { slot, winner, ending, plies, sides, fingerprint: digest(text.as_bytes()) }
    }
}

#[cfg(test)]
mod tests {
    use thought::Assessment;

    use super::*;

    #[test]
    fn openings_do_not_count_and_losers_have_no_match_point() {
        let mut game = Game::default();
        for mv in ["d1-d7/g7", "d10-d8/j2", "g1-g2/g3", "g10-g9/h9"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let thought = |rate| Thought {
            time: Duration::from_millis(5),
            nodes: 70_000,
            assessment: Assessment { win_rate: Some(rate), ..Assessment::default() },
            ..Thought::default()
        };
        let result = |thoughts: &[Thought], opening| {
            GameResult::new(3, Color::White, Ending::NoMoves, &game, thoughts, opening)
        };
        let mut thoughts = [Thought::default(), Thought::default(), thought(0.95), thought(0.01)];
        let outcome = result(&thoughts, 2);
        let white =
            SideStats { moves: 1, time: Duration::from_millis(5), nodes: 70_000, match_point: Some(2) };
        assert_eq!(outcome.sides.white, white);
        assert_eq!(outcome.sides.black, SideStats { match_point: Some(match_point::LOST), ..white });
        let early = result(&[thought(0.95), thought(0.01), thought(0.95), thought(0.01)], 0);
        assert_eq!(early.sides.white.match_point, Some(1), "every own search counts");
        thoughts[2].assessment.win_rate = None;
        assert_eq!(result(&thoughts, 2).sides.white.match_point, None, "no win rates at all");
        let thoughts = [Thought::default(), thought(0.01), thought(0.95), thought(0.01)];
        assert_eq!(result(&thoughts, 0).sides.white.match_point, Some(2), "one rate is missing");
    }
}
