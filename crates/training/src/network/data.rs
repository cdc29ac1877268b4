//! Games as examples of a network: a tenth of them are test games, from which nothing is learnt.

use std::any::Any;
use std::ops::Range;
use std::path::Path;

use amazons::{Board, Board10x10, Color, Move, Position, Visitor};
use eval::{Input, Inputs, Network, Representation};
use store::GameRecord;

use crate::error::TrainingError;
use crate::json_lines;

/// One game in so many is a test game.
const TEST_EVERY: u64 = 10;

/// Games with a result on 10x10, split into training and test games.
#[derive(Clone, Debug)]
pub struct NetworkData {
    name: String,
    digest: u64,
    training: Vec<NetworkGame>,
    test: Vec<NetworkGame>,
}

/// A game with its winner.
#[derive(Clone, Debug)]
pub struct NetworkGame {
    start: Position<Board10x10>,
    moves: Vec<Move>,
    winner: Color,
}

impl NetworkData {
    /// The games of a collection that have a winner and are played on 10x10.
    ///
    /// # Errors
    /// When there are no training games or no test games among them.
    pub fn new<'a>(
        name: &str,
        games: impl IntoIterator<Item = &'a GameRecord>,
    ) -> Result<Self, TrainingError> {
        let mut data = Self::empty(name);
        for game in games {
            data.add(game);
        }
        data.checked()
    }

    /// The first games of a file of JSON lines, read one by one: what was thought in them is not kept in memory.
    ///
    /// # Errors
    /// When the file cannot be read, or there are no training games or no test games.
    pub fn read_lines(name: &str, path: &Path, most: u64) -> Result<Self, TrainingError> {
        let mut data = Self::empty(name);
        let mut left = most;
        let read = json_lines::for_each(path, |game, _| {
            if left == 0 {
                return Err(TrainingError::Stopped);
            }
            left -= 1;
            data.add(&game);
            Ok(())
        });
        match read {
            Err(TrainingError::Stopped) | Ok(()) => data.checked(),
            Err(error) => Err(error),
        }
    }

    fn empty(name: &str) -> Self {
        Self { name: name.to_owned(), digest: 0, training: Vec::new(), test: Vec::new() }
    }

    fn add(&mut self, record: &GameRecord) {
        let Some((game, winner)) = NetworkGame::of(record).zip(record.winner) else { return };
        self.digest =
            store::digest(format!("{:x} {:x} {winner:?}", self.digest, digest_of(record)).as_bytes());
        if Self::is_test(record) { self.test.push(game) } else { self.training.push(game) }
    }

    fn checked(self) -> Result<Self, TrainingError> {
        let (training, test) = (self.training.len(), self.test.len());
        if training == 0 || test == 0 {
            return Err(TrainingError::TooFewGames { name: self.name, training, test });
        }
        Ok(self)
    }

    /// Whether a game is a test game: by a digest of its moves, so that it is one in every collection.
    #[must_use]
    pub fn is_test(game: &GameRecord) -> bool {
        arena::mix(digest_of(game), 0).is_multiple_of(TEST_EVERY)
    }

    /// What the games are called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A digest of all games and their winners.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// The training games.
    #[must_use]
    pub fn training(&self) -> &[NetworkGame] {
        &self.training
    }

    /// The test games.
    #[must_use]
    pub fn test(&self) -> &[NetworkGame] {
        &self.test
    }
}

fn digest_of(game: &GameRecord) -> u64 {
    let moves: Vec<String> = game.game.moves().iter().map(ToString::to_string).collect();
    store::digest(format!("{} {}", game.game.start().to_setup().to_fen(), moves.join(" ")).as_bytes())
}

impl NetworkGame {
    fn of(record: &GameRecord) -> Option<Self> {
        let start = record.game.start().visit(On10x10)?;
        Some(Self { start, moves: record.game.moves().to_vec(), winner: record.winner? })
    }

    /// The winner.
    #[must_use]
    pub fn winner(&self) -> Color {
        self.winner
    }

    /// The result: 1 where White won, -1 where Black won.
    #[must_use]
    pub fn result(&self) -> f32 {
        if self.winner == Color::White { 1.0 } else { -1.0 }
    }

