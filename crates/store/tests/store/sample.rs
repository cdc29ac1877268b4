//! Games of our own making, with every field filled.

use std::time::Duration;

use amazons::{AnyPosition, ByColor, Color, Draw, Game, Start};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use store::json::to_line;
use store::{Ending, GameRecord, Source, Store, StoredGame, Thought};
use tempfile::TempDir;
use thought::{Assessment, WhiteScore};
use time::OffsetDateTime;

/// A new store in a folder that goes away with it.
pub(crate) fn new_store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("games.sqlite")).expect("a store");
    (folder, store)
}

/// A random game of at most so many plies.
pub(crate) fn random_game(seed: u64, start: Start, plies: usize) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(AnyPosition::from_setup(&start.setup()).expect("a named start is playable"));
    while game.moves().len() < plies {
        let Some(mv) = game.position().random_move(Draw::Uniform, &mut rng) else { break };
        game.play(mv).expect("a drawn move is legal");
    }
    game
}

pub(crate) fn players(white: &str, black: &str) -> ByColor<String> {
    ByColor { white: white.to_owned(), black: black.to_owned() }
}

/// A game about which nothing is left out.
pub(crate) fn full_game(seed: u64) -> GameRecord {
    let game = random_game(seed, Start::STANDARD, 7);
    let thoughts = (0_u32..7)
        .map(|ply| Thought {
            time: Duration::from_nanos(1_234_567_891 * u64::from(ply)),
            nodes: u64::MAX - u64::from(ply),
            playouts: u64::from(ply),
            depth: (ply > 0).then_some(ply),
            assessment: Assessment {
                score: (ply > 1).then(|| WhiteScore::from_units(-5 * ply as i32)),
                win_rate: (ply > 2).then(|| 0.1 * f64::from(ply)),
                proof: None,
                line: game.moves()[ply as usize..].to_vec(),
            },
        })
        .collect();
    GameRecord {
        winner: Some(Color::Black),
        ending: Ending::Crash,
        detail: "\"rubbish\"\nand more".to_owned(),
        event: Some("a cup".to_owned()),
        opening: Some("opening 17".to_owned()),
        played_at: OffsetDateTime::from_unix_timestamp_nanos(1_763_212_923_123_456_000).ok(),
        limits: ByColor { white: Some("100 nodes".to_owned()), black: None },
        thoughts,
        transcript: Some("> go\n< bestmöve".to_owned()),
        sgf: Some("(;GM[18]C[hello])".to_owned()),
        ..GameRecord::new(players("Ada", "cmd:./engine --flag"), game, Source::Match)
    }
}

/// A stored game as a line of JSON.
pub(crate) fn line_of(game: &StoredGame) -> String {
    to_line(game.id, &game.to_record(), game.run.as_ref())
}
