//! SGF to records.

use thiserror::Error;

use super::syntax::{RawNode, RawValue, Tree, parse, unescape};
use super::{MOVE_NUMBER, VARIANT};
use crate::any::AnyPosition;
use crate::board::Size;
use crate::color::{ByColor, Color};
use crate::mv::Move;
use crate::notation::fen::{read_number, read_variant};
use crate::notation::{Misread, MoveTextFault};
use crate::position::MoveFault;
use crate::record::{NodeId, Property, Record, RecordResult};
use crate::setup::{Piece, PositionError, Setup};
use crate::square::Square;
use crate::start::Start;

/// A text that is no record of games.
pub type SgfError = Misread<SgfFault>;

/// What is wrong with an SGF file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SgfFault {
    /// No game tree at all.
    #[error("no game was found: an SGF game begins with (;")]
    NoGame,
    /// Something that is neither node, property nor bracket.
    #[error("a node begins with ; and a variation with (")]
    Syntax,
    /// A bracket that is never closed.
    #[error("a bracket is not closed")]
    Unclosed,
    /// A variation of nothing.
    #[error("a variation stands before any node")]
    EmptyTree,
    /// A property without a value.
    #[error("a property has a name in capital letters and at least one value in [ ]")]
    NoValue,
    /// A game other than Amazons.
    #[error("this is not a game of Amazons, which is GM[18]")]
    OtherGame,
    /// A size that is not understood.
    #[error("the size is written SZ[10] or SZ[columns:rows], 1 to 16 each")]
    Size,
    /// A board without a known start and without one in the file.
    #[error("a board of {0} has no start of its own: place the amazons with AB and AW")]
    NoStart(Size),
    /// A point that is not on the board.
    #[error("a point is a column letter and a row letter from the top, on the board")]
    Point,
    /// `PL` is neither side.
    #[error("PL is B or W")]
    Turn,
    /// The variant or the move number of ours.
    #[error("KV is written like KV[k5:c3=4] and KN like KN[12]")]
    Ours,
    /// A start that cannot be played.
    #[error("the start cannot be played: {0}")]
    Start(#[from] PositionError),
    /// Pieces placed in the middle of a game.
    #[error("pieces may be placed only at the start of a game")]
    LateSetup,
    /// Two moves in one node.
    #[error("a node holds one move")]
    TwoMoves,
    /// A move in no notation.
    #[error("this is no move: {0}")]
    Move(MoveTextFault),
    /// A move of the side that is not to move.
    #[error("it is not this side's turn")]
    OutOfTurn,
    /// A move that the rules forbid.
    #[error("this move is not legal: {0}")]
    Illegal(MoveFault),
}

/// Reads every game of a file: UTF-8 or else Latin-1, the default of SGF.
///
/// # Errors
/// When anything in it cannot be read; nothing is read in half.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Record>, SgfError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => from_text(text),
        Err(_) => from_text(&bytes.iter().map(|&byte| char::from(byte)).collect::<String>()),
    }
}

/// Reads every game of a text.
///
/// ```
/// use amazons::{Record, notation::sgf};
/// let records = sgf::from_text("(;GM[18]SZ[10];B[djddgd]C[hello])").unwrap();
/// let first = records[0].node(records[0].node(Record::ROOT).children()[0]);
/// assert_eq!(first.mv().unwrap().to_string(), "d1-d7/g7");
/// assert_eq!(first.comment.as_deref(), Some("hello"));
/// ```
///
/// # Errors
/// When anything in it cannot be read; nothing is read in half.
pub fn from_text(text: &str) -> Result<Vec<Record>, SgfError> {
    let trees = parse(text)?;
    if trees.is_empty() {
        return Err(Misread::new(SgfFault::NoGame, text.trim_start(), crate::notation::Place::Line(1, 1)));
    }
    trees.iter().map(read_tree).collect()
}

