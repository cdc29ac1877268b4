//! Botzone: a turn in, a move out, once or for a whole game.

use std::io::{BufRead, Write};

use amazons::Game;
use thought::Control;
use wire::botzone::{Answer, KEEP_RUNNING, Ply, Turn};

use super::{Guest, HostError, next_line, start};

/// How a bot is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Running {
    /// A process a turn, which is told the whole game.
    Once,
    /// One process for a game, which is told the opponent's moves.
    On,
}

/// How the platform speaks, which its first line tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Lines,
    Json,
}

/// Serves a player on their 8x8 board, in lines or in JSON.
///
/// # Errors
/// When the platform says what it never says, the player fails, or nothing can be read or written.
pub fn serve(
    guest: &Guest,
    running: Running,
    mut reader: impl BufRead,
    mut writer: impl Write,
) -> Result<(), HostError> {
    let mut seat = guest.seat()?;
    let mut game: Option<Game> = None;
    while let Some(line) = next_line(&mut reader)? {
        let is_first = game.is_none();
        let form = if line.trim_start().starts_with('{') { Form::Json } else { Form::Lines };
        let told = match (game.take(), form) {
            (None, Form::Lines) => whole_game(&read_lines(&line, &mut reader)?)?,
            (None, Form::Json) => {
                whole_game(&Turn::from_json(&line).map_err(|error| HostError::input(&error))?)?
            }
            // A platform that does not keep the bot running after all tells the whole game again.
            (Some(_), Form::Json) if line.contains("\"requests\"") => {
                whole_game(&Turn::from_json(&line).map_err(|error| HostError::input(&error))?)?
            }
            (Some(game), Form::Json) => {
                let ply = serde_json::from_str(&line);
                next_move(game, ply.map_err(|error| HostError::input(&error))?)?
            }
            (Some(game), Form::Lines) => {
                next_move(game, line.parse().map_err(|error| HostError::input(&error))?)?
            }
        };
        let limits = guest.limits(is_first && told.moves().len() < 2);
        let mv = seat.decide(&told, &limits, &Control::new())?;
        match form {
            Form::Lines => writeln!(writer, "{}", Ply(mv))?,
            Form::Json => {
                let answer = serde_json::to_string(&Answer { response: Ply(mv) });
                writeln!(writer, "{}", answer.map_err(|error| HostError::input(&error))?)?;
            }
        }
        if running == Running::Once {
            writer.flush()?;
            break;
        }
        writeln!(writer, "{KEEP_RUNNING}")?;
        writer.flush()?;
        let mut after = told;
        // Without a move the game is over, and nothing more will be told of it.
        if mv.is_none_or(|mv| after.play(mv).is_err()) {
            break;
        }
        game = Some(after);
    }
    Ok(())
}

fn read_lines(first: &str, reader: &mut impl BufRead) -> Result<Turn, HostError> {
    let count = Turn::count_lines(first).map_err(|error| HostError::input(&error))?;
    let mut lines = Vec::new();
    while lines.len() < count {
        let missing = || HostError::Input(format!("{} of {count} moves are missing", count - lines.len()));
        lines.push(next_line(reader)?.ok_or_else(missing)?);
    }
    Turn::from_lines(lines.iter().map(String::as_str)).map_err(|error| HostError::input(&error))
}

/// The game from its start.
fn whole_game(turn: &Turn) -> Result<Game, HostError> {
    let mut game = Game::new(start(8).expect("the start of 8x8 has a name and is playable"));
    for mv in turn.moves().map_err(|error| HostError::input(&error))? {
        game.play(mv).map_err(|error| HostError::input(&error))?;
    }
    Ok(game)
}

/// The game one move later.
fn next_move(mut game: Game, ply: Ply) -> Result<Game, HostError> {
    let mv = ply.0.ok_or_else(|| HostError::Input("a move is missing".to_owned()))?;
    game.play(mv).map_err(|error| HostError::input(&error))?;
    Ok(game)
}
