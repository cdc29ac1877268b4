//! The socket: games that are watched, moves, and analysis.
//!
//! One loop reads and writes. What is asked is answered in order; what is news waits in the socket's [`Outbox`].

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code, rejection};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::watch;

use crate::analysis::AnalysisSession;
use crate::api::{ClientMessage, ServerMessage};
use crate::error::AppError;
use crate::outbox::{Outbox, to_json};
use crate::state::AppState;

/// The largest message of a client.
const FRAME: usize = 64 * 1024;
/// How often a quiet client is asked whether it is there.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// How long a client may take to read what it is sent.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most games that one socket watches.
const GAMES: usize = 64;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/live", any(open))
}

async fn open(
    State(state): State<AppState>,
    upgrade: Result<WebSocketUpgrade, rejection::WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => upgrade
            .max_message_size(FRAME)
            .max_frame_size(FRAME)
            .on_upgrade(move |socket| async move { LiveSession::new(state).run(socket).await }),
        Err(_) => AppError::bad_request("this address is for WebSockets only").into_response(),
    }
}

/// One socket.
struct LiveSession {
    state: AppState,
    outbox: Outbox,
    analysis: AnalysisSession,
    watched: Vec<i64>,
}

type Sink = SplitSink<WebSocket, Message>;

impl LiveSession {
    fn new(state: AppState) -> Self {
        let outbox = Outbox::default();
        Self { analysis: AnalysisSession::new(outbox.clone()), outbox, state, watched: Vec::new() }
    }

    async fn run(mut self, socket: WebSocket) {
        let (mut sink, mut stream) = socket.split();
        let mut closing = self.state.closing();
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.tick().await;
        loop {
            let sent = tokio::select! {
                frame = stream.next() => match frame {
                    Some(Ok(Message::Text(text))) => match self.answer(&text).await {
                        Some(answer) => send(&mut sink, Message::Text(to_json(&answer))).await,
                        None => true,
                    },
                    Some(Ok(Message::Binary(_))) => {
                        let error = "messages are JSON in text frames".to_owned();
                        send(&mut sink, Message::Text(to_json(&ServerMessage::Refused { id: None, error }))).await
                    }
                    // The library answers pings itself.
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => false,
                },
                text = self.outbox.next() => send(&mut sink, Message::Text(text)).await,
                _ = heartbeat.tick() => send(&mut sink, Message::Ping(Vec::new().into())).await,
                () = until_closed(&mut closing) => {
                    let frame = CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("the server ends") };
                    send(&mut sink, Message::Close(Some(frame))).await;
                    false
                }
            };
            if !sent {
                break;
            }
        }
        for game in self.watched {
            self.state.games.unsubscribe(&self.state, game, &self.outbox);
        }
    }

    /// Does what a client asks; gives the answer where there is one.
    async fn answer(&mut self, text: &str) -> Option<ServerMessage> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let id = serde_json::from_str::<serde_json::Value>(text).ok();
                let id = id.and_then(|value| Some(value.get("id")?.as_str()?.to_owned()));
                return Some(ServerMessage::Refused {
                    id,
                    error: format!("this message cannot be read: {error}"),
                });
            }
        };
        let (id, done) = match message {
            ClientMessage::Ping => return Some(ServerMessage::Pong),
            ClientMessage::Unwatch { game } => {
                self.watched.retain(|&other| other != game);
                self.state.games.unsubscribe(&self.state, game, &self.outbox);
                return None;
            }
            ClientMessage::Stop { id } => {
                self.analysis.stop(&id);
                return None;
            }
            ClientMessage::Watch { game } => (None, self.watch(game).await),
            ClientMessage::Analyse(request) => {
                (Some(request.id.clone()), self.analysis.analyse(&self.state, request))
            }
            ClientMessage::Move { id, game, ply, mv } => {
                let played = self.state.games.play(&self.state, game, ply, &mv).await;
                match played {
                    Ok(locked) => {
                        // The move is on the disk: those who watch are told while the answer is on its way.
                        tokio::spawn(locked.publish());
                        return Some(ServerMessage::Ack { id });
                    }
                    Err(refusal) => (Some(id), Err(refusal)),
                }
            }
        };
        done.err().map(|refusal| ServerMessage::Refused { id, error: refusal.to_string() })
    }

    async fn watch(&mut self, game: i64) -> Result<(), AppError> {
        if !self.watched.contains(&game) {
            if self.watched.len() >= GAMES {
                return Err(AppError::conflict(format!("one page cannot watch more than {GAMES} games")));
            }
            self.watched.push(game);
        }
        let watched = self.state.games.subscribe(&self.state, game, &self.outbox).await;
        if watched.is_err() {
            self.watched.retain(|&other| other != game);
        }
        watched
    }
}

/// Sends a message; whether the client took it in time.
async fn send(sink: &mut Sink, message: Message) -> bool {
    matches!(tokio::time::timeout(PATIENCE, sink.send(message)).await, Ok(Ok(())))
}

async fn until_closed(closing: &mut watch::Receiver<bool>) {
    // An error means that nobody can say it any more, which is the same.
    let _ = closing.wait_for(|closing| *closing).await;
}
