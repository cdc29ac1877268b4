//! The server survives every conversation on its WebSocket, with requests of its API in between: it answers every message before the
//! next, in JSON, refuses what is no message, and never says that the fault is its own.
//!
//! The router is the real one, on a store in a temporary folder; the connection is a pipe in memory instead of the network.

#![no_main]

use std::sync::LazyLock;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::conversation::lines;
use serde_json::Value;
use server::{AppState, StateOptions, app};
use tokio::io::DuplexStream;
use tokio::runtime::{Builder, Runtime};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use tower::ServiceExt;

/// A line with a method is a request, one with `binary` a frame of bytes, any other a message. Games 1 and 2 are there.
const DICTIONARY: [&str; 32] = [
    "{\"type\": \"ping\"}",
    "{\"type\": \"watch\", \"game\": 1}",
    "{\"type\": \"watch\", \"game\": 2}",
    "{\"type\": \"watch\", \"game\": #}",
    "{\"type\": \"watch\", \"game\": 1, \"since\": #, \"epoch\": \"0\"}",
    "{\"type\": \"unwatch\", \"game\": 1}",
    "{\"type\": \"unwatch\", \"game\": #}",
    "{\"type\": \"analyse\", \"id\": \"a\", \"fen\": \"q2/3/2Q w\", \"agent\": \"random\", \"seconds\": 0.01}",
    "{\"type\": \"analyse\", \"id\": \"b\", \"fen\": \"Q1q w\", \"agent\": \"otrera:hash=1\", \"seconds\": 0.01, \"lines\": #}",
    "{\"type\": \"analyse\", \"id\": \"c\", \"fen\": \"q2/3/2Q w - - 0 #\", \"agent\": \"alphabeta:depth=1\", \"seconds\": #}",
    "{\"type\": \"analyse\", \"id\": \"d\", \"fen\": \"q2/3/2Q b\", \"agent\": \"random\", \"game\": 2, \"node\": #}",
    "{\"type\": \"analyse\", \"id\": \"e\", \"fen\": \"Q1q w\", \"agent\": \"uct:hash=#\", \"seconds\": 0.01}",
    "{\"type\": \"analyse\", \"id\": \"f\", \"fen\": \"16/16 w\", \"game\": #}",
    "{\"type\": \"stop\", \"id\": \"a\"}",
    "{\"type\": \"stop\", \"id\": #}",
    "{\"type\": #}",
    "[#]",
    "binary #",
    "POST /api/games/1/moves {\"ply\": 1, \"move\": \"@\"}",
    "POST /api/games/1/moves {\"ply\": #, \"move\": \"@\"}",
    "POST /api/games/2/moves {\"ply\": 1, \"move\": \"@\"}",
    "POST /api/games/#/takeback",
    "POST /api/games/1/takeback",
    "POST /api/games/1/resign {}",
    "POST /api/games/2/nodes {\"parent\": #, \"move\": \"@\"}",
    "PATCH /api/games/2/nodes/# {\"comment\": \"#\", \"shapes\": [\"d4\"]}",
    "DELETE /api/games/2/nodes/#",
    "POST /api/games/2/undo",
    "DELETE /api/games/1",
    "POST /api/games/1/restore",
    "PATCH /api/games/1 {\"title\": \"@\"}",
    "POST /api/games/1/rematch",
];

/// The types of the server's messages.
const TYPES: [&str; 7] = ["game", "update", "analysis", "queued", "review", "refused", "pong"];

/// Games on a tiny board: two people, and a person against a player without a search.
const GAMES: [&str; 2] = [
    r#"{"fen": "q2/3/2Q w", "white": {"kind": "human", "name": "A"}, "black": {"kind": "human", "name": "B"}}"#,
    r#"{"fen": "q2/3/2Q w", "white": {"kind": "human", "name": "A"},
        "black": {"kind": "engine", "name": "", "agent": "random"}, "pace": 0}"#,
];

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads"));

fuzz_target!(|bytes: &[u8]| RUNTIME.block_on(converse(&lines(bytes, &DICTIONARY))));

async fn converse(said: &[String]) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut options = StateOptions::new(folder.path().join("games.sqlite"));
    (options.cores, options.memory) = (1, Some(64));
    let state = AppState::new(options).expect("a store");
    let router = app(state.clone());
    for game in GAMES {
        assert_eq!(request(&router, &format!("POST /api/games {game}")).await, Some(StatusCode::CREATED));
    }
    let (client, stream) = tokio::io::duplex(1 << 16);
    let connection = hyper::server::conn::http1::Builder::new()
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()))
        .with_upgrades();
    tokio::spawn(connection);
    let (mut socket, _) = client_async("ws://localhost/api/live", client).await.expect("a WebSocket");
    for line in said {
        if line.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            let status = request(&router, line).await;
            assert_ne!(status, Some(StatusCode::INTERNAL_SERVER_ERROR), "{line}");
            continue;
        }
        let answers = match line.strip_prefix("binary ") {
            Some(rest) => exchange(&mut socket, Message::binary(rest.as_bytes().to_vec())).await,
            None => exchange(&mut socket, Message::text(line)).await,
        };
        for answer in &answers {
            assert!(answer["type"].as_str().is_some_and(|kind| TYPES.contains(&kind)), "{line}: {answer}");
        }
        let is_json = serde_json::from_str::<Value>(line).is_ok();
        assert!(is_json || answers.iter().any(|answer| answer["type"] == "refused"), "{line}: {answers:?}");
    }
    drop(socket);
    state.close();
}

/// Sends a frame, and then a ping, whose answer follows all answers to the frame; gives these.
async fn exchange(socket: &mut WebSocketStream<DuplexStream>, frame: Message) -> Vec<Value> {
    socket.send(frame).await.expect("the server hears");
    socket.send(Message::Ping(Vec::new().into())).await.expect("the server hears");
    let mut answers = Vec::new();
    loop {
        match socket.next().await.expect("the socket is open").expect("a frame") {
            Message::Text(text) => answers.push(serde_json::from_str(&text).expect("JSON")),
            Message::Pong(_) => return answers,
            Message::Close(reason) => panic!("closed: {reason:?}"),
            _ => {}
        }
    }
}

/// The status of the answer to a line of a method, a path and a body; `None` of a line that is no request.
async fn request(router: &Router, line: &str) -> Option<StatusCode> {
    let mut words = line.splitn(3, ' ');
    let (method, path) = (words.next()?, words.next()?);
    let body = words.next().unwrap_or_default().to_owned();
    let request = Request::builder().method(method).uri(path).header(header::HOST, "localhost");
    let request = request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body)).ok()?;
    Some(router.clone().oneshot(request).await.expect("an answer").status())
}
