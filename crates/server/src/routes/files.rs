//! Import and export of games as text.

use std::borrow::Cow;
use std::sync::Arc;

use amazons::notation::{MoveLine, MoveNotation, Place};
use amazons::{AnyPosition, ByColor, Game, Setup};
use axum::extract::{DefaultBodyLimit, FromRequestParts, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use store::json::RunOrigin;
use store::{Batch, Ending, GameId, GameRecord, Source, StoreError, StoredGame, TreeNode};
use thought::Control;
use tokio::sync::OwnedSemaphorePermit;

use crate::api::{ErrorBody, ExportFormat, ExportQuery, ImportProblem, ImportRequest, Imported};
use crate::connections::Connection;
use crate::error::AppError;
use crate::extract::{JsonBody, PathParams, QueryParams};
use crate::live::StopOnDrop;
use crate::state::AppState;

/// The games that come with the program; `docs/board.md` says how they were made.
const COLLECTION: &str = include_str!("../../collection/games.jsonl");

/// The largest text of an import.
const MAX_TEXT: usize = 8 * 1024 * 1024;
/// The largest body with such a text: JSON escapes some characters as two.
const MAX_BODY: usize = 2 * MAX_TEXT + 4096;
/// The most problems in a response.
const MAX_PROBLEMS: usize = 100;
/// The games that are stored in one transaction: some hundredths of a second, for which a move of a live game waits.
const CHUNK: usize = 200;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/import/collection", post(import_collection))
        .route("/games/{id}/export", get(export))
}

pub(super) fn import_route() -> Router<AppState> {
    Router::new().route("/import", post(import).layer(DefaultBodyLimit::max(MAX_BODY)))
}

/// A place among the imports that are received at once. It is taken before the body is read, which is large.
pub(crate) struct ImportPlace(
    #[expect(dead_code, reason = "it is held while the text is read")] OwnedSemaphorePermit,
);

impl FromRequestParts<AppState> for ImportPlace {
    type Rejection = AppError;

    async fn from_request_parts(_: &mut Parts, state: &AppState) -> Result<Self, AppError> {
        let place = Arc::clone(&state.imports).acquire_owned().await;
        place.map(Self).map_err(|error| AppError::internal(&error))
    }
}

/// A game with the line where it begins, and its run.
type ParsedGame = (usize, GameRecord, Option<RunOrigin>);

/// The games of a text, each with its line and run, and the parts that could not be parsed.
#[derive(Default)]
struct Parsed {
    games: Vec<ParsedGame>,
    problems: Vec<ImportProblem>,
}

/// Imports games from SGF, JSON lines, Little Golem's records, FENs, or lists of moves. Records that cannot be parsed are
/// reported, the others stored; a game that is stored already is not stored again.
#[utoipa::path(post, operation_id = "importGames", path = "/api/import", tag = "library", request_body = ImportRequest, responses(
    (status = 200, body = Imported), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn import(
    State(state): State<AppState>,
    _place: ImportPlace,
    connection: Option<Extension<Arc<Connection>>>,
    JsonBody(request): JsonBody<ImportRequest>,
) -> Result<Json<Imported>, AppError> {
    // The whole request is there.
    connection.inspect(|connection| connection.begin());
    if request.text.len() > MAX_TEXT {
        return Err(AppError::field(
            "text",
            "the text is larger than 8 MiB: import it in parts or with otrera games import",
        ));
    }
    if request.text.trim().is_empty() {
        return Err(AppError::field("text", "the text is empty"));
    }
    import_text(&state, Cow::Owned(request.text)).await
}

/// Imports the games that come with the program: the flagship against itself and against players of the papers.
#[utoipa::path(post, operation_id = "importCollection", path = "/api/import/collection", tag = "library", responses(
    (status = 200, body = Imported), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn import_collection(State(state): State<AppState>) -> Result<Json<Imported>, AppError> {
    import_text(&state, Cow::Borrowed(COLLECTION)).await
}

