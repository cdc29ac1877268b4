//! Invalid requests: the response is a client error in JSON, never a server error.

use axum::body::Body;
use axum::http::{Method, Request};
use proptest::prelude::*;
use proptest::strategy::Strategy;
use serde_json::{Value, json};

use crate::client::Client;

/// Words of the API, so that invalid requests get past the first checks.
const WORDS: &[&str] = &[
    "fen",
    "board",
    "delay",
    "white",
    "black",
    "kind",
    "name",
    "agent",
    "clock",
    "seconds",
    "increment",
    "pace",
    "ply",
    "move",
    "parent",
    "comment",
    "title",
    "tags",
    "whiteName",
    "text",
    "color",
    "human",
    "engine",
    "random",
    "10x10",
    "6x6",
    "otrera:level=1",
    "b1b4,b4d4",
    "1q1/3/1Q1 w - - 0 1",
    "16x16",
    "q/Q w",
    "nodes",
    "columns",
    "rows",
    "turn",
];

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-5_i64..20).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        proptest::sample::select(WORDS).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let key = proptest::sample::select(WORDS);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((key, inner), 0..8)
                .prop_map(|pairs| pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let object = |kind: &'static str| {
        let seat =
            json!({"kind": kind, "name": "", "agent": if kind == "engine" { Some("random") } else { None }});
        json_value().prop_map(move |value| {
            let mut body = json!({"white": seat, "black": seat, "ply": 1, "move": "b1b4,b4d4", "parent": 0});
            if let (Some(body), Value::Object(more)) = (body.as_object_mut(), value) {
                body.extend(more);
            }
            body
        })
    };
    prop_oneof![
        json_value().prop_map(|value| value.to_string().into_bytes()),
        object("human").prop_map(|value| value.to_string().into_bytes()),
        object("engine").prop_map(|value| value.to_string().into_bytes()),
        proptest::collection::vec(any::<u8>(), 0..64),
    ]
}

fn path() -> impl Strategy<Value = String> {
    let id = prop_oneof![Just("1".to_owned()), Just("2".to_owned()), "[0-9]{1,22}", "[-a-z%0-9]{1,6}"];
    let act = proptest::sample::select(
        &[
            "",
            "/moves",
            "/takeback",
            "/resign",
            "/pause",
            "/resume",
            "/pace",
            "/rematch",
            "/nodes",
            "/nodes/0",
            "/nodes/10000",
            "/nodes/10000/promote",
            "/restore",
            "/export?format=sgf",
            "/export?format=fen&node=1",
            "/review",
        ][..],
    );
    prop_oneof![
        (id, act).prop_map(|(id, act)| format!("/api/games/{id}{act}")),
        proptest::sample::select(
            &[
                "/api/games",
                "/api/positions",
                "/api/positions/check",
                "/api/positions/overlays",
                "/api/positions/explore",
                "/api/positions/book",
                "/api/positions/proof",
                "/api/import",
                "/api/games?limit=3",
                "/api/games?sort=id&text=%25",
                "/api/agents",
                "/api/live",
                "/",
            ][..]
        )
        .prop_map(str::to_owned),
    ]
}

fn method() -> impl Strategy<Value = Method> {
    proptest::sample::select(&[Method::GET, Method::POST, Method::PATCH, Method::DELETE, Method::PUT][..])
}

#[test]
fn invalid_requests_are_client_errors_in_json() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let _inside = runtime.enter();
    let client = Client::new();
    runtime.block_on(client.new_game("", ""));
    let config = ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(method in method(), path in path(), body in body())| {
        let request = Request::builder().method(&method).uri(&path).header("host", "localhost");
        let request = request.header("content-type", "application/json").body(Body::from(body.clone()));
        let Ok(request) = request else { return Ok(()) };
        let (status, _, text) = runtime.block_on(client.ask(request));
        let sent = String::from_utf8_lossy(&body);
        prop_assert!(status.as_u16() < 500, "{method} {path} {sent}: {status} {text}");
        if status.is_client_error() {
            let answer: Value = serde_json::from_str(&text).unwrap_or_default();
            prop_assert!(answer["error"].as_str().is_some_and(|words| words.len() > 10), "{method} {path} {sent}: {text}");
        }
    });
}
