//! Titles, tags, remarks, variations and values, and where they go when games are played, written and read.

use amazons::{ByColor, Color, Game, Move, Start};
use std::time::Duration;
use store::json::from_line;
use store::sgf::{from_record, records, to_text};
use store::{
    Appended, Ending, Evaluation, Filter, GameEnd, GameId, GameRecord, Imported, LiveClock, LivePlan, Ply,
    Shape, Source, Store, StoreError, Study, Thought, TreeNode,
};
use thought::{Assessment, Proof, WhiteScore, WonBy};

use crate::sample::{line_of, new_store, players, random_game};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn seconds(white: u64, black: u64) -> ByColor<Duration> {
    ByColor { white: Duration::from_secs(white), black: Duration::from_secs(black) }
}

fn live_game() -> GameRecord {
    let clock =
        LiveClock { base: Duration::from_secs(60), increment: Duration::from_secs(1), left: seconds(60, 60) };
    let agents = ByColor { white: None, black: Some("otrera:level=3".to_owned()) };
    let plan = LivePlan { agents, clock: Some(clock), pace: Duration::from_millis(500), is_paused: false };
    GameRecord {
        plan: Some(plan),
        ..GameRecord::new(players("Ada", "level 3"), Game::default(), Source::Play)
    }
}

/// Appends a move to the stored game.
fn append(store: &mut Store, id: GameId, text: &str) -> Result<Appended, StoreError> {
    let mut game = store.game(id)?.game;
    game.play(mv(text)).unwrap();
    store.commit(|batch| batch.append(id, &last_ply(&game)))
}

fn last_ply(game: &Game) -> Ply {
    let thought = Thought { time: Duration::from_millis(1234), ..Thought::default() };
    Ply::last_of(game, thought, Some(seconds(60 - game.moves().len() as u64, 59)))
}

fn tree_of(store: &Store, id: GameId) -> Vec<TreeNode> {
    let stored = store.game(id).unwrap();
    stored.annotations.study.tree(&stored.game)
}

fn evaluation(nodes: u64) -> Evaluation {
    let (score, line) = (Some(WhiteScore::from_units(12_345)), vec![mv("d1-d7/g7")]);
    let assessment = Assessment { score, win_rate: Some(0.561), proof: None, line };
    Evaluation { assessment, nodes, agent: "otrera".to_owned() }
}

const FIRST: &str = "d1-d7/g7";
const SECOND: &str = "d10-d8/j8";
const THIRD: &str = "g1-g6/b1";

fn played() -> (tempfile::TempDir, Store, GameId) {
    let (folder, mut store) = new_store();
    let id = store.add_game(&live_game(), None).unwrap();
    for (text, revision) in [(FIRST, 1), (SECOND, 2), (THIRD, 3)] {
        let appended = append(&mut store, id, text).unwrap();
        assert_eq!(appended, Appended { revision, was_variation: false });
    }
    (folder, store, id)
}

