//! Whole games on several boards, the tree kept from move to move.

use amazons::{AnyPosition, Board, Draw, Position, StartSpec, Visitor};
use search::{Search, Task};
use testkit::think;
use thought::{Control, Limits, Silent};

use super::flagship;

/// Plays a game against random moves and says whether the flagship won.
struct Game {
    limits: Limits,
    moves_first: bool,
}

impl Visitor for Game {
    type Output = bool;

    fn visit<B: Board>(self, start: &Position<B>) -> bool {
        let mut search = flagship(1);
        search.new_game(1);
        let mut rng = testkit::rng(7);
        let mut position = *start;
        let mut is_its_turn = self.moves_first;
        while position.has_move() {
            let mv = if is_its_turn {
                think(&mut search, &position, &self.limits).mv
            } else {
                position.random_move(Draw::Uniform, &mut rng).unwrap()
            };
            position = position.play(mv).unwrap();
            is_its_turn = !is_its_turn;
        }
        assert!(search.search(&position, Task::new(&self.limits, &Control::new(), &mut Silent)).is_none());
        !is_its_turn
    }
}

fn play(spec: &str, delay: u8) {
    let mut setup = spec.parse::<StartSpec>().unwrap().setup().unwrap();
    setup.delay = delay;
    let position = AnyPosition::from_setup(&setup).unwrap();
    for moves_first in [true, false] {
        assert!(position.visit(Game { limits: Limits::playouts(60), moves_first }), "{spec} lost");
        for limits in [Limits::nodes(0), Limits::nodes(90), Limits::playouts(2), Limits::depth(0)] {
            position.visit(Game { limits, moves_first });
        }
    }
}

#[test]
fn on_six_by_six() {
    play("6x6", 0);
}

#[test]
fn on_the_standard_board() {
    play("10x10", 0);
}

#[test]
fn in_the_variant() {
    play("random:7x6,amazons=3,margin=0,seed=2", 3);
}

#[test]
fn on_a_board_of_256_bits() {
    play("random:12x11,amazons=4,seed=3", 0);
}
