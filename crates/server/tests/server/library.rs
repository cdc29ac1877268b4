//! Lists, names, tags, the trash, import and export.

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::{Client, request};

const SGF: &str =
    "(;FF[4]GM[18]SZ[6]PB[Ada]PW[Grace]EV[cup];B[b1b4d4];W[b6b5b6](;B[e1e4e1]C[bold])(;B[e1e3e1]))";

async fn import(client: &Client, text: &str) -> Value {
    client.done("/api/import", json!({ "text": text })).await
}

#[tokio::test]
async fn every_kind_of_text_is_imported_once() {
    let client = Client::new();
    let moves = "d1-d7/g7 d10-d8/j8";
    let fen = "1q1/3/1Q1 w - - 0 1";
    for text in [SGF, moves, fen, r#"{"white": "Zoe", "moves": "d1-d7/g7"}"#] {
        let read = import(&client, text).await;
        assert_eq!(read["problems"], json!([]), "{text}");
        assert_eq!((read["games"].as_array().unwrap().len(), &read["known"]), (1, &json!(0)), "{text}");
        let again = import(&client, text).await;
        assert_eq!((&again["games"], &again["known"]), (&read["games"], &json!(1)));
        // A game from a file is not continued.
        let (_, game) = client.get(&format!("/api/games/{}", read["games"][0])).await;
        assert_eq!(game["live"], Value::Null);
    }
    let (_, list) = client.get("/api/games").await;
    assert_eq!(list["total"], 4);
}

#[tokio::test]
async fn a_list_with_a_line_for_every_pair_of_moves_is_one_game() {
    let client = Client::new();
    let text = "1. d1-d7/g7 d10-d8/d9\n2. g1-g3/h3 g10-g9/h9\n\n1. d1-d6/g6\nrubbish\n2. g1-g3/h3\n";
    let read = import(&client, text).await;
    let plies = |id: &Value| {
        let (client, path) = (&client, format!("/api/games/{id}"));
        async move { client.get(&path).await.1["lastPly"].clone() }
    };
    assert_eq!(read["games"].as_array().unwrap().len(), 2, "{read}");
    assert_eq!((plies(&read["games"][0]).await, plies(&read["games"][1]).await), (json!(4), json!(1)));
    assert_eq!(read["problems"][0]["line"], 5);
}

#[tokio::test]
async fn bad_records_are_reported_by_line_and_the_others_imported() {
    let client = Client::new();
    let read = import(&client, "d1-d7/g7\nrubbish\n\n4/4 w\nd1-d7/g7 d1-d2/d3\n").await;
    assert_eq!(read["games"].as_array().unwrap().len(), 1);
    let lines: Vec<_> = read["problems"].as_array().unwrap().iter().map(|problem| &problem["line"]).collect();
    assert_eq!(lines, [&json!(2), &json!(4), &json!(5)]);
    for problem in read["problems"].as_array().unwrap() {
        // One number of a line is enough.
        assert!(!problem["words"].as_str().unwrap().contains("line"), "{problem}");
        assert!(problem["words"].as_str().unwrap().len() > 10, "{problem}");
    }
    let path = "/api/import";
    client.refused(Method::POST, path, Some(json!({"text": "  \n"})), 422, "the text is empty").await;
    client.refused(Method::POST, path, Some(json!({"file": "x"})), 422, "unknown field").await;
    let large = json!({"text": "a".repeat(9 * 1024 * 1024)});
    client.refused(Method::POST, path, Some(large), 422, "larger than 8 MiB").await;
    let larger = json!({"text": "a".repeat(17 * 1024 * 1024)});
    client.refused(Method::POST, path, Some(larger), 413, "larger than this request allows").await;
    // Anywhere else much less is too much.
    let large = json!({"fen": "a".repeat(300 * 1024)});
    client.refused(Method::POST, "/api/positions", Some(large), 413, "larger than this request allows").await;
}

