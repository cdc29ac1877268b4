//! More searches than there are cores and memory.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use amazons::{AnyPosition, Start};
use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::web::{Client, Socket, socket};

/// The longest wait for a report.
const PATIENCE: Duration = Duration::from_secs(30);
/// Who asks for an analysis hears something within that time, also where a hundred ask at once.
const SOON: Duration = Duration::from_secs(1);
/// The longest wait for the reply of a level, which takes milliseconds.
const REPLY: Duration = Duration::from_secs(2);
/// The longest time until a hint is allowed after those that nobody waits for, which go on for seconds if they do not end.
const ALLOWED: Duration = Duration::from_millis(500);

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

/// When an analysis was first heard of, and when it first reported a move.
struct Heard {
    /// A place in the queue, or a report.
    something: Duration,
    report: Duration,
}

/// Asks for an analysis and waits for its first report with a move; `None` if it was refused or nothing came.
async fn first_report(socket: &mut Socket) -> Result<Option<Heard>> {
    let began = Instant::now();
    tell(socket, &analyse("a")).await?;
    let wait = async {
        let mut something = None;
        loop {
            let message = hear(socket).await?;
            let is_report = message["type"] == "analysis"
                && message["moveInfos"].as_array().is_some_and(|infos| !infos.is_empty());
            if message["type"] == "refused" {
                return anyhow::Ok(None);
            }
            if message["type"] == "queued" || is_report {
                something.get_or_insert(began.elapsed());
            }
            if let Some(something) = something.filter(|_| is_report) {
                return Ok(Some(Heard { something, report: began.elapsed() }));
            }
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or(Ok(None))
}

/// Other clients analyse, so that a hint takes a second. A client asks for three hundred hints and waits for none; then it has to
/// be allowed another one at once, and a level has to reply to it.
pub(crate) async fn hints(address: String) -> Result<String> {
    let mut analysts = Vec::new();
    for number in 0..20 {
        let mut analyst = socket(&address, &format!("analyst{number}")).await?;
        tell(&mut analyst, &analyse("a")).await?;
        analysts.push(analyst);
    }
    let mut client = Client::connect(&address, "player").await?;
    let id = client.new_game("", "otrera:level=5", 0).await?;
    let (path, unwanted) = (format!("/api/games/{id}/hint"), " ".repeat(60_000));
    for round in 0..75 {
        // A body that the server has no use for, or none.
        let body = if round % 2 == 0 { &unwanted } else { "" };
        // As many as one client may wait for.
        let mut asked = Vec::new();
        for _ in 0..4 {
            let mut other = Client::connect(&address, "player").await?;
            other.send("POST", &path, body).await?;
            asked.push(other);
        }
        // Until their searches are under way.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // It is refused as long as four searches go on that nobody waits for.
    let began = Instant::now();
    let (allowed, hint) = loop {
        let asked = began.elapsed();
        let (most, time) = (ALLOWED.as_millis(), asked.as_millis());
        ensure!(asked <= ALLOWED, "a hint was refused for {time} ms, at most {most} ms are promised");
        match client.post(&path, &json!({})).await {
            Ok(_) => break (asked.as_millis(), began.elapsed().as_millis()),
            // The server may not have noticed yet that the last connections are closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    };
    let position = AnyPosition::from_setup(&Start::STANDARD.setup())?;
    let mv = position.legal_moves()[100];
    let began = Instant::now();
    client.post(&format!("/api/games/{id}/moves"), &json!({"ply": 1, "move": mv.to_string()})).await?;
    while client.get(&format!("/api/games/{id}")).await?["lastPly"] != 2 {
        ensure!(began.elapsed() <= REPLY, "a level did not reply within {} s", REPLY.as_secs());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let reply = began.elapsed().as_millis();
    Ok(format!(
        "300 hints that nobody waited for; another was allowed after {allowed} ms and came after {hint} ms, a level replied after \
         {reply} ms"
    ))
}

/// A hundred clients ask for an analysis at the same time: all hear something soon, and all get a report.
pub(crate) async fn analyses(address: String) -> Result<String> {
    let mut asked = Vec::new();
    for number in 0..100 {
        let mut socket = socket(&address, &format!("client{number}")).await?;
        asked.push(tokio::spawn(async move {
            let heard = first_report(&mut socket).await;
            // It goes on until all have been heard.
            tokio::time::sleep(Duration::from_secs(10)).await;
            heard
        }));
    }
    let (mut heard, mut reports) = (Vec::new(), Vec::new());
    for task in asked {
        if let Some(one) = task.await?? {
            heard.push(one.something);
            reports.push(one.report);
        }
    }
    ensure!(
        reports.len() == 100,
        "{} of 100 clients got no report within {} s, all are promised a share",
        100 - reports.len(),
        PATIENCE.as_secs()
    );
    let within = |times: &[Duration], time: Duration| times.iter().filter(|other| **other <= time).count();
    let [first, last] = [&heard, &reports].map(|times| times.iter().max().copied().unwrap_or_default());
    ensure!(
        first <= SOON,
        "a client heard nothing for {} ms, a place or a report is promised within {} ms",
        first.as_millis(),
        SOON.as_millis()
    );
    Ok(format!(
        "a place or a report after {} ms at most; first reports within 1 s: {}, 5 s: {}, all 100 within {:.1} s",
        first.as_millis(),
        within(&reports, Duration::from_secs(1)),
        within(&reports, Duration::from_secs(5)),
        last.as_secs_f64()
    ))
}

/// The milliseconds until a report, which have to be few.
fn soon(heard: &Heard) -> Result<u128> {
    let (time, most) = (heard.report.as_millis(), SOON.as_millis());
    ensure!(heard.report <= SOON, "a report came after {time} ms, at most {most} ms are promised");
    Ok(time)
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
    let heard = first_report(&mut other).await?.context("another client got no report beside ten of one")?;
    let time = soon(&heard)?;
    Ok(format!("beside ten of one client, another's first report came after {time} ms"))
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
        let nothing = || format!("the analysis got nothing in {} s", PATIENCE.as_secs());
        times.push(format!("{} ms", soon(&first_report(&mut analyst).await?.with_context(nothing)?)?));
    }
    Ok(format!("first reports after {}", times.join(", ")))
}

/// A hundred and twenty games between engines, watched for twenty seconds. They do not fit into the memory: those that wait
/// are told their places.
pub(crate) async fn engine_games(address: String) -> Result<String> {
    const GAMES: usize = 120;
    let mut client = Client::connect(&address, "watcher").await?;
    let (mut sockets, mut ids) = (Vec::new(), Vec::new());
    // The games of which a watcher saw a move, and those of which it was told a place.
    let seen: [Arc<Mutex<HashSet<i64>>>; 2] = Default::default();
    for _ in 0..GAMES {
        let id = client.new_game("otrera", "otrera", 0).await?;
        let mut socket = socket(&address, "watcher").await?;
        tell(&mut socket, &json!({"type": "watch", "game": id})).await?;
        let seen = seen.clone();
        // What comes is read, as a page does.
        sockets.push(tokio::spawn(async move {
            while let Ok(message) = hear(&mut socket).await {
                let document = message.get("document").unwrap_or(&message);
                let has_moved = document["lastPly"].as_u64().is_some_and(|ply| ply > 0);
                let has_place = document["live"]["place"].is_number();
                for (seen, is_so) in seen.iter().zip([has_moved, has_place]) {
                    if is_so {
                        seen.lock().expect("no panic").insert(id);
                    }
                }
            }
        }));
        ids.push(id);
    }
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        client.get("/api/version").await?;
    }
    let mut plies = 0;
    for id in ids {
        plies += client.get(&format!("/api/games/{id}")).await?["lastPly"].as_u64().unwrap_or_default();
    }
    sockets.iter().for_each(tokio::task::JoinHandle::abort);
    let [moved, told] = seen.map(|seen| seen.lock().expect("no panic").clone());
    let silent = GAMES - moved.union(&told).count();
    ensure!(!told.is_empty(), "no game waited for memory: {GAMES} of 16 MiB and more fit into the budget");
    ensure!(!moved.is_empty(), "no engine moved in 20 s");
    ensure!(silent == 0, "{silent} of {GAMES} games neither moved nor were told a place in the queue");
    Ok(format!(
        "{plies} plies in 20 s, {} games moved; {} waited for memory and were told a place",
        moved.len(),
        told.len()
    ))
}
