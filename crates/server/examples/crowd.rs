//! Measures how long a move takes: many people on loopback play while two searches run.
//!
//! ```text
//! cargo run --release -p server --example crowd -- [CLIENTS] [MOVES]
//! ```
//!
//! Every client watches a game of its own and plays about one move each second, which is the rate of two hundred people in
//! blitz. A move is acknowledged when it is synced to the disk; its update comes over the socket.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

mod support;

use std::time::{Duration, Instant};

use amazons::{AnyPosition, Start};
use serde_json::json;
use support::{BoxError, Page};

/// The time between two moves of one client.
const PACE: Duration = Duration::from_millis(1000);

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let clients = arguments.next().transpose()?.unwrap_or(200);
    let moves = arguments.next().transpose()?.unwrap_or(20);
    let folder = tempfile::tempdir()?;
    let address = support::serve(folder.path()).await?;
    let analysts = [analyse(&address).await?, analyse(&address).await?];
    let mut tasks = Vec::new();
    for number in 0..clients {
        let (address, delay) = (address.clone(), PACE.mul_f64(number as f64 / clients as f64));
        tasks.push(tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            play(&address, moves).await
        }));
    }
    let (mut acknowledged, mut heard) = (Vec::new(), Vec::new());
    for task in tasks {
        for (acknowledgement, update) in task.await?? {
            acknowledged.push(acknowledgement);
            heard.push(update);
        }
    }
    let mut reports = 0;
    for analyst in analysts {
        reports += analyst.await??;
    }
    println!("{clients} people played {} moves while two searches sent {reports} reports", heard.len());
    for (what, mut times) in [("acknowledged", acknowledged), ("heard of", heard)] {
        times.sort_unstable();
        let within = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
        let shares = [0.5, 0.9, 0.99, 1.0].map(|share| format!("{}% {:.1} ms", share * 100.0, within(share)));
        println!("{what:>12} within: {}", shares.join(", "));
    }
    Ok(())
}

/// A search that runs until the crowd is done; counts what it reports.
async fn analyse(address: &str) -> Result<tokio::task::JoinHandle<Result<u64, BoxError>>, BoxError> {
    let mut page = Page::open(address).await?;
    let fen = Start::STANDARD.setup().to_fen();
    page.send(&json!({"type": "analyse", "id": "a", "fen": fen, "lines": 3, "seconds": 30})).await?;
    Ok(tokio::spawn(async move {
        let mut reports = 0;
        loop {
            let (message, _) = page.receive().await?;
            reports += 1;
            if message["isDuringSearch"] == false || message["type"] == "refused" {
                return Ok(reports);
            }
        }
    }))
}

/// Plays a game against oneself; the times until each move was acknowledged and until its update came.
async fn play(address: &str, moves: usize) -> Result<Vec<(Duration, Duration)>, BoxError> {
    let mut page = Page::open(address).await?;
    let game = page.new_game().await?;
    let mut position = AnyPosition::from_setup(&Start::STANDARD.setup())?;
    let mut times = Vec::new();
    for ply in 1..=moves {
        let Some(&mv) = position.legal_moves().get(ply * 7 % 100) else { break };
        position = position.play(mv)?;
        let began = Instant::now();
        let body = json!({"ply": ply, "move": mv.to_string()});
        page.post(&format!("/api/games/{game}/moves"), &body).await?;
        let acknowledged = began.elapsed();
        while page.receive().await?.0["lastPly"] != ply {}
        times.push((acknowledged, began.elapsed()));
        tokio::time::sleep(PACE.saturating_sub(began.elapsed())).await;
    }
    Ok(times)
}
