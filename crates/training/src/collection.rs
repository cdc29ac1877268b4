//! Collections of games: files of any notation, read as games of the store.

use std::path::Path;

use amazons::{ByColor, Game};
use store::{Ending, GameRecord, Source, json, sgf};

use crate::error::TrainingError;

/// A file's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Notation {
    /// SGF and Little Golem's records.
    Sgf,
    /// The store's JSON lines.
    JsonLines,
    /// Lines of moves.
    Moves,
}

impl Notation {
    /// The notation by a file's extension.
    fn of_file(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "sgf" | "lg" => Self::Sgf,
            "jsonl" => Self::JsonLines,
            "txt" | "moves" => Self::Moves,
            _ => return None,
        })
    }

    /// Reads every game of a text. The first record that cannot be read is an error, with its line: no game is skipped.
    fn read(self, bytes: &[u8]) -> Result<Vec<GameRecord>, String> {
        match self {
            Self::Sgf => sgf::records(bytes)
                .map(|record| match record {
                    Ok((_, record, text)) => Ok(sgf::from_record(&record, &text)),
                    Err(bad) => Err(format!("line {}: {}", bad.line, bad.reason)),
                })
                .collect(),
            Self::JsonLines => {
                let lines = text(bytes)?.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
                let read = |(line, number): (&str, usize)| {
                    json::from_line(line)
                        .map(|(game, _)| game)
                        .map_err(|error| format!("line {number}: {error}"))
                };
                lines.map(read).collect()
            }
            Self::Moves => {
                let games = Game::from_lines(text(bytes)?).map_err(|error| error.to_string())?;
                let game = |game| GameRecord {
                    played_at: None,
                    ..GameRecord::new(ByColor::default(), game, Source::Import)
                };
                Ok(games.into_iter().map(game).collect())
            }
        }
    }
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "the file is not valid UTF-8".to_owned())?;
    // Some editors begin a file with a byte order mark.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Reads every game of a file.
///
/// # Errors
/// When the file cannot be read, its extension is unknown, or it contains no game.
pub fn read_games(path: &Path) -> Result<Vec<GameRecord>, TrainingError> {
    let fault = |what: String| TrainingError::File { path: path.to_owned(), what };
    let notation = Notation::of_file(path).ok_or_else(|| TrainingError::Extension(path.to_owned()))?;
    let bytes = std::fs::read(path).map_err(|error| fault(error.to_string()))?;
    let games = notation.read(&bytes).map_err(fault)?;
    if games.is_empty() { Err(fault("the file contains no games".to_owned())) } else { Ok(games) }
}

/// Cuts a game after some plies and removes its result.
pub fn break_off(game: &mut GameRecord, plies: usize) {
    if game.game.moves().len() <= plies {
        return;
    }
    while game.game.moves().len() > plies {
        game.game.undo();
    }
    game.thoughts.truncate(plies);
    game.winner = None;
    game.ending = Ending::Unfinished;
    game.detail.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_game_is_read_from_every_notation() {
        let texts = [
            (Notation::Sgf, "(;EV[a]PB[b]PW[w];W[d1-d7/g7];B[d10-d8/j8])"),
            (Notation::JsonLines, "\n{\"white\": \"w\", \"moves\": \"d1-d7/g7 d10-d8/j8\"}\n"),
            (Notation::Moves, "# a game\nstartpos moves d1-d7/g7 d10-d8/j8\n"),
        ];
        for (notation, text) in texts {
            let games = notation.read(text.as_bytes()).unwrap();
            assert_eq!(games.len(), 1, "{notation:?}");
            assert_eq!(games[0].game.moves().len(), 2, "{notation:?}");
            assert_eq!(games[0].winner, None);
            assert_eq!(games[0].played_at, None, "the file has no date");
        }
    }

    #[test]
    fn an_error_names_the_line_of_the_record() {
        let good = "{\"moves\": \"d1-d7/g7\"}";
        let bad = format!("{good}\n{{\"moves\": \"d1-d1/g7\"}}\n");
        assert!(Notation::JsonLines.read(bad.as_bytes()).unwrap_err().starts_with("line 2: "));
        let bad = "(;W[d1-d7/g7])\n(;W[d1-d1/g7])";
        assert!(Notation::Sgf.read(bad.as_bytes()).unwrap_err().starts_with("line 2: "));
        let error = read_games(Path::new("games.csv")).unwrap_err().to_string();
        assert!(error.starts_with("unknown extension of games.csv: expected "), "{error}");
    }
}
