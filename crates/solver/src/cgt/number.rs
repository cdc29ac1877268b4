//! Numbers of combinatorial games: integers and fractions whose denominator is a power of two.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms: an odd numerator, or no denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Dyadic {
    numerator: i64,
    /// The logarithm of the denominator.
    halvings: u32,
}

impl Dyadic {
    pub(super) const fn integer(number: i64) -> Self {
        Self { numerator: number, halvings: 0 }
    }

    fn reduced(mut numerator: i64, mut halvings: u32) -> Self {
        while halvings > 0 && numerator % 2 == 0 {
            numerator /= 2;
            halvings -= 1;
        }
        Self { numerator, halvings }
    }

    pub(super) fn as_integer(self) -> Option<i64> {
        (self.halvings == 0).then_some(self.numerator)
    }

    /// The numerators of two numbers over the larger denominator.
    fn with_common_denominator(self, other: Self) -> (i64, i64, u32) {
        let halvings = self.halvings.max(other.halvings);
        let over = |number: Self| number.numerator << (halvings - number.halvings);
        (over(self), over(other), halvings)
    }

    /// The number half-way between two.
    pub(super) fn between(self, other: Self) -> Self {
        let (one, other, halvings) = self.with_common_denominator(other);
        Self::reduced(one + other, halvings + 1)
    }

    /// The options of the number in canonical form: left and right.
    pub(super) fn options(self) -> [Option<Self>; 2] {
        let beside = |by: i64| Self::reduced(self.numerator + by, self.halvings);
        match (self.halvings, self.numerator) {
            (0, 0) => [None, None],
            (0, 1..) => [Some(beside(-1)), None],
            (0, _) => [None, Some(beside(1))],
            _ => [Some(beside(-1)), Some(beside(1))],
        }
    }
}

impl std::ops::Add for Dyadic {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (one, other, halvings) = self.with_common_denominator(other);
        Self::reduced(one + other, halvings)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let (one, other, _) = self.with_common_denominator(*other);
        one.cmp(&other)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_integer() {
            Some(number) => write!(out, "{number}"),
            None => write!(out, "{}/{}", self.numerator, 1_i64 << self.halvings),
        }
    }
}
