//! Which requests are allowed, and the headers of every response.
//!
//! A page of another site can make a browser send requests to this server. So `Host` must name this machine (which a
//! rebound DNS name does not), and a request that changes something or opens a socket must have our own page as its
//! `Origin`. A server that listens beyond loopback also requires a token.

use std::time::Duration;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use crate::capacity::Client;
use crate::connections::Connection;
use crate::error::{AppError, page_for_people};
use crate::state::AppState;

/// The longest time for a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// The cookie with the token.
const COOKIE: &str = "otrera_token";

/// The cookie with the name of a browser, by which it gets its share of the cores and the memory.
const CLIENT_COOKIE: &str = "otrera_client";
/// The longest name of a browser.
const MAX_CLIENT: usize = 64;

/// Lets the browser load our own files only.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'; object-src 'none'";

/// Which clients may connect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// Clients on this machine, by its loopback names.
    Loopback,
    /// Clients with the token, from anywhere.
    Token(Token),
}

/// The secret of a server that listens beyond loopback.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new token from the random numbers of the system.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut bytes = [0_u8; 24];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The text of the token, for the address that is printed at the start.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Compares in constant time.
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

/// Answers a request that is not allowed with an error, and adds the security headers to every response.
pub(crate) async fn check(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    // A browser that is to show the answer itself asks for HTML; the page and programs do not.
    let is_for_people =
        text(request.headers(), &header::ACCEPT).is_some_and(|kinds| kinds.contains("text/html"));
    let browser =
        cookie(request.headers(), CLIENT_COOKIE).filter(|name| name.len() <= MAX_CLIENT).map(str::to_owned);
    let is_new_browser = is_for_people && !is_api && browser.is_none();
    let response = match authorize(&state.access, &request) {
        // The connection keeps its rank: one whose requests are refused gives way as one that has sent nothing.
        Err(error) => error.into_response(),
        Ok(login) => {
            let connection = request.extensions().get::<Arc<Connection>>().map(Arc::clone);
            let response = match login {
                Some(login) => login,
                None => answer(connection.as_ref(), browser.as_deref(), request, next).await,
            };
            connection.inspect(|connection| connection.end());
            response
        }
    };
    let response = if is_for_people { page_for_people(response) } else { response };
    let response = if is_new_browser { with_client_cookie(response) } else { response };
    with_security_headers(response, is_api)
}

/// Answers a request that is allowed, as work for its client.
async fn answer(
    connection: Option<&Arc<Connection>>,
    browser: Option<&str>,
    request: Request,
    next: Next,
) -> Response {
    // One with a body is at work only when the body is there: `extract::read_body` says so.
    if let Some(connection) = connection.filter(|_| !has_body(&request)) {
        connection.begin();
    }
    let by_address = || connection.map_or_else(Client::unknown, |peer| Client::address(peer.address));
    let client = browser.map_or_else(by_address, Client::browser);
    match tokio::time::timeout(RESPONSE_TIMEOUT, client.scope(next.run(request))).await {
        Ok(response) => response,
        Err(_) => AppError::busy("the request timed out").into_response(),
    }
}

fn has_body(request: &Request) -> bool {
    use axum::body::HttpBody;
    !request.body().is_end_stream()
}

/// Gives a browser a name. Without random numbers it has none, and shares with all others at its address.
fn with_client_cookie(mut response: Response) -> Response {
    let mut name = [0_u8; 12];
    if getrandom::fill(&mut name).is_ok() {
        let name: String = name.iter().map(|byte| format!("{byte:02x}")).collect();
        let cookie = format!("{CLIENT_COOKIE}={name}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000");
        response.headers_mut().append(header::SET_COOKIE, cookie.parse().expect("letters and digits"));
    }
    response
}

/// Checks a request. A request with the token in its query string gets the response that sets the cookie.
fn authorize(access: &Access, request: &Request) -> Result<Option<Response>, AppError> {
    let headers = request.headers();
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Err(AppError::bad_request("the header Host stands there more than once"));
    }
    let host = text(headers, &header::HOST)
        .map(str::to_owned)
        .or_else(|| request.uri().authority().map(ToString::to_string))
        .ok_or_else(|| AppError::bad_request("the header Host is missing"))?;
    if *access == Access::Loopback && !is_loopback(&host) {
        return Err(forbidden(format!(
            "this server answers to localhost and 127.0.0.1 only, not to {host:?}; start it with --host to reach it by \
             another name"
        )));
    }
    check_origin(request, &host)?;
    let Access::Token(token) = access else { return Ok(None) };
    if request.method() == Method::GET && query_token(request.uri()).is_some_and(|guess| token.is(guess)) {
        return Ok(Some(login(token)));
    }
    let by_cookie = cookies(headers).any(|(name, value)| name == COOKIE && token.is(value));
    let bearer = text(headers, &header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    if by_cookie || bearer.is_some_and(|guess| token.is(guess)) {
        return Ok(None);
    }
    Err(AppError::new(
        StatusCode::UNAUTHORIZED,
        "this server requires a token: open the whole address that it printed at its start, with ?token=...",
    ))
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='))
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    cookies(headers).find(|(other, _)| *other == name).map(|(_, value)| value)
}

fn forbidden(message: String) -> AppError {
    AppError::new(StatusCode::FORBIDDEN, message)
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn query_token(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// Whether a `Host` is a loopback name of this machine, at any port.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_address = name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    is_address || name.eq_ignore_ascii_case("localhost")
}

/// Checks that a request that changes something or opens a socket comes from our own page. Programs other than browsers
/// send no `Origin` and are allowed.
fn check_origin(request: &Request, host: &str) -> Result<(), AppError> {
    let headers = request.headers();
    let opens_socket = text(headers, &header::UPGRADE).is_some();
    if matches!(*request.method(), Method::GET | Method::HEAD) && !opens_socket {
        return Ok(());
    }
    let foreign = |origin: &str| {
        forbidden(format!("a page of {origin:?} may not send this request: use the board's own page"))
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

/// Sets the cookie and loads the page without the token in its address. It is no redirect, because a strict cookie is not
/// sent with a redirect that began on another site.
fn login(token: &Token) -> Response {
    let cookie = format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", token.reveal());
    let page = "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=\"0; url=/\"><title>Otrera</title>\
                <p><a href=\"/\">To the board</a>";
    ([(header::SET_COOKIE, cookie)], Html(page)).into_response()
}

fn with_security_headers(mut response: Response, is_api: bool) -> Response {
    let headers = response.headers_mut();
    let fixed: [(HeaderName, &str); 7] = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
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
    response
}