/// The colours of a file: which of them is our White.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colors {
    /// As in the specification: `B` is our White.
    BlackIsWhite,
    /// As on Little Golem: `W` is our White.
    AsNamed,
}

impl Colors {
    fn ours(self, letter: &str) -> Color {
        match (self, letter) {
            (Self::BlackIsWhite, "B") | (Self::AsNamed, "W") => Color::White,
            _ => Color::Black,
        }
    }
}

/// What is taken out of the root and must not be kept beside.
const ROOT_PROPERTIES: [&str; 14] =
    ["FF", "GM", "CA", "SZ", "AP", "PB", "PW", "EV", "DT", "RE", "PL", VARIANT, MOVE_NUMBER, "C"];
const SETUP_PROPERTIES: [&str; 4] = ["AB", "AW", "AA", "AE"];

fn misread(fault: SgfFault, value: RawValue<'_>) -> SgfError {
    Misread::new(fault, value.text, value.place)
}

fn read_tree(tree: &Tree<'_>) -> Result<Record, SgfError> {
    let root = &tree.nodes[0];
    if let Some(&game) = root.values("GM").iter().find(|value| value.text.trim() != "18") {
        return Err(misread(SgfFault::OtherGame, game));
    }
    let size = read_size(root)?;
    let mut setup = read_board(root, size)?;
    let first_move = first_move(tree, size)?;
    let colors = colors_of(root, &setup, first_move.as_ref());
    setup.turn = match (root.values("PL").first(), &first_move) {
        (Some(&value), _) => match value.text.trim() {
            letter @ ("B" | "W") => colors.ours(letter),
            _ => return Err(misread(SgfFault::Turn, value)),
        },
        (None, Some(first)) => colors.ours(first.letter),
        (None, None) => Color::White,
    };
    read_ours(root, &mut setup)?;
    let start = AnyPosition::from_setup(&setup)
        .map_err(|error| Misread::new(SgfFault::Start(error), "the first node", root.place))?;
    let mut record = Record::new(start);
    read_names(root, colors, &mut record);
    read_nodes(tree, size, colors, &mut record)?;
    if record.result.is_some() {
        // A resignation decides what the file had left open.
        record.node_mut(Record::ROOT).other.retain(|property| property.name != "RE");
    }
    Ok(record)
}

/// The first move of the file, or else its first resignation.
fn first_move<'a>(tree: &'a Tree<'_>, size: Size) -> Result<Option<Played<'a>>, SgfError> {
    let mut resignation = None;
    for node in &tree.nodes {
        match move_of(node, size)? {
            Some(played) if played.mv.is_some() => return Ok(Some(played)),
            Some(played) => resignation = resignation.or(Some(played)),
            None => {}
        }
    }
    Ok(resignation)
}

fn read_nodes(tree: &Tree<'_>, size: Size, colors: Colors, record: &mut Record) -> Result<(), SgfError> {
    let mut ids: Vec<NodeId> = Vec::with_capacity(tree.nodes.len());
    // The node at the end of the main line so far: the first child of each node goes on with it.
    let mut main_end = 0;
    for (index, node) in tree.nodes.iter().enumerate() {
        let is_main = node.parent.is_none_or(|parent| parent == main_end);
        if is_main {
            main_end = index;
        }
        let parent = node.parent.map_or(Record::ROOT, |parent| ids[parent]);
        let played = move_of(node, size)?;
        let resigned = played.as_ref().filter(|played| played.mv.is_none()).map(|played| played.letter);
        let id = match played {
            Some(Played { mv: Some(mv), letter, value }) => {
                if colors.ours(letter) != record.node(parent).position().turn() {
                    return Err(misread(SgfFault::OutOfTurn, value));
                }
                let added = record.add_move(parent, mv);
                added.map_err(|illegal| misread(SgfFault::Illegal(illegal.fault), value))?
            }
            Some(Played { mv: None, letter, .. }) => {
                let loser = colors.ours(letter);
                if is_main {
                    record.result.get_or_insert(RecordResult { winner: !loser, how: "R".to_owned() });
                }
                let says_more = node.properties.len() > 1;
                if node.parent.is_some() && (says_more || !is_main) {
                    record.add_remark(parent)
                } else {
                    parent
                }
            }
            None if node.parent.is_none() => parent,
            None => record.add_remark(parent),
        };
        ids.push(id);
        annotate(node, record, id)?;
        if let Some(letter) = resigned.filter(|_| !is_main) {
            // A result belongs to the game: in a variation only the text is kept.
            let words = format!("{} resigns", colors.ours(letter));
            let comment = &mut record.node_mut(id).comment;
            *comment = Some(comment.take().map_or(words.clone(), |said| format!("{said}\n{words}")));
        }
    }
    Ok(())
}

