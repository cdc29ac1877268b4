//! CodinGame: the whole board every turn, little time.

use std::io::{BufRead, Write};

use amazons::{AnyPosition, Game};
use thought::Control;
use wire::codingame::{Turn, read_size, written};

use super::{Guest, HostError, next_line};

/// Serves a player until its input ends.
///
/// # Errors
/// When the platform says what it never says, the player fails, or nothing can be read or written.
pub fn serve(guest: &Guest, mut reader: impl BufRead, mut writer: impl Write) -> Result<(), HostError> {
    let mut seat = guest.seat()?;
    let Some(first) = next_line(&mut reader)? else { return Ok(()) };
    let size = read_size(&first).map_err(|error| HostError::input(&error))?;
    let mut game: Option<Game> = None;
    loop {
        let mut lines = Vec::new();
        while lines.len() < Turn::count_lines(size) {
            match next_line(&mut reader)? {
                Some(line) => lines.push(line),
                None if lines.is_empty() => return Ok(()),
                None => return Err(HostError::Input(format!("a turn ends after {} lines", lines.len()))),
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
        let mv = seat.decide(&now, &guest.limits(is_first), &Control::new())?;
        // A program without a move is not asked; the platform takes this word for any move.
        writeln!(writer, "{}", mv.map_or_else(|| "random".to_owned(), written))?;
        writer.flush()?;
        if let Some(mv) = mv {
            now.play(mv).map_err(|error| HostError::input(&error))?;
        }
        game = Some(now);
    }
}

/// The last game with the opponent's move, if that is the board we are shown: a player remembers what it thought.
fn continued(mut game: Game, turn: &Turn) -> Option<Game> {
    game.play(turn.last?).ok()?;
    let mut setup = game.position().to_setup();
    // The platform does not tell the number of the move.
    setup.move_number = turn.setup.move_number;
    (setup == turn.setup).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_goes_on_where_the_board_is_the_one_that_was_expected() {
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
