//! Whatever is cut off, the value is minimax's, and the move has it.

use amazons::Position;
use search::Search;
use search::minimax::candidates::{Candidates, Scope};
use search::minimax::{
    AlphaBeta, AlphaBetaConfig, CandidateAlgorithm, CandidateSearch, Choice, IterativeAlphaBeta,
    IterativeAlphaBetaConfig, IterativeMinimax, IterativeMinimaxConfig, Minimax, MinimaxConfig, NoLookahead,
    Ordering, RootOrder,
};
use testkit::think;
use thought::{Limits, Score};

use super::naive;
use super::sample::{Boxed, Grain, Small, Strict, among_candidates, drawn, position, pruning, score, start};

#[test]
fn minimax_is_negamax() {
    for seed in 0..40 {
        let position = position(seed);
        let mut search = Minimax::new(Strict::new(Grain::Fine), MinimaxConfig::default());
        for depth in 1..=3 {
            let decision = think(&mut search, &position, &Limits::depth(depth));
            assert_eq!(score(&decision), naive::minimax(&position, depth, Grain::Fine), "{position:?}");
            assert_eq!(naive::value_of(&position, decision.mv, depth, Grain::Fine), score(&decision));
        }
        let usual = think(&mut search, &position, &Limits::NONE);
        assert_eq!(usual.report.depth, Some(2));
    }
}

#[test]
fn every_pruned_search_has_the_value_of_minimax_and_plays_a_move_that_has_it() {
    let mut undecided = 0;
    for (seed, grain) in (100..124).flat_map(|seed| [(seed, Grain::Rough), (seed, Grain::Fine)]) {
        let position = position(seed);
        let truth = [1, 2, 3].map(|depth| naive::minimax(&position, depth, grain));
        undecided += u32::from(truth[2].decided_in().is_none());
        for (name, mut search) in pruning(grain) {
            for (depth, expected) in (1..).zip(truth) {
                search.new_game(0);
                let decision = think(&mut *search, &position, &Limits::depth(depth));
                let reached = decision.report.depth.unwrap();
                // A decided game needs no more depth; the value is then the one of that depth.
                assert!(reached == depth || score(&decision).decided_in().is_some(), "{name}");
                assert_eq!(score(&decision), expected, "{name} to {depth} in {position:?}");
                let moved = naive::value_of(&position, decision.mv, reached, grain);
                assert_eq!(moved, expected, "{name} to {depth} plays {:?} in {position:?}", decision.mv);
            }
        }
    }
    assert!(undecided >= 24, "only {undecided} of 48 are undecided");
}

/// Near the end of a game, lines of many lengths are won and lost, and the same positions are reached on many ways.
#[test]
fn every_pruned_search_has_the_value_of_minimax_near_the_end_of_a_game() {
    let late = (1_000..).map(position).filter(|position| (4..=14).contains(&position.count_moves()));
    for position in late.take(60) {
        let truth = [4, 5].map(|depth| naive::minimax(&position, depth, Grain::Rough));
        for (name, mut search) in pruning(Grain::Rough) {
            for (depth, expected) in (4..).zip(truth) {
                search.new_game(0);
                let decision = think(&mut *search, &position, &Limits::depth(depth));
                assert_eq!(score(&decision), expected, "{name} to {depth} in {position:?}");
            }
        }
    }
}

#[test]
fn the_best_line_is_legal_and_begins_with_the_move() {
    for seed in 200..230 {
        let position = position(seed);
        for (name, mut search) in pruning(Grain::Fine) {
            let decision = think(&mut *search, &position, &Limits::depth(3));
            let line = &decision.report.lines[0].moves;
            assert_eq!(line[0], decision.mv);
            assert!(line.len() <= 3, "{name}");
            line.iter().fold(position, |position, &mv| position.play(mv).unwrap());
        }
    }
}

#[test]
fn minimax_without_a_table_ends_its_line_where_the_value_is() {
    for seed in 230..250 {
        let position = position(seed);
        let mut search = Minimax::new(Strict::new(Grain::Fine), MinimaxConfig { depth: 3, multi_pv: 1 });
        let decision = think(&mut search, &position, &Limits::NONE);
        let line = &decision.report.lines[0].moves;
        let end = line.iter().fold(position, |position, &mv| position.play(mv).unwrap());
        let value = naive::minimax(&end, 0, Grain::Fine);
        let handed_up = (0..line.len()).fold(value, |value, _| -value.one_ply_earlier());
        assert_eq!(handed_up, score(&decision));
    }
}

