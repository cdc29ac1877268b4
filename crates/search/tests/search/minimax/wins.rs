//! Won games are seen as such.

use amazons::Fixed;
use search::Search;
use search::minimax::candidates::Candidates;
use search::minimax::{
    AlphaBeta, AlphaBetaConfig, CandidateAlgorithm, CandidateSearch, IterativeAlphaBeta,
    IterativeAlphaBetaConfig, IterativeMinimax, IterativeMinimaxConfig, Minimax, MinimaxConfig, NoLookahead,
};
use testkit::think;
use thought::{Limits, Score};

use super::sample::{Grain, Strict, among_candidates, drawn, score};

/// A value as a search tells it.
fn told(name: &str, value: Score) -> Score {
    if name.starts_with("candidate") { among_candidates(value) } else { value }
}

type Strip = Fixed<7, 1>;

fn searches(depth: u32) -> Vec<(&'static str, Box<dyn Search<Strip>>)> {
    let strict = || Strict::new(Grain::Rough);
    let fixed = AlphaBetaConfig { depth, ..AlphaBetaConfig::default() };
    vec![
        ("minimax", Box::new(Minimax::new(strict(), MinimaxConfig { depth, multi_pv: 1 }))),
        ("alpha-beta", Box::new(AlphaBeta::new(strict(), fixed))),
        ("deepening", Box::new(IterativeAlphaBeta::new(strict(), IterativeAlphaBetaConfig::default()))),
        ("iterative", Box::new(IterativeMinimax::new(strict(), IterativeMinimaxConfig::default()))),
        (
            "candidate minimax",
            Box::new(CandidateSearch::new(CandidateAlgorithm::Minimax, Candidates::default())),
        ),
        (
            "candidate alpha-beta",
            Box::new(CandidateSearch::new(CandidateAlgorithm::AlphaBeta, Candidates::default())),
        ),
    ]
}

#[test]
fn a_move_that_leaves_the_opponent_none_is_best_of_all() {
    let position = drawn::<Fixed<5, 2>>(
        "B . . . W
         * * . . .
         White to move",
    );
    let mut none = NoLookahead::new(Strict::new(Grain::Rough), 1);
    let decision = think(&mut none, &position, &Limits::NONE);
    assert_eq!(score(&decision), Score::win_in(1));
    assert!(!position.play(decision.mv).unwrap().has_move());
}

/// White has one move too many for Black, if it does not waste its squares.
#[test]
fn a_larger_territory_is_a_won_game() {
    let position = drawn::<Strip>("W . . . * B .\nWhite to move");
    for (name, mut search) in searches(3) {
        let decision = think(&mut *search, &position, &Limits::NONE);
        assert_eq!(score(&decision), told(name, Score::win_in(3)), "{name}");
        assert_eq!(decision.report.depth, Some(3), "{name} stops where the game is decided");
        let after = position.play(decision.mv).unwrap();
        let reply = after.legal_moves().next().unwrap();
        assert!(after.play(reply).unwrap().has_move(), "{name} wastes squares by {:?}", decision.mv);
    }
}

#[test]
fn a_smaller_territory_is_a_lost_game() {
    let position = drawn::<Strip>("W . . . * B .\nBlack to move");
    for (name, mut search) in searches(2) {
        let decision = think(&mut *search, &position, &Limits::NONE);
        assert_eq!(score(&decision), told(name, Score::loss_in(2)), "{name}");
    }
}

#[test]
fn the_deepest_depth_there_is_ends_with_the_game() {
    let position = drawn::<Strip>("W . . * . . B\nWhite to move");
    for (name, mut search) in searches(3) {
        let decision = think(&mut *search, &position, &Limits::depth(u32::MAX));
        assert_eq!(score(&decision), told(name, Score::loss_in(4)), "{name}");
    }
}
