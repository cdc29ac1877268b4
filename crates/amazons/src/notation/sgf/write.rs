//! Records to SGF.

use std::fmt::Write;

use thiserror::Error;

use super::syntax::escape;
use super::{MOVE_NUMBER, VARIANT};
use crate::board::Size;
use crate::color::Color;
use crate::mv::Move;
use crate::notation::fen::Variant;
use crate::record::{NodeId, Record, RecordNode};
use crate::setup::{Piece, Setup};
use crate::square::Square;
use crate::start::Start;

/// A record that Little Golem's form cannot say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("Little Golem's records begin at the standard start; write this game as SGF")]
pub struct LittleGolemError;

/// Which names and which points a file uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Amazons,
    LittleGolem,
}

impl Dialect {
    fn letter(self, color: Color) -> char {
        match (self, color) {
            (Self::Amazons, Color::White) | (Self::LittleGolem, Color::Black) => 'B',
            _ => 'W',
        }
    }

    fn value(self, mv: Move, size: Size) -> String {
        match self {
            Self::Amazons => [mv.from, mv.to, mv.arrow].map(|square| point(square, size)).concat(),
            Self::LittleGolem => mv.to_string(),
        }
    }
}

fn point(square: Square, size: Size) -> String {
    let row = size.rows() - 1 - square.rank().index();
    [square.file().letter(), char::from(b'a' + row)].into_iter().collect()
}

/// Writes a record as SGF, one node a line.
#[must_use]
pub fn to_text(record: &Record) -> String {
    let mut text = String::from("(;FF[4]GM[18]CA[UTF-8]AP[Otrera]");
    let setup = record.start().to_setup();
    write_start(&mut text, &setup);
    write_names(&mut text, record, Dialect::Amazons);
    write_tree(&mut text, record, Dialect::Amazons, "\n");
    text.push('\n');
    text
}

/// Writes a record as Little Golem does, in one line unless a comment has several.
///
/// # Errors
/// When the game did not begin at the standard start.
pub fn to_little_golem(record: &Record) -> Result<String, LittleGolemError> {
    if record.start().to_setup() != Start::STANDARD.setup() {
        return Err(LittleGolemError);
    }
    let mut text = String::from("(;");
    write_names(&mut text, record, Dialect::LittleGolem);
    write_tree(&mut text, record, Dialect::LittleGolem, "");
    text.push('\n');
    Ok(text)
}

/// Writing into a `String` cannot fail.
macro_rules! put {
    ($text:expr, $($what:tt)*) => {
        write!($text, $($what)*).expect("a string takes any text")
    };
}

fn write_start(text: &mut String, setup: &Setup) {
    let size = setup.size;
    if size.is_square() {
        put!(text, "SZ[{}]", size.rows());
    } else {
        put!(text, "SZ[{}:{}]", size.columns(), size.rows());
    }
    let named = Start::of(size).map(Start::setup);
    let is_named =
        named.is_some_and(|named| size.squares().all(|square| named.get(square) == setup.get(square)));
    if !is_named {
        let pieces =
            [("AB", Piece::Amazon(Color::White)), ("AW", Piece::Amazon(Color::Black)), ("AA", Piece::Arrow)];
        for (name, piece) in pieces {
            let points: String =
                setup.squares_of(piece).map(|square| format!("[{}]", point(square, size))).collect();
            if !points.is_empty() {
                put!(text, "{name}{points}");
            }
        }
    }
    if !is_named || setup.turn == Color::Black {
        put!(text, "PL[{}]", Dialect::Amazons.letter(setup.turn));
    }
    if setup.delay > 0 {
        put!(text, "{VARIANT}[{}]", Variant(setup));
    }
    if setup.move_number != 1 {
        put!(text, "{MOVE_NUMBER}[{}]", setup.move_number);
    }
}

fn write_names(text: &mut String, record: &Record, dialect: Dialect) {
    let mut property = |name: &str, value: Option<&String>| {
        if let Some(value) = value {
            put!(text, "{name}[{}]", escape(value));
        }
    };
    property("EV", record.event.as_ref());
    let (pb, pw) = match dialect {
        Dialect::Amazons => (&record.players.white, &record.players.black),
        Dialect::LittleGolem => (&record.players.black, &record.players.white),
    };
    property("PB", pb.as_ref());
    property("PW", pw.as_ref());
    property("DT", record.date.as_ref());
    let result =
        record.result.as_ref().map(|result| format!("{}+{}", dialect.letter(result.winner), result.how));
    property("RE", result.as_ref());
}

/// Writes the nodes, with a list instead of the stack for what is still to be closed.
fn write_tree(text: &mut String, record: &Record, dialect: Dialect, line: &str) {
    enum Task {
        Visit(NodeId),
        Open(NodeId),
        Close,
    }
    write_annotations(text, record.node(Record::ROOT));
    let mut tasks = vec![Task::Close];
    let follow = |tasks: &mut Vec<Task>, node: &RecordNode| match node.children() {
        [only] => tasks.push(Task::Visit(*only)),
        several => tasks.extend(several.iter().rev().flat_map(|&child| [Task::Close, Task::Open(child)])),
    };
    follow(&mut tasks, record.node(Record::ROOT));
    while let Some(task) = tasks.pop() {
        let (id, bracket) = match task {
            Task::Close => {
                text.push(')');
                continue;
            }
            Task::Open(id) => (id, "("),
            Task::Visit(id) => (id, ""),
        };
        let node = record.node(id);
        put!(text, "{line}{bracket};");
        if let Some(mv) = node.mv() {
            // After the move it is the other side's turn.
            let mover = !node.position().turn();
            put!(text, "{}[{}]", dialect.letter(mover), dialect.value(mv, node.position().size()));
        }
        write_annotations(text, node);
        follow(&mut tasks, node);
    }
}

fn write_annotations(text: &mut String, node: &RecordNode) {
    if let Some(comment) = &node.comment {
        put!(text, "C[{}]", escape(comment));
    }
    for property in &node.other {
        put!(text, "{}", property.name);
        for value in &property.values {
            // With its escapes, as it was read.
            put!(text, "[{value}]");
        }
    }
}
