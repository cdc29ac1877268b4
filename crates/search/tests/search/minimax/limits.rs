//! Limits, stops and observers are obeyed, and there is always a legal move.

use std::ops::ControlFlow;
use std::time::Duration;

use amazons::{Board10x10, Move, Position};
use eval::Evaluator;
use search::minimax::candidates::Candidates;
use search::minimax::{
    AlphaBeta, AlphaBetaConfig, CandidateAlgorithm, CandidateSearch, IterativeAlphaBeta,
    IterativeAlphaBetaConfig, IterativeMinimax, IterativeMinimaxConfig, Minimax, MinimaxConfig, NoLookahead,
    Ordering,
};
use search::{Search, Task};
use testkit::{start as standard, think};
use thought::{Control, Limits, Observer, Report, Score, Silent};

use super::naive;
use super::sample::{Grain, Small, Strict, all, drawn, position, score, start};

/// Keeps what it hears and ends the thinking after some reports.
struct Listener {
    reports: Vec<Report>,
    most: usize,
}

impl Observer for Listener {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        self.reports.push(report.clone());
        if self.reports.len() < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn a_limit_of_zero_still_gives_a_legal_move() {
    let zeros = [Limits::time(Duration::ZERO), Limits::nodes(0), Limits::playouts(0), Limits::depth(0)];
    for (name, mut search) in all() {
        for limits in zeros {
            for position in [start(), position(1), position(2)] {
                let decision = think(&mut *search, &position, &limits);
                assert!(position.is_legal(decision.mv), "{name} with {limits:?}");
                assert_eq!(decision.report.nodes, 0, "{name} with {limits:?}");
                assert_eq!(decision.report.depth, None, "{name} with {limits:?}");
            }
        }
    }
}

#[test]
fn no_more_positions_are_visited_than_allowed() {
    let position = start();
    for (name, mut search) in all() {
        for most in (1..300).step_by(7) {
            search.new_game(0);
            let decision = think(&mut *search, &position, &Limits::nodes(most));
            assert!(decision.report.nodes <= most, "{name}: {} of {most}", decision.report.nodes);
            assert!(position.is_legal(decision.mv), "{name}");
            search.new_game(0);
            let mut playouts = think(&mut *search, &position, &Limits::playouts(most));
            playouts.report.elapsed = decision.report.elapsed;
            assert_eq!(playouts, decision, "{name} takes playouts as positions");
        }
    }
}

#[test]
fn tiny_times_and_early_stops_give_legal_moves() {
    let position = start();
    let control = Control::new();
    control.stop();
    for (name, mut search) in all() {
        let decision = think(&mut *search, &position, &Limits::time(Duration::from_nanos(1)));
        assert!(position.is_legal(decision.mv), "{name}");
        let decision = search.search(&position, Task::new(&Limits::NONE, &control, &mut Silent)).unwrap();
        assert!(position.is_legal(decision.mv), "{name}");
        assert_eq!(decision.report.nodes, 0, "{name}");
    }
}

#[test]
fn the_same_is_done_every_time() {
    for (name, mut search) in all() {
        for seed in 600..606 {
            let position = position(seed);
            let limits = Limits { depth: Some(3), ..Limits::nodes(2_000) };
            let [first, second] = [0, 0].map(|seed| {
                search.new_game(seed);
                let mut decision = think(&mut *search, &position, &limits);
                decision.report.elapsed = Duration::ZERO;
                decision
            });
            assert_eq!(first, second, "{name}");
        }
    }
}

#[test]
fn where_there_is_no_move_there_is_no_decision() {
    let over = drawn::<Small>("W * . .\n* * . .\n. . . .\n. . . B\nWhite to move");
    for (name, mut search) in all() {
        let decision = search.search(&over, Task::new(&Limits::NONE, &Control::new(), &mut Silent));
        assert_eq!(decision, None, "{name}");
    }
}

#[test]
fn an_observer_may_end_the_thinking() {
    let mut search = IterativeAlphaBeta::new(Strict::new(Grain::Fine), IterativeAlphaBetaConfig::default());
    let mut listener = Listener { reports: Vec::new(), most: 2 };
    let decision = search.search(&start(), Task::new(&Limits::NONE, &Control::new(), &mut listener)).unwrap();
    assert_eq!(decision.report.depth, Some(2));
    let depths: Vec<_> = listener.reports.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [Some(1), Some(2)]);
    assert_eq!(listener.reports[1].lines, decision.report.lines);
}

