//! Games: create, show, rename, delete and restore.

use std::time::Duration;

use agents::AgentSpec;
use amazons::{AnyPosition, ByColor, Color, Game};
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use store::{GameId, GameRecord, LiveClock, LivePlan, Source};

use super::play::acknowledged;
use crate::api::{
    Acknowledgement, ErrorBody, GameChange, GameDocument, GameRequest, Player, PlayerKind, TimeControl,
};
use crate::error::AppError;
use crate::extract::{JsonBody, PathParams};
use crate::state::AppState;
use crate::view;

/// The longest name or title, in characters, and the most tags of a game.
const MAX_NAME: usize = 200;
const MAX_TAGS: usize = 32;
/// The longest pause between the moves of two engines, in milliseconds.
const MAX_PACE: u32 = 60_000;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/games", post(create))
        .route("/games/{id}", get(show).patch(change).delete(delete))
        .route("/games/{id}/restore", post(restore))
}

/// Starts a game between people, engines, or both, from any position.
#[utoipa::path(post, operation_id = "createGame", path = "/api/games", tag = "games", request_body = GameRequest, responses(
    (status = 201, body = GameDocument), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn create(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<GameRequest>,
) -> Result<(StatusCode, Json<GameDocument>), AppError> {
    let start = view::read_start(request.fen.as_deref(), request.board.as_deref(), request.delay)?;
    let players = ByColor { white: &request.white, black: &request.black };
    let plan = LivePlan {
        agents: agents_of(&state, &players)?,
        clock: request.clock.map(clock).transpose()?,
        pace: pace(request.pace.unwrap_or(0))?,
        is_paused: false,
    };
    let names = ByColor {
        white: player_name(&plan, &players, Color::White)?,
        black: player_name(&plan, &players, Color::Black)?,
    };
    let document = start_game(&state, start, names, plan).await?;
    Ok((StatusCode::CREATED, Json(document)))
}

/// Stores a new game and starts its engine if that is to move.
pub(super) async fn start_game(
    state: &AppState,
    start: AnyPosition,
    names: ByColor<String>,
    plan: LivePlan,
) -> Result<GameDocument, AppError> {
    if start.outcome().is_some() {
        return Err(AppError::field(
            "fen",
            "the game is over in this position: the side to move has no legal move",
        ));
    }
    let record = GameRecord { plan: Some(plan), ..GameRecord::new(names, Game::new(start), Source::Play) };
    let GameId(id) = state.store.write_batched(move |batch| batch.add_game(&record, None)).await?;
    Ok(state.games.lock(state, id).await?.document())
}

fn agents_of(state: &AppState, players: &ByColor<&Player>) -> Result<ByColor<Option<String>>, AppError> {
    let cores = state.cores.total();
    let spec = |color: Color| match (players[color].kind, &players[color].agent) {
        (PlayerKind::Human, None) => Ok(None),
        (PlayerKind::Human, Some(_)) => Err(AppError::field("agent", "a human player has no agent: omit it")),
        (PlayerKind::Engine, None) => {
            Err(AppError::field("agent", "an engine needs an agent, such as otrera:level=3"))
        }
        (PlayerKind::Engine, Some(text)) => {
            view::read_agent(text, cores).map(|spec: AgentSpec| Some(spec.to_string()))
        }
    };
    Ok(ByColor { white: spec(Color::White)?, black: spec(Color::Black)? })
}

/// The name of a player; an engine without a name is called by its spec.
fn player_name(plan: &LivePlan, players: &ByColor<&Player>, color: Color) -> Result<String, AppError> {
    let field = if color == Color::White { "white" } else { "black" };
    let name = name(field, &players[color].name)?;
    Ok(match (&plan.agents[color], name.is_empty()) {
        (Some(agent), true) => agent.clone(),
        _ => name,
    })
}

/// A name with normalized white space.
pub(super) fn name(field: &'static str, text: &str) -> Result<String, AppError> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > MAX_NAME {
        return Err(AppError::field(field, format!("a name has at most {MAX_NAME} characters")));
    }
    Ok(name)
}

