//! Imports that are large, or that are small and take long.

use std::fmt::Write;
use std::time::Instant;

use amazons::{AnyPosition, Start};
use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::web::Client;

/// Four files at once: one node with 300,000 properties, 60,000 variations, games without a closing bracket, deep nesting.
pub(crate) async fn tangled(address: String) -> Result<String> {
    let mut properties = String::from("(;GM[18]FF[4]SZ[10]");
    for number in 0..300_000_u32 {
        // Names of capital letters: 26 to the fourth are enough.
        let letter = |shift: u32| char::from(b'A' + (number / 26_u32.pow(shift) % 26) as u8);
        let _ = write!(properties, "X{}{}{}{}[1]", letter(3), letter(2), letter(1), letter(0));
    }
    properties.push(')');
    let mut variations = String::from("(;GM[18]FF[4]SZ[10]");
    let first = AnyPosition::from_setup(&Start::STANDARD.setup())?.legal_moves()[0];
    for number in 0..60_000 {
        let _ = write!(variations, "(;B[{first}]C[{number}])");
    }
    variations.push(')');
    let unclosed = "(;GM[18]\n".repeat(600_000);
    let nested = "(;\n".repeat(800_000) + &")".repeat(800_000);
    let mut imports = Vec::new();
    for text in [properties, variations, unclosed, nested] {
        let address = address.clone();
        imports.push(tokio::spawn(async move {
            let began = Instant::now();
            let mut client = Client::connect(&address, "importer").await?;
            let answer = client.post("/api/import", &json!({"text": text})).await;
            anyhow::Ok((began.elapsed().as_secs_f64(), answer))
        }));
    }
    let mut words = Vec::new();
    // A game without its end is none.
    let expected = [("properties", 1), ("variations", 1), ("unclosed", 0), ("nested", 1)];
    for ((what, games), import) in expected.into_iter().zip(imports) {
        let (time, answer) = import.await??;
        // An error is none that the file could have: each is read, and what cannot be read is named in the answer.
        let answer = answer.with_context(|| format!("the file of {what}: after {time:.1} s"))?;
        let count = |name: &str| answer[name].as_array().map_or(0, Vec::len);
        let (stored, problems) = (count("games"), count("problems"));
        ensure!(stored == games, "the file of {what}: {stored} games were stored, {games} expected");
        ensure!((problems > 0) == (games == 0), "the file of {what}: {problems} problems were named");
        words.push(format!("{time:.1} s ({what})"));
    }
    Ok(format!("answered after {}", words.join(", ")))
}

/// One file with 180,000 games.
pub(crate) async fn many(address: String) -> Result<String> {
    let start = AnyPosition::from_setup(&Start::STANDARD.setup())?;
    let mut text = String::new();
    let mut games = 0;
    'all: for first in start.legal_moves() {
        let second = start.play(first)?;
        for mv in second.legal_moves().into_iter().take(100) {
            let _ = writeln!(text, "{first} {mv}");
            games += 1;
            if games == 180_000 {
                break 'all;
            }
        }
    }
    let began = Instant::now();
    let mut client = Client::connect(&address, "importer").await?;
    let answer = client.post("/api/import", &json!({"text": text})).await?;
    let stored = answer["games"].as_array().map_or(0, Vec::len);
    ensure!(stored == games, "{stored} of {games} games were stored");
    Ok(format!("{stored} of {games} games stored in {:.1} s", began.elapsed().as_secs_f64()))
}
