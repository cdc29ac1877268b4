//! The files of the page: embedded in the binary, or read from a folder during development.

use std::borrow::Cow;
use std::path::{Component, Path};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::AppError;
use crate::state::AppState;

/// The committed build of `web/`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// A file of the page.
struct Asset {
    bytes: Cow<'static, [u8]>,
    /// The ETag; empty for a file that is not cached.
    tag: String,
}

/// Responds with a file of the page.
pub(crate) async fn serve(State(state): State<AppState>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return AppError::not_found("only GET and HEAD are allowed outside /api").into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let asset = match &state.web {
        Some(folder) => from_folder(folder, path).await,
        None => embedded(path),
    };
    match asset {
        Some(asset) => response(path, asset, request.headers()),
        None if path == "index.html" => AppError::not_found(
            "this binary was built without the page: run cargo xtask web and build it again",
        )
        .into_response(),
        None => AppError::not_found(format!("no such file: {path:?}")).into_response(),
    }
}

fn embedded(path: &str) -> Option<Asset> {
    let file = Page::get(path)?;
    let hash = file.metadata.sha256_hash();
    let tag = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    Some(Asset { bytes: file.data, tag })
}

async fn from_folder(folder: &Path, path: &str) -> Option<Asset> {
    // No path leads out of the folder.
    let path = Path::new(path);
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let file = folder.join(path);
    let bytes = tokio::task::spawn_blocking(move || std::fs::read(file)).await.ok()?.ok()?;
    // The files change during development: the browser must not cache them.
    Some(Asset { bytes: bytes.into(), tag: String::new() })
}

fn response(path: &str, asset: Asset, request_headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", asset.tag);
    let is_known = !asset.tag.is_empty()
        && request_headers
            .get_all(header::IF_NONE_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .any(|value| value.split(',').any(|known| known.trim().trim_start_matches("W/") == tag));
    // The names do not change with the contents, so the browser revalidates each time.
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if is_known {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = [(header::CONTENT_TYPE, content_type(path))];
    if asset.tag.is_empty() {
        return (kind, [(header::CACHE_CONTROL, "no-store")], asset.bytes.into_owned()).into_response();
    }
    (caching, kind, asset.bytes.into_owned()).into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
