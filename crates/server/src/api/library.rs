//! Lists of games, import and export, and the players and version of the program.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Color;

/// A filter of games. Empty fields do not filter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// A player of either side; `*` matches any text.
    pub(crate) player: Option<String>,
    /// The winner: `white`, `black`, `nobody` or a name.
    pub(crate) winner: Option<String>,
    /// The ending, such as `no moves`.
    pub(crate) ending: Option<String>,
    /// The source, such as `play`.
    pub(crate) source: Option<String>,
    /// A tag.
    pub(crate) tag: Option<String>,
    /// Text in title, names, event or opening.
    pub(crate) text: Option<String>,
    /// The board's size, such as `10x10`.
    pub(crate) board: Option<String>,
    /// The minimum of plies.
    pub(crate) min_plies: Option<u32>,
    /// The maximum of plies.
    pub(crate) max_plies: Option<u32>,
    /// The sort key: `id`, `date` or `length`.
    pub(crate) sort: Option<SortBy>,
    /// The sort order: `ascending` or `descending`.
    pub(crate) order: Option<SortOrder>,
    /// The number of games to skip.
    pub(crate) offset: Option<u64>,
    /// The maximum of games, 1 to 500.
    #[param(minimum = 1, maximum = 500)]
    pub(crate) limit: Option<u64>,
    /// `true` lists the games in progress only.
    pub(crate) live: Option<bool>,
    /// `true` lists the games in the trash.
    pub(crate) trash: Option<bool>,
}

/// A sort key of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SortBy {
    /// The order of insertion.
    Id,
    /// The date.
    #[default]
    Date,
    /// The number of plies.
    Length,
}

/// A sort order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SortOrder {
    /// The oldest or shortest first.
    #[serde(alias = "asc")]
    Ascending,
    /// The newest or longest first.
    #[default]
    #[serde(alias = "desc")]
    Descending,
}

/// A page of games and the total.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameList {
    /// The games of this page.
    pub(crate) games: Vec<GameSummary>,
    /// The number of all games that match the filter.
    pub(crate) total: u64,
}

/// The summary of a game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameSummary {
    /// The id.
    pub(crate) id: i64,
    /// The title; may be empty.
    pub(crate) title: String,
    /// The tags.
    pub(crate) tags: Vec<String>,
    /// White's name.
    pub(crate) white: String,
    /// Black's name.
    pub(crate) black: String,
    /// The winner.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// The ending.
    pub(crate) ending: String,
    /// The number of plies.
    pub(crate) plies: u32,
    /// The board's size.
    pub(crate) board: String,
    /// The source.
    pub(crate) source: String,
    /// The event or tournament.
    #[schema(required)]
    pub(crate) event: Option<String>,
    /// The opening's name.
    #[schema(required)]
    pub(crate) opening: Option<String>,
    /// The date, in RFC 3339.
    #[schema(required)]
    pub(crate) played_at: Option<String>,
    /// Whether it is in progress.
    pub(crate) live: bool,
    /// The last position in FEN; null in the explorer's examples.
    #[schema(required)]
    pub(crate) fen: Option<String>,
}

/// Games as text: SGF, JSON lines, Little Golem's SGF, a FEN, or a list of moves.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ImportRequest {
    /// The text, at most 8 MiB.
    pub(crate) text: String,
    /// The name of the file; ignored.
    pub(crate) name: Option<String>,
}

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    /// The games in the order of the text, also those that were stored before.
    pub(crate) games: Vec<i64>,
    /// The number of games that were stored before.
    pub(crate) known: usize,
    /// The records that could not be parsed.
    pub(crate) problems: Vec<ImportProblem>,
}

/// A record of an import that could not be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportProblem {
    /// The line, from 1.
    pub(crate) line: usize,
    /// The reason.
    pub(crate) words: String,
}

/// The format of an export.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// The format.
    pub(crate) format: ExportFormat,
    /// For `fen` and `moves`, the node; by default the last one of the main line.
    pub(crate) node: Option<u32>,
}

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExportFormat {
    /// The whole game with its variations and comments.
    Sgf,
    /// The game as one line of JSON, as `otrera games export` writes it.
    Json,
    /// One position.
    Fen,
    /// The moves that lead to a position.
    Moves,
}

/// All players.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Agents {
    /// Every player.
    pub(crate) players: Vec<AgentPlayer>,
    /// The flagship's levels for people.
    pub(crate) levels: Vec<LevelInfo>,
}

/// A player that can be named in a spec.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentPlayer {
    /// The name.
    pub(crate) name: String,
    /// The paper that describes it.
    pub(crate) paper: String,
    /// One sentence about it.
    pub(crate) about: String,
    /// The parameters.
    pub(crate) parameters: Vec<AgentParameter>,
}

/// A parameter of a player.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentParameter {
    /// The name.
    pub(crate) name: String,
    /// The default.
    pub(crate) default: String,
    /// The allowed values, for a reader.
    pub(crate) allowed: String,
    /// One sentence about it.
    pub(crate) about: String,
}

/// A level for people.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LevelInfo {
    /// The number, from 1.
    pub(crate) level: u8,
    /// The name.
    pub(crate) name: String,
    /// One sentence about it.
    pub(crate) about: String,
}

/// The version of the program, and how it was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Version {
    /// The name of the program.
    pub(crate) name: String,
    /// The version.
    pub(crate) version: String,
    /// The number of cores that searches share.
    pub(crate) cores: usize,
    /// Warnings about how the program was started, such as a network that cannot be read.
    pub(crate) warnings: Vec<String>,
}
