//! The short form of the attacks: `cargo xtask attack` makes them at full size and measures. Here only bytes and counts are
//! asserted, and a test that waits for ever has failed.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use amazons::Start;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{AppState, Server, ServerOptions};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::client::seat;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server that listens, with as little memory for searches as it takes.
struct Small {
    address: String,
    state: AppState,
    _folder: TempDir,
}

impl Small {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("games.sqlite");
        let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let options =
            ServerOptions { host, port: Some(0), store, memory: Some(64), web: None, warnings: Vec::new() };
        let server = Server::bind(options).await.unwrap();
        let address = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let state = server.state().clone();
        tokio::spawn(server.run(std::future::pending()));
        Self { address, state, _folder: folder }
    }

    async fn socket(&self, client: &str) -> Socket {
        let mut request = format!("ws://{}/api/live", self.address).into_client_request().unwrap();
        request.headers_mut().insert("cookie", format!("otrera_client={client}").parse().unwrap());
        connect_async(request).await.unwrap().0
    }

    /// Sends a request; the answer is left in the stream.
    async fn send(&self, method: &str, path: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: otrera_client=someone\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    async fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut answer = String::new();
        self.send(method, path, &body).await.read_to_string(&mut answer).await.unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    async fn new_game(&self, white: &str, black: &str) -> i64 {
        let body = json!({"white": seat(white), "black": seat(black), "pace": 0});
        self.ask("POST", "/api/games", &body).await.1["id"].as_i64().unwrap()
    }

    /// Waits until no search runs or waits.
    async fn idle(&self) {
        while self.state.cores.running() + self.state.cores.waiting() > 0 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

async fn tell(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

async fn hear(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// Waits for the report of an analysis; before it nothing but places in the queue may come.
async fn hear_report(socket: &mut Socket) {
    loop {
        let message = hear(socket).await;
        match message["type"].as_str() {
            Some("queued") => {}
            kind => return assert_eq!(kind, Some("analysis"), "{message}"),
        }
    }
}

fn analyse() -> Value {
    json!({"type": "analyse", "id": "a", "fen": Start::STANDARD.setup().to_fen(), "lines": 1})
}

#[tokio::test]
async fn who_sends_pings_and_reads_nothing_is_not_read_any_more() {
    /// Far more than the buffers of both systems hold.
    const MOST: usize = 64 << 20;
    let server = Small::start().await;
    let mut socket = server.socket("flood").await;
    let ping = vec![7; 125];
    let mut sent = 0;
    while sent < MOST {
        let frame = socket.send(Message::Ping(ping.clone().into()));
        match tokio::time::timeout(Duration::from_secs(3), frame).await {
            Ok(sent_one) => sent_one.unwrap(),
            // The server has stopped reading: its answers wait for us.
            Err(_) => return,
        }
        sent += ping.len();
    }
    panic!("the server took {sent} bytes of pings, and has their answers in its memory");
}

#[tokio::test]
async fn another_version_of_http_is_refused_at_once() {
    let server = Small::start().await;
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    // It ends: the server does not wait for more.
    let _ = stream.read_to_end(&mut answer).await;
    assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
}

#[tokio::test]
async fn engines_wait_for_memory_in_a_queue_and_all_of_them_move() {
    let server = Small::start().await;
    let mut ids = Vec::new();
    let mut sockets = Vec::new();
    for number in 0..8 {
        let id = server.new_game("otrera", "otrera").await;
        let mut socket = server.socket(&format!("client{number}")).await;
        tell(&mut socket, json!({"type": "watch", "game": id})).await;
        ids.push(id);
        sockets.push(socket);
    }
    let mut places = 0;
    for socket in &mut sockets {
        loop {
            let message = hear(socket).await;
            let live = &message.get("document").unwrap_or(&message)["live"];
            places += usize::from(live["place"].is_number());
            if message["lastPly"].as_u64().is_some_and(|ply| ply > 0) {
                break;
            }
        }
    }
    assert!(places > 0, "eight engines of 16 MiB at least do not fit into 64, and nobody waited");
    for id in ids {
        server.ask("POST", &format!("/api/games/{id}/pause"), &Value::Null).await;
    }
    server.idle().await;
}

#[tokio::test]
async fn analyses_wait_in_a_queue_and_give_way_to_clients_that_have_none() {
    let server = Small::start().await;
    let mut many = Vec::new();
    for _ in 0..4 {
        let mut socket = server.socket("many").await;
        tell(&mut socket, analyse()).await;
        hear_report(&mut socket).await;
        many.push(socket);
    }
    let mut other = server.socket("other").await;
    tell(&mut other, analyse()).await;
    let first = hear(&mut other).await;
    assert_eq!((first["type"].as_str(), first["place"].as_u64()), (Some("queued"), Some(1)), "{first}");
    hear_report(&mut other).await;
    // One of the many was ended, and told why.
    let mut ended = 0;
    for socket in &mut many {
        tell(socket, json!({"type": "ping"})).await;
        loop {
            let message = hear(socket).await;
            ended += usize::from(
                message["type"] == "refused" && message["error"].as_str().unwrap().contains("others wait"),
            );
            if message["type"] == "pong" {
                break;
            }
        }
    }
    assert_eq!(ended, 1);
}
