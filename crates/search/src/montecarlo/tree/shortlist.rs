//! The few best of the thousands of children that a root has.
//!
//! A child that is not visited changes its value only because ln N grows, and slowly. So all children are valued once in
//! a while, the best are put on a list, and until their values have fallen to where the others may have risen, the list
//! alone is looked at. The child chosen is as good as if all were looked at.
//!
//! Early on hundreds of children are alike: visited once and won. They rise together, so as long as one of them is left
//! on the list, those that found no place on it are no better.

use super::arena::UctNode;
use super::formula::Formula;

/// How many children are on the list.
const LENGTH: usize = 48;

/// The best children of one node.
#[derive(Clone, Debug, Default)]
pub(super) struct Shortlist {
    /// Their places, in order; none before the first look.
    places: Vec<u32>,
    /// Visits and total of the best child that found no place.
    left_out: (u32, f64),
    /// The largest value of a child without a place that is not like that one, and sqrt(ln N), when the list was made.
    floor: f64,
    root_ln: f64,
    values: Vec<(f64, u32)>,
}

impl Shortlist {
    /// Whether a node has enough children for a list to pay.
    pub(super) fn is_worthwhile(children: &[UctNode]) -> bool {
        children.len() > 4 * LENGTH
    }

    /// The place of the child with the largest value, the first of equal ones. From call to call the children are the
    /// same, and only the child chosen was visited.
    pub(super) fn choose(&mut self, formula: Formula, children: &[UctNode], parent_visits: u32) -> usize {
        let ln = libm::log(f64::from(parent_visits.max(1)));
        let value = |place: u32| {
            let child = &children[place as usize];
            formula.value(child.total, child.visits, ln)
        };
        if !self.places.is_empty() {
            let ceiling = self.floor + formula.steepness() * (ln.sqrt() - self.root_ln);
            let (place, best) = best_of(self.places.iter().map(|&place| (value(place), place)));
            let left_out = formula.value(self.left_out.1, self.left_out.0, ln);
            if best > ceiling && best >= left_out {
                return place;
            }
        }
        self.values.clear();
        self.values.extend((0..children.len() as u32).map(|place| (value(place), place)));
        let by_value =
            |one: &(f64, u32), other: &(f64, u32)| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1));
        let (listed, &mut (_, left_out), rest) = self.values.select_nth_unstable_by(LENGTH, by_value);
        let figures = |place: u32| (children[place as usize].visits, children[place as usize].total);
        self.left_out = figures(left_out);
        let others = rest.iter().filter(|(_, place)| figures(*place) != self.left_out);
        let floor = others.fold(f64::NEG_INFINITY, |floor, (value, _)| floor.max(*value));
        self.places.clear();
        self.places.extend(listed.iter().map(|&(_, place)| place));
        self.places.sort_unstable();
        (self.floor, self.root_ln) = (floor, ln.sqrt());
        best_of(self.places.iter().map(|&place| (value(place), place))).0
    }
}

/// The place with the largest value, the first of equal ones, and that value.
fn best_of(values: impl Iterator<Item = (f64, u32)>) -> (usize, f64) {
    let start = (0, f64::NEG_INFINITY);
    values.fold(start, |best, (value, place)| if value > best.1 { (place as usize, value) } else { best })
}

#[cfg(test)]
mod tests {
    use amazons::{Move, Square};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::arena::{Arena, ROOT};
    use super::super::formula::BareSteps;
    use super::*;

    #[test]
    fn the_list_chooses_as_if_all_were_looked_at() {
        let square = |number: u32| Square::from_index(number as u8);
        for formula in [Formula::Tuned, Formula::Ucb1 { c: 0.7 }, Formula::Ucb1 { c: 0.02 }] {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut arena = Arena::default();
            arena.reset();
            arena.get_mut(ROOT).open(300);
            for number in 0..300 {
                let mv = Move { from: square(number), to: square(1), arrow: square(2) };
                let child = arena.add(ROOT, mv).unwrap();
                arena.get_mut(child).visits = 1;
                arena.get_mut(child).total = f64::from(rng.random_range(0..2_u8));
            }
            let mut shortlist = Shortlist::default();
            let mut looks = 0;
            for visits in 300..30_000 {
                let children = arena.tried(ROOT);
                let before = (shortlist.floor, shortlist.root_ln);
                let chosen = shortlist.choose(formula, children, visits);
                looks += u32::from(before != (shortlist.floor, shortlist.root_ln));
                let expected = formula.choose(children, visits, BareSteps::Alike);
                let value = |place: usize| {
                    formula.value(children[place].total, children[place].visits, libm::log(f64::from(visits)))
                };
                assert!((value(chosen) - value(expected)).abs() < 1e-12, "{formula:?} at {visits}");
                let child = arena.first(ROOT) + chosen as u32;
                let chance = 0.3 + 0.4 * chosen as f64 / 300.0;
                arena.get_mut(child).visits += 1;
                arena.get_mut(child).total += f64::from(u8::from(rng.random::<f64>() < chance));
            }
            assert!(looks < 10_000, "{formula:?}: {looks} looks at all children");
        }
    }
}