async fn import_text(state: &AppState, text: Cow<'static, str>) -> Result<Json<Imported>, AppError> {
    let parsing = state.parsing.acquire().await.map_err(|error| AppError::internal(&error))?;
    let control = Control::new();
    let stopper = StopOnDrop(control.clone());
    let parsed = tokio::task::spawn_blocking(move || parse(&text, &control));
    let parsed = parsed.await.map_err(|error| AppError::internal(&error))?;
    drop((stopper, parsing));
    // What has been read is stored also if the client goes away.
    let state = state.clone();
    let stored = tokio::spawn(async move { store_all(&state, parsed).await });
    stored.await.map_err(|error| AppError::internal(&error))?.map(Json)
}

/// Stores the games, some at a time: moves of live games are written in between.
async fn store_all(state: &AppState, parsed: Parsed) -> Result<Imported, AppError> {
    let Parsed { games, problems } = parsed;
    let mut imported = Imported { games: Vec::new(), known: 0, problems };
    let mut games = games.into_iter();
    loop {
        let chunk: Vec<ParsedGame> = games.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            break;
        }
        let stored = state.store.write_batched(move |batch| insert(batch, chunk)).await?;
        imported.games.extend(stored.games);
        imported.known += stored.known;
        imported.problems.extend(stored.problems);
    }
    for &id in &imported.games {
        // A known game may have got the annotations of the file.
        if let Err(error) = state.games.changed_if_open(state, id).await {
            tracing::error!("cannot read game {id} after an import: {error}");
        }
    }
    imported.problems.sort_by_key(|problem| problem.line);
    imported.problems.truncate(MAX_PROBLEMS);
    Ok(imported)
}

/// Parses a text until the control is stopped.
fn parse(text: &str, control: &Control) -> Parsed {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().as_bytes().first() {
        Some(b'{') => {
            by_lines(text, control, |line| store::json::from_line(line).map_err(|error| error.to_string()))
        }
        Some(b'(') => parse_sgf(text, control),
        _ => by_lines(&join_lines(text), control, |line| parse_moves(line).map(|game| (game, None))),
    }
}

/// Appends lines that begin with a move number above 1 to the line before, because many texts have one line for each pair
/// of moves. Empty lines are left in their place, so that the other lines keep their numbers.
fn join_lines(text: &str) -> String {
    let goes_on = |line: &str| {
        let digits =
            line.trim_start().split('.').next().filter(|digits| line.trim_start().len() > digits.len());
        digits.and_then(|digits| digits.parse::<u32>().ok()).is_some_and(|number| number > 1)
    };
    let mut lines: Vec<String> = Vec::new();
    let mut begun = None;
    for line in text.lines() {
        match begun.filter(|_| goes_on(line)) {
            Some(begun) => {
                let before: &mut String = &mut lines[begun];
                before.push(' ');
                before.push_str(line);
                lines.push(String::new());
            }
            None => {
                begun = if line.trim().is_empty() { begun } else { Some(lines.len()) };
                lines.push(line.to_owned());
            }
        }
    }
    lines.join("\n")
}

/// Parses every line on its own.
fn by_lines(
    text: &str,
    control: &Control,
    parse_line: impl Fn(&str) -> Result<(GameRecord, Option<RunOrigin>), String>,
) -> Parsed {
    let mut parsed = Parsed::default();
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    for (number, line) in lines.take_while(|_| !control.is_stopped()) {
        match parse_line(line.trim()) {
            Ok((game, origin)) => parsed.games.push((number, game, origin)),
            Err(words) => parsed.problems.push(ImportProblem { line: number, words }),
        }
    }
    parsed
}

fn parse_sgf(text: &str, control: &Control) -> Parsed {
    let mut parsed = Parsed::default();
    for record in store::sgf::records(text.as_bytes()).take_while(|_| !control.is_stopped()) {
        match record {
            Ok((line, record, text)) => {
                parsed.games.push((line, store::sgf::from_record(&record, &text), None));
            }
            Err(bad) => parsed.problems.push(ImportProblem { line: bad.line, words: bad.reason }),
        }
    }
    parsed
}

