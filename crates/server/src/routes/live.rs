//! The WebSocket: subscriptions to games, and analysis.
//!
//! One loop reads and writes. Requests are answered in order; other messages wait in the [`Outbox`] of the socket.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code, rejection};
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};

use crate::analysis::AnalysisSession;
use crate::api::{ClientMessage, ServerMessage};
use crate::capacity::Client;
use crate::connections::Connection;
use crate::error::AppError;
use crate::feed::{Known, Outbox, to_json};
use crate::state::{AppState, until_closed};

/// The largest message of a client.
const MAX_MESSAGE: usize = 64 * 1024;
/// The interval between pings.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// The longest silence of a client, which answers pings: after it, the client is gone, and its analysis ends.
const MAX_SILENCE: Duration = Duration::from_secs(75);
/// The longest time to send a message: who does not read is dropped.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);
/// The most bytes that wait to be sent, above the largest game.
const MAX_WAITING: usize = 16 * 1024 * 1024;
/// The bytes that are read at once, for each socket.
const READ_BUFFER: usize = 8 * 1024;
/// The most subscriptions of one socket.
const MAX_SUBSCRIPTIONS: usize = 64;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/live", any(open))
}

async fn open(
    State(state): State<AppState>,
    connection: Option<Extension<Arc<Connection>>>,
    upgrade: Result<WebSocketUpgrade, rejection::WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return AppError::bad_request("this path is for WebSockets only").into_response();
    };
    let place = match connection.map(|Extension(connection)| connection.socket()) {
        Some(None) => return AppError::busy("too many pages are open on this server").into_response(),
        place => place.flatten(),
    };
    let client = Client::current().unwrap_or_else(Client::unknown);
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .max_write_buffer_size(MAX_WAITING)
        .read_buffer_size(READ_BUFFER)
        .on_upgrade(move |socket| {
            client.scope(async move {
                LiveSession::new(state).run(socket).await;
                drop(place);
            })
        })
}

/// One socket.
struct LiveSession {
    state: AppState,
    outbox: Outbox,
    analysis: AnalysisSession,
    subscriptions: Vec<i64>,
}

type Sink = SplitSink<WebSocket, Message>;

impl LiveSession {
    fn new(state: AppState) -> Self {
        let outbox = Outbox::default();
        Self { analysis: AnalysisSession::new(outbox.clone()), outbox, state, subscriptions: Vec::new() }
    }

    async fn run(mut self, socket: WebSocket) {
        let (mut sink, mut stream) = socket.split();
        let mut closing = self.state.closing();
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.tick().await;
        let mut heard = Instant::now();
        loop {
            let sent = tokio::select! {
                frame = stream.next() => {
                    heard = Instant::now();
                    match frame {
                    Some(Ok(Message::Text(text))) => match self.answer(&text).await {
                        Some(answer) => send(&mut sink, Message::Text(to_json(&answer))).await,
                        None => true,
                    },
                    Some(Ok(Message::Binary(_))) => {
                        let error = "messages are JSON in text frames".to_owned();
                        send(&mut sink, Message::Text(to_json(&ServerMessage::Refused { id: None, game: None, error }))).await
                    }
                    // The library answers pings itself. The next is not read before the answer is on its way, so that who
                    // does not read cannot make it pile up answers.
                    Some(Ok(Message::Ping(_))) => flush(&mut sink).await,
                    Some(Ok(Message::Pong(_))) => true,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => false,
                    }
                }
                text = self.outbox.next() => send(&mut sink, Message::Text(text)).await,
                _ = heartbeat.tick() => {
                    heard.elapsed() < MAX_SILENCE && send(&mut sink, Message::Ping(Vec::new().into())).await
                }
                () = until_closed(&mut closing) => {
                    let frame = CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("the server shuts down") };
                    send(&mut sink, Message::Close(Some(frame))).await;
                    false
                }
            };
            if !sent {
                break;
            }
        }
        for game in self.subscriptions {
            self.state.games.unsubscribe(&self.state, game, &self.outbox);
        }
    }

    /// Handles a message of the client; returns the answer, if there is one.
    async fn answer(&mut self, text: &str) -> Option<ServerMessage> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let id = serde_json::from_str::<serde_json::Value>(text).ok();
                let id = id.and_then(|value| Some(value.get("id")?.as_str()?.to_owned()));
                return Some(ServerMessage::Refused {
                    id,
                    game: None,
                    error: format!("invalid message: {error}"),
                });
            }
        };
        match message {
            ClientMessage::Ping => Some(ServerMessage::Pong),
            ClientMessage::Unwatch { game } => {
                self.subscriptions.retain(|&other| other != game);
                self.state.games.unsubscribe(&self.state, game, &self.outbox);
                None
            }
            ClientMessage::Stop { id } => {
                self.analysis.stop(&id);
                None
            }
            ClientMessage::Watch { game, since, epoch } => {
                let known = since.zip(epoch).map(|(revision, epoch)| Known { revision, epoch });
                let error = self.subscribe(game, known).await.err()?.to_string();
                Some(ServerMessage::Refused { id: None, game: Some(game), error })
            }
            ClientMessage::Analyse(request) => {
                let id = Some(request.id.clone());
                let error = self.analysis.analyse(&self.state, request).err()?.to_string();
                Some(ServerMessage::Refused { id, game: None, error })
            }
        }
    }

    async fn subscribe(&mut self, game: i64, known: Option<Known>) -> Result<(), AppError> {
        if !self.subscriptions.contains(&game) {
            if self.subscriptions.len() >= MAX_SUBSCRIPTIONS {
                let message =
                    format!("a socket can watch at most {MAX_SUBSCRIPTIONS} games: unwatch one first");
                return Err(AppError::conflict(message));
            }
            self.subscriptions.push(game);
        }
        let subscribed = self.state.games.subscribe(&self.state, game, known, &self.outbox).await;
        if subscribed.is_err() {
            // It may have been subscribed before.
            self.subscriptions.retain(|&other| other != game);
            self.state.games.unsubscribe(&self.state, game, &self.outbox);
        }
        subscribed
    }
}

/// Sends what waits; `false` if the client is gone or too slow.
async fn flush(sink: &mut Sink) -> bool {
    matches!(tokio::time::timeout(SEND_TIMEOUT, sink.flush()).await, Ok(Ok(())))
}

/// Sends a message; `false` if the client is gone or too slow.
async fn send(sink: &mut Sink, message: Message) -> bool {
    matches!(tokio::time::timeout(SEND_TIMEOUT, sink.send(message)).await, Ok(Ok(())))
}
