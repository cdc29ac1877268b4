//! Play: moves and the other actions in a live game.

use amazons::ByColor;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use store::{GameId, LivePlan};

use super::games;
use crate::api::{Acknowledgement, ErrorBody, GameDocument, Hint, MoveRequest, PaceRequest, ResignRequest};
use crate::error::AppError;
use crate::extract::{JsonBody, PathParams};
use crate::live;
use crate::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/games/{id}/moves", post(play))
        .route("/games/{id}/takeback", post(take_back))
        .route("/games/{id}/resign", post(resign))
        .route("/games/{id}/pause", post(pause))
        .route("/games/{id}/resume", post(resume))
        .route("/games/{id}/pace", post(set_pace))
        .route("/games/{id}/step", post(step))
        .route("/games/{id}/finish", post(finish))
        .route("/games/{id}/rematch", post(rematch))
}

/// The hint changes nothing: its search stops when the client goes away.
pub(super) fn hint_route() -> Router<AppState> {
    Router::new().route("/games/{id}/hint", post(hint))
}

pub(super) type Acknowledged = Result<Json<Acknowledgement>, AppError>;

/// The acknowledgement of a change.
pub(super) fn acknowledged(revision: u64) -> Acknowledged {
    Ok(Json(Acknowledgement { revision, node: None }))
}

/// Plays the move of a person; it is on the disk before the response.
#[utoipa::path(post, operation_id = "playMove", path = "/api/games/{id}/moves", tag = "play", request_body = MoveRequest,
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn play(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<MoveRequest>,
) -> Acknowledged {
    acknowledged(state.games.play(&state, id, request.ply, &request.mv).await?)
}

/// Takes back the last move of a person and the reply of the engine.
#[utoipa::path(post, operation_id = "takeBack", path = "/api/games/{id}/takeback", tag = "play",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn take_back(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Acknowledged {
    acknowledged(state.games.lock(&state, id).await?.take_back().await?)
}

/// Resigns a game.
#[utoipa::path(post, operation_id = "resign", path = "/api/games/{id}/resign", tag = "play", request_body = ResignRequest,
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn resign(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
    request: Option<JsonBody<ResignRequest>>,
) -> Acknowledged {
    let color = request.and_then(|JsonBody(request)| request.color).map(Into::into);
    acknowledged(state.games.lock(&state, id).await?.resign(color).await?)
}

/// Stops engines and clocks.
#[utoipa::path(post, operation_id = "pause", path = "/api/games/{id}/pause", tag = "play",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn pause(State(state): State<AppState>, PathParams(id): PathParams<i64>) -> Acknowledged {
    acknowledged(state.games.lock(&state, id).await?.pause().await?)
}

/// Continues after a pause.
#[utoipa::path(post, operation_id = "resume", path = "/api/games/{id}/resume", tag = "play",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn resume(State(state): State<AppState>, PathParams(id): PathParams<i64>) -> Acknowledged {
    acknowledged(state.games.lock(&state, id).await?.resume().await?)
}

/// Lets the engine to move in a paused game play one move; the game stays paused.
#[utoipa::path(post, operation_id = "step", path = "/api/games/{id}/step", tag = "play",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn step(State(state): State<AppState>, PathParams(id): PathParams<i64>) -> Acknowledged {
    acknowledged(state.games.lock(&state, id).await?.step().await?)
}

/// Ends a game whose areas are all sealed by the count of the moves that are left.
#[utoipa::path(post, operation_id = "finish", path = "/api/games/{id}/finish", tag = "play",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn finish(State(state): State<AppState>, PathParams(id): PathParams<i64>) -> Acknowledged {
    acknowledged(state.games.lock(&state, id).await?.adjudicate().await?)
}

/// Sets the pace of a game between two engines.
#[utoipa::path(post, operation_id = "setPace", path = "/api/games/{id}/pace", tag = "play", request_body = PaceRequest,
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn set_pace(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PaceRequest>,
) -> Acknowledged {
    let pace = games::pace(request.pace)?;
    acknowledged(state.games.lock(&state, id).await?.set_pace(pace).await?)
}

/// Starts a new game from the same position with colours swapped.
#[utoipa::path(post, operation_id = "rematch", path = "/api/games/{id}/rematch", tag = "play",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 201, body = GameDocument), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn rematch(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<(StatusCode, Json<GameDocument>), AppError> {
    let stored = state.store.read(move |store| store.game(GameId(id))).await?;
    let Some(plan) = stored.plan else {
        return Err(AppError::conflict(format!(
            "game {id} was not played on this server: it has no rematch"
        )));
    };
    let plan = LivePlan {
        agents: plan.agents.swapped(),
        clock: plan.clock.map(|clock| store::LiveClock {
            left: ByColor { white: clock.base, black: clock.base },
            ..clock
        }),
        is_paused: false,
        ..plan
    };
    let document = games::start_game(&state, *stored.game.start(), stored.players.swapped(), plan).await?;
    Ok((StatusCode::CREATED, Json(document)))
}

/// Returns the move that the flagship would play in the last position of a game.
#[utoipa::path(post, operation_id = "hint", path = "/api/games/{id}/hint", tag = "play",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Hint), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn hint(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<Hint>, AppError> {
    let stored = state.store.read(move |store| store.game(GameId(id))).await?;
    Ok(Json(live::hint(&state, stored.game).await?))
}
