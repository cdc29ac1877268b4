//! Errors of the API: a status, a message, and the field at fault.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use store::StoreError;
use thiserror::Error;

use crate::api::ErrorBody;

/// An error response. A client's error is explained in it; an internal one is logged and described in general terms.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{error}")]
pub(crate) struct AppError {
    status: StatusCode,
    error: String,
    field: Option<&'static str>,
}

impl AppError {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into(), field: None }
    }

    /// 422: a field has an invalid value.
    pub(crate) fn field(field: &'static str, error: impl Into<String>) -> Self {
        Self { field: Some(field), ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, error) }
    }

    /// 400: the request is malformed.
    pub(crate) fn bad_request(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// 404: the resource does not exist.
    pub(crate) fn not_found(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    /// 409: the request does not fit the current state of the resource.
    pub(crate) fn conflict(error: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, error)
    }

    /// 503: the server is at a limit or took too long.
    pub(crate) fn busy(error: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    /// 500: an error of the server, whose reason is logged.
    pub(crate) fn internal(reason: &dyn std::fmt::Display) -> Self {
        tracing::error!("{reason}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal server error; the server's log has the reason")
    }
}

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let fault = ErrorBody { error: self.error.clone(), field: self.field.map(str::to_owned) };
        let mut response = (self.status, Json(fault)).into_response();
        // For a person who follows a link the error becomes a page.
        response.extensions_mut().insert(self);
        response
    }
}

/// The page of an error for a person, instead of its JSON; other responses stay as they are.
pub(crate) fn page_for_people(response: Response) -> Response {
    let Some(error) = response.extensions().get::<AppError>() else { return response };
    let words = error.error.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let title = error.status.canonical_reason().unwrap_or("Error");
    let page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>{title} - Otrera</title><main><h1>{title}</h1><p>{words}</p><p><a href=\"/\">To the board</a></p></main></html>"
    );
    (error.status, Html(page)).into_response()
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoSuchGame(_) | StoreError::NoSuchRun(_) | StoreError::NoSuchNode { .. } => {
                Self::not_found(error.to_string())
            }
            StoreError::NotLive(_)
            | StoreError::WrongPly { .. }
            | StoreError::OtherMoves(_)
            | StoreError::OtherRevision(_)
            | StoreError::NothingToUndo(_) => Self::conflict(error.to_string()),
            StoreError::IllegalMove { .. } => Self::field("move", error.to_string()),
            StoreError::Contradiction(_) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
            // The messages of these say what the user can do about it.
            StoreError::Full { .. } | StoreError::Locked { .. } | StoreError::ReadOnly { .. } => {
                tracing::error!("{error}");
                Self::busy(error.to_string())
            }
            other => Self::internal(&other),
        }
    }
}
