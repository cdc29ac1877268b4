//! The coordinates of numbers on an axis, and the numbers written beside it.

use crate::findings::{Axis, Unit};

use super::text_width;

/// An axis with its coordinates in the drawing.
pub(super) struct Scale {
    domain: (f64, f64),
    pixels: (f64, f64),
    is_logarithmic: bool,
    pub(super) ticks: Vec<Tick>,
}

/// A number that is written at an axis.
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) label: String,
}

impl Scale {
    /// An axis from left to right, with as many labels as fit side by side.
    pub(super) fn horizontal(axis: &Axis, values: &[f64], pixels: (f64, f64), size: f64) -> Self {
        let asked = axis.range.into_iter().flat_map(|(low, high)| [low, high]);
        let values: &[f64] = &values.iter().copied().chain(asked).collect::<Vec<_>>();
        let fits = |scale: &Self| {
            let ends = scale.ticks.iter().map(|tick| {
                let (middle, half) = (scale.at(tick.value), text_width(&tick.label, size) / 2.0);
                (middle - half, middle + half)
            });
            ends.clone().zip(ends.skip(1)).all(|(one, next)| one.1 + 0.8 * size <= next.0)
        };
        let scales = (2..=8).rev().map(|most| Self::new(axis, values, pixels, most).tight(values));
        let mut scales = scales.peekable();
        while let Some(scale) = scales.next() {
            if fits(&scale) || scales.peek().is_none() {
                return scale;
            }
        }
        Self::new(axis, values, pixels, 2)
    }

    /// Ends the axis where the numbers end, if two labels are left.
    fn tight(mut self, values: &[f64]) -> Self {
        let (low, high) = self.domain;
        let inside = values.iter().copied().filter(|value| self.holds(*value));
        let (first, last) = inside.fold((high, low), |(low, high), value| (low.min(value), high.max(value)));
        let is_left = |tick: &Tick| (first..=last).contains(&tick.value);
        if first < last && self.ticks.iter().filter(|tick| is_left(tick)).count() > 1 {
            self.ticks.retain(is_left);
            self.domain = (first, last);
        }
        self
    }

    /// An axis from below to above.
    pub(super) fn vertical(axis: &Axis, values: &[f64], pixels: (f64, f64)) -> Self {
        let most = ((pixels.0 - pixels.1) / 36.0) as usize;
        Self::new(axis, values, pixels, most.clamp(2, 8))
    }

    fn new(axis: &Axis, values: &[f64], pixels: (f64, f64), most: usize) -> Self {
        let is_usable = |value: &f64| value.is_finite() && (!axis.is_logarithmic || *value > 0.0);
        let asked = axis.range.into_iter().flat_map(|(low, high)| [low, high]);
        let (low, high) = values
            .iter()
            .copied()
            .chain(asked)
            .filter(is_usable)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        // Counts have no halves.
        let is_whole = axis.unit == Unit::Count && values.iter().all(|value| value.fract() == 0.0);
        let least = if is_whole { 1.0 } else { 0.0 };
        let (domain, numbers, step) = match (low <= high, axis.is_logarithmic) {
            (true, true) => factors(low, high, most),
            (true, false) => steps(low, high, most, least),
            // An axis without values still has numbers.
            (false, true) => factors(1.0, 10.0, most),
            (false, false) => steps(0.0, 1.0, most, least),
        };
        // The axis reaches the last number even where rounding lost a step.
        let domain = if low <= high { (domain.0.min(low), domain.1.max(high)) } else { domain };
        let largest = numbers.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let ticks =
            numbers.into_iter().map(|value| Tick { value, label: label(axis.unit, value, step, largest) });
        Self { domain, pixels, is_logarithmic: axis.is_logarithmic, ticks: ticks.collect() }
    }