#[test]
fn a_game_grows_ply_by_ply() {
    let (folder, mut store, id) = played();
    // Another process sees every acknowledged ply.
    let other = Store::open(&folder.path().join("games.sqlite")).unwrap();
    let game = other.game(id).unwrap();
    assert_eq!((game.game.moves().len(), game.revision), (3, 3));
    assert_eq!(game.thoughts[2].time, Duration::from_millis(1234));
    assert_eq!(game.plan.as_ref().unwrap().clock.unwrap().left, seconds(57, 59));
    assert!(game.is_live() && other.list(&Filter::default()).unwrap()[0].is_live);
    assert_eq!(other.live_games().unwrap(), [id]);
    // A game that is not the stored one before its last ply.
    let of = |texts: &[&str]| {
        let mut game = Game::default();
        texts.iter().for_each(|text| game.play(mv(text)).unwrap());
        game
    };
    let late = store.commit(|batch| batch.append(id, &last_ply(&of(&[FIRST, SECOND, "g1-g2/b2"]))));
    assert!(matches!(late, Err(StoreError::WrongPly { ply: 3, expected: 4, .. })), "{late:?}");
    let other_line = of(&[FIRST, SECOND, "g1-g2/b2", "a7-a6/a5"]);
    let diverged = store.commit(|batch| batch.append(id, &last_ply(&other_line)));
    assert!(matches!(diverged, Err(StoreError::OtherMoves(_))), "{diverged:?}");
    let nothing = store.commit(|batch| batch.append(id, &last_ply(&Game::default())));
    assert!(matches!(nothing, Err(StoreError::WrongPly { ply: 0, .. })), "{nothing:?}");
    assert_eq!(other.game(id).unwrap(), game, "a refused move changes nothing");
    let end = GameEnd { winner: Some(Color::White), ending: Ending::Resignation, detail: "tired".to_owned() };
    let wrong = GameEnd { ending: Ending::NoMoves, ..end.clone() };
    assert!(matches!(store.commit(|batch| batch.finish(id, &wrong)), Err(StoreError::Contradiction(_))));
    store.commit(|batch| batch.finish(id, &end)).unwrap();
    assert_eq!(other.live_games().unwrap(), []);
    assert!(matches!(append(&mut store, id, "a7-a6/a5"), Err(StoreError::NotLive(_))));
    assert!(matches!(store.commit(|batch| batch.take_back(id, 0, None, None)), Err(StoreError::NotLive(_))));
    // The plan stays, for a rematch.
    assert_eq!(other.game(id).unwrap().plan.unwrap().agents.black.as_deref(), Some("otrera:level=3"));
}

#[test]
fn the_rules_end_a_game() {
    let (_folder, mut store) = new_store();
    let whole = random_game(3, Start::of("6x6".parse().unwrap()).unwrap(), 200);
    let id = store.add_game(&GameRecord { game: Game::new(*whole.start()), ..live_game() }, None).unwrap();
    let mut game = Game::new(*whole.start());
    for &mv in whole.moves() {
        game.play(mv).unwrap();
        let ply = Ply::last_of(&game, Thought::default(), None);
        store.commit(|batch| batch.append(id, &ply)).unwrap();
    }
    let game = store.game(id).unwrap().to_record();
    // It is found again by its fingerprint, which every ply has changed.
    let again = store.commit(|batch| batch.import(&game, None)).unwrap();
    assert_eq!(again, Imported::Same(id));
    assert_eq!((game.ending, game.winner), (Ending::NoMoves, whole.outcome().map(|outcome| outcome.winner)));
    assert_eq!((game.game, game.thoughts.len()), (whole.clone(), whole.moves().len()));
}

#[test]
fn variations_and_remarks_are_kept_with_their_numbers() {
    let (_folder, mut store, id) = played();
    let first = store.add_variation(id, 1, mv("g10-g8/j8")).unwrap();
    let second = store.add_variation(id, 1, mv("d10-d9/j9")).unwrap();
    let deeper = store.add_variation(id, second, mv(THIRD)).unwrap();
    assert_eq!((first, second, deeper), (10_000, 10_001, 10_002));
    assert_eq!(store.add_variation(id, 1, mv(SECOND)).unwrap(), 2, "the game's own move");
    assert_eq!(store.add_variation(id, 1, mv("g10-g8/j8")).unwrap(), first);
    assert!(matches!(store.add_variation(id, 1, mv(FIRST)), Err(StoreError::IllegalMove { .. })));
    assert!(matches!(store.add_variation(id, 4, mv(FIRST)), Err(StoreError::NoSuchNode { node: 4, .. })));
    store.set_comment(id, 2, Some("hm [sic]\\")).unwrap();
    store.set_comment(id, deeper, Some("fine")).unwrap();
    store.promote_variation(id, second).unwrap();
    let tree = tree_of(&store, id);
    let node = |number: u32| tree.iter().find(|node| node.id == number).unwrap();
    assert_eq!(node(1).children, [2, second, first]);
    assert_eq!(node(deeper).parent, Some(second));
    assert_eq!(node(2).comment.as_deref(), Some("hm [sic]\\"));
    assert_eq!(node(deeper).position.ply(), 3);
    store.keep_evaluation(id, deeper, &evaluation(5)).unwrap();
    store.remove_variation(id, second).unwrap();
    assert_eq!(store.evaluation(id, deeper).unwrap(), None);
    assert!(
        matches!(store.remove_variation(id, 2), Err(StoreError::NoSuchNode { .. })),
        "what was played stays"
    );
    assert!(matches!(store.promote_variation(id, second), Err(StoreError::NoSuchNode { .. })));
    assert!(matches!(store.set_comment(id, second, None), Err(StoreError::NoSuchNode { .. })));
    assert_eq!(store.add_variation(id, 0, mv("a4-a5/a6")).unwrap(), 10_003, "a number is given once");
    store.set_comment(id, 2, None).unwrap();
    assert!(store.game(id).unwrap().annotations.study.remarks.is_empty());
}

