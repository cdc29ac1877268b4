//! What happens between the parts of an import.

use std::pin::pin;

use futures_util::FutureExt;
use store::{LivePlan, Ply, Thought};

use super::super::games::start_game;
use super::*;
use crate::state::StateOptions;

#[tokio::test]
async fn moves_are_stored_between_the_games_of_a_large_import() {
    let folder = tempfile::tempdir().unwrap();
    let state = AppState::new(StateOptions::new(folder.path().join("games.sqlite"))).unwrap();
    let start = AnyPosition::from_setup(&amazons::Start::STANDARD.setup()).unwrap();
    let plan = LivePlan {
        agents: ByColor::default(),
        clock: None,
        pace: std::time::Duration::ZERO,
        is_paused: false,
    };
    let live = start_game(&state, start, ByColor::default(), plan).await.unwrap().id;
    // The writer waits, so that everything that is asked for meanwhile is queued in this order.
    let (go, waits) = std::sync::mpsc::channel::<()>();
    let mut held = pin!(state.store.write(move |_| {
        let _ = waits.recv();
        Ok::<_, StoreError>(())
    }));
    assert!(held.as_mut().now_or_never().is_none());
    let mut parsed = Parsed::default();
    let moves = start.legal_moves();
    assert!(moves.len() > 3 * CHUNK);
    for (line, mv) in (1..).zip(moves.iter().take(3 * CHUNK)) {
        parsed.games.push((line, parse_moves(&mv.to_string()).unwrap(), None));
    }
    let mut import = pin!(store_all(&state, parsed));
    assert!(import.as_mut().now_or_never().is_none());
    // A move of the live game, and the number of games before it: a game gets the next number.
    let mut game = Game::new(start);
    game.play(moves[0]).unwrap();
    let (ply, marker) = (Ply::last_of(&game, Thought::default(), None), parse_moves(&moves[0].to_string()));
    let mut played = pin!(state.store.write_batched(move |batch| {
        batch.append(GameId(live), &ply)?;
        batch.add_game(&marker.expect("a game of one move"), None)
    }));
    assert!(played.as_mut().now_or_never().is_none());
    go.send(()).unwrap();
    let (held, imported, played) = tokio::join!(held, import, played);
    held.unwrap();
    assert_eq!(imported.unwrap().games.len(), 3 * CHUNK);
    let before = played.unwrap().0 - live - 1;
    assert_eq!(before, CHUNK as i64, "the move waits for a part of the import, not for all {}", 3 * CHUNK);
}
