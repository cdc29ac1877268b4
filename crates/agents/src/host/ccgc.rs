//! The platform of the Chinese competitions: a clock for the whole game, which nobody tells us.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use amazons::{ByColor, Color, Game};
use thought::{Clock, Limits};
use wire::ccgc::{Command, Reply};

use super::{Guest, HostError, Seat, next_line, start};

/// A game on the platform.
struct Table {
    game: Game,
    own: Color,
    /// What is left of our time.
    left: Duration,
}

/// Serves a player on their 10x10 board. Without limits for a move it shares a time for the game among its moves.
///
/// What is not understood is answered by `error`.
///
/// # Errors
/// When the player fails or nothing can be read or written.
pub fn serve(
    guest: &Guest,
    name: &str,
    time: Duration,
    mut reader: impl BufRead,
    mut writer: impl Write,
) -> Result<(), HostError> {
    let mut seat = guest.seat()?;
    let mut table: Option<Table> = None;
    while let Some(line) = next_line(&mut reader)? {
        let replies = match (line.parse(), table.as_mut()) {
            (Ok(Command::Name), _) => Some(Reply::Name(name.to_owned())),
            (Ok(Command::New(own)), _) => {
                seat.new_game();
                let game = Game::new(start(10).expect("the start of 10x10 has a name and is playable"));
                let new = table.insert(Table { game, own, left: time });
                if own == Color::White { new.think(&mut seat, guest)? } else { None }
            }
            (Ok(Command::Move(mv)), Some(table)) if table.game.position().turn() != table.own => {
                match table.game.play(mv) {
                    Ok(()) => table.think(&mut seat, guest)?,
                    Err(_) => Some(Reply::Error),
                }
            }
            (Ok(Command::Move(_)) | Err(_), _) => Some(Reply::Error),
            (Ok(Command::Error), _) => None,
            (Ok(Command::End), _) => {
                table = None;
                None
            }
            (Ok(Command::Quit), _) => break,
        };
        if let Some(reply) = replies {
            writeln!(writer, "{reply}")?;
            writer.flush()?;
        }
    }
    Ok(())
}

impl Table {
    /// Our move, which is played here too; none where we have lost.
    fn think(&mut self, seat: &mut Seat, guest: &Guest) -> Result<Option<Reply>, HostError> {
        let start = Instant::now();
        let given = guest.limits(self.game.moves().len() < 2);
        let clock = Clock { left: ByColor::from_fn(|_| self.left), ..Clock::default() };
        let limits = if given.is_none() { Limits::clock(clock) } else { given };
        let mv = seat.decide(&self.game, &limits)?;
        self.left = self.left.saturating_sub(start.elapsed());
        let Some(mv) = mv else { return Ok(None) };
        self.game.play(mv).map_err(|error| HostError::input(&error))?;
        Ok(Some(Reply::Move(mv)))
    }
}
