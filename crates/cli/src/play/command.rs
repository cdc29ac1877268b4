//! The commands of `otrera play`.

use amazons::{Move, Square};

/// A parsed input line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Nothing,
    Move(Move),
    /// Where can the amazon on this square go?
    Steps(Square),
    /// Where could it shoot from there?
    Shots(Square, Square),
    Undo,
    Board,
    Fen,
    Moves,
    Resign,
    Help,
    Quit,
}

pub(super) const HELP: &str = "You can type
  d1-d7/g7   step from d1 to d7 and shoot at g7 (also d1d7,d7g7 or d1d7g7)
  d1         show where the amazon on d1 can go
  d1-d7      show where it could shoot from d7
  undo       take your last move back
  board      draw the board again
  moves      say how many legal moves there are
  fen        print the position in FEN
  resign     give the game up
  quit       leave; the game is saved";

impl Command {
    /// Parses a line, or says what is wrong with it.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let line = line.trim();
        Ok(match line.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "undo" | "u" => Self::Undo,
            "board" | "show" => Self::Board,
            "fen" => Self::Fen,
            "moves" => Self::Moves,
            "resign" => Self::Resign,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            _ => return Self::read_move(line),
        })
    }

    fn read_move(line: &str) -> Result<Self, String> {
        let line = &line.split_whitespace().collect::<String>();
        if let Ok(square) = line.parse() {
            return Ok(Self::Steps(square));
        }
        if let Some((from, to)) = read_step(line) {
            return Ok(Self::Shots(from, to));
        }
        let mv = line.parse::<Move>();
        mv.map(Self::Move).map_err(|error| format!("Not a move or command: {error}. Type help."))
    }
}

/// Reads `d1-d7` or `d1d7`.
fn read_step(line: &str) -> Option<(Square, Square)> {
    let second = line.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic())?.0;
    let (from, to) = line.split_at_checked(second)?;
    Some((from.trim_end_matches('-').parse().ok()?, to.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(Command::read(" UNDO \n"), Ok(Command::Undo));
        assert_eq!(Command::read("\n"), Ok(Command::Nothing));
        assert_eq!(Command::read("a10"), Ok(Command::Steps(square("a10"))));
        assert_eq!(Command::read("a10-a7"), Ok(Command::Shots(square("a10"), square("a7"))));
        assert_eq!(Command::read("a10a7"), Ok(Command::Shots(square("a10"), square("a7"))));
        assert_eq!(Command::read("d1 - d7 / g7"), Ok(Command::Move("d1-d7/g7".parse().unwrap())));
        assert_eq!(Command::read("d1d7g7"), Ok(Command::Move("d1-d7/g7".parse().unwrap())));
        assert!(Command::read("d1-d7/z9").unwrap_err().contains("\"z9\" at column 7"));
        assert!(Command::read("é-é").is_err());
    }
}
