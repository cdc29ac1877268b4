//! More searches than there are cores and memory.

use std::time::{Duration, Instant};

use amazons::{AnyPosition, Start};
use anyhow::{Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::web::{Client, Socket, socket};

/// The longest wait for a report or a reply.
const PATIENCE: Duration = Duration::from_secs(30);

async fn tell(socket: &mut Socket, message: &Value) -> Result<()> {
    Ok(socket.send(Message::text(message.to_string())).await?)
}

async fn hear(socket: &mut Socket) -> Result<Value> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text)?),
            Some(Ok(_)) => {}
            _ => bail!("the socket was closed"),
        }
    }
}

fn analyse(id: &str) -> Value {
    json!({"type": "analyse", "id": id, "fen": Start::STANDARD.setup().to_fen(), "lines": 3})
}

/// The time from the question to the first report with a move; `None` if it was refused or nothing came.
async fn first_report(socket: &mut Socket) -> Result<Option<Duration>> {
    let began = Instant::now();
    tell(socket, &analyse("a")).await?;
    let wait = async {
        loop {
            let message = hear(socket).await?;
            if message["type"] == "refused" {
                return anyhow::Ok(None);
            }
            if message["type"] == "analysis"
                && message["moveInfos"].as_array().is_some_and(|infos| !infos.is_empty())
            {
                return Ok(Some(began.elapsed()));
            }
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or(Ok(None))
}

/// Three hundred hints are asked for, and the connections closed at once; then a level has to reply.
pub(crate) async fn hints(address: String) -> Result<String> {
    let mut client = Client::connect(&address, "player").await?;
    let id = client.new_game("", "otrera:level=5", 0).await?;
    for _ in 0..300 {
        let mut other = Client::connect(&address, "asker").await?;
        other.send("POST", &format!("/api/games/{id}/hint"), "").await?;
    }
    let position = AnyPosition::from_setup(&Start::STANDARD.setup())?;
    let mv = position.legal_moves()[100];
    let began = Instant::now();
    client.post(&format!("/api/games/{id}/moves"), &json!({"ply": 1, "move": mv.to_string()})).await?;
    while client.get(&format!("/api/games/{id}")).await?["lastPly"] != 2 {
        if began.elapsed() > PATIENCE {
            bail!("the level did not reply within {} s", PATIENCE.as_secs());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(format!("300 hints closed at once; a level replied after {} ms", began.elapsed().as_millis()))
}

/// A hundred clients ask for an analysis at the same time.
pub(crate) async fn analyses(address: String) -> Result<String> {
    let mut asked = Vec::new();
    for number in 0..100 {
        let mut socket = socket(&address, &format!("client{number}")).await?;
        asked.push(tokio::spawn(async move {
            let time = first_report(&mut socket).await;
            // It goes on until all have been heard.
            tokio::time::sleep(Duration::from_secs(10)).await;
            time
        }));
    }
    let mut times = Vec::new();
    for task in asked {
        times.extend(task.await??);
    }
    times.sort_unstable();
    let within = |time: u64| times.iter().filter(|other| **other <= Duration::from_secs(time)).count();
    let last = times.last().copied().unwrap_or_default().as_secs_f64();
    Ok(format!(
        "first reports within 1 s: {}, 5 s: {}, in all {} of 100, the last after {last:.1} s",
        within(1),
        within(5),
        times.len()
    ))
}

/// One client analyses with ten sockets for three seconds; then another client asks.
pub(crate) async fn one_client(address: String) -> Result<String> {
    let mut sockets = Vec::new();
    for _ in 0..10 {
        let mut socket = socket(&address, "many").await?;
        tell(&mut socket, &analyse("many")).await?;
        sockets.push(socket);
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let mut other = socket(&address, "one").await?;
    match first_report(&mut other).await? {
        Some(time) => {
            Ok(format!("beside ten of one client, another's first report came after {} ms", time.as_millis()))
        }
        None => bail!("another client got no report beside ten of one"),
    }
}

/// Three games between engines without a pause, watched; then the same client analyses.
pub(crate) async fn starvation(address: String) -> Result<String> {
    let mut client = Client::connect(&address, "watcher").await?;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let id = client.new_game("otrera", "otrera", 0).await?;
        let mut socket = socket(&address, "watcher").await?;
        tell(&mut socket, &json!({"type": "watch", "game": id})).await?;
        sockets.push(socket);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let mut times = Vec::new();
    for _ in 0..3 {
        let mut analyst = socket(&address, "watcher").await?;
        match first_report(&mut analyst).await? {
            Some(time) => times.push(format!("{} ms", time.as_millis())),
            None => bail!("the analysis got nothing in {} s", PATIENCE.as_secs()),
        }
    }
    Ok(format!("first reports after {}", times.join(", ")))
}

/// A hundred and twenty games between engines, watched for twenty seconds.
pub(crate) async fn engine_games(address: String) -> Result<String> {
    let mut client = Client::connect(&address, "watcher").await?;
    let (mut sockets, mut ids) = (Vec::new(), Vec::new());
    for _ in 0..120 {
        let id = client.new_game("otrera", "otrera", 0).await?;
        let mut socket = socket(&address, "watcher").await?;
        tell(&mut socket, &json!({"type": "watch", "game": id})).await?;
        // What comes is read, as a page does.
        sockets.push(tokio::spawn(async move { while hear(&mut socket).await.is_ok() {} }));
        ids.push(id);
    }
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        client.get("/api/version").await?;
    }
    let (mut plies, mut queued) = (0, 0);
    for id in ids {
        let game = client.get(&format!("/api/games/{id}")).await?;
        plies += game["lastPly"].as_u64().unwrap_or_default();
        queued += u64::from(game["live"]["place"].is_number());
    }
    sockets.iter().for_each(tokio::task::JoinHandle::abort);
    Ok(format!("{plies} plies in 20 s; {queued} games waited for memory at the end"))
}
