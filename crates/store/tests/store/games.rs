//! Games and runs in, out, away and back.

use amazons::{Color, Game, Start};
use store::{
    Ending, Filter, GameId, GameRecord, Imported, RunId, Slot, Source, Store, StoreError, StoredGame, Trash,
};

use crate::sample::{full_game, new_store, players, random_game};

fn is_send<T: Send>() {}

#[test]
fn a_store_can_go_to_another_thread() {
    is_send::<Store>();
}

#[test]
fn a_game_comes_back_as_it_went_in() {
    let (folder, mut store) = new_store();
    let run = store.begin_run("match", r#"{"a":1}"#).unwrap();
    let slot = Slot { run, slot: 3, seed: u64::MAX };
    let game = full_game(1);
    let id = store.add_game(&game, Some(slot)).unwrap();
    // Another process would read it from the file.
    let again = Store::open(&folder.path().join("games.sqlite")).unwrap();
    let stored = again.game(id).unwrap();
    assert_eq!(stored.to_record(), game);
    let (stored_run, stored_slot) = stored.run.unwrap();
    assert_eq!((stored_run.conditions.as_str(), stored_slot), (r#"{"a":1}"#, slot));
    assert_eq!(stored.deleted_at, None);
    let summary = &again.run_games(run).unwrap()[0];
    assert_eq!((summary.id, summary.plies, summary.run), (id, 7, Some(slot)));
    assert_eq!((summary.board.as_str(), summary.ending), ("10x10", Ending::Crash));
}

#[test]
fn every_board_and_length_is_kept() {
    let (_folder, mut store) = new_store();
    for seed in 0..20 {
        let start = if seed % 2 == 0 { Start::of("6x6".parse().unwrap()).unwrap() } else { Start::STANDARD };
        let game = GameRecord::new(players("a", "b"), random_game(seed, start, 200), Source::SelfPlay);
        assert_eq!(game.ending, Ending::NoMoves);
        let id = store.add_game(&game, None).unwrap();
        let stored = store.game(id).unwrap().to_record();
        assert_eq!((stored.game, stored.winner), (game.game, game.winner));
    }
}

#[test]
fn a_slot_is_taken_once() {
    let (_folder, mut store) = new_store();
    let run = store.begin_run("match", "{}").unwrap();
    let add_at = |store: &mut Store, slot| store.add_game(&full_game(2), Some(Slot { run, slot, seed: 9 }));
    let id = add_at(&mut store, 0).unwrap();
    add_at(&mut store, 1).unwrap();
    let again = add_at(&mut store, 0);
    assert!(matches!(again, Err(StoreError::SlotTaken { run: r, slot: 0 }) if r == run), "{again:?}");
    assert_eq!(store.run(run).unwrap().games, 2);
    // A deleted game gives its slot free, and cannot come back while another has it.
    assert_eq!(store.delete(&[id]).unwrap(), 1);
    assert_eq!(store.run(run).unwrap().games, 1);
    let new = add_at(&mut store, 0).unwrap();
    assert!(matches!(store.restore(&[id]), Err(StoreError::SlotTaken { slot: 0, .. })));
    store.delete(&[new]).unwrap();
    assert_eq!(store.restore(&[id]).unwrap(), 1);
    let slots: Vec<u64> = store.run_games(run).unwrap().iter().map(|game| game.run.unwrap().slot).collect();
    assert_eq!(slots, [0, 1]);
}

#[test]
fn the_results_of_a_run_are_its_finished_games() {
    let (_folder, mut store) = new_store();
    let runs = [(); 2].map(|()| store.begin_run("match", "{}").unwrap());
    let unfinished = GameRecord { winner: None, ending: Ending::Unfinished, ..full_game(4) };
    let [first, late, deleted, open, other] = [
        (runs[0], 1, full_game(1)),
        (runs[0], 7, full_game(2)),
        (runs[0], 4, full_game(3)),
        (runs[0], 2, unfinished),
        (runs[1], 1, full_game(5)),
    ]
    .map(|(run, slot, game)| (store.add_game(&game, Some(Slot { run, slot, seed: 9 })).unwrap(), game));
    store.delete(&[deleted.0]).unwrap();
    let results = store.run_results(runs[0]).unwrap();
    assert_eq!(results.iter().map(|result| result.slot).collect::<Vec<_>>(), [1, 7]);
    for (result, (_, game)) in results.iter().zip([&first, &late]) {
        assert_eq!((Some(result.winner), result.ending), (game.winner, game.ending));
        assert_eq!((&result.game, &result.thoughts), (&game.game, &game.thoughts));
    }
    let in_slot = |run: usize, slot| store.game_in_slot(runs[run], slot).unwrap();
    assert_eq!([in_slot(0, 7), in_slot(0, 2), in_slot(1, 1)], [late.0, open.0, other.0].map(Some));
    assert_eq!([in_slot(0, 4), in_slot(1, 7)], [None; 2], "deleted, and never stored");
}

#[test]
fn runs_are_found_by_their_conditions() {
    let (_folder, mut store) = new_store();
    assert_eq!(store.find_run("match", "{}").unwrap(), None);
    let first = store.begin_run("match", "{}").unwrap();
    store.finish_run(first).unwrap();
    let second = store.begin_run("match", "{}").unwrap();
    store.begin_run("match", "{ }").unwrap();
    store.begin_run("sprt", "{}").unwrap();
    let found = store.find_run("match", "{}").unwrap().unwrap();
    assert_eq!((found.id, found.finished, found.games), (second, None, 0));
    let runs = store.runs().unwrap();
    assert_eq!(runs.len(), 4);
    assert!(runs[0].finished.unwrap() >= runs[0].begun);
    let nowhere = RunId(77);
    assert!(matches!(store.finish_run(nowhere), Err(StoreError::NoSuchRun(RunId(77)))));
    let lost = Some(Slot { run: nowhere, slot: 0, seed: 0 });
    assert!(matches!(store.add_game(&full_game(3), lost), Err(StoreError::NoSuchRun(RunId(77)))));
    assert_eq!(store.count(&Filter::default()).unwrap(), 0);
}

#[test]
fn a_game_that_contradicts_itself_is_refused() {
    let (_folder, mut store) = new_store();
    let ended = GameRecord::new(players("a", "b"), random_game(4, Start::STANDARD, 200), Source::Play);
    let mut few_thoughts = full_game(5);
    few_thoughts.thoughts.pop();
    let wrong = [
        few_thoughts,
        GameRecord { winner: ended.winner.map(|winner| !winner), ..ended.clone() },
        GameRecord { winner: None, ..ended },
        GameRecord { ending: Ending::NoMoves, ..full_game(5) },
        GameRecord { ending: Ending::Unfinished, winner: Some(Color::White), ..full_game(5) },
    ];
    for game in wrong {
        assert!(matches!(store.add_game(&game, None), Err(StoreError::Contradiction(_))));
    }
    assert_eq!(store.count(&Filter::default()).unwrap(), 0);
}

#[test]
fn the_trash_gives_back_what_it_took() {
    let (_folder, mut store) = new_store();
    let ids: Vec<GameId> = (0..4).map(|seed| store.add_game(&full_game(seed), None).unwrap()).collect();
    let before = store.game(ids[1]).unwrap();
    assert_eq!(store.delete(&ids[1..3]).unwrap(), 2);
    assert_eq!(store.delete(&ids[1..3]).unwrap(), 0, "they are there already");
    assert_eq!(store.ids(&Filter::default()).unwrap(), [ids[0], ids[3]]);
    let trash = Filter { trash: Trash::Only, ..Filter::default() };
    assert_eq!(store.ids(&trash).unwrap(), ids[1..3]);
    assert!(store.game(ids[1]).unwrap().deleted_at.is_some());
    assert_eq!(store.restore(&ids[..2]).unwrap(), 1);
    assert_eq!(store.game(ids[1]).unwrap(), StoredGame { revision: before.revision + 2, ..before });
    assert_eq!(store.empty_trash().unwrap(), 1);
    assert!(matches!(store.game(ids[2]), Err(StoreError::NoSuchGame(id)) if id == ids[2]));
    // A number is never given twice.
    store.delete(&[ids[3]]).unwrap();
    store.empty_trash().unwrap();
    assert!(store.add_game(&full_game(9), None).unwrap() > ids[3]);
}

#[test]
fn a_batch_is_stored_as_a_whole() {
    let (_folder, mut store) = new_store();
    let mut batch = store.batch().unwrap();
    batch.add_game(&full_game(1), None).unwrap();
    drop(batch);
    assert_eq!(store.count(&Filter::default()).unwrap(), 0);
    let mut batch = store.batch().unwrap();
    batch.add_game(&full_game(1), None).unwrap();
    let bad = GameRecord { ending: Ending::NoMoves, ..full_game(2) };
    batch.add_game(&bad, None).unwrap_err();
    batch.commit().unwrap();
    assert_eq!(store.count(&Filter::default()).unwrap(), 1, "a bad game does not spoil the others");
}

#[test]
fn the_same_game_is_known_again() {
    let (_folder, mut store) = new_store();
    let game = full_game(1);
    let id = store.add_game(&game, None).unwrap();
    let mut batch = store.batch().unwrap();
    // What somebody noted beside it does not make it another game.
    let noted = GameRecord { detail: "x".to_owned(), thoughts: Vec::new(), sgf: None, ..game.clone() };
    assert_eq!(batch.import(&noted, None).unwrap(), Imported::Same(id));
    let others = [
        GameRecord { players: players("Ada", "Bea"), ..game.clone() },
        GameRecord { event: None, ..game.clone() },
        GameRecord { played_at: None, ..game.clone() },
        full_game(2),
        GameRecord { game: Game::default(), thoughts: Vec::new(), ..game },
    ];
    for other in &others {
        assert!(matches!(batch.import(other, None).unwrap(), Imported::New(_)));
        assert!(matches!(batch.import(other, None).unwrap(), Imported::Same(_)));
    }
    batch.commit().unwrap();
    // What lies in the trash may be imported anew.
    store.delete(&[id]).unwrap();
    let mut batch = store.batch().unwrap();
    assert!(matches!(batch.import(&noted, None).unwrap(), Imported::New(_)));
}
