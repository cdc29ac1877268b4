//! What a listening server does for clients that send, wait and go: counted, never timed.

use std::net::Ipv4Addr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use thought::Control;
use tokio::io::AsyncReadExt;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::*;
use crate::capacity::{Client, Permit, Purpose};

/// How long a test waits for what must happen, on a machine that is busy: only a failure takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with few connections.
struct Small {
    address: SocketAddr,
    state: AppState,
    connections: Connections,
    _folder: TempDir,
}

impl Small {
    async fn start(connections: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (host, store) = (IpAddr::V4(Ipv4Addr::LOCALHOST), folder.path().join("games.sqlite"));
        let options =
            ServerOptions { host, port: Some(0), store, memory: Some(64), web: None, warnings: Vec::new() };
        let server = Server::bind(options).await.unwrap();
        let (address, state) = (server.address, server.state.clone());
        let connections = Connections::new(connections);
        tokio::spawn(server.run_with(connections.clone(), std::future::pending()));
        Self { address, state, connections, _folder: folder }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Stores a game without moves.
    async fn add_game(&self) -> i64 {
        let start = amazons::AnyPosition::from_setup(&amazons::Start::STANDARD.setup()).unwrap();
        let players = amazons::ByColor::default();
        let game = store::GameRecord::new(players, amazons::Game::new(start), store::Source::Play);
        self.state.store.write_batched(move |batch| batch.add_game(&game, None)).await.unwrap().0
    }

    /// All cores, in the hands of somebody else.
    fn all_cores(&self) -> Permit {
        let cores = &self.state.cores;
        cores.acquire(&Client::browser("other"), Purpose::Play, cores.total(), &Control::new()).unwrap()
    }
}

/// Sends a request without a body.
async fn send(stream: &mut TcpStream, line: &str, host: &str) {
    send_with(stream, line, host, "Content-Length: 0\r\n\r\n").await;
}

/// Sends a request with the headers and the body that are given.
async fn send_with(stream: &mut TcpStream, line: &str, host: &str, rest: &str) {
    stream.write_all(format!("{line} HTTP/1.1\r\nHost: {host}\r\n{rest}").as_bytes()).await.unwrap();
}

/// The status of the next answer, whose body is read to its end; `None` if the connection was closed.
async fn status(stream: &mut TcpStream) -> Option<u16> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let byte = tokio::time::timeout(PATIENCE, stream.read_u8()).await.expect("an answer or the end");
        head.push(byte.ok()?);
    }
    let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
    let length = head.split("content-length: ").nth(1).unwrap().split("\r\n").next().unwrap();
    stream.read_exact(&mut vec![0; length.parse().unwrap()]).await.unwrap();
    Some(head.split(' ').nth(1).unwrap().parse().unwrap())
}

