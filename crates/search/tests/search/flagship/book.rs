//! The opening book in play: off unless it is switched on, and never for a level.

use std::collections::HashSet;

use amazons::{Board10x10, Move, Position};
use eval::{Eval, Otrera};
use search::book::{BookMove, OpeningBook};
use search::flagship::{BookUse, Flagship, FlagshipConfig, Level, Leveled};
use search::{RootMoves, Search, Task};
use testkit::{start, think};
use thought::{Control, Limits, Silent};

fn config(book: BookUse) -> FlagshipConfig {
    FlagshipConfig { hash: 8, book, multi_pv: 3, ..FlagshipConfig::default() }
}

fn player(book: BookUse) -> Flagship<Board10x10, Eval> {
    Flagship::new(config(book), Eval::Otrera(Otrera))
}

#[test]
fn a_move_of_the_book_is_played_without_a_search() {
    let moves = OpeningBook::embedded().unwrap().moves(&start());
    let mut played = HashSet::new();
    for seed in 0..20 {
        let mut flagship = player(BookUse::On);
        flagship.new_game(seed);
        let decision = think(&mut flagship, &start(), &Limits::nodes(500));
        let of_book = moves.iter().find(|found| found.mv == decision.mv).expect("a move of the book");
        // As good as the best, and searched further.
        assert!(of_book.win_rate >= moves[0].win_rate - 0.005 && of_book.searched > 0);
        let report = decision.report;
        assert_eq!((report.nodes, report.playouts, report.lines.len()), (0, 0, 3));
        assert_eq!(report.lines[0].win_rate, Some(of_book.win_rate));
        assert!(report.lines[0].moves.len() > 1, "the book knows the reply");
        let notes = flagship.take_notes();
        assert!(notes.len() == 1 && notes[0].contains("opening book"), "{notes:?}");
        played.insert(decision.mv);
    }
    let good = moves.iter().filter(|found| found.win_rate >= moves[0].win_rate - 0.005 && found.searched > 0);
    assert_eq!(played.len(), good.count());
}

#[test]
fn of_moves_that_are_as_good_the_seed_chooses() {
    let book = OpeningBook::embedded().unwrap();
    let good = |position: &Position<Board10x10>| -> Vec<Move> {
        let moves = book.moves(position);
        let is_good = |found: &&BookMove| found.win_rate >= moves[0].win_rate - 0.005 && found.searched > 0;
        moves.iter().filter(is_good).map(|found| found.mv).collect()
    };
    let replies = book.moves(&start()).into_iter().map(|found| start().play(found.mv).unwrap());
    let position = replies.into_iter().find(|after| good(after).len() > 1).expect("a position with a choice");
    let mut played = HashSet::new();
    for seed in 0..60 {
        let mut flagship = player(BookUse::On);
        flagship.new_game(seed);
        let decision = think(&mut flagship, &position, &Limits::nodes(500));
        assert_eq!(decision.report.lines[0].moves[0], decision.mv, "the move played is told first");
        played.insert(decision.mv);
    }
    assert_eq!(played, good(&position).into_iter().collect(), "every one of them sometimes");
}

#[test]
fn without_the_book_or_outside_it_every_position_is_searched() {
    let decision = think(&mut player(BookUse::Off), &start(), &Limits::nodes(500));
    assert!(decision.report.nodes >= 400);
    assert_eq!(FlagshipConfig::default().book, BookUse::Off);
    // No book has this reply to the first move.
    let outside = start().play("d1-d2/d1".parse().unwrap()).unwrap();
    assert!(OpeningBook::embedded().unwrap().moves(&outside).is_empty());
    let mut flagship = player(BookUse::On);
    assert!(think(&mut flagship, &outside, &Limits::nodes(500)).report.nodes >= 400);
    assert!(flagship.take_notes().is_empty());
    let level = Level::numbered(10).unwrap();
    let mut leveled = Leveled::new(&config(BookUse::On), Eval::Otrera(Otrera), level);
    assert!(think(&mut leveled, &start(), &Limits::nodes(500)).report.nodes >= 400);
}

#[test]
fn of_the_book_only_root_moves_are_played() {
    let moves = OpeningBook::embedded().unwrap().moves(&start());
    let second = moves.iter().skip(1).find(|found| found.searched > 0).unwrap().mv;
    let (limits, control) = (Limits::nodes(500), Control::new());
    for (only, has_search) in [(vec![second], false), (vec!["d1-d2/d1".parse().unwrap()], true)] {
        let mut silent = Silent;
        let task = Task { root_moves: RootMoves::Only(&only), ..Task::new(&limits, &control, &mut silent) };
        let decision = player(BookUse::On).search(&start(), task).unwrap();
        assert_eq!((decision.mv, decision.report.nodes > 0), (only[0], has_search));
    }
}