    /// The coordinate of a number. A number that cannot be drawn, or lies beyond the axis, is at its end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let place = |value: f64| if self.is_logarithmic { value.ln() } else { value };
        let (low, high) = self.domain;
        let value = if value.is_nan() { low } else { value.clamp(low, high) };
        let share = (place(value) - place(low)) / (place(high) - place(low));
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// Whether a number can be drawn on this axis.
    pub(super) fn holds(&self, value: f64) -> bool {
        value >= self.domain.0 && value <= self.domain.1
    }
}

/// The range of an axis, the numbers beside it, and the step between them if it is constant.
type Grid = ((f64, f64), Vec<f64>, Option<f64>);

/// Equal steps of 1, 2 or 5 times a power of ten, and no smaller than the least, that cover a range.
fn steps(low: f64, high: f64, most: usize, least: f64) -> Grid {
    let (low, high) = match high - low {
        _ if low >= 0.0 && low < 0.5 * high => (0.0, high),
        span if span > 0.0 => (low, high),
        _ if low == 0.0 => (0.0, 1.0),
        _ => (low - low.abs() / 10.0, high + high.abs() / 10.0),
    };
    let rough = ((high - low) / most as f64).max(least);
    let power = 10_f64.powf(rough.log10().floor());
    // A tick more than asked for is better than half as many.
    let step =
        power * [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= 0.999 * rough).unwrap_or(10.0);
    // Rounding must not add a step: 0.6 / 0.2 is a little less than 3.
    let (first, last) = ((low / step + 1e-9).floor() as i64, (high / step - 1e-9).ceil() as i64);
    // Decimals are exact as quotients of whole numbers only.
    let number =
        |place: i64| if step < 1.0 { place as f64 / (1.0 / step).round() } else { place as f64 * step };
    ((number(first), number(last)), (first..=last).map(number).collect(), Some(step))
}

/// 1, 2 and 5 times powers of ten, or powers of ten alone, that cover a range.
fn factors(low: f64, high: f64, most: usize) -> Grid {
    let number = |place: i64| {
        let mantissa = [1.0, 2.0, 5.0][place.rem_euclid(3) as usize];
        let power = place.div_euclid(3) as i32;
        if power < 0 { mantissa / 10_f64.powi(-power) } else { mantissa * 10_f64.powi(power) }
    };
    let mut first = 3 * low.log10().floor() as i64;
    while number(first + 1) <= low * (1.0 + 1e-9) {
        first += 1;
    }
    let mut last = first + 1;
    while number(last) < high * (1.0 - 1e-9) {
        last += 1;
    }
    let all: Vec<i64> = (first..=last).collect();
    let every = |stride: i64| -> Vec<i64> {
        all.iter().copied().filter(|place| place.rem_euclid(stride) == 0).collect()
    };
    let chosen = [1, 3, 6, 9, 18].into_iter().map(every).find(|chosen| chosen.len() <= most.max(2));
    let chosen = chosen.filter(|chosen| chosen.len() > 1).unwrap_or_else(|| vec![first, last]);
    ((number(first), number(last)), chosen.into_iter().map(number).collect(), None)
}

/// How a number is written at an axis: short, and like its neighbours.
fn label(unit: Unit, value: f64, step: Option<f64>, largest: f64) -> String {
    let decimals = |factor: f64| {
        let smallest = factor * step.unwrap_or(value.abs());
        usize::try_from(-(smallest.log10() + 1e-9).floor() as i64).unwrap_or(0).min(9)
    };
    let text = match unit {
        Unit::Share => format!("{:.*}%", decimals(100.0), 100.0 * value),
        Unit::Equity if value > 0.0 => format!("+{value:.*}", decimals(1.0)),
        Unit::Count if value.abs() >= 1e6 => format!("{}M", rounded(value / 1e6)),
        Unit::Count if value.abs() >= 1e4 => format!("{}k", rounded(value / 1e3)),
        Unit::Count if value.fract() == 0.0 => Unit::Count.write(value),
        Unit::Seconds if step.is_none() => Unit::Seconds.write(value),
        Unit::Seconds => {
            // All in the unit of the largest.
            let written = Unit::Seconds.write(largest);
            let suffix = written.split_once(' ').map_or("s", |(_, suffix)| suffix).to_owned();
            let factor = match suffix.as_str() {
                "h" => 1.0 / 3600.0,
                "min" => 1.0 / 60.0,
                "ms" => 1e3,
                "us" => 1e6,
                "ns" => 1e9,
                _ => 1.0,
            };
            format!("{} {suffix}", rounded(value * factor))
        }
        Unit::Probability if value != 0.0 && value.abs() < 1e-3 => format!("{value:.0e}"),
        _ if value.abs() >= 1e4 => Unit::Count.write(value),
        _ => format!("{value:.*}", decimals(1.0)),
    };
    crate::report::typeset(&text)
}

