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
pub(crate) mod study;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;
use crate::state::AppState;
use crate::{assets, guard};

/// The largest body of a request that has no limit of its own.
const BODY: usize = 256 * 1024;

/// Everything that can be asked for.
pub fn app(state: AppState) -> Router {
    let api = Router::new()
        .merge(positions::routes())
        .merge(study::routes())
        .merge(games::routes())
        .merge(play::routes())
        .merge(nodes::routes())
        .merge(review::routes())
        .merge(library::routes())
        .merge(files::routes())
        .merge(program::routes())
        .merge(live::routes())
        .fallback(async || {
            Refusal::missing("there is nothing at this address; /api/docs lists what there is")
        });
    let api = api.method_not_allowed_fallback(async || {
        Refusal::wrong_method("this address does not take such a request; /api/docs lists what it takes")
    });
    Router::new()
        .nest("/api", api)
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn(to_the_end))
        .layer(middleware::from_fn_with_state(state.clone(), guard::check))
        .with_state(state)
}

/// Answers a request on a task of its own, so that what has begun is done even if whoever asked goes away: a move that is
/// on the disk must be at the table too.
async fn to_the_end(request: Request, next: Next) -> Response {
    match tokio::spawn(next.run(request)).await {
        Ok(response) => response,
        Err(fault) => Refusal::ours(&fault).into_response(),
    }
}
