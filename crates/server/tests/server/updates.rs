//! Updates: a client that applies them has the same game as one that reads it whole.

use amazons::{AnyPosition, Setup};
use axum::http::StatusCode;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::harness::{Page, TestServer};

/// Applies an update to a document, as `docs/board.md` describes it.
fn apply(document: &mut Value, update: &Value) {
    assert_eq!(update["base"], document["revision"], "no update was missed");
    let removed = update["removed"].as_array().unwrap();
    let mut nodes = document["nodes"].take();
    let nodes = nodes.as_array_mut().unwrap();
    nodes.retain(|node| !removed.contains(&node["id"]));
    for node in update["nodes"].as_array().unwrap() {
        match nodes.iter_mut().find(|there| there["id"] == node["id"]) {
            Some(there) => *there = node.clone(),
            None => nodes.push(node.clone()),
        }
    }
    let order = update.get("order").map(|order| order.as_array().unwrap().clone());
    nodes.sort_by_key(|node| match (node["id"].as_u64().unwrap(), &order) {
        (id @ ..10_000, _) => id,
        (_, Some(order)) => 10_000 + order.iter().position(|id| *id == node["id"]).unwrap() as u64,
        (_, None) => 10_000,
    });
    document["nodes"] = json!(nodes);
    for field in ["revision", "lastPly", "live", "result"] {
        document[field] = update[field].clone();
    }
    if let Some(review) = update.get("review") {
        document["review"] = review.clone();
    }
    for (field, value) in update.get("details").and_then(Value::as_object).into_iter().flatten() {
        document[field] = value.clone();
    }
}

fn ids(nodes: &Value, least: u64) -> Vec<u64> {
    let ids = nodes.as_array().unwrap().iter().map(|node| node["id"].as_u64().unwrap());
    ids.filter(|&id| id >= least).collect()
}

fn last_fen(document: &Value) -> Value {
    document["nodes"][document["lastPly"].as_u64().unwrap() as usize]["fen"].clone()
}

