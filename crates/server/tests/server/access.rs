//! Access checks and the headers of every response.

use axum::http::{HeaderMap, Method, Request, StatusCode};
use server::{Access, Token};

use crate::client::{Client, request};

async fn with_headers(
    client: &Client,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
) -> (StatusCode, HeaderMap, String) {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    client.ask(request.body("".into()).unwrap()).await
}

#[tokio::test]
async fn only_loopback_names_are_allowed_as_host() {
    let client = Client::new();
    for host in ["localhost", "LOCALHOST:8017", "127.0.0.1:1", "127.9.9.9", "[::1]:8017"] {
        let (status, _, text) = with_headers(&client, Method::GET, "/api/version", &[("host", host)]).await;
        assert_eq!(status, 200, "{host}: {text}");
    }
    for host in
        ["evil.example", "localhost.evil.example", "192.168.0.7:8017", "127.0.0.1.evil.example", "[::2]", ""]
    {
        let (status, _, text) = with_headers(&client, Method::GET, "/api/version", &[("host", host)]).await;
        assert_eq!(status, 403, "{host}: {text}");
        assert!(text.contains("answers to localhost"), "{text}");
        // The page itself is no exception.
        assert_eq!(with_headers(&client, Method::GET, "/", &[("host", host)]).await.0, 403);
    }
    let (status, _, text) = with_headers(&client, Method::GET, "/api/version", &[]).await;
    assert_eq!(status, 400, "{text}");
    let twice = [("host", "localhost"), ("host", "evil.example")];
    let (status, _, text) = with_headers(&client, Method::GET, "/api/version", &twice).await;
    assert_eq!(status, 400, "{text}");
}

#[tokio::test]
async fn a_browser_gets_a_name_once() {
    let client = Client::new();
    let page = [("host", "localhost"), ("accept", "text/html")];
    let (_, headers, _) = with_headers(&client, Method::GET, "/", &page).await;
    let cookie = headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("otrera_client=") && cookie.contains("HttpOnly; SameSite=Strict"), "{cookie}");
    let name = cookie.split(';').next().unwrap();
    let named = [("host", "localhost"), ("accept", "text/html"), ("cookie", name)];
    assert!(!with_headers(&client, Method::GET, "/", &named).await.1.contains_key("set-cookie"));
    let program = [("host", "localhost")];
    assert!(!with_headers(&client, Method::GET, "/api/version", &program).await.1.contains_key("set-cookie"));
}

#[tokio::test]
async fn requests_of_other_origins_that_change_something_are_rejected() {
    let client = Client::new();
    let host = ("host", "localhost:8017");
    for (method, path) in [
        (Method::POST, "/api/games"),
        (Method::DELETE, "/api/games/1"),
        (Method::PATCH, "/api/games/1"),
        (Method::POST, "/api/import"),
    ] {
        for origin in
            ["http://evil.example", "null", "http://localhost:9999", "http://localhost.evil.example:8017"]
        {
            let (status, _, text) =
                with_headers(&client, method.clone(), path, &[host, ("origin", origin)]).await;
            assert_eq!(status, 403, "{method} {path} from {origin}: {text}");
        }
        let cross = [host, ("sec-fetch-site", "cross-site")];
        assert_eq!(with_headers(&client, method.clone(), path, &cross).await.0, 403);
        let own = [host, ("origin", "http://localhost:8017"), ("sec-fetch-site", "same-origin")];
        assert_ne!(with_headers(&client, method, path, &own).await.0, 403);
    }
    let socket =
        [host, ("upgrade", "websocket"), ("connection", "upgrade"), ("origin", "http://evil.example")];
    assert_eq!(with_headers(&client, Method::GET, "/api/live", &socket).await.0, 403);
    // A body that is no JSON, as a plain form of another site could send, is not read.
    let form = [host, ("content-type", "text/plain")];
    assert_eq!(with_headers(&client, Method::POST, "/api/games", &form).await.0, 415);
}

