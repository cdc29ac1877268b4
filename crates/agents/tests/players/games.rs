//! Whole games against a random mover: no illegal move, no panic, and those who think win.

use agents::{AgentSpec, Task};
use amazons::{Color, Game};
use testkit::{game_at, game_on};
use thought::{Control, Limits, Silent};

use crate::everyone;

/// Plays a game to its end and gives the winner.
fn play(white: &AgentSpec, black: &AgentSpec, mut game: Game, limits: Limits, seed: u64) -> Color {
    let mut agents = [white.agent(), black.agent()];
    for agent in &mut agents {
        agent.new_game(seed);
    }
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.winner;
        }
        let agent = &mut agents[usize::from(game.position().turn() == Color::Black)];
        let decision = agent.decide(&game, Task::new(&limits, &Control::new(), &mut Silent)).unwrap();
        game.play(decision.mv).unwrap_or_else(|error| panic!("{}: {error}", agent.name()));
    }
}

fn random() -> AgentSpec {
    "random".parse().unwrap()
}

#[test]
fn on_small_boards_at_several_limits() {
    for spec in everyone() {
        for limits in [Limits::nodes(0), Limits::nodes(30), Limits::playouts(25), Limits::depth(1)] {
            play(&spec, &random(), game_on("5x5"), limits, 1);
            play(&random(), &spec, game_on("5x6"), limits, 2);
        }
    }
}

#[test]
fn on_the_standard_board() {
    for spec in everyone() {
        play(&spec, &random(), game_on("10x10"), Limits::playouts(15), 3);
    }
}

#[test]
fn on_a_wide_board_with_the_variant() {
    let fen = "15/1q12q/15/15/15/15/15/15/15/15/15/15/15/1Q12Q/15 w - - 0 1 k5:";
    for spec in everyone() {
        let mut game = game_at(fen);
        let mut agents = [spec.agent(), random().agent()];
        for ply in 0..12 {
            let decision = agents[ply % 2]
                .decide(&game, Task::new(&Limits::nodes(5), &Control::new(), &mut Silent))
                .unwrap();
            game.play(decision.mv).unwrap_or_else(|error| panic!("{spec}: {error}"));
        }
    }
}

#[test]
fn players_that_search_beat_random_moves() {
    for name in
        ["mgpeo", "mcts-peo", "alphabeta", "uct", "greedy", "deepening", "short-mcts", "egreedy-alphabeta"]
    {
        let spec: AgentSpec = name.parse().unwrap();
        let wins = (0..6).filter(|&seed| {
            let (white, black) = if seed % 2 == 0 { (&spec, &random()) } else { (&random(), &spec) };
            let winner = play(white, black, game_on("6x6"), Limits::playouts(400), seed);
            (winner == Color::White) == (seed % 2 == 0)
        });
        let wins = wins.count();
        assert!(wins >= 5, "{name} won {wins} of 6");
    }
}
