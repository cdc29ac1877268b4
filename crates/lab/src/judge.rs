//! Judges statements by 95% intervals: seen, not seen, or undecided at this number of games.
//!
//! Nothing but [`Measured`] values with their own intervals is needed. Intervals of differences, ratios and trends are
//! recovered from those of the parts (MOVER: G. Y. Zou, A. Donner, "Construction of confidence limits about effect
//! measures: a general approach", Statistics in Medicine 27 (2008), 1693-1702). For two shares with Wilson's intervals
//! the difference is Newcombe's method 10 (R. G. Newcombe, "Interval estimation for the difference between independent
//! proportions", Statistics in Medicine 17 (1998), 873-890). The parts have to be independent of each other.
//!
//! A statement is [`StatementVerdict::Seen`] where the whole interval says so, [`StatementVerdict::NotSeen`] where the whole
//! interval says otherwise. The sentence of the reason is made of the figures.

use crate::cells::CellSet;
use crate::findings::{Cause, Measured, Statement, StatementSource, StatementVerdict, Unit, Why};
use crate::words::sentence;

/// A quantity with the words that it has in a sentence: `("UCT with 10,000 playouts against mobility", won)`.
pub(crate) type Named<'a> = (&'a str, Measured);

/// Where a quantity is said to lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Region {
    /// Above a bound.
    Above(f64),
    /// Below a bound.
    Below(f64),
    /// Between two bounds, these included.
    Between(f64, f64),
}

impl Region {
    /// What an interval says about it.
    #[must_use]
    pub(crate) fn verdict(self, (low, high): (f64, f64)) -> StatementVerdict {
        let (is_inside, is_outside) = match self {
            Self::Above(bound) => (low > bound, high < bound),
            Self::Below(bound) => (high < bound, low > bound),
            Self::Between(from, to) => (low >= from && high <= to, high < from || low > to),
        };
        match (is_inside, is_outside) {
            (true, _) => StatementVerdict::Seen,
            (_, true) => StatementVerdict::NotSeen,
            _ => StatementVerdict::Undecided,
        }
    }

    /// How an interval lies to it, in words.
    fn words(self, interval: (f64, f64), write: impl Fn(f64) -> String) -> String {
        match (self, self.verdict(interval)) {
            (Self::Above(bound), StatementVerdict::Seen)
            | (Self::Below(bound), StatementVerdict::NotSeen) => {
                format!("all of the interval lies above {}", write(bound))
            }
            (Self::Below(bound), StatementVerdict::Seen)
            | (Self::Above(bound), StatementVerdict::NotSeen) => {
                format!("all of the interval lies below {}", write(bound))
            }
            (Self::Above(bound) | Self::Below(bound), StatementVerdict::Undecided) => {
                format!("the interval holds {}", write(bound))
            }
            (Self::Between(from, to), verdict) => {
                let range = format!("{} to {}", write(from), write(to));
                match verdict {
                    StatementVerdict::Seen => format!("all of the interval lies within {range}"),
                    StatementVerdict::NotSeen => format!("all of the interval lies outside {range}"),
                    StatementVerdict::Undecided => format!("the interval reaches beyond {range}"),
                }
            }
        }
    }
}

/// Judges that a quantity is above a bound.
#[must_use]
pub(crate) fn above(claim: &str, quantity: Named<'_>, bound: f64) -> Statement {
    lies_within(claim, quantity, Region::Above(bound))
}

/// Judges that a quantity is below a bound.
#[must_use]
pub(crate) fn below(claim: &str, quantity: Named<'_>, bound: f64) -> Statement {
    lies_within(claim, quantity, Region::Below(bound))
}

/// Judges where a quantity lies.
#[must_use]
pub(crate) fn lies_within(claim: &str, (name, measured): Named<'_>, region: Region) -> Statement {
    let figures = format!("{name}: {}", measured.words());
    let Some(interval) = measured.interval else { return undecided(claim, &figures, measured.cells) };
    let words = region.words(interval, |bound| measured.unit.write(bound));
    judged(claim, region.verdict(interval), format!("{figures}; {words}"), measured.cells)
}

/// Judges that the first quantity is greater than the second.
#[must_use]
pub(crate) fn greater(claim: &str, more: Named<'_>, less: Named<'_>) -> Statement {
    differs(claim, more, less, Region::Above(0.0))
}

