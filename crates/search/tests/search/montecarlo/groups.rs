//! Move groups: in what order nodes are opened, and how many until the decision.

use amazons::{Board, Color, Position};
use eval::{Breakdown, Evaluation};
use search::montecarlo::{Convergence, Layers, MoveGroups, MoveGroupsConfig, convergence};
use testkit::{drawn, start, think};
use thought::Limits;

use super::support::Mobility;

#[test]
fn the_papers_counts_for_the_first_move() {
    let counts = convergence(&start());
    assert_eq!((counts.steps, counts.moves), (80, 2_176));
    // After d1-d7 there are 28 shots.
    let shots = start().shots("d1".parse().unwrap(), "d7".parse().unwrap()).count();
    assert_eq!(counts.best_with(u64::from(shots)), 80 + 80 + 27);
    assert_eq!((counts.worst(), counts.plain()), (2_256, 2_176));
    assert!((counts.fewest_shots..=counts.most_shots).contains(&u64::from(shots)));
}

#[test]
fn a_position_that_is_over_needs_no_node() {
    let none = Convergence { steps: 0, moves: 0, most_shots: 0, fewest_shots: 0 };
    assert_eq!(convergence(&drawn("W*.B")), none);
}

#[test]
fn a_real_search_is_between_best_and_worst() {
    let counts = convergence(&start());
    for seed in 1..4 {
        let mut groups = MoveGroups::new(MoveGroupsConfig::default(), Mobility);
        search::Search::<amazons::Board10x10>::new_game(&mut groups, seed);
        let mv = think(&mut groups, &start(), &Limits::playouts(20_000)).mv;
        let settled = groups.settled_after().expect("20,000 nodes are enough");
        let shots = u64::from(start().shots(mv.from, mv.to).count());
        assert!((counts.best_with(shots)..=counts.worst()).contains(&settled), "{settled}");
        assert!(groups.first_ply_nodes() >= settled && groups.first_ply_nodes() <= counts.worst());
    }
    let mut plain = MoveGroups::new(MoveGroupsConfig::baseline(), Mobility);
    think(&mut plain, &start(), &Limits::playouts(2_175));
    assert_eq!(plain.settled_after(), None);
    think(&mut plain, &start(), &Limits::playouts(2_500));
    assert_eq!((plain.settled_after(), plain.first_ply_nodes()), (Some(2_176), 2_176));
}

/// With one step alone the best and the worst case are the same:
#[test]
fn the_best_case_is_reached_where_one_step_is_all_there_is() {
    let position = drawn(
        "
        * * * * *
        W . * * B
        * * * . .
        ",
    );
    let counts = convergence(&position);
    assert_eq!(counts.steps, 1);
    let mut groups = MoveGroups::new(MoveGroupsConfig::default(), Mobility);
    think(&mut groups, &position, &Limits::playouts(50));
    assert_eq!(groups.settled_after(), Some(counts.best_with(counts.most_shots)));
    assert_eq!(counts.best_with(counts.most_shots), counts.worst());
}

/// Likes nothing but the step d1-d7.
#[derive(Clone)]
struct OneStep;

impl Evaluation for OneStep {
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        let white = position.amazons(Color::White);
        let [d1, d7] = ["d1", "d7"].map(|square| white.contains(square.parse().unwrap()));
        let value = if d7 && !d1 { 50.0 } else { -50.0 };
        if position.turn() == Color::White { value } else { -value }
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        Breakdown { value: self.value(position), terms: Vec::new() }
    }
}

#[test]
fn the_best_case_of_the_first_move_is_reached_where_one_step_alone_is_good() {
    let config = MoveGroupsConfig { rollouts: vec![0], exploration: 0.01, ..MoveGroupsConfig::default() };
    let mut groups = MoveGroups::new(config, OneStep);
    think(&mut groups, &start(), &Limits::playouts(186));
    assert_eq!(groups.settled_after(), None);
    let mv = think(&mut groups, &start(), &Limits::playouts(187)).mv;
    assert_eq!((mv.from.to_string(), mv.to.to_string()), ("d1".to_owned(), "d7".to_owned()));
    assert_eq!((groups.settled_after(), groups.tree_nodes()), (Some(187), 187));
}

#[test]
fn the_worst_case_of_the_first_move_is_reached_where_all_steps_are_alike() {
    let config = MoveGroupsConfig { exploration: 1_000.0, ..MoveGroupsConfig::default() };
    let mut groups = MoveGroups::new(config, Mobility);
    think(&mut groups, &start(), &Limits::playouts(4_000));
    assert_eq!(groups.first_ply_nodes(), 2_256);
}

#[test]
fn every_step_gets_one_shot_before_any_gets_two() {
    let mut groups = MoveGroups::new(MoveGroupsConfig::default(), Mobility);
    let mut shots_after = |playouts| {
        think(&mut groups, &start(), &Limits::playouts(playouts));
        let mut shots: Vec<u32> = groups.steps().iter().map(|step| step.shots).collect();
        shots.sort_unstable();
        (shots.len(), shots.iter().sum::<u32>(), shots.first().copied(), shots.last().copied())
    };
    assert_eq!(shots_after(79), (79, 0, Some(0), Some(0)));
    assert_eq!(shots_after(80), (80, 0, Some(0), Some(0)));
    assert_eq!(shots_after(120), (80, 40, Some(0), Some(1)));
    assert_eq!(shots_after(160), (80, 80, Some(1), Some(1)));
    assert_eq!(shots_after(161), (80, 81, Some(1), Some(2)));
}

#[test]
fn the_baseline_has_no_steps() {
    let mut plain = MoveGroups::new(MoveGroupsConfig::baseline(), Mobility);
    think(&mut plain, &start(), &Limits::playouts(100));
    assert!(plain.steps().is_empty());
    assert_eq!((plain.tree_nodes(), plain.first_ply_nodes()), (100, 100));
    assert_eq!(MoveGroupsConfig::baseline().layers, Layers::Moves);
}