#[test]
fn every_search_tells_its_observer_what_it_decides() {
    for (name, mut search) in all() {
        let mut listener = Listener { reports: Vec::new(), most: usize::MAX };
        let limits = Limits::nodes(5_000);
        let decision = search.search(&start(), Task::new(&limits, &Control::new(), &mut listener)).unwrap();
        let last = listener.reports.last().unwrap_or_else(|| panic!("{name} says nothing"));
        assert_eq!(last.lines, decision.report.lines, "{name}");
        assert_eq!(last.lines[0].moves[0], decision.mv, "{name}");
    }
}

#[test]
fn an_unfinished_depth_counts_from_its_first_move_on() {
    let position = start();
    let config = IterativeAlphaBetaConfig::default();
    let mut search = IterativeAlphaBeta::new(Strict::new(Grain::Fine), config);
    let whole = think(&mut search, &position, &Limits::depth(2));
    Search::<Small>::new_game(&mut search, 0);
    let cut = think(&mut search, &position, &Limits::nodes(whole.report.nodes - 1));
    assert_eq!(cut.report.depth, Some(1));
    // All but the last position of the second depth was seen: what was found counts.
    assert_eq!((cut.mv, score(&cut)), (whole.mv, score(&whole)));
    Search::<Small>::new_game(&mut search, 0);
    let first = think(&mut search, &position, &Limits::depth(1));
    Search::<Small>::new_game(&mut search, 0);
    // Of the second depth nothing but the position after the best move was seen: nothing was found.
    let nothing = think(&mut search, &position, &Limits::nodes(first.report.nodes + 1));
    assert_eq!((nothing.mv, score(&nothing)), (first.mv, score(&first)));
    assert_ne!(score(&first), score(&whole));
}

/// Keeps what it hears and ends the thinking when it hears of a depth for the second time.
#[derive(Default)]
struct Bored(Vec<Report>);

