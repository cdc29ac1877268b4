//! Positions whose winner is known by searching every game: the flagship has to prove it.

use amazons::{Move, Narrow, Position};
use eval::MgPeo;
use search::flagship::{Flagship, FlagshipConfig};
use testkit::{WON, drawn, is_won, think};
use thought::{Decision, Limits};

use super::flagship;

/// Positions that the side to move wins.
fn boards() -> impl Iterator<Item = &'static str> {
    WON.into_iter().chain(["W...\n....\n...B", "W..B\n...."])
}

/// Thinks until all is proven and says whether the side to move wins, with the move.
fn prove(position: &Position<Narrow>, threads: usize) -> (bool, Move) {
    let decision = think(&mut flagship(threads), position, &Limits::playouts(200_000));
    let score = decision.report.lines[0].score.unwrap();
    assert!(score.is_win() || score.is_loss(), "{score} in {position:?}");
    assert!(decision.report.playouts < 200_000, "it goes on when all is known");
    (score.is_win(), decision.mv)
}

#[test]
fn wins_and_losses_are_proven() {
    for board in boards() {
        let position = drawn(board);
        assert!(is_won(&position));
        for threads in [1, 2] {
            let (wins, mv) = prove(&position, threads);
            assert!(wins, "{position:?}");
            let after = position.play(mv).unwrap();
            assert!(!is_won(&after), "{mv} throws the win away in {position:?}");
            if after.has_move() {
                assert!(!prove(&after, threads).0, "{after:?}");
            }
        }
    }
}

/// A proven line says by how much the game is decided.
#[test]
fn a_forced_game_is_lost_by_what_the_winner_has_left() {
    // White has one move, which shoots back; Black has two and keeps one.
    let position = drawn("W.*B..");
    let decision = think(&mut flagship(1), &position, &Limits::playouts(1_000));
    assert_eq!(decision.report.lines[0].describe().unwrap(), "lost by 1");
}

/// The solver's move is reported with the reply, and of other moves only proven ones.
#[test]
fn a_solved_position_is_reported_with_a_reply_and_proven_lines_only() {
    let config = FlagshipConfig { hash: 8, multi_pv: 500, ..FlagshipConfig::default() };
    let (mut solved, mut left_out) = (0, 0);
    for board in boards().chain(["W.....*B..", "W...\n.*..\n**.*\n...B"]) {
        let position = drawn(board);
        let mut flagship = Flagship::new(config.clone(), MgPeo::DEFAULT);
        let Decision { mv, report } = think(&mut flagship, &position, &Limits::nodes(100_000));
        if report.playouts > 0 {
            continue;
        }
        solved += 1;
        left_out += position.count_moves() - report.lines.len() as u64;
        assert!(
            report.lines.iter().all(|line| line.score.is_some() && line.won_by.is_some()),
            "{position:?}"
        );
        assert!(report.lines[1..].iter().all(|line| line.moves[0] != mv));
        let after = position.play(mv).unwrap();
        let reply = report.lines[0].moves.get(1);
        assert_eq!(reply.is_some_and(|&reply| after.is_legal(reply)), after.has_move(), "{position:?}");
    }
    assert!(solved >= 4 && left_out > 0, "{solved} and {left_out}");
}
