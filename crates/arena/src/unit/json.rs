//! The text of a unit: one JSON object, versioned.
//!
//! | field | what |
//! |---|---|
//! | `format`, `version` | `"otrera unit"`, 1 |
//! | `kind` | `"games"`: what is to be done |
//! | `program` | the version of the program, whose games these are |
//! | `run` | `kind` and `conditions` of the run, which every line of the result repeats |
//! | `source` | the games' [`Source`](store::Source): `match`, `self-play` |
//! | `players` | `player` (a spec or command), `name` in the games if that is another, `pace` (a time control) if it is limited, `networks` (digests) if it has any |
//! | `rules` | `margin_ms`, `adjudicated` |
//! | `openings` | `name`, and `moves` as a line of moves |
//! | `games` | `number`, `seed`, `white`, `black` and `opening` by their places in the lists above, `strays` (plies) if there are any |
//!
//! An unknown field is an error: it might change the games.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use agents::Contender;
use amazons::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::UnknownName;

use super::{PlannedGame, PlannedPlayer, RunPlan, Unit, UnitError};
use crate::entrant::EntrantError;
use crate::game::{Adjudication, GameRules};
use crate::opening::Opening;
use crate::time_control::TimeControl;

/// The version of the format.
pub const UNIT_VERSION: u64 = 1;

/// The most bytes of a unit: a minute's games take a thousandth of this.
pub const MAX_UNIT_BYTES: u64 = 64 << 20;

/// The name of the format.
const FORMAT: &str = "otrera unit";

/// What a unit of games is called.
const GAMES: &str = "games";

/// No game has more plies: every ply takes a square.
const MOST_PLIES: usize = 256;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitText<'a> {
    format: Cow<'a, str>,
    version: u64,
    kind: Cow<'a, str>,
    program: Cow<'a, str>,
    run: RunText<'a>,
    source: Cow<'a, str>,
    players: Vec<PlayerText<'a>>,
    rules: RulesText,
    openings: Vec<OpeningText<'a>>,
    games: Vec<GameText>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunText<'a> {
    kind: Cow<'a, str>,
    conditions: Cow<'a, str>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerText<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    player: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pace: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    networks: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesText {
    margin_ms: u64,
    adjudicated: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningText<'a> {
    name: Cow<'a, str>,
    moves: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameText {
    number: u64,
    seed: u64,
    white: usize,
    black: usize,
    opening: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    strays: Vec<usize>,
}

impl Unit {
    /// Its text.
    ///
    /// # Panics
    /// Never: the fields are texts and numbers.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut openings: Vec<&Opening> = Vec::new();
        let mut games = Vec::with_capacity(self.games.len());
        for game in &self.games {
            // The two games of a pair stand side by side.
            if openings.last() != Some(&&game.opening) {
                openings.push(&game.opening);
            }
            games.push(GameText {
                number: game.number,
                seed: game.seed,
                white: game.white,
                black: game.black,
                opening: openings.len() - 1,
                strays: game.strays.clone(),
            });
        }
        let opening = |opening: &&'_ Opening| OpeningText {
            name: Cow::Owned(opening.name.clone()),
            moves: opening.to_string(),
        };
        let plan = &self.plan;
        let text = UnitText {
            format: FORMAT.into(),
            version: UNIT_VERSION,
            kind: GAMES.into(),
            program: env!("CARGO_PKG_VERSION").into(),
            run: RunText { kind: (&plan.kind).into(), conditions: (&plan.conditions).into() },
            source: plan.source.name().into(),
            players: plan.players.iter().map(PlannedPlayer::to_text).collect(),
            rules: RulesText {
                margin_ms: plan.rules.time_margin.as_millis() as u64,
                adjudicated: plan.rules.adjudication == Adjudication::Proven,
            },
            openings: openings.iter().map(opening).collect(),
            games,
        };
        serde_json::to_string(&text).expect("texts and numbers can be written")
    }

    /// Reads a unit: everything in it can be played on this machine.
    ///
    /// # Errors
    /// When it is no unit, is of a later format or another version of the program, or names something that there is not here.
    pub fn from_json(json: &str) -> Result<Self, UnitError> {
        if json.len() as u64 > MAX_UNIT_BYTES {
            return Err(UnitError::Size(json.len() as u64));
        }
        // A later format may have other fields: it is recognised before they are read.
        let value: Value = serde_json::from_str(json).map_err(|error| UnitError::Text(error.to_string()))?;
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(UnitError::Text(format!("expected an object with \"format\": \"{FORMAT}\"")));
        }
        match value.get("version").and_then(Value::as_u64) {
            Some(UNIT_VERSION) => {}
            Some(version) => return Err(UnitError::Version(version)),
            None => return Err(UnitError::Text("its version is missing".to_owned())),
        }
        match value.get("kind").and_then(Value::as_str) {
            Some(GAMES) => {}
            kind => {
                return Err(field("kind", format!("expected \"{GAMES}\", found {}", kind.unwrap_or("none"))));
            }
        }
        let text = UnitText::deserialize(&value).map_err(|error| UnitError::Text(error.to_string()))?;
        text.unit()
    }
}

