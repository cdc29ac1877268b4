//! `greedy`, `minimax`, `alphabeta`, `deepening`, `course-heuristic`, `course-iterative`: searches that look ahead over all
//! moves.

use amazons::Board;
use eval::{Course, Eval, Territory};
use search::Search;
use search::minimax::{
    AlphaBeta, AlphaBetaConfig, Choice, IterativeAlphaBeta, IterativeAlphaBetaConfig, IterativeMinimax,
    IterativeMinimaxConfig, Minimax, MinimaxConfig, NoLookahead, Ordering,
};
use thought::Limits;

use super::parameter::{DEPTH, EVAL, Field, Kind, MULTI_PV, ORDER, fields, words};
use super::{Ability, LIEBERUM, PlayerConfig, PlayerInfo, seconds};

pub(super) const GREEDY: PlayerInfo = PlayerInfo {
    name: "greedy",
    paper: "THESIS",
    summary: "no lookahead: the best position after one move; the simple player with eval=mindist",
    limits: seconds(1),
    config: || Box::new(Config::new((), Eval::Territory(Territory::MINIMAL_DISTANCE))),
};

pub(super) const MINIMAX: PlayerInfo = PlayerInfo {
    name: "minimax",
    paper: "THESIS",
    summary: "minimax to a fixed depth",
    limits: seconds(1),
    config: || Box::new(Config::new(MinimaxConfig::default(), LIEBERUM)),
};

pub(super) const DEEPENING: PlayerInfo = PlayerInfo {
    name: "deepening",
    paper: "THESIS",
    summary: "alpha-beta with deepening and a table; the good player",
    limits: seconds(1),
    config: || Box::new(Config::new(IterativeAlphaBetaConfig::default(), LIEBERUM)),
};

pub(super) const ALPHABETA: PlayerInfo = PlayerInfo {
    name: "alphabeta",
    paper: "UCT-AB",
    summary: "alpha-beta to a fixed depth; eval=mobility, territory or relative are the paper's three",
    limits: Limits::NONE,
    config: || {
        // The paper's values, sooner.
        let search = AlphaBetaConfig { ordering: Ordering::Evaluated, ..AlphaBetaConfig::default() };
        Box::new(Config::new(search, Eval::Territory(Territory::TE)))
    },
};

pub(super) const COURSE_HEURISTIC: PlayerInfo = PlayerInfo {
    name: "course-heuristic",
    paper: "COURSE",
    summary: "alpha-beta to depth 4 without deepening; at the end of time the best move so far",
    limits: seconds(2),
    config: || Box::new(Config::new(AlphaBetaConfig::HEURISTIC, Eval::Course(Course::HEURISTIC))),
};

pub(super) const COURSE_ITERATIVE: PlayerInfo = PlayerInfo {
    name: "course-iterative",
    paper: "COURSE",
    summary: "minimax with deepening to depth 4",
    limits: seconds(2),
    config: || Box::new(Config::new(IterativeMinimaxConfig::default(), Eval::Course(Course::HEURISTIC))),
};

/// A search with its evaluation.
#[derive(Clone, Debug)]
struct Config<S> {
    search: S,
    eval: Eval,
    multi_pv: usize,
}

impl<S> Config<S> {
    fn new(search: S, eval: Eval) -> Self {
        Self { search, eval, multi_pv: 1 }
    }
}

impl PlayerConfig for Config<()> {
    const FIELDS: &'static [Field<Self>] = fields! {
        EVAL => |c| c.eval;
        MULTI_PV => |c| c.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(NoLookahead::new(self.eval).with_lines(self.multi_pv))
    }
}

impl PlayerConfig for Config<MinimaxConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        DEPTH => |c| c.search.depth;
        EVAL => |c| c.eval;
        MULTI_PV => |c| c.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(Minimax::new(self.eval, self.search).with_lines(self.multi_pv))
    }
}

impl PlayerConfig for Config<AlphaBetaConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        DEPTH => |c| c.search.depth;
        EVAL => |c| c.eval;
        ORDER => |c| c.search.ordering;
        MULTI_PV => |c| c.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(AlphaBeta::new(self.eval, self.search).with_lines(self.multi_pv))
    }
}

impl PlayerConfig for Config<IterativeAlphaBetaConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        EVAL => |c| c.eval;
        ORDER => |c| c.search.ordering;
        ("hash", Kind::Integer(1, 65_536), "mebibytes of the transposition table") => |c| c.search.table;
        MULTI_PV => |c| c.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(IterativeAlphaBeta::new(self.eval, self.search).with_lines(self.multi_pv))
    }
}

words!(Choice: "best" => Best, "as-printed" => LastLooked);

impl PlayerConfig for Config<IterativeMinimaxConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        DEPTH => |c| c.search.depth;
        EVAL => |c| c.eval;
        ("choice", Kind::of::<Choice>(), "as-printed: plays the last move looked at, as the paper's program does")
            => |c| c.search.choice;
        MULTI_PV => |c| c.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(IterativeMinimax::new(self.eval, self.search).with_lines(self.multi_pv))
    }
}
