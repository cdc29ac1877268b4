//! Starts that a stored proof decides: the flagship wins them with no search at all, unless it is a level for people.

use std::ops::ControlFlow;
use std::time::Duration;

use amazons::{Color, Draw, Move, Narrow, Position, Start};
use eval::{Eval, Otrera};
use search::Search;
use search::flagship::{Flagship, FlagshipConfig, Level, Leveled};
use search::{RootMoves, Task};
use testkit::{playable, rng, think};
use thought::{Control, Limits, Observer, Report, Silent};

fn start(board: &str) -> Position<Narrow> {
    playable(&Start::of(board.parse().unwrap()).unwrap().setup())
}

fn player() -> Flagship<Narrow, Eval> {
    Flagship::new(FlagshipConfig { hash: 8, ..FlagshipConfig::default() }, Eval::Otrera(Otrera))
}

/// The board and who wins it.
const PROVEN: [(&str, Color); 5] = [
    ("4x4", Color::Black),
    ("5x4", Color::White),
    ("4x5", Color::Black),
    ("4x6", Color::White),
    ("5x5", Color::White),
];

/// Plays a game; the flagship has the winner's side and one node a move.
fn wins(board: &str, winner: Color, mut opponent: impl FnMut(&Position<Narrow>) -> Move) -> bool {
    let (mut flagship, mut position) = (player(), start(board));
    while position.has_move() {
        let mv = if position.turn() == winner {
            let decision = think(&mut flagship, &position, &Limits::nodes(1));
            let line = &decision.report.lines[0];
            assert!(line.score.unwrap().is_win(), "{position:?}");
            assert_eq!(decision.report.playouts, 0);
            decision.mv
        } else {
            opponent(&position)
        };
        position = position.play(mv).unwrap();
    }
    position.turn() != winner
}

#[test]
fn a_proven_start_is_won_against_random_moves() {
    let mut rng = rng(40);
    for (board, winner) in PROVEN {
        for _ in 0..20 {
            let random = |position: &Position<Narrow>| position.random_move(Draw::Uniform, &mut rng).unwrap();
            assert!(wins(board, winner, random), "{board}");
        }
    }
}

#[test]
fn a_proven_start_is_won_against_a_stronger_search() {
    for (board, winner) in PROVEN {
        for seed in 0..3 {
            let mut strong = player();
            strong.new_game(seed);
            // Another number of nodes a game, so that the games differ.
            let limits = Limits::nodes(2_000 + 500 * seed);
            assert!(wins(board, winner, |position| think(&mut strong, position, &limits).mv), "{board}");
        }
    }
}

#[test]
fn every_limit_plays_the_proven_move() {
    let position = start("4x6");
    for limits in [Limits::nodes(0), Limits::depth(0), Limits::playouts(1), Limits::NONE] {
        let decision = think(&mut player(), &position, &limits);
        assert!(decision.report.lines[0].score.unwrap().is_win(), "{limits:?}");
    }
}

#[test]
fn lines_are_proven_ones_and_within_the_root_moves() {
    let config = FlagshipConfig { hash: 8, multi_pv: 500, ..FlagshipConfig::default() };
    let position = start("5x4");
    let mut flagship = Flagship::new(config, Eval::Otrera(Otrera));
    let decision = think(&mut flagship, &position, &Limits::nodes(1));
    let wins = |line: &thought::Line| line.score.unwrap().is_win();
    let won = decision.report.lines.iter().take_while(|line| wins(line)).count();
    assert!(won > 0 && decision.report.lines[won..].iter().all(|line| !wins(line)));
    // A root move that is not proven is searched.
    let other = position
        .legal_moves()
        .find(|mv| decision.report.lines[..won].iter().all(|line| line.moves[0] != *mv));
    let moves = [other.unwrap()];
    let limits = Limits::nodes(500);
    let (control, mut observer) = (Control::new(), Silent);
    let task = Task { root_moves: RootMoves::Only(&moves), ..Task::new(&limits, &control, &mut observer) };
    let decision = flagship.search(&position, task).unwrap();
    assert_eq!(decision.mv, moves[0]);
    assert!(decision.report.playouts > 0);
}

/// Counts the reports that do not say that all is lost.
struct Doubts(usize);

impl Observer for Doubts {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        let is_lost = report.lines.iter().all(|line| line.score.is_some_and(thought::Score::is_loss));
        self.0 += usize::from(!is_lost);
        ControlFlow::Continue(())
    }

    fn interval(&self) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn a_proven_loss_is_searched_and_told() {
    let position = start("4x5");
    let (limits, control, mut doubts) = (Limits::nodes(3_000), Control::new(), Doubts(0));
    let decision = player().search(&position, Task::new(&limits, &control, &mut doubts)).unwrap();
    assert!(decision.report.playouts > 0);
    assert!(decision.report.lines[0].score.unwrap().is_loss());
    assert_eq!(doubts.0, 0);
}

#[test]
fn a_level_makes_its_errors_from_a_proven_win() {
    let config = FlagshipConfig { hash: 8, ..FlagshipConfig::default() };
    let position = start("4x6");
    let proven = think(&mut player(), &position, &Limits::nodes(1)).mv;
    let moves = (0..20).map(|seed| {
        let mut weak = Leveled::new(&config, Eval::Otrera(Otrera), Level::numbered(2).unwrap());
        weak.new_game(seed);
        think(&mut weak, &position, &Limits::NONE)
    });
    let (errors, searched) = moves.fold((0, 0), |(errors, searched), decision| {
        (errors + usize::from(decision.mv != proven), searched + usize::from(decision.report.playouts > 0))
    });
    assert!(errors > 0 && searched == 20, "{errors} errors, {searched} searched");
}
