//! Who may ask at all, and the headers of every answer.
//!
//! A page of another site can make a browser ask this server. So the name in `Host` must be one of this machine's own
//! (a rebound name of somebody else's is none), and whoever changes something or opens a socket must come from our own page
//! as `Origin` says. Beyond loopback whoever asks must know a token.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use crate::refusal::Refusal;
use crate::state::AppState;

/// The longest that an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The cookie that keeps the token.
const COOKIE: &str = "otrera_token";

/// What a browser may load: our own files and nothing else.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'; object-src 'none'";

/// Who may ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// Whoever uses this machine, by its own names.
    Loopback,
    /// Whoever knows the token, from anywhere.
    Token(Token),
}

/// A secret that lets in.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one, from the system's random numbers.
    ///
    /// # Errors
    /// When the system has none.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut bytes = [0_u8; 24];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The text, for the address that is shown to whoever started the server.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Compares without telling by the time it takes how much of a guess was right.
    fn is(&self, guess: &str) -> bool {
        let differences = self.0.bytes().zip(guess.bytes()).fold(0, |all, (own, other)| all | (own ^ other));
        self.0.len() == guess.len() && differences == 0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Lets a request through or not, and dresses the answer.
pub(crate) async fn check(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let answer = match entry(&state.access, &request) {
        Err(refusal) => refusal.into_response(),
        Ok(Entry::Greeting(greeting)) => *greeting,
        Ok(Entry::Open) => match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(answer) => answer,
            Err(_) => Refusal::busy("this took too long and was given up").into_response(),
        },
    };
    dress(answer, is_api)
}

/// How a request comes in.
enum Entry {
    /// To what it asks for.
    Open,
    /// With the token in its address: it gets a cookie first.
    Greeting(Box<Response>),
}

fn entry(access: &Access, request: &Request) -> Result<Entry, Refusal> {
    let headers = request.headers();
    let host = text(headers, &header::HOST)
        .map(str::to_owned)
        .or_else(|| request.uri().authority().map(ToString::to_string))
        .ok_or_else(|| Refusal::bad("the request names no Host"))?;
    if *access == Access::Loopback && !is_loopback(&host) {
        return Err(Refusal::forbidden(format!(
            "this server answers to localhost and 127.0.0.1 only, not to {host:?}; to reach it by another name start it \
             with --host"
        )));
    }
    check_origin(request, &host)?;
    let Access::Token(token) = access else { return Ok(Entry::Open) };
    if request.method() == Method::GET && query_token(request.uri()).is_some_and(|guess| token.is(guess)) {
        return Ok(Entry::Greeting(Box::new(greeting(token))));
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let by_cookie = cookies.any(|(name, value)| name == COOKIE && token.is(value));
    let bearer = text(headers, &header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    if by_cookie || bearer.is_some_and(|guess| token.is(guess)) {
        return Ok(Entry::Open);
    }
    Err(Refusal::unauthorized(
        "this server wants a token: open the whole address that it printed when it was started, with ?token=...",
    ))
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn query_token(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// Whether a `Host` is one of this machine's own names, at whatever port.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_address = name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    is_address || name.eq_ignore_ascii_case("localhost")
}

/// Whoever changes something or opens a socket must come from our own page; programs that are no browser say nothing of
/// where they come from.
fn check_origin(request: &Request, host: &str) -> Result<(), Refusal> {
    let headers = request.headers();
    let opens_socket = text(headers, &header::UPGRADE).is_some();
    if matches!(*request.method(), Method::GET | Method::HEAD) && !opens_socket {
        return Ok(());
    }
    let foreign = |origin: &str| {
        Refusal::forbidden(format!("a page of {origin:?} may not do this here: open the board's own page"))
    };
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or("?");
        let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if !own.is_some_and(|own| own.eq_ignore_ascii_case(host)) {
            return Err(foreign(origin));
        }
    }
    match text(headers, &HeaderName::from_static("sec-fetch-site")) {
        Some("cross-site") => Err(foreign("another site")),
        _ => Ok(()),
    }
}

/// Gives the cookie and goes on to the page without the token in its address. A redirect would do, but a cookie that is
/// strict is not sent along with a redirect that began elsewhere.
fn greeting(token: &Token) -> Response {
    let cookie = format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", token.reveal());
    let page = "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=\"0; url=/\"><title>Otrera</title>\
                <p><a href=\"/\">To the board</a>";
    ([(header::SET_COOKIE, cookie)], Html(page)).into_response()
}

fn dress(mut answer: Response, is_api: bool) -> Response {
    let headers = answer.headers_mut();
    let fixed: [(HeaderName, &str); 7] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    answer
}
