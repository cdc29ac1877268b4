//! Positions of games as rows of bytes, for the programs that train networks (`train/`).
//!
//! A row has what the flagship's evaluation knows about every square and amazon, and what the game and the search said about
//! the position. Besides the positions of the games themselves there are positions as a search meets them: after a random
//! move, and after a random step whose arrow is not shot yet.

mod row;

use std::io::Write;
use std::path::{Path, PathBuf};

use amazons::{AnyPosition, Board10x10, Color, Draw, Move, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{AtomicFile, GameRecord, IfExists, WriteError};

use crate::error::TrainingError;
use crate::json_lines;
use crate::learning::{VALIDATION_EVERY, end_of};
use crate::progress::Progress;

pub use row::{FEATURE_ROW, PositionKind};
use row::{Label, write_row};

/// The first line of a file of features.
pub const FEATURES_MAGIC: &str = "otrera-features 1";

/// How positions of games become rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureConfig {
    /// The positions after a random move, and after a random step without an arrow, from each position of a game.
    pub odd: u32,
    /// The seed of the random moves.
    pub seed: u64,
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FeatureCount {
    /// Games read.
    pub games: u64,
    /// Games on 10x10 with four amazons a side and a result, of which rows were written.
    pub used: u64,
    /// The rows of each kind, in the order of [`PositionKind::ALL`].
    pub rows: [u64; PositionKind::ALL.len()],
}

impl FeatureConfig {
    /// Writes the rows of the games of JSON lines files.
    ///
    /// # Errors
    /// When a file cannot be read, or the features cannot be written.
    pub fn write(
        &self,
        files: &[PathBuf],
        out: &Path,
        if_exists: IfExists,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<FeatureCount, TrainingError> {
        let games = files.iter().map(|path| json_lines::count(path)).sum::<Result<u64, TrainingError>>()?;
        report(&Progress::Started { what: "games", steps: games, done: 0 });
        let fault = |error: std::io::Error| WriteError::new(out, &error);
        let mut file = AtomicFile::create(out, if_exists)?;
        writeln!(file, "{FEATURES_MAGIC} {FEATURE_ROW}").map_err(fault)?;
        let mut count = FeatureCount::default();
        let mut rows = Vec::new();
        for path in files {
            let mut place = 0;
            json_lines::for_each(path, |game, run| {
                let (number, seed) = run.map_or((place, place), |run| (run.slot, run.seed));
                place += 1;
                rows.clear();
                self.add_game(&game, number, seed, &mut count, &mut rows);
                file.write_all(&rows).map_err(fault)?;
                report(&Progress::Done(count.games));
                Ok(())
            })?;
        }
        file.commit()?;
        Ok(count)
    }

    /// Adds the rows of a game.
    fn add_game(
        &self,
        game: &GameRecord,
        number: u64,
        seed: u64,
        count: &mut FeatureCount,
        rows: &mut Vec<u8>,
    ) {
        count.games += 1;
        let Some((end, winner)) = end_of(game).filter(|_| is_standard(game)) else { return };
        count.used += 1;
        let is_held_back = number.is_multiple_of(VALIDATION_EVERY);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ seed);
        let is_thought =
            |ply: usize| game.thoughts.get(ply).is_some_and(|thought| thought.assessment.win_rate.is_some());
        let first = (0..end).rev().find(|&ply| !is_thought(ply)).map_or(0, |last| last + 1);
        let mut write = |position: &Position<Board10x10>, kind: PositionKind, label: Label| {
            count.rows[kind as usize] += 1;
            write_row(position, kind, label, rows);
        };
        for (ply, position) in game.game.positions().take(end).enumerate() {
            let AnyPosition::Ten(position) = position else { return };
            let unlabelled = Label { is_held_back, result: None, rate: None };
            if ply >= first {
                let rate = game.thoughts[ply].assessment.win_rate_of(position.turn());
                let result = Some(position.turn() == winner);
                write(position, PositionKind::Game, Label { result, rate, ..unlabelled });
            } else {
                write(position, PositionKind::Unlabelled, unlabelled);
            }
            for _ in 0..self.odd {
                Self::write_odd(position, &mut rng, &mut |position, kind| write(position, kind, unlabelled));
            }
        }
    }

    /// Writes a position after a random move, and one after a random step, unless the game is over there.
    fn write_odd(
        position: &Position<Board10x10>,
        rng: &mut Xoshiro256PlusPlus,
        write: &mut dyn FnMut(&Position<Board10x10>, PositionKind),
    ) {
        let draws = [(Draw::Uniform, PositionKind::AfterMove), (Draw::Steps, PositionKind::AfterStep)];
        for (draw, kind) in draws {
            let Some(mut mv) = position.random_move(draw, rng) else { return };
            if kind == PositionKind::AfterStep {
                // An arrow at the amazon's own square changes nothing, as in the flagship's search.
                mv = Move { arrow: mv.to, ..mv };
            }
            let mut after = *position;
            after.play_unchecked(mv);
            if after.has_move() {
                write(&after, kind);
            }
        }
    }
}

/// Whether a game is played on 10x10 by four amazons a side, and squares that are left become empty at once.
fn is_standard(game: &GameRecord) -> bool {
    let AnyPosition::Ten(start) = game.game.start() else { return false };
    let has_four = |color| start.amazons(color).count() == 4;
    has_four(Color::White) && has_four(Color::Black) && start.vacancies().delay() == 0
}

#[cfg(test)]
mod tests {
    use amazons::{ByColor, Game};
    use store::{Ending, Source, Thought};
    use thought::Assessment;

    use super::*;

    fn thought(win_rate: Option<f64>) -> Thought {
        Thought { assessment: Assessment { win_rate, ..Assessment::default() }, ..Thought::default() }
    }

    fn game(rates: &[Option<f64>]) -> GameRecord {
        let mut game = Game::default();
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

    #[test]
    fn a_game_gives_labelled_rows_and_odd_ones() {
        let config = FeatureConfig { odd: 1, seed: 1 };
        let (mut count, mut rows) = (FeatureCount::default(), Vec::new());
        let one = game(&[None, Some(0.5), None, Some(0.25), Some(0.75)]);
        config.add_game(&one, 5, 9, &mut count, &mut rows);
        assert_eq!(count, FeatureCount { games: 1, used: 1, rows: [2, 3, 5, 5] });
        assert_eq!(rows.len(), 15 * FEATURE_ROW);
        let labels: Vec<&[u8]> = rows.chunks(FEATURE_ROW).map(|row| &row[316..]).collect();
        // Kind, held back, result, nothing, win rate: Black, who has won, moves at ply 3, White at ply 4.
        let rate = |rate: f32| rate.to_le_bytes();
        assert_eq!(labels[9], [&[0, 1, 1, 0][..], &rate(0.75)].concat());
        assert_eq!(labels[12], [&[0, 1, 0, 0][..], &rate(0.75)].concat());
        assert_eq!(labels[0], [&[1, 1, 255, 0][..], &rate(f32::NAN)].concat());
        assert_eq!(labels[10][..4], [2, 1, 255, 0]);
        assert_eq!(labels[11][..4], [3, 1, 255, 0]);
        // A step without an arrow leaves as many empty squares; a move one fewer.
        let empty = |row: usize| rows[row * FEATURE_ROW..][..100].iter().filter(|&&pair| pair < 25).count();
        assert_eq!([9, 10, 11].map(empty), [89, 88, 89]);
    }

    #[test]
    fn other_boards_and_games_without_a_result_give_no_rows() {
        let (mut count, mut rows) = (FeatureCount::default(), Vec::new());
        let mut unfinished = game(&[Some(0.5)]);
        unfinished.winner = None;
        FeatureConfig { odd: 1, seed: 1 }.add_game(&unfinished, 1, 1, &mut count, &mut rows);
        let start = amazons::Start::of("8x8".parse().unwrap()).unwrap();
        let other = Game::new(AnyPosition::from_setup(&start.setup()).unwrap());
        let small = GameRecord { game: other, ..game(&[]) };
        FeatureConfig { odd: 1, seed: 1 }.add_game(&small, 1, 1, &mut count, &mut rows);
        assert_eq!((count.games, count.used, rows.len()), (2, 0, 0));
    }
}
