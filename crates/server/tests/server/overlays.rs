//! Overlays, the check of the editor, the explorer, and what is proven.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::harness::{TestServer, add, game};

const START: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn overlays_have_distances_and_mobility() {
    let server = TestServer::new();
    let (status, start) = server.post("/api/positions/overlays", json!({"fen": START})).await;
    assert_eq!(status, StatusCode::OK);
    let queen = &start["queen"];
    let shares = ["white", "black", "tied"].map(|side| texts(&queen[side]).len());
    assert_eq!((shares[0], shares.iter().sum::<usize>()), (shares[1], 92), "the start is fair");
    assert_eq!(queen["distances"]["e1"], json!([1, 2]));
    assert_eq!(start["king"]["distances"]["e1"], json!([1, 6]));
    assert_eq!((&start["mobility"]["d1"], start["mobility"].as_object().unwrap().len()), (&json!(20), 8));
    let regions = start["regions"].as_array().unwrap();
    assert_eq!(
        (regions.len(), &regions[0]["kind"], &regions[0]["count"]),
        (1, &json!("active"), &Value::Null)
    );
}

#[tokio::test]
async fn sealed_regions_have_their_exact_count() {
    let server = TestServer::new();
    // White has 6 moves, Black 13, and some squares are dead.
    let fen = "Q1*3/2*2q/2*2*/1***2/***1*1/2*1*1 w - - 0 1";
    let (status, overlays) = server.post("/api/positions/overlays", json!({"fen": fen})).await;
    assert_eq!(status, StatusCode::OK);
    let regions = overlays["regions"].as_array().unwrap();
    let counts = |kind: &str| -> Vec<(i64, bool)> {
        let of_kind = regions.iter().filter(|region| region["kind"] == kind);
        of_kind
            .map(|region| (region["count"].as_i64().unwrap(), region["exact"].as_bool().unwrap()))
            .collect()
    };
    assert_eq!((counts("white"), counts("black")), (vec![(6, true)], vec![(-13, true)]));
    assert!(counts("dead").iter().all(|&count| count == (0, true)) && !counts("dead").is_empty());
    // In the variant squares open again: nothing is counted.
    let (_, variant) =
        server.post("/api/positions/overlays", json!({"fen": fen.replace("w -", "w 2")})).await;
    let first = variant["regions"].get(0);
    assert!(first.is_none_or(|region| region["exact"] == false), "{variant}");
}

