//! Plays on and on at mixed limits and counts what must not happen: illegal moves, panics, late answers.
//!
//! ```sh
//! cargo run --release -p agents --example endurance -- --moves 1000000 --log endurance.txt
//! ```
//!
//! Every run appends its counts to the log as it goes and prints the sum of all runs in it, so that it may be broken off and
//! begun again: without `--seed` a run begins where the log's moves end. A move is late if its answer comes more than
//! 100 ms after its limit. A thread that sleeps 5 ms at a time tells whether the process was scheduled meanwhile: where it
//! slept 50 ms or more, the machine was busy elsewhere. Linux prefers a thread that mostly sleeps, so the heartbeat may be
//! scheduled while the thread that asked for the move is not: where that one waited 50 ms or more for a core, by the kernel's own
//! count, the move is counted as waiting. What is late and neither is our fault.
#![allow(clippy::print_stdout, reason = "it prints what it counts")]

use std::error::Error;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agents::{Agent, AgentError, AgentSpec, Task};
use amazons::{AnyPosition, ByColor, Color, Game, Start};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thought::{Control, GameClock, Limits, Silent};

const PLAYERS: [&str; 14] = [
    "otrera:hash=16",
    "otrera:hash=1",
    "otrera:hash=16,threads=2",
    "otrera:hash=8,multipv=3",
    "otrera:level=1,hash=4",
    "otrera:level=8,hash=4",
    "mgpeo",
    "uct",
    "uct-eval",
    "deepening:hash=4",
    "alphabeta:depth=1",
    "egreedy",
    "flat-mc",
    "random",
];

/// How late an answer may be.
const MARGIN: Duration = Duration::from_millis(100);
/// How long the heartbeat sleeps, and how long it may have slept.
const BEAT: Duration = Duration::from_millis(5);
const LONG_BEAT: Duration = Duration::from_millis(50);
/// How long the thread that asks may have waited for a core.
const LONG_WAIT: Duration = Duration::from_millis(50);
/// Moves between two lines of the log.
const BATCH: u64 = 1_000;

/// The counts of a run.
#[derive(Clone, Copy, Default)]
struct Counts([u64; 7]);

const NAMES: [&str; 7] = ["moves", "games", "illegal", "panics", "late", "late-unscheduled", "late-waiting"];
const MOVES: usize = 0;
const GAMES: usize = 1;
const ILLEGAL: usize = 2;
const PANICS: usize = 3;
const LATE: usize = 4;
const UNSCHEDULED: usize = 5;
/// Late, with a heartbeat, while the thread that asked waited for a core.
const WAITING: usize = 6;

impl Counts {
    /// The counts of a line of the log; `None` of other lines.
    fn read(line: &str) -> Option<Self> {
        let mut counts = Self::default();
        let mut words = line.split_whitespace();
        for (name, count) in NAMES.iter().zip(&mut counts.0) {
            *count = words.next()?.strip_prefix(name)?.strip_prefix('=')?.parse().ok()?;
        }
        Some(counts)
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> =
            NAMES.iter().zip(self.0).map(|(name, count)| format!("{name}={count}")).collect();
        f.write_str(&parts.join(" "))
    }
}

/// Sleeps and wakes, and keeps the longest time between two wakings.
#[derive(Clone, Default)]
struct Heartbeat(Arc<AtomicU64>);

impl Heartbeat {
    fn start() -> Self {
        let heartbeat = Self::default();
        let longest = Arc::clone(&heartbeat.0);
        thread::spawn(move || {
            let mut last = Instant::now();
            loop {
                thread::sleep(BEAT);
                let slept = last.elapsed();
                last = Instant::now();
                longest.fetch_max(slept.as_micros() as u64, Ordering::Relaxed);
            }
        });
        heartbeat
    }

    /// The longest time since the last call.
    fn take(&self) -> Duration {
        Duration::from_micros(self.0.swap(0, Ordering::Relaxed))
    }
}

/// How long this thread has waited for a core while it could have run, where the system tells.
fn waited_for_core() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// The limits of a player's moves in one game.
fn limits(rng: &mut Xoshiro256PlusPlus) -> Limits {
    let millis = |millis| Limits::time(Duration::from_millis(millis));
    match rng.random_range(0..10) {
        0 => Limits::nodes(1),
        1 | 2 => Limits::nodes(30),
        3 => Limits::nodes(500),
        4 => Limits::playouts(20),
        5 => millis(0),
        6 => millis(1),
        7 => millis(3),
        8 => millis(15),
        _ => {
            let left = ByColor::from_fn(|_| Duration::from_millis(200));
            let increment = ByColor::from_fn(|_| Duration::from_millis(1));
            Limits::clock(GameClock { left, increment, moves_to_go: None })
        }
    }
}