fn clock(plan: TimeControl) -> Result<LiveClock, AppError> {
    let time =
        |seconds: f64, most: f64| (0.0..=most).contains(&seconds).then(|| Duration::from_secs_f64(seconds));
    let message = "seconds must be above 0 and at most 86400, increment at least 0 and at most 3600";
    let invalid = || AppError::field("clock", message);
    let base = time(plan.seconds, 86_400.0).filter(|base| !base.is_zero()).ok_or_else(invalid)?;
    let increment = time(plan.increment, 3_600.0).ok_or_else(invalid)?;
    Ok(LiveClock { base, increment, left: ByColor { white: base, black: base } })
}

/// The minimum time between the moves of two engines.
pub(super) fn pace(millis: u32) -> Result<Duration, AppError> {
    if millis > MAX_PACE {
        return Err(AppError::field(
            "pace",
            format!("the pace must be at most {MAX_PACE} milliseconds, not {millis}"),
        ));
    }
    Ok(Duration::from_millis(u64::from(millis)))
}

/// Returns a game with its main line and variations.
#[utoipa::path(get, operation_id = "showGame", path = "/api/games/{id}", tag = "games", params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = GameDocument), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn show(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<GameDocument>, AppError> {
    Ok(Json(state.games.lock(&state, id).await?.document()))
}

/// Changes the title, the names of the players or the tags of a game.
#[utoipa::path(patch, operation_id = "changeGame", path = "/api/games/{id}", tag = "games", request_body = GameChange,
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn change(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
    JsonBody(change): JsonBody<GameChange>,
) -> Result<Json<Acknowledgement>, AppError> {
    let title = change.title.as_deref().map(|text| name("title", text)).transpose()?;
    let tags = change.tags.as_deref().map(tags).transpose()?;
    let names = ByColor {
        white: change.white_name.as_deref().map(|text| name("whiteName", text)).transpose()?,
        black: change.black_name.as_deref().map(|text| name("blackName", text)).transpose()?,
    };
    let write = move |store: &mut store::Store| {
        let id = GameId(id);
        // An empty change of a missing game is an error too.
        store.game(id)?;
        if let Some(title) = title {
            store.set_title(id, Some(title.as_str()).filter(|title| !title.is_empty()))?;
        }
        if let Some(tags) = tags {
            store.set_tags(id, &tags)?;
        }
        store.rename_players(id, ByColor { white: names.white.as_deref(), black: names.black.as_deref() })
    };
    state.store.write(write).await?;
    acknowledged(state.games.changed(&state, id).await?)
}

/// Tags without empty ones and duplicates.
fn tags(tags: &[String]) -> Result<Vec<String>, AppError> {
    let mut kept: Vec<String> = Vec::new();
    for tag in tags {
        let tag = name("tags", tag)?;
        if !tag.is_empty() && !kept.contains(&tag) {
            kept.push(tag);
        }
    }
    if kept.len() > MAX_TAGS {
        return Err(AppError::field(
            "tags",
            format!("a game has at most {MAX_TAGS} tags, not {}", kept.len()),
        ));
    }
    Ok(kept)
}

/// Moves a game to the trash, from which it can be restored.
#[utoipa::path(delete, operation_id = "deleteGame", path = "/api/games/{id}", tag = "games", params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn delete(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<Acknowledgement>, AppError> {
    let deleted = state.store.write(move |store| store.delete(&[GameId(id)])).await?;
    state.reviews.stop(id);
    let revision = state.games.changed(&state, id).await?;
    if deleted == 0 {
        return Err(AppError::conflict(format!("game {id} is in the trash already")));
    }
    acknowledged(revision)
}

/// Restores a game from the trash.
#[utoipa::path(post, operation_id = "restoreGame", path = "/api/games/{id}/restore", tag = "games",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = Acknowledgement), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn restore(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<Acknowledgement>, AppError> {
    let restored = state.store.write(move |store| store.restore(&[GameId(id)])).await?;
    let revision = state.games.changed(&state, id).await?;
    if restored == 0 {
        return Err(AppError::conflict(format!("game {id} is not in the trash")));
    }
    acknowledged(revision)
}
