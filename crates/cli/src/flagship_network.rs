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
    /// Chooses the network, before any player is made. A file that is no network does not stop the program: standard error
    /// says so, and the warning is returned for those who do not read that.
    pub(crate) fn choose(&self) -> anyhow::Result<Option<String>> {
        let Some(Err(error)) = self.network.as_deref().map(OtreraNet::choose) else { return Ok(None) };
        let warning = format!("{error}; the flagship evaluates without a network");
        note(&format!("warning: {warning}"))?;
        Ok(Some(warning))
    }
}
