//! Games: made, looked at, renamed, thrown away and brought back.

use std::time::Duration;

use agents::AgentSpec;
use amazons::{AnyPosition, ByColor, Color, Game};
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use store::{Clock, GameId, NewGame, Plan, Source};

use crate::api::{ClockPlan, Fault, GameChange, GameDocument, GameRequest, Seat, SeatKind};
use crate::refusal::{Body, Number, Refusal};
use crate::state::AppState;
use crate::view;

/// The longest name or title, and how many tags a game may have.
const LONGEST_NAME: usize = 200;
const MOST_TAGS: usize = 32;
/// The longest time between two moves of engines.
pub(super) const SLOWEST: u32 = 60_000;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/games", post(create))
        .route("/games/{id}", get(show).patch(change).delete(delete))
        .route("/games/{id}/restore", post(restore))
}

/// Begins a game between people, engines, or both, from any position.
#[utoipa::path(post, operation_id = "createGame", path = "/api/games", tag = "games", request_body = GameRequest, responses(
    (status = 201, body = GameDocument), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn create(
    State(state): State<AppState>,
    Body(request): Body<GameRequest>,
) -> Result<(StatusCode, Json<GameDocument>), Refusal> {
    let start = view::read_start(request.fen.as_deref(), request.board.as_deref(), request.delay)?;
    let seats = ByColor { white: &request.white, black: &request.black };
    let plan = Plan {
        agents: agents_of(&state, &seats)?,
        clock: request.clock.map(clock).transpose()?,
        pace: pace(request.pace.unwrap_or(0))?,
        is_paused: false,
    };
    let names = ByColor {
        white: seat_name(&plan, &seats, Color::White)?,
        black: seat_name(&plan, &seats, Color::Black)?,
    };
    let document = begin(&state, start, names, plan).await?;
    Ok((StatusCode::CREATED, Json(document)))
}

/// Stores a new game and lets it begin.
pub(super) async fn begin(
    state: &AppState,
    start: AnyPosition,
    names: ByColor<String>,
    plan: Plan,
) -> Result<GameDocument, Refusal> {
    if start.outcome().is_some() {
        return Err(Refusal::field("fen", "nobody can play from here: the side to move has no move"));
    }
    let record = NewGame { plan: Some(plan), ..NewGame::new(names, Game::new(start), Source::Play) };
    let GameId(id) = state.archive.join(move |batch| batch.add_game(&record)).await?;
    state.tables.document(state, id).await
}

fn agents_of(state: &AppState, seats: &ByColor<&Seat>) -> Result<ByColor<Option<String>>, Refusal> {
    let cores = state.desk.cores.total();
    let spec = |color: Color| match (seats[color].kind, &seats[color].agent) {
        (SeatKind::Human, None) => Ok(None),
        (SeatKind::Human, Some(_)) => Err(Refusal::field("agent", "a person has no agent: leave it out")),
        (SeatKind::Engine, None) => {
            Err(Refusal::field("agent", "an engine needs an agent, such as otrera:level=3"))
        }
        (SeatKind::Engine, Some(text)) => {
            view::read_agent(text, cores).map(|spec: AgentSpec| Some(spec.to_string()))
        }
    };
    Ok(ByColor { white: spec(Color::White)?, black: spec(Color::Black)? })
}

/// The name of whoever sits there; one who has none is called after what they are.
fn seat_name(plan: &Plan, seats: &ByColor<&Seat>, color: Color) -> Result<String, Refusal> {
    let field = if color == Color::White { "white" } else { "black" };
    let name = name(field, &seats[color].name)?;
    Ok(match (&plan.agents[color], name.is_empty()) {
        (Some(agent), true) => agent.clone(),
        _ => name,
    })
}

/// A name as it is kept.
fn name(field: &'static str, text: &str) -> Result<String, Refusal> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > LONGEST_NAME {
        return Err(Refusal::field(field, format!("this is longer than {LONGEST_NAME} letters")));
    }
    Ok(name)
}

