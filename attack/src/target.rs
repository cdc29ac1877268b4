//! The server under attack.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// The arguments of a server; the file of its store follows.
pub(crate) const SERVE: [&str; 5] = ["serve", "--no-open", "--port", "0", "--store"];

/// A running server in a folder of its own, killed on drop.
pub(crate) struct Target {
    pub(crate) address: String,
    pub(crate) process: Child,
    folder: Option<TempDir>,
}

impl Target {
    /// Starts a server with an empty store, whose searches share some mebibytes.
    pub(crate) async fn start(binary: &Path, memory: u64) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut command = Command::new(binary);
        command.args(SERVE).arg(folder.path().join("games.sqlite")).args(["--memory", &memory.to_string()]);
        let mut target = Self::spawn(command).await?;
        target.folder = Some(folder);
        Ok(target)
    }

    /// Starts a server on a store.
    pub(crate) async fn on_store(binary: &Path, store: &Path) -> Result<Self> {
        let mut command = Command::new(binary);
        command.args(SERVE).arg(store);
        Self::spawn(command).await
    }

    /// Starts a server by a command of one's own.
    pub(crate) async fn spawn(mut command: Command) -> Result<Self> {
        command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut process = command.spawn()?;
        let out = process.stdout.take().ok_or_else(|| anyhow!("the server has no output"))?;
        let mut lines = BufReader::new(out).lines();
        let address = loop {
            let line = tokio::time::timeout(Duration::from_secs(20), lines.next_line());
            let line = line.await??.context("the server ended at its start")?;
            if let Some(address) = line.split("http://").nth(1) {
                break address.trim_end_matches('/').to_owned();
            }
        };
        // Nobody reads the rest: the pipe stays open, so that a line more is no error.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { address, process, folder: None })
    }

    /// Whether the process is alive: one that has ended and was not waited for is not.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// The most memory that the process had, in mebibytes, where the system says it.
    pub(crate) fn most_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().split(' ').next()?.parse::<u64>().ok()? / 1024)
    }
}
