//! The list of games.

use amazons::AnyPosition;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use store::{Filter, Order, Sort, Trash, WinnerFilter};

use crate::api::{ErrorBody, GameList, GameSummary, ListQuery, SortBy, SortOrder};
use crate::document::summary;
use crate::error::AppError;
use crate::extract::QueryParams;
use crate::state::AppState;

/// The length of a list: default and maximum.
const DEFAULT_LIMIT: u64 = 50;
const MAX_LIMIT: u64 = 500;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/games", get(list))
}

/// Lists games.
#[utoipa::path(get, operation_id = "listGames", path = "/api/games", tag = "library", params(ListQuery), responses(
    (status = 200, body = GameList), (status = "4XX", description = "the reason", body = ErrorBody)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    QueryParams(query): QueryParams<ListQuery>,
) -> Result<Json<GameList>, AppError> {
    let filter = filter(query)?;
    let read = move |store: &store::Store| -> Result<_, store::StoreError> {
        let games = store.list(&filter)?;
        let ids: Vec<_> = games.iter().map(|game| game.id).collect();
        let fen = |position: AnyPosition| position.to_setup().to_fen();
        let fens = store.last_positions(&ids)?.into_iter().map(|position| position.map(fen));
        let games = games.into_iter().zip(fens).map(|(game, fen)| GameSummary { fen, ..summary(game) });
        Ok((games.collect(), store.count(&filter)?))
    };
    let (games, total) = state.store.read(read).await?;
    Ok(Json(GameList { games, total }))
}

/// The store's filter of a query.
fn filter(query: ListQuery) -> Result<Filter, AppError> {
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let winner = given(query.winner).map(|word| match word.as_str() {
        "white" => WinnerFilter::Side(amazons::Color::White),
        "black" => WinnerFilter::Side(amazons::Color::Black),
        "nobody" => WinnerFilter::Undecided,
        _ => WinnerFilter::Player(word),
    });
    let word = |field, error: store::UnknownName| AppError::field(field, error.to_string());
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(AppError::field("limit", format!("a list has 1 to {MAX_LIMIT} games, not {limit}")));
    }
    Ok(Filter {
        players: given(query.player).into_iter().collect(),
        winner,
        ending: given(query.ending)
            .map(|text| text.parse().map_err(|error| word("ending", error)))
            .transpose()?,
        source: given(query.source)
            .map(|text| text.parse().map_err(|error| word("source", error)))
            .transpose()?,
        tag: given(query.tag),
        text: given(query.text),
        board: given(query.board),
        min_plies: query.min_plies,
        max_plies: query.max_plies,
        live_only: query.live.unwrap_or(false),
        trash: if query.trash.unwrap_or(false) { Trash::Only } else { Trash::Excluded },
        sort: match query.sort.unwrap_or_default() {
            SortBy::Id => Sort::Id,
            SortBy::Date => Sort::Date,
            SortBy::Length => Sort::Length,
        },
        order: match query.order.unwrap_or_default() {
            SortOrder::Ascending => Order::Ascending,
            SortOrder::Descending => Order::Descending,
        },
        offset: query.offset.unwrap_or(0),
        limit: Some(limit),
        ..Filter::default()
    })
}
