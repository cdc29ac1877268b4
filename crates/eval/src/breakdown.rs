//! The terms of a value, for people and programs.

/// A named part of a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// Its name in the paper.
    pub name: &'static str,
    /// The side to move's minus the other's, unless the name says otherwise.
    pub value: f64,
    /// Its factor; 0 for a number that is only shown.
    pub weight: f64,
}

/// A value and its terms.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Breakdown {
    /// The value to the side to move.
    pub value: f64,
    /// Its terms. Unless the evaluation says otherwise, the value is the sum of weight times value.
    pub terms: Vec<Term>,
}

impl Breakdown {
    /// The breakdown whose value is the weighted sum of its terms.
    #[must_use]
    pub fn sum(terms: Vec<Term>) -> Self {
        Self { value: terms.iter().map(|term| term.weight * term.value).sum(), terms }
    }
}