impl Observer for Bored {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        let is_again = self.0.last().is_some_and(|last| last.depth == report.depth);
        self.0.push(report.clone());
        if is_again { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

type Large = Box<dyn Search<Board10x10>>;

#[test]
fn an_observer_hears_of_an_unfinished_depth_and_may_end_it() {
    let strict = || Strict::new(Grain::Fine);
    let ordered = AlphaBetaConfig { depth: 4, ordering: Ordering::Evaluated, multi_pv: 1 };
    let deepening =
        IterativeAlphaBetaConfig { aspiration: Some(Score::from_moves(1.0)), ..Default::default() };
    // Without the observer each of them would take hours at least.
    let searches: Vec<(&str, Large, Limits)> = vec![
        ("minimax", Box::new(Minimax::new(strict(), MinimaxConfig { depth: 4, multi_pv: 1 })), Limits::NONE),
        ("alpha-beta", Box::new(AlphaBeta::new(strict(), AlphaBetaConfig::HEURISTIC)), Limits::NONE),
        ("ordered", Box::new(AlphaBeta::new(strict(), ordered)), Limits::NONE),
        ("deepening", Box::new(IterativeAlphaBeta::new(strict(), deepening)), Limits::NONE),
        (
            "iterative",
            Box::new(IterativeMinimax::new(strict(), IterativeMinimaxConfig::default())),
            Limits::NONE,
        ),
        (
            "candidate minimax",
            Box::new(CandidateSearch::new(CandidateAlgorithm::Minimax, Candidates::default())),
            Limits::NONE,
        ),
        (
            "candidate alpha-beta",
            Box::new(CandidateSearch::new(CandidateAlgorithm::AlphaBeta, Candidates::default())),
            Limits::NONE,
        ),
        (
            "depth-first",
            Box::new(CandidateSearch::new(CandidateAlgorithm::DepthFirst, Candidates::default())),
            Limits::depth(6),
        ),
        (
            "breadth-first",
            Box::new(CandidateSearch::new(CandidateAlgorithm::BreadthFirst, Candidates::default())),
            Limits::NONE,
        ),
    ];
    for (name, mut search, limits) in searches {
        let mut bored = Bored::default();
        let decision = search.search(&standard(), Task::new(&limits, &Control::new(), &mut bored)).unwrap();
        let last = bored.0.last().unwrap();
        assert!(bored.0.len() >= 2, "{name}");
        assert_eq!(last.lines, decision.report.lines, "{name}");
        for report in &bored.0 {
            assert!(report.nodes > 0 && standard().is_legal(report.lines[0].moves[0]), "{name}");
        }
    }
}

/// Takes its time.
struct Slow;

impl Evaluator<Board10x10> for Slow {
    fn evaluate(&mut self, position: &Position<Board10x10>) -> Score {
        std::thread::sleep(Duration::from_millis(20));
        super::sample::value(position, Grain::Fine)
    }
}

#[test]
fn an_observer_hears_the_best_so_far_of_a_slow_evaluation() {
    let mut bored = Bored::default();
    // All evaluations together would take most of a minute.
    let decision = NoLookahead::new(Slow, 1)
        .search(&standard(), Task::new(&Limits::NONE, &Control::new(), &mut bored))
        .unwrap();
    assert!(decision.report.nodes < 1_000 && bored.0.len() >= 2);
    for report in &bored.0 {
        let seen = standard().legal_moves().take(report.nodes as usize);
        let best = seen.map(|mv| naive::value_of(&standard(), mv, 1, Grain::Fine)).max();
        assert_eq!(report.lines[0].score, best);
    }
}

#[test]
fn what_was_evaluated_for_the_order_is_not_thrown_away() {
    let (position, count) = (standard(), standard().count_moves());
    let value = |mv: Move| naive::value_of(&position, mv, 1, Grain::Fine);
    for depth in [2, 4] {
        let config = AlphaBetaConfig { depth, ordering: Ordering::Evaluated, multi_pv: 1 };
        let mut search = AlphaBeta::new(Strict::new(Grain::Fine), config);
        // Some moves, all of them, and all of them and a bit of the first one's tree.
        for (nodes, finished) in [(1, None), (2_000, None), (count, Some(1)), (count + 5, Some(1))] {
            let decision = think(&mut search, &position, &Limits::nodes(nodes));
            let best = position.legal_moves().take(nodes as usize).map(value).max().unwrap();
            assert_eq!((score(&decision), value(decision.mv)), (best, best), "{nodes} nodes");
            assert_eq!((decision.report.depth, decision.report.nodes), (finished, nodes));
        }
        let first = position.legal_moves().next().unwrap();
        assert_ne!(think(&mut search, &position, &Limits::nodes(2_000)).mv, first);
    }
}

/// Dawdles once for longer than an observer waits.
struct Dawdling {
    evaluated: u32,
    dawdles_at: u32,
}

impl Evaluator<Small> for Dawdling {
    fn evaluate(&mut self, position: &Position<Small>) -> Score {
        self.evaluated += 1;
        if self.evaluated == self.dawdles_at {
            std::thread::sleep(Duration::from_millis(101));
        }
        super::sample::value(position, Grain::Fine)
    }
}

#[test]
fn a_fixed_depth_tells_the_best_lines_so_far() {
    let position = start();
    let moves: Vec<Move> = position.legal_moves().collect();
    let truth = |mv: Move| naive::value_of(&position, mv, 2, Grain::Fine);
    for dawdles_at in [100, 500, 1_500] {
        let mut listener = Listener { reports: Vec::new(), most: usize::MAX };
        let evaluator = Dawdling { evaluated: 0, dawdles_at };
        let mut search = Minimax::new(evaluator, MinimaxConfig { depth: 2, multi_pv: 3 });
        search.search(&position, Task::new(&Limits::NONE, &Control::new(), &mut listener)).unwrap();
        let (last, early) = listener.reports.split_last().unwrap();
        assert!(!early.is_empty(), "nothing was told before the end");
        assert_eq!(last.depth, Some(2));
        for report in early {
            // Minimax visits a move and all replies to it before the next move.
            let mut visited = 0;
            let is_done = |mv: &&Move| {
                visited += 1 + position.play(**mv).unwrap().count_moves();
                visited <= report.nodes
            };
            let mut values: Vec<Score> = moves.iter().take_while(is_done).map(|&mv| truth(mv)).collect();
            values.sort_unstable_by_key(|&value| -value);
            values.truncate(3);
            let told: Vec<Score> = report.lines.iter().map(|line| line.score.unwrap()).collect();
            assert_eq!((report.depth, told), (None, values), "after {} nodes", report.nodes);
        }
    }
}

/// Tells to stop at the first report and listens on.
struct Stopper {
    control: Control,
    nodes: Option<u64>,
}

impl Observer for Stopper {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        self.control.stop();
        self.nodes.get_or_insert(report.nodes);
        ControlFlow::Continue(())
    }
}

#[test]
fn searches_on_candidates_hear_a_stop_before_the_next_position() {
    for seed in 0..24 {
        let position = position(seed);
        let searches: [Box<dyn Search<Small>>; 3] = [
            Box::new(CandidateSearch::new(CandidateAlgorithm::Minimax, Candidates::default())),
            Box::new(CandidateSearch::new(CandidateAlgorithm::AlphaBeta, Candidates::default())),
            Box::new(CandidateSearch::new(CandidateAlgorithm::BreadthFirst, Candidates::default())),
        ];
        for mut search in searches {
            let control = Control::new();
            let mut stopper = Stopper { control: control.clone(), nodes: None };
            let decision =
                search.search(&position, Task::new(&Limits::NONE, &control, &mut stopper)).unwrap();
            assert_eq!(Some(decision.report.nodes), stopper.nodes, "{position:?}");
        }
    }
}
