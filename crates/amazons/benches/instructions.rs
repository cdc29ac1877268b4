//! Fixed work to be counted in instructions by valgrind: `cargo xtask measure`. Each piece checks its own answer, so
//! that no speed is ever measured of something wrong.
//!
//! `instructions --list` names the pieces, `instructions NAME` does one, without a name all are done.

#![allow(clippy::print_stdout, reason = "a program, not a library")]

use std::process::ExitCode;

use amazons::perft::{perft, perft_plain};
use amazons::{Board10x10, Color, Draw, Position, Start};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A piece of work: its name, what it does, and what must come out.
type Work = (&'static str, fn() -> u64, u64);

const WORKS: [Work; 5] = [
    ("playouts_steps_1000", || playouts(Draw::Steps), 68_234_508),
    ("playouts_amazons_1000", || playouts(Draw::Amazons), 69_000_498),
    ("playouts_uniform_1000", || playouts(Draw::Uniform), 71_526_504),
    ("perft_2", || perft(&start(), 2), 4_307_152),
    ("perft_2_every_move_played", || perft_plain(&start(), 2), 4_307_152),
];

fn start() -> Position<Board10x10> {
    Position::from_setup(&Start::STANDARD.setup()).expect("the standard start is playable")
}

/// Plays 1,000 random games: a thousand times their plies plus White's wins.
fn playouts(draw: Draw) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let start = start();
    let games = (0..1_000).map(|_| start.play_out(draw, &mut rng));
    games.map(|game| 1_000 * u64::from(game.plies) + u64::from(game.winner == Color::White)).sum()
}

fn main() -> ExitCode {
    // `cargo bench` adds --bench to whatever it runs.
    let wanted = std::env::args().skip(1).find(|argument| argument != "--bench");
    if wanted.as_deref() == Some("--list") {
        for (name, ..) in WORKS {
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    }
    let mut done = 0;
    for (name, work, expected) in
        WORKS.into_iter().filter(|work| wanted.as_deref().is_none_or(|name| name == work.0))
    {
        let answer = work();
        if answer != expected {
            println!("{name}: {answer} instead of {expected}");
            return ExitCode::FAILURE;
        }
        println!("{name}: {answer}");
        done += 1;
    }
    if done > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
