//! Positions: what stands where, and what can be played.

use axum::routing::post;
use axum::{Json, Router};

use crate::api::{Fault, Position, PositionRequest};
use crate::error::AppError;
use crate::extract::JsonBody;
use crate::state::AppState;
use crate::view;

/// No game on any board has more.
const MOST_MOVES: usize = 256;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/positions", post(show))
}

/// A position with its legal moves, by FEN or the start of a named board.
#[utoipa::path(post, operation_id = "showPosition", path = "/api/positions", tag = "positions", request_body = PositionRequest, responses(
    (status = 200, body = Position), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn show(JsonBody(request): JsonBody<PositionRequest>) -> Result<Json<Position>, AppError> {
    let mut position = view::read_start(request.fen.as_deref(), request.board.as_deref(), request.delay)?;
    let moves = request.moves.unwrap_or_default();
    if moves.len() > MOST_MOVES {
        return Err(AppError::field(
            "moves",
            format!("these are more moves than any game has: {}", moves.len()),
        ));
    }
    for (number, text) in (1..).zip(&moves) {
        let fault =
            |words: &dyn std::fmt::Display| AppError::field("moves", format!("move {number}: {words}"));
        let mv = text.parse().map_err(|error: amazons::notation::MoveError| fault(&error))?;
        position = position.play(mv).map_err(|error| fault(&error))?;
    }
    Ok(Json(view::position(&position)))
}
