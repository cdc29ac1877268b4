//! The check of the editor's board: a FEN, or all errors with their squares.

use amazons::{AnyPosition, Color, Piece, PositionError, Setup, Size, Square, Vacancies};

use crate::api::{BoardError, CheckRequest, Checked};

/// The most amazons of a side.
const AMAZONS: usize = 16;

/// Checks a board and returns all errors at once.
#[must_use]
pub(crate) fn check(request: &CheckRequest) -> Checked {
    let mut errors = Vec::new();
    let setup = setup(request, &mut errors);
    let position = setup.filter(|_| errors.is_empty()).map(|setup| AnyPosition::from_setup(&setup));
    let fen = match position {
        Some(Ok(position)) => Some(position.to_setup().to_fen()),
        Some(Err(error)) => {
            errors.push(BoardError { square: square_of(&error), message: sentence(&error.to_string()) });
            None
        }
        None => None,
    };
    Checked { fen, errors }
}

fn setup(request: &CheckRequest, errors: &mut Vec<BoardError>) -> Option<Setup> {
    let mut add = |square: Option<&str>, message: String| {
        errors.push(BoardError { square: square.map(str::to_owned), message });
    };
    let Ok(size) = Size::new(request.columns, request.rows) else {
        let message =
            format!("A board has 1 to 16 columns and rows, not {} by {}.", request.columns, request.rows);
        add(None, message);
        return None;
    };
    let mut setup = Setup::empty(size);
    setup.turn = request.turn.into();
    setup.delay = request.delay.unwrap_or(0);
    if setup.delay > Vacancies::MAX_DELAY {
        let message =
            format!("Vacated squares cannot stay blocked for {} plies: the most is 15.", setup.delay);
        add(None, message);
    }
    let pieces = [
        (&request.white, Piece::Amazon(Color::White)),
        (&request.black, Piece::Amazon(Color::Black)),
        (&request.arrows, Piece::Arrow),
    ];
    for (names, piece) in pieces {
        for name in names {
            match name.parse::<Square>() {
                Err(_) => add(None, format!("{:?} is not a square.", shorten(name))),
                Ok(square) if !size.contains(square) => {
                    add(
                        Some(name),
                        format!("{} stands on {name}, outside the board of {size}.", noun(piece)),
                    );
                }
                Ok(square) => match setup.get(square) {
                    Some(other) => {
                        let message =
                            format!("Two pieces stand on {name}: {} and {}.", lower(other), lower(piece));
                        add(Some(name), message);
                    }
                    None => setup.set(square, Some(piece)),
                },
            }
        }
    }
    for (names, color) in [(&request.white, "White"), (&request.black, "Black")] {
        match names.len() {
            0 => add(None, format!("{color} has no amazon: each side needs at least one.")),
            count if count > AMAZONS => {
                add(None, format!("{color} has {count} amazons: the most is {AMAZONS}."));
            }
            _ => {}
        }
    }
    Some(setup)
}

fn noun(piece: Piece) -> &'static str {
    match piece {
        Piece::Amazon(Color::White) => "A white amazon",
        Piece::Amazon(Color::Black) => "A black amazon",
        Piece::Arrow => "An arrow",
    }
}

fn lower(piece: Piece) -> String {
    let noun = noun(piece);
    noun[..1].to_lowercase() + &noun[1..]
}

/// The beginning of a text that is not a square.
fn shorten(text: &str) -> String {
    text.chars().take(12).collect()
}

/// The square of an error.
fn square_of(error: &PositionError) -> Option<String> {
    match error {
        PositionError::OffBoard { square, .. }
        | PositionError::NotBlocked(square)
        | PositionError::Wait { square, .. }
        | PositionError::WaitTaken { square, .. } => Some(square.to_string()),
        _ => None,
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}
