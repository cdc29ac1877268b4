//! How often evaluations name the wrong winner, board by board.
//!
//! The boards of one game are not independent of each other: an evaluation that misjudges a game at ply 20 mostly does so at ply 21.
//! So intervals are made of games, not of boards: the standard error of a ratio of sums over games (W. G. Cochran,
//! "Sampling Techniques", 3rd edition 1977, section 6.4), with the normal quantile.

use std::ops::{Range, RangeFrom};

use amazons::{AnyPosition, Color};
use arena::mix;
use arena::statistics::wilson;
use eval::Eval;
use store::GameRecord;
use training::winner_error;

use crate::confidence::Confidence;
use crate::findings::{Measured, Unit};

/// Evaluates a position: the value to the side to move, given a seed of the game.
pub(in crate::experiments) type ValueFn = Box<dyn Fn(&AnyPosition, u64) -> f64 + Send + Sync>;

/// An evaluation to be judged.
pub(in crate::experiments) struct TestedEvaluation {
    /// What it is called.
    pub(in crate::experiments) name: &'static str,
    /// The error that the thesis has.
    pub(in crate::experiments) paper: Option<f64>,
    pub(in crate::experiments) value: ValueFn,
}

impl TestedEvaluation {
    /// An evaluation of the catalogue.
    pub(in crate::experiments) fn of(name: &'static str, eval: &str, paper: Option<f64>) -> Self {
        let eval: Eval = eval.parse().expect("an evaluation of the catalogue");
        // Chance draws by position: without a seed of the game it would say the same of every start.
        let value =
            move |position: &AnyPosition, seed: u64| training::evaluate(&eval.clone().seeded(seed), position);
        Self { name, paper, value: Box::new(value) }
    }
}

/// The errors of all evaluations on one game: by evaluation, then by ply.
pub(in crate::experiments) type GameErrors = Vec<Vec<f64>>;

/// Judges every board of a game that has a winner: those before each move, and the last one unless it is over.
pub(in crate::experiments) fn errors_of(
    game: &GameRecord,
    winner: Color,
    evaluations: &[TestedEvaluation],
    seed: u64,
) -> GameErrors {
    let boards: Vec<&AnyPosition> =
        game.game.positions().filter(|position| position.outcome().is_none()).collect();
    let of = |evaluation: &TestedEvaluation| {
        let error = |position: &&AnyPosition| {
            let value = (evaluation.value)(position, seed);
            winner_error(if position.turn() == winner { value } else { -value })
        };
        boards.iter().map(error).collect()
    };
    evaluations.iter().map(of).collect()
}

/// The seed of a game's chance.
pub(in crate::experiments) fn seed_of(seed: u64, number: usize) -> u64 {
    mix(seed, number as u64)
}

/// The errors of all games.
pub(in crate::experiments) struct Errors {
    pub(in crate::experiments) games: Vec<GameErrors>,
}

impl Errors {
    /// How many boards there are at some plies.
    pub(in crate::experiments) fn boards(&self, plies: RangeFrom<usize>) -> u64 {
        let count = |game: &GameErrors| game[0].len().saturating_sub(plies.start) as u64;
        self.games.iter().map(count).sum()
    }

    /// How many games have a board at a ply.
    pub(in crate::experiments) fn games_at(&self, ply: usize) -> u64 {
        self.games.iter().filter(|game| game[0].len() > ply).count() as u64
    }

    /// The share of boards from a ply on with the wrong winner.
    pub(in crate::experiments) fn share(&self, evaluation: usize, plies: RangeFrom<usize>) -> Measured {
        let clusters =
            self.games.iter().map(|game| cluster(game[evaluation].get(plies.clone()).unwrap_or_default()));
        within_bounds(measured(&clusters.collect::<Vec<_>>()))
    }

