//! Which positions of which games count.
//!
//! A game is over for us where the search first proved who wins, because from there on the tree asks no evaluation; else where
//! it ended on the board: by a side without moves, a proof or a resignation. Of its positions those count that come after
//! the last ply that nobody thought about (an opening's, a stray's), because what came before did not lead to the result.
//!
//! All games have to be on one board: the evaluation is the same function on every board, so that any board can be learnt
//! from, but a mixture of boards would be learnt by how many games there happen to be of each.

use std::path::{Path, PathBuf};

use amazons::{Color, Size};
use store::{Ending, NewGame, Thought};
use thiserror::Error;
use thought::WhiteScore;

use super::regression::Ridge;
use super::samples::{Counted, HasWon, Samples};
use crate::lines;
use crate::workbench::{LabError, Tidings};

/// One game of so many is held back.
const HELD_BACK: u64 = 5;

/// Why nothing was learnt.
#[derive(Debug, Error)]
pub enum LearnError {
    /// A file that cannot be read.
    #[error(transparent)]
    File(#[from] LabError),
    /// Files without games.
    #[error("there is no game to learn from")]
    NoGames,
    /// Games of which nobody knows who won.
    #[error("none of the {0} games was played to an end: nobody knows what they teach")]
    NoResults(u64),
    /// Games without thoughts.
    #[error(
        "in none of the {0} games is written what the players thought: `otrera lab selfplay` with a player that searches writes it"
    )]
    NoThoughts(u64),
    /// Too few games to learn from some and to judge by others.
    #[error(
        "{learnt_from} positions to learn from and {held_back} of games held back (every fifth): some of both are needed"
    )]
    TooFew {
        /// Positions to learn from.
        learnt_from: usize,
        /// Positions to judge by.
        held_back: usize,
    },
    /// Games on different boards.
    #[error(
        "{}: a game is on {other} where those before are on {first}: weights are learnt from one board at a time",
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
    /// A regression that came to no end.
    #[error("with the ridge {ridge} no lowest loss was found")]
    NotFound {
        /// How strongly weights were held.
        ridge: Ridge,
    },
    /// A weight that the evaluation cannot take.
    #[error(
        "the weight of count {count} at stage {stage} is {weight} thousandths of a move: larger ridges keep it smaller"
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

/// What was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games in the files.
    pub games: u64,
    /// Those of them that were played to an end.
    pub finished: u64,
    /// Those of these in which it is written what was thought.
    pub thought_about: u64,
    /// Those of these with a position that counts.
    pub counted: u64,
    /// Positions to learn from.
    pub learnt_from: usize,
    /// Positions of games held back, to judge by.
    pub held_back: usize,
}

/// Positions to learn from, and others to judge by what was learnt.
#[derive(Clone, Debug, Default)]
pub struct Material {
    pub(super) learnt_from: Samples,
    pub(super) held_back: Samples,
    pub(super) board: Option<Size>,
    pub(super) tally: Tally,
}

impl Material {
    /// Reads files of JSON lines, game by game, and tells how many games were read.
    ///
    /// # Errors
    /// When a file cannot be read or there is too little in it to learn from.
    pub fn read(files: &[PathBuf], tell: &mut dyn FnMut(&Tidings<'_>)) -> Result<Self, LearnError> {
        let mut material = Self::default();
        let games = files.iter().map(|path| lines::count(path)).sum::<Result<u64, LabError>>()?;
        tell(&Tidings::Begun { what: "games", steps: games, done: 0 });
        for path in files {
            // What is wrong with a game ends the reading as an error of the file's.
            let (mut place, mut fault) = (0, None);
            let read = lines::for_each(path, |game, run| {
                let number = run.map_or(place, |run| run.slot);
                place += 1;
                if let Err(other) = material.add(path, &game, number) {
                    fault = Some(other);
                    return Err(LabError::Stopped);
                }
                tell(&Tidings::Done(material.tally.games));
                Ok(())
            });
            match fault {
                Some(fault) => return Err(fault),
                None => read?,
            }
        }
        material.checked()
    }

    /// What was read.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let (learnt_from, held_back) = (self.learnt_from.len(), self.held_back.len());
        Tally { learnt_from, held_back, ..self.tally }
    }

    /// The board that the games are on.
    #[must_use]
    pub fn board(&self) -> Option<Size> {
        self.board
    }

    fn checked(self) -> Result<Self, LearnError> {
        let Tally { games, finished, thought_about, learnt_from, held_back, .. } = self.tally();
        match (games, finished, thought_about) {
            (0, ..) => Err(LearnError::NoGames),
            (_, 0, _) => Err(LearnError::NoResults(games)),
            (_, _, 0) => Err(LearnError::NoThoughts(games)),
            _ if learnt_from == 0 || held_back == 0 => Err(LearnError::TooFew { learnt_from, held_back }),
            _ => Ok(self),
        }
    }

    /// Adds what counts of a game; every fifth number is held back.
    pub(super) fn add(&mut self, path: &Path, game: &NewGame, number: u64) -> Result<(), LearnError> {
        self.tally.games += 1;
        let Some((end, winner)) = end_of(game) else { return Ok(()) };
        self.tally.finished += 1;
        let other = game.game.start().size();
        let first = *self.board.get_or_insert(other);
        if other != first {
            return Err(LearnError::OtherBoard { path: path.to_owned(), first, other });
        }
        let is_thought =
            |ply: usize| game.thoughts.get(ply).is_some_and(|thought| thought.win_rate.is_some());
        self.tally.thought_about += u64::from((0..end).any(is_thought));
        let first = (0..end).rev().find(|&ply| !is_thought(ply)).map_or(0, |last| last + 1);
        let samples =
            if number.is_multiple_of(HELD_BACK) { &mut self.held_back } else { &mut self.learnt_from };
        for (position, thought) in game.game.positions().zip(&game.thoughts).take(end).skip(first) {
            let (turn, Some(white)) = (position.turn(), thought.win_rate) else { continue };
            let (percent, counts) = position.visit(Counted);
            let rate = if turn == Color::White { white } else { 1.0 - white };
            let has_won = if turn == winner { HasWon::Yes } else { HasWon::No };
            samples.add(percent, &counts, has_won, rate);
        }
        self.tally.counted += u64::from(first < end);
        Ok(())
    }
}

