//! Tests of files of self-play.

use arena::{EndedUnit, GamePlayer, StopSignal, Threads, Unit, UnitOutcome, UnitSize, Workers, WorkersError};
use store::{GameRecord, Thought};
use thought::Control;

use super::head::MOST_DUPLICATES;
use super::*;

fn board(size: &str) -> AnyPosition {
    let start = amazons::Start::of(size.parse().unwrap()).unwrap();
    AnyPosition::from_setup(&start.setup()).unwrap()
}

fn of(player: &str, openings: &str) -> SelfPlay {
    let variety = openings.parse().unwrap();
    SelfPlay {
        player: player.parse().unwrap(),
        start: board("6x6"),
        variety,
        strays: None,
        adjudication: Adjudication::Never,
        seed: 5,
    }
}

fn write(selfplay: &SelfPlay, path: &Path, games: u64, threads: usize, existing: Existing) -> SelfPlayed {
    let stop = StopSignal::new();
    selfplay.write(path, games, existing, &mut Threads::new(threads, &stop), &stop, |_| {}).unwrap()
}

#[test]
fn a_file_is_the_same_for_any_threads_and_interruptions() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let selfplay = of("greedy@depth=1", "random:0-4");
    let made = write(&selfplay, &path("one.jsonl"), 12, 1, Existing::Refuse);
    assert_eq!((made.games, made.before), (12, 0));
    assert!(made.copies > 0, "some games have no opening, and the player is deterministic");
    let one = std::fs::read(path("one.jsonl")).unwrap();
    write(&selfplay, &path("four.jsonl"), 12, 4, Existing::Refuse);
    assert!(std::fs::read(path("four.jsonl")).unwrap() == one);

    // Interrupted within the eighth line.
    let ends: Vec<usize> = (0..one.len()).filter(|&at| one[at] == b'\n').collect();
    std::fs::write(path("four.jsonl"), &one[..ends[6] + 50]).unwrap();
    let made = write(&selfplay, &path("four.jsonl"), 12, 3, Existing::Resume);
    assert_eq!((made.games, made.before), (12, 7));
    assert!(std::fs::read(path("four.jsonl")).unwrap() == one);
    // The file can be continued.
    assert_eq!(write(&selfplay, &path("four.jsonl"), 14, 2, Existing::Resume).before, 12);
    assert!(std::fs::read(path("four.jsonl")).unwrap().starts_with(&one));
}

/// Runs units through their texts and tells the last one first.
struct Cluster {
    games: usize,
    width: usize,
    out: Vec<(u64, Vec<u8>)>,
    /// The numbers of the games that were handed out.
    played: Vec<u64>,
    /// It is lost after this many units.
    units: usize,
}

impl Cluster {
    fn new(width: usize, games: usize) -> Self {
        Self { games, width, out: Vec::new(), played: Vec::new(), units: usize::MAX }
    }
}

impl Workers for Cluster {
    fn width(&mut self) -> usize {
        self.width
    }

    fn unit_size(&self) -> UnitSize {
        UnitSize::Games(self.games)
    }

    fn submit(&mut self, number: u64, unit: &Unit) -> Result<(), WorkersError> {
        self.played.extend(unit.games.iter().map(|game| game.number));
        self.out.push((number, arena::run_unit(&unit.to_json(), &Control::new()).unwrap()));
        Ok(())
    }

    fn next(&mut self) -> Result<Option<EndedUnit>, WorkersError> {
        if self.units == 0 {
            return Err(WorkersError::Cluster("the cluster is gone".to_owned()));
        }
        self.units -= 1;
        let ended = self.out.pop();
        Ok(ended.map(|(number, result)| EndedUnit {
            number,
            outcome: UnitOutcome::Result(result),
            seconds: 0.1,
        }))
    }

    fn cancel(&mut self) {}
}

