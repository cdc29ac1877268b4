//! Processes that are killed, that write at once, and that run out of room.
//!
//! The children are this test program itself, asked for one ignored test with its orders in the environment.

use std::io::{BufRead, BufReader, Write, stdout};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use amazons::{ByColor, Draw, Game};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use store::{Filter, GameRecord, LivePlan, Ply, RunId, Slot, Source, Store, StoreError, Thought};

use crate::sample::full_game;

const FILE: &str = "OTRERA_TEST_FILE";
const SLOTS: &str = "OTRERA_TEST_SLOTS";

/// Stores games and says so after each, until it is killed, has filled its slots or fails.
#[test]
#[ignore = "a child of the other tests"]
fn writer() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let slots: u64 = std::env::var(SLOTS).ok().and_then(|text| text.parse().ok()).unwrap_or(u64::MAX);
    let say = |what: String| {
        writeln!(stdout(), "\n{what}").unwrap();
        stdout().flush().unwrap();
    };
    let mut store = match Store::open(Path::new(&path)) {
        Ok(store) => store,
        Err(error) => return say(format!("failed {error}")),
    };
    let base = full_game(1);
    for slot in 0..slots {
        let run = (slots < u64::MAX).then_some(Slot { run: RunId(1), slot, seed: slot });
        match store.add_game(&base, run) {
            Ok(id) => say(format!("stored {id}")),
            Err(StoreError::SlotTaken { .. }) => say("taken".to_owned()),
            Err(error) => return say(format!("failed {error}")),
        }
    }
}

/// Plays a game and says so after each ply, until it is killed or the game is over.
#[test]
#[ignore = "a child of the other tests"]
fn player() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let mut store = Store::open(Path::new(&path)).unwrap();
    let id = store.live_games().unwrap()[0];
    let mut game = store.game(id).unwrap().game;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game.moves().len() as u64);
    while let Some(mv) = game.position().random_move(Draw::Uniform, &mut rng) {
        game.play(mv).unwrap();
        let ply = Ply::last_of(&game, Thought::default(), None);
        store.commit(|batch| batch.append(id, &ply)).unwrap();
        writeln!(stdout(), "\nstored {}", game.moves().len()).unwrap();
        stdout().flush().unwrap();
    }
}

#[test]
fn every_acknowledged_ply_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let new = GameRecord {
        plan: Some(LivePlan::default()),
        ..GameRecord::new(ByColor::default(), Game::default(), Source::Play)
    };
    let id = Store::open(&path).unwrap().add_game(&new, None).unwrap();
    let mut acknowledged = 0;
    for plies in [1, 9, 5] {
        let arguments = ["durability::player", "--exact", "--ignored", "--nocapture", "--quiet"];
        let mut child = start(this_program().args(arguments), &path);
        let mut lines = lines_of(&mut child).map(|(_, ply)| ply.parse::<usize>().unwrap());
        acknowledged = lines.by_ref().take(plies).last().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged = lines.last().unwrap_or(acknowledged);
        let game = Store::open(&path).unwrap().game(id).unwrap();
        // One more may be on the disk that was not acknowledged.
        assert!((acknowledged..=acknowledged + 1).contains(&game.game.moves().len()));
        assert_eq!(game.thoughts.len(), game.game.moves().len(), "no ply is there in half");
    }
    assert!(acknowledged >= 15);
}

/// The arguments that make this program a writer.
const WRITER: [&str; 5] = ["durability::writer", "--exact", "--ignored", "--nocapture", "--quiet"];

fn start(command: &mut Command, path: &Path) -> Child {
    command.env(FILE, path).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a child starts")
}

/// The output of a child as `(word, rest)`, line by line.
fn lines_of(child: &mut Child) -> impl Iterator<Item = (String, String)> + use<> {
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    lines.filter_map(|line| match line.split_once(' ').unwrap_or((&line, "")) {
        (word @ ("stored" | "taken" | "failed"), rest) => Some((word.to_owned(), rest.to_owned())),
        _ => None,
    })
}

