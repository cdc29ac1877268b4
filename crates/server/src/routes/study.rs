//! What is said about positions: overlays, the editor's complaints, the explorer.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use store::{Filter, Source};

use crate::analysis::{editor, overlays};
use crate::api::{
    CheckRequest, Checked, ExploreRequest, Explored, ExploredMove, Fault, FenRequest, Overlays,
};
use crate::document;
use crate::error::AppError;
use crate::extract::JsonBody;
use crate::state::AppState;
use crate::view;

/// The most squares that an editor may name for one kind of piece: those of the largest board.
const SQUARES: usize = 256;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/positions/overlays", post(overlay))
        .route("/positions/check", post(check))
        .route("/positions/explore", post(explore))
}

/// Pictures of a position: who is nearer to each square, how free amazons are, what is cut off.
#[utoipa::path(post, operation_id = "overlays", path = "/api/positions/overlays", tag = "positions", request_body = FenRequest, responses(
    (status = 200, body = Overlays), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn overlay(JsonBody(request): JsonBody<FenRequest>) -> Result<Json<Overlays>, AppError> {
    let position = view::read_fen(&request.fen)?;
    let drawn = tokio::task::spawn_blocking(move || overlays::of(&position)).await;
    drawn.map(Json).map_err(|fault| AppError::internal(&fault))
}

/// The board of an editor in FEN, or all that is wrong with it.
#[utoipa::path(post, operation_id = "checkPosition", path = "/api/positions/check", tag = "positions", request_body = CheckRequest, responses(
    (status = 200, body = Checked), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn check(JsonBody(request): JsonBody<CheckRequest>) -> Result<Json<Checked>, AppError> {
    for (field, squares) in
        [("white", &request.white), ("black", &request.black), ("arrows", &request.arrows)]
    {
        if squares.len() > SQUARES {
            return Err(AppError::field(field, format!("no board has more than {SQUARES} squares")));
        }
    }
    Ok(Json(editor::check(&request)))
}

/// What was played from a position in the library, and how it went. Positions that a symmetry of the board makes equal
/// count together.
#[utoipa::path(post, operation_id = "explore", path = "/api/positions/explore", tag = "positions", request_body = ExploreRequest, responses(
    (status = 200, body = Explored), (status = "4XX", description = "why not", body = Fault)))]
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
