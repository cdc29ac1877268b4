//! Analysis over sockets.

use serde_json::{Value, json};

use crate::harness::{Page, TestServer, add, game};

const START: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";
/// The solver decides this position at once.
const SOLVED: &str = "Q1*3/2*2q/2*2*/1***2/***1*1/2*1*1 b - - 0 1";

fn analyse(id: &str, fen: &str) -> Value {
    json!({"type": "analyse", "id": id, "fen": fen, "lines": 3})
}

async fn last(page: &mut Page, id: &str) -> Value {
    loop {
        let report = page.receive("analysis").await;
        assert_eq!(report["id"], id);
        if report["isDuringSearch"] == false {
            return report;
        }
    }
}

#[tokio::test]
async fn an_analysis_reports_until_it_is_stopped_or_replaced() {
    let server = TestServer::new();
    let (mut pages, _) = Page::open(server.file(), 1).await;
    let page = &mut pages[0];
    page.send_json(analyse("a", START)).await;
    let first = page.receive("analysis").await;
    assert_eq!(
        (&first["id"], &first["isDuringSearch"], &first["turn"]),
        (&json!("a"), &json!(true), &json!("white"))
    );
    let more = loop {
        let more = page.receive("analysis").await;
        if more["moveInfos"].as_array().unwrap().len() > 3 {
            break more;
        }
    };
    // The request has three lines; the other moves have only a value.
    let told = more["moveInfos"].as_array().unwrap();
    assert!(told[3..].iter().all(|info| info["pv"] == json!([info["move"]]) && info["winRate"].is_number()));
    assert!(more["rootInfo"]["nodes"].as_u64() >= first["rootInfo"]["nodes"].as_u64());
    assert!(more["moveInfos"][0]["pv"][0] == more["moveInfos"][0]["move"]);
    // A new analysis replaces it, and after its first report none of the old one follows.
    page.send_json(analyse("b", START)).await;
    loop {
        if page.receive("analysis").await["id"] == "b" {
            break;
        }
    }
    assert_eq!(page.receive("analysis").await["id"], "b");
    // To stop another one does nothing.
    page.send_json(json!({"type": "stop", "id": "a"})).await;
    page.receive("analysis").await;
    page.send_json(json!({"type": "stop", "id": "b"})).await;
    page.settle().await;
    assert_eq!(page.settle().await, [] as [Value; 0], "it is quiet");
}

#[tokio::test]
async fn the_analysis_of_a_solved_position_ends() {
    let server = TestServer::new();
    let (mut pages, _) = Page::open(server.file(), 1).await;
    let page = &mut pages[0];
    page.send_json(analyse("solved", SOLVED)).await;
    let report = last(page, "solved").await;
    assert_eq!(report["rootInfo"]["winner"], "black", "{report}");
    page.send_json(analyse("over", "q**/Q** w")).await;
    let report = last(page, "over").await;
    assert_eq!((&report["rootInfo"]["winner"], &report["moveInfos"]), (&json!("black"), &json!([])));
    page.send_json(json!({"type": "analyse", "id": "short", "fen": START, "seconds": 0.2, "agent": "mgpeo"}))
        .await;
    last(page, "short").await;
}

#[tokio::test]
async fn invalid_requests_for_an_analysis_are_rejected() {
    let server = TestServer::new();
    let (mut pages, _) = Page::open(server.file(), 1).await;
    let page = &mut pages[0];
    for (what, word) in [
        (json!({"fen": "nonsense"}), ""),
        (json!({"lines": 6}), "1 to 5"),
        (json!({"lines": 0}), "1 to 5"),
        (json!({"seconds": 0}), "seconds"),
        (json!({"seconds": 1e9}), "seconds"),
        (json!({"agent": "cmd:./engine"}), "programs"),
        (json!({"agent": "otera"}), "otrera"),
        (json!({"agent": "otrera:hash=999999"}), ""),
        (json!({"game": 1}), "node"),
    ] {
        let mut message = analyse("x", START);
        message.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        page.send_json(message).await;
        let refused = page.receive("refused").await;
        let error = refused["error"].as_str().unwrap();
        assert!(refused["id"] == "x" && error.contains(word) && error.len() > 10, "{what} {refused}");
    }
}

#[tokio::test]
async fn analyses_of_several_sockets_share_the_cores() {
    let server = TestServer::new();
    let (mut pages, state) = Page::open(server.file(), 6).await;
    for page in &mut pages {
        page.send_json(analyse("a", START)).await;
    }
    // Every analysis reports, even on one core.
    for page in &mut pages {
        assert_eq!(page.receive("analysis").await["isDuringSearch"], true);
    }
    for page in &mut pages {
        page.send_json(json!({"type": "stop", "id": "a"})).await;
        page.settle().await;
    }
    // The waiters have left the queue, and all cores are free.
    all_cores_are_free(&state).await;
}

/// Waits until no search runs or waits; a test that waits for ever has failed.
async fn all_cores_are_free(state: &server::AppState) {
    while state.cores.running() + state.cores.waiting() > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn closing_a_socket_stops_its_search() {
    let server = TestServer::new();
    let (mut pages, state) = Page::open(server.file(), 2).await;
    pages[0].send_json(analyse("a", START)).await;
    pages[0].receive("analysis").await;
    drop(pages.remove(0));
    all_cores_are_free(&state).await;
}

#[tokio::test]
async fn the_last_report_is_stored_with_the_game() {
    let server = TestServer::new();
    let mut store = server.store();
    let id = add(&mut store, game("6x6", "b1-b5/e5 a5-d2/b2")).0;
    let fen = game("6x6", "b1-b5/e5 a5-d2/b2").position().to_setup().to_fen();
    let (mut pages, _) = Page::open(server.file(), 1).await;
    let page = &mut pages[0];
    page.send_json(json!({"type": "watch", "game": id})).await;
    page.receive("game").await;
    // The analysis of another position is not stored with this node.
    page.send_json(json!({"type": "analyse", "id": "a", "fen": fen, "seconds": 0.1, "game": id, "node": 1}))
        .await;
    last(page, "a").await;
    page.send_json(json!({"type": "analyse", "id": "b", "fen": fen, "seconds": 0.1, "game": id, "node": 2}))
        .await;
    let report = last(page, "b").await;
    let update = page.receive("update").await;
    assert_eq!((&update["nodes"][0]["id"], update["nodes"].as_array().unwrap().len()), (&json!(2), 1));
    let kept = &update["nodes"][0]["evaluation"];
    assert_eq!(kept["winRate"], report["rootInfo"]["winRate"]);
    assert_eq!(kept["pv"][0], report["moveInfos"][0]["move"]);
}
