//! `greedy`, `minimax`, `alphabeta`, `deepening`, `course-heuristic`, `course-iterative`: searches that look ahead over all
//! moves.

use amazons::Board;
use eval::{Course, Eval, Territory};
use search::Search;
use search::minimax::{
    AlphaBeta, AlphaBetaConfig, Choice, IterativeAlphaBeta, IterativeAlphaBetaConfig, IterativeMinimax,
    IterativeMinimaxConfig, Minimax, MinimaxConfig, NoLookahead, Ordering, RootOrder,
};
use thought::Limits;

use super::parameter::{DEPTH, EVAL, Field, Kind, MULTI_PV, ORDER, fields, words};
use super::{Ability, Evaluated, LIEBERUM, PlayerConfig, PlayerInfo, seconds};

pub(super) const GREEDY: PlayerInfo = PlayerInfo {
    name: "greedy",
    paper: "THESIS",
    summary: "no lookahead: the best position after one move; the simple player with eval=mindist",
    limits: seconds(1),
    config: || Box::new(Greedy { eval: Eval::Territory(Territory::MINIMAL_DISTANCE), multi_pv: 1 }),
};

pub(super) const MINIMAX: PlayerInfo = PlayerInfo {
    name: "minimax",
    paper: "THESIS",
    summary: "minimax to a fixed depth",
    limits: seconds(1),
    config: || Box::new(Evaluated { search: MinimaxConfig::default(), eval: LIEBERUM }),
};

pub(super) const DEEPENING: PlayerInfo = PlayerInfo {
    name: "deepening",
    paper: "THESIS",
    summary: "alpha-beta with deepening and a table; the good player",
    limits: seconds(1),
    config: || Box::new(Evaluated { search: IterativeAlphaBetaConfig::default(), eval: LIEBERUM }),
};

pub(super) const ALPHABETA: PlayerInfo = PlayerInfo {
    name: "alphabeta",
    paper: "UCT-AB",
    summary: "alpha-beta to a fixed depth; eval=mobility, territory or relative are the paper's three",
    limits: Limits::NONE,
    config: || {
        // The paper's values, sooner.
        let search = AlphaBetaConfig { ordering: Ordering::Evaluated, ..AlphaBetaConfig::default() };
        Box::new(Evaluated { search, eval: Eval::Territory(Territory::TE) })
    },
};

pub(super) const COURSE_HEURISTIC: PlayerInfo = PlayerInfo {
    name: "course-heuristic",
    paper: "COURSE",
    summary: "alpha-beta to depth 4 without deepening; at the end of time the best move so far",
    limits: seconds(2),
    config: || {
        Box::new(Evaluated { search: AlphaBetaConfig::HEURISTIC, eval: Eval::Course(Course::HEURISTIC) })
    },
};

pub(super) const COURSE_ITERATIVE: PlayerInfo = PlayerInfo {
    name: "course-iterative",
    paper: "COURSE",
    summary: "minimax with deepening to depth 4",
    limits: seconds(2),
    config: || {
        Box::new(Evaluated {
            search: IterativeMinimaxConfig::default(),
            eval: Eval::Course(Course::HEURISTIC),
        })
    },
};

#[derive(Clone, Debug)]
struct Greedy {
    eval: Eval,
    multi_pv: usize,
}

impl PlayerConfig for Greedy {
    const FIELDS: &'static [Field<Self>] = fields! {
        EVAL => |c| c.eval;
        MULTI_PV => |c| c.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(NoLookahead::new(self.eval.clone(), self.multi_pv))
    }
}

impl PlayerConfig for Evaluated<MinimaxConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        DEPTH => |c| c.search.depth;
        EVAL => |c| c.eval;
        MULTI_PV => |c| c.search.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(Minimax::new(self.eval.clone(), self.search))
    }
}

impl PlayerConfig for Evaluated<AlphaBetaConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        DEPTH => |c| c.search.depth;
        EVAL => |c| c.eval;
        ORDER => |c| c.search.ordering;
        MULTI_PV => |c| c.search.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(AlphaBeta::new(self.eval.clone(), self.search))
    }
}

impl PlayerConfig for Evaluated<IterativeAlphaBetaConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        EVAL => |c| c.eval;
        ORDER => |c| c.search.ordering;
        ("hash", Kind::Integer(1, 65_536), "mebibytes of the transposition table") => |c| c.search.table;
        MULTI_PV => |c| c.search.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(IterativeAlphaBeta::new(self.eval.clone(), self.search))
    }
}

words!(Choice: "best" => Best, "as-printed" => Last);
words!(RootOrder: "rows" => Rows, "rays" => Rays, "rows-reversed" => RowsReversed, "rays-reversed" => RaysReversed);

impl PlayerConfig for Evaluated<IterativeMinimaxConfig> {
    const FIELDS: &'static [Field<Self>] = fields! {
        DEPTH => |c| c.search.depth;
        EVAL => |c| c.eval;
        (
            "choice",
            Kind::of::<Choice>(),
            "as-printed: plays the last root move in the order of generation, as the paper's program does",
        ) => |c| c.search.choice;
        (
            "generation",
            Kind::of::<RootOrder>(),
            "the order of the root moves: row by row or ray by ray, or reversed",
        ) => |c| c.search.order;
        MULTI_PV => |c| c.search.multi_pv;
    };
    const ABILITIES: &'static [Ability] = &[Ability::EndAtDepth];

    fn search<B: Board>(&self) -> Box<dyn Search<B>> {
        Box::new(IterativeMinimax::new(self.eval.clone(), self.search))
    }
}
