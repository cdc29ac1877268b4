//! `POST /api/positions`.

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::Client;

/// The squares of a text such as `a1a10b2`.
pub(crate) fn squares(text: &Value) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    for letter in text.as_str().unwrap().chars() {
        match letter.is_ascii_digit() {
            true => squares.last_mut().unwrap().push(letter),
            false => squares.push(letter.to_string()),
        }
    }
    squares
}

#[tokio::test]
async fn few_moves_come_with_their_arrows() {
    let client = Client::new();
    let position = client.done("/api/positions", json!({"fen": "q2/2*/1*Q w - - 0 1"})).await;
    assert_eq!(position["destinations"], json!({"c1": "b2"}));
    assert_eq!(position["shots"], json!({"c1": {"b2": "a1c1a2b3c3"}}));
    assert_eq!(position["sealed"], json!([]));
    for (from, words) in [("a3", "can move from a3"), ("z9", "a square begins with a letter"), ("c1c2", "")] {
        let body = json!({"fen": position["fen"], "from": from});
        client.refused(Method::POST, "/api/positions/shots", Some(body), 422, words).await;
    }
}

#[tokio::test]
async fn a_named_start_has_all_its_legal_moves() {
    let client = Client::new();
    let position = client.done("/api/positions", json!({"board": "10x10"})).await;
    assert_eq!(position["white"], json!(["d1", "g1", "a4", "j4"]));
    assert_eq!(position["columns"], 10);
    // Where the moves are many, the arrows are told amazon by amazon.
    assert_eq!(position["shots"], Value::Null);
    let mut count = 0;
    for (from, landings) in position["destinations"].as_object().unwrap() {
        let body = json!({"fen": position["fen"], "from": from});
        let shots = client.done("/api/positions/shots", body).await;
        let told: Vec<&String> = shots.as_object().unwrap().keys().collect();
        assert_eq!(told, squares(landings).iter().collect::<Vec<_>>());
        count += shots.as_object().unwrap().values().map(|arrows| squares(arrows).len()).sum::<usize>();
    }
    assert_eq!(count, 2176);
    assert_eq!(client.done("/api/positions", json!({})).await, position);
    let after = client.done("/api/positions", json!({"moves": ["d1-d7/g7", "d10d8,d8j8"]})).await;
    assert_eq!((&after["ply"], &after["arrows"]), (&json!(2), &json!(["g7", "j8"])));
    assert_eq!(client.done("/api/positions", json!({"fen": position["fen"]})).await, position);
}

#[tokio::test]
async fn a_position_has_its_blocked_squares_trapped_amazons_and_winner() {
    let client = Client::new();
    let position = client.done("/api/positions", json!({"fen": "q1*/**1/Q*1 w - - 0 1"})).await;
    assert_eq!(position["trapped"], json!(["a1"]));
    assert_eq!(position["winner"], "black");
    assert_eq!((&position["destinations"], &position["shots"]), (&json!({}), &json!({})));
    assert_eq!(position["sealed"], json!([{"owner": "black", "squares": "c1c2b3", "moves": 3}]));
    assert_eq!(position["arrows"], json!(["b1", "a2", "b2", "c3"]));
    assert_eq!(position["decided"], json!({"winner": "black", "by": 3}));
    let dead = client.done("/api/positions", json!({"fen": "q1*/1**/**1/Q** w - - 0 1"})).await;
    assert_eq!(dead["sealed"][0], json!({"owner": null, "squares": "c2", "moves": 0}));
    let variant = client.done("/api/positions", json!({"fen": "q2/3/*1Q w - - 0 1 k3:a1=2"})).await;
    assert_eq!(variant["vacated"], json!(["a1"]));
    assert_eq!((&variant["arrows"], &variant["sealed"]), (&json!([]), &json!([])));
    let delayed = client.done("/api/positions", json!({"board": "8x8", "delay": 4})).await;
    assert!(delayed["fen"].as_str().unwrap().ends_with("k4:"), "{delayed}");
}

#[tokio::test]
async fn invalid_positions_are_rejected_with_the_reason() {
    let client = Client::new();
    for (body, words) in [
        (json!({"fen": "nonsense"}), "ranks are made of"),
        (json!({"fen": "3/3/3 w - - 0 1"}), "White has 0 amazons"),
        (json!({"board": "7x9"}), "has no start of its own"),
        (json!({"board": "ten"}), "ten"),
        (json!({"delay": 16}), "the most is 15"),
        (json!({"fen": "q1/1Q w", "board": "6x6"}), "not both"),
        (json!({"colour": 1}), "unknown field"),
        (json!({"moves": ["d1d7,d7g7", "d1d2,d2d3"]}), "move 2: d1"),
        (json!({"moves": ["d1"]}), "move 1: "),
        (json!({"moves": vec!["d1d2,d2d1"; 400]}), "at most 256 moves, not 400"),
        (json!({"fen": 7}), "expected a string"),
        (json!([]), "invalid body"),
    ] {
        client.refused(Method::POST, "/api/positions", Some(body), 422, words).await;
    }
    client.refused(Method::POST, "/api/positions", None, 415, "Content-Type: application/json").await;
    client.refused(Method::GET, "/api/nowhere", None, 404, "no such path").await;
}
