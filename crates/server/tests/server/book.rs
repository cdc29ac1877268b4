//! The engine's opening book: what is told of it, and that the engine at the board plays from it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, seat};

const START: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";

#[tokio::test]
async fn moves_are_told_with_chances_and_effort() {
    let client = Client::new();
    let look = async |fen: &str| client.done("/api/positions/book", json!({"fen": fen})).await;
    let start = look(START).await;
    let moves = start["moves"].as_array().unwrap();
    assert!(moves.len() >= 6 && start["positions"].as_u64().unwrap() >= 500, "{start}");
    let rates: Vec<f64> = moves.iter().map(|mv| mv["winRate"].as_f64().unwrap()).collect();
    assert!(rates.is_sorted_by(|a, b| a >= b) && (0.48..0.65).contains(&rates[0]), "{rates:?}");
    let [searched, nodes] = ["searched", "nodes"].map(|field| moves[0][field].as_u64().unwrap());
    assert!(searched > 1 && nodes.is_multiple_of(searched) && nodes / searched >= 100_000, "{start}");
    // Every move can be played as it is told.
    let after = client.done("/api/positions", json!({"fen": START, "moves": [moves[0]["move"]]})).await;
    assert!(after["fen"].as_str().unwrap().contains(" b "), "{after}");
    for fen in ["1q2q1/q4q/6/Q4Q/1Q2Q1 w - - 0 1", "3q2q3/10/10/q8q/10/10/Q8Q/10/3Q6/3*2Q3 b - - 1 1"] {
        assert_eq!(look(fen).await["moves"], json!([]));
    }
}

/// The nodes of the engine's search for the first move.
async fn nodes_of_first_move(agent: &str) -> u64 {
    let client = Client::new();
    let body = json!({"board": "10x10", "white": seat(agent), "black": seat(""), "pace": 0});
    let id = client.done("/api/games", body).await["id"].as_i64().unwrap();
    for _ in 0..8000 {
        let game: Value = client.get(&format!("/api/games/{id}")).await.1;
        if game["lastPly"] == 1 {
            let store = store::Store::open(&client.store()).unwrap();
            return store.game(store::GameId(id)).unwrap().thoughts[0].nodes;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{agent} never moved");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_at_the_board_plays_from_it_at_full_strength() {
    assert_eq!(nodes_of_first_move("otrera").await, 0);
    assert!(nodes_of_first_move("otrera:level=3").await > 0);
    assert!(nodes_of_first_move("otrera:book=off").await > 0);
}