#[test]
fn a_cluster_writes_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let selfplay = SelfPlay { strays: Some("0-2:9".parse().unwrap()), ..of("greedy@depth=1", "random:0-4") };
    let made = write(&selfplay, &path("one.jsonl"), 20, 1, Existing::Refuse);
    let one = std::fs::read(path("one.jsonl")).unwrap();
    for threads in [2, 5] {
        write(&selfplay, &path("threads.jsonl"), 20, threads, Existing::Replace);
        assert!(std::fs::read(path("threads.jsonl")).unwrap() == one);
    }
    for (width, games) in [(1, 1), (4, 1), (3, 3), (2, 7)] {
        let (mut cluster, stop) = (Cluster::new(width, games), StopSignal::new());
        let path = path("cluster.jsonl");
        let other = selfplay.write(&path, 20, Existing::Replace, &mut cluster, &stop, |_| {}).unwrap();
        assert_eq!(other, made);
        assert!(std::fs::read(&path).unwrap() == one, "{width} units of {games} games");
        assert_eq!(cluster.played.len() as u64, made.games + made.copies, "no game twice");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "no file is left beside");
}

#[test]
fn games_that_wait_for_an_earlier_one_survive() {
    let folder = tempfile::tempdir().unwrap();
    let (path, early) = (folder.path().join("a.jsonl"), folder.path().join("a.jsonl.early"));
    let selfplay = of("greedy@depth=1", "random:0-4");
    write(&selfplay, &folder.path().join("whole.jsonl"), 20, 1, Existing::Refuse);
    let whole = std::fs::read(folder.path().join("whole.jsonl")).unwrap();
    let resume = |cluster: &mut Cluster| {
        selfplay.write(&path, 20, Existing::Resume, cluster, &StopSignal::new(), |_| {})
    };
    // The first unit is never told: the others wait for it.
    let mut cluster = Cluster { units: 4, ..Cluster::new(3, 3) };
    let error = resume(&mut cluster).unwrap_err();
    assert_eq!(error.to_string(), "the cluster is gone");
    assert_eq!(std::fs::read(&path).unwrap().len(), 0);
    let waiting = std::fs::read(&early).unwrap();
    assert_eq!(waiting.iter().filter(|&&byte| byte == b'\n').count(), 12);

    // Killed while a line was written.
    std::fs::write(&early, &waiting[..waiting.len() - 10]).unwrap();
    let mut cluster = Cluster { units: 1, ..Cluster::new(1, 3) };
    resume(&mut cluster).unwrap_err();
    assert_eq!(cluster.played, [0, 1, 2, 3, 4, 5], "the first that are missing");
    assert!(!std::fs::read(&path).unwrap().is_empty());
    let mut cluster = Cluster::new(2, 3);
    assert_eq!(resume(&mut cluster).unwrap().games, 20);
    assert!(std::fs::read(&path).unwrap() == whole);
    let is_new = |number: &u64| !(6..17).contains(number);
    assert!(cluster.played.iter().all(is_new), "{:?}: what waited is not played again", cluster.played);
    assert!(cluster.played.contains(&17), "this line was cut");
    assert!(!early.exists());

    // A new file does not take what waited for another.
    std::fs::write(&early, &waiting).unwrap();
    write(&selfplay, &path, 20, 2, Existing::Replace);
    assert!(std::fs::read(&path).unwrap() == whole && !early.exists());
    std::fs::write(&early, &waiting).unwrap();
    let other = SelfPlay { seed: 6, ..selfplay.clone() };
    let error = other.write(
        &folder.path().join("a.jsonl"),
        20,
        Existing::Resume,
        &mut Cluster::new(1, 1),
        &StopSignal::new(),
        |_| {},
    );
    assert!(error.unwrap_err().to_string().contains("other conditions"));
}

#[test]
fn a_player_that_does_not_start_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let stop = StopSignal::new();
    let path = folder.path().join("games.jsonl");
    let selfplay = of("cmd:./no-such-engine@depth=1", "random:2");
    let error = selfplay.write(&path, 3, Existing::Refuse, &mut Threads::new(2, &stop), &stop, |_| {});
    let error = error.unwrap_err().to_string();
    assert!(error.starts_with("cannot start cmd:./no-such-engine: "), "{error}");
}

