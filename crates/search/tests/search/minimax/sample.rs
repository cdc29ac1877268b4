//! Positions to search in, evaluations to search with, and all searches by name.

use amazons::{Board, Draw, Fixed, Position, Setup, Start, StartSpec};
use eval::Evaluator;
use rand::RngExt;
use search::Search;
use search::minimax::candidates::{Candidates, Scope};
use search::minimax::{
    AlphaBeta, AlphaBetaConfig, CandidateAlgorithm, CandidateSearch, Choice, IterativeAlphaBeta,
    IterativeAlphaBetaConfig, IterativeMinimax, IterativeMinimaxConfig, Minimax, MinimaxConfig, NoLookahead,
    Ordering, Replacement,
};
use thought::{Decision, Score};

pub(crate) type Small = Fixed<4, 4>;
pub(crate) type Boxed = Box<dyn Search<Small>>;

/// Steps of the side to move minus the other's; rough values have many ties, fine ones nearly none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Grain {
    Rough,
    Fine,
}

pub(crate) fn value<B: Board>(position: &Position<B>, grain: Grain) -> Score {
    let steps = |color| -> u32 {
        position.amazons(color).into_iter().map(|square| position.steps(square).count()).sum()
    };
    let rough = f64::from(steps(position.turn())) - f64::from(steps(!position.turn()));
    match grain {
        Grain::Rough => Score::from_moves(rough),
        Grain::Fine => Score::from_moves(rough + (position.key() % 1009) as f64 / 500.0),
    }
}

/// An evaluation that refuses finished games.
#[derive(Clone, Copy)]
pub(crate) struct Strict {
    grain: Grain,
}

impl Strict {
    pub(crate) fn new(grain: Grain) -> Self {
        Self { grain }
    }
}

impl<B: Board> Evaluator<B> for Strict {
    fn evaluate(&mut self, position: &Position<B>) -> Score {
        assert!(position.has_move(), "a finished game is not evaluated");
        value(position, self.grain)
    }
}

/// A position of 4x4 in the middle of a random game that has a move; every third is of the variant.
pub(crate) fn position(seed: u64) -> Position<Small> {
    let mut rng = testkit::rng(seed);
    loop {
        let symmetry = ["turn", "mirror"][rng.random_range(0..2)];
        let amazons = rng.random_range(1..=2);
        let start = format!("random:4x4,amazons={amazons},margin=0,symmetry={symmetry},seed={seed}");
        let mut setup = start.parse::<StartSpec>().unwrap().setup().unwrap();
        setup.delay = [0, 0, 3][(seed % 3) as usize];
        let mut position = Position::<Small>::from_setup(&setup).unwrap();
        for _ in 0..rng.random_range(0..9) {
            let Some(mv) = position.random_move(Draw::Steps, &mut rng) else { break };
            position.play_unchecked(mv);
        }
        if position.has_move() && position.count_moves() < 60 {
            return position;
        }
    }
}

/// The start of 4x4.
pub(crate) fn start() -> Position<Small> {
    let size = "4x4".parse().unwrap();
    Position::from_setup(&Start::of(size).unwrap().setup()).unwrap()
}

pub(crate) fn drawn<B: Board + Default>(diagram: &str) -> Position<B> {
    Position::from_setup(&Setup::from_diagram(diagram).unwrap()).unwrap()
}

/// Every way to prune: all must give minimax's value on all moves.
pub(crate) fn pruning(grain: Grain) -> Vec<(String, Boxed)> {
    let mut searches: Vec<(String, Boxed)> = Vec::new();
    for ordering in [Ordering::Generation, Ordering::Refutations, Ordering::Evaluated] {
        let config = AlphaBetaConfig { ordering, ..AlphaBetaConfig::default() };
        searches.push((format!("{config:?}"), Box::new(AlphaBeta::new(Strict::new(grain), config))));
        for replacement in [Replacement::DepthPreferred, Replacement::Always] {
            for table in [0, 1] {
                for aspiration in [None, Some(Score::from_moves(1.0)), Some(Score::from_moves(5.0))] {
                    let config =
                        IterativeAlphaBetaConfig { table, replacement, ordering, aspiration, multi_pv: 1 };
                    let search = IterativeAlphaBeta::new(Strict::new(grain), config);
                    searches.push((format!("{config:?}"), Box::new(search)));
                }
            }
        }
    }
    searches
}

/// Every search once.
pub(crate) fn all() -> Vec<(&'static str, Boxed)> {
    let strict = || Strict::new(Grain::Fine);
    let printed = IterativeMinimaxConfig { choice: Choice::Last, ..IterativeMinimaxConfig::default() };
    let evaluated = AlphaBetaConfig { ordering: Ordering::Evaluated, ..AlphaBetaConfig::HEURISTIC };
    let global = Candidates { scope: Scope::Global, ..Candidates::default() };
    vec![
        ("none", Box::new(NoLookahead::new(strict(), 1))),
        ("minimax", Box::new(Minimax::new(strict(), MinimaxConfig::default()))),
        ("alpha-beta", Box::new(AlphaBeta::new(strict(), AlphaBetaConfig::default()))),
        ("ordered", Box::new(AlphaBeta::new(strict(), evaluated))),
        ("heuristic", Box::new(AlphaBeta::new(strict(), AlphaBetaConfig::HEURISTIC))),
        ("deepening", Box::new(IterativeAlphaBeta::new(strict(), IterativeAlphaBetaConfig::default()))),
        ("iterative", Box::new(IterativeMinimax::new(strict(), IterativeMinimaxConfig::default()))),
        ("as-printed", Box::new(IterativeMinimax::new(strict(), printed))),
        (
            "candidate minimax",
            Box::new(CandidateSearch::new(CandidateAlgorithm::Minimax, Candidates::default())),
        ),
        ("candidate alpha-beta", Box::new(CandidateSearch::new(CandidateAlgorithm::AlphaBeta, global))),
        (
            "depth-first",
            Box::new(CandidateSearch::new(CandidateAlgorithm::DepthFirst, Candidates::default())),
        ),
        (
            "breadth-first",
            Box::new(CandidateSearch::new(CandidateAlgorithm::BreadthFirst, Candidates::default())),
        ),
    ]
}

/// The score of the best line.
pub(crate) fn score(decision: &Decision) -> Score {
    decision.report.lines[0].score.expect("the search was finished")
}

/// What searches on candidates say of a value: a game decided among them only is not proven.
pub(crate) fn among_candidates(value: Score) -> Score {
    match value.decided_in() {
        Some(plies) if value != Score::win_in(1) => {
            let margin = 1_000.0 - f64::from(plies);
            Score::from_moves(if value.is_win() { margin } else { -margin })
        }
        _ => value,
    }
}
