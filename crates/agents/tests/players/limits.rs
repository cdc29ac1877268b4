//! Every player obeys every kind of limit, stops when told, and does the same again for the same seed.

use std::ops::ControlFlow;
use std::time::Duration;

use agents::{AgentSpec, Task};
use amazons::Game;
use testkit::{game_at, game_on};
use thought::{Control, Decision, Limits, Observer, Report, Silent};

use crate::everyone;

fn decide(spec: &AgentSpec, game: &Game, limits: Limits, seed: u64) -> Decision {
    let mut agent = spec.agent();
    agent.new_game(seed);
    agent.decide(game, Task::new(&limits, &Control::new(), &mut Silent)).unwrap()
}

#[test]
fn at_a_limit_of_zero_there_is_a_legal_move() {
    for spec in everyone() {
        for limits in [Limits::time(Duration::ZERO), Limits::playouts(0), Limits::nodes(0), Limits::depth(0)]
        {
            let game = game_on("6x6");
            let decision = decide(&spec, &game, limits, 1);
            assert!(game.position().is_legal(decision.mv), "{spec} at {limits:?}");
        }
    }
}

#[test]
fn counts_are_obeyed() {
    for spec in everyone() {
        let game = game_on("6x6");
        let nodes = decide(&spec, &game, Limits::nodes(100), 1).report.nodes;
        assert!(nodes <= 100, "{spec} visited {nodes}");
        let playouts = decide(&spec, &game, Limits::playouts(50), 1).report.playouts;
        assert!(playouts <= 50, "{spec} played {playouts}");
    }
}

#[test]
fn a_depth_alone_ends_the_search() {
    for spec in everyone() {
        let game = game_at("1q2/4/2*1/1Q2 w");
        let decision = decide(&spec, &game, Limits::depth(1), 1);
        assert!(game.position().is_legal(decision.mv), "{spec}");
    }
}

#[test]
fn the_same_seed_gives_the_same_reports() {
    for spec in everyone() {
        for limits in [Limits::playouts(60), Limits::nodes(300)] {
            let game = game_on("6x6");
            let (first, second) = (decide(&spec, &game, limits, 7), decide(&spec, &game, limits, 7));
            assert_eq!(first.mv, second.mv, "{spec}");
            assert_eq!(first.report.nodes, second.report.nodes, "{spec}");
            assert_eq!(first.report.playouts, second.report.playouts, "{spec}");
            assert_eq!(first.report.lines, second.report.lines, "{spec}");
        }
    }
}

#[test]
fn a_new_game_forgets_the_last_one() {
    for spec in everyone() {
        let game = game_on("6x6");
        let mut agent = spec.agent();
        let mut think = |seed| {
            agent.new_game(seed);
            agent.decide(&game, Task::new(&Limits::nodes(200), &Control::new(), &mut Silent)).unwrap().mv
        };
        let first = think(3);
        think(4);
        assert_eq!(think(3), first, "{spec}");
    }
}

#[test]
fn chance_depends_on_the_seed() {
    for name in ["greedy:eval=random", "minimax:depth=1,eval=random", "random", "uct"] {
        let spec: AgentSpec = name.parse().unwrap();
        let game = game_on("6x6");
        let moves: std::collections::HashSet<_> =
            (0..6).map(|seed| decide(&spec, &game, Limits::playouts(600), seed).mv).collect();
        assert!(moves.len() > 1, "{spec} plays the same whatever the seed");
        let mut agent = spec.agent();
        let mut think = |seed| {
            agent.new_game(seed);
            agent.decide(&game, Task::new(&Limits::playouts(600), &Control::new(), &mut Silent)).unwrap().mv
        };
        assert_eq!(
            [think(0), think(1), think(2)],
            [0, 1, 2].map(|seed| decide(&spec, &game, Limits::playouts(600), seed).mv)
        );
    }
}

#[test]
fn a_stop_before_the_start_is_heard() {
    let control = Control::new();
    control.stop();
    for spec in everyone() {
        let game = game_on("10x10");
        // Without a limit it would think for ever.
        let decision = spec.agent().decide(&game, Task::new(&Limits::NONE, &control, &mut Silent)).unwrap();
        assert!(game.position().is_legal(decision.mv), "{spec}");
    }
}

/// Stops at the first report.
struct Impatient {
    reports: u32,
}

impl Observer for Impatient {
    fn report(&mut self, _report: &Report) -> ControlFlow<()> {
        self.reports += 1;
        ControlFlow::Break(())
    }
}

#[test]
fn an_observer_may_break_the_thinking_off() {
    for spec in everyone() {
        let game = game_on("4x4");
        let mut observer = Impatient { reports: 0 };
        // Without a limit it would think for ever, or until all is proven.
        let decision =
            spec.agent().decide(&game, Task::new(&Limits::NONE, &Control::new(), &mut observer)).unwrap();
        assert!(game.position().is_legal(decision.mv), "{spec}");
        assert!(observer.reports >= 1, "{spec} reported nothing");
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    for spec in everyone() {
        let game = game_at("Q*/*q w");
        let error = spec
            .agent()
            .decide(&game, Task::new(&Limits::nodes(10), &Control::new(), &mut Silent))
            .unwrap_err();
        assert_eq!(error.to_string(), "the game is over: there is no move to decide on");
    }
}

#[test]
fn every_search_finds_a_win_in_one() {
    // Black on a3 has only b3 to go to: White wins by standing or shooting there, as long as it leaves no other way.
    let game = game_at("q1Q/**1/**Q w");
    let winning: Vec<_> = game
        .position()
        .legal_moves()
        .into_iter()
        .filter(|&mv| game.position().play(mv).unwrap().outcome().is_some())
        .collect();
    assert!(!winning.is_empty() && winning.len() < game.position().legal_moves().len());
    for spec in everyone().filter(|spec| !spec.info().name.contains("random")) {
        // The first line that depth-first search finds is any won line, if both sides want it.
        if spec.info().name == "egreedy-dfs" {
            continue;
        }
        let decision = decide(&spec, &game, Limits::playouts(3_000), 1);
        assert!(winning.contains(&decision.mv), "{spec} played {}", decision.mv);
    }
}

#[test]
fn a_level_beats_random_moves_and_thinks_no_longer_than_its_row() {
    let mut won = 0;
    for seed in 0..10 {
        let players: [AgentSpec; 2] = ["otrera:level=1", "random"].map(|name| name.parse().unwrap());
        let mut agents = players.map(|spec| spec.agent());
        agents.iter_mut().for_each(|agent| agent.new_game(seed));
        let mut game = game_on("8x8");
        let mut turn = seed as usize % 2;
        while game.outcome().is_none() {
            // No limit but the level's own.
            let decided =
                agents[turn].decide(&game, Task::new(&Limits::NONE, &Control::new(), &mut Silent)).unwrap();
            assert!(decided.report.nodes <= 300, "{}", decided.report.nodes);
            game.play(decided.mv).unwrap();
            turn = 1 - turn;
        }
        // The side to move has lost.
        won += usize::from(turn == 1);
    }
    assert!(won >= 9, "{won} of 10");
}