/// Threads that are stopped when a unit is submitted, while others are running.
struct StoppedThreads {
    threads: Threads,
    stop: StopSignal,
    at: u64,
}

impl Workers for StoppedThreads {
    fn width(&mut self) -> usize {
        self.threads.width()
    }

    fn unit_size(&self) -> UnitSize {
        self.threads.unit_size()
    }

    fn submit(&mut self, number: u64, unit: &Unit) -> Result<(), WorkersError> {
        self.threads.submit(number, unit)?;
        if number == self.at {
            self.stop.stop();
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Option<EndedUnit>, WorkersError> {
        self.threads.next()
    }

    fn cancel(&mut self) {
        self.threads.cancel();
    }

    fn end(&mut self) {
        self.threads.end();
    }
}

#[test]
fn a_stop_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let selfplay = of("greedy@depth=1", "random:2-4");
    write(&selfplay, &path("whole.jsonl"), 30, 1, Existing::Refuse);
    let whole = std::fs::read(path("whole.jsonl")).unwrap();
    for (at, width) in [(0, 1), (0, 3), (12, 1), (12, 3), (20, 5)] {
        let stop = StopSignal::new();
        let mut threads = StoppedThreads { threads: Threads::new(width, &stop), stop: stop.clone(), at };
        let (path, mut kept) = (path("a.jsonl"), 0);
        let stopped = selfplay.write(&path, 30, Existing::Replace, &mut threads, &stop, |games| kept = games);
        assert!(matches!(stopped, Err(TrainingError::Stopped)), "{stopped:?}");
        assert!(kept <= at + 1, "{kept} games of {} that were handed out", at + 1);
        let made = write(&selfplay, &path, 30, 2, Existing::Resume);
        assert_eq!((made.games, made.before), (30, kept));
        assert!(std::fs::read(&path).unwrap() == whole);
    }
    assert!(!path("a.jsonl.early").exists());
}

#[test]
fn lines_tell_thoughts_openings_and_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    write(&of("short-mcts@playouts=20", "random:1-3"), &path, 4, 2, Existing::Refuse);
    let games = crate::collection::read_games(&path).unwrap();
    assert_eq!(games.len(), 4);
    for game in &games {
        let opening: usize = game.opening.as_deref().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        assert!((1..=3).contains(&opening));
        assert_eq!(game.winner, game.game.outcome().map(|outcome| outcome.winner));
        assert_eq!(game.thoughts.len(), game.game.moves().len());
        for (ply, thought) in game.thoughts.iter().enumerate() {
            assert_eq!(thought.assessment.win_rate.is_some(), ply >= opening, "ply {ply}");
            assert_eq!(thought.playouts > 0, ply >= opening, "ply {ply}");
        }
        assert_eq!(game.limits.white.as_deref(), Some("playouts=20"));
    }
    let lengths: Vec<usize> = games.iter().map(|game| game.game.moves().len()).collect();
    assert!(lengths.iter().any(|&length| length != lengths[0]), "games differ: {lengths:?}");
}

