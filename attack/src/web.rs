//! Requests and sockets, as simple as possible: an attack should not depend on what a library does well.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connection of a client with a name.
pub(crate) struct Client {
    address: String,
    name: String,
    stream: BufStream<TcpStream>,
}

impl Client {
    pub(crate) async fn connect(address: &str, name: &str) -> Result<Self> {
        let stream = BufStream::new(TcpStream::connect(address).await?);
        Ok(Self { address: address.to_owned(), name: name.to_owned(), stream })
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<Value> {
        self.ask("GET", path, "").await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Result<Value> {
        self.ask("POST", path, &body.to_string()).await
    }

    /// Sends a request and leaves its answer.
    pub(crate) async fn send(&mut self, method: &str, path: &str, body: &str) -> Result<()> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: otrera_client={}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            self.name,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        Ok(self.stream.flush().await?)
    }

    async fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<Value> {
        self.send(method, path, body).await?;
        let (mut length, mut is_chunked, mut status) = (0, false, 0);
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).await? == 0 {
                bail!("the connection was closed");
            }
            let line = line.trim().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest.split(' ').next().unwrap_or_default().parse()?;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
            is_chunked |= line == "transfer-encoding: chunked";
            if line.is_empty() {
                break;
            }
        }
        if is_chunked {
            bail!("an answer in chunks");
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).await?;
        let answer: Value = if length == 0 { Value::Null } else { serde_json::from_slice(&answer)? };
        if status >= 400 {
            bail!("{status}: {}", answer["error"].as_str().unwrap_or_default());
        }
        Ok(answer)
    }

    /// Starts a game; a seat without a player is a person's.
    pub(crate) async fn new_game(&mut self, white: &str, black: &str, pace: u32) -> Result<i64> {
        let seat = |player: &str| match player {
            "" => json!({"kind": "human", "name": "somebody"}),
            player => json!({"kind": "engine", "name": player, "agent": player}),
        };
        let body = json!({"white": seat(white), "black": seat(black), "pace": pace});
        self.post("/api/games", &body).await?["id"].as_i64().context("no id")
    }
}

/// A socket of a client with a name.
pub(crate) async fn socket(address: &str, name: &str) -> Result<Socket> {
    let mut request = format!("ws://{address}/api/live").into_client_request()?;
    request.headers_mut().insert("cookie", format!("otrera_client={name}").parse()?);
    Ok(connect_async(request).await?.0)
}
