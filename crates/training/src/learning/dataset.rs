//! The positions that weights are fitted to (training) and those they are chosen by (validation).
//!
//! A game ends for us at the first position that the search proved, because a search does not evaluate proven positions;
//! otherwise at its last position, if it ended by a side without moves, a proof or a resignation. The positions after the last
//! ply that was not searched (a ply of the opening, a stray) are used: the earlier ones did not lead to the result.
//!
//! All games have to be on one board size: the evaluation is the same function on every size, but in a mixture the sizes would
//! be weighted by their numbers of games.

use std::path::{Path, PathBuf};

use amazons::{Color, Size};
use store::{Ending, GameRecord, Thought};
use thiserror::Error;

use super::regression::Ridge;
use super::samples::{CountFeatures, HasWon, Samples};
use crate::error::TrainingError;
use crate::json_lines;
use crate::progress::Progress;

/// Every fifth game is a validation game.
pub(crate) const VALIDATION_EVERY: u64 = 5;

/// Why no weights were learnt.
#[derive(Debug, Error)]
pub enum LearnError {
    /// A file that cannot be read.
    #[error(transparent)]
    File(#[from] TrainingError),
    /// Files without games.
    #[error("the files contain no games")]
    NoGames,
    /// Games without results.
    #[error("none of the {0} games has a result")]
    NoResults(u64),
    /// Games without search results.
    #[error(
        "none of the {0} games has win rates of a search: use games of `otrera lab selfplay` by a player that searches"
    )]
    NoThoughts(u64),
    /// Too few games for training and validation.
    #[error(
        "{training} training positions and {validation} validation positions (of every fifth game): both are needed"
    )]
    TooFew {
        /// Training positions.
        training: usize,
        /// Validation positions.
        validation: usize,
    },
    /// Games on boards of different sizes.
    #[error(
        "{}: a game on {other} after games on {first}: weights are learnt from one board size at a time",
        path.display()
    )]
    OtherBoard {
        /// The file.
        path: PathBuf,
        /// The board of the first game.
        first: Size,
        /// The board of this game.
        other: Size,
    },
    /// A regression that did not converge.
    #[error("the regression with ridge {ridge} did not converge")]
    NotConverged {
        /// Its ridge.
        ridge: Ridge,
    },
    /// A weight beyond the evaluation's bounds.
    #[error(
        "the weight of count {count} at stage {stage} is {weight} thousandths of a move: use larger ridges"
    )]
    TooLarge {
        /// Which count.
        count: usize,
        /// Which stage.
        stage: usize,
        /// How large.
        weight: f64,
    },
}

/// The numbers of games and positions of a dataset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DatasetSize {
    /// Games in the files.
    pub games: u64,
    /// Those of them with a result.
    pub finished: u64,
    /// Those of these with win rates of a search.
    pub thought_about: u64,
    /// Those of these with a position that is used.
    pub counted: u64,
    /// Training positions.
    pub training: usize,
    /// Validation positions.
    pub validation: usize,
}

/// Positions for training and for validation.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    pub(super) training: Samples,
    pub(super) validation: Samples,
    pub(super) board: Option<Size>,
    pub(super) size: DatasetSize,
}

