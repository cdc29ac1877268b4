//! Extractors of axum that answer bad input with an [`AppError`].

use std::sync::Arc;

use axum::Json;
use axum::body::{Bytes, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Path, Query, Request, rejection};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use crate::connections::Connection;
use crate::error::AppError;

/// Reads the body before the request is handled, also where nobody asks for it: the page sends `{}` where it has nothing to
/// say, and its connection is at work then. While a part of a larger body is not read, nothing notices that the client goes
/// away.
pub(crate) async fn read_body(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let connection = request.extensions().get::<Arc<Connection>>().map(Arc::clone);
    let (parts, body) = request.into_parts();
    // The largest body that is allowed is among the parts.
    match Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await {
        Ok(body) => {
            connection.inspect(|connection| connection.begin());
            next.run(Request::from_parts(parts, body.into())).await
        }
        Err(rejection) => body_error(&rejection.into()).into_response(),
    }
}

/// The body of a request as JSON.
#[derive(Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Self, AppError> {
        let body = <Json<T> as FromRequest<S>>::from_request(request, state).await;
        body.map(|Json(value)| Self(value)).map_err(|rejection| body_error(&rejection))
    }
}

/// A request without a content type has no body.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, AppError> {
        let body = <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await;
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
