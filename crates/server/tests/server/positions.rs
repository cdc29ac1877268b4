//! `POST /api/positions`.

use axum::http::Method;
use serde_json::json;

use crate::client::Client;

#[tokio::test]
async fn a_named_start_has_all_its_legal_moves() {
    let client = Client::new();
    let position = client.done("/api/positions", json!({"board": "10x10"})).await;
    assert_eq!(position["white"], json!(["d1", "g1", "a4", "j4"]));
    assert_eq!(position["columns"], 10);
    let moves = position["moves"].as_object().unwrap();
    let count: usize = moves
        .values()
        .flat_map(|landings| landings.as_object().unwrap().values())
        .map(|arrows| arrows.as_array().unwrap().len())
        .sum();
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
    assert_eq!(position["moves"], json!({}));
    assert_eq!(position["arrows"], json!(["b1", "a2", "b2", "c3"]));
    let variant = client.done("/api/positions", json!({"fen": "q2/3/*1Q w - - 0 1 k3:a1=2"})).await;
    assert_eq!(variant["vacated"], json!(["a1"]));
    assert_eq!(variant["arrows"], json!([]));
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
