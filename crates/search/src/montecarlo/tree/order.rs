//! A random order that needs no list.

/// With fewer, some orders of a few numbers come clearly more often than others.
const ROUNDS: u64 = 8;

/// The number that stands at a place of a random order of the numbers below `count`, which is above `place`. The same
/// key gives the same order.
///
/// The numbers of twice `half` bits are taken through a Feistel network, which is a permutation for any round function,
/// until one below `count` comes out (cycle walking: Black and Rogaway 2002). Fewer than four are tried on average.
pub(crate) fn at_place(place: u32, count: u32, key: u64) -> u32 {
    let bits = u32::BITS - count.saturating_sub(1).leading_zeros();
    let half = bits.div_ceil(2).max(1);
    let mask = (1 << half) - 1;
    let mut number = place;
    loop {
        let (mut left, mut right) = (number >> half, number & mask);
        for round in 1..=ROUNDS {
            let mixed = mix(key.wrapping_mul(2 * round + 1) ^ u64::from(right)) as u32 & mask;
            (left, right) = (right, left ^ mixed);
        }
        number = left << half | right;
        if number < count {
            return number;
        }
    }
}

/// Mixes the bits of a word (the finisher of SplitMix64).
pub(crate) fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for count in [1, 2, 3, 4, 5, 27, 80, 256, 257, 2_176] {
            for key in 0..5 {
                let mut numbers: Vec<u32> =
                    (0..count).map(|place| at_place(place, count, mix(key))).collect();
                numbers.sort_unstable();
                assert!(numbers.into_iter().eq(0..count), "count {count}, key {key}");
            }
        }
    }

    #[test]
    fn every_pair_comes_first_about_as_often() {
        let mut seen = [[0_u32; 5]; 5];
        let orders = 20_000;
        for key in 0..orders {
            let [first, second] = [0, 1].map(|place| at_place(place, 5, mix(key)) as usize);
            seen[first][second] += 1;
        }
        for (first, row) in seen.iter().enumerate() {
            for (second, &times) in row.iter().enumerate() {
                // 1,000 are expected; the standard deviation is 31.
                let expected = if first == second { 0..=0 } else { 850..=1_150 };
                assert!(expected.contains(&times), "{first} then {second}: {times}");
            }
        }
    }
}