/// The next message of a socket, but for its pings.
async fn hear(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>) -> Value {
    loop {
        let next = tokio::time::timeout(PATIENCE, socket.next()).await.expect("a message");
        if let Message::Text(text) = next.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// Waits until something holds.
async fn until(what: &str, holds: impl Fn() -> bool) {
    let wait = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.expect(what);
}

#[tokio::test]
async fn refused_requests_do_not_keep_a_connection_before_those_of_known_clients() {
    let server = Small::start(6).await;
    let (mut known, mut refused) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let mut stream = server.connect().await;
        send(&mut stream, "GET /api/version", "localhost").await;
        assert_eq!(status(&mut stream).await, Some(200));
        known.push(stream);
    }
    for _ in 0..4 {
        let mut stream = server.connect().await;
        send(&mut stream, "GET /api/version", "example.org").await;
        assert_eq!(status(&mut stream).await, Some(403));
        refused.push(stream);
    }
    // There is no room for others: those whose requests were refused give way, and nobody else.
    let mut silent = Vec::new();
    for _ in 0..4 {
        silent.push(server.connect().await);
    }
    for stream in &mut refused {
        assert_eq!(status(stream).await, None, "a connection with a refused request is closed");
    }
    for stream in known.iter_mut().chain(&mut silent) {
        send(stream, "GET /api/version", "localhost").await;
        assert_eq!(status(stream).await, Some(200), "a known or a new connection is still open");
    }
}

#[tokio::test]
async fn the_search_of_a_hint_that_nobody_waits_for_ends() {
    let server = Small::start(16).await;
    let hint = format!("POST /api/games/{}/hint", server.add_game().await);
    // Somebody else has all cores, so that the search of a hint cannot end by itself.
    let (cores, all) = (&server.state.cores, server.all_cores());
    // A hint has no body, but the page sends one, and others may send a larger one, or in chunks.
    let large = format!("Content-Length: 60000\r\n\r\n{:60000}", "{}");
    let chunks = "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    for body in ["Content-Length: 0\r\n\r\n", "Content-Length: 2\r\n\r\n{}", chunks, &large] {
        let mut streams = Vec::new();
        for _ in 0..4 {
            let mut stream = server.connect().await;
            send_with(&mut stream, &hint, "localhost", body).await;
            streams.push(stream);
        }
        until("the searches of four hints wait for a core", || cores.waiting() == 4).await;
        drop(streams);
        let memory = &server.state.memory;
        until("the searches of closed requests end", || cores.waiting() + memory.holders() == 0).await;
    }
    drop(all);
    // Their places among the hints of a client are there again.
    let mut stream = server.connect().await;
    send(&mut stream, &hint, "localhost").await;
    assert_eq!(status(&mut stream).await, Some(200));
}

#[tokio::test]
async fn a_request_is_at_work_also_if_its_body_is_not_wanted() {
    let server = Small::start(4).await;
    let hint = format!("POST /api/games/{}/hint", server.add_game().await);
    let all = server.all_cores();
    let mut asking = server.connect().await;
    send_with(&mut asking, &hint, "localhost", "Content-Length: 2\r\n\r\n{}").await;
    until("the search of the hint waits for a core", || server.state.cores.waiting() == 1).await;
    let mut silent = Vec::new();
    for _ in 0..8 {
        silent.push(server.connect().await);
    }
    // The oldest of the silent ones has given way, after whatever else could.
    assert_eq!(status(&mut silent[0]).await, None);
    drop(all);
    assert_eq!(status(&mut asking).await, Some(200));
}

#[tokio::test]
async fn an_import_is_at_work_when_its_text_has_come() {
    let server = Small::start(4).await;
    let (state, connections) = (&server.state, &server.connections);
    let parsing = state.parsing.acquire().await.unwrap();
    let places = state.imports.available_permits();
    let mut stream = server.connect().await;
    let half = "Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"text\":";
    send_with(&mut stream, "POST /api/import", "localhost", half).await;
    until("the import has its place", || state.imports.available_permits() < places).await;
    assert_eq!(connections.at_work(), 0, "the other half may never come");
    stream.write_all(b"\"d1d7\"}").await.unwrap();
    until("the import waits for its turn", || connections.at_work() == 1).await;
    drop(parsing);
    assert_eq!(status(&mut stream).await, Some(200));
    until("it is answered", || connections.at_work() == 0).await;
}

#[tokio::test]
async fn an_analysis_that_waits_for_cores_is_told_its_place_before_its_reports() {
    let server = Small::start(4).await;
    let all = server.all_cores();
    let (mut socket, _) = connect_async(format!("ws://{}/api/live", server.address)).await.unwrap();
    let request = json!({"type": "analyse", "id": "a", "fen": amazons::Start::STANDARD.setup().to_fen()});
    socket.send(Message::text(request.to_string())).await.unwrap();
    assert_eq!(hear(&mut socket).await, json!({"type": "queued", "id": "a", "place": 1}));
    drop(all);
    assert_eq!(hear(&mut socket).await["type"], "analysis");
}
