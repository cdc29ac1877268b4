//! The players of a contest with their time controls: `mgpeo@200ms`.

use std::fmt;
use std::str::FromStr;

use agents::{Contender, ContenderError};
use thiserror::Error;

use crate::time_control::{TimeControl, TimeControlError};
use crate::unit::PlannedPlayer;

/// A player of the catalogue or an external program, with its own time control if it has one: `mgpeo@200ms`,
/// `cmd:./engine --flag@10s+0.1s`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The player.
    pub contender: Contender,
    /// Its own time control; without one that of the contest is used.
    pub time_control: Option<TimeControl>,
}

impl Entrant {
    /// Its time control in a contest with a common one.
    ///
    /// A depth alone does not end a tree search: such a player also gets its default limits.
    #[must_use]
    pub fn time_control_or(&self, common: TimeControl) -> TimeControl {
        let time_control = self.time_control.unwrap_or(common);
        match &self.contender {
            Contender::Player(spec) if time_control.clock.is_none() => {
                TimeControl::per_move(spec.limits_or(time_control.limits, spec.default_limits()))
            }
            _ => time_control,
        }
    }
}

impl Entrant {
    /// The player of a run with a common time control.
    pub(crate) fn planned(&self, common: TimeControl) -> PlannedPlayer {
        PlannedPlayer {
            name: self.to_string(),
            contender: self.contender.clone(),
            time_control: self.time_control_or(common),
        }
    }
}

/// An error in the text of an entrant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EntrantError {
    /// An unknown player.
    #[error(transparent)]
    Contender(#[from] ContenderError),
    /// An invalid time control.
    #[error(transparent)]
    TimeControl(#[from] TimeControlError),
}

impl FromStr for Entrant {
    type Err = EntrantError;

    /// The text after the last `@` is the time control if it is a valid one; a command line may contain `@` too. An `@` with a
    /// quote after it is within quotes: that of a path, `net:"a@b.net"`.
    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let parts = text.rsplit_once('@').filter(|(_, time_control)| !time_control.contains('"'));
        let Some((contender, time_control)) = parts else {
            return Ok(Self { contender: text.parse()?, time_control: None });
        };
        match (contender.parse(), time_control.parse()) {
            (contender, Ok(time_control)) => {
                Ok(Self { contender: contender?, time_control: Some(time_control) })
            }
            (Ok(Contender::Player(_)), Err(error)) => Err(error.into()),
            _ => Ok(Self { contender: text.parse()?, time_control: None }),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time_control {
            Some(time_control) => write!(f, "{}@{time_control}", self.contender),
            None => self.contender.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_may_follow_the_name() {
        for text in ["mgpeo", "alphabeta:depth=2@nodes=100", "cmd:./engine a@b", "cmd:./engine a@b@1s+100ms"]
        {
            assert_eq!(text.parse::<Entrant>().unwrap().to_string(), text);
        }
        assert_eq!("cmd:./engine a@b".parse::<Entrant>().unwrap().time_control, None);
        assert!(matches!("mgpo@1s".parse::<Entrant>(), Err(EntrantError::Contender(_))));
        assert!(matches!("mgpeo@soon".parse::<Entrant>(), Err(EntrantError::TimeControl(_))));
    }

    #[test]
    fn an_at_sign_in_quotes_is_part_of_a_path() {
        let folder = testkit::network_files(&["a.net", "a@1s", "a@b,c.net"]);
        let path = |name: &str| folder.path().join(name).display().to_string();
        for (text, time_control) in [
            (format!("greedy:eval=net:{}", path("a.net")), None),
            (format!("greedy:eval=net:{}@5s", path("a.net")), Some("5s")),
            (format!("greedy:eval=net:\"{}\"", path("a@1s")), None),
            (format!("greedy:eval=net:\"{}\"@5s", path("a@1s")), Some("5s")),
            (format!("greedy:eval=net:\"{}\",multipv=2", path("a@b,c.net")), None),
            (format!("greedy:eval=net:\"{}\",multipv=2@nodes=9", path("a@b,c.net")), Some("nodes=9")),
        ] {
            let entrant: Entrant = text.parse().unwrap();
            assert_eq!(entrant.to_string(), text);
            assert_eq!(entrant.time_control.map(|it| it.to_string()).as_deref(), time_control, "{text}");
        }
        let said = |text: &str| text.parse::<Entrant>().unwrap_err().to_string();
        let unclosed = said("greedy:eval=net:\"a@1s");
        assert_eq!(unclosed, "`eval=net:\"a` has an opening quote and no closing one");
        let soon = said(&format!("greedy:eval=net:{}@soon", path("a.net")));
        assert!(soon.contains("soon") && !soon.contains("network"), "{soon}");
        let missing = said("greedy:eval=net:no/such.net@1s");
        assert!(missing.contains("network no/such.net: No such file"), "{missing}");
        let program: Entrant = "cmd:./engine 'a\"b'@1s".parse().unwrap();
        assert_eq!(program.time_control, Some("1s".parse().unwrap()));
    }

    #[test]
    fn every_player_has_a_limit() {
        let common: TimeControl = "depth=3".parse().unwrap();
        let time_control = |text: &str| text.parse::<Entrant>().unwrap().time_control_or(common).to_string();
        assert_eq!(time_control("alphabeta"), "depth=3");
        assert_eq!(time_control("mgpeo"), "5s,depth=3");
        assert_eq!(time_control("mgpeo@nodes=1"), "nodes=1");
        assert_eq!(
            "mgpeo".parse::<Entrant>().unwrap().time_control_or(TimeControl::default()).to_string(),
            "5s"
        );
    }
}
