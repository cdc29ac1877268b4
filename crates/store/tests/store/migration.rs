//! A file of an older version becomes one of ours and loses nothing.
//!
//! `testdata/store/version1.sqlite` was written by the last commit that knew version 1 only: a game of a run with
//! thoughts, one with an SGF record that has remarks and variations, and one in the trash. `version2.sqlite` was written by
//! the last commit before `thought::Assessment`: two live games, a reviewed one with a study, and a match.

use std::path::{Path, PathBuf};

use amazons::Color;
use store::sgf::to_text;
use store::{Ending, Filter, GameId, Ply, Store, Study, Thought};
use tempfile::TempDir;
use thought::{Proof, WhiteScore, WonBy};

use crate::sample::full_game;

fn copy_of(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/store");
    std::fs::copy(fixtures.join(name), &path).unwrap();
    (folder, path)
}

fn version_1() -> (TempDir, PathBuf) {
    copy_of("version1.sqlite")
}

#[test]
fn a_file_of_version_2_is_read_with_its_assessments() {
    let (_folder, path) = copy_of("version2.sqlite");
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.live_games().unwrap(), [GameId(1), GameId(3)]);
    let reviewed = store.game(GameId(2)).unwrap().annotations;
    assert_eq!((reviewed.title.as_deref(), reviewed.tags.len()), (Some("A small game"), 2));
    assert_eq!((reviewed.study.variations.len(), reviewed.study.remarks.len()), (1, 1));
    let proof = |winner, moves, decided_in| {
        Some(Proof { winner, won_by: Some(WonBy::AtLeast(moves)), decided_in: Some(decided_in) })
    };
    let assessment = |node: u32| &reviewed.evaluations[&node].assessment;
    assert_eq!((reviewed.evaluations.len(), reviewed.evaluations[&0].nodes), (11, 1000));
    assert_eq!(assessment(0).score, Some(WhiteScore::from_units(28_404)));
    assert_eq!((assessment(0).win_rate, assessment(0).proof), (Some(0.6383196104031343), None));
    assert_eq!((assessment(3).score, assessment(3).proof), (None, proof(Color::Black, 8, 11)));
    assert_eq!((assessment(4).score, assessment(4).proof), (None, proof(Color::White, 1, 10)));
    let over = Proof { winner: Color::Black, won_by: None, decided_in: Some(0) };
    assert_eq!((assessment(10).win_rate, assessment(10).proof), (Some(0.0), Some(over)));
    let of_match = store.game(GameId(4)).unwrap();
    let winners: Vec<_> = of_match.thoughts.iter().map(|thought| thought.assessment.winner()).collect();
    assert_eq!(winners[5..], [None, Some(Color::White), None, Some(Color::White)]);
    assert_eq!(of_match.thoughts[4].assessment.score, Some(WhiteScore::from_units(60_161)));
    // The live game goes on.
    let mut live = store.game(GameId(3)).unwrap().game;
    live.play(live.position().legal_moves()[0]).unwrap();
    let ply = Ply::last_of(&live, Thought::default(), None);
    store.commit(|batch| batch.append(GameId(3), &ply)).unwrap();
    assert_eq!(store.game(GameId(3)).unwrap().thoughts.len(), 3);
}

#[test]
fn a_file_of_version_1_keeps_all_it_has() {
    let (_folder, path) = version_1();
    let mut store = Store::open(&path).unwrap();
    let ids: Vec<i64> = store.ids(&Filter::default()).unwrap().iter().map(|id| id.0).collect();
    assert_eq!((ids, store.count_trash().unwrap()), (vec![1, 2], 1));
    let first = store.game(GameId(1)).unwrap();
    let expected = full_game(1);
    assert_eq!((&first.game, &first.thoughts), (&expected.game, &expected.thoughts));
    assert_eq!((first.end.ending, first.end.winner), (Ending::Crash, Some(Color::Black)));
    assert_eq!((first.annotations.study, first.plan, first.revision), (Study::default(), None, 0));
    assert_eq!(first.run.unwrap().0.games, 1);
    assert_eq!(store.restore(&[GameId(3)]).unwrap(), 1);
    assert_eq!(store.game(GameId(3)).unwrap().end.ending, Ending::NoMoves);
}

#[test]
fn remarks_of_an_old_record_can_be_changed() {
    let (_folder, path) = version_1();
    let mut store = Store::open(&path).unwrap();
    let id = GameId(2);
    let game = store.game(id).unwrap();
    let tree = game.annotations.study.tree(&game.game);
    let comments: Vec<&str> = tree.iter().filter_map(|node| node.comment.as_deref()).collect();
    assert_eq!(comments, ["fine", "played", "better?"]);
    assert_eq!(tree[1].children, [2, 10_000, 10_002]);
    assert_eq!(Some(to_text(&game.to_record()).trim()), game.metadata.sgf.as_deref());
    store.set_comment(id, 10_000, Some("worse")).unwrap();
    // The numbers are the same when they come from the file itself.
    let game = Store::open(&path).unwrap().game(id).unwrap();
    let again = game.annotations.study.tree(&game.game);
    let numbers = |tree: &[store::TreeNode]| tree.iter().map(|node| node.id).collect::<Vec<_>>();
    assert_eq!(numbers(&again), numbers(&tree));
    let text = to_text(&game.to_record());
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
            scope.spawn(move || Store::open(path).unwrap().add_game(&full_game(seed + 10), None).unwrap());
        }
    });
    assert_eq!(Store::open(&path).unwrap().count(&Filter::default()).unwrap(), 6);
}
