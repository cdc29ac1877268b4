//! Words that every part of the interface uses.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Color {
    /// Moves first in the named starts.
    White,
    /// The other.
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

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Fault {
    /// A sentence for a person.
    pub(crate) error: String,
    /// The field that is to blame, if it is one.
    #[schema(required)]
    pub(crate) field: Option<String>,
}