#[tokio::test]
async fn an_imported_live_game_has_no_engine() {
    let client = Client::new();
    let id = client.new_game("", "random").await;
    let (_, line) = client.get_text(&format!("/api/games/{id}/export?format=json")).await;
    assert!(line.contains("random"), "{line}");
    let evil = line.replace("\"random\"", "\"cmd:/bin/false\"").replace("Ada", "Eve");
    let read = import(&client, &evil).await;
    assert_eq!(read["problems"], json!([]));
    let (_, game) = client.get(&format!("/api/games/{}", read["games"][0])).await;
    assert_eq!((&game["live"], &game["white"]["name"]), (&Value::Null, &json!("Eve")));
}

#[tokio::test]
async fn games_are_exported_in_every_format() {
    let client = Client::new();
    let id = import(&client, SGF).await["games"][0].as_i64().unwrap();
    let path = |query: &str| format!("/api/games/{id}/export?format={query}");
    let (status, headers, sgf) = client.ask(request(Method::GET, &path("sgf"), None)).await;
    assert_eq!(status, 200);
    assert!(sgf.contains("C[bold]") && sgf.contains("b1b4d4"), "{sgf}");
    assert_eq!(headers["content-disposition"], format!("attachment; filename=\"otrera-{id}.sgf\""));
    assert_eq!(client.get_text(&path("moves")).await.1.matches('/').count(), 5 + 3, "a FEN and three moves");
    assert!(client.get_text(&path("moves&node=1")).await.1.trim_end().ends_with("b1-b4/d4"));
    assert!(client.get_text(&path("fen")).await.1.ends_with(" b - - 3 2\n"));
    assert!(client.get_text(&path("fen&node=0")).await.1.starts_with("1q2q1/q4q/"));
    let (_, line) = client.get_text(&path("json")).await;
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["white"], "Ada");
    client.refused(Method::GET, &path("fen&node=77"), None, 404, "no variation or position 77").await;
    client.refused(Method::GET, &path("png"), None, 400, "png").await;
    client.refused(Method::GET, &format!("/api/games/{id}/export"), None, 400, "format").await;
    client.refused(Method::GET, "/api/games/12345/export?format=sgf", None, 404, "no game 12345").await;
}

#[tokio::test]
async fn lists_are_filtered_sorted_and_limited() {
    let client = Client::new();
    import(&client, "d1-d7/g7\nd1-d7/g7 d10-d8/j8\ng1-g7/d7 d10-d8/j8 g7-g6/g7\n").await;
    import(&client, SGF).await;
    let ids = async |query: &str| {
        let (status, list) = client.get(&format!("/api/games?{query}")).await;
        assert_eq!(status, 200, "{query}: {list}");
        let ids = list["games"].as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap());
        (ids.collect::<Vec<_>>(), list["total"].as_u64().unwrap())
    };
    assert_eq!(ids("sort=id&order=ascending").await, (vec![1, 2, 3, 4], 4));
    assert_eq!(ids("sort=length&order=descending&limit=2").await, (vec![4, 3], 4));
    assert_eq!(ids("sort=id&order=asc&offset=3").await, (vec![4], 4));
    assert_eq!(ids("player=ada").await, (vec![4], 1));
    assert_eq!(ids("board=6x6").await, (vec![4], 1));
    assert_eq!(ids("text=cup").await, (vec![4], 1));
    assert_eq!(ids("minPlies=2&maxPlies=2").await, (vec![2], 1));
    assert_eq!(ids("source=play").await, (vec![], 0));
    assert_eq!(ids("ending=unfinished&winner=nobody&player=&tag=").await.1, 4);
    for (query, status, words) in [
        ("limit=0", 422, "1 to 500 games, not 0"),
        ("limit=501", 422, "1 to 500"),
        ("limit=many", 400, "limit"),
        ("ending=sad", 422, "unknown name \"sad\", expected one of"),
        ("source=moon", 422, "unknown name \"moon\", expected one of"),
        ("sort=beauty", 400, "beauty"),
        ("sord=id", 400, "unknown field"),
    ] {
        client.refused(Method::GET, &format!("/api/games?{query}"), None, status, words).await;
    }
}

