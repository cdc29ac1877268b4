//! The nine networks of THESIS, trained on games of Little Golem by `otrera lab run thesis-networks`: of ten trainings each the
//! one with the lowest error on test games.

use std::sync::LazyLock;

use super::Network;

/// A network that the program contains.
struct BuiltIn {
    name: &'static str,
    bytes: &'static [u8],
}

macro_rules! networks {
    ($($name:literal),*) => {
        [$(BuiltIn {
            name: concat!("thesis-", $name),
            bytes: include_bytes!(concat!("../../networks/", $name, ".net")),
        }),*]
    };
}

const NETWORKS: [BuiltIn; 9] = networks![
    "units-40",
    "units-80",
    "units-160",
    "mobility-40",
    "mobility-80",
    "mobility-160",
    "bits-40",
    "bits-80",
    "bits-160"
];

static READ: LazyLock<[Network; 9]> = LazyLock::new(|| {
    NETWORKS.map(|built_in| {
        Network::from_bytes(built_in.name, built_in.bytes)
            .expect("a network that the program contains, read by a test")
    })
});

/// The network of a number.
#[inline]
pub(super) fn network(number: usize) -> &'static Network {
    &READ[number]
}

/// Its name.
pub(super) const fn name(number: usize) -> &'static str {
    NETWORKS[number].name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_networks_are_what_their_names_say() {
        for (number, built_in) in NETWORKS.iter().enumerate() {
            let network = network(number);
            let hidden = network.perceptron.hidden();
            let name = format!("thesis-{}-{}", network.representation, hidden[0]);
            assert_eq!((built_in.name, hidden.len()), (name.as_str(), 1));
            let training = &network.training;
            assert_eq!((training.examples, training.rate, training.lambda), (200_000, 0.0005, 0.9), "{name}");
            assert!(
                training.test_error.is_some_and(|error| error < 0.5),
                "{name}: {:?}",
                training.test_error
            );
        }
        let bytes: usize = NETWORKS.iter().map(|built_in| built_in.bytes.len()).sum();
        assert!(bytes < 1 << 20, "together below a mebibyte: {bytes}");
    }
}
