//! Why something is not done: a status, a sentence, and the field to blame.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Path, Query, Request, rejection};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use store::StoreError;
use thiserror::Error;

use crate::api::Fault;

/// An answer that says no. What is the client's fault is told; what is ours is logged, and told in general words.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{error}")]
pub struct Refusal {
    status: StatusCode,
    error: String,
    field: Option<&'static str>,
}

impl Refusal {
    fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into(), field: None }
    }

    /// A field that says what cannot be.
    pub fn field(field: &'static str, error: impl Into<String>) -> Self {
        Self { field: Some(field), ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, error) }
    }

    /// A request that makes no sense.
    pub fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// Somebody who may not ask this.
    pub fn forbidden(error: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, error)
    }

    /// Something that is not there.
    pub fn missing(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    /// Something that cannot be done as things are.
    pub fn conflict(error: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, error)
    }

    /// Something that is too much at once.
    pub fn busy(error: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    /// Somebody who has not said the token.
    pub(crate) fn unauthorized(error: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, error)
    }

    /// A way to ask that an address does not know.
    pub(crate) fn wrong_method(error: impl Into<String>) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, error)
    }

    /// A fault of ours: the reason is logged.
    pub fn ours(reason: &dyn std::fmt::Display) -> Self {
        tracing::error!("{reason}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong in the server; its log says what")
    }

    /// The status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let fault = Fault { error: self.error, field: self.field.map(str::to_owned) };
        (self.status, Json(fault)).into_response()
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoSuchGame(_) | StoreError::NoSuchRun(_) | StoreError::NoSuchNode { .. } => {
                Self::missing(error.to_string())
            }
            StoreError::NotLive(_) | StoreError::WrongPly { .. } => Self::conflict(error.to_string()),
            StoreError::IllegalMove { .. } => Self::field("move", error.to_string()),
            StoreError::Contradiction(_) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
            // The sentences of these say what a person can do about it.
            StoreError::Full { .. } | StoreError::Locked { .. } | StoreError::ReadOnly { .. } => {
                tracing::error!("{error}");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string())
            }
            other => Self::ours(&other),
        }
    }
}

/// A body of JSON, or a refusal that says what is wrong with it.
#[derive(Debug)]
pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        match <Json<T> as FromRequest<S>>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(body_refusal(&rejection)),
        }
    }
}

/// A request that names no type of content has no body.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Refusal> {
        match <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await {
            Ok(body) => Ok(body.map(|Json(value)| Self(value))),
            Err(rejection) => Err(body_refusal(&rejection)),
        }
    }
}

fn body_refusal(rejection: &rejection::JsonRejection) -> Refusal {
    use rejection::JsonRejection;
    let words = match rejection {
        JsonRejection::MissingJsonContentType(_) => {
            "the body must be JSON and say so: Content-Type: application/json".to_owned()
        }
        JsonRejection::JsonSyntaxError(error) => format!("the body is no JSON: {}", root(error)),
        JsonRejection::JsonDataError(error) => {
            format!("the body is not what this request takes: {}", root(error))
        }
        other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            "the body is larger than this request takes".to_owned()
        }
        other => format!("the body could not be read: {}", root(other)),
    };
    Refusal::new(rejection.status(), words)
}

/// The innermost reason, which names the field.
fn root(error: &dyn std::error::Error) -> String {
    let mut reason = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    reason.to_string()
}

/// The query of an address, or a refusal that says what is wrong with it.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(value)| Self(value)).map_err(|error| {
            Refusal::bad(format!("the query of the address cannot be read: {}", root(&error)))
        })
    }
}

/// The numbers in an address, or a refusal that says what is wrong with them.
#[derive(Debug)]
pub(crate) struct Number<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Number<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let read = Path::<T>::from_request_parts(parts, state).await;
        let address = parts.uri.path().to_owned();
        read.map(|Path(value)| Self(value)).map_err(|_| {
            Refusal::missing(format!("there is nothing at {address}: games and nodes have whole numbers"))
        })
    }
}
