//! Whether what is known is found again.

use amazons::{AnyPosition, Draw, Game, Start};
use arena::Brake;
use eval::Otrera;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::lesson::{Learnt, Lesson};
use super::loss::{Loss, odds};
use super::material::Material;
use super::samples::{Counted, HasWon, Samples};
use super::weights::{Table, Weights};
use crate::ordered::Crew;

/// Positions of random games, whose results are drawn as some weights say, and win rates that are what these weights say or
/// a coin's.
fn drawn(table: &Table, games: u64, rates: Rates) -> Material {
    let truth = Weights::from_table(table);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let start = AnyPosition::from_setup(&Start::STANDARD.setup()).unwrap();
    let mut material = Material { board: Some(start.size()), ..Material::default() };
    for number in 0..games {
        let mut game = Game::new(start);
        while let Some(mv) = game.position().random_move(Draw::Uniform, &mut rng) {
            let (percent, counts) = game.position().visit(Counted);
            let samples = if number % 5 == 0 { &mut material.held_back } else { &mut material.learnt_from };
            let mut one = Samples::default();
            one.add(percent, &counts, HasWon::No, 0.5);
            let sample = one.in_block(&one.blocks()[0]).next().unwrap();
            let win = thought::win_rate(odds(&truth.at(percent), &sample), 1.0);
            let has_won = if rng.random_bool(win) { HasWon::Yes } else { HasWon::No };
            let rate = match rates {
                Rates::True => win,
                Rates::Coin => f64::from(u8::from(rng.random_bool(0.5))),
            };
            samples.add(percent, &counts, has_won, rate);
            game.play(mv).unwrap();
        }
    }
    material
}

#[derive(Clone, Copy)]
enum Rates {
    True,
    Coin,
}

fn learn(material: &Material, ridges: &str, result: f64, threads: usize) -> Learnt {
    let ridges = ridges.split(',').map(|ridge| ridge.parse().unwrap()).collect();
    Lesson { ridges, result, threads }.learn(material, &mut |_| {}).unwrap()
}

/// How far what was learnt is from what is true, in win rates: the root of the mean square over positions.
fn distance(one: &Table, other: &Table, samples: &Samples) -> f64 {
    let [one, other] = [one, other].map(Weights::from_table);
    let (mut sum, mut positions) = (0.0, 0);
    for block in samples.blocks() {
        let [one, other] = [&one, &other].map(|weights| weights.at(block.percent));
        for sample in samples.in_block(&block) {
            let [one, other] = [&one, &other].map(|weights| thought::win_rate(odds(weights, &sample), 1.0));
            sum += (one - other) * (one - other);
            positions += 1;
        }
    }
    (sum / f64::from(positions)).sqrt()
}

#[test]
fn known_weights_are_found_again() {
    let truth = Otrera::learnt();
    // Win rates without noise tell the weights themselves, up to a small ridge.
    let material = drawn(truth, 60, Rates::True);
    let learnt = learn(&material, "0.001:0", 0.0, 2);
    let near = distance(&learnt.table, truth, &material.held_back);
    assert!(near < 0.003, "{near}");
    // The most common count of the middle game, by itself.
    let [row, stage] = [1, 2];
    assert!((learnt.table[row][stage] - truth[row][stage]).abs() < 30, "{:?}", learnt.table[row]);
    // Results alone are noise around it.
    let learnt = learn(&material, "3:30", 1.0, 2);
    let noisy = distance(&learnt.table, truth, &material.held_back);
    assert!((0.003..0.12).contains(&noisy), "{noisy}");
    let nothing = distance(&[[0; Otrera::STAGES]; Otrera::COUNTS], truth, &material.held_back);
    assert!(noisy < 0.4 * nothing, "{noisy} of {nothing}");
    for count in Otrera::UNREACHED {
        assert_eq!(learnt.table[count], [0; Otrera::STAGES]);
    }
}

#[test]
fn the_share_of_the_result_decides_what_is_learnt() {
    let material = drawn(Otrera::learnt(), 20, Rates::Coin);
    let brake = Brake::new();
    let crew = Crew { threads: 2, brake: &brake };
    let nothing = Loss::of(&Weights::zero(), &material.held_back, &crew).all;
    let by_result = learn(&material, "30:300", 1.0, 1).best().held_back.all;
    let by_coins = learn(&material, "30:300", 0.0, 1).best().held_back.all;
    assert!(by_result < 0.9 * nothing, "{by_result} of {nothing}");
    assert!(by_coins > 0.95 * nothing, "{by_coins} of {nothing}");
}

#[test]
fn ridges_hold_weights_and_the_best_is_taken() {
    let material = drawn(Otrera::learnt(), 15, Rates::True);
    let learnt = learn(&material, "1e9:0,3:30,30:1e9", 0.7, 2);
    assert_eq!(learnt.best, 1);
    let losses: Vec<f64> = learnt.trials.iter().map(|trial| trial.held_back.all).collect();
    assert!(losses[1] < losses[0] && losses[1] < losses[2], "{losses:?}");
    let zero = learn(&material, "1e9:0", 0.7, 2).table;
    assert!(zero.as_flattened().iter().all(|weight| weight.abs() <= 10), "held to zero");
    let flat = learn(&material, "0.1:1e9", 0.7, 2).table;
    let spread = |row: &[i32; Otrera::STAGES]| row.iter().max().unwrap() - row.iter().min().unwrap();
    assert!(flat.iter().all(|row| spread(row) <= 10), "held to each other");
    assert!(flat.iter().any(|row| row[0].abs() > 100), "and not to zero");
}

#[test]
fn the_same_games_make_the_same_file_whatever_the_threads() {
    // Enough for several blocks, which threads finish in any order.
    let material = drawn(Otrera::learnt(), 40, Rates::Coin);
    let [one, two, many] = [1, 2, 7].map(|threads| learn(&material, "30:300,3:30", 0.7, threads));
    assert_eq!(one, two);
    assert!(one.source() == many.source());
    assert!(super::is_ours(&one.source()));
    let other = learn(&material, "31:300", 0.7, 2);
    assert!(other.table != one.table);
}
