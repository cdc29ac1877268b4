//! The OpenAPI document, generated from the routes and types, and a plain HTML page of it.

use std::fmt::Write;

use serde_json::Value;
use utoipa::OpenApi;

use crate::api::{ClientMessage, ExportFormat, ServerMessage, SortBy, SortOrder};
use crate::routes::{files, games, library, nodes, play, positions, program, review, studies, study};

/// The OpenAPI document.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Otrera",
        description = "The Game of the Amazons: play, analysis and the library of games. Squares are `a1` to `p16`, moves \
            `d1d7,d7g7`, every value is from White's view. An error has a status and the body `{error, field}`. The socket \
            `/api/live` takes ClientMessage and sends ServerMessage, one JSON object for each text frame.",
    ),
    paths(
        positions::show, positions::shots,
        games::create, games::show, games::change, games::delete, games::restore,
        play::play, play::take_back, play::resign, play::pause, play::resume, play::set_pace, play::step,
        play::finish, play::rematch, play::hint,
        nodes::add, nodes::change, nodes::remove, nodes::promote, nodes::undo, studies::create,
        study::check, study::overlay, study::explore, study::book_moves, study::proof, review::start, review::stop, review::show,
        library::list, files::import, files::import_collection, files::export,
        program::players, program::version,
    ),
    components(schemas(ClientMessage, ServerMessage, SortBy, SortOrder, ExportFormat)),
    tags(
        (name = "positions", description = "Positions and their legal moves"),
        (name = "games", description = "Create, show, rename, delete and restore games"),
        (name = "play", description = "Moves and other actions in live games"),
        (name = "nodes", description = "Variations and comments"),
        (name = "review", description = "Grades of all moves of a game"),
        (name = "library", description = "Lists, import and export"),
        (name = "program", description = "Players and version"),
    ),
)]
struct Description;

/// The document as a plain HTML page, without scripts and external files.
#[must_use]
pub(crate) fn page() -> String {
    let document = serde_json::to_value(document()).unwrap_or_default();
    let mut page = String::from(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>Otrera: the API</title><main><h1>The API of Otrera</h1>",
    );
    let text = |value: &Value| escape(value.as_str().unwrap_or_default());
    let _ = write!(
        page,
        "<p>{}</p><p><a href=\"/api/openapi.json\">As OpenAPI</a></p>",
        text(&document["info"]["description"])
    );
    let empty = serde_json::Map::new();
    for (path, methods) in document["paths"].as_object().unwrap_or(&empty) {
        for (method, operation) in methods.as_object().unwrap_or(&empty) {
            let summary = text(&operation["summary"]);
            let _ = write!(
                page,
                "<h2><code>{} {}</code></h2><p>{summary}</p>",
                method.to_uppercase(),
                escape(path)
            );
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            if let Some(name) = reference(body) {
                let _ = write!(page, "<p>Takes <a href=\"#{name}\">{name}</a>.</p>");
            }
            for (status, answer) in operation["responses"].as_object().unwrap_or(&empty) {
                if let Some(name) = reference(&answer["content"]["application/json"]["schema"]) {
                    let _ = write!(page, "<p>{status}: <a href=\"#{name}\">{name}</a>.</p>");
                }
            }
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap_or(&empty) {
        let json = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = write!(
            page,
            "<h2 id=\"{name}\">{name}</h2><p>{}</p><pre>{}</pre>",
            text(&schema["description"]),
            escape(&json)
        );
    }
    page + "</main></html>"
}

/// The name of the schema of a reference.
fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
