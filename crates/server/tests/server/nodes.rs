//! Variations and comments.

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::Client;

#[tokio::test]
async fn variations_are_added_commented_promoted_and_removed() {
    let client = Client::new();
    let id = client.new_game("", "").await;
    let nodes = format!("/api/games/{id}/nodes");
    client.done(&format!("/api/games/{id}/moves"), json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    // What was played is found, not added.
    let found = client.done(&nodes, json!({"parent": 0, "move": "b1-b4/d4"})).await;
    assert_eq!(found["node"], 1);
    let first = client.done(&nodes, json!({"parent": 0, "move": "e1e4,e4d4"})).await;
    assert_eq!(first["node"], 10_000);
    let second = client.done(&nodes, json!({"parent": 0, "move": "e1e3,e3d3"})).await;
    let game = client.changed(&nodes, json!({"parent": second["node"], "move": "b6b5,b5b6"})).await;
    let ids = |game: &Value| -> Vec<u64> {
        game["nodes"].as_array().unwrap().iter().map(|node| node["id"].as_u64().unwrap()).collect()
    };
    assert_eq!(ids(&game), [0, 1, 10_000, 10_001, 10_002]);
    let promoted = client.changed(&format!("{nodes}/10001/promote"), json!({})).await;
    assert_eq!(ids(&promoted), [0, 1, 10_001, 10_000, 10_002]);
    let comment = |words: Value| json!({ "comment": words });
    for node in [0, 1, 10_002] {
        let path = format!("{nodes}/{node}");
        let game = client.change(Method::PATCH, &path, comment(json!("a word"))).await;
        let commented = game["nodes"].as_array().unwrap().iter().find(|other| other["id"] == node).unwrap();
        assert_eq!(commented["comment"], "a word");
    }
    let game = client.change(Method::PATCH, &format!("{nodes}/0"), comment(Value::Null)).await;
    assert_eq!(game["nodes"][0]["comment"], Value::Null);
    let game = client.change(Method::DELETE, &format!("{nodes}/10001"), json!({})).await;
    assert_eq!(ids(&game), [0, 1, 10_000]);
    // A number is given once.
    let third = client.done(&nodes, json!({"parent": 1, "move": "b6b5,b5b6"})).await;
    assert_eq!(third["node"], 10_003);
}

#[tokio::test]
async fn invalid_changes_of_nodes_are_rejected() {
    let client = Client::new();
    let id = client.new_game("", "").await;
    let nodes = format!("/api/games/{id}/nodes");
    for (method, path, body, status, words) in [
        (Method::POST, nodes.clone(), Some(json!({"parent": 0, "move": "b1b6,b6a1"})), 422, "b1"),
        (Method::POST, nodes.clone(), Some(json!({"parent": 5, "move": "b1b4,b4d4"})), 404, "position 5"),
        (Method::POST, nodes.clone(), Some(json!({"parent": 0})), 422, "missing field"),
        (Method::PATCH, format!("{nodes}/7"), Some(json!({"comment": "x"})), 404, "position 7"),
        (
            Method::PATCH,
            format!("{nodes}/0"),
            Some(json!({"comment": "x".repeat(20_001)})),
            422,
            "at most 20000 bytes",
        ),
        (Method::PATCH, format!("{nodes}/-1"), Some(json!({"comment": "x"})), 404, "whole numbers"),
        (Method::DELETE, format!("{nodes}/0"), None, 409, "only variations"),
        (Method::DELETE, format!("{nodes}/10000"), None, 404, "position 10000"),
        (Method::POST, format!("{nodes}/1/promote"), None, 409, "only variations"),
        (Method::POST, format!("{nodes}/10000/promote"), None, 404, "position 10000"),
        (
            Method::POST,
            "/api/games/44/nodes".to_owned(),
            Some(json!({"parent": 0, "move": "a1a2,a2a1"})),
            404,
            "no game 44",
        ),
        (Method::PUT, nodes.clone(), None, 405, "method is not allowed"),
    ] {
        client.refused(method, &path, body, status, words).await;
    }
}
