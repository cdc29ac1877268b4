//! Lists of games, files in and out, and what the program is.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Color;

/// Which games to list. What is empty asks for nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// A player on either side; `*` stands for any text.
    pub player: Option<String>,
    /// Who won: `white`, `black`, `nobody` or a name.
    pub winner: Option<String>,
    /// How it ended, such as `no moves`.
    pub ending: Option<String>,
    /// Where it comes from, such as `play`.
    pub source: Option<String>,
    /// A tag.
    pub tag: Option<String>,
    /// Words in title, names, event or opening.
    pub text: Option<String>,
    /// The board's size, such as `10x10`.
    pub board: Option<String>,
    /// At least so many plies.
    pub min_plies: Option<u32>,
    /// At most so many plies.
    pub max_plies: Option<u32>,
    /// By what the games are sorted: `id`, `date` or `length`.
    pub sort: Option<SortBy>,
    /// In which direction: `ascending` or `descending`.
    pub order: Option<SortOrder>,
    /// So many games are passed over first.
    pub offset: Option<u64>,
    /// At most so many games: 1 to 500.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<u64>,
    /// `true` lists what lies in the trash.
    pub trash: Option<bool>,
}

/// By what games are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SortBy {
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
pub enum SortOrder {
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
pub struct GameList {
    /// Those asked for.
    pub games: Vec<GameSummary>,
    /// How many pass the filter in all.
    pub total: u64,
}

/// What a list tells of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its number.
    pub id: i64,
    /// What it is called; empty if nobody named it.
    pub title: String,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Who won.
    #[schema(required)]
    pub winner: Option<Color>,
    /// How it ended.
    pub ending: String,
    /// How many plies were played.
    pub plies: u32,
    /// The board's size.
    pub board: String,
    /// Where it comes from.
    pub source: String,
    /// The event or tournament.
    #[schema(required)]
    pub event: Option<String>,
    /// The opening's name.
    #[schema(required)]
    pub opening: Option<String>,
    /// When it was played, as RFC 3339 writes it.
    #[schema(required)]
    pub played_at: Option<String>,
    /// Whether it is still played.
    pub live: bool,
}

/// Games to read: SGF, JSON lines, Little Golem's SGF, a FEN, or a list of moves.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportRequest {
    /// The text, 8 MiB at most.
    pub text: String,
    /// The file's name, for the messages.
    pub name: Option<String>,
}

/// What became of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    /// The games, also those that were there before, in the text's order.
    pub games: Vec<i64>,
    /// How many of them were there before.
    pub known: usize,
    /// What could not be read.
    pub problems: Vec<ImportProblem>,
}

/// A part of an import that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportProblem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub words: String,
}

/// How a game is to be written.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// The format.
    pub format: ExportFormat,
    /// For `fen` and `moves`, the node whose position or line is meant; else the end of the game.
    pub node: Option<u32>,
}

/// A format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
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
pub struct Agents {
    /// Every player.
    pub players: Vec<AgentPlayer>,
    /// The flagship's levels for people.
    pub levels: Vec<LevelInfo>,
}

/// A player that can be named in a spec.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentPlayer {
    /// Its name.
    pub name: String,
    /// The paper that it comes from.
    pub paper: String,
    /// What it does, in a sentence.
    pub about: String,
    /// What can be set.
    pub parameters: Vec<AgentParameter>,
}

/// A parameter of a player.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentParameter {
    /// The name by which it is set.
    pub name: String,
    /// What it is set to unless somebody says otherwise.
    pub default: String,
    /// What it may be set to, in words.
    pub allowed: String,
    /// What it means.
    pub about: String,
}

/// A level for people.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LevelInfo {
    /// Its number, from 1.
    pub level: u8,
    /// What it is like, in words.
    pub about: String,
}

/// What runs here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// The program.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The cores that searches share.
    pub cores: usize,
}
