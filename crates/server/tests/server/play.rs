//! Games: made, played, taken back, given up, paused, on the clock, after a restart, by two servers at once.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::{Client, seat, send};

/// The first legal move in the last position of a game.
async fn some_move(client: &Client, game: &Value) -> String {
    let fen = game["nodes"].as_array().unwrap()[game["lastPly"].as_u64().unwrap() as usize]["fen"].clone();
    let position = client.done("/api/positions", json!({"fen": fen})).await;
    let (from, landings) = position["destinations"].as_object().unwrap().iter().next().unwrap();
    let to = crate::positions::squares(landings)[0].clone();
    let shots = client.done("/api/positions/shots", json!({"fen": fen, "from": from})).await;
    format!("{from}{to},{to}{}", crate::positions::squares(&shots[&to])[0])
}

/// Waits until a game is as it should be.
async fn wait_for(client: &Client, id: i64, is_so: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..8000 {
        let (_, game) = client.get(&format!("/api/games/{id}")).await;
        if is_so(&game) {
            return game;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("game {id} never came to it: {:?}", client.get(&format!("/api/games/{id}")).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_against_an_engine_is_played_and_stored() {
    let client = Client::new();
    let id = client.new_game("", "otrera:level=1").await;
    let mut game = client.get(&format!("/api/games/{id}")).await.1;
    assert_eq!(game["white"], json!({"kind": "human", "name": "Ada", "agent": null}));
    assert_eq!(game["black"]["name"], "otrera:level=1");
    while game["result"].is_null() {
        let ply = game["lastPly"].as_u64().unwrap() + 1;
        let mv = some_move(&client, &game).await;
        game = client.changed(&format!("/api/games/{id}/moves"), json!({"ply": ply, "move": mv})).await;
        assert_eq!(game["nodes"][ply as usize]["move"], mv);
        let is_my_turn =
            |game: &Value| !game["result"].is_null() || game["lastPly"].as_u64().unwrap().is_multiple_of(2);
        game = wait_for(&client, id, is_my_turn).await;
    }
    assert_eq!(game["result"]["ending"], "no moves");
    assert_eq!(game["live"], Value::Null);
    assert!(game["nodes"][2]["seconds"].as_f64().unwrap() > 0.0);
    let words = format!("game {id} is not in progress");
    let body = json!({"ply": 1, "move": "b1b2,b2b1"});
    client
        .refused(
            Method::POST,
            &format!("/api/games/{id}/moves"),
            Some(body),
            409,
            "the next ply of the game is",
        )
        .await;
    for act in ["takeback", "resign", "pause", "resume"] {
        client.refused(Method::POST, &format!("/api/games/{id}/{act}"), None, 409, &words).await;
    }
    client.refused(Method::POST, &format!("/api/games/{id}/hint"), None, 409, "the game is over").await;
    // The game is in the store.
    let store = store::Store::open(&client.store()).unwrap();
    let kept = store.game(store::GameId(id)).unwrap();
    assert_eq!(kept.game.moves().len() as u64, game["lastPly"].as_u64().unwrap());
    assert!(kept.game.outcome().is_some());
}

#[tokio::test]
async fn invalid_moves_are_rejected_and_change_nothing() {
    let client = Client::new();
    let id = client.new_game("", "").await;
    let path = format!("/api/games/{id}/moves");
    for (body, status, words) in [
        (json!({"ply": 2, "move": "b1b4,b4d4"}), 409, "next ply of the game is 1, not 2"),
        (json!({"ply": 0, "move": "b1b4,b4d4"}), 409, "next ply of the game is 1"),
        (json!({"ply": 1, "move": "b1b6,b6a1"}), 422, "b1"),
        (json!({"ply": 1, "move": "b6b5,b5b4"}), 422, "b6"),
        (json!({"ply": 1, "move": "z9"}), 422, "a square begins with a letter"),
        (json!({"ply": 1, "move": "b1b4,b4d4", "color": "white"}), 422, "unknown field"),
        (json!({"ply": -1, "move": "b1b4,b4d4"}), 422, "ply"),
        (json!({"move": "b1b4,b4d4"}), 422, "missing field `ply`"),
    ] {
        client.refused(Method::POST, &path, Some(body), status, words).await;
    }
    client
        .refused(
            Method::POST,
            "/api/games/77/moves",
            Some(json!({"ply": 1, "move": "a1a2,a2a1"})),
            404,
            "no game 77",
        )
        .await;
    assert_eq!(client.get(&format!("/api/games/{id}")).await.1["lastPly"], 0);
    // Every notation is read, and answered in one.
    for (ply, mv) in [(1, "b1-b4/d4"), (2, "b6-b5(b6)"), (3, "e1e4e1")] {
        let game = client.changed(&path, json!({"ply": ply, "move": mv})).await;
        assert!(game["nodes"][ply]["move"].as_str().unwrap().contains(','), "{game}");
    }
}

#[tokio::test]
async fn invalid_requests_for_a_game_are_rejected() {
    let client = Client::new();
    let human = seat("");
    let game = |fields: Value| {
        let mut body = json!({"white": human, "black": human});
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        body
    };
    for (body, words) in [
        (game(json!({"white": seat("nobody")})), "nobody"),
        (game(json!({"white": seat("cmd:/bin/sh")})), "other programs are not started"),
        (game(json!({"white": seat("cmd[Hash=1]:/bin/sh -c x")})), "other programs are not started"),
        (game(json!({"white": seat("otrera:hash=65536")})), "256 mebibytes at most"),
        (game(json!({"white": seat("otrera:threads=200")})), "threads may be"),
        (game(json!({"white": {"kind": "engine"}})), "an engine needs an agent"),
        (game(json!({"white": {"kind": "human", "agent": "random"}})), "a human player has no agent"),
        (game(json!({"white": {"kind": "robot"}})), "robot"),
        (game(json!({"white": {"kind": "human", "name": "x".repeat(201)}})), "at most 200 characters"),
        (game(json!({"fen": "q1*/**1/Q*1 w - - 0 1"})), "the game is over in this position"),
        (game(json!({"board": "0x0"})), "0"),
        (game(json!({"pace": 60_001})), "at most 60000 milliseconds"),
        (game(json!({"clock": {"seconds": 0}})), "seconds must be above 0"),
        (game(json!({"clock": {"seconds": -5}})), "seconds must be above 0"),
        (game(json!({"clock": {"seconds": 1e300}})), "at most 86400"),
        (game(json!({"clock": {"seconds": 60, "increment": 1e9}})), "at most 3600"),
        (json!({"white": human}), "missing field `black`"),
    ] {
        client.refused(Method::POST, "/api/games", Some(body), 422, words).await;
    }
    assert_eq!(client.get("/api/games").await.1["total"], 0);
}

#[tokio::test]
async fn a_person_takes_back_to_their_own_turn() {
    let client = Client::new();
    let id = client.new_game("", "random").await;
    let act = |name: &str| format!("/api/games/{id}/{name}");
    client.refused(Method::POST, &act("takeback"), None, 409, "no move to take back").await;
    client.done(&act("moves"), json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    wait_for(&client, id, |game| game["lastPly"] == 2).await;
    let game = client.changed(&act("takeback"), json!({})).await;
    assert_eq!(game["lastPly"], 0);
    assert_eq!(game["nodes"].as_array().unwrap().len(), 1);
    // The same ply can be played again, otherwise.
    let game = client.changed(&act("moves"), json!({"ply": 1, "move": "e1e4,e4d4"})).await;
    assert_eq!(game["nodes"][1]["move"], "e1e4,e4d4");
    // Two people take back one move each.
    let id = client.new_game("", "").await;
    for (ply, mv) in [(1, "b1b4,b4d4"), (2, "b6b5,b5b6")] {
        client.done(&format!("/api/games/{id}/moves"), json!({"ply": ply, "move": mv})).await;
    }
    let game = client.changed(&format!("/api/games/{id}/takeback"), json!({})).await;
    assert_eq!(game["lastPly"], 1);
}

#[tokio::test]
async fn a_person_resigns_and_has_a_rematch_with_colours_swapped() {
    let client = Client::new();
    let body = json!({"board": "6x6", "white": seat(""), "black": seat("random"), "clock": {"seconds": 90, "increment": 2}});
    let id = client.done("/api/games", body).await["id"].as_i64().unwrap();
    let act = |name: &str| format!("/api/games/{id}/{name}");
    let black = json!({"color": "black"});
    client.refused(Method::POST, &act("resign"), Some(black), 422, "only a person can resign").await;
    client.refused(Method::POST, &act("resign"), Some(json!({"color": "red"})), 422, "red").await;
    let game = client.changed(&act("resign"), json!({})).await;
    assert_eq!(
        game["result"],
        json!({"winner": "black", "ending": "resignation", "detail": "White resigned", "by": null})
    );
    let (status, again) = client.send(Method::POST, &act("rematch"), None).await;
    assert_eq!(status, 201);
    assert_eq!(again["black"], json!({"kind": "human", "name": "Ada", "agent": null}));
    assert_eq!(again["white"]["agent"], "random");
    let other = again["id"].as_i64().unwrap();
    assert_ne!(other, id);
    // The engine has the first move now, and the clock is full again.
    let again = wait_for(&client, other, |game| game["lastPly"] == 1).await;
    assert_eq!(again["live"]["clock"]["increment"], 2000);
    assert_eq!(again["live"]["clock"]["running"], "black");
    client.refused(Method::POST, "/api/games/99/rematch", None, 404, "no game 99").await;
}

/// A game of two people after the first move, with a clock.
async fn clocked(client: &Client, seconds: f64) -> (i64, Value) {
    let clock = json!({"seconds": seconds, "increment": 0});
    let body = json!({"board": "6x6", "white": seat(""), "black": seat(""), "clock": clock});
    let id = client.done("/api/games", body).await["id"].as_i64().unwrap();
    let body = json!({"ply": 1, "move": "b1b4,b4d4"});
    (id, client.changed(&format!("/api/games/{id}/moves"), body).await)
}

#[tokio::test]
async fn a_game_is_lost_on_time_without_a_request() {
    let client = Client::new();
    let (id, game) = clocked(&client, 0.2).await;
    assert_eq!(game["live"]["clock"]["white"], 200, "the first move is free");
    assert_eq!(game["live"]["clock"]["running"], "black");
    let game = wait_for(&client, id, |game| !game["result"].is_null()).await;
    assert_eq!(
        game["result"],
        json!({"winner": "white", "ending": "time forfeit", "detail": "Black's time was over", "by": null})
    );
}

#[tokio::test]
async fn a_pause_stops_the_clock() {
    let client = Client::new();
    let (id, _) = clocked(&client, 600.0).await;
    let act = |name: &str| format!("/api/games/{id}/{name}");
    let paused = client.changed(&act("pause"), json!({})).await;
    assert_eq!(paused["live"]["clock"]["running"], Value::Null);
    tokio::time::sleep(Duration::from_millis(20)).await;
    let later = client.get(&format!("/api/games/{id}")).await.1;
    assert_eq!(later["live"]["clock"], paused["live"]["clock"]);
    let body = json!({"ply": 2, "move": "b6b5,b5b6"});
    client.refused(Method::POST, &act("moves"), Some(body.clone()), 409, "paused").await;
    let resumed = client.changed(&act("resume"), json!({})).await;
    assert_eq!(resumed["live"]["clock"]["running"], "black");
    let game = client.changed(&act("moves"), body).await;
    assert!(game["live"]["clock"]["black"].as_u64() < Some(600_000), "{game}");
}

#[tokio::test]
async fn engines_play_each_other_at_a_pace_and_pause() {
    let client = Client::new();
    let body = json!({"board": "6x6", "white": seat("random"), "black": seat("random"), "pace": 60_000});
    let id = client.done("/api/games", body).await["id"].as_i64().unwrap();
    let act = |name: &str| format!("/api/games/{id}/{name}");
    client.refused(Method::POST, &act("resign"), None, 409, "both sides are engines").await;
    client.refused(Method::POST, &act("takeback"), None, 409, "both sides are engines").await;
    let body = json!({"ply": 1, "move": "b1b4,b4d4"});
    client
        .refused(Method::POST, &act("moves"), Some(body), 409, "it is the engine's turn: it plays white")
        .await;
    client.refused(Method::POST, &act("pace"), Some(json!({"pace": 99_999})), 422, "at most").await;
    assert_eq!(client.changed(&act("pause"), json!({})).await["live"]["paused"], true);
    let game = client.changed(&act("pace"), json!({"pace": 0})).await;
    assert_eq!((&game["live"]["pace"], &game["lastPly"]), (&json!(0), &json!(0)));
    client.send(Method::POST, &act("resume"), None).await;
    let game = wait_for(&client, id, |game| !game["result"].is_null()).await;
    assert_eq!(game["result"]["ending"], "no moves");
}

#[tokio::test]
async fn a_paused_game_of_engines_is_played_step_by_step() {
    let client = Client::new();
    let body = json!({"board": "6x6", "white": seat("random"), "black": seat("random"), "pace": 60_000});
    let id = client.done("/api/games", body).await["id"].as_i64().unwrap();
    let step = format!("/api/games/{id}/step");
    client.refused(Method::POST, &step, None, 409, "not paused").await;
    client.changed(&format!("/api/games/{id}/pause"), json!({})).await;
    for ply in 1..=3 {
        // The pace does not matter for a step, and no second move follows.
        client.changed(&step, json!({})).await;
        let game = wait_for(&client, id, |game| game["lastPly"] == ply).await;
        assert_eq!((&game["live"]["paused"], &game["live"]["thinking"]), (&json!(true), &json!(false)));
    }
    let people = client.new_game("", "").await;
    client.changed(&format!("/api/games/{people}/pause"), json!({})).await;
    client
        .refused(Method::POST, &format!("/api/games/{people}/step"), None, 409, "a person is to move")
        .await;
}

#[tokio::test]
async fn an_engine_does_not_answer_a_person_before_its_pace() {
    let client = Client::new();
    let body = json!({"board": "6x6", "white": seat(""), "black": seat("random"), "pace": 60_000});
    let id = client.done("/api/games", body).await["id"].as_i64().unwrap();
    client.changed(&format!("/api/games/{id}/moves"), json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let game = client.get(&format!("/api/games/{id}")).await.1;
    assert_eq!((&game["lastPly"], &game["live"]["thinking"]), (&json!(1), &json!(true)));
    // A move that is taken back is not answered.
    let game = client.changed(&format!("/api/games/{id}/takeback"), json!({})).await;
    assert_eq!((&game["lastPly"], &game["live"]["thinking"]), (&json!(0), &json!(false)));
}

#[tokio::test]
async fn a_game_with_sealed_areas_is_finished_by_their_count() {
    let client = Client::new();
    let body = |fen: &str| json!({"fen": fen, "white": seat(""), "black": seat("")});
    let open = client.done("/api/games", body("q5/6/6/6/4*1/4*Q w")).await["id"].as_i64().unwrap();
    client.refused(Method::POST, &format!("/api/games/{open}/finish"), None, 409, "not decided yet").await;
    // White has five squares to fill, Black three; White moves and wins with one move to spare.
    let game = client.done("/api/games", body("q3**/******/Q5/****** w")).await;
    let position = client.done("/api/positions", json!({"fen": game["start"]})).await;
    assert_eq!(position["decided"], json!({"winner": "white", "by": 1}));
    let moves: Vec<&Value> =
        position["sealed"].as_array().unwrap().iter().map(|area| &area["moves"]).collect();
    assert_eq!(moves, [5, 3]);
    let path = format!("/api/games/{}", game["id"]);
    let game = client.changed(&format!("{path}/finish"), json!({})).await;
    let detail = "White wins by 1: all areas were sealed";
    let result = json!({"winner": "white", "ending": "adjudication", "detail": detail, "by": 1});
    assert_eq!((&game["result"], &game["live"]), (&result, &Value::Null));
}

#[tokio::test]
async fn a_hint_is_a_legal_move() {
    let client = Client::new();
    let fen = "1q4/6/2****/3***/4**/1Q4 w - - 0 1";
    let body = json!({"fen": fen, "white": seat(""), "black": seat("")});
    let id = client.done("/api/games", body).await["id"].as_i64().unwrap();
    let hint = client.send(Method::POST, &format!("/api/games/{id}/hint"), None).await.1;
    let mv = hint["move"].as_str().unwrap();
    assert!((0.0..=1.0).contains(&hint["winRate"].as_f64().unwrap()), "{hint}");
    client.done(&format!("/api/games/{id}/moves"), json!({"ply": 1, "move": mv})).await;
    client.refused(Method::POST, "/api/games/9/hint", None, 404, "no game 9").await;
}

#[tokio::test]
async fn the_variant_is_played_by_its_rule() {
    let client = Client::new();
    let body = json!({"board": "6x6", "delay": 2, "white": seat(""), "black": seat("")});
    let game = client.done("/api/games", body).await;
    assert_eq!(game["delay"], 2);
    let path = format!("/api/games/{}/moves", game["id"]);
    // Shooting at the square just left is what the variant forbids.
    client.refused(Method::POST, &path, Some(json!({"ply": 1, "move": "b1b4,b4b1"})), 422, "b1").await;
    let game = client.changed(&path, json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    assert!(game["nodes"][1]["fen"].as_str().unwrap().contains("k2:b1=2"), "{game}");
}

#[tokio::test]
async fn two_servers_on_one_store_never_play_the_same_ply_twice() {
    let client = Client::new();
    let id = client.new_game("", "").await;
    let path = format!("/api/games/{id}/moves");
    let other = client.neighbour();
    // Both have the game open.
    let seen = send(&other, Method::GET, &format!("/api/games/{id}"), None).await.1;
    assert_eq!(seen["lastPly"], 0);
    client.done(&path, json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    let late = json!({"ply": 1, "move": "e1e4,e4d4"});
    let (status, answer) = send(&other, Method::POST, &path, Some(late)).await;
    assert_eq!(status, 409, "{answer}");
    assert!(answer["error"].as_str().unwrap().contains("ply"), "{answer}");
    // It has taken over what the first one played, and plays on.
    let (_, seen) = send(&other, Method::GET, &format!("/api/games/{id}"), None).await;
    assert_eq!(seen["nodes"][1]["move"], "b1b4,b4d4");
    let (status, _) = send(&other, Method::POST, &path, Some(json!({"ply": 2, "move": "b6b5,b5b6"}))).await;
    assert_eq!(status, 200);
    let game = client.changed(&path, json!({"ply": 3, "move": "e1e3,e3e1"})).await;
    assert_eq!(game["nodes"][2]["move"], "b6b5,b5b6");
}

#[tokio::test]
async fn a_server_sees_what_another_did_before_it_plays() {
    let client = Client::new();
    let id = client.new_game("", "").await;
    let act = |name: &str| format!("/api/games/{id}/{name}");
    let other = client.neighbour();
    let there = async |name: &str, body: Value| send(&other, Method::POST, &act(name), Some(body)).await;
    client.changed(&act("moves"), json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    // A pause there holds here, and its end too.
    assert_eq!(there("pause", json!({})).await.0, 200);
    let second = json!({"ply": 2, "move": "b6b5,b5b6"});
    client.refused(Method::POST, &act("moves"), Some(second.clone()), 409, "meanwhile").await;
    client.refused(Method::POST, &act("moves"), Some(second.clone()), 409, "paused").await;
    assert_eq!(there("resume", json!({})).await.0, 200);
    client.changed(&act("moves"), second).await;
    // As many moves, but others.
    assert_eq!(there("takeback", json!({})).await.0, 200);
    assert_eq!(there("moves", json!({"ply": 2, "move": "b6b5,b5c4"})).await.0, 200);
    let third = json!({"ply": 3, "move": "e1e2,e2e1"});
    client.refused(Method::POST, &act("moves"), Some(third.clone()), 409, "other moves").await;
    let game = client.changed(&act("moves"), third.clone()).await;
    assert_eq!(game["nodes"][2]["move"], "b6b5,b5c4");
    // A comment there does not matter.
    let comment = json!({"comment": "a word"});
    assert_eq!(send(&other, Method::PATCH, &act("nodes/1"), Some(comment)).await.0, 200);
    let game = client.changed(&act("moves"), json!({"ply": 4, "move": "b5b6,b6b5"})).await;
    assert_eq!((&game["lastPly"], &game["nodes"][1]["comment"]), (&json!(4), &json!("a word")));
    // A game in the trash is not played.
    store::Store::open(&client.store()).unwrap().delete(&[store::GameId(id)]).unwrap();
    let fifth = json!({"ply": 5, "move": "e2e3,e3e2"});
    client.refused(Method::POST, &act("moves"), Some(fifth), 409, "not live").await;
}

#[tokio::test]
async fn a_new_server_continues_a_game_and_its_engine() {
    let client = Client::new();
    let body = json!({"board": "6x6", "white": seat(""), "black": seat("random"), "clock": {"seconds": 500}});
    let id = client.done("/api/games", body).await["id"].as_i64().unwrap();
    client.done(&format!("/api/games/{id}/pause"), json!({})).await;
    let store = store::Store::open(&client.store()).unwrap();
    drop(store);
    // It became the engine's turn while no server ran: the first request starts it.
    {
        let mut store = store::Store::open(&client.store()).unwrap();
        let mut plan = store.game(store::GameId(id)).unwrap().plan.unwrap();
        plan.is_paused = false;
        store.commit(|batch| batch.set_plan(store::GameId(id), &plan)).unwrap();
        let mut game = store.game(store::GameId(id)).unwrap().game;
        game.play("b1b4,b4d4".parse().unwrap()).unwrap();
        let ply = store::Ply::last_of(&game, store::Thought::default(), None);
        store.commit(|batch| batch.append(store::GameId(id), &ply)).unwrap();
    }
    let other = client.neighbour();
    for _ in 0..8000 {
        let (_, game) = send(&other, Method::GET, &format!("/api/games/{id}"), None).await;
        if game["lastPly"] == 2 {
            assert_eq!(game["live"]["clock"]["running"], "white");
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the engine never answered");
}

#[tokio::test]
async fn taking_back_includes_the_moves_of_another_server() {
    let client = Client::new();
    let id = client.new_game("", "").await;
    let (moves, takeback) = (format!("/api/games/{id}/moves"), format!("/api/games/{id}/takeback"));
    client.done(&moves, json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    let other = client.neighbour();
    for (ply, mv) in [(2, "b6b5,b5b6"), (3, "e1e2,e2e1")] {
        let (status, answer) =
            send(&other, Method::POST, &moves, Some(json!({"ply": ply, "move": mv}))).await;
        assert!(status.is_success(), "{answer}");
    }
    let game = client.changed(&takeback, json!({})).await;
    assert_eq!(game["lastPly"], 2, "one move was taken back, not all that this server had not seen");
}

#[tokio::test]
async fn taking_back_a_move_takes_back_its_increment() {
    let client = Client::new();
    let body = json!({"board": "6x6", "white": seat(""), "black": seat(""), "clock": {"seconds": 100, "increment": 60}});
    let id = client.done("/api/games", body).await["id"].as_i64().unwrap();
    let (moves, takeback) = (format!("/api/games/{id}/moves"), format!("/api/games/{id}/takeback"));
    client.done(&moves, json!({"ply": 1, "move": "b1b4,b4d4"})).await;
    for _ in 0..3 {
        let game = client.changed(&moves, json!({"ply": 2, "move": "b6b5,b5b6"})).await;
        assert!(game["live"]["clock"]["black"].as_u64().unwrap() > 100_000, "{game}");
        let game = client.changed(&takeback, json!({})).await;
        assert!(game["live"]["clock"]["black"].as_u64().unwrap() <= 100_000, "{game}");
    }
}

#[tokio::test]
async fn a_move_is_completed_after_its_client_disconnects() {
    let client = Client::new();
    let id = client.new_game("", "random").await;
    let path = format!("/api/games/{id}/moves");
    let sent = Box::pin(client.post(&path, json!({"ply": 1, "move": "b1b4,b4d4"})));
    // Polled once and dropped: the request has started and no client waits for the response.
    assert!(futures_util::FutureExt::now_or_never(sent).is_none());
    // The engine answers all the same. The store is asked, since a question to the server would wake the engine.
    let store = store::Store::open(&client.store()).unwrap();
    let answered = async {
        while store.game(store::GameId(id)).unwrap().game.moves().len() < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), answered).await.expect("an answer of the engine");
}
