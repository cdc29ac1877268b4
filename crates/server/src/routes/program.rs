//! The players, the version, and the description of the API.

use agents::PLAYERS;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use axum::{Json, Router};
use search::flagship::LEVELS;

use crate::api::{AgentParameter, AgentPlayer, Agents, LevelInfo, Version};
use crate::state::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/agents", get(players))
        .route("/version", get(version))
        .route("/openapi.json", get(async || Json(crate::openapi())))
        .route("/docs", get(async || Html(crate::openapi::page())))
}

/// Lists all players with their parameters, and the levels of the flagship.
#[utoipa::path(get, operation_id = "listAgents", path = "/api/agents", tag = "program", responses((status = 200, body = Agents)))]
pub(crate) async fn players() -> Json<Agents> {
    let players = PLAYERS.iter().map(|player| AgentPlayer {
        name: player.name.to_owned(),
        paper: player.paper.to_owned(),
        about: player.summary.to_owned(),
        parameters: player.parameters().iter().map(parameter).collect(),
    });
    let levels = LEVELS.iter().zip(1..).map(|(row, level)| LevelInfo {
        level,
        name: row.name.to_owned(),
        about: row.about.to_owned(),
    });
    Json(Agents { players: players.collect(), levels: levels.collect() })
}

fn parameter(parameter: &agents::Parameter) -> AgentParameter {
    AgentParameter {
        name: parameter.name.to_owned(),
        default: parameter.value.to_string(),
        allowed: parameter.kind.allowed(),
        about: parameter.help.to_owned(),
    }
}

/// Returns the version of the program, and warnings about how it was started.
#[utoipa::path(get, operation_id = "version", path = "/api/version", tag = "program", responses((status = 200, body = Version)))]
pub(crate) async fn version(State(state): State<AppState>) -> Json<Version> {
    Json(Version {
        name: "otrera".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        cores: state.cores.total(),
        warnings: state.warnings.clone(),
    })
}
