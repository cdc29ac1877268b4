//! Measures the time of an acknowledgement: many sockets on loopback play moves while two searches run.
//!
//! ```text
//! cargo run --release -p server --example crowd -- [CLIENTS] [MOVES]
//! ```
//!
//! Every client subscribes to a game of its own and plays about one move each second, which is the rate of two hundred
//! people in blitz. A move is acknowledged when it is synced to the disk.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use amazons::{AnyPosition, Start};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Server, ServerOptions};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The time between two moves of one client.
const PACE: Duration = Duration::from_millis(1000);

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let clients = arguments.next().transpose()?.unwrap_or(200);
    let moves = arguments.next().transpose()?.unwrap_or(20);
    let folder = tempfile::tempdir()?;
    let options = ServerOptions {
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: Some(0),
        store: folder.path().join("games.sqlite"),
        web: None,
    };
    let server = Server::bind(options).await?;
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let ended = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    let analysts = [analyse(&address).await?, analyse(&address).await?];
    let mut tasks = Vec::new();
    for number in 0..clients {
        let (address, delay) = (address.clone(), PACE.mul_f64(number as f64 / clients as f64));
        tasks.push(tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            play(&address, moves).await
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await??);
    }
    let mut reports = 0;
    for analyst in analysts {
        reports += analyst.await??;
    }
    times.sort_unstable();
    let percentile = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!(
        "{clients} sockets, {} moves acknowledged while two searches sent {reports} reports",
        times.len()
    );
    for share in [0.5, 0.9, 0.99, 1.0] {
        println!("{:>5}% of acknowledgements within {:.1} ms", share * 100.0, percentile(share));
    }
    let _ = stop.send(());
    Ok(ended.await?)
}

/// A search that runs until the crowd is done; counts what it reports.
async fn analyse(address: &str) -> Result<tokio::task::JoinHandle<Result<u64, BoxError>>, BoxError> {
    let mut socket = open(address).await?;
    let fen = Start::STANDARD.setup().to_fen();
    send(&mut socket, &json!({"type": "analyse", "id": "a", "fen": fen, "lines": 3, "seconds": 30})).await?;
    Ok(tokio::spawn(async move {
        let mut reports = 0;
        loop {
            let message = receive(&mut socket).await?;
            reports += 1;
            if message["isDuringSearch"] == false || message["type"] == "refused" {
                return Ok(reports);
            }
        }
    }))
}

/// Plays a game against oneself; the time of each acknowledgement.
async fn play(address: &str, moves: usize) -> Result<Vec<Duration>, BoxError> {
    let human = json!({"kind": "human", "name": "somebody"});
    let game = post(address, "/api/games", &json!({"white": human, "black": human})).await?["id"].clone();
    let mut socket = open(address).await?;
    send(&mut socket, &json!({"type": "watch", "game": game})).await?;
    let mut position = AnyPosition::from_setup(&Start::STANDARD.setup())?;
    let mut times = Vec::new();
    for ply in 1..=moves {
        let Some(&mv) = position.legal_moves().get(ply * 7 % 100) else { break };
        position = position.play(mv)?;
        let began = Instant::now();
        send(
            &mut socket,
            &json!({"type": "move", "id": "m", "game": game, "ply": ply, "move": mv.to_string()}),
        )
        .await?;
        loop {
            let message = receive(&mut socket).await?;
            match message["type"].as_str() {
                Some("ack") => break,
                Some("refused") => return Err(message.to_string().into()),
                _ => {}
            }
        }
        times.push(began.elapsed());
        tokio::time::sleep(PACE.saturating_sub(began.elapsed())).await;
    }
    Ok(times)
}

async fn open(address: &str) -> Result<Socket, BoxError> {
    Ok(connect_async(format!("ws://{address}/api/live")).await?.0)
}

async fn send(socket: &mut Socket, message: &Value) -> Result<(), BoxError> {
    Ok(socket.send(Message::text(message.to_string())).await?)
}

async fn receive(socket: &mut Socket) -> Result<Value, BoxError> {
    loop {
        match socket.next().await.ok_or("the socket was closed")?? {
            Message::Text(text) => return Ok(serde_json::from_str(&text)?),
            Message::Close(_) => return Err("the socket was closed".into()),
            _ => {}
        }
    }
}

async fn post(address: &str, path: &str, body: &Value) -> Result<Value, BoxError> {
    let mut stream = TcpStream::connect(address).await?;
    let body = body.to_string();
    let head = format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
    let request = format!("{head}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(serde_json::from_str(answer.split_once("\r\n\r\n").ok_or("no answer")?.1)?)
}