/// Parses a line that is a FEN or a list of moves.
fn parse_moves(line: &str) -> Result<GameRecord, String> {
    let is_fen = line.split_ascii_whitespace().next().is_some_and(|word| word.matches('/').count() > 1)
        || line.split_ascii_whitespace().nth(1).is_some_and(|word| word == "w" || word == "b");
    let game = if is_fen {
        let setup = Setup::from_fen(line).map_err(|error| error.to_string())?;
        Game::new(AnyPosition::from_setup(&setup).map_err(|error| error.to_string())?)
    } else {
        let games = Game::from_lines(line).map_err(|mut error| {
            // The line is told beside: a second number would contradict it.
            if let Place::Line(_, column) = error.place {
                error.place = Place::Column(column);
            }
            error.to_string()
        })?;
        games.into_iter().next().ok_or("the line has no moves")?
    };
    Ok(GameRecord { played_at: None, ..GameRecord::new(ByColor::default(), game, Source::Import) })
}

/// Stores some games.
fn insert(batch: &mut Batch<'_>, games: Vec<ParsedGame>) -> Result<Imported, StoreError> {
    let (mut ids, mut known, mut problems) = (Vec::new(), 0, Vec::new());
    for (line, mut game, origin) in games {
        if game.ending == Ending::Unfinished {
            // A game from a file is not continued here.
            game.plan = None;
        }
        match batch.import(&game, origin.as_ref()) {
            Ok(store::Imported::New(id)) => ids.push(id.0),
            Ok(store::Imported::Same(id)) => {
                known += 1;
                ids.push(id.0);
            }
            Err(error @ (StoreError::Contradiction(_) | StoreError::SlotTaken { .. })) => {
                problems.push(ImportProblem { line, words: error.to_string() });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Imported { games: ids, known, problems })
}

/// Exports a game, or one position of it, as a file.
#[utoipa::path(get, operation_id = "exportGame", path = "/api/games/{id}/export", tag = "library", params(("id" = i64, Path, description = "the game"),
    ExportQuery), responses((status = 200, body = String, content_type = "text/plain"),
    (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn export(
    State(state): State<AppState>,
    PathParams(id): PathParams<i64>,
    QueryParams(query): QueryParams<ExportQuery>,
) -> Result<Response, AppError> {
    let stored = state.store.read(move |store| store.game(GameId(id))).await?;
    let (text, kind, ending) = match query.format {
        ExportFormat::Sgf => (store::sgf::to_text(&stored.to_record()), "application/x-go-sgf", "sgf"),
        ExportFormat::Json => {
            let line = store::json::to_line(stored.id, &stored.to_record(), stored.run.as_ref());
            (line + "\n", "application/x-ndjson", "jsonl")
        }
        ExportFormat::Fen => {
            (position_at(&stored, query.node)?.to_setup().to_fen() + "\n", "text/plain; charset=utf-8", "fen")
        }
        ExportFormat::Moves => {
            let game = line_to(&stored, query.node)?;
            let line = MoveLine { game: &game, notation: MoveNotation::Print };
            (format!("{line}\n"), "text/plain; charset=utf-8", "txt")
        }
    };
    let name = format!("attachment; filename=\"otrera-{id}.{ending}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

fn position_at(stored: &StoredGame, node: Option<u32>) -> Result<AnyPosition, AppError> {
    Ok(*line_to(stored, node)?.position())
}

/// The moves that lead to a node, or the main line of the game.
fn line_to(stored: &StoredGame, node: Option<u32>) -> Result<Game, AppError> {
    let Some(node) = node else { return Ok(stored.game.clone()) };
    let tree = stored.annotations.study.tree(&stored.game);
    let find = |id: u32| tree.iter().find(|node| node.id == id);
    let mut moves = Vec::new();
    let missing = || AppError::from(StoreError::NoSuchNode { game: stored.id, node });
    let mut at: &TreeNode = find(node).ok_or_else(missing)?;
    while let (Some(parent), Some(mv)) = (at.parent, at.mv) {
        moves.push(mv);
        at = find(parent).ok_or_else(missing)?;
    }
    let mut game = Game::new(*stored.game.start());
    for mv in moves.into_iter().rev() {
        game.play(mv).map_err(|error| AppError::internal(&error))?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests;
