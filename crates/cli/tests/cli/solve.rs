//! `otrera solve`.

use std::path::Path;

use agents::{AgentSpec, Task};
use amazons::{AnyPosition, Game};
use serde_json::Value;
use thought::{Control, Limits, Silent};

use crate::answer;

/// White has a guard on c2 and six squares behind her; the rest is shared, and nobody wants to move there.
const GUARDED: &str = "'2*1*1q/2Q2*1/2*q*1* w'";

#[test]
fn areas_are_told_one_by_one() {
    insta::assert_snapshot!(answer("solve --fen 'Q1*3/2*2q/2*2*/1***2/***1*1/2*1*1 w'"));
    insta::assert_snapshot!(answer(&format!("solve --fen {GUARDED}")));
}

#[test]
fn small_boards_are_solved() {
    // Published: Mueller 2001.
    assert!(answer("solve --board 4x4 --time 2m").contains("\nBlack wins by 0\n"));
}

#[test]
fn what_is_not_known_is_bounded() {
    insta::assert_snapshot!(answer("solve --board 6x6 --nodes 500"));
}

#[test]
fn a_solution_is_described_in_json() {
    let text = answer(&format!("solve --json --fen {GUARDED}"));
    assert_eq!(text.matches('\n').count(), 1, "one line");
    let value: Value = serde_json::from_str(&text).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn a_margin_in_json_is_whites() {
    let margin = |fen: &str| {
        let value: Value = serde_json::from_str(&answer(&format!("solve --json --fen '{fen}'"))).unwrap();
        (value["margin"]["atLeast"].clone(), value["winner"].clone())
    };
    // Three moves against one.
    assert_eq!(margin("Q3*1q w"), (1.into(), "white".into()));
    assert_eq!(margin("Q3*1q b"), (2.into(), "white".into()));
    assert_eq!(margin("q3*1Q w"), ((-3).into(), "black".into()));
}

#[test]
fn a_game_that_is_over_has_no_move() {
    assert_eq!(answer("solve --fen 'Q*/*q w'"), "Black wins by 0\nbestmove (none)\n");
}

/// Writes `testdata/solver/endings.txt` anew.
#[test]
#[ignore = "a generator: writes testdata/solver/endings.txt, the same bytes while MG-PEO plays the same"]
fn separated_positions_are_taken_from_games() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/solver/endings.txt");
    let before = std::fs::read_to_string(&path).unwrap();
    let mut text: String =
        before.lines().take_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    for seed in 0..60 {
        let mut agent = "mgpeo".parse::<AgentSpec>().unwrap().agent();
        agent.new_game(seed);
        let mut game = Game::default();
        loop {
            let AnyPosition::Ten(position) = *game.position() else { unreachable!("the standard board") };
            if !position.has_move() {
                break;
            }
            if solver::is_separated(&position) {
                text += &format!("{}\n", position.to_setup().to_fen());
            }
            let limits = Limits::playouts(400);
            let decision = agent.decide(&game, Task::new(&limits, &Control::new(), &mut Silent)).unwrap();
            game.play(decision.mv).unwrap();
        }
    }
    std::fs::write(path, text).unwrap();
}
