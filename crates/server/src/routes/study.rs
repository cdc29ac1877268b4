//! Overlays, the check of the editor's board, the explorer, the engine's opening book, and what is proven.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use store::{Filter, Source};

use crate::analysis::{book, editor, overlays, proven};
use crate::api::{
    BookPosition, CheckRequest, Checked, ErrorBody, ExploreRequest, Explored, ExploredMove, FenRequest,
    Overlays, ProvenPosition,
};
use crate::document;
use crate::error::AppError;
use crate::extract::JsonBody;
use crate::state::AppState;
use crate::view;

/// The most squares of one kind of piece: those of the largest board.
const MAX_SQUARES: usize = 256;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/positions/overlays", post(overlay))
        .route("/positions/check", post(check))
        .route("/positions/explore", post(explore))
        .route("/positions/book", post(book_moves))
        .route("/positions/proof", post(proof))
}

/// Returns the overlays of a position: distances, mobility, regions.
#[utoipa::path(post, operation_id = "overlays", path = "/api/positions/overlays", tag = "positions", request_body = FenRequest, responses(
    (status = 200, body = Overlays), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn overlay(JsonBody(request): JsonBody<FenRequest>) -> Result<Json<Overlays>, AppError> {
    let position = view::read_fen(&request.fen)?;
    let drawn = tokio::task::spawn_blocking(move || overlays::of(&position)).await;
    drawn.map(Json).map_err(|error| AppError::internal(&error))
}

/// Returns the FEN of the editor's board, or all its errors.
#[utoipa::path(post, operation_id = "checkPosition", path = "/api/positions/check", tag = "positions", request_body = CheckRequest, responses(
    (status = 200, body = Checked), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn check(JsonBody(request): JsonBody<CheckRequest>) -> Result<Json<Checked>, AppError> {
    for (field, squares) in
        [("white", &request.white), ("black", &request.black), ("arrows", &request.arrows)]
    {
        if squares.len() > MAX_SQUARES {
            return Err(AppError::field(field, format!("a board has at most {MAX_SQUARES} squares")));
        }
    }
    Ok(Json(editor::check(&request)))
}

/// Returns the moves that were played from a position in the library, and their results. Positions that are equal by a
/// symmetry of the board are counted together.
#[utoipa::path(post, operation_id = "explore", path = "/api/positions/explore", tag = "positions", request_body = ExploreRequest, responses(
    (status = 200, body = Explored), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn explore(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<ExploreRequest>,
) -> Result<Json<Explored>, AppError> {
    let position = view::read_fen(&request.fen)?;
    let source = request.source.as_deref().filter(|source| !source.is_empty()).map(str::parse::<Source>);
    let source = source.transpose().map_err(|error| AppError::field("source", error.to_string()))?;
    let players = request.player.into_iter().filter(|player| !player.trim().is_empty()).collect();
    let filter = Filter { players, source, ..Filter::default() };
    let explored = state.store.read(move |store| store.explore(&position, &filter)).await?;
    let moves = explored.moves.iter().map(|explored| ExploredMove {
        mv: view::wire_move(explored.mv),
        games: explored.games,
        white_wins: explored.wins.white,
        black_wins: explored.wins.black,
    });
    Ok(Json(Explored {
        games: explored.games,
        moves: moves.collect(),
        examples: explored.examples.into_iter().map(document::summary).collect(),
    }))
}

/// Returns the moves of the engine's opening book from a position, with their win rates.
#[utoipa::path(post, operation_id = "book", path = "/api/positions/book", tag = "positions", request_body = FenRequest, responses(
    (status = 200, body = BookPosition), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn book_moves(
    JsonBody(request): JsonBody<FenRequest>,
) -> Result<Json<BookPosition>, AppError> {
    let position = view::read_fen(&request.fen)?;
    let looked = tokio::task::spawn_blocking(move || book::of(&position)).await;
    looked.map(Json).map_err(|error| AppError::internal(&error))
}

/// Returns what the proofs that come with the program say of a position, and of each of its moves.
#[utoipa::path(post, operation_id = "proof", path = "/api/positions/proof", tag = "positions", request_body = FenRequest, responses(
    (status = 200, body = ProvenPosition), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn proof(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<FenRequest>,
) -> Result<Json<ProvenPosition>, AppError> {
    let position = view::read_fen(&request.fen)?;
    let place = Arc::clone(&state.proof_looks).acquire_owned().await;
    let look = move || {
        // Held until the look has ended, also where the client is gone.
        let _place = place;
        proven::of(&position)
    };
    let looked = tokio::task::spawn_blocking(look).await;
    looked.map(Json).map_err(|error| AppError::internal(&error))
}
