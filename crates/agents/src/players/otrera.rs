//! `otrera`: the flagship, and its levels for people.

use amazons::Board;
use eval::{Eval, OtreraNet};
use search::Search;
use search::flagship::{BookUse, Flagship, FlagshipConfig, Level, Leveled};

use super::parameter::{EVAL, EXPLORATION, Field, Kind, MULTI_PV, fields, words};
use super::{Ability, PlayerConfig, PlayerInfo, seconds};
use crate::cores;

pub(super) const OTRERA: PlayerInfo = PlayerInfo {
    name: "otrera",
    paper: "our own",
    summary: "the flagship: a tree of steps and shots, grown best first by evaluations",
    limits: seconds(1),
    config: || Box::new(OtreraConfig::default()),
};

#[derive(Clone, Debug)]
struct OtreraConfig {
    search: FlagshipConfig,
    eval: Eval,
    /// The number of a level, or 0 for full strength.
    level: usize,
}

impl Default for OtreraConfig {
    fn default() -> Self {
        Self { search: FlagshipConfig::default(), eval: Eval::OtreraNet(OtreraNet::IN_USE), level: 0 }
    }
}

// Interfaces switch an option by `true` and `false`.
words!(BookUse: "off" => Off, "on" => On; "false" => "off", "true" => "on");

const LEVEL: &str =
    "how strong an opponent for people is, by positions looked at and moves misjudged; 0: full strength";

impl PlayerConfig for OtreraConfig {
    const FIELDS: &'static [Field<Self>] = fields! {
        ("threads", Kind::Integer(1, 256), "threads that grow the tree together") => |c| c.search.threads;
        ("hash", Kind::Integer(1, 65_536), "the most mebibytes of the tree") => |c| c.search.hash;
        MULTI_PV => |c| c.search.multi_pv;
        ("level", Kind::Integer(0, 10), LEVEL) => |c| c.level;
        ("book", Kind::of::<BookUse>(), "whether moves of the opening book are played; a level never does")
            => |c| c.search.book;
        ("overhead", Kind::Integer(0, 60_000), "milliseconds kept back of a clock") => |c| c.search.overhead;
        EVAL => |c| c.eval;
        EXPLORATION => |c| c.search.exploration;
        ("minimax", Kind::Real(0.0, 1.0), "the share of best play in a value; the rest is the mean")
            => |c| c.search.minimax;
        ("slope", Kind::Real(0.001, 10.0), "how steeply a margin becomes a probability") => |c| c.search.slope;
        ("steps", Kind::Real(0.01, 100.0), "by how many moves a step gets e times the attention")
            => |c| c.search.step_spread;
        ("shots", Kind::Real(0.01, 100.0), "by how many moves a shot gets e times the attention")
            => |c| c.search.shot_spread;
    };

    fn abilities(&self) -> &'static [Ability] {
        match self.level {
            0 => &[Ability::Ponder, Ability::KeepTree, Ability::RootMoves, Ability::PlanClock],
            // A level plays as its count of positions says, so that more time must not help it.
            _ => &[Ability::KeepTree, Ability::RootMoves, Ability::PlanClock],
        }
    }

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        // More threads than cores make no search faster, and the one that reads the clock wait for its turn.
        let search = FlagshipConfig { threads: self.search.threads.min(cores()), ..self.search.clone() };
        match Level::numbered(self.level) {
            Some(level) => Box::new(Leveled::new(&search, self.eval.clone(), level)),
            None => Box::new(Flagship::new(search, self.eval.clone())),
        }
    }
}
