//! `uct`, `flat-mc`, `short-mcts`, `course-mcts`: Monte Carlo searches over all moves.

use amazons::Board;
use eval::{Course, Eval};
use search::Search;
use search::montecarlo::{
    FlatConfig, FlatMonteCarlo, Formula, MoveGroups, MoveGroupsConfig, ShortUct, ShortUctConfig, Uct,
    UctConfig,
};
use thought::Limits;

use super::parameter::{DRAW, EVAL, EXPLORATION, Field, Kind, MULTI_PV, fields, words};
use super::{Evaluated, LIEBERUM, PlayerConfig, PlayerInfo, seconds};

pub(super) const UCT: PlayerInfo = PlayerInfo {
    name: "uct",
    paper: "UCT-AB",
    summary: "UCT with random games to the end",
    limits: Limits::playouts(10_000),
    config: || {
        let search = UctConfig::default();
        Box::new(UctPlayer { search, formula: FormulaName::Tuned, exploration: std::f64::consts::SQRT_2 })
    },
};

pub(super) const FLAT_MC: PlayerInfo = PlayerInfo {
    name: "flat-mc",
    paper: "THESIS",
    summary: "random games to the end from every move, no tree",
    limits: seconds(1),
    config: || Box::new(FlatConfig::default()),
};

pub(super) const SHORT_MCTS: PlayerInfo = PlayerInfo {
    name: "short-mcts",
    paper: "THESIS",
    summary: "UCT with short random games and the sign of an evaluation",
    limits: seconds(1),
    config: || Box::new(Evaluated { search: ShortUctConfig::default(), eval: LIEBERUM }),
};

pub(super) const COURSE_MCTS: PlayerInfo = PlayerInfo {
    name: "course-mcts",
    paper: "COURSE",
    summary: "UCB tree whose simulation is the sign of an evaluation",
    limits: seconds(2),
    config: || Box::new(Evaluated { search: MoveGroupsConfig::course(), eval: Eval::Course(Course::MCTS) }),
};

#[derive(Clone, Debug)]
struct UctPlayer {
    search: UctConfig,
    formula: FormulaName,
    /// The exploration constant of UCB1.
    exploration: f64,
}

#[derive(Clone, Copy, Debug)]
enum FormulaName {
    Tuned,
    Ucb1,
}

words!(FormulaName: "tuned" => Tuned, "ucb1" => Ucb1);

impl PlayerConfig for UctPlayer {
    const FIELDS: &'static [Field<Self>] = fields! {
        ("formula", Kind::of::<FormulaName>(), "UCB1-tuned, or UCB1 with c") => |c| c.formula;
        EXPLORATION => |c| c.exploration;
        DRAW => |c| c.search.draw;
        MULTI_PV => |c| c.search.multi_pv;
    };

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        let formula = match self.formula {
            FormulaName::Tuned => Formula::Tuned,
            FormulaName::Ucb1 => Formula::Ucb1 { c: self.exploration },
        };
        Box::new(Uct::new(UctConfig { formula, ..self.search.clone() }))
    }
}

impl PlayerConfig for FlatConfig {
    const FIELDS: &'static [Field<Self>] = fields! {
        DRAW => |c| c.draw;
        MULTI_PV => |c| c.multi_pv;
    };

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(FlatMonteCarlo::new(self.clone()))
    }
}

impl PlayerConfig for Evaluated<ShortUctConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        EVAL => |c| c.eval;
        EXPLORATION => |c| c.search.exploration;
        ("expand", Kind::Integer(1, 1_000_000), "visits after which a leaf gets its children")
            => |c| c.search.expand_after;
        ("plies", Kind::Integer(0, 100), "random plies before the evaluation") => |c| c.search.plies;
        DRAW => |c| c.search.draw;
        MULTI_PV => |c| c.search.multi_pv;
    };

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(ShortUct::new(self.search.clone(), self.eval.clone()))
    }
}

impl PlayerConfig for Evaluated<MoveGroupsConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        EVAL => |c| c.eval;
        EXPLORATION => |c| c.search.exploration;
        MULTI_PV => |c| c.search.multi_pv;
    };

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(MoveGroups::new(self.search.clone(), self.eval.clone()))
    }
}
