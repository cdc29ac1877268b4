//! The library: which games there are.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use store::{Filter, Order, Sort, Trash, WinnerFilter};

use crate::api::{Fault, GameList, ListQuery, SortBy, SortOrder};
use crate::document::summary;
use crate::error::AppError;
use crate::extract::QueryParams;
use crate::state::AppState;

/// How many games a list has, where nobody says, and at most.
const USUAL: u64 = 50;
const MOST: u64 = 500;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/games", get(list))
}

/// Lists games.
#[utoipa::path(get, operation_id = "listGames", path = "/api/games", tag = "library", params(ListQuery), responses(
    (status = 200, body = GameList), (status = "4XX", description = "why not", body = Fault)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    QueryParams(query): QueryParams<ListQuery>,
) -> Result<Json<GameList>, AppError> {
    let filter = filter(query)?;
    let read = move |store: &store::Store| -> Result<_, store::StoreError> {
        Ok((store.list(&filter)?, store.count(&filter)?))
    };
    let (games, total) = state.store.read(read).await?;
    Ok(Json(GameList { games: games.into_iter().map(summary).collect(), total }))
}

/// A query as a filter of the store.
fn filter(query: ListQuery) -> Result<Filter, AppError> {
    let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let winner = said(query.winner).map(|word| match word.as_str() {
        "white" => WinnerFilter::Side(amazons::Color::White),
        "black" => WinnerFilter::Side(amazons::Color::Black),
        "nobody" => WinnerFilter::Nobody,
        _ => WinnerFilter::Player(word),
    });
    let word = |field, error: store::UnknownName| AppError::field(field, error.to_string());
    let limit = query.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(AppError::field("limit", format!("a list has 1 to {MOST} games, not {limit}")));
    }
    Ok(Filter {
        players: said(query.player).into_iter().collect(),
        winner,
        ending: said(query.ending)
            .map(|text| text.parse().map_err(|error| word("ending", error)))
            .transpose()?,
        source: said(query.source)
            .map(|text| text.parse().map_err(|error| word("source", error)))
            .transpose()?,
        tag: said(query.tag),
        text: said(query.text),
        board: said(query.board),
        min_plies: query.min_plies,
        max_plies: query.max_plies,
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