    /// The share of boards within some plies with the wrong winner.
    pub(in crate::experiments) fn share_within(&self, evaluation: usize, plies: Range<usize>) -> Measured {
        let boards = |game: &GameErrors| {
            let errors = &game[evaluation];
            cluster(&errors[plies.start.min(errors.len())..plies.end.min(errors.len())])
        };
        within_bounds(measured(&self.games.iter().map(boards).collect::<Vec<_>>()))
    }

    /// The share of games that are misjudged at a ply.
    pub(in crate::experiments) fn at(&self, evaluation: usize, ply: usize) -> Measured {
        let boards = self.games.iter().filter_map(|game| game[evaluation].get(ply).copied());
        let clusters: Vec<Cluster> = boards.map(|error| (error, 1.0)).collect();
        let mut measured = within_bounds(measured(&clusters));
        if !clusters.is_empty() && clusters.iter().all(|(error, _)| *error != 0.5) {
            // One board a game, each right or wrong: a plain share, and few errors make its interval lopsided.
            let wrong: f64 = clusters.iter().map(|(error, _)| error).sum();
            let interval = wilson(wrong as u64, clusters.len() as u64);
            measured.interval = Some((interval.lower, interval.upper));
        }
        measured
    }

    /// How much more often the first evaluation errs than the second, on the same boards.
    pub(in crate::experiments) fn difference(&self, one: usize, other: usize) -> Measured {
        let cluster = |game: &GameErrors| {
            let difference = |(one, other): (&f64, &f64)| one - other;
            (game[one].iter().zip(&game[other]).map(difference).sum(), game[one].len() as f64)
        };
        measured(&self.games.iter().map(cluster).collect::<Vec<_>>())
    }

    /// The first ply from which on a evaluation stays below a bound, as long as enough games go on.
    pub(in crate::experiments) fn below_from(
        &self,
        evaluation: usize,
        bound: f64,
        enough: u64,
    ) -> Option<usize> {
        let last = (0..).take_while(|&ply| self.games_at(ply) >= enough).last()?;
        let is_below = |ply: &usize| self.at(evaluation, *ply).ours.is_some_and(|share| share < bound);
        (0..=last).rev().take_while(is_below).last()
    }
}

/// The errors of a game together, and its boards.
type Cluster = (f64, f64);

fn cluster(errors: &[f64]) -> Cluster {
    (errors.iter().sum(), errors.len() as f64)
}

/// A share is never below 0 nor above 1, whatever the normal quantile says.
fn within_bounds(share: Measured) -> Measured {
    Measured { interval: share.interval.map(|(low, high)| (low.max(0.0), high.min(1.0))), ..share }
}

/// A ratio of sums over games with its 95% interval.
fn measured(clusters: &[Cluster]) -> Measured {
    let (errors, boards) = clusters.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let none = Measured { of: Some(boards as u64), unit: Unit::Decimal, ..Measured::default() };
    if boards == 0.0 {
        return none;
    }
    let (ratio, games) =
        (errors / boards, clusters.iter().filter(|(_, boards)| *boards > 0.0).count() as f64);
    let squares: f64 = clusters.iter().map(|(errors, boards)| (errors - ratio * boards).powi(2)).sum();
    let interval = (games > 1.0).then(|| {
        let half = Confidence::USUAL.z() * (squares * games / (games - 1.0)).sqrt() / boards;
        (ratio - half, ratio + half)
    });
    Measured { ours: Some(ratio), interval, ..none }
}

#[cfg(test)]
mod tests {
    use amazons::{ByColor, Game};
    use store::Source;

    use super::*;

    fn game(moves: &str) -> GameRecord {
        let mut game = Game::default();
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        GameRecord::new(ByColor::default(), game, Source::Import)
    }