struct Run {
    counts: Counts,
    log: File,
    heartbeat: Heartbeat,
}

impl Run {
    /// Plays one game.
    fn play(&mut self, seed: u64) -> Result<(), Box<dyn Error>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let start = &Start::ALL[rng.random_range(0..Start::ALL.len())];
        let mut game = Game::new(AnyPosition::from_setup(&start.setup())?);
        let names = [0, 1].map(|_| PLAYERS[rng.random_range(0..PLAYERS.len())]);
        let mut limits = [limits(&mut rng), limits(&mut rng)];
        let mut agents = Vec::new();
        for name in names {
            let mut agent = name.parse::<AgentSpec>()?.agent();
            agent.new_game(seed);
            agent.prepare(game.position());
            agents.push(agent);
        }
        while game.outcome().is_none() {
            let side = usize::from(game.position().turn() == Color::Black);
            let Some(taken) = self.one_move(agents[side].as_mut(), &mut game, &limits[side], seed)? else {
                break;
            };
            if let Some(clock) = &mut limits[side].clock {
                let color = if side == 0 { Color::White } else { Color::Black };
                clock.left[color] = clock.left[color].saturating_sub(taken) + clock.increment[color];
            }
        }
        self.counts.0[GAMES] += 1;
        Ok(())
    }

    /// Plays one move and gives its time; `None` where the game cannot go on.
    fn one_move(
        &mut self,
        agent: &mut dyn Agent,
        game: &mut Game,
        limits: &Limits,
        seed: u64,
    ) -> Result<Option<Duration>, Box<dyn Error>> {
        self.heartbeat.take();
        let waited = waited_for_core();
        let (turn, asked) = (game.position().turn(), Instant::now());
        let decide = || agent.decide(game, Task::new(limits, &Control::new(), &mut Silent));
        let decided = catch_unwind(AssertUnwindSafe(decide));
        let taken = asked.elapsed();
        self.counts.0[MOVES] += 1;
        let mut tell = |what: &str| {
            writeln!(
                self.log,
                "# {what}: seed {seed}, ply {}, {}, {limits:?}",
                game.moves().len(),
                agent.name()
            )
        };
        let due = limits.time.into_iter().chain(limits.clock.map(|clock| clock.left[turn])).min();
        if due.is_some_and(|due| taken > due.saturating_add(MARGIN)) {
            let slept = self.heartbeat.take();
            self.counts.0[LATE] += 1;
            let waited = waited_for_core().zip(waited).map(|(now, before)| now.saturating_sub(before));
            if slept >= LONG_BEAT {
                self.counts.0[UNSCHEDULED] += 1;
            } else if waited.is_some_and(|waited| waited >= LONG_WAIT) {
                self.counts.0[WAITING] += 1;
            }
            tell(&format!("late, after {taken:?}, heartbeat {slept:?}, without a core {waited:?}"))?;
        }
        match decided {
            Err(_) => {
                self.counts.0[PANICS] += 1;
                tell("panic")?;
                Ok(None)
            }
            Ok(Ok(decision)) => match game.clone().play(decision.mv) {
                Ok(()) => {
                    game.play(decision.mv)?;
                    Ok(Some(taken))
                }
                Err(_) => {
                    self.counts.0[ILLEGAL] += 1;
                    tell(&format!("illegal {}", decision.mv))?;
                    Ok(None)
                }
            },
            Ok(Err(AgentError::GameOver)) => Ok(None),
            Ok(Err(error)) => Err(error.into()),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name);
        place.and_then(|place| arguments.get(place + 1)).cloned()
    };
    let moves: u64 = option("--moves").as_deref().unwrap_or("1000").parse()?;
    let path = option("--log").unwrap_or_else(|| "endurance.txt".to_owned());
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut total = Counts::default();
    text.lines().filter_map(Counts::read).for_each(|counts| total.add(&counts));
    let first = option("--seed").map_or(Ok(total.0[MOVES]), |seed| seed.parse())?;
    let log = OpenOptions::new().create(true).append(true).open(&path)?;
    let mut run = Run { counts: Counts::default(), log, heartbeat: Heartbeat::start() };
    let (mut played, mut seed) = (0, first);
    while played < moves {
        run.play(seed)?;
        seed = seed.wrapping_add(1);
        if played + run.counts.0[MOVES] >= moves || run.counts.0[MOVES] >= BATCH {
            played += run.counts.0[MOVES];
            writeln!(run.log, "{}", run.counts)?;
            total.add(&run.counts);
            run.counts = Counts::default();
        }
    }
    println!("{total}");
    Ok(())
}
