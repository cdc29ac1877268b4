//! Contests played by threads and by workers that return units in any order: the same games and verdicts.

use std::sync::Mutex;
use std::time::Duration;

use arena::statistics::{Sprt, SprtParameters};
use arena::{
    Contest, ContestEvent, ContestSpec, EndedUnit, RunError, Runner, Standings, StopSignal, Threads, Unit,
    UnitError, UnitOutcome, UnitSize, Workers, WorkersError, mix, run_unit,
};
use store::{GameRecord, Store};
use thought::Control;

/// Runs units through their texts, as another machine would, and tells them in an order of its own.
struct Cluster {
    width: usize,
    games: usize,
    /// Draws the order.
    seed: u64,
    out: Vec<(u64, UnitOutcome)>,
    /// Units of this run.
    submitted: u64,
    /// Units of all runs.
    units: u64,
    trouble: Trouble,
}

/// What goes wrong.
enum Trouble {
    None,
    /// A unit fails.
    Fails(u64),
    /// Every unit is told twice.
    Twice,
    /// The result of a unit is cut.
    Cut(u64),
    /// The signal is set when a unit is submitted.
    Stop(u64, StopSignal),
}

impl Cluster {
    fn new(width: usize, games: usize) -> Self {
        Self { width, games, seed: 1, out: Vec::new(), submitted: 0, units: 0, trouble: Trouble::None }
    }

    fn with(trouble: Trouble) -> Self {
        Self { trouble, ..Self::new(3, 3) }
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
        assert!(unit.games.len() <= self.games);
        assert_eq!(number, self.submitted);
        (self.submitted, self.units) = (self.submitted + 1, self.units + 1);
        let result = run_unit(&unit.to_json(), &Control::new()).unwrap();
        let outcome = match &self.trouble {
            Trouble::Fails(which) if *which == number => {
                UnitOutcome::Failed(UnitError::Elsewhere("the machine burns".to_owned()))
            }
            Trouble::Cut(which) if *which == number => {
                UnitOutcome::Result(result[..result.len() / 2].to_vec())
            }
            _ => UnitOutcome::Result(result.clone()),
        };
        self.out.push((number, outcome));
        match &self.trouble {
            Trouble::Twice => self.out.push((number, UnitOutcome::Result(result))),
            Trouble::Stop(which, stop) if *which == number => stop.finish(),
            _ => {}
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Option<EndedUnit>, WorkersError> {
        if self.out.is_empty() {
            return Ok(None);
        }
        self.seed = mix(self.seed, 0);
        let (number, outcome) = self.out.swap_remove((self.seed % self.out.len() as u64) as usize);
        Ok(Some(EndedUnit { number, outcome, seconds: 0.1 }))
    }

    fn cancel(&mut self) {}

    fn end(&mut self) {
        self.out.clear();
        self.submitted = 0;
    }
}

fn contest() -> Contest {
    let spec = r#"{"kind": "tournament", "players": ["uct@playouts=30", "greedy", "random"], "games": 8, "start": "6x6",
        "time_control": "depth=1", "seed": 5}"#;
    serde_json::from_str::<ContestSpec>(spec).unwrap().build().unwrap()
}

/// A store in a folder of its own.
struct Place {
    store: Mutex<Store>,
    _folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { store: Mutex::new(Store::open(&folder.path().join("games.sqlite")).unwrap()), _folder: folder }
    }

    /// Plays a contest, or the rest of it.
    fn play(
        &self,
        contest: &Contest,
        workers: &mut dyn Workers,
        stop: &StopSignal,
    ) -> Result<Standings, RunError> {
        let state = {
            let mut store = self.store.lock().unwrap();
            match contest.find(&store).unwrap() {
                Some(found) => found.state,
                None => contest.begin(&mut store).unwrap(),
            }
        };
        let (mut begun, mut finished) = (Vec::new(), Vec::new());
        let before = state.standings.games();
        let runner = Runner { contest, store: &self.store, stop };
        let played = runner.run(state, workers, &mut |event, standings| match event {
            ContestEvent::Started(slot) => begun.push(slot.number),
            ContestEvent::Finished(slot, ..) => {
                finished.push(slot.number);
                assert_eq!(standings.games(), before + finished.len() as u64);
            }
        });
        finished.sort_unstable();
        assert!(finished.iter().all(|slot| begun.contains(slot)));
        assert!(finished.is_sorted_by(|one, other| one < other), "no game is told twice");
        played
    }

    fn play_all(&self, contest: &Contest, workers: &mut dyn Workers) -> Standings {
        self.play(contest, workers, &StopSignal::new()).unwrap()
    }

    /// The games of the only run by slot, without what no seed determines.
    fn games(&self) -> Vec<(u64, u64, GameRecord)> {
        let store = self.store.lock().unwrap();
        let runs = store.runs().unwrap();
        assert_eq!(runs.len(), 1);
        let game = |summary: &store::GameSummary| {
            let slot = summary.run.unwrap();
            let mut game = store.game(summary.id).unwrap().to_record();
            assert!(game.played_at.take().is_some());
            for thought in &mut game.thoughts {
                thought.time = Duration::ZERO;
            }
            (slot.slot, slot.seed, game)
        };
        store.run_games(runs[0].id).unwrap().iter().map(game).collect()
    }
}

