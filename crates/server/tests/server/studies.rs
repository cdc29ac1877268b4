//! Studies: made of positions and games, with shapes, and changes that are taken back.

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::Client;

fn node(game: &Value, id: u64) -> Value {
    game["nodes"].as_array().unwrap().iter().find(|node| node["id"] == id).cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_study_of_a_position_is_kept_with_its_line_comments_and_shapes() {
    let client = Client::new();
    let fen = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";
    let body = json!({"fen": fen, "moves": ["d1d7,d7g7", "a7b6,b6e6"], "title": " My  opening "});
    let study = client.done("/api/studies", body).await;
    assert_eq!(
        (&study["source"], &study["title"], &study["live"]),
        (&json!("study"), &json!("My opening"), &Value::Null)
    );
    assert_eq!((&study["lastPly"], &node(&study, 10_001)["parent"]), (&json!(0), &json!(10_000)));
    let path = format!("/api/games/{}", study["id"]);
    let change = json!({"comment": "bold", "shapes": ["d7", "d7a10"]});
    client.change(Method::PATCH, &format!("{path}/nodes/10000"), change).await;
    // What is not named stays.
    let game = client.change(Method::PATCH, &format!("{path}/nodes/10000"), json!({"comment": null})).await;
    assert_eq!(node(&game, 10_000)["shapes"], json!(["d7", "d7a10"]));
    assert_eq!(node(&game, 10_000)["comment"], Value::Null);
    let (_, sgf) = client.get_text(&format!("{path}/export?format=sgf")).await;
    assert!(sgf.contains("CR[d7]") && sgf.contains("AR[d7:a10]"), "{sgf}");
    let listed = client.get("/api/games?source=study").await.1;
    assert_eq!((&listed["total"], &listed["games"][0]["fen"]), (&json!(1), &json!(fen)));
    for (body, words) in [
        (json!({"fen": "rubbish"}), ""),
        (json!({"fen": fen, "moves": ["d1d7,d7g7", "d1d2,d2d3"]}), "d1"),
        (json!({"fen": fen, "game": 1}), "not both"),
        (json!({"name": "x"}), "unknown field"),
    ] {
        client.refused(Method::POST, "/api/studies", Some(body), 422, words).await;
    }
    client.refused(Method::POST, "/api/studies", Some(json!({"game": 99})), 404, "no game 99").await;
    let bad = Some(json!({"shapes": ["d7x"]}));
    client.refused(Method::PATCH, &format!("{path}/nodes/0"), bad, 422, "").await;
    assert_eq!(
        client.get("/api/games?source=study").await.1["total"],
        1,
        "a refused one leaves nothing behind"
    );
}

#[tokio::test]
async fn changes_of_a_study_are_undone_one_by_one() {
    let client = Client::new();
    let study = client.done("/api/studies", json!({"title": "undo"})).await;
    let path = format!("/api/games/{}", study["id"]);
    let undo = format!("{path}/undo");
    client.refused(Method::POST, &undo, None, 409, "no change").await;
    let mut states = vec![client.get(&path).await.1["nodes"].clone()];
    for (method, action, body) in [
        (Method::POST, "/nodes", json!({"parent": 0, "move": "d1d7,d7g7"})),
        (Method::POST, "/nodes", json!({"parent": 0, "move": "g1g6,g6h6"})),
        (Method::PATCH, "/nodes/10000", json!({"comment": "a word"})),
        (Method::POST, "/nodes/10001/promote", json!({})),
        (Method::DELETE, "/nodes/10000", json!({})),
        (Method::PATCH, "/nodes/0", json!({"shapes": ["d4"]})),
    ] {
        let game = client.change(method, &format!("{path}{action}"), body).await;
        states.push(game["nodes"].clone());
    }
    states.pop();
    while let Some(state) = states.pop() {
        assert_eq!(client.changed(&undo, json!({})).await["nodes"], state);
    }
    client.refused(Method::POST, &undo, None, 409, "no change").await;
    // The line with which a study begins is no change.
    let begun = client.done("/api/studies", json!({"moves": ["d1d7,d7g7"]})).await;
    assert_eq!(begun["nodes"].as_array().unwrap().len(), 2);
    let own = format!("/api/games/{}/undo", begun["id"]);
    client.refused(Method::POST, &own, None, 409, "no change").await;
    // A number is given once, also where its change was undone.
    let added = client.done(&format!("{path}/nodes"), json!({"parent": 0, "move": "d1d2,d2d3"})).await;
    assert_eq!(added["node"], 10_002);
}

#[tokio::test]
async fn a_study_of_a_game_is_a_copy_with_all_that_was_said() {
    let client = Client::new();
    let id = client.new_game("", "").await;
    let path = format!("/api/games/{id}");
    client.done(&format!("{path}/moves"), json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    client.change(Method::PATCH, &format!("{path}/nodes/1"), json!({"comment": "first"})).await;
    assert_eq!(client.get("/api/games?live=true").await.1["total"], 1);
    let study = client.done("/api/studies", json!({"game": id})).await;
    assert_eq!((&study["lastPly"], &study["live"]), (&json!(1), &Value::Null));
    assert_eq!((&node(&study, 1)["comment"], &study["title"]), (&json!("first"), &json!("Ada - Ada")));
    client.changed(&format!("{path}/takeback"), json!({})).await;
    let study = client.get(&format!("/api/games/{}", study["id"])).await.1;
    assert_eq!(study["lastPly"], 1, "it does not change with the game");
    let live = client.get("/api/games?live=true").await.1;
    assert_eq!(
        (&live["total"], &live["games"][0]["id"]),
        (&json!(1), &json!(id)),
        "a study is not in progress"
    );
}
