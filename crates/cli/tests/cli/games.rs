//! `otrera play`: a game in the terminal, kept whatever happens.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use amazons::notation::sgf;
use amazons::{Color, Record};
use store::{Ending, Filter, Store};

use crate::{otrera, run, words};

fn play(arguments: &str, typed: &str) -> String {
    let output = run(words(&format!("play --agent random {arguments}")), typed.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The arguments with which a game goes to `games.sqlite` and `game.sgf` of a folder.
fn saving(folder: &Path) -> String {
    let folder = folder.display();
    format!("--seed 1 --store {folder}/games.sqlite --save {folder}/game.sgf")
}

fn record(path: &Path) -> Record {
    sgf::from_bytes(&fs::read(path).unwrap()).unwrap().remove(0)
}

#[test]
fn a_game_with_every_word_looks_so() {
    let typed = "help\nb1\na9\nb1-b3\nb1-b5\nb1-b3/b2\nmoves\nfen\nundo\nundo\nnonsense\n\nb1-b2/a1\nboard\nresign\nresign\nb2-b1/b2\nundo\nquit\n";
    insta::assert_snapshot!(play("--board 4x4 --seed 1 --no-save", typed));
}

#[test]
fn a_game_is_played_to_its_end() {
    // White's only move wins: Black is shut in.
    let text = play("--fen 'Q1**q w' --no-save", "a1-b1/a1\nquit\n");
    assert!(text.contains("Black cannot move: White has won"), "{text}");
    let text = play("--fen 'Q*1*q w' --no-save", "");
    assert!(text.contains("White cannot move: Black has won"), "{text}");
}

#[test]
fn the_computer_begins_when_you_are_black() {
    let text = play("--board 6x6 --color black --seed 5 --no-save", "quit\n");
    assert!(text.contains("You are Black") && text.contains("random plays "), "{text}");
    assert_eq!(
        text,
        play("--board 6x6 --color black --seed 5 --no-save", "quit\n"),
        "a seed gives the same game"
    );
}

#[test]
fn what_was_taken_back_stays_as_a_variation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    let text = play(&saving(folder.path()), "d1-d7/g7\nundo\nd1-d6/g6\nresign\nundo\nresign\nquit\n");
    assert!(text.contains("The game is saved: game 1 of "), "{text}");
    let store = Store::open(&folder.path().join("games.sqlite")).unwrap();
    let stored = store.game(store.ids(&Filter::default()).unwrap()[0]).unwrap();
    assert_eq!((stored.end.ending, stored.end.winner), (Ending::Resignation, Some(Color::Black)));
    assert_eq!((stored.game.moves().len(), stored.annotations.study.variations.len()), (2, 2));
    assert_eq!((stored.game.moves()[0].to_string(), stored.thoughts.len()), ("d1-d6/g6".to_owned(), 2));
    let record = record(&path);
    let root = record.node(Record::ROOT);
    assert_eq!(root.children().len(), 2);
    let main: Vec<String> =
        record.main_line().filter_map(amazons::RecordNode::mv).map(|mv| mv.to_string()).collect();
    assert_eq!((main.len(), main[0].as_str()), (2, "d1-d6/g6"));
    assert_eq!(record.players.white.as_deref(), Some("You"));
    let result = record.result.as_ref().unwrap();
    assert_eq!((result.winner, result.how.as_str()), (Color::Black, "R"));
}

#[test]
fn what_was_taken_back_last_is_not_the_main_line() {
    for typed in ["d1-d7/g7\nundo\nresign\nquit\n", "d1-d7/g7\nundo\nquit\n"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        play(&saving(folder.path()), typed);
        let record = record(&path);
        assert_eq!(record.to_game().moves().len(), 0, "{typed}");
        assert_eq!(record.node(Record::ROOT).children().len(), 2);
    }
}

#[test]
fn games_go_to_the_users_store_and_stay_live() {
    let home = tempfile::tempdir().unwrap();
    for _ in 0..3 {
        let mut child = otrera()
            .args(["play", "--agent", "random"])
            .env("HOME", home.path())
            .env("XDG_DATA_HOME", home.path())
            .env_remove("OTRERA_STORE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"d1-d7/g7\n").unwrap();
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let store = Store::open(&home.path().join("otrera/games.sqlite")).unwrap();
    let games = store.live_games().unwrap().into_iter().map(|id| store.game(id).unwrap());
    let games: Vec<_> =
        games.map(|game| (game.game.moves().len(), game.plan.unwrap().agents.black)).collect();
    assert_eq!(games, vec![(2, Some("random".to_owned())); 3]);
}

#[test]
fn a_file_that_is_there_already_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "precious").unwrap();
    let output = run(words(&format!("play --save {}", path.display())), b"d1-d7/g7\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
}

#[test]
fn a_game_that_cannot_be_saved_is_handed_over() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let (mut child, mut typed, mut lines) = start(&inner.join("game.sgf"), folder.path());
    writeln!(typed, "d1-d7/g7").unwrap();
    wait_for_reply(&mut lines);
    // Whatever makes writing fail: a full disk, a folder gone.
    fs::remove_dir_all(&inner).unwrap();
    writeln!(typed, "g1-g6/h6").unwrap();
    drop(typed);
    let rest: Vec<String> = lines.map(|line| line.unwrap()).collect();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let text = rest.join("\n");
    assert!(text.contains("Not saved: "), "{text}");
    let at = text.find("(;FF[4]").expect("the game itself");
    assert!(sgf::from_text(&text[at..]).unwrap()[0].to_game().moves().len() >= 3, "{text}");
}

type Lines = std::io::Lines<BufReader<ChildStdout>>;

fn start(save: &Path, store: &Path) -> (Child, ChildStdin, Lines) {
    let mut child = otrera()
        .args(["play", "--agent", "random", "--seed", "1"])
        .arg("--save")
        .arg(save)
        .arg("--store")
        .arg(store.join("games.sqlite"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let typed = child.stdin.take().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, typed, lines)
}

fn wait_for_reply(lines: &mut Lines) {
    assert!(lines.any(|line| line.unwrap().contains("random plays ")));
}

#[test]
fn a_killed_game_is_in_its_file_and_in_the_store() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = folder.path().join("game.sgf");
    let (mut child, mut typed, mut lines) = start(&path, other.path());
    writeln!(typed, "d1-d7/g7").unwrap();
    wait_for_reply(&mut lines);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(record(&path).to_game().moves().len(), 2);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no half-written file is left");
    let store = Store::open(&other.path().join("games.sqlite")).unwrap();
    assert_eq!(store.game(store.live_games().unwrap()[0]).unwrap().game.moves().len(), 2);
}
