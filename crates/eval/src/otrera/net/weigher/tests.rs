//! The network in registers against plain arithmetic, on sets of one rank: so small that an interpreter runs it.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::super::counts::{KING, QUEEN as DISTANCES};
use super::super::super::lanes::{MOST, Portable, Words, Work};
use super::super::counts::Counts;
use super::super::weights::StageWeights;
use super::*;

/// Amazons a side.
const AMAZONS: u16 = 4;

/// Every word of one kind of sets, for both sides.
struct Drawn {
    queens: [[Words; DISTANCES]; 2],
    kings: [[Words; KING]; 2],
    twice: [Words; 2],
    with_steps: [[Words; STEPS - 1]; 2],
}

/// The values of drawn sets.
struct Values<'a>(NetWeigher<'a>, &'a Drawn);

impl Work for Values<'_> {
    type Done = [i32; MOST];

    #[inline(always)]
    fn run<L: Lanes>(self) -> [i32; MOST] {
        let Self(weigher, drawn) = self;
        let sets = ClassSets::<L, 1> {
            queens: drawn.queens.each_ref().map(|side| side.each_ref().map(|words| [L::load(words)])),
            kings: drawn.kings.each_ref().map(|side| side.each_ref().map(|words| [L::load(words)])),
            twice: drawn.twice.each_ref().map(|words| [L::load(words)]),
            with_steps: drawn.with_steps.each_ref().map(|side| side.each_ref().map(L::load)),
            amazons: [usize::from(AMAZONS); 2],
        };
        let mut values = [0; MOST];
        L::write(weigher.weigh(&sets), &mut values);
        values
    }
}

/// Sets in which every square of a side has one class, and its amazons have fewer steps class by class.
fn draw(rng: &mut Xoshiro256PlusPlus) -> Drawn {
    let nothing = Words([0; MOST]);
    let mut drawn = Drawn {
        queens: [[nothing; DISTANCES]; 2],
        kings: [[nothing; KING]; 2],
        twice: [nothing; 2],
        with_steps: [[nothing; STEPS - 1]; 2],
    };
    for (side, position) in [0, 1].into_iter().flat_map(|side| (0..MOST).map(move |at| (side, at))) {
        for square in 0..16 {
            drawn.queens[side][rng.random_range(0..DISTANCES)].0[position] |= 1 << square;
            drawn.kings[side][rng.random_range(0..KING)].0[position] |= 1 << square;
        }
        drawn.twice[side].0[position] = drawn.queens[side][0].0[position] & rng.random::<u16>();
        let mut left = AMAZONS;
        for class in &mut drawn.with_steps[side] {
            left = rng.random_range(0..=left);
            class.0[position] = left;
        }
    }
    drawn
}

/// The counts of one position of them.
fn counts_of(drawn: &Drawn, position: usize) -> Counts {
    let mut counts = [0; 4 * QUADS];
    counts[0] = 1;
    let queens = [0, 1].map(|side| {
        let twice = drawn.twice[side].0[position];
        let [first, rest @ ..] = drawn.queens[side].each_ref().map(|words| words.0[position]);
        [vec![twice, first & !twice], rest.to_vec()].concat()
    });
    let kings = [0, 1].map(|side| drawn.kings[side].each_ref().map(|words| words.0[position]).to_vec());
    for ([own, other], at) in [(queens, QUEENS_AT), (kings, KINGS_AT)] {
        for (class, ours) in own.iter().enumerate() {
            for (theirs_class, theirs) in other.iter().enumerate() {
                counts[at + class * other.len() + theirs_class] = (ours & theirs).count_ones() as i32;
            }
        }
    }
    for side in [0, 1] {
        let mut left = i32::from(AMAZONS);
        for class in 0..STEPS {
            let more = drawn.with_steps[side].get(class).map_or(0, |words| i32::from(words.0[position]));
            counts[STEPS_AT + side * STEPS + class] = left - more;
            left = more;
        }
    }
    counts
}

/// A network of two blocks of units in the first layer and one in the second, and its weights.
fn draw_net(rng: &mut Xoshiro256PlusPlus) -> (Net, StageWeights) {
    let mut quads = |count: usize| (0..count).map(|_| rng.random::<[i32; 4]>()).collect::<Vec<_>>();
    let (first, second) = (quads(2 * QUADS), quads(2));
    let mut biases = |count: usize| {
        (0..count).map(|_| [0; 4].map(|_: i32| rng.random_range(-4_000..4_000))).collect::<Vec<_>>()
    };
    let (first_bias, second_bias) = (biases(2), biases(1));
    let linear = [0; 4 * QUADS].map(|_: i16| rng.random_range(-7_999..=7_999));
    let weights = StageWeights { linear, first, first_bias, out: vec![rng.random()] };
    let net = Net {
        mixed: Vec::new(),
        second,
        second_bias,
        multiplier: 1_000,
        header: String::new(),
        digest: String::new(),
    };
    (net, weights)
}

#[test]
fn registers_have_the_values_of_plain_arithmetic() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    for _ in 0..if cfg!(miri) { 1 } else { 200 } {
        let ((net, weights), drawn) = (draw_net(&mut rng), draw(&mut rng));
        let weigher = NetWeigher { net: &net, weights: &weights };
        let expected: Vec<i32> =
            (0..MOST).map(|position| net.value(&weights, &counts_of(&drawn, position))).collect();
        let plain = Values(weigher, &drawn).run::<Portable>();
        assert_eq!(plain[..Portable::COUNT], expected[..Portable::COUNT]);
        #[cfg(target_arch = "x86_64")]
        {
            use super::super::super::lanes::{with_avx2, with_avx512};
            if let Ok(values) = with_avx2(Values(weigher, &drawn)) {
                assert_eq!(values[..16], expected[..16]);
            }
            if let Ok(values) = with_avx512(Values(weigher, &drawn)) {
                assert_eq!(values[..], expected[..]);
            }
        }
    }
}
