//! Players with a network in a file: refused without a look at the file, whoever asks and whatever is there.

use std::time::Duration;

use amazons::ByColor;
use axum::http::Method;
use serde_json::{Value, json};
use store::{GameRecord, LivePlan, Store};

use crate::client::{Client, seat};
use crate::harness::{Page, TestServer, game, imported};

/// The paths of a network, of another file, and of none.
fn paths(folder: &tempfile::TempDir) -> [String; 3] {
    ["a.net", "/etc/passwd", "missing.net"].map(|name| folder.path().join(name).display().to_string())
}

/// The words of a refusal, without the path.
fn words(error: &Value, path: &str) -> String {
    let error = error.as_str().expect("a reason");
    assert!(error.contains(path), "{error}");
    error.replace(path, "PATH")
}

const REFUSED: &str = "eval of deepening: \"net:PATH\" names a file, and files are read only for the command line: \
                       use one of the evaluations by name";

#[tokio::test]
async fn a_game_with_a_file_is_refused_whether_it_exists_or_not() {
    let (client, folder) = (Client::new(), testkit::network_files(&["a.net"]));
    for path in paths(&folder) {
        let body = json!({"white": seat(""), "black": seat(&format!("deepening:eval=net:{path}"))});
        let (status, answer) = client.post("/api/games", body).await;
        assert_eq!((status.as_u16(), &answer["field"]), (422, &json!("agent")), "{answer}");
        assert_eq!(words(&answer["error"], &path), REFUSED);
        let body = json!({"white": seat(&format!("net:{path}")), "black": seat("")});
        client.refused(Method::POST, "/api/games", Some(body), 422, "no player is called \"net\"").await;
        let quoted = seat(&format!("deepening:eval=net:\"{path}\",hash=16"));
        let body = json!({"white": quoted, "black": seat("")});
        client.refused(Method::POST, "/api/games", Some(body), 422, "names a file").await;
    }
    assert_eq!(client.get("/api/games").await.1["total"], 0);
}

#[tokio::test]
async fn an_analysis_with_a_file_is_refused_whether_it_exists_or_not() {
    let (server, folder) = (TestServer::new(), testkit::network_files(&["a.net"]));
    let (mut pages, _) = Page::open(server.file(), 1).await;
    let page = &mut pages[0];
    for path in paths(&folder) {
        for (agent, words_of) in
            [(format!("deepening:eval=net:{path}"), Some(REFUSED)), (format!("net:{path}"), None)]
        {
            page.send_json(json!({"type": "analyse", "id": "x", "fen": "Q1q w", "agent": agent})).await;
            let refused = page.receive("refused").await;
            match words_of {
                Some(expected) => assert_eq!(words(&refused["error"], &path), expected),
                None => assert!(refused["error"].as_str().unwrap().starts_with("no player is called")),
            }
        }
    }
}

/// `otrera play` stores the spec of its player, and a store may come from elsewhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stored_game_opens_and_its_network_is_not_read() {
    let (client, folder) = (Client::new(), testkit::network_files(&["a.net"]));
    for path in paths(&folder) {
        let black = Some(format!("deepening:eval=net:{path}"));
        let plan = LivePlan { agents: ByColor { white: None, black: black.clone() }, ..LivePlan::default() };
        let record = GameRecord { plan: Some(plan), ..imported(game("6x6", "")) };
        let id = Store::open(&client.store()).unwrap().add_game(&record, None).unwrap().0;
        let (status, shown) = client.get(&format!("/api/games/{id}")).await;
        assert_eq!((status.as_u16(), &shown["black"]["agent"]), (200, &json!(black)), "{shown}");
        assert!(shown["result"].is_null(), "{shown}");
        // With the network it would answer this move.
        client.done(&format!("/api/games/{id}/moves"), json!({"ply": 1, "move": "b1b4,b4d4"})).await;
        let ended = ended(&client, id).await;
        assert_eq!((&ended["lastPly"], &ended["result"]["ending"]), (&json!(1), &json!("crash")), "{ended}");
        let said = words(&ended["result"]["detail"], &path);
        assert_eq!(said, format!("Black's engine failed: {REFUSED}"));
        // Its rematch has the same player, who is to move at once.
        let (status, again) = client.send(Method::POST, &format!("/api/games/{id}/rematch"), None).await;
        assert_eq!(status.as_u16(), 201, "{again}");
        let again = self::ended(&client, again["id"].as_i64().unwrap()).await;
        assert_eq!(words(&again["result"]["detail"], &path), format!("White's engine failed: {REFUSED}"));
    }
}

/// A game once it has a result.
async fn ended(client: &Client, id: i64) -> Value {
    for _ in 0..8000 {
        let (_, game) = client.get(&format!("/api/games/{id}")).await;
        if !game["result"].is_null() {
            return game;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("game {id} goes on");
}