#[test]
fn strays_are_random_plies_without_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let plain = of("alphabeta:depth=1@nodes=50", "random:2");
    let strays = Strays { least: 1, most: 3, before: 9 };
    let with_strays = SelfPlay { strays: Some(strays), ..plain.clone() };
    write(&plain, &path("plain.jsonl"), 12, 2, Existing::Refuse);
    write(&with_strays, &path("one.jsonl"), 12, 1, Existing::Refuse);
    write(&with_strays, &path("two.jsonl"), 12, 2, Existing::Refuse);
    assert!(std::fs::read(path("one.jsonl")).unwrap() == std::fs::read(path("two.jsonl")).unwrap());
    let read = |name: &str| {
        let mut games = std::collections::BTreeMap::new();
        crate::json_lines::for_each(&path(name), |game, run| {
            games.insert(run.unwrap().slot, game);
            Ok(())
        })
        .unwrap();
        games
    };
    let (plain_games, mut common, mut late) = (read("plain.jsonl"), 0, 0);
    for (number, game) in read("one.jsonl") {
        let drawn = strays.drawn(with_strays.seed_of(number));
        for (ply, thought) in game.thoughts.iter().enumerate() {
            let is_thought = ply >= 2 && !drawn.contains(&ply);
            assert_eq!(
                thought.nodes > 0 && thought.assessment.win_rate.is_some(),
                is_thought,
                "{number} {ply}"
            );
            assert_eq!(*thought == Thought::default(), !is_thought, "{number} {ply}");
        }
        // A player without chance plays the same game up to the first stray.
        let first = (2..9).find(|&ply| drawn.contains(&ply));
        if let (Some(first), Some(plain)) = (first, plain_games.get(&number)) {
            assert_eq!(game.game.moves()[..first], plain.game.moves()[..first], "{number}");
            late += 1;
            common += u32::from(game.game.moves()[first] == plain.game.moves()[first]);
        }
    }
    assert!(late >= 6 && common <= 2, "{common} of {late} random moves are the player's own");
    // By a clock too, where the times of thoughts are kept.
    let timed = SelfPlay { strays: Some(strays), ..of("alphabeta:depth=1@5s", "random:2") };
    let mut player = GamePlayer::new(timed.plan().into());
    let game = player.play(&timed.planned(3).unwrap(), &Control::new()).unwrap().unwrap().record;
    let drawn = strays.drawn(timed.seed_of(3));
    for (ply, thought) in game.thoughts.iter().enumerate() {
        assert_eq!(*thought == Thought::default(), ply < 2 || drawn.contains(&ply), "{ply}");
    }
    assert!((2..game.thoughts.len()).any(|ply| drawn.contains(&ply)), "there is a stray in it");
    assert!(with_strays.conditions().contains("\"strays\":\"1-3:9\""));
    assert!(!plain.conditions().contains("strays") && !plain.conditions().contains("until"));
}

#[test]
fn proven_games_end_when_they_are_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let whole = of("alphabeta:depth=1@nodes=50", "random:1-4");
    let proven = SelfPlay { adjudication: Adjudication::Proven, ..whole.clone() };
    write(&whole, &path("whole.jsonl"), 6, 2, Existing::Refuse);
    write(&proven, &path("proven.jsonl"), 6, 2, Existing::Refuse);
    let [whole, shorter] =
        ["whole.jsonl", "proven.jsonl"].map(|name| crate::collection::read_games(&path(name)).unwrap());
    assert!(shorter.iter().any(|game| game.ending == store::Ending::Adjudication));
    let plies = |games: &[GameRecord]| -> usize { games.iter().map(|game| game.game.moves().len()).sum() };
    assert!(plies(&shorter) < plies(&whole));
    assert!(proven.conditions().contains("\"until\":\"proven\""));
}

#[test]
fn a_player_without_other_games_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let stop = StopSignal::new();
    let mut threads = Threads::new(2, &stop);
    let path = folder.path().join("games.jsonl");
    let mut selfplay = of("alphabeta:depth=1", "start");
    selfplay.start = board("4x4");
    let error = selfplay.write(&path, 3, Existing::Refuse, &mut threads, &stop, |_| {}).unwrap_err();
    assert!(matches!(error, TrainingError::NoMoreGames { kept: 1, copies: MOST_DUPLICATES }), "{error}");
    assert_eq!(crate::collection::read_games(&path).unwrap().len(), 1, "what was made stays");
}

#[test]
fn a_network_is_part_of_the_conditions() {
    let folder = testkit::network_files(&["a.net"]);
    let path = folder.path().join("a.net").display().to_string();
    let conditions = of(&format!("greedy:eval=net:{path}@depth=1"), "random:2").conditions();
    assert!(conditions.contains(&testkit::network().digest()), "{conditions}");
    assert!(!of("greedy@depth=1", "random:2").conditions().contains("networks"));
}
