//! The flagship's network once more: its file read as docs/data.md describes it, and computed number by number.

/// The weights of the file, one after another.
struct Weights {
    bytes: &'static [u8],
    at: usize,
}

impl Weights {
    fn take(&mut self, count: usize, width: usize) -> Vec<f64> {
        let number = |bytes: &[u8]| match *bytes {
            [one] => f64::from(one as i8),
            [one, two] => f64::from(i16::from_le_bytes([one, two])),
            [one, two, three, four] => f64::from(i32::from_le_bytes([one, two, three, four])),
            _ => unreachable!("numbers of 1, 2 and 4 bytes"),
        };
        let some = &self.bytes[self.at..self.at + count * width];
        self.at += count * width;
        some.chunks(width).map(number).collect()
    }
}

/// The value of counts with a number of empty squares of 100, in moves.
pub(crate) fn value(counts: &[f64], empty: usize) -> f64 {
    let file: &'static [u8] = include_bytes!("../../nets/otrera.net");
    let mut lines = file.splitn(4, |&byte| byte == b'\n');
    let (_, header) = (lines.next(), std::str::from_utf8(lines.next().unwrap()).unwrap());
    let field = |name: &str| header.split(&format!("\"{name}\":")).nth(1).unwrap();
    let multiplier: f64 = field("multiplier").split(',').next().unwrap().parse().unwrap();
    let hidden: Vec<usize> = field("hidden")[1..]
        .split(']')
        .next()
        .unwrap()
        .split(',')
        .map(|units| units.trim().parse().unwrap())
        .collect();
    let (first, second, width) = (hidden[0], hidden[1], counts.len());
    let mut weights = Weights { bytes: lines.nth(1).unwrap(), at: 0 };
    let linear = mixed(&weights.take(6 * width, 2), width, empty);
    let first_weights = mixed(&weights.take(6 * first * width, 1), first * width, empty);
    let first_bias = mixed(&weights.take(6 * first, 4), first, empty);
    let second_weights = weights.take(first * second, 1);
    let second_bias = weights.take(second, 4);
    let out = mixed(&weights.take(6 * second, 1), second, empty);
    assert_eq!(weights.at, weights.bytes.len(), "the whole file");
    let scaled: Vec<f64> = (0..width)
        .map(|place| match place {
            0 => 0.0,
            86.. => 8.0 * counts[place],
            _ => counts[place],
        })
        .collect();
    let units = |inputs: &[f64], weights: &[f64], bias: &[f64], shift: f64| -> Vec<f64> {
        let unit =
            |(row, bias): (&[f64], &f64)| ((dot(inputs, row) + bias) / shift).floor().clamp(0.0, 127.0);
        weights.chunks(inputs.len()).zip(bias).map(unit).collect()
    };
    let first = units(&scaled, &first_weights, &first_bias, 16.0);
    let second = units(&first, &second_weights, &second_bias, 64.0);
    (dot(counts, &linear) + (dot(&second, &out) * multiplier / 1024.0).floor()) / 1000.0
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The weights at a percentage, between those of the stages 15, 30, 45, 60, 75 and 90.
fn mixed(stages: &[f64], width: usize, percent: usize) -> Vec<f64> {
    let place = percent.clamp(15, 90) - 15;
    let lower = (place / 15).min(4);
    let upper = (place - 15 * lower) as f64;
    let of = |stage: usize, number: usize| stages[stage * width + number];
    (0..width)
        .map(|number| ((of(lower, number) * (15.0 - upper) + of(lower + 1, number) * upper) / 15.0).trunc())
        .collect()
}
