//! Lines that were not played, and what is said about positions.

use axum::extract::State;
use axum::routing::{patch, post};
use axum::{Json, Router};
use store::GameId;

use crate::api::{CommentChange, Fault, GameDocument, NodeAdded, NodeRequest};
use crate::error::AppError;
use crate::extract::{JsonBody, PathParams};
use crate::state::AppState;
use crate::view;

/// The longest comment, in bytes.
const LONGEST: usize = 20_000;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/games/{id}/nodes", post(add))
        .route("/games/{id}/nodes/{node}", patch(comment).delete(remove))
        .route("/games/{id}/nodes/{node}/promote", post(promote))
}

/// Adds a move to the lines of a game; one that is there already is found.
#[utoipa::path(post, operation_id = "addNode", path = "/api/games/{id}/nodes", tag = "nodes", request_body = NodeRequest,
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = NodeAdded), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn add(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<NodeRequest>,
) -> Result<Json<NodeAdded>, AppError> {
    let mv = view::read_move(&request.mv)?;
    let node = state.store.write(move |store| store.add_variation(GameId(id), request.parent, mv)).await?;
    let document = state.games.changed(&state, id).await?;
    Ok(Json(NodeAdded { document, node }))
}

/// Says something about a position, or takes it back.
#[utoipa::path(patch, operation_id = "commentNode", path = "/api/games/{id}/nodes/{node}", tag = "nodes", request_body = CommentChange,
    params(("id" = i64, Path, description = "the game"), ("node" = u32, Path, description = "the node")),
    responses((status = 200, body = GameDocument), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn comment(
    State(state): State<AppState>,
    PathParams((id, node)): PathParams<(i64, u32)>,
    JsonBody(change): JsonBody<CommentChange>,
) -> Result<Json<GameDocument>, AppError> {
    let words = change.comment.filter(|words| !words.trim().is_empty());
    if words.as_ref().is_some_and(|words| words.len() > LONGEST) {
        return Err(AppError::field("comment", format!("a comment has {LONGEST} letters at most")));
    }
    state.store.write(move |store| store.set_comment(GameId(id), node, words.as_deref())).await?;
    Ok(Json(state.games.changed(&state, id).await?))
}

/// Takes a line that was not played away, with all that follows it.
#[utoipa::path(delete, operation_id = "removeNode", path = "/api/games/{id}/nodes/{node}", tag = "nodes",
    params(("id" = i64, Path, description = "the game"), ("node" = u32, Path, description = "the node")),
    responses((status = 200, body = GameDocument), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn remove(
    State(state): State<AppState>,
    PathParams((id, node)): PathParams<(i64, u32)>,
) -> Result<Json<GameDocument>, AppError> {
    refuse_played(node)?;
    state.store.write(move |store| store.remove_variation(GameId(id), node)).await?;
    Ok(Json(state.games.changed(&state, id).await?))
}

/// Makes a line the first of those that were not played.
#[utoipa::path(post, operation_id = "promoteNode", path = "/api/games/{id}/nodes/{node}/promote", tag = "nodes",
    params(("id" = i64, Path, description = "the game"), ("node" = u32, Path, description = "the node")),
    responses((status = 200, body = GameDocument), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn promote(
    State(state): State<AppState>,
    PathParams((id, node)): PathParams<(i64, u32)>,
) -> Result<Json<GameDocument>, AppError> {
    refuse_played(node)?;
    state.store.write(move |store| store.promote_variation(GameId(id), node)).await?;
    Ok(Json(state.games.changed(&state, id).await?))
}

fn refuse_played(node: u32) -> Result<(), AppError> {
    if node < store::Study::FIRST {
        return Err(AppError::conflict("what was played stays as it was: only variations can be changed"));
    }
    Ok(())
}