#[test]
fn threads_and_clusters_play_the_same_games() {
    let contest = contest();
    let alone = Place::new();
    let standings = alone.play_all(&contest, &mut Threads::new(1, &StopSignal::new()));
    let games = alone.games();
    assert_eq!(games.len(), 24);
    assert_eq!(games[0].2.event.as_deref(), Some("tournament 1"));
    let compare = |workers: &mut dyn Workers| {
        let place = Place::new();
        let other = place.play_all(&contest, workers);
        assert_eq!(other.crosstable(), standings.crosstable());
        assert!(place.games() == games);
        assert!(place.store.lock().unwrap().runs().unwrap()[0].finished.is_some());
    };
    for threads in [2, 5] {
        compare(&mut Threads::new(threads, &StopSignal::new()));
    }
    for size in [1, 3, 7] {
        compare(&mut Cluster::new(4, size));
    }
    compare(&mut Cluster::new(0, 2));
    compare(&mut Cluster::with(Trouble::Twice));
}

#[test]
fn a_sequential_test_has_one_verdict() {
    let spec = r#"{"kind": "sprt", "players": ["greedy", "random"], "games": 400, "start": "4x4", "time_control": "depth=1"}"#;
    let mut contest = serde_json::from_str::<ContestSpec>(spec).unwrap().build().unwrap();
    let parameters =
        SprtParameters { elo0: -60.0, elo1: 60.0, alpha: 0.2, beta: 0.2, ..SprtParameters::default() };
    contest.sprt = Some(Sprt::new(parameters).unwrap());
    let verdict = |workers: &mut dyn Workers, most: u64| {
        let place = Place::new();
        let standings = place.play_all(&contest, workers);
        let state = *standings.sprt().unwrap();
        let counted = 2 * state.pairs.pairs();
        // What was out when it was decided is stored, and nothing is handed out after that.
        assert!(
            (counted..=counted + most).contains(&standings.games()),
            "{} of {counted}",
            standings.games()
        );
        assert_eq!(place.games().len() as u64, standings.games());
        assert!(place.store.lock().unwrap().runs().unwrap()[0].finished.is_some());
        (state.verdict, state.pairs)
    };
    let stop = StopSignal::new();
    let alone = verdict(&mut Threads::new(1, &stop), 0);
    assert!(alone.1.pairs() > 3, "{alone:?}");
    for threads in [2, 5] {
        // The games of a thread that waits for the first of all may be many.
        assert_eq!(verdict(&mut Threads::new(threads, &stop), 400), alone);
    }
    for size in [1, 3, 7] {
        assert_eq!(verdict(&mut Cluster::new(1, size), size as u64 - 1), alone);
        assert_eq!(verdict(&mut Cluster::new(4, size), 400), alone);
    }
}

#[test]
fn a_failed_unit_fails_the_run_and_finished_games_are_kept() {
    let contest = contest();
    let whole = Place::new();
    whole.play_all(&contest, &mut Cluster::new(4, 3));
    for (trouble, words) in [
        (Trouble::Fails(4), "the machine burns"),
        (Trouble::Cut(4), "the result of a unit cannot be used: line 2: not a game in JSON"),
    ] {
        let place = Place::new();
        let mut cluster = Cluster::with(trouble);
        let error = place.play(&contest, &mut cluster, &StopSignal::new()).unwrap_err();
        assert!(error.to_string().starts_with(words), "{error}");
        let kept = place.games();
        // All other units that were handed out had ended too.
        assert_eq!(kept.len() as u64, 3 * (cluster.units - 1));
        assert!(kept.iter().all(|(slot, ..)| !(12..15).contains(slot)));
        assert!(place.store.lock().unwrap().runs().unwrap()[0].finished.is_none());
        place.play_all(&contest, &mut Threads::new(2, &StopSignal::new()));
        assert!(place.games() == whole.games());
    }
}

#[test]
fn a_player_that_does_not_start_is_named() {
    let mut contest = contest();
    contest.entrants[2] = "cmd:./no-such-engine@depth=1".parse().unwrap();
    for threads in [1, 3] {
        let place = Place::new();
        let stop = StopSignal::new();
        let error = place.play(&contest, &mut Threads::new(threads, &stop), &stop).unwrap_err();
        assert!(error.to_string().starts_with("cannot start cmd:./no-such-engine@depth=1: "), "{error}");
        assert!(!stop.is_set(), "only this run ends");
    }
}

#[test]
fn a_run_is_stopped_and_resumed() {
    let contest = contest();
    let whole = Place::new();
    whole.play_all(&contest, &mut Threads::new(1, &StopSignal::new()));
    let place = Place::new();
    let stop = StopSignal::new();
    let standings = place.play(&contest, &mut Cluster::with(Trouble::Stop(3, stop.clone())), &stop).unwrap();
    assert_eq!(standings.games(), 12, "four units were handed out");
    assert!(place.store.lock().unwrap().runs().unwrap()[0].finished.is_none());
    // Games that are broken off are not stored.
    let stop = StopSignal::new();
    stop.stop();
    place.play(&contest, &mut Threads::new(2, &stop), &stop).unwrap();
    assert_eq!(place.games().len(), 12);
    place.play_all(&contest, &mut Cluster::new(2, 5));
    assert!(place.games() == whole.games());
}
