//! Go's text protocol as Quarry speaks it for Amazons.

use std::io::{BufRead, Write};
use std::time::Duration;

use amazons::notation::Glyphs;
use amazons::{ByColor, Color, Game};
use thought::{Control, GameClock, Limits};
use wire::gtp::{COMMANDS, Command, Request, Response, written};

use super::{HostError, HostedAgent, HostedPlayer, start};
use crate::process::lines::read_line;

/// The version of the protocol.
const PROTOCOL: &str = "2";
/// The name of the game, as Quarry writes it.
const GAME: &str = "Amazons";

/// The state between two requests.
struct GtpSession<'a> {
    player: &'a HostedPlayer,
    agent: HostedAgent,
    version: &'a str,
    side: u8,
    game: Game,
    /// The clocks of the controller: the time and the number of moves for it.
    left: ByColor<Option<(Duration, u32)>>,
}

/// Serves a player until `quit` or the end of the input.
///
/// # Errors
/// When the player cannot be started, the input cannot be read, or the output cannot be written.
pub fn serve(
    player: &HostedPlayer,
    version: &str,
    mut reader: impl BufRead,
    mut writer: impl Write,
) -> Result<(), HostError> {
    let agent = player.start()?;
    let (side, game) = (10, Game::default());
    let mut session = GtpSession { player, agent, version, side, game, left: ByColor::default() };
    while let Some(line) = read_line(&mut reader)? {
        let (id, result, is_last) = match line.map(|line| Request::from_line(&line)) {
            Ok(None) => continue,
            Ok(Some(Request { id, command })) => {
                let is_last = command == Ok(Command::Quit);
                let result = command.map_err(|error| error.to_string());
                (id, result.and_then(|command| session.answer(command)), is_last)
            }
            Err(error) => (None, Err(error.to_string()), false),
        };
        write!(writer, "{}", Response { id, result })?;
        writer.flush()?;
        if is_last {
            break;
        }
    }
    Ok(())
}

impl GtpSession<'_> {
    fn answer(&mut self, command: Command) -> Result<String, String> {
        let nothing = Ok(String::new());
        match command {
            Command::ProtocolVersion => Ok(PROTOCOL.to_owned()),
            Command::Name => Ok("Otrera".to_owned()),
            Command::Version => Ok(self.version.to_owned()),
            Command::KnownCommand(name) => Ok(COMMANDS.contains(&name.as_str()).to_string()),
            Command::ListCommands => Ok(COMMANDS.join("\n")),
            Command::ListGames => Ok(GAME.to_owned()),
            Command::SetGame(name) if name.eq_ignore_ascii_case(GAME) => self.clear().and(nothing),
            Command::SetGame(_) => Err("unsupported game".to_owned()),
            Command::BoardSize(side) => {
                start(side).ok_or("unacceptable size")?;
                self.side = side;
                self.clear().and(nothing)
            }
            Command::ClearBoard => self.clear().and(nothing),
            Command::Play(color, mv) => {
                self.expect(color)?;
                self.game.play(mv).map_err(|error| format!("illegal move: {error}"))?;
                nothing
            }
            Command::GenMove(color) => self.generate(color),
            Command::Undo => self.game.undo().map(|_| String::new()).ok_or_else(|| "cannot undo".to_owned()),
            Command::ShowBoard => {
                Ok(format!("\n{}", self.game.position().to_setup().to_diagram(Glyphs::Ascii)))
            }
            Command::TimeSettings { main, byo_yomi, stones } => {
                // In the protocol byo-yomi time without stones means no limit.
                let is_none = byo_yomi > Duration::ZERO && stones == 0;
                let both = if main > Duration::ZERO { (main, 0) } else { (byo_yomi, stones) };
                self.left = ByColor::from_fn(|_| (!is_none).then_some(both));
                nothing
            }
            Command::TimeLeft { color, left, stones } => {
                self.left[color] = Some((left, stones));
                nothing
            }
            Command::Quit => nothing,
        }
    }

    fn clear(&mut self) -> Result<(), String> {
        self.game = Game::new(start(self.side).ok_or("unacceptable size")?);
        self.agent.new_game();
        Ok(())
    }

    fn expect(&self, color: Color) -> Result<(), String> {
        let turn = self.game.position().turn();
        if turn == color { Ok(()) } else { Err(format!("illegal move: it is {turn}'s turn")) }
    }

    fn generate(&mut self, color: Color) -> Result<String, String> {
        self.expect(color)?;
        let decided = self.agent.decide(&self.game, &self.limits(color), &Control::new());
        match decided.map_err(|error| error.to_string())? {
            Some(mv) => {
                self.game.play(mv).map_err(|error| error.to_string())?;
                Ok(written(mv))
            }
            None => Ok("resign".to_owned()),
        }
    }

    /// The limits that the player was given, with the clock if the controller reports it. Without any given ones the clock
    /// alone counts, or the limits of the platform.
    fn limits(&self, color: Color) -> Limits {
        let Some((left, stones)) = self.left[color] else {
            return self.player.limits(self.game.moves().len() < 2);
        };
        let moves_to_go = (stones > 0).then_some(stones);
        let clock = GameClock { left: ByColor::from_fn(|_| left), moves_to_go, ..GameClock::default() };
        Limits { clock: Some(clock), ..self.player.given }
    }
}
