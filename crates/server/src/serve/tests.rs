//! What a listening server does for clients that send, wait and go: counted, never timed.

use std::net::Ipv4Addr;

use tempfile::TempDir;
use thought::Control;
use tokio::io::AsyncReadExt;

use super::*;
use crate::capacity::{Client, Purpose};

/// How long a test waits for what must happen, on a machine that is busy: only a failure takes so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with few connections.
struct Small {
    address: SocketAddr,
    state: AppState,
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
        tokio::spawn(server.run_with(Connections::new(connections), std::future::pending()));
        Self { address, state, _folder: folder }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }
}

/// Sends a request without a body.
async fn send(stream: &mut TcpStream, line: &str, host: &str) {
    let request = format!("{line} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
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
    let start = amazons::AnyPosition::from_setup(&amazons::Start::STANDARD.setup()).unwrap();
    let game =
        store::GameRecord::new(amazons::ByColor::default(), amazons::Game::new(start), store::Source::Play);
    let store::GameId(id) =
        server.state.store.write_batched(move |batch| batch.add_game(&game, None)).await.unwrap();
    // Somebody else has all cores, so that the search of a hint cannot end by itself.
    let cores = &server.state.cores;
    let other = Client::browser("other");
    let all = cores.acquire(&other, Purpose::Play, cores.total(), &Control::new()).unwrap();
    let mut streams = Vec::new();
    for _ in 0..4 {
        let mut stream = server.connect().await;
        send(&mut stream, &format!("POST /api/games/{id}/hint"), "localhost").await;
        streams.push(stream);
    }
    until("the searches of four hints wait for a core", || cores.waiting() == 4).await;
    drop(streams);
    until("the searches of closed requests end", || cores.waiting() == 0).await;
    drop(all);
    // Their memory is there again, and their places among the hints of a client.
    let mut stream = server.connect().await;
    send(&mut stream, &format!("POST /api/games/{id}/hint"), "localhost").await;
    assert_eq!(status(&mut stream).await, Some(200));
}
