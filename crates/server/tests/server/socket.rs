//! The socket, over a real listener.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Server, ServerOptions};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// A running server.
struct Running {
    address: String,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
    _folder: TempDir,
}

async fn start() -> Running {
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions {
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: Some(0),
        store: folder.path().join("games.sqlite"),
        memory: None,
        web: None,
        warnings: Vec::new(),
    };
    let server = Server::bind(options).await.unwrap();
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let (stop, stopped) = oneshot::channel();
    let ended = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    Running { address, stop, ended, _folder: folder }
}

impl Running {
    async fn socket(&self) -> Socket {
        connect_async(format!("ws://{}/api/live", self.address)).await.unwrap().0
    }

    /// Asks over HTTP, with nothing but a stream.
    async fn post(&self, path: &str, body: &Value) -> Value {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(&self.address).await.unwrap();
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    async fn new_game(&self, black: &str) -> i64 {
        let seat = crate::client::seat;
        let body = json!({"board": "6x6", "white": seat(""), "black": seat(black)});
        self.post("/api/games", &body).await["id"].as_i64().unwrap()
    }
}

async fn send_json(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// The next message that is JSON.
async fn receive(socket: &mut Socket) -> Value {
    loop {
        let next = tokio::time::timeout(Duration::from_secs(20), socket.next()).await;
        match next.expect("an answer").expect("an open socket").expect("a good frame") {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Close(_) => panic!("the socket was closed"),
            _ => {}
        }
    }
}

/// The next message that is so.
async fn receive_until(socket: &mut Socket, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = receive(socket).await;
        if is_so(&message) {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_acknowledged_and_sent_to_all_subscribers() {
    let running = start().await;
    let game = running.new_game("random").await;
    let (mut player, mut watcher) = (running.socket().await, running.socket().await);
    for socket in [&mut player, &mut watcher] {
        send_json(socket, json!({"type": "watch", "game": game})).await;
        let shown = receive(socket).await;
        assert_eq!((&shown["type"], &shown["document"]["lastPly"]), (&json!("game"), &json!(0)));
    }
    let moves = format!("/api/games/{game}/moves");
    let acknowledged = running.post(&moves, &json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    assert_eq!(acknowledged, json!({"revision": 1}));
    for socket in [&mut player, &mut watcher] {
        let update = receive_until(socket, |message| message["revision"] == 1).await;
        assert_eq!((&update["type"], &update["base"]), (&json!("update"), &json!(0)));
        assert_eq!((&update["nodes"][0]["move"], &update["lastPly"]), (&json!("b1b4,b4d4"), &json!(1)));
        assert_eq!(update["position"]["fen"], update["nodes"][0]["fen"]);
        // The engine answers by itself.
        let update = receive_until(socket, |message| message["revision"] == 2).await;
        assert_eq!((&update["base"], &update["live"]["turn"]), (&json!(1), &json!("white")));
    }
    send_json(&mut watcher, json!({"type": "unwatch", "game": game})).await;
    send_json(&mut watcher, json!({"type": "ping"})).await;
    receive_until(&mut watcher, |message| message["type"] == "pong").await;
    let refused = running.post(&moves, &json!({"ply": 2, "move": "b1b4,b4d4"})).await;
    assert!(refused["error"].as_str().unwrap().contains("the next ply of the game is 3, not 2"), "{refused}");
    // Subscribers alone hear of what changes.
    running.post(&format!("/api/games/{game}/resign"), &json!({})).await;
    let update = receive_until(&mut player, |message| message["result"]["winner"] == "black").await;
    assert_eq!((&update["live"], &update["nodes"]), (&Value::Null, &json!([])));
    send_json(&mut watcher, json!({"type": "ping"})).await;
    assert_eq!(receive(&mut watcher).await["type"], "pong");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_messages_are_rejected_and_the_socket_stays_open() {
    let running = start().await;
    let mut socket = running.socket().await;
    for (message, words) in [
        ("{", "invalid message"),
        ("[]", "invalid message"),
        (r#"{"type": "dance"}"#, "dance"),
        (r#"{"type": "watch"}"#, "missing field `game`"),
        (r#"{"type": "watch", "game": 7}"#, "no game 7"),
        (
            r#"{"type": "move", "id": "x", "game": 7, "ply": 1, "move": "a1a2,a2a1"}"#,
            "unknown variant `move`",
        ),
        (r#"{"type": "analyse", "id": "x", "fen": "rubbish", "lines": 1}"#, ""),
    ] {
        socket.send(Message::text(message)).await.unwrap();
        let answer = receive(&mut socket).await;
        assert_eq!(answer["type"], "refused", "{message}");
        assert!(answer["error"].as_str().unwrap().contains(words), "{message}: {answer}");
    }
    socket.send(Message::text(r#"{"type": "analyse", "id": "n5", "fen": 7}"#)).await.unwrap();
    assert_eq!(receive(&mut socket).await["id"], "n5");
    socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert!(receive(&mut socket).await["error"].as_str().unwrap().contains("text frames"));
    // A message that is too large ends it.
    socket.send(Message::text("x".repeat(70_000))).await.unwrap();
    let end = tokio::time::timeout(Duration::from_secs(20), socket.next()).await.unwrap();
    assert!(!matches!(end, Some(Ok(Message::Text(_)))), "{end:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_of_another_origin_is_rejected() {
    let running = start().await;
    let mut request = format!("ws://{}/api/live", running.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    match connect_async(request).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 403),
        other => panic!("{other:?}"),
    }
    let mut request = format!("ws://{}/api/live", running.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", format!("http://{}", running.address).parse().unwrap());
    connect_async(request).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shutdown_closes_sockets_stops_engines_and_leaves_no_log_file() {
    let running = start().await;
    let seat = crate::client::seat;
    // A search that would take minutes.
    let body = json!({"white": seat("minimax:depth=9"), "black": seat("")});
    let game = running.post("/api/games", &body).await;
    let mut socket = running.socket().await;
    send_json(&mut socket, json!({"type": "watch", "game": game["id"]})).await;
    assert_eq!(receive(&mut socket).await["document"]["live"]["thinking"], true);
    running.stop.send(()).unwrap();
    let closed = tokio::time::timeout(Duration::from_secs(20), async {
        while let Some(Ok(frame)) = socket.next().await {
            if let Message::Close(frame) = frame {
                return frame;
            }
        }
        None
    });
    assert_eq!(closed.await.unwrap().unwrap().reason.as_str(), "the server shuts down");
    drop(socket);
    tokio::time::timeout(Duration::from_secs(20), running.ended).await.expect("it ends").unwrap();
    assert!(!running._folder.path().join("games.sqlite-wal").exists());
}