impl Dataset {
    /// Reads files of JSON lines game by game; reports the number of games read.
    ///
    /// # Errors
    /// When a file cannot be read, or positions for training or validation are missing.
    pub fn read(files: &[PathBuf], report: &mut dyn FnMut(&Progress<'_>)) -> Result<Self, LearnError> {
        let mut dataset = Self::default();
        let games = files.iter().map(|path| json_lines::count(path)).sum::<Result<u64, TrainingError>>()?;
        report(&Progress::Started { what: "games", steps: games, done: 0 });
        for path in files {
            // `for_each` returns a file's errors only: the error of a game is passed on beside it.
            let (mut place, mut fault) = (0, None);
            let read = json_lines::for_each(path, |game, run| {
                let number = run.map_or(place, |run| run.slot);
                place += 1;
                if let Err(other) = dataset.add(path, &game, number) {
                    fault = Some(other);
                    return Err(TrainingError::Stopped);
                }
                report(&Progress::Done(dataset.size.games));
                Ok(())
            });
            match fault {
                Some(fault) => return Err(fault),
                None => read?,
            }
        }
        dataset.checked()
    }

    /// The numbers of games and positions.
    #[must_use]
    pub fn size(&self) -> DatasetSize {
        let (training, validation) = (self.training.len(), self.validation.len());
        DatasetSize { training, validation, ..self.size }
    }

    /// The board size of the games.
    #[must_use]
    pub fn board(&self) -> Option<Size> {
        self.board
    }

    fn checked(self) -> Result<Self, LearnError> {
        let DatasetSize { games, finished, thought_about, training, validation, .. } = self.size();
        match (games, finished, thought_about) {
            (0, ..) => Err(LearnError::NoGames),
            (_, 0, _) => Err(LearnError::NoResults(games)),
            (_, _, 0) => Err(LearnError::NoThoughts(games)),
            _ if training == 0 || validation == 0 => Err(LearnError::TooFew { training, validation }),
            _ => Ok(self),
        }
    }

    /// Adds the usable positions of a game, by its number to training or to validation.
    pub(super) fn add(&mut self, path: &Path, game: &GameRecord, number: u64) -> Result<(), LearnError> {
        self.size.games += 1;
        let Some((end, winner)) = end_of(game) else { return Ok(()) };
        self.size.finished += 1;
        let other = game.game.start().size();
        let first = *self.board.get_or_insert(other);
        if other != first {
            return Err(LearnError::OtherBoard { path: path.to_owned(), first, other });
        }
        let is_thought =
            |ply: usize| game.thoughts.get(ply).is_some_and(|thought| thought.assessment.win_rate.is_some());
        self.size.thought_about += u64::from((0..end).any(is_thought));
        let first = (0..end).rev().find(|&ply| !is_thought(ply)).map_or(0, |last| last + 1);
        let samples =
            if number.is_multiple_of(VALIDATION_EVERY) { &mut self.validation } else { &mut self.training };
        for (position, thought) in game.game.positions().zip(&game.thoughts).take(end).skip(first) {
            let turn = position.turn();
            let Some(rate) = thought.assessment.win_rate_of(turn) else { continue };
            let (percent, counts) = position.visit(CountFeatures);
            let has_won = if turn == winner { HasWon::Yes } else { HasWon::No };
            samples.add(percent, &counts, has_won, rate);
        }
        self.size.counted += u64::from(first < end);
        Ok(())
    }
}

/// The ply before which a game is over, and its winner; `None` without a result.
pub(crate) fn end_of(game: &GameRecord) -> Option<(usize, Color)> {
    let proven = |(ply, thought): (usize, &Thought)| Some((ply, thought.assessment.winner()?));
    let plies = game.game.moves().len();
    game.thoughts.iter().take(plies).enumerate().find_map(proven).or_else(|| {
        let is_over = matches!(game.ending, Ending::NoMoves | Ending::Adjudication | Ending::Resignation);
        Some((plies, game.winner.filter(|_| is_over)?))
    })
}

#[cfg(test)]
mod tests {
    use amazons::{AnyPosition, ByColor, Game, Start};
    use store::Source;
    use thought::{Assessment, Proof, Score};

    use super::*;

    fn thought(win_rate: Option<f64>) -> Thought {
        Thought { assessment: Assessment { win_rate, ..Assessment::default() }, ..Thought::default() }
    }

    fn proof(winner: Color) -> Option<Proof> {
        Some(Proof { winner, won_by: None, decided_in: Some(9) })
    }

    fn game(board: &str, rates: &[Option<f64>]) -> GameRecord {
        let start = Start::of(board.parse().unwrap()).unwrap();
        let mut game = Game::new(AnyPosition::from_setup(&start.setup()).unwrap());
        for _ in rates {
            let mv = game.position().legal_moves()[0];
            game.play(mv).unwrap();
        }
        GameRecord {
            winner: Some(Color::Black),
            ending: Ending::Adjudication,
            thoughts: rates.iter().map(|&win_rate| thought(win_rate)).collect(),
            ..GameRecord::new(ByColor::default(), game, Source::SelfPlay)
        }
    }

    fn add(dataset: &mut Dataset, game: &GameRecord, number: u64) -> Result<(), LearnError> {
        dataset.add(Path::new("games.jsonl"), game, number)
    }