impl UnitText<'_> {
    fn unit(self) -> Result<Unit, UnitError> {
        const PROGRAM: &str = env!("CARGO_PKG_VERSION");
        if self.program != PROGRAM {
            return Err(UnitError::Program { wanted: self.program.into_owned(), found: PROGRAM });
        }
        let players =
            self.players.into_iter().map(PlayerText::player).collect::<Result<Vec<_>, UnitError>>()?;
        let openings =
            self.openings.into_iter().map(OpeningText::opening).collect::<Result<Vec<_>, UnitError>>()?;
        let games = self.games.into_iter().enumerate();
        let games = games
            .map(|(index, game)| game.game(index, &players, &openings))
            .collect::<Result<_, UnitError>>()?;
        let adjudication = if self.rules.adjudicated { Adjudication::Proven } else { Adjudication::Never };
        let plan = RunPlan {
            kind: self.run.kind.into_owned(),
            conditions: self.run.conditions.into_owned(),
            source: self.source.parse().map_err(|error: UnknownName| field("source", error.to_string()))?,
            players,
            rules: GameRules { time_margin: Duration::from_millis(self.rules.margin_ms), adjudication },
        };
        Ok(Unit { plan: Arc::new(plan), games })
    }
}

impl PlannedPlayer {
    fn to_text(&self) -> PlayerText<'_> {
        let player = self.contender.to_string();
        PlayerText {
            name: (self.name != player).then_some((&self.name).into()),
            player,
            pace: (!self.time_control.is_none()).then(|| self.time_control.to_string()),
            networks: self.contender.network_digests(),
        }
    }
}

impl PlayerText<'_> {
    fn player(self) -> Result<PlannedPlayer, UnitError> {
        let Self { name, player, pace, networks } = self;
        let contender: Contender = player.parse().map_err(|error| UnitError::Player {
            player: player.clone(),
            error: EntrantError::Contender(error),
        })?;
        let found = contender.network_digests();
        if found != networks {
            let list = |digests: &[String]| {
                if digests.is_empty() { "none".to_owned() } else { digests.join(" and ") }
            };
            return Err(UnitError::Network { player, wanted: list(&networks), found: list(&found) });
        }
        let time_control = match &pace {
            Some(pace) => {
                pace.parse().map_err(|error| UnitError::TimeControl { player: player.clone(), error })?
            }
            None => TimeControl::default(),
        };
        if time_control.is_none() && matches!(contender, Contender::Program(_)) {
            return Err(UnitError::NoLimit(player));
        }
        Ok(PlannedPlayer { name: name.map_or(player, Cow::into_owned), contender, time_control })
    }
}

impl OpeningText<'_> {
    fn opening(self) -> Result<Opening, UnitError> {
        let name = self.name.into_owned();
        let games = Game::from_lines(&self.moves)
            .map_err(|error| UnitError::Opening { name: name.clone(), error })?;
        match <[Game; 1]>::try_from(games) {
            Ok([game]) if game.outcome().is_none() => Ok(Opening { name, game }),
            Ok(_) => Err(field(&format!("opening {name:?}"), "a finished game")),
            Err(games) => {
                Err(field(&format!("opening {name:?}"), format!("expected one line, found {}", games.len())))
            }
        }
    }
}

impl GameText {
    fn game(
        self,
        index: usize,
        players: &[PlannedPlayer],
        openings: &[Opening],
    ) -> Result<PlannedGame, UnitError> {
        let Self { number, seed, white, black, opening, strays } = self;
        let fault = |name: &str, what: String| field(&format!("games[{index}].{name}"), what);
        let missing =
            |name: &str, place: usize| fault(name, format!("there is no number {place} in the list"));
        let of = |name: &str, place: usize| players.get(place).ok_or_else(|| missing(name, place));
        let (white_player, black_player) = (of("white", white)?, of("black", black)?);
        let opening = openings.get(opening).ok_or_else(|| missing("opening", opening))?.clone();
        let size = opening.game.position().size();
        white_player.contender.check_board(size)?;
        black_player.contender.check_board(size)?;
        // Numbers of SQLite have a sign.
        for (name, value) in [("number", number), ("seed", seed)] {
            if value > i64::MAX as u64 {
                return Err(fault(name, format!("{value} is more than 63 bits")));
            }
        }
        if strays.len() > MOST_PLIES || strays.iter().any(|ply| *ply > MOST_PLIES) {
            return Err(fault("strays", format!("expected at most {MOST_PLIES} plies")));
        }
        Ok(PlannedGame { number, seed, white, black, opening, strays })
    }
}

fn field(name: &str, what: impl Into<String>) -> UnitError {
    UnitError::Field { field: name.to_owned(), what: what.into() }
}
