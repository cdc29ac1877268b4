//! `otrera speed`: the headline figures, measured on the machine it runs on.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use agents::{AgentSpec, PLAYERS, Task};
use amazons::perft::perft;
use amazons::{AnyPosition, Board10x10, Draw, Game, Position, Setup, Start, StartSpec};
use clap::Args;
use eval::{Eval, Evaluation};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};
use thought::{Control, Limits, Report, Silent};

use crate::output;

/// Measure the headline figures on this machine, on one core each, in about 20 seconds.
#[derive(Args)]
#[command(after_help = "\
docs/performance.md tells what was found where, beside the papers' figures.

Examples:
  otrera speed
  otrera speed --json")]
pub(crate) struct Speed {
    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

/// A figure: its name, what it is, and how it is found.
type Figure = (&'static str, &'static str, fn() -> anyhow::Result<f64>);

const FIGURES: [Figure; 10] = [
    ("playouts_per_second", "random games in two stages from the start", || playouts(Draw::Steps)),
    ("uniform_playouts_per_second", "random games, all moves alike", || playouts(Draw::Uniform)),
    ("perft_moves_per_second", "moves counted by perft 3 of 10x10", perft_moves),
    ("evaluation_ns", "the five terms of MG-PEO, mean of start and middle game", evaluation),
    (
        "network_evaluations_per_second",
        "the thesis's network UNITS-40, mean of start and middle game",
        || evaluations_per_second("thesis-units-40"),
    ),
    ("mgpeo_iterations_per_second", "MG-PEO from the start, 2 s", mgpeo_iterations),
    ("uct_playouts_per_second", "UCT from the start, 2 s", uct_playouts),
    ("alphabeta2_ms", "alpha-beta depth 2 with territory from the start", alphabeta),
    ("stop_ms", "from being told to stop to the move, the slowest player of all", || {
        stop(&Start::STANDARD.setup())
    }),
    ("stop_large_ms", "the same on 16x16 with 16 amazons a side and vacated squares blocked", stop_large),
];

impl Speed {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut figures = Map::new();
        let mut out = output::stdout();
        for (name, what, measure) in FIGURES {
            let figure = measure()?;
            figures.insert(name.to_owned(), json!(figure));
            if !self.json {
                writeln!(out, "{name:<28} {figure:>15.1}   {what}")?;
                out.flush()?;
            }
        }
        drop(out);
        if self.json { output::json(&Value::Object(figures)) } else { Ok(()) }
    }
}

fn start() -> anyhow::Result<Position<Board10x10>> {
    Ok(Position::from_setup(&Start::STANDARD.setup())?)
}

/// How often something is done in a second, tried for a second and a half.
fn rate(mut work: impl FnMut() -> u64) -> f64 {
    let begin = Instant::now();
    let mut done = 0;
    while begin.elapsed() < Duration::from_millis(1_500) {
        done += work();
    }
    done as f64 / begin.elapsed().as_secs_f64()
}

fn playouts(draw: Draw) -> anyhow::Result<f64> {
    let start = start()?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    Ok(rate(|| {
        for _ in 0..100 {
            black_box(start.play_out(draw, &mut rng));
        }
        100
    }))
}

fn perft_moves() -> anyhow::Result<f64> {
    let start = start()?;
    let begin = Instant::now();
    let moves = perft(&black_box(start), 3);
    anyhow::ensure!(moves == 8_350_439_170, "perft 3 gave {moves}: the rules are broken");
    Ok(moves as f64 / begin.elapsed().as_secs_f64())
}

/// The specification's middle-game position, in the middle stage.
const MIDDLE: &str = "2*q*5/2Q**5/2**q****1/1**1*1Q1*1/*4*4/1**2***2/3Q3*2/1*5Q1*/3q2q3/*6*2 w - - 26 14";

fn evaluation() -> anyhow::Result<f64> {
    Ok(1e9 / evaluations_per_second("mgpeo")?)
}

fn evaluations_per_second(name: &str) -> anyhow::Result<f64> {
    let middle = Position::<Board10x10>::from_setup(&Setup::from_fen(MIDDLE)?)?;
    let positions = [start()?, middle];
    let eval: Eval = name.parse()?;
    Ok(rate(|| {
        for _ in 0..500 {
            for position in &positions {
                black_box(eval.value(black_box(position)));
            }
        }
        1_000
    }))
}

/// What a player reports after thinking about the start.
fn report(spec: &str, limits: Limits) -> anyhow::Result<Report> {
    let mut agent = spec.parse::<AgentSpec>()?.agent();
    Ok(agent.decide(&Game::default(), Task::new(&limits, &Control::new(), &mut Silent))?.report)
}

fn simulations(spec: &str) -> anyhow::Result<f64> {
    let report = report(spec, Limits::time(Duration::from_secs(2)))?;
    Ok(report.playouts as f64 / report.elapsed.as_secs_f64())
}

fn mgpeo_iterations() -> anyhow::Result<f64> {
    simulations("mgpeo")
}

fn uct_playouts() -> anyhow::Result<f64> {
    simulations("uct")
}

fn alphabeta() -> anyhow::Result<f64> {
    // The best of five: the others were disturbed.
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let report = report("alphabeta:depth=2,eval=territory", Limits::NONE)?;
        best = best.min(1e3 * report.elapsed.as_secs_f64());
    }
    Ok(best)
}

/// The same on the largest board, crowded, in the variant with a delay of five plies: where all is slowest.
fn stop_large() -> anyhow::Result<f64> {
    let start: StartSpec = "random:16x16,amazons=16,margin=0,seed=1".parse()?;
    let mut setup = start.setup()?;
    setup.delay = 5;
    stop(&setup)
}

/// The longest time from the stop signal to the move, of all players.
fn stop(start: &Setup) -> anyhow::Result<f64> {
    let game = Game::new(AnyPosition::from_setup(start)?);
    let mut worst: f64 = 0.0;
    for (player, moment) in PLAYERS.iter().flat_map(|player| [(player, 30), (player, 50)]) {
        let mut agent = player.name.parse::<AgentSpec>()?.agent();
        let control = Control::new();
        let stopper = control.clone();
        let stopped = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(moment));
            stopper.stop();
            Instant::now()
        });
        agent.decide(&game, Task::new(&Limits::NONE, &control, &mut Silent))?;
        let done = Instant::now();
        let stopped = stopped.join().map_err(|_| anyhow::anyhow!("the thread that stops has panicked"))?;
        // Some players have moved before.
        worst = worst.max(1e3 * done.saturating_duration_since(stopped).as_secs_f64());
    }
    Ok(worst)
}
