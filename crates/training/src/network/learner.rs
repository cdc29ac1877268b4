//! TD(lambda) with back-propagation (THESIS, sections 4.1 and 5.1).
//!
//! An example is a whole game. The network, as it is before the game, values every position; from the result backwards each
//! position gets a target; then every position, the last one first, is learnt by a step of gradient descent on half the squared
//! error. The thesis does not say whether a step is made after each position or after the game. With one step a game, by the sum
//! of its gradients, 160 hidden units would be beyond stability at the thesis's rate (rate x units x positions is above 2: an
//! estimate, not a trial), so ours is the former.

use eval::{Input, Perceptron};

/// A network that learns.
#[derive(Clone, Debug)]
pub struct Learner {
    network: Perceptron,
    rate: f32,
    lambda: f32,
    /// The outputs of every hidden layer, and of the output.
    units: Vec<Vec<f32>>,
    /// The error of every one of these, times the slope.
    deltas: Vec<Vec<f32>>,
    values: Vec<f32>,
}

impl Learner {
    /// A network that learns at a rate with targets of TD(lambda).
    #[must_use]
    pub fn new(network: Perceptron, rate: f32, lambda: f32) -> Self {
        let of =
            |network: &Perceptron| network.layers().iter().map(|layer| vec![0.0; layer.outputs()]).collect();
        Self { units: of(&network), deltas: of(&network), values: Vec::new(), network, rate, lambda }
    }

    /// The network as it is now.
    #[must_use]
    pub fn network(&self) -> &Perceptron {
        &self.network
    }

    /// The network in the end.
    #[must_use]
    pub fn into_network(self) -> Perceptron {
        self.network
    }

    /// Learns a game: its positions in order and its result, 1 where White won, 0 for a draw, -1 where Black won.
    pub fn learn_game<I: AsRef<[Input]>>(&mut self, positions: &[I], result: f32) {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        // The first value is in no target.
        values.extend(positions.iter().map(|inputs| self.network.value(inputs.as_ref())));
        td_targets(&mut values, result, self.lambda);
        for (inputs, &target) in positions.iter().zip(&values).rev() {
            self.learn_position(inputs.as_ref(), target);
        }
        self.values = values;
    }

    /// Makes one step towards a target; returns the value before it.
    pub fn learn_position(&mut self, inputs: &[Input], target: f32) -> f32 {
        let value = self.forward(inputs);
        self.backward(value, target);
        self.step(inputs);
        value
    }

    /// The value of an input; keeps the outputs of all units.
    fn forward(&mut self, inputs: &[Input]) -> f32 {
        let network = &self.network;
        let last = network.layers().len() - 1;
        for (index, layer) in network.layers().iter().enumerate() {
            let (before, rest) = self.units.split_at_mut(index);
            let sums = &mut rest[0];
            sums.copy_from_slice(layer.biases());
            match before.last() {
                None => layer.add_to(inputs, sums),
                Some(units) if layer.outputs() == 1 => {
                    sums[0] += units
                        .iter()
                        .enumerate()
                        .map(|(input, unit)| unit * layer.column(input)[0])
                        .sum::<f32>();
                }
                Some(units) => layer.add_to(&numbered(units), sums),
            }
            if index < last {
                for sum in sums {
                    *sum = network.activate(*sum);
                }
            }
        }
        self.units[last][0]
    }

    /// The errors of all units, from the output back.
    fn backward(&mut self, value: f32, target: f32) {
        let network = &self.network;
        let last = network.layers().len() - 1;
        self.deltas[last][0] = target - value;
        for index in (0..last).rev() {
            let (before, after) = self.deltas.split_at_mut(index + 1);
            let layer = &network.layers()[index + 1];
            for (input, (delta, &unit)) in before[index].iter_mut().zip(&self.units[index]).enumerate() {
                let error: f32 =
                    layer.column(input).iter().zip(&after[0]).map(|(weight, delta)| weight * delta).sum();
                *delta = error * network.slope(unit);
            }
        }
    }

    /// Changes all weights by the rate times what the errors say.
    fn step(&mut self, inputs: &[Input]) {
        for (index, layer) in self.network.layers_mut().iter_mut().enumerate() {
            for delta in &mut self.deltas[index] {
                *delta *= self.rate;
            }
            let deltas = &self.deltas[index];
            for (bias, delta) in layer.biases_mut().iter_mut().zip(deltas) {
                *bias += delta;
            }
            match index.checked_sub(1) {
                None => layer.change(inputs, deltas),
                Some(before) => layer.change(&numbered(&self.units[before]), deltas),
            }
        }
    }
}

