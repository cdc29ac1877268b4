//! `otrera serve`: the board in the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use server::{Server, ServerOptions};
use store::Store;

use crate::flagship_network::NetworkArgs;
use crate::output;

/// Serve the board to your browser.
///
/// Plays, analyses and keeps games on a page in the browser. It listens on this machine only, unless --host says otherwise:
/// then clients need a token, which is part of the address that is printed. Ctrl-C ends it; no completed move is
/// lost, however it ends.
#[derive(Args, Default)]
#[command(after_help = "\
Examples:
  otrera serve                           open the board in the browser
  otrera serve --port 9000 --no-open     only print the address
  otrera serve --host 0.0.0.0 --no-open  for the whole network, with a token")]
pub(crate) struct Serve {
    /// The port; 0 takes any [default: 8017, or the next that is free]
    #[arg(long)]
    port: Option<u16>,

    /// The address to listen on; beyond this machine a token is demanded [default: 127.0.0.1]
    #[arg(long)]
    host: Option<IpAddr>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// The file with the games [default: OTRERA_STORE, or games.sqlite in the user's data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// The mebibytes that all engines and analyses share [default: a quarter of the machine's memory]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(64..=1_048_576))]
    memory: Option<u32>,

    #[command(flatten)]
    network: NetworkArgs,

    /// Serve the page from a folder instead of the one inside the program, to work on it
    #[arg(long, value_name = "FOLDER", hide = true)]
    web: Option<PathBuf>,
}

impl Serve {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let warnings = self.network.choose()?.into_iter().collect();
        tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).init();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.context("the system gives no threads")?;
        let done = runtime.block_on(self.serve(warnings));
        // Threads that read the store may still run; nothing waits for them.
        runtime.shutdown_background();
        done
    }

    async fn serve(self, warnings: Vec<String>) -> anyhow::Result<()> {
        let store = match self.store {
            Some(file) => file,
            None => Store::default_path()?,
        };
        let host = self.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let stop = stop_signal()?;
        let memory = self.memory.map(|mebibytes| mebibytes as usize);
        let options = ServerOptions { host, port: self.port, store, memory, web: self.web, warnings };
        let server = Server::bind(options).await?;
        let address = server.url();
        {
            let mut out = output::stdout();
            writeln!(out, "The board is at {address}")?;
            if !host.is_loopback() {
                writeln!(
                    out,
                    "It can be reached from other machines: everyone with this address and its token can play and \
                     change games. The connection is not encrypted: who can listen on the network can read the token, so \
                     use it in a network that you trust, or behind a proxy with TLS."
                )?;
            }
            writeln!(out, "Ctrl-C ends it.")?;
            out.flush()?;
        }
        if !self.no_open
            && let Err(error) = open::that_detached(&address)
        {
            tracing::warn!("no browser could be opened ({error}); open the address yourself");
        }
        server.run(stop).await;
        Ok(())
    }
}

/// Completes on Ctrl-C or a termination signal.
#[cfg(unix)]
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
