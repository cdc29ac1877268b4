//! Variations and comments.

use axum::extract::State;
use axum::routing::{patch, post};
use axum::{Json, Router};
use store::{GameId, Shape};

use super::play::acknowledged;
use crate::api::{Acknowledgement, ErrorBody, NodeChange, NodeRequest};
use crate::error::AppError;
use crate::extract::{JsonBody, PathParams};
use crate::state::AppState;
use crate::view;

/// The longest comment, in bytes.
const MAX_COMMENT: usize = 20_000;
/// The most shapes of a node.
const MAX_SHAPES: usize = 256;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/games/{id}/nodes", post(add))
        .route("/games/{id}/nodes/{node}", patch(change).delete(remove))
        .route("/games/{id}/nodes/{node}/promote", post(promote))
        .route("/games/{id}/undo", post(undo))
}

/// Adds a move to the tree of a game, or finds it there.
#[utoipa::path(post, operation_id = "addNode", path = "/api/games/{id}/nodes", tag = "nodes", request_body = NodeRequest,
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn add(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<NodeRequest>,
) -> Result<Json<Acknowledgement>, AppError> {
    let mv = view::read_move(&request.mv)?;
    let node = state.store.write(move |store| store.add_variation(GameId(id), request.parent, mv)).await?;
    let revision = state.games.changed(&state, id).await?;
    Ok(Json(Acknowledgement { revision, node: Some(node) }))
}

/// Sets the comment and the shapes of a node.
#[utoipa::path(patch, operation_id = "changeNode", path = "/api/games/{id}/nodes/{node}", tag = "nodes", request_body = NodeChange,
    params(("id" = i64, Path, description = "the game"), ("node" = u32, Path, description = "the node")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn change(
    State(state): State<AppState>,
    PathParams((id, node)): PathParams<(i64, u32)>,
    JsonBody(change): JsonBody<NodeChange>,
) -> Result<Json<Acknowledgement>, AppError> {
    let comment = change.comment.map(|comment| comment.filter(|comment| !comment.trim().is_empty()));
    if comment.iter().flatten().any(|comment| comment.len() > MAX_COMMENT) {
        return Err(AppError::field("comment", format!("a comment has at most {MAX_COMMENT} bytes")));
    }
    let shapes = change.shapes.map(|shapes| {
        if shapes.len() > MAX_SHAPES {
            return Err(AppError::field("shapes", format!("a node has at most {MAX_SHAPES} shapes")));
        }
        shapes.iter().map(|shape| view::read_shape(shape)).collect::<Result<Vec<Shape>, _>>()
    });
    let shapes = shapes.transpose()?;
    let write = move |store: &mut store::Store| -> Result<(), store::StoreError> {
        if let Some(comment) = comment {
            store.set_comment(GameId(id), node, comment.as_deref())?;
        }
        if let Some(shapes) = shapes {
            store.set_shapes(GameId(id), node, &shapes)?;
        }
        Ok(())
    };
    state.store.write(write).await?;
    acknowledged(state.games.changed(&state, id).await?)
}

/// Removes a variation with all its continuations.
#[utoipa::path(delete, operation_id = "removeNode", path = "/api/games/{id}/nodes/{node}", tag = "nodes",
    params(("id" = i64, Path, description = "the game"), ("node" = u32, Path, description = "the node")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn remove(
    State(state): State<AppState>,
    PathParams((id, node)): PathParams<(i64, u32)>,
) -> Result<Json<Acknowledgement>, AppError> {
    check_variation(node)?;
    state.store.write(move |store| store.remove_variation(GameId(id), node)).await?;
    acknowledged(state.games.changed(&state, id).await?)
}

/// Makes a variation the first one.
#[utoipa::path(post, operation_id = "promoteNode", path = "/api/games/{id}/nodes/{node}/promote", tag = "nodes",
    params(("id" = i64, Path, description = "the game"), ("node" = u32, Path, description = "the node")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn promote(
    State(state): State<AppState>,
    PathParams((id, node)): PathParams<(i64, u32)>,
) -> Result<Json<Acknowledgement>, AppError> {
    check_variation(node)?;
    state.store.write(move |store| store.promote_variation(GameId(id), node)).await?;
    acknowledged(state.games.changed(&state, id).await?)
}

/// Takes back the last change of the variations, comments and shapes of a game.
#[utoipa::path(post, operation_id = "undo", path = "/api/games/{id}/undo", tag = "nodes",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn undo(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<Acknowledgement>, AppError> {
    state.store.write(move |store| store.undo_study(GameId(id))).await?;
    acknowledged(state.games.changed(&state, id).await?)
}

fn check_variation(node: u32) -> Result<(), AppError> {
    if node < store::Study::FIRST {
        return Err(AppError::conflict("the node is in the main line: only variations can be changed"));
    }
    Ok(())
}
