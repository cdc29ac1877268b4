//! How figures are written in sentences and tables: every [`Unit`] in one place.

use crate::findings::{Measured, Unit};

/// How numbers of about one size are written: those of an interval like the value that it belongs to.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Style {
    /// What the number is multiplied with.
    factor: f64,
    decimals: usize,
    suffix: &'static str,
    /// Whether a number above zero gets a plus.
    has_sign: bool,
}

/// The units of time from large to small: how many seconds each has.
const TIMES: [(f64, &str); 6] =
    [(3600.0, " h"), (60.0, " min"), (1.0, " s"), (1e-3, " ms"), (1e-6, " us"), (1e-9, " ns")];

impl Unit {
    /// A number alone: `71%`, `-0.94`, `54 us`, `45,536`, `42.57`, `1.16e-8`.
    #[must_use]
    pub fn write(self, value: f64) -> String {
        let style = self.style(value, None);
        let digits = style.digits(value);
        match self {
            _ if !value.is_finite() => digits,
            Self::Probability if value != 0.0 && value.abs() < 1e-4 => format!("{value:.2e}"),
            Self::Share | Self::Seconds => format!("{}{}", trimmed(&digits), style.suffix),
            _ => digits + style.suffix,
        }
    }

    /// A difference of two numbers, with its sign: `+21 points`, `-3.2 ms`.
    #[must_use]
    pub fn write_difference(self, value: f64) -> String {
        let style = self.style_of_differences(value, None);
        format!("{}{}", trimmed(&style.digits(value)), style.suffix)
    }

    /// How a difference and the ends of its interval are written.
    fn style_of_differences(self, value: f64, of: Option<u64>) -> Style {
        let style = self.style(value, of);
        let suffix = if self == Self::Share { " points" } else { style.suffix };
        Style { suffix, has_sign: true, ..style }
    }

    /// A difference with its interval and the number of games, if known: `+21 points (+7 to +34)`.
    #[must_use]
    pub fn write_difference_with(self, value: f64, (low, high): (f64, f64), of: Option<u64>) -> String {
        let style = self.style_of_differences(value, of);
        format!("{}{} ({} to {})", style.digits(value), style.suffix, style.digits(low), style.digits(high))
    }

    /// The style of a number, by the number of games if known: a tenth of a percent means nothing in 50 games.
    fn style(self, value: f64, of: Option<u64>) -> Style {
        let plain = |decimals| Style { factor: 1.0, decimals, suffix: "", has_sign: false };
        match self {
            Self::Share => {
                let decimals = usize::from(of.is_none_or(|of| of >= 500));
                Style { factor: 100.0, suffix: "%", ..plain(decimals) }
            }
            Self::Equity => Style { has_sign: true, ..plain(2) },
            Self::Seconds => {
                let size = value.abs();
                // A second and a half is no fraction of a minute: minutes begin at two.
                let fits = |&&(seconds, _): &&(f64, &str)| {
                    size >= if seconds > 1.0 { 2.0 * seconds } else { 0.9995 * seconds }
                };
                let (seconds, suffix) = *TIMES.iter().find(fits).unwrap_or(&TIMES[2]);
                Style { factor: 1.0 / seconds, suffix, ..plain(places(value / seconds, 3)) }
            }
            Self::Count => plain(usize::from(value.abs() < 10.0 && value.fract() != 0.0)),
            Self::Decimal => plain(2),
            Self::Probability => plain(places(value, 3).min(6)),
        }
    }
}

impl Style {
    /// The number without its unit.
    fn digits(&self, value: f64) -> String {
        if !value.is_finite() {
            return "-".to_owned();
        }
        let written = separated(&format!("{:.*}", self.decimals, value * self.factor));
        // Rounding leaves a zero with a sign.
        let is_zero = written.chars().all(|digit| !digit.is_ascii_digit() || digit == '0');
        let written = if is_zero { written.trim_start_matches('-').to_owned() } else { written };
        if self.has_sign && value > 0.0 && !is_zero { format!("+{written}") } else { written }
    }
}

impl Measured {
    /// What we found, with interval and number: `71% (61 to 79) of 100`.
    #[must_use]
    pub fn words(&self) -> String {
        let Some(ours) = self.ours else { return "nothing measured".to_owned() };
        let of = self.of.map_or(String::new(), |of| format!(" of {}", Unit::Count.write(of as f64)));
        format!("{}{of}", self.ours_with_interval(ours))
    }

    /// Our value in the style of its interval.
    #[must_use]
    pub fn value_words(&self) -> Option<String> {
        let ours = self.ours?;
        let style = self.unit.style(ours, self.of);
        Some(match self.interval {
            Some(_) => style.digits(ours) + style.suffix,
            None => self.unit.write(ours),
        })
    }

