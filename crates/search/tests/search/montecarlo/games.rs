//! Whole games against a random mover, on boards of every kind.

use amazons::{AnyPosition, Board, Board6x6, Draw, Position, Start, StartSpec, Visitor};
use search::Task;
use search::montecarlo::{DepthUnit, Logarithm, MoveGroups, MoveGroupsConfig, WinRate};
use testkit::think;
use thought::{Control, Limits, Silent};

use super::support::{Mobility, all};

/// Plays one game with every search, each moving first in one half of them.
struct EverySearch;

impl Visitor for EverySearch {
    type Output = ();

    fn visit<B: Board>(self, start: &Position<B>) {
        for (number, (name, mut search)) in all::<B>().into_iter().enumerate() {
            let mut rng = testkit::rng(number as u64);
            let mut position = *start;
            let mut is_its_turn = number % 2 == 0;
            search.new_game(number as u64);
            while position.has_move() {
                let mv = if is_its_turn {
                    let limits = Limits { nodes: Some(2_000), ..Limits::playouts(12) };
                    think(&mut *search, &position, &limits).mv
                } else {
                    position.random_move(Draw::Uniform, &mut rng).unwrap()
                };
                position = position.play(mv).unwrap_or_else(|fault| panic!("{name}: {fault}"));
                is_its_turn = !is_its_turn;
            }
            let limits = Limits::playouts(10);
            let silence = search.search(&position, Task::new(&limits, &Control::new(), &mut Silent));
            assert!(silence.is_none(), "{name} moves where there is no move");
        }
    }
}

fn play(spec: &str, delay: u8) {
    let mut setup = spec.parse::<StartSpec>().unwrap().setup().unwrap();
    setup.delay = delay;
    AnyPosition::from_setup(&setup).unwrap().visit(EverySearch);
}

#[test]
fn on_six_by_six() {
    play("6x6", 0);
}

#[test]
fn in_the_variant() {
    play("random:7x6,amazons=3,margin=0,seed=2", 3);
}

#[test]
fn on_a_board_too_large_for_fast_random_games() {
    play("random:12x11,amazons=4,seed=3", 0);
}

/// The options of move groups that change what a rollout is.
#[test]
fn with_rollouts_of_half_plies() {
    let config = MoveGroupsConfig {
        unit: DepthUnit::HalfPlies,
        rollouts: vec![0, 1, 2, 5],
        logarithm: Logarithm::Doubled,
        win_rate: WinRate::Sign,
        ..MoveGroupsConfig::default()
    };
    let mut rng = testkit::rng(9);
    let mut position = Position::<Board6x6>::from_setup(&Start::ALL[2].setup()).unwrap();
    let mut groups = MoveGroups::new(config, Mobility);
    while position.has_move() {
        let mv = think(&mut groups, &position, &Limits::playouts(60)).mv;
        position = position.play(mv).unwrap();
        let Some(reply) = position.random_move(Draw::Steps, &mut rng) else { return };
        position.play_unchecked(reply);
    }
    panic!("lost against random moves");
}
