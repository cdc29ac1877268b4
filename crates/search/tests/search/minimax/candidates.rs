//! Candidates are those that playing every move would give.

use amazons::{AnyPosition, Board, Draw, Position, Size, StartSpec, Visitor};
use rand::RngExt;
use search::minimax::candidates::{Candidates, Scope, h};

use super::{naive, sample};

struct Compare(Candidates);

impl Visitor for Compare {
    type Output = usize;

    fn visit<B: Board>(self, position: &Position<B>) -> usize {
        let found: Vec<_> = self.0.of(position).into_iter().map(|found| (found.mv, found.h)).collect();
        assert_eq!(found, naive::candidates(position, self.0), "{:?} in {position:?}", self.0);
        assert_eq!(h(position), naive::h(position));
        found.len()
    }
}

#[test]
fn candidates_are_the_best_by_h() {
    let mut found = 0;
    for seed in 0..60 {
        let mut rng = testkit::rng(seed);
        let side = if seed % 10 == 0 { 16 } else { 8 };
        let size = Size::new(rng.random_range(4..=side), rng.random_range(4..=side)).unwrap();
        let symmetry = ["turn", "mirror"][rng.random_range(0..2)];
        let amazons = rng.random_range(1..=4);
        let start = format!("random:{size},amazons={amazons},margin=0,symmetry={symmetry},seed={seed}");
        let mut setup = start.parse::<StartSpec>().unwrap().setup().unwrap();
        setup.delay = [0, 0, 0, 5][(seed % 4) as usize];
        let mut position = AnyPosition::from_setup(&setup).unwrap();
        for _ in 0..rng.random_range(0..30) {
            let Some(mv) = position.random_move(Draw::Steps, &mut rng) else { break };
            position = position.play(mv).unwrap();
        }
        for scope in [Scope::PerAmazon, Scope::Global] {
            for per_amazon in [1, 12, 10_000] {
                let growth = rng.random_range(1..=20);
                found += position.visit(Compare(Candidates { per_amazon, growth, scope }));
            }
        }
    }
    assert!(found > 10_000, "the positions have only {found} candidates");
}

#[test]
fn the_standard_game_begins_with_48_candidates_and_gets_more() {
    let mut position =
        Position::<amazons::Board10x10>::from_setup(&amazons::Start::STANDARD.setup()).unwrap();
    let rule = Candidates::default();
    assert_eq!(rule.of(&position).len(), 48);
    let mut rng = testkit::rng(1);
    for _ in 0..10 {
        position = position.play(position.random_move(Draw::Steps, &mut rng).unwrap()).unwrap();
    }
    assert_eq!((rule.quota(&position), rule.of(&position).len()), (13, 52));
}

#[test]
fn odd_rules_still_give_a_move() {
    let position = sample::position(0);
    for scope in [Scope::PerAmazon, Scope::Global] {
        assert!(!Candidates { per_amazon: 0, growth: 0, scope }.of(&position).is_empty());
        let all = Candidates { per_amazon: usize::MAX, growth: 1, scope }.of(&position);
        assert_eq!(all.len() as u64, position.count_moves());
    }
}