/// Judges where the difference of two quantities, the first less the second, lies.
#[must_use]
pub(crate) fn differs(claim: &str, one: Named<'_>, other: Named<'_>, region: Region) -> Statement {
    let (figures, cells) = (both(one, other), one.1.cells.union(other.1.cells));
    let Some((difference, interval)) = difference(&one.1, &other.1) else {
        return undecided(claim, &figures, cells);
    };
    let unit = one.1.unit;
    let words = region.words(interval, |bound| match bound {
        0.0 => "0".to_owned(),
        _ => unit.write_difference(bound),
    });
    let difference = unit.write_difference_with(difference, interval, one.1.of);
    judged(claim, region.verdict(interval), format!("{figures}; difference {difference}, {words}"), cells)
}

/// Judges where the ratio of two positive quantities, the first by the second, lies: `Region::Between(20.0, 30.0)` for
/// a factor of 20 to 30, `Region::Above(2.0)` for more than twice as much.
#[must_use]
pub(crate) fn ratio(claim: &str, one: Named<'_>, other: Named<'_>, region: Region) -> Statement {
    let (figures, cells) = (both(one, other), one.1.cells.union(other.1.cells));
    let Some((factor, interval)) = factor(&one.1, &other.1) else {
        return undecided(claim, &figures, cells);
    };
    let write = |value: f64| {
        let digits = usize::from(value < 100.0) + usize::from(value < 10.0);
        if value.is_finite() { format!("{value:.digits$}") } else { "any".to_owned() }
    };
    let (low, high) = interval;
    let factor = format!("ratio {} ({} to {})", write(factor), write(low), write(high));
    let words = region.words(interval, write);
    judged(claim, region.verdict(interval), format!("{figures}; {factor}, {words}"), cells)
}

