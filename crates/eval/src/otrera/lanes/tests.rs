//! Every operation of the registers against the plain twin, one by one: so small that an interpreter runs it.

use super::*;

/// The positions of the plain twin, which compares with as many of a wider register at a time.
const NARROW: usize = Portable::COUNT;

/// Every operation once, on the words of two registers; the results by position.
struct Operations([Words; 2]);

impl Work for Operations {
    type Done = Vec<[i32; MOST]>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Vec<[i32; MOST]> {
        let mut done = Vec::new();
        let mut write = |sums: L::Sums| {
            let mut numbers = [0; MOST];
            L::write(sums, &mut numbers);
            done.push(numbers);
        };
        let one = L::zero().at_least(0);
        // All sixteen bits: a product takes fifteen of them for a number and the last for its sign.
        let whole = |word: L| L::weigh(L::no_sums(), [word.lowered::<1>(), word.and(one)], [2, 1]);
        let [first, second] = [L::load(&self.0[0]), L::load(&self.0[1])];
        write(whole(first));
        write(whole(first.and(second)));
        write(whole(first.or(second)));
        write(whole(first.without(second)));
        write(whole(first.plus(second)));
        write(whole(first.or(second).minus(second)));
        write(whole(first.raised::<3>()));
        write(whole(first.lowered::<5>()));
        write(whole(first.where_equal(0x8001, second)));
        write(whole(first.lowered::<1>().at_least(0x2000)));
        write(L::same(i32::from(first.without(first).is_zero()) + 2 * i32::from(first.is_zero())));
        write(whole(L::count_common(&[first; 16], &[second; 16])));
        write(whole(L::count_common(&[first, second], &[second, first])));
        let (low, high) = (first.lowered::<9>(), second.lowered::<9>());
        let sums = L::weigh(L::same(-7), [first.lowered::<1>(), second.lowered::<1>()], [-7_999, 7_999]);
        write(sums);
        write(L::add(sums, L::same(i32::MAX / 4)));
        write(L::scaled::<10>(sums, -3));
        let quads = L::quads([low, high, one, low.plus(one).lowered::<1>()]);
        write(quads);
        // The largest and the smallest weights, and the largest bytes.
        let [least, mixed] = [[-128_i8; 4], [127, -128, 1, -1]];
        for weights in [least, mixed].map(|weights| i32::from_le_bytes(weights.map(|weight| weight as u8))) {
            write(L::dot(L::same(1 << 24), quads, weights));
        }
        write(L::units::<4>([sums, L::same(-1), L::same(i32::MAX), whole(low)]));
        done
    }
}

/// The words of every position moved down, so that the narrow twin sees the later ones.
fn moved(words: &Words, by: usize) -> Words {
    Words(std::array::from_fn(|place| words.0[(place + by) % MOST]))
}

/// Compares all positions of a register with the twin.
fn agree(wide: &[[i32; MOST]], words: &[Words; 2], count: usize) {
    for by in (0..count).step_by(NARROW) {
        let narrow = Operations([moved(&words[0], by), moved(&words[1], by)]).run::<Portable>();
        assert_eq!(narrow.len(), wide.len());
        for (operation, (narrow, wide)) in narrow.iter().zip(wide).enumerate() {
            let width = NARROW.min(count - by);
            assert_eq!(narrow[..width], wide[by..by + width], "operation {operation}, from position {by}");
        }
    }
}

#[test]
fn every_operation_gives_the_numbers_of_its_plain_twin() {
    // 0, the ends and the sign among others that differ by position.
    let word = |place: usize, seed: usize| match place {
        0 => 0,
        1 => u16::MAX,
        2 => 0x8001,
        _ => (place * 7919 + seed * 104_729) as u16,
    };
    let words = [
        Words(std::array::from_fn(|place| word(place, 1))),
        Words(std::array::from_fn(|place| word((place + 1) % MOST, 2))),
    ];
    #[cfg(target_arch = "x86_64")]
    {
        if let Ok(wide) = with_avx2(Operations(words)) {
            agree(&wide, &words, 16);
        }
        if let Ok(wide) = with_avx512(Operations(words)) {
            agree(&wide, &words, 32);
        }
    }
    let plain = Operations(words).run::<Portable>();
    assert_eq!(plain[0][..3], [0, i32::from(u16::MAX), 0x8001], "the twin reads the words");
}
