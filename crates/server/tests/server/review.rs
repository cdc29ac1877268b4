//! Reviews of games.

use axum::http::StatusCode;
use serde_json::{Value, json};
use store::{Ending, GameEnd, GameRecord, LivePlan};

use crate::harness::{Page, TestServer, add, game, imported};

/// A game of the flagship against itself, but for ply 21: there White played one of the worst moves of all.
const BLUNDERED: &str = "d1-d7/g7 a7-c5/d4 g1-g5/h5 g10-e8/e3 j4-j6/b6 j7-i7/j7 a4-c2/j9 i7-i3/i7 j6-j5/e10 e8-g8/d8 \
    g5-g3/b8 i3-h3/h2 j5-h7/h9 c5-c3/c7 h7-h8/h7 g8-g9/g8 g3-h4/e7 d10-c10/c8 d7-c6/f9 c10-a8/a1 h4-e1/f1 h3-g3/f2 \
    c2-f5/f8 g3-g4/g5";
const PLANTED: usize = 21;

async fn finished(server: &TestServer, id: i64) -> Value {
    loop {
        let (status, review) = server.ask("GET", &format!("/api/games/{id}/review"), None).await;
        assert_eq!(status, StatusCode::OK);
        if review["state"] != "running" {
            return review;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_blunder_is_found() {
    let server = TestServer::new();
    let id = add(&mut server.store(), game("10x10", BLUNDERED)).0;
    let path = format!("/api/games/{id}/review");
    assert_eq!(server.ask("GET", &path, None).await.0, StatusCode::NOT_FOUND);
    let (status, begun) = server.post(&path, json!({"nodes": 4000})).await;
    assert_eq!(
        (status, &begun["state"], &begun["total"]),
        (StatusCode::ACCEPTED, &json!("running"), &json!(25))
    );
    let review = finished(&server, id).await;
    assert_eq!(
        (&review["state"], &review["done"], &review["nodes"]),
        (&json!("done"), &json!(25), &json!(4000))
    );
    let plies = review["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 24);
    // The grades of the other moves depend on the evaluation; the blunder has the largest loss.
    let loss = |ply: &&Value| ply["loss"].as_f64().unwrap_or(0.0);
    let worst = plies.iter().max_by(|one, other| loss(one).total_cmp(&loss(other))).unwrap();
    assert_eq!((&worst["ply"], &worst["grade"]), (&json!(PLANTED), &json!("blunder")), "{review}");
    // A change of the favourite is a turning point.
    for turn in review["turningPoints"].as_array().unwrap() {
        let grade = &plies[turn.as_u64().unwrap() as usize - 1]["grade"];
        assert!(*grade == "mistake" || *grade == "blunder", "{turn}: {grade}");
    }
    let planted = &plies[PLANTED - 1];
    assert_eq!(planted["move"], "h4e1,e1f1");
    let rates = ["before", "after"].map(|when| planted[when]["winRate"].as_f64().unwrap());
    let loss = planted["loss"].as_f64().unwrap();
    assert!(loss > 0.2 && (rates[0] - rates[1] - loss).abs() < 1e-9, "{planted}");
    let better = &planted["better"];
    assert!(better["move"] != planted["move"] && better["pv"][0] == better["move"], "{planted}");
    let accuracy = ["white", "black"].map(|side| review["accuracy"][side].as_f64().unwrap());
    assert!(accuracy[0] < accuracy[1] && accuracy[1] <= 100.0, "{accuracy:?}");
    // The game's document has it all, also after a restart.
    let server = server.restart();
    let (_, document) = server.ask("GET", &format!("/api/games/{id}"), None).await;
    assert_eq!(document["review"], review);
    assert_eq!(document["nodes"][PLANTED]["evaluation"], planted["after"]);
    assert_eq!(server.ask("DELETE", &path, None).await.1, review, "there is nothing to stop");
}

#[tokio::test]
async fn a_stopped_review_is_resumed() {
    let server = TestServer::new();
    let id = add(&mut server.store(), game("10x10", BLUNDERED)).0;
    let path = format!("/api/games/{id}/review");
    server.post(&path, json!({"nodes": 1000})).await;
    let whole = finished(&server, id).await;
    // As if the server had been killed in the middle.
    let mut half = whole.clone();
    half["plies"].as_array_mut().unwrap().truncate(10);
    (half["state"], half["done"]) = (json!("stopped"), json!(11));
    half["plies"][3]["after"]["nodes"] = json!(999_999);
    half["plies"][4]["before"]["nodes"] = json!(999_999);
    server.store().keep_review(store::GameId(id), Some(&half.to_string())).unwrap();
    let (_, begun) = server.post(&path, json!({"nodes": 1000})).await;
    assert_eq!((&begun["state"], &begun["done"]), (&json!("running"), &json!(11)));
    let again = finished(&server, id).await;
    assert_eq!(again["plies"][4]["before"]["nodes"], 999_999, "what was known is not asked again");
    assert_eq!(again["plies"].as_array().unwrap()[10..], whole["plies"].as_array().unwrap()[10..]);
    // With another effort everything is looked at anew.
    let (_, begun) = server.post(&path, json!({"nodes": 1001})).await;
    assert_eq!(begun["done"], 0);
    let (status, stopped) = server.ask("DELETE", &path, None).await;
    assert_eq!((status, stopped["state"] == "running"), (StatusCode::OK, false));
    assert!(finished(&server, id).await["done"].as_u64().unwrap() <= 25);
}

#[tokio::test]
async fn the_review_of_a_deleted_game_ends() {
    let server = TestServer::new();
    let id = add(&mut server.store(), game("10x10", BLUNDERED)).0;
    server.post(&format!("/api/games/{id}/review"), json!({"nodes": 10_000_000})).await;
    server.ask("DELETE", &format!("/api/games/{id}"), None).await;
    while server.state.cores.running() + server.state.cores.waiting() > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn games_that_cannot_be_reviewed_are_rejected() {
    let server = TestServer::new();
    let mut store = server.store();
    let empty = add(&mut store, game("6x6", "")).0;
    let live = GameRecord { plan: Some(LivePlan::default()), ..imported(game("6x6", "b1-b5/e5")) };
    let live = store.add_game(&live, None).unwrap();
    let path = |id: i64| format!("/api/games/{id}/review");
    assert_eq!(server.post(&path(empty), json!({})).await.0, StatusCode::CONFLICT);
    assert_eq!(server.post(&path(live.0), json!({})).await.0, StatusCode::CONFLICT);
    assert_eq!(server.post(&path(999), json!({})).await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.ask("GET", &path(999), None).await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.ask("DELETE", &path(999), None).await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.ask("GET", "/api/games/x/review", None).await.0, StatusCode::NOT_FOUND);
    store
        .commit(|batch| {
            batch.finish(live, &GameEnd { winner: None, ending: Ending::Adjudication, detail: String::new() })
        })
        .unwrap();
    for body in [json!({"nodes": 5}), json!({"nodes": 10_000_000_000_u64}), json!({"effort": 5})] {
        let (status, fault) = server.post(&path(live.0), body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fault}");
    }
    assert_eq!(server.post(&path(live.0), json!({"nodes": 1000})).await.0, StatusCode::ACCEPTED);
    assert_eq!(finished(&server, live.0).await["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn subscribers_get_the_progress_of_a_review() {
    let server = TestServer::new();
    let id = add(&mut server.store(), game("6x6", "b1-b5/e5 a5-d2/b2 e1-e4/d5")).0;
    let (mut pages, state) = Page::open(server.file(), 1).await;
    let page = &mut pages[0];
    page.send_json(json!({"type": "watch", "game": id})).await;
    assert_eq!(page.receive("game").await["document"]["review"], Value::Null);
    let server = TestServer { state, ..server };
    server.post(&format!("/api/games/{id}/review"), json!({"nodes": 1000})).await;
    // An update follows with the values of all nodes; whichever waits first by its topic is read first.
    let (mut review, mut update) = (Value::Null, Value::Null);
    while review["state"] != "done" || update["review"]["state"] != "done" {
        let mut received = page.next().await;
        match received["type"].as_str() {
            Some("review") => {
                assert_eq!(received["game"], id);
                review = received["review"].take();
            }
            Some("update") => update = received,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(review["plies"].as_array().unwrap().len(), 3);
    let nodes = update["nodes"].as_array().unwrap();
    assert!(nodes.len() == 4 && nodes.iter().all(|node| node["evaluation"]["winRate"].is_number()));
}
