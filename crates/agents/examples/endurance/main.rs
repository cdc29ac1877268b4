//! Plays on and on at mixed limits and counts what must not happen: illegal moves, panics, late answers.
//!
//! ```sh
//! cargo run --release -p agents --example endurance -- --moves 1000000 --log endurance.txt
//! ```
//!
//! Every run appends its counts to the log as it goes and prints the sum of all runs in it, so that it may be broken off and
//! begun again: without `--seed` a run begins where the log's moves end. A move is late if its answer comes more than
//! 100 ms after its limit. Heartbeat threads tell whether the process was scheduled meanwhile (`heartbeat`): one that only sleeps,
//! and one on each core that computes for a part of the time. A late move counts as `late-unscheduled` where the first had no
//! beat for 50 ms or more, else as `late-core` where one of the others had none. Where they all beat, but the thread that asked
//! for the move waited 50 ms or more for a core by the kernel's own count, it counts as `late-waiting`. What is late and none
//! of these is our fault.
#![allow(clippy::print_stdout, reason = "it prints what it counts")]

mod heartbeat;

use std::error::Error;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use agents::{Agent, AgentError, AgentSpec, Task};
use amazons::{AnyPosition, ByColor, Color, Game, Start};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thought::{Control, GameClock, Limits, Silent};

use heartbeat::Heartbeats;

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
/// How long a heartbeat may be out.
const LONG_BEAT: Duration = Duration::from_millis(50);
/// How long the thread that asks may have waited for a core.
const LONG_WAIT: Duration = Duration::from_millis(50);
/// Moves between two lines of the log.
const BATCH: u64 = 1_000;

/// The counts of a run.
#[derive(Clone, Copy, Default)]
struct Counts([u64; 8]);

const NAMES: [&str; 8] =
    ["moves", "games", "illegal", "panics", "late", "late-unscheduled", "late-waiting", "late-core"];
const MOVES: usize = 0;
const GAMES: usize = 1;
const ILLEGAL: usize = 2;
const PANICS: usize = 3;
const LATE: usize = 4;
const UNSCHEDULED: usize = 5;
/// Late, with all heartbeats, while the thread that asked waited for a core.
const WAITING: usize = 6;
/// Late, with the heartbeat that sleeps, but without that of a core.
const CORE: usize = 7;

impl Counts {
    /// The counts of a line of the log; `None` of other lines.
    fn read(line: &str) -> Option<Self> {
        let mut counts = Self::default();
        let mut words = line.split_whitespace();
        for (place, (name, count)) in NAMES.iter().zip(&mut counts.0).enumerate() {
            match words.next() {
                Some(word) => *count = word.strip_prefix(name)?.strip_prefix('=')?.parse().ok()?,
                // Older logs have fewer counts.
                None if place >= WAITING => {}
                None => return None,
            }
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
    heartbeats: Heartbeats,
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
        self.heartbeats.begin();
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
            let (slept, cores) = (self.heartbeats.sleeping(), self.heartbeats.cores());
            self.counts.0[LATE] += 1;
            let waited = waited_for_core().zip(waited).map(|(now, before)| now.saturating_sub(before));
            if slept >= LONG_BEAT {
                self.counts.0[UNSCHEDULED] += 1;
            } else if cores.iter().any(|&beat| beat >= LONG_BEAT) {
                self.counts.0[CORE] += 1;
            } else if waited.is_some_and(|waited| waited >= LONG_WAIT) {
                self.counts.0[WAITING] += 1;
            }
            tell(&format!(
                "late, after {taken:?}, heartbeat {slept:?}, of cores {cores:?}, without a core {waited:?}"
            ))?;
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
    let mut run = Run { counts: Counts::default(), log, heartbeats: Heartbeats::start() };
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
