//! Sockets that ask for much and read nothing.

use std::time::{Duration, Instant};

use anyhow::Result;
use futures_util::SinkExt;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::web::{Client, socket};

const LASTS: Duration = Duration::from_secs(6);

/// Four sockets send ping frames as fast as they can, and read no answer.
pub(crate) async fn ping_flood(address: String) -> Result<String> {
    let mut floods = Vec::new();
    for _ in 0..4 {
        let mut socket = socket(&address, "flood").await?;
        floods.push(tokio::spawn(async move {
            let (began, mut sent) = (Instant::now(), 0_u64);
            while began.elapsed() < LASTS {
                let ping = Message::Ping(vec![7; 120].into());
                match tokio::time::timeout(LASTS.saturating_sub(began.elapsed()), socket.feed(ping)).await {
                    Ok(Ok(())) => sent += 1,
                    Ok(Err(_)) | Err(_) => break,
                }
                if sent % 100 == 0 {
                    let _ = tokio::time::timeout(LASTS.saturating_sub(began.elapsed()), socket.flush()).await;
                }
            }
            tokio::time::sleep(LASTS.saturating_sub(began.elapsed())).await;
            sent
        }));
    }
    let mut sent = 0;
    for flood in floods {
        sent += flood.await?;
    }
    Ok(format!("{sent} frames of pings taken in {} s", LASTS.as_secs()))
}

/// Two hundred sockets watch a game in which a move is played every 20 ms, analyse, and read nothing.
pub(crate) async fn unread(address: String) -> Result<String> {
    let mut client = Client::connect(&address, "host").await?;
    let id = client.new_game("random", "random", 20).await?;
    let mut sockets = Vec::new();
    for number in 0..200 {
        let mut socket = socket(&address, &format!("unread{}", number % 20)).await?;
        socket.send(Message::text(json!({"type": "watch", "game": id}).to_string())).await?;
        if number % 20 == 0 {
            let fen = amazons::Start::STANDARD.setup().to_fen();
            let ask = json!({"type": "analyse", "id": "a", "fen": fen, "lines": 5});
            socket.send(Message::text(ask.to_string())).await?;
        }
        sockets.push(socket);
    }
    tokio::time::sleep(LASTS).await;
    Ok(format!("{} sockets", sockets.len()))
}