fn clock(plan: ClockPlan) -> Result<Clock, Refusal> {
    let time =
        |seconds: f64, most: f64| (0.0..=most).contains(&seconds).then(|| Duration::from_secs_f64(seconds));
    let words = "a clock has more than 0 seconds and at most a day, and an increment of an hour at most";
    let fault = || Refusal::field("clock", words);
    let base = time(plan.seconds, 86_400.0).filter(|base| !base.is_zero()).ok_or_else(fault)?;
    let increment = time(plan.increment, 3_600.0).ok_or_else(fault)?;
    Ok(Clock { base, increment, left: ByColor { white: base, black: base } })
}

/// The time between two moves of engines.
pub(super) fn pace(millis: u32) -> Result<Duration, Refusal> {
    if millis > SLOWEST {
        return Err(Refusal::field(
            "pace",
            format!("the pace is {SLOWEST} milliseconds at most, not {millis}"),
        ));
    }
    Ok(Duration::from_millis(u64::from(millis)))
}

/// A game with all its lines.
#[utoipa::path(get, operation_id = "showGame", path = "/api/games/{id}", tag = "games", params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = GameDocument), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn show(
    State(state): State<AppState>,
    Number(id): Number<i64>,
) -> Result<Json<GameDocument>, Refusal> {
    Ok(Json(state.tables.document(&state, id).await?))
}

/// Renames a game or its players, or tags it.
#[utoipa::path(patch, operation_id = "changeGame", path = "/api/games/{id}", tag = "games", request_body = GameChange,
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = GameDocument), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn change(
    State(state): State<AppState>,
    Number(id): Number<i64>,
    Body(change): Body<GameChange>,
) -> Result<Json<GameDocument>, Refusal> {
    let title = change.title.as_deref().map(|text| name("title", text)).transpose()?;
    let tags = change.tags.as_deref().map(tags).transpose()?;
    let names = ByColor {
        white: change.white_name.as_deref().map(|text| name("whiteName", text)).transpose()?,
        black: change.black_name.as_deref().map(|text| name("blackName", text)).transpose()?,
    };
    let write = move |store: &mut store::Store| {
        let id = GameId(id);
        // Also where nothing is to be changed a game that is not there is refused.
        store.game(id)?;
        if let Some(title) = title {
            store.set_title(id, Some(title.as_str()).filter(|title| !title.is_empty()))?;
        }
        if let Some(tags) = tags {
            store.set_tags(id, &tags)?;
        }
        store.rename_players(id, ByColor { white: names.white.as_deref(), black: names.black.as_deref() })
    };
    state.archive.write(write).await?;
    Ok(Json(state.tables.changed(&state, id).await?))
}

/// Tags as they are kept: none empty, none twice.
fn tags(tags: &[String]) -> Result<Vec<String>, Refusal> {
    let mut kept: Vec<String> = Vec::new();
    for tag in tags {
        let tag = name("tags", tag)?;
        if !tag.is_empty() && !kept.contains(&tag) {
            kept.push(tag);
        }
    }
    if kept.len() > MOST_TAGS {
        return Err(Refusal::field(
            "tags",
            format!("a game has {MOST_TAGS} tags at most, not {}", kept.len()),
        ));
    }
    Ok(kept)
}

/// Throws a game into the trash, from which it can be brought back.
#[utoipa::path(delete, operation_id = "deleteGame", path = "/api/games/{id}", tag = "games", params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = GameDocument), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn delete(
    State(state): State<AppState>,
    Number(id): Number<i64>,
) -> Result<Json<GameDocument>, Refusal> {
    let gone = state.archive.write(move |store| store.delete(&[GameId(id)])).await?;
    let document = state.tables.changed(&state, id).await?;
    if gone == 0 {
        return Err(Refusal::conflict(format!("game {id} lies in the trash already")));
    }
    Ok(Json(document))
}

/// Brings a game back from the trash.
#[utoipa::path(post, operation_id = "restoreGame", path = "/api/games/{id}/restore", tag = "games",
    params(("id" = i64, Path, description = "the game")),
    responses((status = 200, body = GameDocument), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn restore(
    State(state): State<AppState>,
    Number(id): Number<i64>,
) -> Result<Json<GameDocument>, Refusal> {
    let back = state.archive.write(move |store| store.restore(&[GameId(id)])).await?;
    let document = state.tables.changed(&state, id).await?;
    if back == 0 {
        return Err(Refusal::conflict(format!("game {id} does not lie in the trash")));
    }
    Ok(Json(document))
}
