//! Reviews of games.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use store::GameId;

use crate::analysis::Reviews;
use crate::api::{ErrorBody, Review, ReviewRequest};
use crate::error::AppError;
use crate::extract::{JsonBody, PathParams};
use crate::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/games/{id}/review", post(start).delete(stop).get(show))
}

/// Starts or resumes the review of a game; its subscribers get the progress.
#[utoipa::path(post, operation_id = "beginReview", path = "/api/games/{id}/review", tag = "review", params(("id" = i64, Path)),
    request_body = ReviewRequest, responses(
    (status = 202, body = Review), (status = "4XX", description = "the reason", body = ErrorBody),
    (status = "5XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn start(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<ReviewRequest>,
) -> Result<(StatusCode, Json<Review>), AppError> {
    let review = Reviews::start(&state, id, request.nodes).await?;
    Ok((StatusCode::ACCEPTED, Json(review)))
}

/// Stops a review; its evaluations are stored.
#[utoipa::path(delete, operation_id = "stopReview", path = "/api/games/{id}/review", tag = "review", params(("id" = i64, Path)), responses(
    (status = 200, body = Review), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn stop(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<Review>, AppError> {
    match state.reviews.stop(id) {
        Some(review) => Ok(Json(review)),
        // It may have ended just now.
        None => show(State(state), PathParams(id)).await,
    }
}

/// Returns the review of a game, complete or not.
#[utoipa::path(get, operation_id = "showReview", path = "/api/games/{id}/review", tag = "review", params(("id" = i64, Path)), responses(
    (status = 200, body = Review), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn show(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<Review>, AppError> {
    // Before the store, because a review runs until all its evaluations are stored.
    if let Some(review) = state.reviews.running(id) {
        return Ok(Json(review));
    }
    let stored = state.store.read(move |store| store.game(GameId(id))).await?;
    let review = state.reviews.of_game(&stored);
    review.map(Json).ok_or_else(|| AppError::not_found(format!("game {id} has no review")))
}
