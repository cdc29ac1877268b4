//! Positions and their legal moves.

use std::collections::BTreeMap;

use amazons::Square;
use axum::routing::post;
use axum::{Json, Router};

use crate::api::{ErrorBody, Position, PositionRequest, ShotsRequest};
use crate::error::AppError;
use crate::extract::JsonBody;
use crate::state::AppState;
use crate::view;

/// The most moves of a game on any board.
const MAX_MOVES: usize = 256;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/positions", post(show)).route("/positions/shots", post(shots))
}

/// Returns a position with its legal moves, by FEN or by the name of a start.
#[utoipa::path(post, operation_id = "showPosition", path = "/api/positions", tag = "positions", request_body = PositionRequest, responses(
    (status = 200, body = Position), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn show(JsonBody(request): JsonBody<PositionRequest>) -> Result<Json<Position>, AppError> {
    let mut position = view::read_start(request.fen.as_deref(), request.board.as_deref(), request.delay)?;
    let moves = request.moves.unwrap_or_default();
    if moves.len() > MAX_MOVES {
        return Err(AppError::field(
            "moves",
            format!("a game has at most {MAX_MOVES} moves, not {}", moves.len()),
        ));
    }
    for (number, text) in (1..).zip(&moves) {
        let invalid =
            |error: &dyn std::fmt::Display| AppError::field("moves", format!("move {number}: {error}"));
        let mv = text.parse().map_err(|error: amazons::notation::MoveError| invalid(&error))?;
        position = position.play(mv).map_err(|error| invalid(&error))?;
    }
    Ok(Json(view::position(&position)))
}

/// Returns the squares that an amazon's arrow can hit, by her landing squares, each as one text: `{"d2": "c1c3"}`.
#[utoipa::path(post, operation_id = "showShots", path = "/api/positions/shots", tag = "positions", request_body = ShotsRequest, responses(
    (status = 200, body = BTreeMap<String, String>), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn shots(
    JsonBody(request): JsonBody<ShotsRequest>,
) -> Result<Json<BTreeMap<String, String>>, AppError> {
    let position = view::read_fen(&request.fen)?;
    let invalid = |error: &dyn std::fmt::Display| AppError::field("from", error.to_string());
    let from: Square =
        request.from.parse().map_err(|error: amazons::notation::SquareError| invalid(&error))?;
    let shots = view::shots(&position).remove(&from.to_string());
    let words = format!("no amazon of the side to move can move from {from}");
    shots.map(Json).ok_or_else(|| invalid(&words))
}
