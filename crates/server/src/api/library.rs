//! Lists of games, files in and out, and what the program is.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Color;

/// Which games to list. What is empty asks for nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// A player on either side; `*` stands for any text.
    pub(crate) player: Option<String>,
    /// Who won: `white`, `black`, `nobody` or a name.
    pub(crate) winner: Option<String>,
    /// How it ended, such as `no moves`.
    pub(crate) ending: Option<String>,
    /// Where it comes from, such as `play`.
    pub(crate) source: Option<String>,
    /// A tag.
    pub(crate) tag: Option<String>,
    /// Words in title, names, event or opening.
    pub(crate) text: Option<String>,
    /// The board's size, such as `10x10`.
    pub(crate) board: Option<String>,
    /// At least so many plies.
    pub(crate) min_plies: Option<u32>,
    /// At most so many plies.
    pub(crate) max_plies: Option<u32>,
    /// By what the games are sorted: `id`, `date` or `length`.
    pub(crate) sort: Option<SortBy>,
    /// In which direction: `ascending` or `descending`.
    pub(crate) order: Option<SortOrder>,
    /// So many games are passed over first.
    pub(crate) offset: Option<u64>,
    /// At most so many games: 1 to 500.
    #[param(minimum = 1, maximum = 500)]
    pub(crate) limit: Option<u64>,
    /// `true` lists what lies in the trash.
    pub(crate) trash: Option<bool>,
}

/// By what games are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SortBy {
    /// The order in which they came in.
    Id,
    /// When they were played.
    #[default]
    Date,
    /// How many plies they have.
    Length,
}

/// A direction of sorting.
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

/// Some games and how many there are in all.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameList {
    /// Those asked for.
    pub(crate) games: Vec<GameSummary>,
    /// How many pass the filter in all.
    pub(crate) total: u64,
}

/// What a list tells of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameSummary {
    /// Its number.
    pub(crate) id: i64,
    /// What it is called; empty if nobody named it.
    pub(crate) title: String,
    /// Words to find it by.
    pub(crate) tags: Vec<String>,
    /// White's name.
    pub(crate) white: String,
    /// Black's name.
    pub(crate) black: String,
    /// Who won.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// How it ended.
    pub(crate) ending: String,
    /// How many plies were played.
    pub(crate) plies: u32,
    /// The board's size.
    pub(crate) board: String,
    /// Where it comes from.
    pub(crate) source: String,
    /// The event or tournament.
    #[schema(required)]
    pub(crate) event: Option<String>,
    /// The opening's name.
    #[schema(required)]
    pub(crate) opening: Option<String>,
    /// When it was played, as RFC 3339 writes it.
    #[schema(required)]
    pub(crate) played_at: Option<String>,
    /// Whether it is still played.
    pub(crate) live: bool,
}

/// Games to read: SGF, JSON lines, Little Golem's SGF, a FEN, or a list of moves.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ImportRequest {
    /// The text, 8 MiB at most.
    pub(crate) text: String,
    /// The file's name, for the messages.
    pub(crate) name: Option<String>,
}

/// What became of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    /// The games, also those that were there before, in the text's order.
    pub(crate) games: Vec<i64>,
    /// How many of them were there before.
    pub(crate) known: usize,
    /// What could not be read.
    pub(crate) problems: Vec<ImportProblem>,
}

/// A part of an import that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportProblem {
    /// The line, from 1.
    pub(crate) line: usize,
    /// What is wrong with it.
    pub(crate) words: String,
}

/// How a game is to be written.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// The format.
    pub(crate) format: ExportFormat,
    /// For `fen` and `moves`, the node whose position or line is meant; else the end of the game.
    pub(crate) node: Option<u32>,
}

/// A format of a file.
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

/// All that can play.
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
    /// Its name.
    pub(crate) name: String,
    /// The paper that it comes from.
    pub(crate) paper: String,
    /// What it does, in a sentence.
    pub(crate) about: String,
    /// What can be set.
    pub(crate) parameters: Vec<AgentParameter>,
}

/// A parameter of a player.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentParameter {
    /// The name by which it is set.
    pub(crate) name: String,
    /// What it is set to unless somebody says otherwise.
    pub(crate) default: String,
    /// What it may be set to, in words.
    pub(crate) allowed: String,
    /// What it means.
    pub(crate) about: String,
}

/// A level for people.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LevelInfo {
    /// Its number, from 1.
    pub(crate) level: u8,
    /// What it is like, in words.
    pub(crate) about: String,
}

/// What runs here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Version {
    /// The program.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// The cores that searches share.
    pub(crate) cores: usize,
}
