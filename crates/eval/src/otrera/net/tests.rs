//! The network in registers and one by one, its symmetries, and files that are none.

use amazons::{AnyPosition, Board10x10, Draw, Game, Symmetry, Transform};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::batch::InBatches;
use super::super::lanes::{Portable, Work, tell_forms};
use super::*;

fn embedded_bytes() -> &'static [u8] {
    include_bytes!("../../../nets/otrera.net")
}

fn start() -> Position<Board10x10> {
    let AnyPosition::Ten(start) = *Game::default().start() else { unreachable!("10x10") };
    start
}

/// The positions after some moves of every position of random games.
fn siblings() -> Vec<Vec<Position<Board10x10>>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut all = Vec::new();
    for _ in 0..2 {
        let mut position = start();
        while let Some(mv) = position.random_move(Draw::Uniform, &mut rng) {
            let after = |mv| {
                let mut after = position;
                after.play_unchecked(mv);
                after
            };
            all.push(position.legal_moves().step_by(3).take(70).map(after).collect());
            position.play_unchecked(mv);
        }
    }
    all
}

fn thousandths(value: f64) -> i32 {
    (value * UNITS).round() as i32
}

/// The values by plain words, and by every kind of register that this processor has.
fn by_form(siblings: Siblings<'_, Board10x10>, weigher: NetWeigher<'_>) -> Vec<Vec<i32>> {
    tell_forms();
    let mut forms = Vec::new();
    let mut values = Vec::new();
    InBatches::<_, _, _, 10> { siblings, weigher, emit: |value| values.push(value) }.run::<Portable>();
    forms.push(values);
    #[cfg(target_arch = "x86_64")]
    {
        use super::super::lanes::{with_avx2, with_avx512};
        let mut values = Vec::new();
        let emit = |value| values.push(value);
        if with_avx2(InBatches::<_, _, _, 10> { siblings, weigher, emit }).is_ok() {
            forms.push(values);
        }
        let mut values = Vec::new();
        let emit = |value| values.push(value);
        if with_avx512(InBatches::<_, _, _, 10> { siblings, weigher, emit }).is_ok() {
            forms.push(values);
        }
    }
    forms
}

#[test]
fn a_batch_has_the_values_of_its_positions() {
    let evaluation = OtreraNet::IN_USE;
    let net = evaluation.net().unwrap();
    for positions in siblings() {
        let expected: Vec<i32> = positions.iter().map(|one| thousandths(evaluation.value(one))).collect();
        let weigher = NetWeigher { net, weights: net.at(positions[0].empty().count() as usize) };
        for values in by_form(Siblings::List(&positions), weigher) {
            assert_eq!(values, expected);
        }
        let mut values = Vec::new();
        evaluation.values(Siblings::List(&positions), &mut values);
        assert_eq!(
            values.into_iter().map(thousandths).collect::<Vec<_>>(),
            expected,
            "the form of this machine"
        );
    }
}

#[test]
fn steps_and_shots_have_the_values_of_their_positions() {
    let evaluation = OtreraNet::IN_USE;
    let net = evaluation.net().unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut position = start();
    while let Some(mv) = position.random_move(Draw::Uniform, &mut rng) {
        let mut steps = Vec::new();
        position.for_each_step(|from, to| steps.push((from, to)));
        let arrows: Vec<_> = position.shots(mv.from, mv.to).into_iter().collect();
        let stepped = position.after_step(mv.from, mv.to);
        let both = [
            Siblings::Steps { position: &position, steps: &steps },
            Siblings::Shots { stepped: &stepped, arrows: &arrows },
        ];
        for siblings in both {
            let expected: Vec<i32> =
                siblings.positions().map(|one| thousandths(evaluation.value(&one))).collect();
            let empty = siblings.get(0).unwrap().empty().count() as usize;
            for values in by_form(siblings, NetWeigher { net, weights: net.at(empty) }) {
                assert_eq!(values, expected, "{siblings:?}");
            }
            let mut values = Vec::new();
            evaluation.values(siblings, &mut values);
            assert_eq!(values.into_iter().map(thousandths).collect::<Vec<_>>(), expected);
        }
        position.play_unchecked(mv);
    }
}