#[tokio::test]
async fn beyond_loopback_a_token_is_required() {
    let token = Token::generate().unwrap();
    assert_ne!(token.reveal(), Token::generate().unwrap().reveal());
    let client = Client::guarded(Access::Token(token.clone()));
    let host = ("host", "board.example:8017");
    for path in ["/", "/api/version", "/api/games", "/?token=", "/?token=0", "/api/live"] {
        let (status, headers, text) = with_headers(&client, Method::GET, path, &[host]).await;
        assert_eq!(status, 401, "{path}: {text}");
        assert!(headers.get("set-cookie").is_none());
    }
    let wrong = format!("Bearer {}", Token::generate().unwrap().reveal());
    assert_eq!(
        with_headers(&client, Method::GET, "/api/version", &[host, ("authorization", &wrong)]).await.0,
        401
    );
    let bearer = format!("Bearer {}", token.reveal());
    assert_eq!(
        with_headers(&client, Method::GET, "/api/version", &[host, ("authorization", &bearer)]).await.0,
        200
    );
    let address = format!("/?token={}", token.reveal());
    let (status, headers, page) = with_headers(&client, Method::GET, &address, &[host]).await;
    assert_eq!(status, 200);
    assert!(page.contains("url=/") && !page.contains(token.reveal()), "{page}");
    let cookie = headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = format!("other=1; {}", cookie.split(';').next().unwrap());
    assert_eq!(with_headers(&client, Method::GET, "/api/version", &[host, ("cookie", &cookie)]).await.0, 200);
    // The token does not make up for a foreign origin.
    let foreign = [host, ("cookie", cookie.as_str()), ("origin", "http://evil.example")];
    assert_eq!(with_headers(&client, Method::POST, "/api/games", &foreign).await.0, 403);
    assert!(!format!("{:?}", Access::Token(token.clone())).contains(token.reveal()));
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let client = Client::new();
    for path in ["/", "/api/version", "/api/nowhere", "/nowhere.js"] {
        let (_, headers, _) = client.ask(request(Method::GET, path, None)).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'self'; script-src 'self';") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["x-frame-options"], "DENY");
    }
    let (_, headers, _) = client.ask(request(Method::GET, "/api/version", None)).await;
    assert_eq!(headers["cache-control"], "no-store");
}

#[tokio::test]
async fn the_page_is_served_from_a_folder_and_no_file_outside_it() {
    let folder = tempfile::tempdir().unwrap();
    let web = folder.path().join("dist");
    std::fs::create_dir(&web).unwrap();
    std::fs::write(web.join("index.html"), "<h1>board</h1>").unwrap();
    std::fs::write(web.join("app.js"), "1").unwrap();
    std::fs::write(folder.path().join("secret"), "s").unwrap();
    let client = Client::with(|options| options.web = Some(web));
    let (status, headers, page) = client.ask(request(Method::GET, "/", None)).await;
    assert_eq!((status.as_u16(), page.as_str()), (200, "<h1>board</h1>"));
    assert_eq!(headers["content-type"], "text/html; charset=utf-8");
    let (_, headers, _) = client.ask(request(Method::GET, "/app.js", None)).await;
    assert_eq!(headers["content-type"], "text/javascript; charset=utf-8");
    for path in ["/../secret", "/..%2fsecret", "/%2e%2e/secret", "//etc/passwd", "/missing"] {
        let (status, _, text) = client.ask(request(Method::GET, path, None)).await;
        assert_eq!(status, 404, "{path}: {text}");
    }
    client.refused(Method::POST, "/", None, 404, "only GET and HEAD").await;
}

#[tokio::test]
async fn a_person_at_a_wrong_address_gets_a_page() {
    let client = Client::new();
    for (path, status, words) in [("/nowhere", 404, "no such file"), ("/api/games/9", 404, "no game 9")] {
        let mut asked = request(Method::GET, path, None);
        asked.headers_mut().insert("accept", "text/html,*/*;q=0.8".parse().unwrap());
        let (real, headers, text) = client.ask(asked).await;
        assert_eq!(real.as_u16(), status, "{path}");
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        assert!(text.contains(words) && text.contains("href=\"/\""), "{text}");
    }
    let (_, headers, _) = client.ask(request(Method::GET, "/nowhere", None)).await;
    assert_eq!(headers["content-type"], "application/json");
    let guarded = Client::guarded(Access::Token(Token::generate().unwrap()));
    let mut asked = request(Method::GET, "/", None);
    asked.headers_mut().insert("accept", "text/html".parse().unwrap());
    let (status, _, text) = guarded.ask(asked).await;
    assert!(status == 401 && text.contains("open the whole address"), "{text}");
    // What is told is text, not markup.
    let mut asked = request(Method::GET, "/%3Cscript%3E", None);
    asked.headers_mut().insert("accept", "text/html".parse().unwrap());
    assert!(!client.ask(asked).await.2.contains("<script"));
}
