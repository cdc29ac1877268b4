//! Extractors of axum that answer bad input with an [`AppError`].

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Path, Query, Request, rejection};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::connections::Connection;
use crate::error::AppError;

/// The body of a request as JSON.
#[derive(Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Self, AppError> {
        let connection = request.extensions().get::<Arc<Connection>>().map(Arc::clone);
        let body = <Json<T> as FromRequest<S>>::from_request(request, state).await;
        // The whole request is there.
        connection.inspect(|connection| connection.begin());
        body.map(|Json(value)| Self(value)).map_err(|rejection| body_error(&rejection))
    }
}

/// A request without a content type has no body.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, AppError> {
        let connection = request.extensions().get::<Arc<Connection>>().map(Arc::clone);
        let body = <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await;
        connection.inspect(|connection| connection.begin());
        body.map(|body| body.map(|Json(value)| Self(value))).map_err(|rejection| body_error(&rejection))
    }
}

fn body_error(rejection: &rejection::JsonRejection) -> AppError {
    use rejection::JsonRejection;
    let message = match rejection {
        JsonRejection::MissingJsonContentType(_) => {
            "expected a JSON body with the header Content-Type: application/json".to_owned()
        }
        JsonRejection::JsonSyntaxError(error) => format!("the body is not valid JSON: {}", root(error)),
        JsonRejection::JsonDataError(error) => format!("invalid body: {}", root(error)),
        other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            "the body is larger than this request allows".to_owned()
        }
        other => format!("cannot read the body: {}", root(other)),
    };
    AppError::new(rejection.status(), message)
}

/// The innermost source of an error, which names the field.
fn root(error: &dyn std::error::Error) -> String {
    let mut reason = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    reason.to_string()
}

/// The query string of a request.
#[derive(Debug)]
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|Query(value)| Self(value))
            .map_err(|error| AppError::bad_request(format!("invalid query string: {}", root(&error))))
    }
}

/// The numbers in the path of a request.
#[derive(Debug)]
pub(crate) struct PathParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParams<T> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(value)| Self(value)).map_err(|_| {
            let path = parts.uri.path();
            AppError::not_found(format!("{path} not found: the ids of games and nodes are whole numbers"))
        })
    }
}
