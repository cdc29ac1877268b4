//! Endings: a game that is won is won to the end, and nobody waits for what is known.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use amazons::{Board10x10, Draw, Narrow, Position, Setup};
use eval::MgPeo;
use search::flagship::{Flagship, FlagshipConfig};
use search::{Search, Task};
use solver::{Solver, is_separated};
use testkit::{drawn, think};
use thought::{Control, Counter, Limits, Observer, Report, Score, WonBy};

use super::flagship;

const SEPARATED: &str = include_str!("../../../../../testdata/solver/endings.txt");
const SHARED: &str = include_str!("../../../../../testdata/solver/shared.txt");
/// Too little to find anything by looking.
const FEW: Limits = Limits { nodes: Some(100), ..Limits::NONE };
/// Enough for the solver to look for the end of what both sides share.
const MORE: Limits = Limits { nodes: Some(160_000), ..Limits::NONE };

fn endings(text: &'static str) -> impl Iterator<Item = Position<Board10x10>> {
    let fens = text.lines().filter(|line| !line.starts_with('#'));
    fens.map(|fen| Position::from_setup(&Setup::from_fen(fen).unwrap()).unwrap())
}

/// Who tries to save a lost game.
#[derive(Clone, Copy, Debug)]
enum Defender {
    Solver,
    Random,
}

/// Plays on from a position with the flagship on the side that wins, and says whether it does.
fn holds_the_win(start: &Position<Board10x10>, limits: &Limits, defender: Defender, number: u64) -> bool {
    let mut oracle = Solver::new(1 << 22);
    let counter = || Counter::new(&Limits::nodes(40_000), &Control::new(), Instant::now(), 1_000);
    let solution = oracle.solve(start, &mut counter()).unwrap();
    let winner = match solution.bounds.is_win() {
        Some(true) => start.turn(),
        Some(false) => !start.turn(),
        None => panic!("who wins {start:?}?"),
    };
    let mut search = flagship(1);
    let mut rng = testkit::rng(number);
    let mut position = *start;
    while position.has_move() {
        let mv = if position.turn() == winner {
            let decision = think(&mut search, &position, limits);
            let is_seen = decision.report.lines[0].score.is_some_and(Score::is_win);
            assert!(is_seen || !is_separated(&position), "{position:?}");
            decision.mv
        } else {
            match defender {
                Defender::Solver => oracle.solve(&position, &mut counter()).unwrap().mv.unwrap(),
                Defender::Random => position.random_move(Draw::Uniform, &mut rng).unwrap(),
            }
        };
        position = position.play(mv).unwrap();
    }
    position.turn() != winner
}

/// Plays all endings twice, and says how many games that were.
fn play_all(text: &'static str, limits: &Limits) -> usize {
    let mut games = 0;
    for (number, position) in (0..).zip(endings(text)) {
        for defender in [Defender::Solver, Defender::Random] {
            let is_won = holds_the_win(&position, limits, defender, number);
            assert!(is_won, "lost to {defender:?} from {position:?}");
            games += 1;
        }
    }
    games
}

#[test]
fn no_won_ending_is_lost() {
    assert_eq!(play_all(SEPARATED, &FEW), 2 * 1_041);
}

#[test]
fn no_won_ending_with_shared_areas_is_lost() {
    assert_eq!(play_all(SHARED, &MORE), 2 * 50);
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