/// Copies the comment and all that we do not use.
fn annotate(node: &RawNode<'_>, record: &mut Record, id: NodeId) -> Result<(), SgfError> {
    let is_root = node.parent.is_none();
    for property in &node.properties {
        let name = property.name.as_str();
        if name == "C" {
            let text: Vec<String> = property.values.iter().map(|value| unescape(value.text)).collect();
            record.node_mut(id).comment = Some(text.join("\n"));
        } else if SETUP_PROPERTIES.contains(&name) && !is_root {
            return Err(misread(SgfFault::LateSetup, property.values[0]));
        } else if is_root && (ROOT_PROPERTIES.contains(&name) || SETUP_PROPERTIES.contains(&name)) {
            // Became the start or the names; an undecided result is kept as it is.
            if name != "RE" || record.result.is_some() {
                continue;
            }
            record.node_mut(id).other.push(kept(name, &property.values));
        } else if name != "B" && name != "W" {
            record.node_mut(id).other.push(kept(name, &property.values));
        }
    }
    Ok(())
}

fn kept(name: &str, values: &[RawValue<'_>]) -> Property {
    let values = values.iter().map(|value| value.text.to_owned()).collect();
    Property { name: name.to_owned(), values }
}

fn read_size(root: &RawNode<'_>) -> Result<Size, SgfError> {
    let Some(&value) = root.values("SZ").first() else {
        return Ok(Size::STANDARD);
    };
    let text = value.text.trim();
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let number = |digits: &str| read_number(digits).and_then(|number| u8::try_from(number).ok());
    let size = number(columns).zip(number(rows)).and_then(|(columns, rows)| Size::new(columns, rows).ok());
    size.ok_or_else(|| misread(SgfFault::Size, value))
}

/// The pieces of the root: those placed there, or else the named start's. `B` is White here.
fn read_board(root: &RawNode<'_>, size: Size) -> Result<Setup, SgfError> {
    let mut setup = match Start::of(size) {
        _ if places_amazons(root) => Setup::empty(size),
        Some(start) => start.setup(),
        None => return Err(Misread::new(SgfFault::NoStart(size), "the first node", root.place)),
    };
    let kinds = [
        ("AB", Some(Piece::Amazon(Color::White))),
        ("AW", Some(Piece::Amazon(Color::Black))),
        ("AA", Some(Piece::Arrow)),
        ("AE", None),
    ];
    for (name, piece) in kinds {
        for &value in root.values(name) {
            for square in read_points(value, size)? {
                setup.set(square, piece);
            }
        }
    }
    Ok(setup)
}

fn places_amazons(root: &RawNode<'_>) -> bool {
    !root.values("AB").is_empty() || !root.values("AW").is_empty()
}

/// A point, or a rectangle of points given by two corners.
fn read_points(value: RawValue<'_>, size: Size) -> Result<Vec<Square>, SgfError> {
    let fault = || misread(SgfFault::Point, value);
    let text = value.text.trim();
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let first = read_point(first, size).ok_or_else(fault)?;
    let last = read_point(last, size).ok_or_else(fault)?;
    let files = first.file().min(last.file())..=first.file().max(last.file());
    let ranks = first.rank().min(last.rank())..=first.rank().max(last.rank());
    let inside = |square: &Square| files.contains(&square.file()) && ranks.contains(&square.rank());
    Ok(size.squares().filter(inside).collect())
}

fn read_point(text: &str, size: Size) -> Option<Square> {
    let &[column, row] = text.as_bytes() else { return None };
    let column = column.checked_sub(b'a')?;
    let row = (size.rows() - 1).checked_sub(row.checked_sub(b'a')?)?;
    Square::from_coordinates(column, row).filter(|&square| size.contains(square))
}

/// A move of a node, or the resignation that stands in its place.
struct Played<'a> {
    letter: &'a str,
    value: RawValue<'a>,
    mv: Option<Move>,
}

