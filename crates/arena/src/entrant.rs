//! Who takes part, and how long it may think: `mgpeo@200ms`.

use std::fmt;
use std::str::FromStr;

use agents::process::Patience;
use agents::{Agent, Contender, ContenderError};
use thiserror::Error;

use crate::game::Rules;
use crate::pace::{Pace, PaceError};
use crate::runner::RunError;

/// A player of ours or another program, with a pace of its own if it has one: `mgpeo@200ms`,
/// `cmd:./engine --flag@10s+0.1s`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Who plays.
    pub contender: Contender,
    /// How long it may think; nothing where that of the contest holds.
    pub pace: Option<Pace>,
}

impl Entrant {
    /// The pace in a contest with a pace for everybody.
    ///
    /// A depth alone does not end a search that grows a tree: such a player then thinks no longer than in its paper.
    #[must_use]
    pub fn pace_or(&self, common: Pace) -> Pace {
        let pace = self.pace.unwrap_or(common);
        match &self.contender {
            Contender::Player(spec) if pace.clock.is_none() => {
                Pace::each(spec.limits_or(pace.limits, spec.default_limits()))
            }
            _ => pace,
        }
    }
}

impl Entrant {
    /// The player, ready for a game; another program is started. It is given up only after the margin, however long.
    pub(crate) fn seat(&self, rules: Rules) -> Result<Box<dyn Agent>, RunError> {
        let usual = Patience::default();
        let patience = Patience { grace: usual.grace + rules.margin, ..usual };
        let agent = self.contender.agent_within(patience);
        agent.map_err(|error| RunError::Start { player: self.to_string(), error })
    }
}

/// A text that names no entrant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EntrantError {
    /// Nobody that we know.
    #[error(transparent)]
    Contender(#[from] ContenderError),
    /// Somebody that we know, with a pace that nobody knows.
    #[error(transparent)]
    Pace(#[from] PaceError),
}

impl FromStr for Entrant {
    type Err = EntrantError;

    /// What follows the last `@` is the pace if it can be read as one; a command line may have such marks too.
    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let Some((contender, pace)) = text.rsplit_once('@') else {
            return Ok(Self { contender: text.parse()?, pace: None });
        };
        match (contender.parse(), pace.parse()) {
            (contender, Ok(pace)) => Ok(Self { contender: contender?, pace: Some(pace) }),
            (Ok(Contender::Player(_)), Err(error)) => Err(error.into()),
            _ => Ok(Self { contender: text.parse()?, pace: None }),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pace {
            Some(pace) => write!(f, "{}@{pace}", self.contender),
            None => self.contender.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_may_follow_the_name() {
        for text in ["mgpeo", "alphabeta:depth=2@nodes=100", "cmd:./engine a@b", "cmd:./engine a@b@1s+100ms"]
        {
            assert_eq!(text.parse::<Entrant>().unwrap().to_string(), text);
        }
        assert_eq!("cmd:./engine a@b".parse::<Entrant>().unwrap().pace, None);
        assert!(matches!("mgpo@1s".parse::<Entrant>(), Err(EntrantError::Contender(_))));
        assert!(matches!("mgpeo@soon".parse::<Entrant>(), Err(EntrantError::Pace(_))));
    }

    #[test]
    fn nobody_thinks_for_ever() {
        let common: Pace = "depth=3".parse().unwrap();
        let pace = |text: &str| text.parse::<Entrant>().unwrap().pace_or(common).to_string();
        assert_eq!(pace("alphabeta"), "depth=3");
        assert_eq!(pace("mgpeo"), "5s,depth=3");
        assert_eq!(pace("mgpeo@nodes=1"), "nodes=1");
        assert_eq!("mgpeo".parse::<Entrant>().unwrap().pace_or(Pace::default()).to_string(), "5s");
    }
}