#[tokio::test]
async fn games_are_renamed_tagged_deleted_and_restored() {
    let client = Client::new();
    let id = client.new_game("", "").await;
    let path = format!("/api/games/{id}");
    let change = json!({"title": "  My  game ", "tags": ["club", "club", " ", "won"], "whiteName": "Hedy", "blackName": "Ida"});
    let game = client.change(Method::PATCH, &path, change).await;
    assert_eq!((&game["title"], &game["tags"]), (&json!("My game"), &json!(["club", "won"])));
    assert_eq!((&game["white"]["name"], &game["black"]["name"]), (&json!("Hedy"), &json!("Ida")));
    assert_eq!(client.get("/api/games?tag=club").await.1["games"][0]["title"], "My game");
    for (body, words) in [
        (json!({"title": "x".repeat(201)}), "at most 200"),
        (json!({"tags": (0..40).map(|tag| tag.to_string()).collect::<Vec<_>>()}), "at most 32 tags, not 40"),
        (json!({"name": "x"}), "unknown field"),
    ] {
        client.refused(Method::PATCH, &path, Some(body), 422, words).await;
    }
    client.refused(Method::PATCH, "/api/games/9", Some(json!({})), 404, "no game 9").await;
    client.refused(Method::POST, &format!("{path}/restore"), None, 409, "is not in the trash").await;
    let game = client.change(Method::DELETE, &path, json!({})).await;
    assert_eq!((&game["deleted"], &game["live"]), (&json!(true), &Value::Null));
    client.refused(Method::DELETE, &path, None, 409, "already").await;
    client.refused(Method::DELETE, "/api/games/9", None, 404, "no game 9").await;
    let body = json!({"ply": 1, "move": "b1b4,b4d4"});
    client.refused(Method::POST, &format!("{path}/moves"), Some(body.clone()), 409, "not in progress").await;
    assert_eq!(client.get("/api/games").await.1["total"], 0);
    assert_eq!(client.get("/api/games?trash=true").await.1["total"], 1);
    let game = client.changed(&format!("{path}/restore"), json!({})).await;
    assert_eq!((&game["deleted"], &game["live"]["turn"]), (&json!(false), &json!("white")));
    client.done(&format!("{path}/moves"), body).await;
}

#[tokio::test]
async fn players_and_levels_are_listed() {
    let client = Client::new();
    let (_, agents) = client.get("/api/agents").await;
    assert_eq!(agents["levels"].as_array().unwrap().len(), 10);
    let names: Vec<_> = agents["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
    assert!(names.contains(&&json!("otrera")) && names.contains(&&json!("mgpeo")), "{names:?}");
    let (_, version) = client.get("/api/version").await;
    assert_eq!((&version["name"], &version["warnings"]), (&json!("otrera"), &json!([])));
}

#[tokio::test]
async fn warnings_about_the_start_are_told_with_the_version() {
    let warnings = vec!["network a.net: the file is cut off".to_owned()];
    let client = Client::with(|options| options.warnings.clone_from(&warnings));
    assert_eq!(client.get("/api/version").await.1["warnings"], json!(warnings));
}

#[tokio::test]
async fn the_games_that_come_with_the_program_are_imported_once() {
    let client = Client::new();
    let imported = client.done("/api/import/collection", json!({})).await;
    assert_eq!((imported["games"].as_array().unwrap().len(), &imported["known"]), (100, &json!(0)));
    assert_eq!(imported["problems"], json!([]));
    let again = client.done("/api/import/collection", json!({})).await;
    assert_eq!((&again["games"], &again["known"]), (&imported["games"], &json!(100)));
    let list = client.get("/api/games?winner=nobody").await.1;
    assert_eq!(list["total"], 0, "every game is finished");
}