#[test]
fn minimax_visits_every_position_once() {
    let start = start();
    let mut search = Minimax::new(Strict::new(Grain::Rough), MinimaxConfig::default());
    assert_eq!(think(&mut search, &start, &Limits::depth(1)).report.nodes, 88);
    assert_eq!(think(&mut search, &start, &Limits::NONE).report.nodes, 88 + 4_336);
}

#[test]
fn no_lookahead_is_minimax_to_depth_one_whatever_the_limit() {
    for seed in 300..330 {
        let position = position(seed);
        let mut none = NoLookahead::new(Strict::new(Grain::Fine), 1);
        let decision = think(&mut none, &position, &Limits::depth(9));
        assert_eq!(score(&decision), naive::minimax(&position, 1, Grain::Fine));
        assert_eq!(decision.report.nodes, position.count_moves());
    }
}

#[test]
fn searches_on_candidates_are_negamax_on_candidates() {
    for seed in 400..420 {
        let position = position(seed);
        for scope in [Scope::PerAmazon, Scope::Global] {
            let rule = Candidates { per_amazon: 4, growth: 2, scope };
            for depth in 1..=3 {
                let expected = among_candidates(naive::candidate_minimax(&position, depth, rule));
                let minimax = think(
                    &mut CandidateSearch::new(CandidateAlgorithm::Minimax, rule),
                    &position,
                    &Limits::depth(depth),
                );
                let pruned = think(
                    &mut CandidateSearch::new(CandidateAlgorithm::AlphaBeta, rule),
                    &position,
                    &Limits::depth(depth),
                );
                assert_eq!(score(&minimax), expected, "{position:?}");
                assert_eq!(score(&pruned), expected, "{position:?}");
                assert!(pruned.report.nodes <= minimax.report.nodes);
            }
        }
    }
}

#[test]
fn an_unfinished_depth_of_minimax_is_forgotten() {
    let position = start();
    let moves = position.count_moves();
    let config = IterativeMinimaxConfig::default();
    let mut search = IterativeMinimax::new(Strict::new(Grain::Fine), config);
    let first = think(&mut search, &position, &Limits::depth(1));
    let more = think(&mut search, &position, &Limits::nodes(moves + 30));
    assert_eq!((more.mv, more.report.depth), (first.mv, Some(1)));
    assert_eq!(more.report.nodes, moves + 30);
}

#[test]
fn as_printed_the_last_root_move_is_played_whenever_time_runs_out() {
    for seed in 500..510 {
        let position = position(seed);
        let count = position.count_moves();
        let first = position.legal_moves().next().unwrap();
        let last = position.legal_moves().last().unwrap();
        for (order, expected) in [(RootOrder::Rows, last), (RootOrder::RowsReversed, first)] {
            let config = IterativeMinimaxConfig { depth: 2, choice: Choice::Last, order, multi_pv: 1 };
            let mut search = IterativeMinimax::new(Strict::new(Grain::Fine), config);
            // All depths, the first one unfinished, the second one unfinished.
            for limits in [Limits::NONE, Limits::nodes(3), Limits::nodes(count + 1)] {
                assert_eq!(think(&mut search, &position, &limits).mv, expected, "{limits:?} of {position:?}");
            }
            assert_eq!(think(&mut search, &position, &Limits::nodes(count + 1)).report.depth, Some(1));
        }
    }
}

#[test]
fn the_order_of_generation_decides_only_among_equal_moves() {
    for seed in 510..520 {
        let position = position(seed);
        let decide = |order| {
            let config = IterativeMinimaxConfig { order, ..IterativeMinimaxConfig::default() };
            think(&mut IterativeMinimax::new(Strict::new(Grain::Fine), config), &position, &Limits::depth(2))
        };
        let rows = decide(RootOrder::Rows);
        for order in [RootOrder::Rays, RootOrder::RowsReversed, RootOrder::RaysReversed] {
            assert_eq!(score(&decide(order)), score(&rows), "{order:?} of {position:?}");
        }
    }
}

/// The last direction is up and to the right, and the last square of a line is the farthest one.
#[test]
fn by_rays_the_last_move_goes_farthest_in_the_last_direction() {
    let position: Position<Small> = drawn("....\n....\n.W..\nW..B");
    let config = |order| IterativeMinimaxConfig {
        depth: 1,
        choice: Choice::Last,
        order,
        ..IterativeMinimaxConfig::default()
    };
    let last = |order| {
        let mut search = IterativeMinimax::new(Strict::new(Grain::Fine), config(order));
        think(&mut search, &position, &Limits::NONE).mv.to_string()
    };
    assert_eq!(last(RootOrder::Rows), "b2-d4/c4");
    assert_eq!(last(RootOrder::Rays), "b2-d4/a4");
    assert_eq!(last(RootOrder::RowsReversed), "a1-b1/a1");
    // The nearest square of the first direction.
    assert_eq!(last(RootOrder::RaysReversed), "a1-b1/a1");
}