/// Judges that a quantity grows along a series, each with the words of its place: `("10,000 playouts", won)`.
///
/// It is the slope of the line of least squares over the places 1, 2, 3 and so on that is judged, not every single step.
#[must_use]
pub(crate) fn growing(claim: &str, what: &str, series: &[Named<'_>]) -> Statement {
    trend(claim, what, series, Region::Above(0.0))
}

/// Judges where the mean change from one place of a series to the next lies.
#[must_use]
pub(crate) fn trend(claim: &str, what: &str, series: &[Named<'_>], region: Region) -> Statement {
    let places: Vec<String> =
        series.iter().map(|(name, measured)| format!("{name} {}", measured.words())).collect();
    let figures = format!("{what}: {}", places.join(", "));
    let values: Vec<Measured> = series.iter().map(|&(_, measured)| measured).collect();
    let cells = values.iter().fold(CellSet::default(), |all, value| all.union(value.cells));
    let Some((slope, interval)) = slope(&values) else { return undecided(claim, &figures, cells) };
    let unit = values[0].unit;
    let words = region.words(interval, |bound| match bound {
        0.0 => "0".to_owned(),
        _ => unit.write_difference(bound),
    });
    let slope = unit.write_difference_with(slope, interval, None);
    judged(claim, region.verdict(interval), format!("{figures}; change a step {slope}, {words}"), cells)
}

/// Judges a quantity that no chance is in: a number of nodes, a test on given data.
#[must_use]
pub(crate) fn exact(claim: &str, (name, measured): Named<'_>, region: Region) -> Statement {
    let figures = format!("{name}: {}", measured.words());
    let Some(ours) = measured.ours else {
        return judged(claim, StatementVerdict::Undecided, figures, measured.cells);
    };
    let paper = measured.paper.map(|paper| format!("; the paper has {}", measured.unit.write(paper)));
    judged(claim, region.verdict((ours, ours)), figures + &paper.unwrap_or_default(), measured.cells)
}

/// A statement of several parts: seen when all are, not seen when one is not.
#[must_use]
pub(crate) fn all(claim: &str, parts: &[Statement]) -> Statement {
    let has = |verdict: StatementVerdict| parts.iter().any(|part| part.verdict == verdict);
    let verdict = match (has(StatementVerdict::NotSeen), has(StatementVerdict::Undecided) || parts.is_empty())
    {
        (true, _) => StatementVerdict::NotSeen,
        (_, true) => StatementVerdict::Undecided,
        _ => StatementVerdict::Seen,
    };
    let reasons: Vec<String> = parts.iter().map(|part| sentence(&part.because)).collect();
    let cells = parts.iter().fold(CellSet::default(), |all, part| all.union(part.cells));
    judged(claim, verdict, reasons.join(" "), cells)
}

/// The difference of two quantities with its interval; none where one of them has none.
#[must_use]
pub(crate) fn difference(one: &Measured, other: &Measured) -> Option<(f64, (f64, f64))> {
    combination(&[(1.0, *one), (-1.0, *other)])
}

/// The ratio of two positive quantities with its interval: the difference of logarithms. An interval that reaches down
/// to zero leaves the ratio open at that end.
#[must_use]
pub(crate) fn factor(one: &Measured, other: &Measured) -> Option<(f64, (f64, f64))> {
    let logarithm = |measured: &Measured| {
        let (ours, (low, high)) = (measured.ours?, measured.interval?);
        let interval = Some((low.max(0.0).ln(), high.ln()));
        (ours > 0.0).then(|| Measured { ours: Some(ours.ln()), interval, ..*measured })
    };
    let (ratio, (low, high)) = difference(&logarithm(one)?, &logarithm(other)?)?;
    Some((ratio.exp(), (low.exp(), high.exp())))
}

/// The mean of independent quantities of one unit, each counting alike, with its interval; nothing where there are none.
#[must_use]
pub(crate) fn mean(parts: &[Measured]) -> Measured {
    if parts.is_empty() {
        return Measured::default();
    }
    let weight = 1.0 / parts.len() as f64;
    let terms: Vec<(f64, Measured)> = parts.iter().map(|part| (weight, *part)).collect();
    let mean = combination(&terms);
    Measured {
        ours: mean.map(|(mean, _)| mean),
        interval: mean.map(|(_, interval)| interval),
        of: parts.iter().map(|part| part.of).sum(),
        unit: parts.first().map_or_else(Unit::default, |part| part.unit),
        cells: parts.iter().fold(CellSet::default(), |all, part| all.union(part.cells)),
        ..Measured::default()
    }
}

/// The slope of the line of least squares through a series at 1, 2, 3 and so on, with its interval.
#[must_use]
pub(crate) fn slope(series: &[Measured]) -> Option<(f64, (f64, f64))> {
    if series.len() < 2 {
        return None;
    }
    let middle = (series.len() - 1) as f64 / 2.0;
    let squares: f64 = (0..series.len()).map(|place| (place as f64 - middle).powi(2)).sum();
    let weight = |place: usize| (place as f64 - middle) / squares;
    let terms: Vec<(f64, Measured)> =
        series.iter().enumerate().map(|(place, measured)| (weight(place), *measured)).collect();
    combination(&terms)
}

/// A weighted sum of independent quantities with its interval.
///
/// G. Y. Zou, W. Huang, X. Zhang, "A note on confidence interval estimation for a linear function of binomial
/// proportions", Computational Statistics and Data Analysis 53 (2009), 1080-1085.
fn combination(terms: &[(f64, Measured)]) -> Option<(f64, (f64, f64))> {
    let (mut sum, mut below, mut above) = (0.0, 0.0, 0.0);
    for (weight, measured) in terms {
        let (ours, (low, high)) = (measured.ours?, measured.interval?);
        sum += weight * ours;
        let (down, up) = if *weight < 0.0 { (high, low) } else { (low, high) };
        below += (weight * (ours - down)).powi(2);
        above += (weight * (up - ours)).powi(2);
    }
    Some((sum, (sum - below.sqrt(), sum + above.sqrt())))
}

fn both((one, first): Named<'_>, (other, second): Named<'_>) -> String {
    format!("{one}: {}; {other}: {}", first.words(), second.words())
}

fn undecided(claim: &str, figures: &str, cells: CellSet) -> Statement {
    let because = format!("{figures}; there is no interval to judge by");
    judged(claim, StatementVerdict::Undecided, because, cells)
}

fn judged(claim: &str, verdict: StatementVerdict, because: String, cells: CellSet) -> Statement {
    Statement { claim: claim.to_owned(), verdict, because, cells, ..Statement::default() }
}

impl Statement {
    /// The same as a question of ours.
    #[must_use]
    pub(crate) fn of_ours(self) -> Self {
        Self { source: StatementSource::Ours, ..self }
    }

    /// The same with the reason why it was not seen, if it was not.
    #[must_use]
    pub(crate) fn if_not_seen(self, cause: Cause, reason: &str) -> Self {
        let why = Why { cause, reason: reason.to_owned() };
        Self { why: (self.verdict == StatementVerdict::NotSeen).then_some(why), ..self }
    }

    /// Whether it is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict != StatementVerdict::Undecided
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confidence::Confidence;

    fn close(found: (f64, f64), expected: (f64, f64)) {
        let is_close = |a: f64, b: f64| (a - b).abs() < 1e-4;
        assert!(is_close(found.0, expected.0) && is_close(found.1, expected.1), "{found:?} {expected:?}");
    }

    fn with_interval(ours: f64, low: f64, high: f64, unit: Unit) -> Measured {
        Measured { interval: Some((low, high)), ..Measured::number(ours, unit) }
    }

    /// Of two with the same games it is the pooled share, with an interval as wide as half that of their difference.
    #[test]
    fn a_mean_is_half_the_sum() {
        let [one, other] = [40, 60].map(|count| Measured::share(count, 100, Confidence::USUAL));
        let all = mean(&[one, other]);
        assert_eq!((all.ours, all.of, all.unit), (Some(0.5), Some(200), Unit::Share));
        let (low, high) = all.interval.unwrap();
        let (_, difference) = difference(&other, &one).unwrap();
        assert!((high - low - (difference.1 - difference.0) / 2.0).abs() < 0.01);
        assert_eq!(mean(&[one, Measured::default()]).interval, None);
    }

    /// Table II of Newcombe 1998, method 10.
    #[test]
    fn differences_of_shares_have_newcombes_interval() {
        for ((a, m), (b, n), expected) in [
            ((56, 70), (48, 80), (0.0524, 0.3339)),
            ((9, 10), (3, 10), (0.1705, 0.8090)),
            ((6, 7), (2, 7), (0.0582, 0.8062)),
            ((5, 56), (0, 29), (-0.0381, 0.1926)),
            ((0, 10), (0, 20), (-0.1611, 0.2775)),
            ((10, 10), (0, 10), (0.6075, 1.0)),
        ] {
            let (found, interval) = difference(
                &Measured::share(a, m, Confidence::USUAL),
                &Measured::share(b, n, Confidence::USUAL),
            )
            .unwrap();
            assert!((found - (a as f64 / m as f64 - b as f64 / n as f64)).abs() < 1e-12);
            close(interval, expected);
        }
    }

    #[test]
    fn a_ratio_is_a_difference_of_logarithms() {
        let one = with_interval(20.0, 10.0, 40.0, Unit::Count);
        let other = with_interval(2.0, 1.0, 4.0, Unit::Count);
        let (ratio, interval) = factor(&one, &other).unwrap();
        assert!((ratio - 10.0).abs() < 1e-12);
        let spread = 2_f64.powf(2_f64.sqrt());
        close(interval, (10.0 / spread, 10.0 * spread));
        let open = with_interval(2.0, -1.0, 4.0, Unit::Count);
        assert_eq!(factor(&one, &open).unwrap().1.1, f64::INFINITY);
        assert_eq!(factor(&open, &one).unwrap().1.0, 0.0);
        assert_eq!(factor(&Measured::share(0, 9, Confidence::USUAL), &one), None);
    }

    #[test]
    fn a_slope_of_two_is_their_difference_and_of_a_line_its_own() {
        let (few, many) =
            (Measured::share(48, 80, Confidence::USUAL), Measured::share(56, 70, Confidence::USUAL));
        assert_eq!(slope(&[few, many]), difference(&many, &few));
        let line: Vec<Measured> =
            [1.0, 3.0, 5.0, 7.0].map(|y| with_interval(y, y - 1.0, y + 1.0, Unit::Decimal)).to_vec();
        let (found, interval) = slope(&line).unwrap();
        assert!((found - 2.0).abs() < 1e-12);
        // The variance of a slope is that of a point by the sum of squares, here 5.
        close(interval, (2.0 - 0.2_f64.sqrt(), 2.0 + 0.2_f64.sqrt()));
        assert_eq!(slope(&line[..1]), None);
    }

    #[test]
    fn a_region_is_seen_not_seen_or_open() {
        use StatementVerdict::{NotSeen, Seen, Undecided};
        for (region, interval, verdict) in [
            (Region::Above(0.5), (0.51, 0.6), Seen),
            (Region::Above(0.5), (0.5, 0.6), Undecided),
            (Region::Above(0.5), (0.3, 0.49), NotSeen),
            (Region::Below(0.5), (0.3, 0.49), Seen),
            (Region::Below(0.5), (0.3, 0.5), Undecided),
            (Region::Below(0.5), (0.51, 0.6), NotSeen),
            (Region::Between(20.0, 30.0), (20.0, 30.0), Seen),
            (Region::Between(20.0, 30.0), (19.0, 25.0), Undecided),
            (Region::Between(20.0, 30.0), (10.0, 40.0), Undecided),
            (Region::Between(20.0, 30.0), (30.5, 40.0), NotSeen),
            (Region::Between(20.0, 30.0), (1.0, 19.0), NotSeen),
        ] {
            assert_eq!(region.verdict(interval), verdict, "{region:?} {interval:?}");
        }
    }

    /// The shares of UCT-AB's Table 1, of 100 games each.
    #[test]
    fn the_reason_is_made_of_the_figures() {
        let share = |count| Measured::share(count, 100, Confidence::USUAL);
        let statement = above("UCT wins.", ("UCT with 10,000 playouts", share(71)), 0.5);
        assert_eq!(statement.verdict, StatementVerdict::Seen);
        assert_eq!(
            statement.because,
            "UCT with 10,000 playouts: 71% (61 to 79) of 100; all of the interval lies above 50%"
        );
        let even = below("UCT loses.", ("UCT", share(57)), 0.5);
        assert_eq!(even.verdict, StatementVerdict::Undecided);
        assert_eq!(even.because, "UCT: 57% (47 to 66) of 100; the interval holds 50%");
        let better = greater("Territory is better.", ("mobility", share(71)), ("territory", share(1)));
        assert_eq!(better.verdict, StatementVerdict::Seen);
        assert!(better.because.contains("; difference +70 points (+59 to +78), all of"), "{better:?}");
        let alike = differs("Alike.", ("one", share(40)), ("other", share(43)), Region::Between(-0.1, 0.1));
        assert_eq!(alike.verdict, StatementVerdict::Undecided);
        assert!(alike.because.ends_with("the interval reaches beyond -10 points to +10 points"));
        let nothing = above("Nothing.", ("it", Measured::share(0, 0, Confidence::USUAL)), 0.5);
        assert_eq!(nothing.verdict, StatementVerdict::Undecided);
        assert_eq!(nothing.because, "it: nothing measured; there is no interval to judge by");
    }

    #[test]
    fn more_playouts_help_along_the_papers_own_rows() {
        let series =
            |counts: [u64; 5]| counts.map(|count| ("row", Measured::share(count, 100, Confidence::USUAL)));
        let judge = |counts| growing("More playouts help.", "UCT", &series(counts)).verdict;
        assert_eq!(judge([71, 89, 90, 97, 100]), StatementVerdict::Seen);
        assert_eq!(judge([1, 8, 11, 24, 34]), StatementVerdict::Seen);
        assert_eq!(judge([50, 52, 49, 51, 50]), StatementVerdict::Undecided);
        assert_eq!(judge([90, 70, 60, 40, 20]), StatementVerdict::NotSeen);
        let falling = trend("", "", &series([90, 70, 60, 40, 20]), Region::Below(0.0));
        assert_eq!(falling.verdict, StatementVerdict::Seen);
    }

    #[test]
    fn factors_and_exact_numbers_are_judged_and_told() {
        let fast = with_interval(45_536.0, 45_000.0, 46_000.0, Unit::Count);
        let slow = with_interval(2_176.0, 2_100.0, 2_250.0, Unit::Count);
        let statement = ratio("Twenty times.", ("both", fast), ("plain", slow), Region::Between(20.0, 30.0));
        assert_eq!(statement.verdict, StatementVerdict::Seen);
        assert!(statement.because.contains("ratio 20.9 (20.2 to 21.7), all of"), "{}", statement.because);
        let nodes = Measured::number(187.0, Unit::Count).beside(187.0);
        let same = exact("187 nodes.", ("nodes", nodes), Region::Between(187.0, 187.0));
        assert_eq!(same.verdict, StatementVerdict::Seen);
        assert_eq!(same.because, "nodes: 187; the paper has 187");
        let other = Measured::number(186.0, Unit::Count);
        assert_eq!(exact("", ("", other), Region::Between(187.0, 187.0)).verdict, StatementVerdict::NotSeen);
    }

    #[test]
    fn a_statement_of_parts_is_as_weak_as_its_weakest() {
        use StatementVerdict::{NotSeen, Seen, Undecided};
        let part = |verdict| judged("", verdict, "so".to_owned(), CellSet::default());
        for (parts, verdict) in [
            (vec![Seen, Seen], Seen),
            (vec![Seen, Undecided], Undecided),
            (vec![Undecided, NotSeen], NotSeen),
            (vec![], Undecided),
        ] {
            let parts: Vec<Statement> = parts.into_iter().map(part).collect();
            let whole = all("Both.", &parts);
            assert_eq!(whole.verdict, verdict);
            assert_eq!(whole.because, vec!["So."; parts.len()].join(" "));
        }
    }
}