#[test]
fn what_was_said_of_moves_taken_back_becomes_a_variation() {
    let (_folder, mut store, id) = played();
    let tried = store.add_variation(id, 2, mv("g1-g5/b5")).unwrap();
    store.set_comment(id, 1, Some("first")).unwrap();
    store.keep_evaluation(id, 2, &evaluation(7)).unwrap();
    store.keep_evaluation(id, 3, &evaluation(8)).unwrap();
    store.keep_review(id, Some("{}")).unwrap();
    store.commit(|batch| batch.take_back(id, 0, Some(seconds(60, 60)), None)).unwrap();
    let game = store.game(id).unwrap().to_record();
    assert_eq!((game.game.moves().len(), game.thoughts.len(), &game.annotations.review), (0, 0, &None));
    let tree = game.annotations.study.tree(&game.game);
    let kept = tree.iter().find(|node| node.mv == Some(mv(FIRST))).unwrap();
    assert_eq!((kept.comment.as_deref(), kept.parent, kept.id), (Some("first"), Some(0), 10_001));
    let second = tree.iter().find(|node| node.mv == Some(mv(SECOND))).unwrap();
    assert_eq!((second.parent, second.children.as_slice()), (Some(kept.id), &[tried][..]));
    assert_eq!(store.evaluation(id, second.id).unwrap(), Some(evaluation(7)));
    assert_eq!(game.annotations.evaluations.len(), 1, "nobody said anything of the third ply");
    // Played again, they are the game's own.
    for text in [FIRST, SECOND] {
        assert!(append(&mut store, id, text).unwrap().was_variation);
    }
    let game = store.game(id).unwrap().to_record();
    let ids: Vec<u32> = game.annotations.study.tree(&game.game).iter().map(|node| node.id).collect();
    assert_eq!(ids, [0, 1, 2, tried]);
    assert_eq!(game.annotations.study.tree(&game.game)[1].comment.as_deref(), Some("first"));
    assert_eq!(game.annotations.evaluations[&2], evaluation(7));
    // Another process may have changed the game since it was read.
    let revision = store.game(id).unwrap().revision;
    let outdated = store.commit(|batch| batch.take_back(id, 1, None, Some(revision - 1)));
    assert!(matches!(outdated, Err(StoreError::OtherRevision(_))), "{outdated:?}");
    store.commit(|batch| batch.take_back(id, 1, None, Some(revision))).unwrap();
    assert_eq!(tree_of(&store, id).len(), 4);
    assert!(matches!(
        store.commit(|batch| batch.take_back(id, 1, None, None)),
        Err(StoreError::WrongPly { .. })
    ));
}