    /// All positions in order.
    pub fn positions(&self) -> impl Iterator<Item = Position<Board10x10>> + '_ {
        let mut position = self.start;
        let after = self.moves.iter().map(move |&mv| {
            position.play_unchecked(mv);
            position
        });
        std::iter::once(self.start).chain(after)
    }

    /// The errors of a network on the boards of the game that are not over: see [`winner_error`].
    pub fn errors<'a>(&'a self, network: &'a Network) -> impl Iterator<Item = f64> + 'a {
        let boards = self.positions().filter(|position| position.outcome().is_none());
        boards.map(|position| winner_error(f64::from(network.white_value(&position) * self.result())))
    }
}

/// The error of a value to the side that won in the end: 1 for the wrong winner, a half for the value 0.
#[must_use]
pub fn winner_error(value: f64) -> f64 {
    if value > 0.0 {
        0.0
    } else if value < 0.0 {
        1.0
    } else {
        0.5
    }
}

/// The share of boards of some games for which a network names the wrong winner.
pub(super) fn error_on(network: &Network, games: &[NetworkGame]) -> f64 {
    let errors = games.iter().flat_map(|game| game.errors(network));
    let (sum, boards) = errors.fold((0.0, 0.0), |(sum, boards), error| (sum + error, boards + 1.0));
    sum / boards
}

/// The inputs of all positions of one game.
#[derive(Default)]
pub(super) struct GameInputs {
    inputs: Vec<Input>,
    positions: Vec<Range<usize>>,
}

impl GameInputs {
    /// Replaces the game.
    pub(super) fn encode(&mut self, game: &NetworkGame, representation: Representation) {
        self.inputs.clear();
        self.positions.clear();
        let mut inputs = Inputs::new();
        for position in game.positions() {
            inputs.clear();
            representation.encode(&position, &mut inputs);
            let begin = self.inputs.len();
            self.inputs.extend_from_slice(&inputs);
            self.positions.push(begin..self.inputs.len());
        }
    }

    /// The positions in order.
    pub(super) fn positions(&self) -> Vec<&[Input]> {
        self.positions.iter().map(|range| &self.inputs[range.clone()]).collect()
    }
}

/// The position on 10x10, if it is.
struct On10x10;

impl Visitor for On10x10 {
    type Output = Option<Position<Board10x10>>;

    fn visit<B: Board>(self, position: &Position<B>) -> Self::Output {
        (position as &dyn Any).downcast_ref().copied()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use amazons::{ByColor, Game};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use store::Source;

    use super::*;

    /// Random games to the end.
    pub(in crate::network) fn random_games(count: u64) -> Vec<GameRecord> {
        let game = |seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut game = Game::default();
            while let Some(mv) = game.position().random_move(amazons::Draw::Steps, &mut rng) {
                game.play(mv).unwrap();
            }
            let winner = Some(!game.position().turn());
            GameRecord { winner, ..GameRecord::new(ByColor::default(), game, Source::SelfPlay) }
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn a_tenth_are_test_games_in_every_collection() {
        let mut games = random_games(200);
        let data = NetworkData::new("random", &games).unwrap();
        assert_eq!(data.training().len() + data.test().len(), 200);
        assert!((8..=36).contains(&data.test().len()), "{}", data.test().len());
        games[0].winner = None;
        let without = NetworkData::new("random", &games).unwrap();
        assert_eq!(without.training().len() + without.test().len(), 199, "no winner, no example");
        assert_ne!(without.digest(), data.digest());
        let error = NetworkData::new("nothing", &games[..1]).unwrap_err().to_string();
        assert!(error.contains("nothing: 0 training games and 0 test games"), "{error}");
    }

    #[test]
    fn positions_are_those_of_the_game() {
        let games = random_games(3);
        for record in &games {
            let game = NetworkGame::of(record).unwrap();
            let keys: Vec<u64> = game.positions().map(|position| position.key()).collect();
            assert_eq!(keys, record.game.positions().map(amazons::AnyPosition::key).collect::<Vec<_>>());
            let mut inputs = GameInputs::default();
            inputs.encode(&game, Representation::Bits);
            assert_eq!(inputs.positions().len(), record.game.moves().len() + 1);
        }
    }
}
