//! Endings: a game that is won is won to the end, and nobody waits for what is known.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use amazons::{Narrow, Position, Setup};
use eval::MgPeo;
use search::flagship::{Flagship, FlagshipConfig};
use search::{Search, Task};
use solver::is_separated;
use testkit::{drawn, think};
use thought::{Control, Limits, Observer, Report, Score, WonBy};

use super::flagship;
use super::won_ending::{Defender, Oracle, endings};

const SEPARATED: &str = include_str!("../../../../../testdata/solver/endings.txt");
const SHARED: &str = include_str!("../../../../../testdata/solver/shared.txt");
const SHARED_LARGE: &str = include_str!("../../../../../testdata/solver/shared_large.txt");
/// Too little to find anything by looking.
const FEW: Limits = Limits { nodes: Some(100), ..Limits::NONE };
/// Enough for the solver to look for the end of what both sides share.
const MORE: Limits = Limits { nodes: Some(160_000), ..Limits::NONE };

/// Plays endings twice, and says how many games that were.
fn play_all(text: &str, limits: &Limits, step: usize) -> usize {
    let mut games = 0;
    for (number, position) in (0..).zip(endings(text)).step_by(step) {
        // Who wins is known of all but the large ones.
        let Some(winner) = Oracle::new(40_000).winner(&position) else { continue };
        for defender in [Defender::Solver, Defender::Random] {
            let is_won = Oracle::new(40_000).holds_the_win(
                &position,
                winner,
                limits,
                (defender, number),
                |at, decision| {
                    let is_seen = decision.report.lines[0].score.is_some_and(Score::is_win);
                    assert!(is_seen || !is_separated(at), "{at:?}");
                },
            );
            assert!(is_won, "lost to {defender:?} from {position:?}");
            games += 1;
        }
    }
    games
}

#[test]
fn no_won_ending_is_lost() {
    assert_eq!(play_all(SEPARATED, &FEW, 1), 2 * 1_041);
}

#[test]
fn no_won_ending_with_shared_areas_is_lost() {
    assert_eq!(play_all(SHARED, &MORE, 1), 2 * 50);
}

/// Every tenth of 200 with 16 to 30 squares shared; the example `won_endings` plays them all.
#[test]
fn no_won_ending_with_large_shared_areas_is_lost() {
    assert_eq!(play_all(SHARED_LARGE, &MORE, 10), 2 * 17);
}

/// White has 6 moves, Black 13: Black wins by 7, and every move of White's is judged.
#[test]
fn the_margin_is_told() {
    let setup = Setup::from_fen("Q1*3/2*2q/2*2*/1***2/***1*1/2*1*1 w - - 0 1").unwrap();
    let position = Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap();
    let config = FlagshipConfig { multi_pv: 3, hash: 8, ..FlagshipConfig::default() };
    let decision = think(&mut Flagship::new(config, MgPeo::DEFAULT), &position, &FEW);
    let lines = &decision.report.lines;
    assert_eq!((lines.len(), lines[0].won_by), (3, Some(WonBy::Exactly(7))));
    assert_eq!(lines[0].describe().unwrap(), "lost by 7");
    let in_hand = lines.iter().map(|line| line.won_by.unwrap().moves());
    assert!(in_hand.is_sorted() && lines.iter().all(|line| position.is_legal(line.moves[0])));
}

/// Tells another thread of every report.
struct Told(mpsc::Sender<Report>);

impl Observer for Told {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        // Whoever listened may have heard enough.
        let _ = self.0.send(report.clone());
        ControlFlow::Continue(())
    }
}

/// Thinks on the opponent's time until all is proven, and says whether it answers only once it is told to by `release`.
fn waits(position: &Position<Narrow>, threads: usize, release: fn(&Control)) -> bool {
    let control = Control::pondering();
    let is_released = AtomicBool::new(false);
    let (tell, told) = mpsc::channel();
    std::thread::scope(|scope| {
        let thinker = scope.spawn(|| {
            let mut search = flagship(threads);
            search.search(position, Task::new(&Limits::NONE, &control, &mut Told(tell))).unwrap();
            is_released.load(Ordering::Relaxed)
        });
        let proven = |report: &Report| report.lines[0].won_by.is_some();
        assert!(told.iter().any(|report| proven(&report)), "never proven");
        // Time enough for a search that does not wait.
        std::thread::sleep(std::time::Duration::from_millis(20));
        is_released.store(true, Ordering::Relaxed);
        release(&control);
        thinker.join().unwrap()
    })
}

#[test]
fn what_is_proven_on_the_opponents_time_waits_for_the_opponent() {
    let solved = drawn("W.*B..");
    // The solver does not know the variant: the tree has to prove it.
    let mut setup = Setup::from_diagram("W...\n....\n...B").unwrap();
    setup.delay = 1;
    let searched = Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap();
    for position in [solved, searched] {
        for threads in [1, 2] {
            assert!(waits(&position, threads, Control::ponder_hit), "{position:?}");
            assert!(waits(&position, threads, Control::stop), "{position:?}");
        }
    }
}
