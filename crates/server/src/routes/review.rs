//! Reviews of whole games.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use store::GameId;

use crate::api::{Fault, Review, ReviewRequest};
use crate::desk::Desk;
use crate::refusal::{Body, Number, Refusal};
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
    Number(id): Number<i64>,
    Body(request): Body<ReviewRequest>,
) -> Result<(StatusCode, Json<Review>), Refusal> {
    let review = Desk::review(&state, id, request.nodes).await?;
    Ok((StatusCode::ACCEPTED, Json(review)))
}

/// Stops a review; what it has found is kept.
#[utoipa::path(delete, operation_id = "stopReview", path = "/api/games/{id}/review", tag = "review", params(("id" = i64, Path)), responses(
    (status = 200, body = Review), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn stop(
    State(state): State<AppState>,
    Number(id): Number<i64>,
) -> Result<Json<Review>, Refusal> {
    match state.desk.stop_review(id) {
        Some(review) => Ok(Json(review)),
        // It may have come to its end a moment ago.
        None => show(State(state), Number(id)).await,
    }
}

/// The review of a game, as far as it is.
#[utoipa::path(get, operation_id = "showReview", path = "/api/games/{id}/review", tag = "review", params(("id" = i64, Path)), responses(
    (status = 200, body = Review), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn show(
    State(state): State<AppState>,
    Number(id): Number<i64>,
) -> Result<Json<Review>, Refusal> {
    // Asked before the store: a review is off the list only when all that it found is kept.
    if let Some(review) = state.desk.running_review(id) {
        return Ok(Json(review));
    }
    let record = state.archive.read(move |store| store.game(GameId(id))).await?.record;
    let review = state.desk.review_of(id, &record);
    review.map(Json).ok_or_else(|| Refusal::missing(format!("game {id} was not reviewed yet")))
}
