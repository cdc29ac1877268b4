//! A network that is read from a file is written and read back as itself.

#![no_main]

use eval::Network;
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // No input guesses a checksum: the first line as a header, the rest as weights, with theirs.
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (header, weights) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let digest = Sha256::new().chain_update(header).chain_update(weights).finalize();
    let sum: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    check(&[b"otrera-network 1\n", header, b"\n", sum.as_bytes(), b"\n", weights].concat());
});

fn check(bytes: &[u8]) {
    match Network::from_bytes("a.net", bytes) {
        Ok(network) => {
            assert_eq!(Network::from_bytes("a.net", &network.to_bytes()), Ok(network));
        }
        Err(error) => drop(error.to_string()),
    }
}
