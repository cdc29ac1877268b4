//! How late an engine answers `go movetime`, alone or beside processes that keep the cores busy:
//!
//! ```sh
//! cargo run --release -p agents --example punctuality -- target/release/otrera 300 20 1 4
//! ```
//!
//! The arguments are the engine, the number of moves, the milliseconds of each, the engine's threads, and how many busy
//! processes run beside it. The times are from `go` to `bestmove`, in milliseconds.
#![allow(clippy::print_stdout, reason = "it prints what it measures")]

use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// An engine with its pipes.
struct Engine {
    child: Child,
    to: ChildStdin,
    from: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(path: &str) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(path);
        let mut child = command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let to = child.stdin.take().ok_or("no pipe")?;
        let from = BufReader::new(child.stdout.take().ok_or("no pipe")?).lines();
        Ok(Self { child, to, from })
    }

    /// Sends a line and reads until one that begins with a word.
    fn ask(&mut self, line: &str, word: &str) -> Result<String, Box<dyn Error>> {
        self.to.write_all(format!("{line}\n").as_bytes())?;
        for line in self.from.by_ref() {
            let line = line?;
            if line.starts_with(word) {
                return Ok(line);
            }
        }
        Err("the engine has ended".into())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, numbers @ ..] = arguments.as_slice() else {
        return Err("expected ENGINE MOVES MILLISECONDS THREADS BUSY".into());
    };
    let numbers = numbers.iter().map(|number| number.parse()).collect::<Result<Vec<u64>, _>>()?;
    let &[moves, millis, threads, busy] = numbers.as_slice() else {
        return Err("expected ENGINE MOVES MILLISECONDS THREADS BUSY".into());
    };
    let spin = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn();
    let mut others = (0..busy).map(|_| spin()).collect::<Result<Vec<Child>, _>>()?;
    let mut engine = Engine::start(path)?;
    let times = measure(&mut engine, moves, millis, threads);
    engine.to.write_all(b"quit\n")?;
    for other in &mut others {
        other.kill()?;
        other.wait()?;
    }
    engine.child.wait()?;
    let mut times = times?;
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1e3;
    println!(
        "{moves} moves of {millis} ms, {threads} threads, {busy} busy processes: \
         p50 {:.1}, p99 {:.1}, max {:.1} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}

/// The times of the answers in a game against itself, begun anew when it is over.
fn measure(
    engine: &mut Engine,
    moves: u64,
    millis: u64,
    threads: u64,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    engine.ask(&format!("setoption name Threads value {threads}\nisready"), "readyok")?;
    let (mut times, mut game) = (Vec::new(), String::new());
    while (times.len() as u64) < moves {
        let start = Instant::now();
        let answer =
            engine.ask(&format!("position startpos moves{game}\ngo movetime {millis}"), "bestmove")?;
        match answer.split_whitespace().nth(1) {
            Some("(none)") | None => game.clear(),
            Some(mv) => {
                times.push(start.elapsed());
                game = format!("{game} {mv}");
            }
        }
    }
    Ok(times)
}