fn this_program() -> Command {
    Command::new(std::env::current_exe().expect("this program"))
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let mut acknowledged = Vec::new();
    for games in [1, 23, 7] {
        let mut child = start(this_program().args(WRITER), &path);
        let mut lines = lines_of(&mut child);
        let number = |(_, id): (String, String)| id.parse::<i64>().expect("a number");
        acknowledged.extend(lines.by_ref().take(games).map(number));
        child.kill().unwrap();
        child.wait().unwrap();
        // What it had said before it died.
        acknowledged.extend(lines.map(number));
        let store = Store::open(&path).unwrap();
        let stored: Vec<i64> = store.ids(&Filter::default()).unwrap().iter().map(|id| id.0).collect();
        assert!(acknowledged.iter().all(|id| stored.contains(id)), "{acknowledged:?} {stored:?}");
        for id in store.ids(&Filter::default()).unwrap() {
            assert_eq!(store.game(id).unwrap().thoughts.len(), 7, "no game is there in half");
        }
    }
    assert!(acknowledged.len() >= 31);
}

#[test]
fn two_processes_share_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let mut store = Store::open(&path).unwrap();
    let run = store.begin_run("match", "{}").unwrap();
    let mut children: Vec<Child> =
        (0..2).map(|_| start(this_program().args(WRITER).env(SLOTS, "60"), &path)).collect();
    let mut words = Vec::new();
    for child in &mut children {
        words.extend(lines_of(child).map(|(word, _)| word));
        assert!(child.wait().unwrap().success());
    }
    let count = |wanted: &str| words.iter().filter(|word| *word == wanted).count();
    assert_eq!((count("stored"), count("taken"), count("failed")), (60, 60, 0));
    let slots: Vec<u64> = store.run_games(run).unwrap().iter().map(|game| game.run.unwrap().slot).collect();
    assert_eq!(slots, (0..60).collect::<Vec<_>>());
}

#[test]
fn many_may_make_the_same_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/games.sqlite");
    std::thread::scope(|scope| {
        for seed in 0..8 {
            let path = &path;
            scope.spawn(move || Store::open(path).unwrap().add_game(&full_game(seed), None).unwrap());
        }
    });
    assert_eq!(Store::open(&path).unwrap().count(&Filter::default()).unwrap(), 8);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    drop(Store::open(&path).unwrap());
    // The kernel refuses to let a file grow beyond the limit, as a full disk does.
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 4000; exec \"$@\"", "sh"]);
    shell.arg(std::env::current_exe().unwrap()).args(WRITER);
    let mut child = start(&mut shell, &path);
    let lines: Vec<_> = lines_of(&mut child).collect();
    child.wait().unwrap();
    let (last, before) = lines.split_last().expect("the child says something");
    assert!(last.0 == "failed" && last.1.contains("disk"), "{last:?}");
    assert!(before.len() > 5, "some fitted");
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.count(&Filter::default()).unwrap(), before.len() as u64);
    for (_, id) in before {
        store.game(store::GameId(id.parse().unwrap())).unwrap();
    }
    // With room again it goes on.
    store.add_game(&full_game(3), None).unwrap();
}

/// A folder that may be read only. The one who may do everything becomes somebody else first.
#[cfg(unix)]
#[test]
fn a_read_only_folder_is_told() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    let path = inner.join("games.sqlite");
    Store::open(&path).unwrap().add_game(&full_game(1), None).unwrap();
    let before = std::fs::read(&path).unwrap();
    let allow =
        |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    allow(folder.path(), 0o755);
    allow(&path, 0o444);
    allow(&inner, 0o555);
    let is_mighty = std::fs::write(inner.join("probe"), "").is_ok();
    // An open descriptor of the program, because its folder may be closed to others.
    let program = std::fs::File::open(std::env::current_exe().unwrap()).unwrap();
    let link = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&program));
    for target in [path.clone(), inner.join("other.sqlite"), inner.join("deep/other.sqlite")] {
        let mut command = if is_mighty { Command::new(&link) } else { this_program() };
        if is_mighty {
            command.uid(65534).gid(65534);
        }
        let mut child = start(command.args(WRITER), &target);
        let lines: Vec<_> = lines_of(&mut child).collect();
        child.wait().unwrap();
        let [(word, what)] = lines.as_slice() else { panic!("{target:?}: {lines:?}") };
        let is_told =
            ["read-only", "may write", "cannot create the folder"].iter().any(|part| what.contains(part));
        assert!(word == "failed" && is_told, "{what}");
        assert!(what.contains("inner"), "{what}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    allow(&inner, 0o755);
}
