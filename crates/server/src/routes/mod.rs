//! The routes: one file for each group.

pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod library;
mod live;
pub(crate) mod nodes;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod program;
pub(crate) mod review;
pub(crate) mod studies;
pub(crate) mod study;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::capacity::Client;
use crate::error::AppError;
use crate::extract::read_body;
use crate::state::AppState;
use crate::{access, assets};

/// The largest body of a request without a limit of its own.
const MAX_BODY: usize = 256 * 1024;

/// The router of the API and the page.
pub fn app(state: AppState) -> Router {
    let api = Router::new()
        .merge(study::routes())
        .merge(games::routes())
        .merge(play::routes())
        .merge(nodes::routes())
        .merge(studies::routes())
        .merge(review::routes())
        .merge(library::routes())
        .merge(program::routes())
        .layer(middleware::from_fn(run_to_completion))
        // What changes nothing ends when nobody waits for it any more; an import does, until it has been read.
        .merge(positions::routes())
        .merge(play::hint_route())
        .merge(files::routes())
        .merge(live::routes())
        .layer(middleware::from_fn(read_body))
        // An import is large: it is read when it has its place.
        .merge(files::import_route())
        .fallback(async || AppError::not_found("no such path; /api/docs lists all paths"));
    let api = api.method_not_allowed_fallback(async || {
        AppError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "this method is not allowed here; /api/docs lists the methods of each path",
        )
    });
    Router::new()
        .nest("/api", api)
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(state.clone(), access::check))
        .with_state(state)
}

/// Handles a request on a task of its own, so that it completes also if the client disconnects: a move that is on the disk
/// must reach the live game too.
async fn run_to_completion(request: Request, next: Next) -> Response {
    let client = Client::current().unwrap_or_else(Client::unknown);
    match tokio::spawn(client.scope(next.run(request))).await {
        Ok(response) => response,
        Err(error) => AppError::internal(&error).into_response(),
    }
}
