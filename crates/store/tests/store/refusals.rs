//! Files that are not ours to write.

use std::fs;
use std::path::Path;

use store::{Filter, Store, StoreError};

use crate::sample::full_game;

/// What a store says, having been asked to open a file, which must stay as it was and alone.
fn refusal(path: &Path) -> StoreError {
    let before = fs::read(path).unwrap();
    let error = Store::open(path).unwrap_err();
    assert_eq!(fs::read(path).unwrap(), before, "{error}");
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "{error}");
    assert!(error.to_string().contains(&path.display().to_string()), "{error}");
    error
}

#[test]
fn a_newer_store_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    Store::open(&path).unwrap().add_game(&full_game(1), None).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA user_version = 99; CREATE TABLE future (x)").unwrap();
    drop(connection);
    let error = refusal(&path);
    assert!(matches!(error, StoreError::Newer { version: 99, .. }), "{error}");
    assert!(error.to_string().contains("use a newer otrera"), "{error}");
}

#[test]
fn other_files_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for contents in ["(;GM[18])", "x", "SQLite format 2", &"a long text that is no database. ".repeat(1000)] {
        fs::write(&path, contents).unwrap();
        assert!(matches!(refusal(&path), StoreError::NotAStore { .. }));
    }
    fs::remove_file(&path).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')")
        .unwrap();
    drop(connection);
    assert!(matches!(refusal(&path), StoreError::NotAStore { .. }));
}

#[test]
fn a_folder_is_no_store_and_a_file_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::CannotOpen { .. })));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(matches!(Store::open(&file.join("games.sqlite")), Err(StoreError::Folder { .. })));
}

#[test]
fn an_empty_file_becomes_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    fs::write(&path, "").unwrap();
    let mut store = Store::open(&path).unwrap();
    store.add_game(&full_game(1), None).unwrap();
    assert_eq!(store.count(&Filter::default()).unwrap(), 1);
}

#[test]
fn a_damaged_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let mut store = Store::open(&path).unwrap();
    let id = store.add_game(&full_game(1), None).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    // The same move twice: something that we never write.
    connection
        .execute("UPDATE record SET moves = CAST(substr(moves, 1, 3) || substr(moves, 1, 3) AS BLOB)", [])
        .unwrap();
    let error = store.game(id).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("game 1"), "{error}");
}