#[test]
fn changes_are_undone_until_the_nodes_get_other_numbers() {
    let (_folder, mut store, id) = played();
    let tree = tree_of(&store, id);
    store.set_comment(id, 1, Some("first")).unwrap();
    let shapes = [Shape::Circle("d7".parse().unwrap()), "d1:d7".parse().unwrap()];
    store.set_shapes(id, 1, &shapes).unwrap();
    assert_eq!(tree_of(&store, id)[1].shapes, shapes);
    // What changes nothing is not undone.
    store.set_shapes(id, 1, &shapes).unwrap();
    store.undo_study(id).unwrap();
    let first = &tree_of(&store, id)[1];
    assert_eq!((first.comment.as_deref(), first.shapes.len()), (Some("first"), 0));
    store.undo_study(id).unwrap();
    assert_eq!(tree_of(&store, id), tree);
    assert!(matches!(store.undo_study(id), Err(StoreError::NothingToUndo(_))));
    store.set_comment(id, 2, Some("second")).unwrap();
    store.commit(|batch| batch.take_back(id, 1, None, None)).unwrap();
    assert!(matches!(store.undo_study(id), Err(StoreError::NothingToUndo(_))));
    // The oldest changes are forgotten.
    for number in 0..70 {
        store.set_comment(id, 0, Some(&number.to_string())).unwrap();
    }
    let undone = (0..).take_while(|_| store.undo_study(id).is_ok()).count();
    assert_eq!((undone, tree_of(&store, id)[0].comment.as_deref()), (64, Some("5")));
}

#[test]
fn more_thought_replaces_less_and_a_proof_all() {
    let (_folder, mut store, id) = played();
    assert!(store.keep_evaluation(id, 1, &evaluation(10)).unwrap());
    assert!(!store.keep_evaluation(id, 1, &evaluation(9)).unwrap());
    let unknown = Evaluation { assessment: Assessment::default(), ..evaluation(11) };
    assert!(!store.keep_evaluation(id, 1, &unknown).unwrap());
    let by = |won_by| Assessment {
        score: None,
        win_rate: Some(0.0),
        proof: Some(Proof { winner: Color::Black, won_by: Some(won_by), decided_in: Some(7) }),
        ..evaluation(3).assessment
    };
    let proof = Evaluation { assessment: by(WonBy::AtLeast(2)), ..evaluation(3) };
    // The tables do not tell an exact number of moves from a bound.
    let exact = Evaluation { assessment: by(WonBy::Exactly(2)), ..evaluation(3) };
    assert!(store.keep_evaluation(id, 1, &exact).unwrap());
    assert!(!store.keep_evaluation(id, 1, &evaluation(99)).unwrap());
    assert_eq!(store.evaluation(id, 1).unwrap(), Some(proof));
    let nowhere = GameId(99);
    assert!(matches!(store.keep_evaluation(nowhere, 1, &evaluation(1)), Err(StoreError::NoSuchGame(_))));
}

/// A game with everything that people and engines can make of it.
fn studied() -> (tempfile::TempDir, Store, GameId) {
    let (folder, mut store, id) = played();
    let tried = store.add_variation(id, 3, mv("a7-a6/a5")).unwrap();
    store.add_variation(id, 0, mv("a4-a5/a6")).unwrap();
    store.set_comment(id, 0, Some("the start")).unwrap();
    store.set_comment(id, tried, Some("the end]")).unwrap();
    store.set_title(id, Some("A [fine] game")).unwrap();
    store.set_tags(id, &["to show".to_owned(), "Blunder".to_owned(), "blunder".to_owned()]).unwrap();
    store.rename_players(id, ByColor { white: Some("Ada L."), black: None }).unwrap();
    store.keep_evaluation(id, tried, &evaluation(4)).unwrap();
    store.keep_review(id, Some("{\"accuracy\": 1}")).unwrap();
    store
        .commit(|batch| {
            batch.finish(
                id,
                &GameEnd { winner: Some(Color::White), ending: Ending::Resignation, detail: String::new() },
            )
        })
        .unwrap();
    (folder, store, id)
}

#[test]
fn json_lines_carry_all_that_was_made() {
    let (_folder, store, id) = studied();
    let line = line_of(&store.game(id).unwrap());
    let (_other_folder, mut other) = new_store();
    let (game, origin) = from_line(&line).unwrap();
    let id = other.add_game(&game, None).unwrap();
    assert!(origin.is_none());
    assert_eq!(line_of(&other.game(id).unwrap()), line);
    assert_eq!(game.annotations.tags, ["Blunder", "to show"]);
    assert_eq!(
        (game.annotations.evaluations.len(), game.annotations.review.as_deref()),
        (1, Some("{\"accuracy\": 1}"))
    );
    let broken = line.replace("\"parent\":3", "\"parent\":7");
    let (game, _) = from_line(&broken).unwrap();
    assert!(matches!(other.add_game(&game, None), Err(StoreError::Contradiction(_))));
}

