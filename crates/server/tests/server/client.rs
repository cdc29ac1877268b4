//! A client that asks the router itself, without a listener.

use std::path::PathBuf;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::{Access, AppState, StateOptions, app};
use tempfile::TempDir;
use tower::ServiceExt;

/// A router on a store of its own.
pub(crate) struct Client {
    router: Router,
    pub(crate) folder: TempDir,
}

impl Client {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut StateOptions)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut options = StateOptions::new(folder.path().join("games.sqlite"));
        change(&mut options);
        Self { router: app(AppState::new(options).unwrap()), folder }
    }

    pub(crate) fn guarded(access: Access) -> Self {
        Self::with(|options| options.access = access)
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.folder.path().join("games.sqlite")
    }

    /// Another server on the same store.
    pub(crate) fn neighbour(&self) -> Router {
        app(AppState::new(StateOptions::new(self.store())).unwrap())
    }

    pub(crate) async fn ask(&self, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
        ask(&self.router, request).await
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        let (status, text) = self.get_text(path).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub(crate) async fn get_text(&self, path: &str) -> (StatusCode, String) {
        let (status, _, text) = self.ask(request(Method::GET, path, None)).await;
        (status, text)
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.send(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        send(&self.router, method, path, body).await
    }

    /// A good answer to a POST.
    pub(crate) async fn done(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.post(path, body).await;
        assert!(status.is_success(), "POST {path}: {status} {answer}");
        answer
    }

    /// Changes a game, and shows it as it is then.
    pub(crate) async fn change(&self, method: Method, path: &str, body: Value) -> Value {
        let (status, answer) = self.send(method, path, Some(body)).await;
        assert!(status.is_success(), "{path}: {status} {answer}");
        let game: Vec<&str> = path.split('/').take(4).collect();
        let (_, game) = self.get(&game.join("/")).await;
        assert!(game["revision"].as_u64() >= Some(answer["revision"].as_u64().unwrap()), "{answer}");
        game
    }

    /// The same by POST.
    pub(crate) async fn changed(&self, path: &str, body: Value) -> Value {
        self.change(Method::POST, path, body).await
    }

    /// Asserts that a request fails with a status and a message that contains some words.
    pub(crate) async fn refused(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        status: u16,
        words: &str,
    ) {
        let (real, answer) = self.send(method.clone(), path, body).await;
        assert_eq!(real.as_u16(), status, "{method} {path}: {answer}");
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(words), "{method} {path}: {answer}");
        assert!(answer.get("field").is_some(), "{answer}");
    }

    /// A new game; the number of it.
    pub(crate) async fn new_game(&self, white: &str, black: &str) -> i64 {
        let body = json!({"board": "6x6", "white": seat(white), "black": seat(black)});
        self.done("/api/games", body).await["id"].as_i64().unwrap()
    }
}

/// A person by an empty text, or an engine by its spec.
pub(crate) fn seat(agent: &str) -> Value {
    match agent {
        "" => json!({"kind": "human", "name": "Ada"}),
        spec => json!({"kind": "engine", "name": "", "agent": spec}),
    }
}

pub(crate) fn request(method: Method, path: &str, body: Option<Value>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header("host", "localhost:8017");
    match body {
        None => request.body(Body::empty()).unwrap(),
        Some(body) => {
            request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap()
        }
    }
}

pub(crate) async fn ask(router: &Router, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
    let answer = router.clone().oneshot(request).await.unwrap();
    let (parts, body) = answer.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (parts.status, parts.headers, String::from_utf8_lossy(&bytes).into_owned())
}

pub(crate) async fn send(
    router: &Router,
    method: Method,
    path: &str,
    body: Option<Value>,
) -> (StatusCode, Value) {
    let (status, _, text) = ask(router, request(method, path, body)).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}
