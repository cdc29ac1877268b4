//! Requests.

use std::time::Duration;

use amazons::{AnyPosition, Game, Move, Setup};
use serde_json::{Map, Value};
use thought::Limits;

use super::answer::{Refusal, Warning};

/// A line from the user.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// Think about a position.
    Query(Box<Query>),
    /// Do something else.
    Action {
        /// The id that the acknowledgement repeats.
        id: String,
        /// What to do.
        action: Action,
    },
}

/// A position to think about.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// The id that every answer repeats.
    pub id: String,
    /// The moves that led to the position, in the order given.
    pub moves: Vec<Move>,
    /// The game up to the position.
    pub game: Game,
    /// The limits; none where the request has none.
    pub limits: Limits,
    /// The number of moves to report; the player's own where the request has none.
    pub multi_pv: Option<u32>,
    /// The interval of answers during the search.
    pub report_every: Option<Duration>,
    /// The higher, the sooner.
    pub priority: i64,
}

/// Something to do other than thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Stops one query, or all.
    Terminate(Option<String>),
    /// Tells the version.
    Version,
    /// Forgets what was thought before.
    Clear,
}

impl Action {
    /// Its name on the line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Terminate(_) => "terminate",
            Self::Version => "version",
            Self::Clear => "clear",
        }
    }
}

/// The fields of a query.
const FIELDS: [&str; 11] = [
    "id",
    "fen",
    "moves",
    "maxNodes",
    "maxPlayouts",
    "maxDepth",
    "maxTime",
    "multiPv",
    "reportEvery",
    "priority",
    "action",
];

/// Reads a line, with warnings about unknown fields.
///
/// # Errors
/// When it is no request; the refusal names the field.
pub fn read(line: &str) -> Result<(Request, Vec<Warning>), Refusal> {
    let value: Value = serde_json::from_str(line).map_err(|error| Refusal {
        id: None,
        field: None,
        error: format!("no JSON: {error}"),
    })?;
    let Value::Object(object) = value else {
        let error = "a request is an object".to_owned();
        return Err(Refusal { id: None, field: None, error });
    };
    let id = match object.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(_) => return Err(Refusal::of(None, "id", &"must be a text")),
        None => return Err(Refusal::of(None, "id", &"is missing")),
    };
    let reader = Reader { id: &id, object: &object };
    let request = match object.get("action") {
        Some(action) => Request::Action { id: id.clone(), action: reader.action(action)? },
        None => Request::Query(Box::new(reader.query()?)),
    };
    let known =
        |field: &str| FIELDS.contains(&field) || (field == "terminateId" && object.contains_key("action"));
    let unknown = object.keys().filter(|field| !known(field));
    let warnings = unknown.map(|field| Warning {
        id: id.clone(),
        field: field.clone(),
        warning: "unknown field".to_owned(),
    });
    Ok((request, warnings.collect()))
}

/// Reads the fields of the request with an id.
struct Reader<'a> {
    id: &'a str,
    object: &'a Map<String, Value>,
}

impl Reader<'_> {
    fn fault(&self, field: &'static str, error: &impl ToString) -> Refusal {
        Refusal::of(Some(self.id), field, error)
    }

    /// A field, if it is there and not null.
    fn get(&self, field: &str) -> Option<&Value> {
        self.object.get(field).filter(|value| !value.is_null())
    }

    fn action(&self, action: &Value) -> Result<Action, Refusal> {
        match action.as_str() {
            Some("terminate") => match self.get("terminateId") {
                None => Ok(Action::Terminate(None)),
                Some(Value::String(id)) => Ok(Action::Terminate(Some(id.clone()))),
                Some(_) => Err(self.fault("terminateId", &"must be a text")),
            },
            Some("version") => Ok(Action::Version),
            Some("clear") => Ok(Action::Clear),
            _ => Err(self.fault("action", &format!("must be terminate, version or clear, not {action}"))),
        }
    }

    fn count(&self, field: &'static str) -> Result<Option<u64>, Refusal> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let count = value.as_u64().filter(|&count| count > 0);
        count
            .map(Some)
            .ok_or_else(|| self.fault(field, &format!("must be a whole number above 0, not {value}")))
    }

    fn small_count(&self, field: &'static str) -> Result<Option<u32>, Refusal> {
        let count = self.count(field)?.map(u32::try_from).transpose();
        count.map_err(|_| self.fault(field, &"is too large"))
    }

    fn seconds(&self, field: &'static str) -> Result<Option<Duration>, Refusal> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let seconds = value.as_f64().filter(|&seconds| seconds > 0.0);
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.map(Some)
            .ok_or_else(|| self.fault(field, &format!("must be a number of seconds above 0, not {value}")))
    }

    fn moves(&self) -> Result<Vec<Move>, Refusal> {
        let Some(value) = self.get("moves") else { return Ok(Vec::new()) };
        let list = value.as_array().ok_or_else(|| self.fault("moves", &"must be a list of texts"))?;
        let read = |value: &Value| {
            let text = value.as_str().ok_or_else(|| self.fault("moves", &"must be a list of texts"))?;
            text.parse().map_err(|error| self.fault("moves", &error))
        };
        list.iter().map(read).collect()
    }

    fn start(&self) -> Result<Game, Refusal> {
        let Some(value) = self.get("fen") else { return Ok(Game::default()) };
        let fen = value.as_str().ok_or_else(|| self.fault("fen", &"must be a text"))?;
        let setup = Setup::from_fen(fen).map_err(|error| self.fault("fen", &error))?;
        AnyPosition::from_setup(&setup).map(Game::new).map_err(|error| self.fault("fen", &error))
    }

    fn query(&self) -> Result<Query, Refusal> {
        let mut game = self.start()?;
        let moves = self.moves()?;
        for &mv in &moves {
            game.play(mv).map_err(|error| self.fault("moves", &error))?;
        }
        let limits = Limits {
            time: self.seconds("maxTime")?,
            playouts: self.count("maxPlayouts")?,
            nodes: self.count("maxNodes")?,
            depth: self.small_count("maxDepth")?,
            clock: None,
        };
        let priority = match self.get("priority") {
            None => 0,
            Some(value) => value
                .as_i64()
                .ok_or_else(|| self.fault("priority", &format!("must be a whole number, not {value}")))?,
        };
        Ok(Query {
            id: self.id.to_owned(),
            moves,
            game,
            limits,
            multi_pv: self.small_count("multiPv")?,
            report_every: self.seconds("reportEvery")?,
            priority,
        })
    }
}
