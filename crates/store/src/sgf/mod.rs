//! Reading and writing games as SGF.
//!
//! - `split`: splits a file into records, so that a bad one does not spoil the others;
//! - `tree`: comments and variations;
//! - this file: conversion between [`Record`] and [`GameRecord`].
//!
//! SGF has less than the store: the date but not the time, neither thoughts nor seeds. Private properties are `KE[crash]` for
//! an ending, `KT[fine][to show]` for tags, and `KP[20]` where variations follow the last of 20 plies, which would be read as
//! played; title and opening are SGF's `GN` and `ON`. An imported record with comments, variations or other properties is
//! kept unchanged in [`GameRecord::sgf`] and written again until its annotations change.

mod split;
mod tree;

use amazons::notation::sgf;
use amazons::{ByColor, Property, Record, RecordResult};
use time::{Date, Month, OffsetDateTime, Time};

pub use split::{BadRecord, Records, records};

use crate::kinds::{Ending, Source};
use crate::model::{Annotations, GameRecord};

/// The private property for the ending.
const ENDING: &str = "KE";
/// SGF's property for the opening.
const OPENING: &str = "ON";
/// SGF's property for the title.
const TITLE: &str = "GN";
/// The private property for tags.
const TAGS: &str = "KT";
/// The private property for the number of plies played.
const PLAYED: &str = "KP";

/// Writes a game as SGF: the imported record if its annotations are unchanged, else a new one.
#[must_use]
pub fn to_text(game: &GameRecord) -> String {
    match &game.sgf {
        Some(sgf) if is_as_imported(game, sgf) => sgf.trim_end().to_owned() + "\n",
        _ => sgf::to_text(&to_record(game)),
    }
}

/// Whether an imported record still has the annotations of a game.
fn is_as_imported(game: &GameRecord, text: &str) -> bool {
    let Some(imported) = read_imported(text) else { return true };
    let texts = |game: &GameRecord| {
        let Annotations { title, tags, study, .. } = game.annotations.clone();
        (game.players.clone(), title, tags, study)
    };
    texts(&imported) == texts(game) && imported.game == game.game
}

/// Reads an imported record.
pub(crate) fn read_imported(text: &str) -> Option<GameRecord> {
    let (_, record, _) = records(text.as_bytes()).next()?.ok()?;
    Some(from_record(&record, text))
}

/// The tree of a game without its header, for comparing studies whose node numbers differ.
pub(crate) fn tree_of(game: &GameRecord) -> Record {
    let mut record = Record::from_game(&game.game);
    tree::add_study(&mut record, &game.game, &game.annotations.study);
    record
}

/// The record with comments and variations.
fn to_record(game: &GameRecord) -> Record {
    let mut record = header(game);
    tree::add_study(&mut record, &game.game, &game.annotations.study);
    record
}

/// The record of the header and the moves.
fn header(game: &GameRecord) -> Record {
    let mut record = Record::from_game(&game.game);
    record.players = game.players.clone().map(|name| Some(name).filter(|name| !name.is_empty()));
    record.event.clone_from(&game.event);
    record.date = game.played_at.map(|moment| moment.date().to_string());
    let how = match game.ending {
        Ending::Resignation => "R",
        Ending::TimeForfeit => "T",
        Ending::IllegalMove | Ending::Crash | Ending::Stall => "F",
        Ending::NoMoves | Ending::Adjudication | Ending::Unfinished => "",
    };
    record.result = game.winner.map(|winner| RecordResult { winner, how: how.to_owned() });
    let root = record.node_mut(Record::ROOT);
    let mut add = |name: &str, values: Vec<String>| {
        root.other.push(Property { name: name.to_owned(), values });
    };
    if let Some(title) = &game.annotations.title {
        add(TITLE, vec![escape(title)]);
    }
    if let Some(opening) = &game.opening {
        add(OPENING, vec![escape(opening)]);
    }
    if how == "F" {
        add(ENDING, vec![game.ending.name().to_owned()]);
    }
    let tags = &game.annotations.tags;
    if !tags.is_empty() {
        add(TAGS, tags.iter().map(|tag| escape(tag)).collect());
    }
    record
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Converts a record and its text to a game.
#[must_use]
pub fn from_record(record: &Record, text: &str) -> GameRecord {
    let players = ByColor::from_fn(|color| record.players[color].clone().unwrap_or_default());
    let mut game = GameRecord::new(players, tree::game_of(record), Source::Import);
    game.event.clone_from(&record.event);
    game.played_at = record.date.as_deref().and_then(read_date);
    let values = |name: &str| {
        let found = record.node(Record::ROOT).other.iter().find(|property| property.name == name);
        found.map(|property| property.values.as_slice()).unwrap_or_default()
    };
    let property = |name: &str| values(name).first().map(|value| unescape(value));
    game.opening = property(OPENING);
    game.annotations.title = property(TITLE);
    game.annotations.tags = values(TAGS).iter().map(|value| unescape(value)).collect();
    // If the game is over by the rules, they decide, not the file.
    if let Some(result) = record.result.as_ref().filter(|_| game.winner.is_none()) {
        game.winner = Some(result.winner);
        let how = result.how.trim();
        let ours = property(ENDING).and_then(|word| word.parse().ok());
        game.ending = match (how, ours) {
            ("R" | "Resign", _) => Ending::Resignation,
            ("T" | "Time", _) => Ending::TimeForfeit,
            (_, Some(ending @ (Ending::IllegalMove | Ending::Crash | Ending::Stall))) => ending,
            _ => Ending::Adjudication,
        };
        if game.ending == Ending::Adjudication && !how.is_empty() {
            game.detail = format!("the SGF result is {:?}", result.how);
        }
    }
    game.annotations.study = tree::study_of(record, &game.game);
    let mut known = header(&game);
    if record.result.is_none() {
        // The file need not have a result that follows from the rules.
        known.result = None;
    }
    game.sgf = (known != *record).then(|| text.trim().to_owned());
    game
}

/// The first day of an SGF date such as `2006`, `2006-08` or `2006-08-09,10`.
fn read_date(text: &str) -> Option<OffsetDateTime> {
    let mut parts = text.split([',', ' ', 'T']).next()?.splitn(3, '-');
    let year: i32 = parts.next()?.parse().ok().filter(|year| (0..=9999).contains(year))?;
    let month: u8 = parts.next().map_or(Ok(1), str::parse).ok()?;
    let day: u8 = parts.next().map_or(Ok(1), str::parse).ok()?;
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    Some(OffsetDateTime::new_utc(date, Time::MIDNIGHT))
}

/// Unescapes a value: a backslash keeps the next character.
fn unescape(raw: &str) -> String {
    let mut characters = raw.chars();
    let next = || match characters.next()? {
        '\\' => characters.next(),
        other => Some(other),
    };
    std::iter::from_fn(next).collect()
}
