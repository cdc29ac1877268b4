//! A file of an older version becomes one of ours and loses nothing.
//!
//! `testdata/store/version1.sqlite` was written by the last commit that knew version 1 only: a game of a run with
//! thoughts, one with an SGF record that has remarks and variations, and one in the trash.

use std::path::{Path, PathBuf};

use amazons::Color;
use store::sgf::to_text;
use store::{Ending, Filter, GameId, Store, Study};
use tempfile::TempDir;

use crate::sample::full_game;

fn version_1() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/store/version1.sqlite");
    std::fs::copy(fixture, &path).unwrap();
    (folder, path)
}

#[test]
fn a_file_of_version_1_keeps_all_it_has() {
    let (_folder, path) = version_1();
    let mut store = Store::open(&path).unwrap();
    let ids: Vec<i64> = store.ids(&Filter::default()).unwrap().iter().map(|id| id.0).collect();
    assert_eq!((ids, store.count_trash().unwrap()), (vec![1, 2], 1));
    let first = store.game(GameId(1)).unwrap();
    let (record, expected) = (first.record, full_game(1));
    assert_eq!((&record.game, &record.thoughts), (&expected.game, &expected.thoughts));
    assert_eq!((record.ending, record.winner), (Ending::Crash, Some(Color::Black)));
    assert_eq!((record.study, record.plan, first.revision), (Study::default(), None, 0));
    assert_eq!(first.run.unwrap().games, 1);
    assert_eq!(store.restore(&[GameId(3)]).unwrap(), 1);
    assert_eq!(store.game(GameId(3)).unwrap().record.ending, Ending::NoMoves);
}

#[test]
fn remarks_of_an_old_record_can_be_changed() {
    let (_folder, path) = version_1();
    let mut store = Store::open(&path).unwrap();
    let id = GameId(2);
    let game = store.game(id).unwrap().record;
    let tree = game.tree();
    let comments: Vec<&str> = tree.iter().filter_map(|node| node.comment.as_deref()).collect();
    assert_eq!(comments, ["fine", "played", "better?"]);
    assert_eq!(tree[1].children, [2, 10_000, 10_002]);
    assert_eq!(Some(to_text(&game).trim()), game.sgf.as_deref());
    store.set_comment(id, 10_000, Some("worse")).unwrap();
    // The numbers are the same when they come from the file itself.
    let again = Store::open(&path).unwrap().game(id).unwrap().record.tree();
    let numbers = |tree: &[store::TreeNode]| tree.iter().map(|node| node.id).collect::<Vec<_>>();
    assert_eq!(numbers(&again), numbers(&tree));
    let text = to_text(&store.game(id).unwrap().record);
    assert!(
        text.contains("C[worse]") && text.contains("XY[odd]") && text.contains("GN[a fine game]"),
        "{text}"
    );
}

#[test]
fn many_may_migrate_at_once() {
    let (_folder, path) = version_1();
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let path = &path;
            scope.spawn(move || Store::open(path).unwrap().add_game(&full_game(seed + 10)).unwrap());
        }
    });
    assert_eq!(Store::open(&path).unwrap().count(&Filter::default()).unwrap(), 6);
}
