//! Where the games of a match begin: the plain start, our balanced set, random plies, or a file.

use std::fmt;
use std::str::FromStr;

use amazons::notation::{ListError, MoveLine, MoveNotation};
use amazons::{AnyPosition, Draw, Game};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::schedule::mix;

/// The committed set: 500 starts of the 10x10 game that a judge calls even. `otrera openings` made it.
const BALANCED: &str = include_str!("../openings/10x10.txt");

/// A game of a few moves from which both games of a pair go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// What it is called in the store: `balanced 17`.
    pub name: String,
    /// The moves that are played already.
    pub game: Game,
}

/// Which openings a match uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// The start itself, every time.
    Start,
    /// The committed balanced set; 10x10 only.
    Balanced,
    /// So many random plies from the start, unjudged.
    Random(u32),
    /// A file of games, read by the caller.
    File(String),
}

/// A text that names no openings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("random openings are written random or random:4, not {0:?}")]
pub struct SourceError(pub String);

/// Openings that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error(transparent)]
    Text(#[from] ListError),
    /// Nothing to begin with.
    #[error("there is no opening in it")]
    None,
    /// A game that cannot go on.
    #[error("opening {0} is over already: nobody can go on from it")]
    Over(String),
    /// The balanced set is for another start.
    #[error(
        "the balanced openings are for the standard 10x10 start: use --openings random or a file for others"
    )]
    OtherStart,
    /// Random plies that end the game.
    #[error("{0} random plies end the game: use fewer")]
    TooLong(u32),
}

impl OpeningSource {
    /// The openings of a match from a start: at most `count` of them where they are made, all of them where they are
    /// listed. `text` is the file's.
    ///
    /// # Errors
    /// When they do not fit the start or cannot be read.
    pub fn openings(
        &self,
        start: &AnyPosition,
        text: &str,
        count: u64,
        seed: u64,
    ) -> Result<Vec<Opening>, OpeningError> {
        match self {
            Self::Start => checked(vec![Opening { name: "start".to_owned(), game: Game::new(*start) }]),
            Self::Balanced if *start == *Game::default().start() => from_text("balanced", BALANCED),
            Self::Balanced => Err(OpeningError::OtherStart),
            Self::Random(plies) => {
                let name = |number| format!("random {number}");
                let one = |number| {
                    let game =
                        random_game(start, *plies, mix(seed, number)).ok_or(OpeningError::TooLong(*plies))?;
                    Ok(Opening { name: name(number), game })
                };
                (1..=count).map(one).collect()
            }
            Self::File(path) => from_text(&short_name(path), text),
        }
    }
}

/// A file's name without its folders and ending.
fn short_name(path: &str) -> String {
    let name = std::path::Path::new(path).file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Reads openings: lines of moves, as `amazons::notation` has them.
fn from_text(name: &str, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let games = Game::from_lines(text)?;
    let name = |number: usize| format!("{name} {number}");
    checked(games.into_iter().zip(1..).map(|(game, number)| Opening { name: name(number), game }).collect())
}

fn checked(openings: Vec<Opening>) -> Result<Vec<Opening>, OpeningError> {
    if openings.is_empty() {
        return Err(OpeningError::None);
    }
    match openings.iter().find(|opening| opening.game.outcome().is_some()) {
        Some(over) => Err(OpeningError::Over(over.name.clone())),
        None => Ok(openings),
    }
}

/// A game of so many random plies, uniform over moves, that can go on; `None` where ten tries all ended.
pub(crate) fn random_game(start: &AnyPosition, plies: u32, seed: u64) -> Option<Game> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..10).find_map(|_| {
        let mut game = Game::new(*start);
        for _ in 0..plies {
            let mv = game.position().random_move(Draw::Uniform, &mut rng)?;
            game.play(mv).expect("a random move is legal");
        }
        game.outcome().is_none().then_some(game)
    })
}

impl FromStr for OpeningSource {
    type Err = SourceError;

    /// Reads `start`, `balanced`, `random`, `random:6`; anything else is a file.
    fn from_str(text: &str) -> Result<Self, SourceError> {
        Ok(match text {
            "start" => Self::Start,
            "balanced" => Self::Balanced,
            "random" => Self::Random(4),
            _ => match text.strip_prefix("random:") {
                Some(plies) => Self::Random(plies.parse().map_err(|_| SourceError(text.to_owned()))?),
                None => Self::File(text.to_owned()),
            },
        })
    }
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Balanced => f.write_str("balanced"),
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::File(path) => f.write_str(path),
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        MoveLine { game: &self.game, notation: MoveNotation::Print }.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn start() -> AnyPosition {
        *Game::default().start()
    }

    #[test]
    fn a_source_is_written_as_it_is_read() {
        for text in ["start", "balanced", "random:6", "some/file.txt"] {
            assert_eq!(text.parse::<OpeningSource>().unwrap().to_string(), text);
        }
        assert!("random:x".parse::<OpeningSource>().is_err());
    }

    #[test]
    fn random_openings_repeat_for_a_seed_and_differ_within_it() {
        let openings = |seed| OpeningSource::Random(4).openings(&start(), "", 20, seed).unwrap();
        assert_eq!(openings(1), openings(1));
        let hashes = |seed| -> HashSet<u64> {
            openings(seed).iter().map(|opening| opening.game.position().hash()).collect()
        };
        assert_eq!(hashes(2).len(), 20);
        assert!(hashes(2).is_disjoint(&hashes(3)), "another seed is another sample");
        assert!(openings(1).iter().all(|opening| opening.game.moves().len() == 4));
        assert_eq!(
            OpeningSource::Random(90).openings(&start(), "", 1, 1),
            Err(OpeningError::TooLong(90)),
            "no random game is so long"
        );
    }

    #[test]
    fn a_file_names_its_openings() {
        let source = OpeningSource::File("my/book.txt".to_owned());
        let openings = source.openings(&start(), "startpos\nstartpos moves d1-d7/g7\n", 9, 1).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[1].name, "book 2");
        assert_eq!(openings[1].to_string(), "startpos moves d1-d7/g7");
        assert_eq!(source.openings(&start(), "# none\n", 9, 1), Err(OpeningError::None));
        assert!(matches!(
            source.openings(&start(), "startpos moves d1-d1/g7", 9, 1),
            Err(OpeningError::Text(_))
        ));
    }

    #[test]
    fn the_balanced_set_is_for_the_standard_start_only() {
        let openings = OpeningSource::Balanced.openings(&start(), "", 9, 1).unwrap();
        assert_eq!(openings.len(), 500);
        let classes: HashSet<u64> = openings.iter().map(|opening| opening.game.position().hash()).collect();
        assert_eq!(classes.len(), 500, "no opening twice");
        let eight = amazons::Start::of("8x8".parse().unwrap()).unwrap().setup();
        let eight = AnyPosition::from_setup(&eight).unwrap();
        assert_eq!(OpeningSource::Balanced.openings(&eight, "", 9, 1), Err(OpeningError::OtherStart));
    }
}