/// A number with at most three decimals, without trailing zeros.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(unit: Unit, is_logarithmic: bool, low: f64, high: f64) -> Vec<String> {
        let axis = Axis { label: String::new(), unit, is_logarithmic, range: None };
        let scale = Scale::new(&axis, &[low, high], (0.0, 100.0), 6);
        assert!(scale.holds(low) && scale.holds(high), "{unit:?} {low} {high} {:?}", scale.domain);
        assert!(scale.at(low) >= 0.0 && scale.at(high) <= 100.0);
        scale.ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(Unit::Share, false, 0.0, 1.0), ["0%", "20%", "40%", "60%", "80%", "100%"]);
        assert_eq!(labels(Unit::Equity, false, -1.0, 1.0), ["−1.0", "−0.5", "0.0", "+0.5", "+1.0"]);
        assert_eq!(
            labels(Unit::Decimal, false, 39.68, 40.25),
            ["39.6", "39.7", "39.8", "39.9", "40.0", "40.1", "40.2", "40.3"]
        );
        assert_eq!(labels(Unit::Count, true, 10_000.0, 200_000.0), ["10k", "20k", "50k", "100k", "200k"]);
        assert_eq!(labels(Unit::Seconds, true, 0.03, 55.0), ["100 ms", "1 s", "10 s", "100 s"]);
        assert_eq!(
            labels(Unit::Seconds, false, 0.0, 54e-6),
            ["0 µs", "10 µs", "20 µs", "30 µs", "40 µs", "50 µs", "60 µs"]
        );
        assert_eq!(labels(Unit::Count, false, 0.0, 92.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(labels(Unit::Count, true, 7.0, 7.0), ["5", "10"]);
        assert_eq!(labels(Unit::Count, false, 0.0, 0.0), ["0", "1"]);
    }

    #[test]
    fn labels_stand_side_by_side_where_there_is_little_room() {
        let axis = Axis { label: String::new(), unit: Unit::Decimal, is_logarithmic: false, range: None };
        for wide in [60.0, 120.0, 240.0, 480.0] {
            let scale = Scale::horizontal(&axis, &[1000.5, 1007.25], (0.0, wide), 12.0);
            let half = |tick: &Tick| text_width(&tick.label, 12.0) / 2.0;
            for pair in scale.ticks.windows(2) {
                let (end, begin) =
                    (scale.at(pair[0].value) + half(&pair[0]), scale.at(pair[1].value) - half(&pair[1]));
                assert!(end < begin || scale.ticks.len() == 2, "{wide}: {} {}", pair[0].label, pair[1].label);
            }
        }
    }

    #[test]
    fn a_number_that_cannot_be_drawn_is_at_the_end_of_the_axis() {
        let axis = Axis { label: String::new(), unit: Unit::Count, is_logarithmic: true, range: None };
        let scale = Scale::new(&axis, &[1.0, 100.0, 0.0, f64::NAN], (0.0, 100.0), 6);
        assert_eq!(scale.at(0.0), 0.0);
        assert_eq!(scale.at(f64::INFINITY), 100.0);
        assert_eq!(scale.at(f64::NAN), 0.0);
        assert!((scale.at(10.0) - 50.0).abs() < 1e-9);
        assert!(!scale.holds(0.0) && !scale.holds(f64::NAN));
    }
}
