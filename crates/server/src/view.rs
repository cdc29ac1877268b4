//! Positions, moves and players between the API and the engine.

use std::collections::BTreeMap;

use agents::{AgentSpec, Contender, SpecError};
use amazons::notation::{MoveNotation, SquareError};
use amazons::{AnyPosition, Color, Move, Piece, Setup, StartSpec, Vacancies};
use store::Shape;

use crate::analysis::areas;
use crate::api;
use crate::error::AppError;

/// A move in the notation of the API: `d1d7,d7g7`.
#[must_use]
pub(crate) fn wire_move(mv: Move) -> String {
    mv.written(MoveNotation::Fairy).to_string()
}

/// Parses a move in any notation.
pub(crate) fn read_move(text: &str) -> Result<Move, AppError> {
    text.trim().parse().map_err(|error| AppError::field("move", format!("{error}")))
}

/// Parses a shape: a square or two.
pub(crate) fn read_shape(text: &str) -> Result<Shape, AppError> {
    let second = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic());
    let text = match second {
        Some((at, _)) => format!("{}:{}", &text[..at], &text[at..]),
        None => text.to_owned(),
    };
    text.parse().map_err(|error: SquareError| AppError::field("shapes", error.to_string()))
}

/// Parses a FEN.
pub(crate) fn read_fen(fen: &str) -> Result<AnyPosition, AppError> {
    let setup = Setup::from_fen(fen).map_err(|error| AppError::field("fen", error.to_string()))?;
    AnyPosition::from_setup(&setup).map_err(|error| AppError::field("fen", error.to_string()))
}

/// The position of a FEN, of a named start, or the standard start.
pub(crate) fn read_start(
    fen: Option<&str>,
    board: Option<&str>,
    delay: Option<u8>,
) -> Result<AnyPosition, AppError> {
    let mut setup = match (fen, board) {
        (Some(_), Some(_)) => return Err(AppError::field("board", "expected either fen or board, not both")),
        (Some(fen), None) => {
            Setup::from_fen(fen).map_err(|error| AppError::field("fen", error.to_string()))?
        }
        (None, board) => {
            let spec: StartSpec = board
                .unwrap_or("10x10")
                .parse()
                .map_err(|error: amazons::StartSpecError| AppError::field("board", error.to_string()))?;
            spec.setup().map_err(|error| AppError::field("board", error.to_string()))?
        }
    };
    if let Some(delay) = delay {
        if delay > Vacancies::MAX_DELAY {
            let message = format!("vacated squares cannot stay blocked for {delay} plies: the most is 15");
            return Err(AppError::field("delay", message));
        }
        setup.delay = delay;
    }
    AnyPosition::from_setup(&setup).map_err(|error| AppError::field("fen", error.to_string()))
}

/// Parses the spec of a player that clients may use: no other program, no file, and limited memory and threads.
pub(crate) fn read_agent(text: &str, cores: usize) -> Result<AgentSpec, AppError> {
    const MOST_HASH: usize = 256;
    let refused = |words: String| AppError::field("agent", words);
    if Contender::names_program(text) {
        return Err(refused(
            "other programs are not started for a client: choose a player of Otrera".to_owned(),
        ));
    }
    // Not a `Contender`, whose texts may name files: the answer would tell which there are.
    let spec: AgentSpec = text.parse().map_err(|error: SpecError| refused(error.to_string()))?;
    if let Some(hash) = spec.hash().filter(|hash| *hash > MOST_HASH) {
        return Err(refused(format!("hash may be {MOST_HASH} mebibytes at most here, not {hash}")));
    }
    if spec.threads() > cores {
        return Err(refused(format!("threads may be {cores} at most here, not {}", spec.threads())));
    }
    Ok(spec)
}

/// The most legal moves whose arrows are told with a position: some 500 bytes, as much as a question for those of one
/// amazon takes with its headers.
const MAX_SHOTS: usize = 128;

/// A position with what can be played there.
#[must_use]
pub(crate) fn position(position: &AnyPosition) -> api::Position {
    let setup = position.to_setup();
    let names = |piece| setup.squares_of(piece).map(|square| square.to_string()).collect::<Vec<_>>();
    let vacated: Vec<String> = setup.reopening.iter().map(|(square, _)| square.to_string()).collect();
    let mut arrows = names(Piece::Arrow);
    arrows.retain(|square| !vacated.contains(square));
    let amazons = Color::BOTH.into_iter().flat_map(|color| setup.squares_of(Piece::Amazon(color)));
    let trapped = amazons.filter(|&square| position.steps(square).is_empty());
    // Not every step has a shot in the variant, so the landing squares are those of the moves.
    let shots = shots(position);
    let landings = |landings: &BTreeMap<String, String>| landings.keys().map(String::as_str).collect();
    let destinations = shots.iter().map(|(from, to)| (from.clone(), landings(to))).collect();
    let sealed = areas::sealed(position);
    let are_few = position.legal_moves().len() <= MAX_SHOTS;
    api::Position {
        fen: setup.to_fen(),
        columns: setup.size.columns(),
        rows: setup.size.rows(),
        white: names(Piece::Amazon(Color::White)),
        black: names(Piece::Amazon(Color::Black)),
        arrows,
        trapped: trapped.map(|square| square.to_string()).collect(),
        vacated,
        turn: position.turn().into(),
        ply: position.ply(),
        winner: position.outcome().map(|outcome| outcome.winner.into()),
        destinations,
        shots: are_few.then_some(shots),
        sealed: sealed.areas,
        decided: sealed.decided.map(|decided| api::Decided { winner: decided.winner.into(), by: decided.by }),
    }
}

/// The squares that an arrow can hit, by the amazon's square and her landing square.
pub(crate) fn shots(position: &AnyPosition) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut shots: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for mv in position.legal_moves() {
        let landings = shots.entry(mv.from.to_string()).or_default();
        landings.entry(mv.to.to_string()).or_default().push_str(&mv.arrow.to_string());
    }
    shots
}