    fn all(samples: &Samples) -> Vec<(usize, f64, f64)> {
        let blocks = samples.blocks();
        let of = |block| samples.in_block(block).map(move |sample| (sample.result, sample.rate));
        blocks
            .iter()
            .flat_map(|block| of(block).map(|(result, rate)| (block.percent, result, rate)))
            .collect()
    }

    #[test]
    fn positions_after_the_last_unsearched_ply_are_used() {
        let mut dataset = Dataset::default();
        let one = game("10x10", &[None, Some(0.5), None, Some(0.25), Some(0.75), Some(1.0)]);
        add(&mut dataset, &one, 7).unwrap();
        // Black plays plies 3 and 5, White 4; Black has won. The fewer empty squares come first.
        let expected = [(87, 1.0, 0.0), (88, 0.0, 0.75), (89, 1.0, 0.75)];
        assert_eq!(all(&dataset.training), expected);
        assert_eq!(dataset.validation.len(), 0);
        add(&mut dataset, &one, 10).unwrap();
        assert_eq!(all(&dataset.validation), expected);
        let size = dataset.size();
        assert_eq!((size.games, size.counted, size.training, size.validation), (2, 2, 3, 3));
        assert!(dataset.checked().is_ok());
    }

    #[test]
    fn a_game_ends_at_the_first_proof() {
        let mut dataset = Dataset::default();
        let mut one = game("10x10", &[None, Some(0.5), Some(0.25), Some(0.0), None, Some(0.5)]);
        // A large margin is no proof.
        one.thoughts[2].assessment.score = Some(Score::from_moves(90_000.0).for_white(Color::White));
        one.thoughts[3].assessment.proof = proof(Color::White);
        add(&mut dataset, &one, 7).unwrap();
        // The plies after the proof do not matter, not even a stray or another winner.
        assert_eq!(all(&dataset.training), [(90, 1.0, 0.25), (91, 0.0, 0.5)]);
        one.thoughts[3].assessment.proof = proof(Color::Black);
        one.ending = Ending::TimeForfeit;
        add(&mut dataset, &one, 10).unwrap();
        assert_eq!(all(&dataset.validation), [(90, 0.0, 0.25), (91, 1.0, 0.5)]);
        // A proof before the first usable position.
        one.thoughts[1].assessment.proof = proof(Color::Black);
        add(&mut dataset, &one, 11).unwrap();
        let size = dataset.size();
        assert_eq!((size.finished, size.thought_about, size.counted, size.training), (3, 2, 2, 2));
    }

    #[test]
    fn games_without_a_result_or_a_search_are_skipped() {
        let thoughts = [Some(0.5), Some(0.5)];
        let mut dataset = Dataset::default();
        let (mut forfeit, mut unfinished) = (game("10x10", &thoughts), game("10x10", &thoughts));
        forfeit.ending = Ending::TimeForfeit;
        unfinished.winner = None;
        for game in [&forfeit, &unfinished] {
            add(&mut dataset, game, 1).unwrap();
        }
        assert!(matches!(dataset.clone().checked(), Err(LearnError::NoResults(2))));
        let mut unsearched = game("10x10", &thoughts);
        unsearched.thoughts.clear();
        add(&mut dataset, &unsearched, 1).unwrap();
        assert!(matches!(dataset.clone().checked(), Err(LearnError::NoThoughts(3))));
        add(&mut dataset, &game("10x10", &[Some(0.5), None]), 1).unwrap();
        assert_eq!(dataset.size().thought_about, 1);
        assert!(matches!(dataset.clone().checked(), Err(LearnError::TooFew { training: 0, validation: 0 })));
        add(&mut dataset, &game("10x10", &thoughts), 5).unwrap();
        assert!(matches!(dataset.clone().checked(), Err(LearnError::TooFew { training: 0, validation: 2 })));
        assert!(matches!(Dataset::default().checked(), Err(LearnError::NoGames)));
        let other = add(&mut dataset, &game("8x8", &thoughts), 6).unwrap_err();
        assert!(other.to_string().contains("a game on 8x8 after games on 10x10"), "{other}");
    }
}