    /// The ends of the interval in the style of our value: `61 to 79`.
    #[must_use]
    pub fn interval_words(&self) -> Option<String> {
        let (low, high) = self.interval?;
        let style = self.unit.style(self.ours?, self.of);
        Some(format!("{} to {}", style.digits(low), style.digits(high)))
    }

    fn ours_with_interval(&self, ours: f64) -> String {
        let value = self.value_words().unwrap_or_else(|| self.unit.write(ours));
        self.interval_words().map_or(value.clone(), |interval| format!("{value} ({interval})"))
    }
}

/// A text as a sentence: it begins with a capital and ends with a stop. A first word that is a name keeps its letters:
/// `i7-11800H`, `otrera:`.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim();
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_word = first.trim_end_matches(',').chars().all(|letter| letter.is_ascii_lowercase());
    let stop = if text.is_empty() || text.ends_with(['.', '!', '?']) { "" } else { "." };
    let mut letters = text.chars();
    let begin = letters.next().filter(|_| is_word).map(|letter| letter.to_uppercase().to_string());
    format!("{}{stop}", begin.map_or(text.to_owned(), |begin| begin + letters.as_str()))
}

/// The decimals of a number with a number of significant digits.
fn places(value: f64, significant: i32) -> usize {
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    let before = value.abs().log10().floor() as i32 + 1;
    usize::try_from(significant - before).unwrap_or(0).min(12)
}

/// The number without trailing zeros: `64.8`, `71`.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

/// The number with a comma at every third digit before the point.
fn separated(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let (whole, rest) = digits.find('.').map_or((digits, ""), |point| digits.split_at(point));
    let mut out = String::from(sign);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confidence::Confidence;

    #[test]
    fn every_unit_is_written_as_papers_write_it() {
        for (unit, value, text) in [
            (Unit::Share, 0.71, "71%"),
            (Unit::Share, 0.648, "64.8%"),
            (Unit::Share, 1.0, "100%"),
            (Unit::Equity, 0.42, "+0.42"),
            (Unit::Equity, -0.94, "-0.94"),
            (Unit::Equity, -0.001, "0.00"),
            (Unit::Seconds, 54e-6, "54 us"),
            (Unit::Seconds, 2.1, "2.1 s"),
            (Unit::Seconds, 55.0, "55 s"),
            (Unit::Seconds, 337.4, "5.62 min"),
            (Unit::Seconds, 0.0, "0 s"),
            (Unit::Seconds, 0.001, "1 ms"),
            (Unit::Count, 45_536.0, "45,536"),
            (Unit::Count, 1_234_567.4, "1,234,567"),
            (Unit::Count, -1_234.0, "-1,234"),
            (Unit::Count, 5.3, "5.3"),
            (Unit::Decimal, 42.567, "42.57"),
            (Unit::Probability, 1.1604e-8, "1.16e-8"),
            (Unit::Probability, 0.001_316, "0.00132"),
            (Unit::Probability, 0.5, "0.500"),
            (Unit::Decimal, f64::NAN, "-"),
        ] {
            assert_eq!(unit.write(value), text, "{unit:?} {value}");
        }
        assert_eq!(Unit::Share.write_difference(0.21), "+21 points");
        assert_eq!(Unit::Seconds.write_difference(-0.0032), "-3.2 ms");
    }

    #[test]
    fn a_sentence_begins_and_ends_as_one() {
        for (text, whole) in [
            ("it won", "It won."),
            (" so, it is. ", "So, it is."),
            ("i7-11800H, 5 s", "i7-11800H, 5 s."),
            ("otrera: 3 of 4", "otrera: 3 of 4."),
            ("2S + s - 1", "2S + s - 1."),
            ("", ""),
        ] {
            assert_eq!(sentence(text), whole);
        }
    }

    #[test]
    fn an_interval_is_written_like_its_value() {
        assert_eq!(Measured::share(71, 100, Confidence::USUAL).words(), "71% (61 to 79) of 100");
        assert_eq!(Measured::share(710, 1000, Confidence::USUAL).words(), "71.0% (68.1 to 73.7) of 1,000");
        assert_eq!(Measured::share(0, 0, Confidence::USUAL).words(), "nothing measured");
        assert_eq!(Measured::number(2176.0, Unit::Count).words(), "2,176");
        let time = Measured { interval: Some((0.0009, 0.0013)), ..Measured::number(0.0011, Unit::Seconds) };
        assert_eq!(time.words(), "1.10 ms (0.90 to 1.30)");
    }
}
