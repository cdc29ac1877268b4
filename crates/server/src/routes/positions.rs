//! Positions: what stands where, and what can be played.

use axum::routing::post;
use axum::{Json, Router};

use crate::api::{Fault, Position, PositionRequest};
use crate::refusal::{Body, Refusal};
use crate::state::AppState;
use crate::view;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/positions", post(show))
}

/// A position with its legal moves, by FEN or the start of a named board.
#[utoipa::path(post, path = "/api/positions", tag = "positions", request_body = PositionRequest, responses(
    (status = 200, body = Position), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn show(Body(request): Body<PositionRequest>) -> Result<Json<Position>, Refusal> {
    let position = view::read_start(request.fen.as_deref(), request.board.as_deref(), request.delay)?;
    Ok(Json(view::position(&position)))
}
