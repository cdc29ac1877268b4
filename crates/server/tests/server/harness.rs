//! A server in a temporary folder, with requests to its router or over sockets.

use std::path::PathBuf;

use amazons::{AnyPosition, ByColor, Game, Start};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::{AppState, Server, ServerOptions, StateOptions, app};
use store::{GameId, GameRecord, Source, Store};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

/// The state of a server without a listener: requests go to the router.
pub(crate) struct TestServer {
    pub(crate) folder: TempDir,
    pub(crate) state: AppState,
}

impl TestServer {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let state = AppState::new(StateOptions::new(folder.path().join("games.sqlite"))).expect("a store");
        Self { folder, state }
    }

    /// The same file with another server, as after a restart.
    pub(crate) fn restart(self) -> Self {
        self.state.close();
        let state =
            AppState::new(StateOptions::new(self.folder.path().join("games.sqlite"))).expect("a store");
        Self { folder: self.folder, state }
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("games.sqlite")
    }

    pub(crate) fn store(&self) -> Store {
        Store::open(&self.file()).expect("a store")
    }

    /// What a route answers.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let request = Request::builder().method(method).uri(path).header(header::HOST, "localhost");
        let request = match body {
            Some(body) => {
                request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string()))
            }
            None => request.body(Body::empty()),
        };
        let answer = app(self.state.clone()).oneshot(request.expect("a request")).await.expect("an answer");
        let status = answer.status();
        let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.ask("POST", path, Some(body)).await
    }
}

/// A game of a named board by its moves.
pub(crate) fn game(board: &str, moves: &str) -> Game {
    let start = Start::of(board.parse().expect("a size")).expect("a named start");
    let mut game = Game::new(AnyPosition::from_setup(&start.setup()).expect("a position"));
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("a move")).expect("a legal move");
    }
    game
}

pub(crate) fn imported(game: Game) -> GameRecord {
    let players = ByColor { white: "Ada".to_owned(), black: "Grace".to_owned() };
    GameRecord::new(players, game, Source::Import)
}

pub(crate) fn add(store: &mut Store, game: Game) -> GameId {
    store.add_game(&imported(game), None).expect("a game that fits")
}

/// A page's socket to a server that listens.
pub(crate) struct Page(WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>);

impl Page {
    /// Starts a server on a store and connects some sockets.
    pub(crate) async fn open(store: PathBuf, pages: usize) -> (Vec<Self>, AppState) {
        let host = std::net::IpAddr::from([127, 0, 0, 1]);
        let server = Server::bind(ServerOptions {
            host,
            port: Some(0),
            store,
            memory: None,
            web: None,
            warnings: Vec::new(),
        })
        .await
        .expect("a server");
        let address = server.url().replace("http://", "ws://") + "api/live";
        let state = server.state().clone();
        tokio::spawn(server.run(std::future::pending()));
        let mut all = Vec::new();
        for _ in 0..pages {
            all.push(Self(connect_async(&address).await.expect("a socket").0));
        }
        (all, state)
    }

    pub(crate) async fn send_json(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.expect("the server hears");
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            let message = self.0.next().await.expect("the socket is open").expect("a message");
            if let Message::Text(text) = message {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// The next message of a type.
    pub(crate) async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits until all earlier messages are handled; returns the messages received meanwhile.
    pub(crate) async fn settle(&mut self) -> Vec<Value> {
        self.send_json(json!({"type": "ping"})).await;
        let mut received = Vec::new();
        loop {
            let message = self.next().await;
            if message["type"] == "pong" {
                return received;
            }
            received.push(message);
        }
    }
}
