//! `mgpeo`, `mcts`, `mcts-mg`, `mcts-peo`: MG-PEO's player and its three baselines.

use amazons::Board;
use eval::{Eval, Loops, MgPeo, PlainMgPeo};
use search::Search;
use search::montecarlo::{DepthUnit, FinalMove, Layers, Logarithm, MoveGroups, MoveGroupsConfig, WinRate};
use thought::Score;

use super::parameter::{EVAL, EXPLORATION, Field, Kind, MULTI_PV, fields, words};
use super::{PlayerConfig, PlayerInfo, seconds};

/// The length of a stage of a game in plies.
const STAGE: Kind = Kind::Integer(0, 1_000);

const FAST: Eval = Eval::MgPeo(MgPeo::DEFAULT);
const PLAIN: Eval = Eval::PlainMgPeo(PlainMgPeo { loops: Loops::Serial, like: MgPeo::DEFAULT });

pub(super) const MGPEO: PlayerInfo = PlayerInfo {
    name: "mgpeo",
    paper: "MG-PEO",
    summary: "MCTS with move groups, two short random games and the five-term evaluation, bit-parallel",
    limits: seconds(5),
    config: || Box::new(MgPeoConfig::new(Layers::StepsAndShots, FAST)),
};

pub(super) const MCTS: PlayerInfo = PlayerInfo {
    name: "mcts",
    summary: "the baseline: whole moves, the evaluation by plain loops",
    config: || Box::new(MgPeoConfig::new(Layers::Moves, PLAIN)),
    ..MGPEO
};

pub(super) const MCTS_MG: PlayerInfo = PlayerInfo {
    name: "mcts-mg",
    summary: "the baseline with move groups",
    config: || Box::new(MgPeoConfig::new(Layers::StepsAndShots, PLAIN)),
    ..MGPEO
};

pub(super) const MCTS_PEO: PlayerInfo = PlayerInfo {
    name: "mcts-peo",
    summary: "the baseline with the fast evaluation (eval=mgpeo-parallel for the paper's own)",
    config: || Box::new(MgPeoConfig::new(Layers::Moves, FAST)),
    ..MGPEO
};

#[derive(Clone, Debug)]
struct MgPeoConfig {
    search: MoveGroupsConfig,
    eval: Eval,
    /// What the five terms of `eval` have for parameters.
    terms: MgPeo,
    curve: Curve,
    /// The slope of the logistic curve.
    slope: f64,
}

/// How a value becomes a win rate.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Curve {
    Logistic,
    Sign,
}

impl MgPeoConfig {
    fn new(layers: Layers, eval: Eval) -> Self {
        let search = MoveGroupsConfig { layers, ..MoveGroupsConfig::default() };
        Self { search, eval, terms: MgPeo::DEFAULT, curve: Curve::Logistic, slope: Score::SLOPE }
    }
}

words!(Layers: "on" => StepsAndShots, "off" => Moves);
words!(Logarithm: "plain" => Plain, "doubled" => Doubled);
words!(DepthUnit: "ply" => Plies, "half-ply" => HalfPlies);
words!(Curve: "logistic" => Logistic, "sign" => Sign);
words!(FinalMove: "visits" => Visits, "mean" => Mean, "formula" => Formula);

impl PlayerConfig for MgPeoConfig {
    const FIELDS: &'static [Field<Self>] = fields! {
        ("groups", Kind::of::<Layers>(), "whether a step and its shot are two nodes") => |c| c.search.layers;
        EVAL => |c| c.eval;
        EXPLORATION => |c| c.search.exploration;
        ("ln", Kind::of::<Logarithm>(), "ln N, or 2 ln N as the pseudo-code has it") => |c| c.search.logarithm;
        ("rollouts", Kind::Plies, "the depths of the random games of one simulation") => |c| c.search.rollouts;
        ("unit", Kind::of::<DepthUnit>(), "what these depths count") => |c| c.search.unit;
        ("winrate", Kind::of::<Curve>(), "how a value becomes a win rate") => |c| c.curve;
        ("slope", Kind::Real(0.0, 100.0), "how fast the logistic win rate rises with a value") => |c| c.slope;
        ("tie", Kind::Real(-1.0, 1.0), "what mgpeo gives the mover for a square equally near") => |c| c.terms.tie;
        ("opening", STAGE, "plies of mgpeo's opening, of 92 on 10x10") => |c| c.terms.stages[0];
        ("middle", STAGE, "the same of its opening and middle game") => |c| c.terms.stages[1];
        ("final", Kind::of::<FinalMove>(), "which move is played") => |c| c.search.final_move;
        MULTI_PV => |c| c.search.multi_pv;
    };

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        let win_rate = match self.curve {
            Curve::Logistic => WinRate::Logistic { slope: self.slope },
            Curve::Sign => WinRate::Sign,
        };
        let config = MoveGroupsConfig { win_rate, ..self.search.clone() };
        Box::new(MoveGroups::new(config, self.eval.clone().with_mgpeo(self.terms)))
    }
}