/// Before which ply a game is over, and who wins it; `None` where nobody knows.
fn end_of(game: &NewGame) -> Option<(usize, Color)> {
    let proven = |(ply, thought): (usize, &Thought)| {
        let score = WhiteScore::from_units(thought.score?).for_mover(Color::White);
        score.decided_in().map(|_| (ply, if score.is_win() { Color::White } else { Color::Black }))
    };
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
    use thought::Score;

    use super::*;

    fn game(board: &str, rates: &[Option<f64>]) -> NewGame {
        let start = Start::of(board.parse().unwrap()).unwrap();
        let mut game = Game::new(AnyPosition::from_setup(&start.setup()).unwrap());
        for _ in rates {
            let mv = game.position().legal_moves()[0];
            game.play(mv).unwrap();
        }
        NewGame {
            winner: Some(Color::Black),
            ending: Ending::Adjudication,
            thoughts: rates.iter().map(|&win_rate| Thought { win_rate, ..Thought::default() }).collect(),
            ..NewGame::new(ByColor::default(), game, Source::SelfPlay)
        }
    }

    fn add(material: &mut Material, game: &NewGame, number: u64) -> Result<(), LearnError> {
        material.add(Path::new("games.jsonl"), game, number)
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
    fn positions_after_the_last_thoughtless_ply_count() {
        let mut material = Material::default();
        let one = game("10x10", &[None, Some(0.5), None, Some(0.25), Some(0.75), Some(1.0)]);
        add(&mut material, &one, 7).unwrap();
        // Black plays plies 3 and 5, White 4; Black has won. The fewer empty squares come first.
        let expected = [(87, 1.0, 0.0), (88, 0.0, 0.75), (89, 1.0, 0.75)];
        assert_eq!(all(&material.learnt_from), expected);
        assert_eq!(material.held_back.len(), 0);
        add(&mut material, &one, 10).unwrap();
        assert_eq!(all(&material.held_back), expected);
        let tally = material.tally();
        assert_eq!((tally.games, tally.counted, tally.learnt_from, tally.held_back), (2, 2, 3, 3));
        assert!(material.checked().is_ok());
    }

    #[test]
    fn a_game_is_over_where_the_search_proves_it() {
        let mut material = Material::default();
        let mut one = game("10x10", &[None, Some(0.5), Some(0.25), Some(0.0), None, Some(0.5)]);
        // A large margin is no proof.
        one.thoughts[2].score = Some(900_000_000);
        one.thoughts[3].score = Some(Score::win_in(9).for_white(Color::White).to_units());
        add(&mut material, &one, 7).unwrap();
        // What was played after the proof, a stray and another winner at the end, changes nothing.
        assert_eq!(all(&material.learnt_from), [(90, 1.0, 0.25), (91, 0.0, 0.5)]);
        one.thoughts[3].score = Some(Score::loss_in(9).for_white(Color::White).to_units());
        one.ending = Ending::TimeForfeit;
        add(&mut material, &one, 10).unwrap();
        assert_eq!(all(&material.held_back), [(90, 0.0, 0.25), (91, 1.0, 0.5)]);
        // Proven before anything counts.
        one.thoughts[1].score = one.thoughts[3].score;
        add(&mut material, &one, 11).unwrap();
        let tally = material.tally();
        assert_eq!((tally.finished, tally.thought_about, tally.counted, tally.learnt_from), (3, 2, 2, 2));
    }

    #[test]
    fn games_that_teach_nothing_are_passed_over() {
        let thoughts = [Some(0.5), Some(0.5)];
        let mut material = Material::default();
        let (mut forfeit, mut unfinished) = (game("10x10", &thoughts), game("10x10", &thoughts));
        forfeit.ending = Ending::TimeForfeit;
        unfinished.winner = None;
        for game in [&forfeit, &unfinished] {
            add(&mut material, game, 1).unwrap();
        }
        assert!(matches!(material.clone().checked(), Err(LearnError::NoResults(2))));
        let mut thoughtless = game("10x10", &thoughts);
        thoughtless.thoughts.clear();
        add(&mut material, &thoughtless, 1).unwrap();
        assert!(matches!(material.clone().checked(), Err(LearnError::NoThoughts(3))));
        add(&mut material, &game("10x10", &[Some(0.5), None]), 1).unwrap();
        assert_eq!(material.tally().thought_about, 1);
        assert!(matches!(
            material.clone().checked(),
            Err(LearnError::TooFew { learnt_from: 0, held_back: 0 })
        ));
        add(&mut material, &game("10x10", &thoughts), 5).unwrap();
        assert!(matches!(
            material.clone().checked(),
            Err(LearnError::TooFew { learnt_from: 0, held_back: 2 })
        ));
        assert!(matches!(Material::default().checked(), Err(LearnError::NoGames)));
        let other = add(&mut material, &game("8x8", &thoughts), 6).unwrap_err();
        assert!(other.to_string().contains("a game is on 8x8 where those before are on 10x10"), "{other}");
    }
}
