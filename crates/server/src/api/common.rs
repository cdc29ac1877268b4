//! Types that all parts of the API use.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Color {
    /// Moves first in the named starts.
    White,
    /// Moves second.
    Black,
}

impl From<amazons::Color> for Color {
    fn from(color: amazons::Color) -> Self {
        match color {
            amazons::Color::White => Self::White,
            amazons::Color::Black => Self::Black,
        }
    }
}

impl From<Color> for amazons::Color {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// An error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// The reason, for a reader.
    pub(crate) error: String,
    /// The invalid field, if it is one.
    #[schema(required)]
    pub(crate) field: Option<String>,
}
