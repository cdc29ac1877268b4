//! Games as SGF and back, record by record.
//!
//! - `split`: a file to its records, so that a bad one does not spoil the others;
//! - `tree`: its remarks and variations;
//! - this file: a [`Record`] to a [`GameRecord`] and back.
//!
//! SGF says less than the store keeps: the day but not the hour, neither thoughts nor seeds. What SGF has no letter for
//! is written as a property of ours: an ending as `KE[crash]`, tags as `KT[fine][to show]`, and `KP[20]` where
//! variations follow the last of 20 plies, which would be read as played; title and opening are SGF's own `GN` and `ON`.
//! A record that says more than the moves (comments, variations, other properties) is kept word for word in
//! [`GameRecord::sgf`] and written so again until somebody changes what it says.

mod split;
mod tree;

use amazons::notation::sgf;
use amazons::{ByColor, Property, Record, RecordResult};
use time::{Date, Month, OffsetDateTime, Time};

pub use split::{BadRecord, Records, records};

use crate::kinds::{Ending, Source};
use crate::model::GameRecord;

/// Our property for how a game ended.
const ENDING: &str = "KE";
/// SGF's property for the opening.
const OPENING: &str = "ON";
/// SGF's property for the title.
const TITLE: &str = "GN";
/// Our property for tags.
const TAGS: &str = "KT";
/// Our property for how many plies were played.
const PLAYED: &str = "KP";

/// Writes a game as SGF: as it was imported if that says more than the moves and nobody has changed it, else from what
/// we know.
#[must_use]
pub fn to_text(game: &GameRecord) -> String {
    match &game.sgf {
        Some(sgf) if is_as_imported(game, sgf) => sgf.trim_end().to_owned() + "\n",
        _ => sgf::to_text(&to_record(game)),
    }
}

/// Whether a record still says what people can change of a game.
fn is_as_imported(game: &GameRecord, text: &str) -> bool {
    let Some(imported) = read_again(text) else { return true };
    let said = |game: &GameRecord| (game.players.clone(), game.title.clone(), game.tags.clone());
    said(&imported) == said(game) && imported.game == game.game && imported.study == game.study
}

/// A record that was read before.
pub(crate) fn read_again(text: &str) -> Option<GameRecord> {
    let (_, record, _) = records(text.as_bytes()).next()?.ok()?;
    Some(from_record(&record, text))
}

/// The tree of a game without what stands above it: equal for studies that say the same, whatever their numbers.
pub(crate) fn tree_of(game: &GameRecord) -> Record {
    let mut record = Record::from_game(&game.game);
    tree::add_study(&mut record, &game.game, &game.study);
    record
}

/// The record that says what we know, remarks and variations too.
#[must_use]
pub fn to_record(game: &GameRecord) -> Record {
    let mut record = header(game);
    tree::add_study(&mut record, &game.game, &game.study);
    record
}

/// The record of the moves and what stands above them.
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
    let mut say = |name: &str, values: Vec<String>| {
        root.other.push(Property { name: name.to_owned(), values });
    };
    if let Some(title) = &game.title {
        say(TITLE, vec![escape(title)]);
    }
    if let Some(opening) = &game.opening {
        say(OPENING, vec![escape(opening)]);
    }
    if how == "F" {
        say(ENDING, vec![game.ending.name().to_owned()]);
    }
    if !game.tags.is_empty() {
        say(TAGS, game.tags.iter().map(|tag| escape(tag)).collect());
    }
    record
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// A game from a record and the text that it was read from.
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
    game.title = property(TITLE);
    game.tags = values(TAGS).iter().map(|value| unescape(value)).collect();
    // Where nobody can move the rules decide, whatever the file says.
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
            game.detail = format!("the record says {:?}", result.how);
        }
    }
    game.study = tree::study_of(record, &game.game);
    let mut known = header(&game);
    if record.result.is_none() {
        // What the rules say of the end need not stand in the file.
        known.result = None;
    }
    game.sgf = (known != *record).then(|| text.trim().to_owned());
    game
}

/// The first day of a date such as `2006`, `2006-08` or `2006-08-09,10`.
fn read_date(text: &str) -> Option<OffsetDateTime> {
    let mut parts = text.split([',', ' ', 'T']).next()?.splitn(3, '-');
    let year: i32 = parts.next()?.parse().ok().filter(|year| (0..=9999).contains(year))?;
    let month: u8 = parts.next().map_or(Ok(1), str::parse).ok()?;
    let day: u8 = parts.next().map_or(Ok(1), str::parse).ok()?;
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    Some(OffsetDateTime::new_utc(date, Time::MIDNIGHT))
}

/// What a value says: a backslash keeps the next character.
fn unescape(raw: &str) -> String {
    let mut characters = raw.chars();
    let next = || match characters.next()? {
        '\\' => characters.next(),
        other => Some(other),
    };
    std::iter::from_fn(next).collect()
}
