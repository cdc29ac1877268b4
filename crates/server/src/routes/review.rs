//! Reviews of whole games.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use store::GameId;

use crate::analysis::Reviews;
use crate::api::{Fault, Review, ReviewRequest};
use crate::error::AppError;
use crate::extract::{JsonBody, PathParams};
use crate::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/games/{id}/review", post(begin).delete(stop).get(show))
}

/// Begins to grade every move of a game; whoever watches the game hears how far it is. One that was stopped goes on.
#[utoipa::path(post, operation_id = "beginReview", path = "/api/games/{id}/review", tag = "review", params(("id" = i64, Path)),
    request_body = ReviewRequest, responses(
    (status = 202, body = Review), (status = "4XX", description = "why not", body = Fault),
    (status = "5XX", description = "why not", body = Fault)))]
pub(crate) async fn begin(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<ReviewRequest>,
) -> Result<(StatusCode, Json<Review>), AppError> {
    let review = Reviews::start(&state, id, request.nodes).await?;
    Ok((StatusCode::ACCEPTED, Json(review)))
}

/// Stops a review; what it has found is kept.
#[utoipa::path(delete, operation_id = "stopReview", path = "/api/games/{id}/review", tag = "review", params(("id" = i64, Path)), responses(
    (status = 200, body = Review), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn stop(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<Review>, AppError> {
    match state.reviews.stop(id) {
        Some(review) => Ok(Json(review)),
        // It may have come to its end a moment ago.
        None => show(State(state), PathParams(id)).await,
    }
}

/// The review of a game, as far as it is.
#[utoipa::path(get, operation_id = "showReview", path = "/api/games/{id}/review", tag = "review", params(("id" = i64, Path)), responses(
    (status = 200, body = Review), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn show(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<Review>, AppError> {
    // QueryParams before the store: a review is off the list only when all that it found is kept.
    if let Some(review) = state.reviews.running(id) {
        return Ok(Json(review));
    }
    let record = state.store.read(move |store| store.game(GameId(id))).await?.record;
    let review = state.reviews.of_game(id, &record);
    review.map(Json).ok_or_else(|| AppError::not_found(format!("game {id} was not reviewed yet")))
}
