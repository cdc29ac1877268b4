//! `cargo xtask miri`: the code with `unsafe`, its scalar twins and the bit tricks of the rules, interpreted by Miri, which fails on
//! undefined behaviour.
//!
//! Only the tests of that code run: an interpreter is some hundred times slower. `agents::process::parent_death` is left out, for Miri
//! starts no processes, and so are the forms for AVX-512, whose instructions it does not know; their code is that of AVX2 in
//! wider registers.

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::tool::Tool;
use crate::workspace;

/// Interpret the code with `unsafe` by Miri.
#[derive(Args)]
pub(crate) struct Arguments {}

const MIRI: Tool = Tool {
    name: "Miri",
    probe: "cargo +nightly miri --version",
    install: "rustup +nightly component add miri rust-src",
};

/// The code that is interpreted: a crate's unit tests by their names, and the processor's features.
const RUNS: [(&str, &str); 4] = [
    // `lanes` and `net` are the registers and the flagship's network in them, each beside its plain twin; `batch` takes longest.
    ("-p eval --lib -- network::kernels otrera::lanes otrera::net", "+sse4.2,+popcnt,+avx2"),
    ("-p eval --lib -- otrera::batch", "+sse4.2,+popcnt,+avx2"),
    // The loops for a processor without wide registers.
    ("-p eval --lib -- network::kernels", "+sse4.2,+popcnt"),
    ("-p amazons --lib --test rules -- bits legality regions", "+sse4.2,+popcnt"),
];

/// Interprets the tests.
///
/// # Errors
/// When Miri is missing or a test fails under it.
pub(crate) fn run(_: &Arguments) -> Result<()> {
    MIRI.require()?;
    for (tests, features) in RUNS {
        let line = format!("cargo +nightly miri test --target-dir target/miri {tests}");
        println!("==> {line} (target features {features})");
        // It takes the place of the flags in .cargo/config.toml.
        let mut command = workspace::command(&line);
        command.env("RUSTFLAGS", format!("-C target-feature={features}"));
        let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
        ensure!(status.success(), "`{line}` failed (its output is above)");
    }
    Ok(())
}