/// A random action on a game, as method, path and body.
fn action(rng: &mut Xoshiro256PlusPlus, game: &Value) -> (&'static str, String, Value) {
    let mut below = |count: usize| (rng.next_u64() % count as u64) as usize;
    let nodes = game["nodes"].as_array().unwrap();
    let (any, last) = (&nodes[below(nodes.len())], game["lastPly"].as_u64().unwrap() as usize);
    let mut legal = |node: &Value| {
        let setup = Setup::from_fen(node["fen"].as_str().unwrap()).unwrap();
        let moves = AnyPosition::from_setup(&setup).unwrap().legal_moves();
        moves.get(below(moves.len().max(1))).map(ToString::to_string)
    };
    let (played, tried) = (legal(&nodes[last]), legal(any));
    let variations = ids(&game["nodes"], 10_000);
    let variation = variations.get(below(variations.len().max(1))).copied().unwrap_or(10_000);
    match below(14) {
        0..=4 => ("POST", "/moves".to_owned(), json!({"ply": last + 1, "move": played})),
        5..=7 => ("POST", "/nodes".to_owned(), json!({"parent": any["id"], "move": tried})),
        8 => (
            "PATCH",
            format!("/nodes/{}", any["id"]),
            json!({"comment": format!("word {}", below(9)), "shapes": ["a1"]}),
        ),
        9 => ("POST", format!("/nodes/{variation}/promote"), json!({})),
        10 => ("DELETE", format!("/nodes/{variation}"), json!({})),
        11 => ("POST", "/takeback".to_owned(), json!({})),
        12 => ("PATCH", String::new(), json!({"title": format!("title {}", below(9)), "tags": ["a"]})),
        _ => ("POST", ["/pause", "/resume", "/undo"][below(3)].to_owned(), json!({})),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_applies_the_updates_has_the_whole_game() {
    let server = TestServer::new();
    let (mut pages, state) = Page::open(server.file(), 2).await;
    let server = TestServer { state, ..server };
    let human = json!({"kind": "human", "name": "Ada"});
    for seed in 0..6 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let new = json!({"board": "6x6", "white": human, "black": human, "clock": {"seconds": 900}});
        let id = server.post("/api/games", new).await.1["id"].clone();
        let path = format!("/api/games/{id}");
        pages[0].send_json(json!({"type": "watch", "game": id})).await;
        let game = pages[0].receive("game").await;
        let (mut document, epoch) = (game["document"].clone(), game["epoch"].clone());
        let mut had = vec![document.clone()];
        for _ in 0..60 {
            let (method, action, body) = action(&mut rng, &document);
            let (status, answer) = server.ask(method, &format!("{path}{action}"), Some(body)).await;
            if status != StatusCode::OK {
                continue;
            }
            while document["revision"] != answer["revision"] {
                let update = pages[0].receive("update").await;
                let before = last_fen(&document);
                apply(&mut document, &update);
                // The last position comes along exactly where it is another.
                assert_eq!(update.get("position").is_some(), last_fen(&document) != before, "{update}");
                if let Some(position) = update.get("position") {
                    let body = json!({"fen": last_fen(&document)});
                    assert_eq!(*position, server.post("/api/positions", body).await.1);
                }
            }
            had.push(document.clone());
            let (_, mut whole) = server.ask("GET", &path, None).await;
            // The clock of the side to move runs on meanwhile.
            for game in [&mut whole, &mut document] {
                if game["live"].is_object() {
                    game["live"]["clock"] = Value::Null;
                }
            }
            assert_eq!(document, whole, "seed {seed}: {method} {action}");
        }
        assert!(had.len() > 30, "{} of 60 actions were possible", had.len());
        // A client that was away gets what it missed; one that missed too much, or comes from another server, the whole game.
        let watch = |since: &Value, epoch: &Value| json!({"type": "watch", "game": id, "since": since, "epoch": epoch});
        for away in [0, 5, 32.min(had.len() - 1)] {
            let mut late = had[had.len() - 1 - away].clone();
            pages[1].send_json(watch(&late["revision"], &epoch)).await;
            // The last one tells the clocks.
            for _ in 0..=away {
                apply(&mut late, &pages[1].receive("update").await);
            }
            late["live"]["clock"] = Value::Null;
            document["live"]["clock"] = Value::Null;
            assert_eq!(late, document, "seed {seed}: {away} missed");
        }
        let revision = &document["revision"];
        for (since, epoch) in [(&json!(9999), &epoch), (revision, &json!("another")), (&Value::Null, &epoch)]
        {
            pages[1].send_json(watch(since, epoch)).await;
            assert_eq!(pages[1].receive("game").await["document"]["revision"], *revision);
        }
        if had.len() > 34 {
            pages[1].send_json(watch(&had[had.len() - 34]["revision"], &epoch)).await;
            pages[1].receive("game").await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_update_does_not_grow_with_the_game() {
    let server = TestServer::new();
    let (mut pages, state) = Page::open(server.file(), 1).await;
    let server = TestServer { state, ..server };
    let human = json!({"kind": "human", "name": "Ada"});
    let id = server.post("/api/games", json!({"white": human, "black": human})).await.1["id"].clone();
    pages[0].send_json(json!({"type": "watch", "game": id})).await;
    let mut fen = pages[0].receive("game").await["position"]["fen"].clone();
    let mut sizes = Vec::new();
    for ply in 1..=60 {
        let setup = Setup::from_fen(fen.as_str().unwrap()).unwrap();
        let moves = AnyPosition::from_setup(&setup).unwrap().legal_moves();
        let body = json!({"ply": ply, "move": moves[ply * 7919 % moves.len()].to_string()});
        let (_, answer) = server.post(&format!("/api/games/{id}/moves"), body).await;
        assert_eq!(answer, json!({"revision": ply}));
        let mut update = pages[0].receive("update").await;
        assert!(update.to_string().len() < 2000, "ply {ply}: {update}");
        fen = update["position"]["fen"].clone();
        // What is on the board and what can be played changes with the game, within the bound above.
        update["position"] = Value::Null;
        update["nodes"][0]["fen"] = Value::Null;
        update["nodes"][0]["seconds"] = Value::Null;
        sizes.push(update.to_string().len());
    }
    let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
    assert!(most - least < 16, "numbers and squares have more digits: {sizes:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_cannot_be_watched_again_has_no_subscriber() {
    let server = TestServer::new();
    let (mut pages, state) = Page::open(server.file(), 1).await;
    let server = TestServer { state, ..server };
    let engine = json!({"kind": "engine", "name": "", "agent": "random"});
    let new = json!({"board": "6x6", "white": engine, "black": engine, "pace": 60_000});
    let id = server.post("/api/games", new).await.1["id"].as_i64().unwrap();
    pages[0].send_json(json!({"type": "watch", "game": id})).await;
    pages[0].receive("game").await;
    // Another program empties the trash.
    let mut store = server.store();
    store.delete(&[store::GameId(id)]).unwrap();
    store.empty_trash().unwrap();
    pages[0].send_json(json!({"type": "watch", "game": id})).await;
    let refused = pages[0].receive("refused").await;
    assert_eq!(refused["game"], id, "{refused}");
    assert!(refused["error"].as_str().unwrap().contains("no game"), "{refused}");
    // The socket is open and watches nothing.
    pages[0].send_json(json!({"type": "unwatch", "game": id})).await;
    assert_eq!(pages[0].settle().await, Vec::<Value>::new());
}

#[tokio::test]
async fn an_import_that_annotates_a_known_game_reaches_its_subscribers() {
    let server = TestServer::new();
    let id = crate::harness::add(&mut server.store(), crate::harness::game("6x6", "b1-b5/e5 a5-d2/b2")).0;
    let (mut pages, state) = Page::open(server.file(), 1).await;
    let server = TestServer { state, ..server };
    pages[0].send_json(json!({"type": "watch", "game": id})).await;
    pages[0].receive("game").await;
    let stored = server.store().game(store::GameId(id)).unwrap();
    let mut record = stored.to_record();
    record.annotations.title = Some("Annotated".to_owned());
    let text = store::json::to_line(store::GameId(id), &record, None);
    let (status, imported) = server.post("/api/import", json!({ "text": text })).await;
    assert_eq!((status, &imported["known"]), (StatusCode::OK, &json!(1)), "{imported}");
    assert_eq!(pages[0].receive("update").await["details"]["title"], "Annotated");
}