fn move_of<'a>(node: &'a RawNode<'_>, size: Size) -> Result<Option<Played<'a>>, SgfError> {
    let moves = ["B", "W"]
        .into_iter()
        .flat_map(|letter| node.values(letter).iter().map(move |value| (letter, *value)));
    let mut moves = moves.fuse();
    let Some((letter, value)) = moves.next() else {
        return Ok(None);
    };
    if let Some((_, second)) = moves.next() {
        return Err(misread(SgfFault::TwoMoves, second));
    }
    let text = value.text.trim();
    if text == "resign" {
        return Ok(Some(Played { letter, value, mv: None }));
    }
    let is_points = text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_lowercase());
    let mv = if is_points {
        let point = |range| read_point(&text[range], size).ok_or_else(|| misread(SgfFault::Point, value));
        Move { from: point(0..2)?, to: point(2..4)?, arrow: point(4..6)? }
    } else {
        text.parse().map_err(|error: Misread<MoveTextFault>| misread(SgfFault::Move(error.fault), value))?
    };
    Ok(Some(Played { letter, value, mv: Some(mv) }))
}

/// By place and turn: see the module's words.
fn colors_of(root: &RawNode<'_>, setup: &Setup, first_move: Option<&Played<'_>>) -> Colors {
    if places_amazons(root) {
        return Colors::BlackIsWhite;
    }
    let Some(Played { letter, mv: Some(mv), .. }) = first_move else {
        // Nothing was moved: the specification holds for those who refer to it, Little Golem's custom for the others.
        return if root.values("GM").is_empty() { Colors::AsNamed } else { Colors::BlackIsWhite };
    };
    match (setup.get(mv.from), *letter) {
        (Some(Piece::Amazon(Color::White)), "W") | (Some(Piece::Amazon(Color::Black)), "B") => {
            Colors::AsNamed
        }
        _ => Colors::BlackIsWhite,
    }
}

/// The properties of ours.
fn read_ours(root: &RawNode<'_>, setup: &mut Setup) -> Result<(), SgfError> {
    if let Some(&value) = root.values(VARIANT).first() {
        let read = read_variant(value.text.trim()).ok_or_else(|| misread(SgfFault::Ours, value))?;
        (setup.delay, setup.reopening) = read;
    }
    if let Some(&value) = root.values(MOVE_NUMBER).first() {
        setup.move_number = read_number(value.text.trim()).ok_or_else(|| misread(SgfFault::Ours, value))?;
    }
    Ok(())
}

fn read_names(root: &RawNode<'_>, colors: Colors, record: &mut Record) {
    let text = |name| root.values(name).first().map(|value| unescape(value.text));
    let mut players = ByColor::default();
    for (name, letter) in [("PB", "B"), ("PW", "W")] {
        players[colors.ours(letter)] = text(name);
    }
    record.players = players;
    record.event = text("EV");
    record.date = text("DT");
    record.result = text("RE").and_then(|result| {
        let (letter, how) = result.split_once('+')?;
        let is_side = letter == "B" || letter == "W";
        is_side.then(|| RecordResult { winner: colors.ours(letter), how: how.to_owned() })
    });
}
