//! `--network`: another network for the flagship.

use std::path::PathBuf;

use clap::Args;
use eval::OtreraNet;

use crate::contest::note;

/// The option for another network.
#[derive(Args, Default)]
pub(crate) struct NetworkArgs {
    /// The flagship's network from a file; if that cannot be read, the flagship evaluates without a network
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

impl NetworkArgs {
    /// Chooses the network, before any player is made. A file that is no network does not stop the program.
    pub(crate) fn choose(&self) -> anyhow::Result<()> {
        match self.network.as_deref().map(OtreraNet::choose) {
            Some(Err(error)) => note(&format!("warning: {error}; the flagship evaluates without a network")),
            _ => Ok(()),
        }
    }
}
