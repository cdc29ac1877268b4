//! Studies: stored games that nobody plays, for variations, comments and shapes.

use amazons::{ByColor, Game, Move};
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use store::{Ending, GameId, GameRecord, Remark, Source, Store, StoreError, Study, Variation};

use super::games;
use crate::api::{ErrorBody, GameDocument, StudyRequest};
use crate::error::AppError;
use crate::extract::JsonBody;
use crate::state::AppState;
use crate::view;

/// The most moves of a game on any board.
const MAX_MOVES: usize = 256;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/studies", post(create))
}

/// Makes a study of a position or of a stored game.
#[utoipa::path(post, operation_id = "createStudy", path = "/api/studies", tag = "nodes", request_body = StudyRequest, responses(
    (status = 201, body = GameDocument), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn create(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<StudyRequest>,
) -> Result<(StatusCode, Json<GameDocument>), AppError> {
    let title = request.title.as_deref().map(|text| games::name("title", text)).transpose()?;
    let title = title.filter(|title| !title.is_empty());
    let GameId(id) = match request.game {
        Some(_) if request.fen.is_some() || request.moves.is_some() => {
            return Err(AppError::field("game", "expected either game or fen, not both"));
        }
        Some(game) => state.store.write(move |store| copy(store, GameId(game), title)).await?,
        None => {
            let start = view::read_start(request.fen.as_deref(), None, None)?;
            let moves = request.moves.unwrap_or_default();
            if moves.len() > MAX_MOVES {
                let message = format!("a line has at most {MAX_MOVES} moves, not {}", moves.len());
                return Err(AppError::field("moves", message));
            }
            let line = moves.iter().map(|mv| view::read_move(mv)).collect::<Result<Vec<Move>, _>>()?;
            let mut game = Game::new(start);
            for &mv in &line {
                game.play(mv).map_err(|error| AppError::field("moves", error.to_string()))?;
            }
            let mut record = GameRecord::new(ByColor::default(), Game::new(start), Source::Study);
            record.annotations.title = Some(title.unwrap_or_else(|| "Study".to_owned()));
            record.annotations.study = line_of(&line);
            state.store.write(move |store| store.add_game(&record, None)).await?
        }
    };
    Ok((StatusCode::CREATED, Json(state.games.lock(&state, id).await?.document())))
}

/// A line as the first variation. It is there from the beginning: nothing undoes it.
fn line_of(line: &[Move]) -> Study {
    let mut study = Study::default();
    let mut parent = 0;
    for &mv in line {
        study.variations.push(Variation { id: study.next, parent, mv, remark: Remark::default() });
        parent = study.next;
        study.next += 1;
    }
    study
}

/// Copies a stored game with its annotations.
fn copy(store: &mut Store, id: GameId, title: Option<String>) -> Result<GameId, StoreError> {
    let mut record = store.game(id)?.to_record();
    let ByColor { white, black } = &record.players;
    let title = title.or(record.annotations.title.take()).unwrap_or_else(|| format!("{white} - {black}"));
    record.annotations.title = Some(title);
    record.source = Source::Study;
    record.plan = None;
    if record.ending == Ending::Unfinished {
        record.winner = None;
    }
    store.add_game(&record, None)
}