/// The outputs of a layer as inputs of the next.
fn numbered(units: &[f32]) -> Vec<Input> {
    (0..).zip(units.iter().copied()).collect()
}

/// Turns the values of a game's positions into their targets: target(t) = (1 - lambda) value(t + 1) + lambda target(t + 1), and the
/// last position's is the result.
pub fn td_targets(values: &mut [f32], result: f32, lambda: f32) {
    let mut target = result;
    let mut next = None;
    for value in values.iter_mut().rev() {
        if let Some(next) = next {
            target = (1.0 - lambda) * next + lambda * target;
        }
        next = Some(*value);
        *value = target;
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn network(sizes: &[usize], seed: u64) -> Perceptron {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Perceptron::from_fn(sizes, 3.0, || rng.random_range(-0.5..0.5))
    }

    const INPUTS: [Input; 4] = [(0, 1.0), (1, -1.0), (3, 2.0), (4, 0.5)];

    #[test]
    fn targets_go_back_from_the_result() {
        let mut values = [0.5, 0.1, -0.2];
        td_targets(&mut values, 1.0, 0.9);
        // 1; 0.1 x -0.2 + 0.9 x 1 = 0.88; 0.1 x 0.1 + 0.9 x 0.88 = 0.802.
        for (target, by_hand) in values.iter().zip([0.802, 0.88, 1.0]) {
            assert!((target - by_hand).abs() < 1e-6, "{values:?}");
        }
        let mut next = [0.5, 0.1, -0.2];
        td_targets(&mut next, 1.0, 0.0);
        assert_eq!(next, [0.1, -0.2, 1.0], "TD(0) looks at the next position only");
    }

    /// The derivative of the value by each weight is what a step changes it by, divided by the rate and the error.
    #[test]
    fn steps_follow_finite_differences() {
        for sizes in [&[5, 4][..], &[5, 6, 3]] {
            let before = network(sizes, 1);
            let mut learner = Learner::new(before.clone(), 0.25, 0.9);
            let value = learner.learn_position(&INPUTS, before.value(&INPUTS) + 2.0);
            assert!((value - before.value(&INPUTS)).abs() < 1e-6);
            let steps: Vec<f32> = learner
                .network()
                .parameters()
                .zip(before.parameters())
                .map(|(new, old)| (new - old) / 0.5)
                .collect();
            assert!(steps.iter().filter(|step| **step != 0.0).count() > steps.len() / 2);
            for (place, &step) in steps.iter().enumerate() {
                let moved = |by: f32| {
                    let mut weights = before
                        .parameters()
                        .enumerate()
                        .map(|(at, weight)| weight + if at == place { by } else { 0.0 });
                    Perceptron::from_fn(sizes, 3.0, || weights.next().unwrap()).value(&INPUTS)
                };
                let difference = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                assert!(
                    (step - difference).abs() < 2e-3,
                    "weight {place} of {sizes:?}: {step} and {difference}"
                );
            }
        }
    }

    /// One unit, one input: the thesis's formulas by hand.
    #[test]
    fn a_step_of_one_unit_by_hand() {
        let mut weights = [0.5, 0.0, 1.0, 0.25].into_iter();
        let network = Perceptron::from_fn(&[1, 1], 2.0, || weights.next().unwrap());
        let mut learner = Learner::new(network, 0.1, 1.0);
        // Sum 0.5, output 1 / 2; value 0.75. The error to -0.25 is -1; the slope 2 (1 - 0.5)^2 = 0.5.
        assert_eq!(learner.learn_position(&[(0, 1.0)], -0.25), 0.75);
        let now: Vec<f32> = learner.network().parameters().collect();
        for (weight, by_hand) in now.iter().zip([0.45, -0.05, 0.95, 0.15]) {
            assert!((weight - by_hand).abs() < 1e-6, "{now:?}");
        }
    }

    #[test]
    fn td_1_is_plain_back_propagation_towards_the_result() {
        let before = network(&[5, 8], 2);
        let games: [&[[Input; 2]]; 2] =
            [&[[(0, 1.0), (1, 1.0)], [(1, -1.0), (2, 1.0)]], &[[(3, 1.0), (4, -2.0)]]];
        let mut by_games = Learner::new(before.clone(), 0.01, 1.0);
        let mut by_positions = Learner::new(before.clone(), 0.01, 0.3);
        for (game, result) in games.into_iter().zip([1.0, -1.0]) {
            by_games.learn_game(game, result);
            for position in game.iter().rev() {
                by_positions.learn_position(position, result);
            }
        }
        assert_eq!(by_games.network(), by_positions.network());
        assert_ne!(by_games.network(), &before);
    }
}
