//! A server on loopback, and a client of it: a connection for requests and a socket.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Server, ServerOptions};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub(crate) type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Starts a server with an empty store; returns its address.
pub(crate) async fn serve(folder: &Path) -> Result<String, BoxError> {
    let (host, store) = (IpAddr::V4(Ipv4Addr::LOCALHOST), folder.join("games.sqlite"));
    let server = Server::bind(ServerOptions {
        host,
        port: Some(0),
        store,
        memory: None,
        web: None,
        warnings: Vec::new(),
    })
    .await?;
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    tokio::spawn(server.run(std::future::pending()));
    Ok(address)
}

/// A page: it asks over one connection and hears over a socket.
pub(crate) struct Page {
    address: String,
    stream: BufStream<TcpStream>,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Page {
    pub(crate) async fn open(address: &str) -> Result<Self, BoxError> {
        let stream = BufStream::new(TcpStream::connect(address).await?);
        let socket = connect_async(format!("ws://{address}/api/live")).await?.0;
        Ok(Self { address: address.to_owned(), stream, socket })
    }

    /// Starts a game of a person against themselves and watches it; returns its id.
    pub(crate) async fn new_game(&mut self) -> Result<Value, BoxError> {
        let human = json!({"kind": "human", "name": "somebody"});
        let (game, _) = self.post("/api/games", &json!({"white": human, "black": human})).await?;
        let id = game["id"].clone();
        self.send(&json!({"type": "watch", "game": id})).await?;
        self.receive().await?;
        Ok(id)
    }

    /// The answer to a request, and the number of bytes in both bodies.
    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Result<(Value, usize), BoxError> {
        let body = body.to_string();
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", self.address);
        let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        self.stream.write_all(request.as_bytes()).await?;
        self.stream.flush().await?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await?;
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).await?;
        let answer: Value = serde_json::from_slice(&answer)?;
        match answer.get("error") {
            Some(error) => Err(error.to_string().into()),
            None => Ok((answer, body.len() + length)),
        }
    }

    pub(crate) async fn send(&mut self, message: &Value) -> Result<(), BoxError> {
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }

    /// The next message, and its number of bytes.
    pub(crate) async fn receive(&mut self) -> Result<(Value, usize), BoxError> {
        loop {
            match self.socket.next().await.ok_or("the socket was closed")?? {
                Message::Text(text) => return Ok((serde_json::from_str(&text)?, text.len())),
                Message::Close(_) => return Err("the socket was closed".into()),
                _ => {}
            }
        }
    }
}
