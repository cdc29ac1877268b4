//! `otrera bench`: fixed work on one thread that gives one number, the same on every machine.
//!
//! A commit that changes the number changes what the program does, and says so: `Bench: N`.

use std::fmt;
use std::io::Write;
use std::time::Instant;

use agents::{AgentSpec, Task};
use amazons::perft::perft;
use amazons::{AnyPosition, Board, Draw, Game, Position, StartSpec, Visitor};
use anyhow::{Context, bail};
use clap::Args;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use thought::{Control, Decision, Limits, Silent};

use crate::output;

/// Do a fixed amount of work on one thread and print its number, which no machine changes, and the speed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  otrera bench             the last line is Bench: and the number
  otrera bench --check     fails where the number is not the committed one
  otrera bench --json")]
pub(crate) struct Bench {
    /// Fails where the number is not the one of testdata/bench.txt, as it was when this program was built
    #[arg(long)]
    check: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

/// The number that the sources give.
const COMMITTED: &str = include_str!("../../../testdata/bench.txt");

/// Simulations or positions for each decision of a player.
const DECISIONS: u64 = 300;

/// What is done from a start: random games of each kind and all games of two plies.
struct Work {
    start: &'static str,
    delay: u8,
    games: u32,
}

const WORKS: [Work; 5] = [
    Work { start: "10x10", delay: 0, games: 3_000 },
    Work { start: "8x8", delay: 0, games: 3_000 },
    Work { start: "6x6", delay: 0, games: 3_000 },
    Work { start: "5x6", delay: 0, games: 1_000 },
    Work { start: "random:15x15,amazons=4,margin=1,seed=1", delay: 5, games: 100 },
];

impl Visitor for &Work {
    type Output = u64;

    fn visit<B: Board>(self, position: &Position<B>) -> u64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(self.games));
        let mut nodes = if self.delay == 0 { perft(position, 2) } else { position.count_moves() };
        for draw in [Draw::Uniform, Draw::Steps, Draw::Amazons] {
            nodes += (0..self.games).map(|_| u64::from(position.play_out(draw, &mut rng).plies)).sum::<u64>();
        }
        nodes
    }
}

/// The players whose decisions are part of the work: fixed, so that a new player does not change the number.
const PLAYERS: &str = "otrera random mgpeo mcts mcts-mg mcts-peo alphabeta uct egreedy egreedy-minimax \
    egreedy-alphabeta egreedy-dfs egreedy-bfs egreedy-uct greedy minimax deepening flat-mc short-mcts course-random \
    course-heuristic course-mcts course-iterative";

/// What a player visits and chooses at a start and some plies later.
fn decisions(player: &str) -> anyhow::Result<u64> {
    let mut agent = player.parse::<AgentSpec>()?.agent();
    agent.new_game(1);
    let mut nodes = 0;
    // The flagship's network reads 10x10 alone.
    let starts: &[&str] = if player == "otrera" { &["8x8", "6x6", "10x10"] } else { &["8x8", "6x6"] };
    for start in starts {
        let setup = start.parse::<StartSpec>()?.setup()?;
        let mut game = Game::new(AnyPosition::from_setup(&setup)?);
        for limits in [Limits::playouts(DECISIONS), Limits::nodes(DECISIONS), Limits::playouts(DECISIONS)] {
            let Decision { mv, report } =
                agent.decide(&game, Task::new(&limits, &Control::new(), &mut Silent))?;
            nodes += report.nodes + report.playouts;
            // Another move is another number even where as many nodes were visited.
            nodes += [mv.from, mv.to, mv.arrow].map(|square| square.index() as u64).iter().sum::<u64>();
            game.play(mv)?;
        }
    }
    Ok(nodes)
}

/// What was done and how long it took.
struct Done {
    name: &'static str,
    nodes: u64,
    seconds: f64,
}

impl Done {
    fn timed(name: &'static str, work: impl FnOnce() -> anyhow::Result<u64>) -> anyhow::Result<Self> {
        let start = Instant::now();
        let nodes = work()?;
        Ok(Self { name, nodes, seconds: start.elapsed().as_secs_f64() })
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<40} {:>9} nodes {:>8.1} ms", self.name, self.nodes, self.seconds * 1e3)
    }
}

/// Runs all the work, reports each part, and gives the sum.
fn work(mut report: impl FnMut(&Done) -> anyhow::Result<()>) -> anyhow::Result<Done> {
    let mut all = Done { name: "all", nodes: 0, seconds: 0.0 };
    let mut add = |done: Done| {
        all.nodes += done.nodes;
        all.seconds += done.seconds;
        report(&done)
    };
    for work in &WORKS {
        let mut setup = work.start.parse::<StartSpec>()?.setup()?;
        setup.delay = work.delay;
        let position = AnyPosition::from_setup(&setup)?;
        add(Done::timed(work.start, || Ok(position.visit(work)))?)?;
    }
    for player in PLAYERS.split_whitespace() {
        add(Done::timed(player, || decisions(player))?)?;
    }
    Ok(all)
}

/// The result as text.
fn summary(all: &Done) -> String {
    format!("{} nodes a second\nBench: {}", (all.nodes as f64 / all.seconds) as u64, all.nodes)
}

/// The whole bench as text, for an engine that is asked for it.
pub(crate) fn lines() -> String {
    let mut text = String::new();
    let all = work(|done| {
        text += &format!("{done}\n");
        Ok(())
    });
    text + &all.map_or_else(|error| format!("info string error: {error:#}"), |all| summary(&all))
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut out = output::stdout();
        let all = work(|done| {
            if !self.json {
                writeln!(out, "{done}")?;
            }
            Ok(())
        })?;
        if self.json {
            let speed = (all.nodes as f64 / all.seconds) as u64;
            drop(out);
            output::json(&json!({ "nodes": all.nodes, "seconds": all.seconds, "nodes_per_second": speed }))?;
        } else {
            writeln!(out, "{}", summary(&all))?;
            out.flush()?;
        }
        let committed: u64 = COMMITTED.trim().parse().context("testdata/bench.txt holds one number")?;
        if self.check && committed != all.nodes {
            bail!(
                "the bench number is {}, but testdata/bench.txt says {committed}: what the program does has changed",
                all.nodes
            );
        }
        Ok(())
    }
}