/// A network with weights at the ends of their ranges, as many units as a file may have, and the largest multiplier.
fn extreme_net(rng: &mut Xoshiro256PlusPlus) -> Net {
    let hidden = [weights::MOST_UNITS, weights::MOST_UNITS];
    let [linear, first, first_bias, second, second_bias, out] = weights::sizes(hidden);
    let end = |rng: &mut Xoshiro256PlusPlus, ends: [i32; 2]| ends[rng.random_range(0..2)];
    let mut bytes = |count: usize| (0..count).map(|_| end(rng, [-128, 127]) as i8).collect::<Vec<i8>>();
    let (first, second, out) = (bytes(first), bytes(second), bytes(out));
    let mut biases =
        |count: usize| (0..count).map(|_| end(rng, [1 - (1 << 24), (1 << 24) - 1])).collect::<Vec<i32>>();
    let (first_bias, second_bias) = (biases(first_bias), biases(second_bias));
    let linear = (0..linear).map(|_| end(rng, [-7_999, 7_999]) as i16).collect();
    let most = i32::MAX / (weights::UNIT * 128 * weights::MOST_UNITS as i32);
    let plain = weights::PlainWeights {
        hidden,
        linear,
        first,
        first_bias,
        second,
        second_bias,
        out,
        multiplier: most,
    };
    plain.into_net(String::new(), String::new())
}

#[test]
fn weights_at_the_ends_of_their_ranges_overflow_in_no_form() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let nets: Vec<Net> = (0..4).map(|_| extreme_net(&mut rng)).collect();
    for positions in siblings().into_iter().step_by(5) {
        for net in &nets {
            let weights = net.at(positions[0].empty().count() as usize);
            let value = |position| net.value(weights, &counts::count(position));
            let expected: Vec<i32> = positions.iter().map(value).collect();
            for values in by_form(Siblings::List(&positions), NetWeigher { net, weights }) {
                assert_eq!(values, expected);
            }
        }
    }
}

#[test]
fn turned_boards_have_the_same_value() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut position = start();
    while let Some(mv) = position.random_move(Draw::Uniform, &mut rng) {
        let value = OtreraNet::IN_USE.value(&position);
        for symmetry in Symmetry::of(position.board().size()) {
            let transform = Transform { symmetry, swaps_colors: false };
            assert_eq!(OtreraNet::IN_USE.value(&position.transformed(transform)), value);
        }
        let terms = OtreraNet::IN_USE.breakdown(&position);
        assert!((terms.value - value).abs() < 1e-9);
        position.play_unchecked(mv);
    }
}

#[test]
fn other_boards_have_the_value_of_the_counts() {
    let eight = amazons::Start::of("8x8".parse().unwrap()).unwrap();
    let position = Position::<amazons::Board8x8>::from_setup(&eight.setup()).unwrap();
    assert_eq!(OtreraNet::IN_USE.value(&position), Otrera.value(&position));
    // The game in which squares become empty later is another one too, on the same board.
    let mut later = amazons::Start::STANDARD.setup();
    later.delay = 1;
    let position = Position::<Board10x10>::from_setup(&later).unwrap();
    assert_eq!(OtreraNet::IN_USE.value(&position), Otrera.value(&position));
    assert_ne!(OtreraNet::IN_USE.value(&start()), Otrera.value(&start()));
}

fn refusal(bytes: &[u8]) -> String {
    Net::from_bytes("a.net", bytes).unwrap_err().to_string()
}

#[test]
fn a_file_that_is_no_network_is_refused_with_a_reason() {
    let bytes = embedded_bytes();
    assert!(Net::from_bytes("a.net", bytes).unwrap().description().contains("\"training\""));
    let step = bytes.len() / 97;
    for place in (0..bytes.len()).step_by(step).chain(0..200) {
        refusal(&bytes[..place]);
        let mut changed = bytes.to_vec();
        changed[place] ^= 4;
        refusal(&changed);
    }
    let cut = refusal(&bytes[..bytes.len() - 9]);
    assert!(cut.starts_with("network a.net: expected") && cut.ends_with("the file is cut off"), "{cut}");
    assert!(refusal(&[bytes, b"more"].concat()).contains("longer than its network"));
    assert!(refusal(b"(;GM[18]SZ[10])\n").contains("does not begin with \"otrera-evaluation 1\""));
    assert!(refusal(b"otrera-evaluation 2\n{}\n").contains("version 2"));
    let missing = Net::read(Path::new("no such file.net")).unwrap_err().to_string();
    assert!(missing.starts_with("network no such file.net: "), "{missing}");
}
