//! The description of the interface.

use utoipa::OpenApi;

/// The OpenAPI document.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

#[derive(OpenApi)]
#[openapi(info(title = "Otrera", description = "The Game of the Amazons: play, analysis, library."))]
struct Description;

/// The description as a page of its own.
#[must_use]
pub(crate) fn page() -> String {
    String::new()
}
