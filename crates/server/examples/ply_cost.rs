//! Measures what a ply costs on the wire, early and late in a game: bytes of the bodies of requests and answers and of the
//! messages of the socket, for a person who plays it and hears of it.
//!
//! ```text
//! cargo run --release -p server --example ply_cost
//! ```

#![allow(clippy::print_stdout, reason = "an example prints its result")]

mod support;

use amazons::{AnyPosition, Start};
use serde_json::{Value, json};
use support::{BoxError, Page};

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let folder = tempfile::tempdir()?;
    let mut page = Page::open(&support::serve(folder.path()).await?).await?;
    let game = page.new_game().await?;
    let mut position = AnyPosition::from_setup(&Start::STANDARD.setup())?;
    let mut arrows_known = false;
    for ply in 1..=60 {
        let moves = position.legal_moves();
        let mv = moves[ply * 7919 % moves.len()];
        let mut shots = 0;
        if !arrows_known {
            let body = json!({"fen": position.to_setup().to_fen(), "from": mv.from.to_string()});
            shots = page.post("/api/positions/shots", &body).await?.1;
        }
        let body = json!({"ply": ply, "move": mv.to_string()});
        let (_, acknowledgement) = page.post(&format!("/api/games/{game}/moves"), &body).await?;
        let (message, update) = page.receive().await?;
        arrows_known = message["position"]["shots"] != Value::Null;
        if [1, 30, 60].contains(&ply) {
            println!(
                "ply {ply}: {shots} for the arrows + {acknowledgement} to play it + {update} to hear of it = {} bytes",
                shots + acknowledgement + update
            );
        }
        position = position.play(mv)?;
    }
    Ok(())
}