#[test]
fn several_lines_are_the_best_ones_with_exact_values() {
    for seed in 200..224 {
        let position = position(seed);
        for depth in 1..=3 {
            let mut truth: Vec<_> =
                position.legal_moves().map(|mv| naive::value_of(&position, mv, depth, Grain::Fine)).collect();
            truth.sort_unstable_by_key(|&value| -value);
            truth.truncate(4);
            let strict = || Strict::new(Grain::Fine);
            let fixed = AlphaBetaConfig { depth, ordering: Ordering::Evaluated, multi_pv: 4 };
            let deepening = IterativeAlphaBetaConfig { multi_pv: 4, ..Default::default() };
            let searches: [Boxed; 3] = [
                Box::new(Minimax::new(strict(), MinimaxConfig { depth, multi_pv: 4 })),
                Box::new(AlphaBeta::new(strict(), fixed)),
                Box::new(IterativeAlphaBeta::new(strict(), deepening)),
            ];
            for mut search in searches {
                let report = think(&mut *search, &position, &Limits::depth(depth)).report;
                if report.depth != Some(depth) {
                    // A decided game needs no more depth.
                    continue;
                }
                let found: Vec<_> = report.lines.iter().map(|line| line.score.unwrap()).collect();
                assert_eq!(found, truth, "{position:?} at depth {depth}");
                let moves: std::collections::HashSet<_> =
                    report.lines.iter().map(|line| line.moves[0]).collect();
                assert_eq!(moves.len(), report.lines.len(), "no move twice");
            }
        }
    }
}

#[test]
fn candidates_are_reported_in_several_lines_too() {
    for seed in 400..412 {
        let position = position(seed);
        let rule = Candidates { per_amazon: 4, growth: 2, scope: Scope::PerAmazon };
        for depth in 1..=3 {
            let value = |after: &_| match depth {
                1 => naive::candidate_minimax(after, 0, rule),
                _ => naive::candidate_minimax(after, depth - 1, rule),
            };
            let mut truth: Vec<Score> = rule
                .of(&position)
                .iter()
                .map(|candidate| -value(&position.play(candidate.mv).unwrap()).one_ply_earlier())
                .collect();
            truth.sort_unstable_by_key(|&value| -value);
            truth.truncate(4);
            let truth: Vec<Score> = truth.into_iter().map(among_candidates).collect();
            let searches: [Boxed; 2] = [
                Box::new(CandidateSearch {
                    lines: 4,
                    ..CandidateSearch::new(CandidateAlgorithm::Minimax, rule)
                }),
                Box::new(CandidateSearch {
                    lines: 4,
                    ..CandidateSearch::new(CandidateAlgorithm::AlphaBeta, rule)
                }),
            ];
            for mut search in searches {
                let report = think(&mut *search, &position, &Limits::depth(depth)).report;
                if report.depth == Some(depth) {
                    let found: Vec<_> = report.lines.iter().map(|line| line.score.unwrap()).collect();
                    assert_eq!(found, truth, "{position:?} at depth {depth}");
                    let rates = report.lines.iter().map(|line| line.win_rate.unwrap());
                    assert!(rates.is_sorted_by(|better, worse| better >= worse));
                }
            }
        }
    }
}

#[test]
fn further_lines_are_those_of_the_last_finished_depth() {
    let position = start();
    let config = IterativeAlphaBetaConfig { multi_pv: 5, ..Default::default() };
    let mut search = IterativeAlphaBeta::new(Strict::new(Grain::Fine), config);
    let mut at_most = |limits| {
        Search::<Small>::new_game(&mut search, 0);
        think(&mut search, &position, &limits).report
    };
    let (first, second) = (at_most(Limits::depth(1)), at_most(Limits::depth(2)));
    for nodes in (first.nodes + 1..second.nodes).step_by(29) {
        let report = at_most(Limits::nodes(nodes));
        assert_eq!((report.depth, report.lines.len()), (Some(1), 5), "after {nodes} nodes");
        let played = report.lines[0].moves[0];
        let finished = first.lines.iter().filter(|line| line.moves[0] != played);
        let finished: Vec<_> = finished.take(4).collect();
        assert_eq!(report.lines[1..].iter().collect::<Vec<_>>(), finished, "after {nodes} nodes");
    }
}