#[tokio::test]
async fn invalid_positions_are_rejected() {
    let server = TestServer::new();
    for path in ["overlays", "explore", "book", "proof"] {
        for (body, status) in [
            (json!({"fen": "nonsense"}), StatusCode::UNPROCESSABLE_ENTITY),
            (json!({"fen": "3/3 w"}), StatusCode::UNPROCESSABLE_ENTITY),
            (json!({"fen": START, "more": 1}), StatusCode::UNPROCESSABLE_ENTITY),
            (json!({}), StatusCode::UNPROCESSABLE_ENTITY),
        ] {
            let (answered, fault) = server.post(&format!("/api/positions/{path}"), body.clone()).await;
            assert_eq!(answered, status, "{path} {body} {fault}");
            assert!(fault["error"].as_str().is_some_and(|words| words.len() > 10), "{fault}");
        }
    }
    let (status, fault) =
        server.post("/api/positions/explore", json!({"fen": START, "source": "dreams"})).await;
    assert_eq!((status, &fault["field"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("source")));
}

#[tokio::test]
async fn the_editor_gets_all_errors_at_once() {
    let server = TestServer::new();
    let check = async |board: Value| server.post("/api/positions/check", board).await;
    let good = json!({"columns": 6, "rows": 6, "white": ["a1"], "black": ["f6", "e5"], "arrows": ["c3"], "turn": "black"});
    let (status, checked) = check(good.clone()).await;
    assert_eq!((status, checked["complaints"].as_array().unwrap().len()), (StatusCode::OK, 0));
    assert_eq!(checked["fen"], "5q/4q1/6/2*3/6/Q5 b - - 1 1");
    let bad = json!({"columns": 6, "rows": 6, "white": [], "black": ["f6", "g7"], "arrows": ["f6", "x9", "??"],
        "turn": "white", "delay": 99});
    let (status, checked) = check(bad).await;
    assert_eq!((status, &checked["fen"]), (StatusCode::OK, &Value::Null));
    let complaints: Vec<(Option<&str>, &str)> = (checked["complaints"].as_array().unwrap().iter())
        .map(|complaint| (complaint["square"].as_str(), complaint["words"].as_str().unwrap()))
        .collect();
    let has = |square: Option<&str>, word: &str| {
        complaints.iter().any(|(at, words)| *at == square && words.contains(word))
    };
    assert!(has(None, "White has no amazon") && has(Some("g7"), "outside the board"), "{complaints:?}");
    assert!(has(Some("f6"), "Two pieces") && has(None, "not a square") && has(None, "15"), "{complaints:?}");
    let (_, checked) =
        check(json!({"columns": 17, "rows": 0, "white": [], "black": [], "arrows": [], "turn": "white"}))
            .await;
    assert!(checked["complaints"][0]["words"].as_str().unwrap().contains("17"));
    let mut many = good;
    many["arrows"] = json!(vec!["a2"; 300]);
    assert_eq!(check(many).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(check(json!({"columns": 6})).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_explorer_counts_the_moves_played() {
    let server = TestServer::new();
    let mut store = server.store();
    add(&mut store, game("10x10", "d1-d7/g7 d10-d8/j8"));
    // The same seen in a mirror.
    add(&mut store, game("10x10", "g1-g7/d7 a7-a6/a5"));
    add(&mut store, game("10x10", "a4-a5/a6"));
    drop(store);
    let (status, explored) = server.post("/api/positions/explore", json!({"fen": START})).await;
    assert_eq!((status, &explored["games"]), (StatusCode::OK, &json!(3)));
    let moves = explored["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]["games"], &moves[0]["move"]), (2, &json!(2), &json!("d1d7,d7g7")));
    assert_eq!(explored["examples"].as_array().unwrap().len(), 3);
    assert_eq!(explored["examples"][0]["white"], "Ada");
    let nobody = json!({"fen": START, "player": "Nobody"});
    assert_eq!(server.post("/api/positions/explore", nobody).await.1["games"], 0);
    let ours = json!({"fen": START, "player": "ada", "source": "import"});
    assert_eq!(server.post("/api/positions/explore", ours).await.1["games"], 3);
}

#[tokio::test]
async fn what_is_proven_is_told_of_every_move() {
    let server = TestServer::new();
    let look = async |fen: &str| server.post("/api/positions/proof", json!({"fen": fen})).await.1;
    let count = |proven: &Value, verdict: &str| {
        proven["moves"].as_array().unwrap().iter().filter(|mv| mv["verdict"] == verdict).count()
    };
    // Black, who moves second, wins 4x5: all of White's moves lose.
    let start = look("1qq1/q2q/4/Q2Q/1QQ1 w - - 0 1").await;
    assert_eq!((&start["winner"], &start["proof"]["file"]), (&json!("black"), &json!("proofs/4x5.proof")));
    assert_eq!(start["proof"]["positions"], 51_273);
    assert!(count(&start, "lost") > 50 && count(&start, "won") + count(&start, "open") == 0, "{start}");
    // White wins 5x4 by one move; nothing was asked of the others.
    let start = look("1q1q1/q3q/Q3Q/1Q1Q1 w - - 0 1").await;
    assert_eq!(start["winner"], "white");
    assert!(count(&start, "won") >= 1 && count(&start, "open") > 10, "{start}");
    assert!(start["moves"].as_array().unwrap().contains(&json!({"move": "b1b2,b2d2", "verdict": "won"})));
    // A small board without a proof, a large one, and the variant.
    let none = json!({"isSmall": true, "proof": null, "winner": null, "moves": []});
    assert_eq!(look("1q2q1/q4q/6/Q4Q/1Q2Q1 w - - 0 1").await, none);
    assert_eq!(look(START).await["isSmall"], false);
    assert_eq!(look("1qq1/q2q/4/Q2Q/1QQ1 w 2 - 0 1").await["proof"], Value::Null);
}
