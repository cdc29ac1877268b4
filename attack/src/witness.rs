//! The person who plays while the server is attacked.

use std::time::{Duration, Instant};

use amazons::{AnyPosition, Start};
use anyhow::{Context, Result};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::web::Client;

/// The time between two moves.
const PACE: Duration = Duration::from_millis(25);

/// The longest time to wait for moves that are to be acknowledged before an attack.
const PATIENCE: Duration = Duration::from_secs(30);

/// Somebody who plays one game after another against themselves.
pub(crate) struct Witness {
    stop: watch::Sender<bool>,
    /// The plies that were acknowledged so far.
    plies: watch::Receiver<usize>,
    task: JoinHandle<Result<Seen>>,
}

/// What the witness saw.
#[derive(Default)]
pub(crate) struct Seen {
    /// The longest time until a move was acknowledged.
    pub(crate) worst: Duration,
    /// The plies that were acknowledged.
    pub(crate) plies: usize,
    /// The moves that were refused or not answered.
    pub(crate) failures: usize,
    /// The acknowledged plies of each game.
    games: Vec<(i64, usize)>,
}

impl Witness {
    pub(crate) async fn start(address: &str) -> Result<Self> {
        let (stop, stopped) = watch::channel(false);
        let (acknowledged, plies) = watch::channel(0);
        let client = Client::connect(address, "witness").await?;
        let address = address.to_owned();
        let task = tokio::spawn(async move { play(client, &address, stopped, acknowledged).await });
        Ok(Self { stop, plies, task })
    }

    /// Waits until so many plies have been acknowledged, or the witness has given up; `stop` tells why.
    pub(crate) async fn wait_for(&mut self, plies: usize) -> Result<()> {
        let is_reached = self.plies.wait_for(|&acknowledged| acknowledged >= plies);
        let _ = tokio::time::timeout(PATIENCE, is_reached).await.with_context(|| {
            format!("{plies} moves were not acknowledged within {} s before the attack", PATIENCE.as_secs())
        })?;
        Ok(())
    }

    pub(crate) async fn stop(self) -> Result<Seen> {
        self.stop.send_replace(true);
        self.task.await?
    }
}

impl Seen {
    /// The acknowledged plies that the server does not have.
    pub(crate) async fn lost(&self, address: &str) -> Result<usize> {
        let mut client = Client::connect(address, "auditor").await?;
        let mut lost = 0;
        for (id, plies) in &self.games {
            let stored =
                client.get(&format!("/api/games/{id}")).await?["lastPly"].as_u64().context("no plies")?;
            lost += plies.saturating_sub(stored as usize);
        }
        Ok(lost)
    }
}

async fn play(
    mut client: Client,
    address: &str,
    stopped: watch::Receiver<bool>,
    acknowledged: watch::Sender<usize>,
) -> Result<Seen> {
    let mut seen = Seen::default();
    while !*stopped.borrow() {
        let id = match client.new_game("", "", 0).await {
            Ok(id) => id,
            Err(error) => {
                seen.failures += 1;
                client = again(address).await.with_context(|| format!("after {error}"))?;
                continue;
            }
        };
        let mut position = AnyPosition::from_setup(&Start::STANDARD.setup())?;
        seen.games.push((id, 0));
        let mut ply = 1;
        while let Some(&mv) = position.legal_moves().get(ply * 7 % 50).filter(|_| !*stopped.borrow()) {
            let began = Instant::now();
            let body = json!({"ply": ply, "move": mv.to_string()});
            let answer = client.post(&format!("/api/games/{id}/moves"), &body).await;
            seen.worst = seen.worst.max(began.elapsed());
            if let Err(error) = answer {
                seen.failures += 1;
                client = again(address).await.with_context(|| format!("after {error}"))?;
                break;
            }
            position = position.play(mv)?;
            seen.plies += 1;
            acknowledged.send_replace(seen.plies);
            if let Some((_, plies)) = seen.games.last_mut() {
                *plies = ply;
            }
            ply += 1;
            tokio::time::sleep(PACE).await;
        }
    }
    Ok(seen)
}

/// Another connection; a server that is gone is told by the attack itself.
async fn again(address: &str) -> Result<Client> {
    tokio::time::sleep(PACE).await;
    Client::connect(address, "witness").await
}
