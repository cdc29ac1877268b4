//! The layers of a network and the value of an input. All sums are made in one order, so that a network has the same value on
//! every machine.

use arrayvec::ArrayVec;

use super::kernels;
use super::representation::Input;

/// The most units of a layer.
pub(super) const MOST_UNITS: usize = 1024;

/// A fully connected network: hidden layers of Elliot units, one linear output, a bias at each of them.
///
/// An Elliot unit gives bx / (1 + |bx|) for the sum x of its inputs, where b is its sensitivity.
#[derive(Clone, PartialEq, Debug)]
pub struct Perceptron {
    sensitivity: f32,
    layers: Vec<Layer>,
}

/// The weights from the units of one layer to those of the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    outputs: usize,
    /// For every input the weights to all outputs.
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl Perceptron {
    /// A network of given sizes, from the inputs to the last hidden layer, whose weights and biases come from a function.
    ///
    /// # Panics
    /// When there are fewer than two sizes, or one is 0 or too large.
    #[must_use]
    pub fn from_fn(sizes: &[usize], sensitivity: f32, mut weight: impl FnMut() -> f32) -> Self {
        assert!(
            sizes.len() >= 2 && sizes.iter().all(|&size| size > 0),
            "inputs and hidden layers: {sizes:?}"
        );
        assert!(sizes[1..].iter().all(|&size| size <= MOST_UNITS), "hidden layers: {sizes:?}");
        let outputs = sizes[1..].iter().copied().chain([1]);
        let layer = |(&inputs, outputs): (&usize, usize)| Layer {
            outputs,
            weights: (0..inputs * outputs).map(|_| weight()).collect(),
            biases: (0..outputs).map(|_| weight()).collect(),
        };
        Self { sensitivity, layers: sizes.iter().zip(outputs).map(layer).collect() }
    }

    /// The sensitivity b of the hidden units.
    #[must_use]
    pub fn sensitivity(&self) -> f32 {
        self.sensitivity
    }

    /// The layers from the inputs to the output.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The same, to change their weights.
    pub fn layers_mut(&mut self) -> &mut [Layer] {
        &mut self.layers
    }

    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.layers[0].inputs()
    }

    /// The sizes of the hidden layers.
    #[must_use]
    pub fn hidden(&self) -> Vec<usize> {
        self.layers[..self.layers.len() - 1].iter().map(|layer| layer.outputs).collect()
    }

    /// All weights and biases in the order of a file.
    pub fn parameters(&self) -> impl Iterator<Item = f32> + '_ {
        self.layers.iter().flat_map(|layer| layer.weights.iter().chain(&layer.biases).copied())
    }

    /// The value of an input, of which the numbers that are not 0 are given.
    #[inline]
    #[must_use]
    pub fn value(&self, inputs: &[Input]) -> f32 {
        let (first, others) = self.layers.split_first().expect("a network has layers");
        let mut units = first.sums(inputs);
        for layer in others {
            for unit in &mut units {
                *unit = self.activate(*unit);
            }
            units = if layer.outputs == 1 {
                ArrayVec::from_iter([layer.biases[0] + dot(&units, &layer.weights)])
            } else {
                let numbered: ArrayVec<Input, MOST_UNITS> = (0..).zip(units).collect();
                layer.sums(&numbered)
            };
        }
        units[0]
    }

    /// The output of a hidden unit.
    #[inline]
    #[must_use]
    pub fn activate(&self, sum: f32) -> f32 {
        let scaled = self.sensitivity * sum;
        scaled / (1.0 + scaled.abs())
    }

    /// The derivative of a hidden unit by its sum, from its output: b / (1 + |bx|)^2 is b (1 - |y|)^2.
    #[inline]
    #[must_use]
    pub fn slope(&self, output: f32) -> f32 {
        let rest = 1.0 - output.abs();
        self.sensitivity * rest * rest
    }
}

impl Layer {
    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.weights.len() / self.outputs
    }

    /// The number of outputs.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The weights from an input to all outputs.
    #[inline]
    #[must_use]
    pub fn column(&self, input: usize) -> &[f32] {
        &self.weights[input * self.outputs..][..self.outputs]
    }

    /// The sums of all outputs for some inputs.
    #[inline]
    fn sums(&self, inputs: &[Input]) -> ArrayVec<f32, MOST_UNITS> {
        let mut sums: ArrayVec<f32, MOST_UNITS> = self.biases.iter().copied().collect();
        self.add_to(inputs, &mut sums);
        sums
    }

    /// Adds the weights of some inputs to the sums of all outputs.
    #[inline]
    pub fn add_to(&self, inputs: &[Input], sums: &mut [f32]) {
        kernels::add_columns(sums, &self.weights, inputs);
    }

    /// Adds to every weight the value of its input times the change of its output.
    #[inline]
    pub fn change(&mut self, inputs: &[Input], changes: &[f32]) {
        kernels::change_columns(&mut self.weights, inputs, changes);
    }

    /// The biases of all outputs.
    #[must_use]
    pub fn biases(&self) -> &[f32] {
        &self.biases
    }

    /// The same, to be changed.
    pub fn biases_mut(&mut self) -> &mut [f32] {
        &mut self.biases
    }
}

/// The sum of products in eight partial sums: a register's worth, and the same order on every machine.
#[inline]
fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (left, right) = (left.chunks(8), right.chunks(8));
    let mut sums = [0.0; 8];
    for (left, right) in left.zip(right) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two inputs, two hidden units, sensitivity 2, in the order of a file: the first input's weights, the second's, the biases;
    /// the weights to the output and its bias.
    fn three_units() -> Perceptron {
        let mut weights = [0.5, -1.0, 0.25, 0.75, 0.125, -0.25, 2.0, -3.0, 0.5].into_iter();
        Perceptron::from_fn(&[2, 2], 2.0, || weights.next().unwrap())
    }

    #[test]
    fn a_network_of_three_units_computed_by_hand() {
        let network = three_units();
        // Sums 0.5 - 0.5 + 0.125 = 0.125 and -1 - 1.5 - 0.25 = -2.75; times 2: 0.25 and -5.5.
        // Outputs 0.25 / 1.25 = 0.2 and -5.5 / 6.5; then 2 x 0.2 + 3 x 5.5 / 6.5 + 0.5.
        let by_hand = 0.9 + 16.5 / 6.5;
        assert!((network.value(&[(0, 1.0), (1, -2.0)]) - by_hand).abs() < 1e-6);
        // Inputs that are 0 may be left out: 0.125 and -0.25 are the biases.
        let by_hand = 2.0 * 0.25 / 1.25 + 3.0 * 0.5 / 1.5 + 0.5;
        assert!((network.value(&[]) - by_hand).abs() < 1e-6);
        assert_eq!((network.inputs(), network.hidden(), network.parameters().count()), (2, vec![2], 9));
    }

    #[test]
    fn the_slope_is_the_derivative_of_the_unit() {
        let network = three_units();
        for sum in [-3.0_f32, -0.4, -0.01, 0.02, 0.7, 5.0] {
            let step = 1e-3;
            let difference = (network.activate(sum + step) - network.activate(sum - step)) / (2.0 * step);
            assert!((network.slope(network.activate(sum)) - difference).abs() < 2e-3, "{sum}");
        }
    }
}
