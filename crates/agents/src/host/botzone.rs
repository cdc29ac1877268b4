//! Botzone: a turn in, a move out, once or for a whole game.

use std::io::{BufRead, Write};

use amazons::Game;
use thought::Control;
use wire::botzone::{Answer, KEEP_RUNNING, Ply, Turn};

use super::{HostError, HostedPlayer, next_line, start};

/// The lifetime of the process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessMode {
    /// One process for each turn, which gets the whole game.
    PerTurn,
    /// One process for the whole game, which gets the opponent's moves.
    PerGame,
}

/// The format of the input, which its first line shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Lines,
    Json,
}

/// Serves a player on an 8x8 board, in lines or in JSON.
///
/// # Errors
/// When the input is invalid or cannot be read, the player fails, or the output cannot be written.
pub fn serve(
    player: &HostedPlayer,
    mode: ProcessMode,
    mut reader: impl BufRead,
    mut writer: impl Write,
) -> Result<(), HostError> {
    let mut agent = player.start()?;
    let mut game: Option<Game> = None;
    while let Some(line) = next_line(&mut reader)? {
        let is_first = game.is_none();
        let form = if line.trim_start().starts_with('{') { Form::Json } else { Form::Lines };
        let mut now = match (game.take(), form) {
            (None, Form::Lines) => whole_game(&read_lines(&line, &mut reader)?)?,
            (None, Form::Json) => {
                whole_game(&Turn::from_json(&line).map_err(|error| HostError::input(&error))?)?
            }
            // A platform that has restarted the bot sends the whole game again.
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
        let limits = player.limits(is_first && now.moves().len() < 2);
        let mv = agent.decide(&now, &limits, &Control::new())?;
        match form {
            Form::Lines => writeln!(writer, "{}", Ply(mv))?,
            Form::Json => {
                let answer = serde_json::to_string(&Answer { response: Ply(mv) });
                writeln!(writer, "{}", answer.map_err(|error| HostError::input(&error))?)?;
            }
        }
        if mode == ProcessMode::PerTurn {
            writer.flush()?;
            break;
        }
        writeln!(writer, "{KEEP_RUNNING}")?;
        writer.flush()?;
        // Without a move the game is over.
        if mv.is_none_or(|mv| now.play(mv).is_err()) {
            break;
        }
        game = Some(now);
    }
    Ok(())
}

fn read_lines(first: &str, reader: &mut impl BufRead) -> Result<Turn, HostError> {
    let count = Turn::count_lines(first).map_err(|error| HostError::input(&error))?;
    let mut lines = Vec::new();
    while lines.len() < count {
        let missing = || HostError::Input(format!("expected {count} moves, found {}", lines.len()));
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
    let mv = ply.0.ok_or_else(|| HostError::Input("expected a move, found none".to_owned()))?;
    game.play(mv).map_err(|error| HostError::input(&error))?;
    Ok(game)
}
