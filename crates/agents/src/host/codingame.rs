//! CodinGame: the whole board every turn, little time.

use std::io::{BufRead, Write};

use amazons::{AnyPosition, Game};
use thought::Control;
use wire::codingame::{Turn, read_size, written};

use super::{HostError, HostedPlayer, next_line};

/// Serves a player until the end of the input.
///
/// # Errors
/// When the input is invalid or cannot be read, the player fails, or the output cannot be written.
pub fn serve(
    player: &HostedPlayer,
    mut reader: impl BufRead,
    mut writer: impl Write,
) -> Result<(), HostError> {
    let mut agent = player.start()?;
    let Some(first) = next_line(&mut reader)? else { return Ok(()) };
    let size = read_size(&first).map_err(|error| HostError::input(&error))?;
    let mut game: Option<Game> = None;
    loop {
        let mut lines = Vec::new();
        while lines.len() < Turn::count_lines(size) {
            match next_line(&mut reader)? {
                Some(line) => lines.push(line),
                None if lines.is_empty() => return Ok(()),
                None => {
                    return Err(HostError::Input(format!(
                        "the input ends after {} lines of a turn",
                        lines.len()
                    )));
                }
            }
        }
        let turn = Turn::from_lines(size, &lines).map_err(|error| HostError::input(&error))?;
        let is_first = game.is_none();
        let mut now = match game.take().and_then(|game| continued(game, &turn)) {
            Some(game) => game,
            None => {
                Game::new(AnyPosition::from_setup(&turn.setup).map_err(|error| HostError::input(&error))?)
            }
        };
        let mv = agent.decide(&now, &player.limits(is_first), &Control::new())?;
        // The platform plays any legal move for this word; it does not ask a side without moves.
        writeln!(writer, "{}", mv.map_or_else(|| "random".to_owned(), written))?;
        writer.flush()?;
        if let Some(mv) = mv {
            now.play(mv).map_err(|error| HostError::input(&error))?;
        }
        game = Some(now);
    }
}

/// The last game with the opponent's move if that gives the board of the turn, so that the player can reuse its tree.
fn continued(mut game: Game, turn: &Turn) -> Option<Game> {
    game.play(turn.last?).ok()?;
    let mut setup = game.position().to_setup();
    // The platform does not send the move number.
    setup.move_number = turn.setup.move_number;
    (setup == turn.setup).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_continues_if_the_opponents_move_gives_the_board() {
        let mut game = Game::new(crate::host::start(8).unwrap());
        game.play("c1-c6/e8".parse().unwrap()).unwrap();
        let last = "a6-b5/b1".parse().unwrap();
        let after = game.position().play(last).unwrap();
        let turn = Turn { setup: after.to_setup(), last: Some(last), moves: after.count_moves() };
        assert_eq!(continued(game.clone(), &turn).unwrap().moves().len(), 2);
        let other = Turn { last: Some("a6-b5/a4".parse().unwrap()), ..turn.clone() };
        assert_eq!(continued(game.clone(), &other), None, "another arrow");
        assert_eq!(continued(game, &Turn { last: None, ..turn }), None);
    }
}