    #[test]
    fn the_wrong_winner_counts_one_and_none_a_half() {
        let game = game("d1-d7/g7 d10-d8/j8");
        let evaluations = [
            TestedEvaluation::of("minimal distance", "mindist", None),
            TestedEvaluation {
                name: "White",
                paper: None,
                value: Box::new(|position, _| if position.turn() == Color::White { 3.0 } else { -3.0 }),
            },
        ];
        let white = errors_of(&game, Color::White, &evaluations, 1);
        let black = errors_of(&game, Color::Black, &evaluations, 1);
        assert_eq!(white[1], [0.0, 0.0, 0.0]);
        assert_eq!(black[1], [1.0, 1.0, 1.0]);
        // The start is even by minimal distance; what is right for one winner is wrong for the other.
        assert_eq!((white[0][0], black[0][0]), (0.5, 0.5));
        assert!(white[0].iter().zip(&black[0]).all(|(white, black)| white + black == 1.0));
    }

    #[test]
    fn chance_is_right_half_the_time_even_at_the_start() {
        let evaluations = [TestedEvaluation::of("random", "random", None)];
        let wrong: f64 = (0..400)
            .map(|number| errors_of(&game(""), Color::White, &evaluations, seed_of(3, number))[0][0])
            .sum();
        assert!((160.0..=240.0).contains(&wrong), "{wrong} of 400");
    }

    #[test]
    fn intervals_know_that_boards_of_a_game_hang_together() {
        // Ten games of 20 boards, each all right or all wrong: as good as ten boards, not two hundred.
        let games = (0..10).map(|number| vec![vec![f64::from(number % 2); 20]]).collect();
        let errors = Errors { games };
        let all = errors.share(0, 0..);
        assert_eq!((all.ours, all.of), (Some(0.5), Some(200)));
        let (low, high) = all.interval.unwrap();
        // The usual interval of ten independent boards: 0.5 +- 1.96 sqrt(0.25 / 9).
        assert!((high - low - 2.0 * 1.96 * (0.25_f64 / 9.0).sqrt()).abs() < 1e-3, "{low} {high}");
        assert_eq!(errors.boards(15..), 50);
        assert_eq!(errors.share(0, 15..).of, Some(50));
        assert_eq!(errors.share(0, 20..).ours, None);
        assert_eq!((errors.games_at(19), errors.games_at(20)), (10, 0));
    }

    #[test]
    fn pairs_of_evaluations_are_compared_board_by_board() {
        // The second evaluation is wrong where the first is, and once more in every game.
        let game = |number: usize| {
            let first: Vec<f64> = (0..10).map(|ply| f64::from(u8::from(ply < number))).collect();
            let second = (0..10).map(|ply| f64::from(u8::from(ply <= number))).collect();
            vec![first, second]
        };
        let errors = Errors { games: (0..8).map(game).collect() };
        let difference = errors.difference(0, 1);
        assert!((difference.ours.unwrap() + 0.1).abs() < 1e-9);
        let (low, high) = difference.interval.unwrap();
        assert!(high - low < 1e-6, "games differ much, the two evaluations always by the same");
    }

    #[test]
    fn the_end_of_errors_is_found() {
        let errors = Errors { games: vec![vec![vec![1.0, 1.0, 0.0, 1.0, 0.0, 0.0]]; 5] };
        assert_eq!(errors.below_from(0, 0.1, 5), Some(4));
        assert_eq!(errors.below_from(0, 0.0, 5), None, "not below nothing");
        let (low, high) = errors.at(0, 4).interval.unwrap();
        assert!(low == 0.0 && high > 0.2, "five games prove little: {high}");
        let half = Errors { games: vec![vec![vec![0.5]]; 5] };
        assert_eq!(
            half.at(0, 0).interval,
            Some((0.5, 0.5)),
            "who says nothing is half wrong, and that for sure"
        );
        let rare =
            Errors { games: (0..30).map(|number| vec![vec![f64::from(u8::from(number == 0))]]).collect() };
        let (low, high) = rare.share(0, 0..).interval.unwrap();
        assert!(low == 0.0 && high > 0.05, "{low} {high}");
        assert!(
            rare.at(0, 0).interval.unwrap().0 > 0.0,
            "Wilson's interval does not hold 0 once one is wrong"
        );
    }
}