#[test]
fn sgf_carries_what_people_made() {
    let (_folder, store, id) = studied();
    let game = store.game(id).unwrap().to_record();
    let text = to_text(&game);
    let (_, record, read) = records(text.as_bytes()).next().unwrap().unwrap();
    let again = from_record(&record, &read);
    assert_eq!(again.game, game.game, "what was tried after the last move was not played\n{text}");
    assert_eq!(
        (&again.annotations.title, &again.annotations.tags),
        (&game.annotations.title, &game.annotations.tags)
    );
    assert_eq!((again.ending, again.winner, &again.players), (game.ending, game.winner, &game.players));
    let said = |game: &GameRecord| -> Vec<(Option<Move>, Option<String>)> {
        let mut all: Vec<_> =
            game.annotations.study.tree(&game.game).into_iter().map(|node| (node.mv, node.comment)).collect();
        all.sort();
        all
    };
    assert_eq!(said(&again), said(&game));
    assert_eq!(to_text(&again), text);
}

#[test]
fn a_record_is_written_word_for_word_until_it_is_changed() {
    let (_folder, mut store) = new_store();
    let text = "(;GM[18]GN[old]XY[odd];B[djddgd]C[fine](;W[dacbcc];C[later]LB[aa:1])(;W[dadbdc]))\n";
    let (_, record, read) = records(text.as_bytes()).next().unwrap().unwrap();
    let id = store.add_game(&from_record(&record, &read), None).unwrap();
    let game = |store: &Store| store.game(id).unwrap().to_record();
    assert_eq!(to_text(&game(&store)), text);
    assert_eq!(tree_of(&store, id)[2].comment.as_deref(), Some("later"));
    store.set_comment(id, 1, Some("not so fine")).unwrap();
    let changed = to_text(&game(&store));
    for word in ["C[not so fine]", "GN[old]", "XY[odd]", "C[later]", "LB[aa:1]", "W[dadbdc]"] {
        assert!(changed.contains(word), "{word} in {changed}");
    }
    assert!(!changed.contains("C[fine]"), "{changed}");
    // Also what was taken away stays away.
    store.set_comment(id, 1, None).unwrap();
    store.set_comment(id, 2, None).unwrap();
    store.remove_variation(id, Study::FIRST).unwrap();
    let line = line_of(&store.game(id).unwrap());
    assert_eq!(from_line(&line).unwrap().0.annotations.study, game(&store).annotations.study);
}

#[test]
fn remarks_on_a_game_that_is_there_already_are_not_lost() {
    let plain = "(;GM[18]PB[a];B[djddgd];W[dacbcc])";
    let said = "(;GM[18]PB[a];B[djddgd]C[fine];W[dacbcc])";
    let other = "(;GM[18]PB[a];B[djddgd]C[bad];W[dacbcc])";
    let read = |text: &str| {
        let (_, record, read) = records(text.as_bytes()).next().unwrap().unwrap();
        from_record(&record, &read)
    };
    let (_folder, mut store) = new_store();
    let mut batch = store.batch().unwrap();
    let Imported::New(id) = batch.import(&read(plain), None).unwrap() else { panic!("the first is new") };
    assert_eq!(batch.import(&read(said), None).unwrap(), Imported::Same(id));
    assert_eq!(batch.import(&read(said), None).unwrap(), Imported::Same(id));
    assert_eq!(batch.import(&read(plain), None).unwrap(), Imported::Same(id));
    assert!(matches!(batch.import(&read(other), None).unwrap(), Imported::New(_)));
    batch.commit().unwrap();
    let kept = store.game(id).unwrap().to_record();
    assert_eq!(kept.annotations.study.tree(&kept.game)[1].comment.as_deref(), Some("fine"));
    assert_eq!(to_text(&kept).trim(), said);
    assert_eq!(store.count(&Filter::default()).unwrap(), 2);
}
