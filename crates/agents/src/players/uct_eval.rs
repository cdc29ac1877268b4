//! `uct-eval`: UCT on evaluated leaves.

use amazons::Board;
use eval::{Eval, Otrera};
use search::Search;
use search::montecarlo::{MoveGroups, MoveGroupsConfig, WinRate};
use thought::Score;

use super::parameter::{EVAL, EXPLORATION, Field, Kind, MULTI_PV, fields};
use super::{PlayerConfig, PlayerInfo, seconds};

pub(super) const UCT_EVAL: PlayerInfo = PlayerInfo {
    name: "uct-eval",
    paper: "our own",
    summary: "UCT by UCB1 on whole moves: no random games, a leaf is worth the win rate of its evaluation",
    limits: seconds(1),
    config: || {
        // Without rollouts the leaf itself is evaluated.
        let search = MoveGroupsConfig { rollouts: Vec::new(), ..MoveGroupsConfig::baseline() };
        Box::new(Config { search, eval: Eval::Otrera(Otrera), slope: Score::SLOPE })
    },
};

#[derive(Clone, Debug)]
struct Config {
    search: MoveGroupsConfig,
    eval: Eval,
    slope: f64,
}

impl PlayerConfig for Config {
    const FIELDS: &'static [Field<Self>] = fields! {
        EVAL => |c| c.eval;
        EXPLORATION => |c| c.search.exploration;
        ("slope", Kind::Real(0.0, 100.0), "how fast the logistic win rate rises with a value") => |c| c.slope;
        MULTI_PV => |c| c.search.multi_pv;
    };

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        let win_rate = WinRate::Logistic { slope: self.slope };
        Box::new(MoveGroups::new(MoveGroupsConfig { win_rate, ..self.search.clone() }, self.eval.clone()))
    }
}
