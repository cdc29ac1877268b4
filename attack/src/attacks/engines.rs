//! Engines that do not keep to their protocol, in a match.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tokio::process::Command;

use super::Found;

/// What the engines do, as scripts of the shell.
const SCRIPTS: [(&str, &str); 6] = [
    ("says nothing", "while read line; do :; done"),
    ("ends at once", "exit 0"),
    ("talks without end", "while :; do echo 'info string aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; done"),
    ("writes a line without end", "tr '\\0' 'x' < /dev/zero"),
    (
        "sends escape codes",
        "printf '\\033[2J\\033]0;owned\\007' >&2; while read line; do printf 'info string \\033[31mred\\n'; done",
    ),
    ("ignores the end of its input", "trap '' TERM INT HUP; while :; do sleep 1; done"),
];

/// Each plays a match of two games against a player of ours: it loses them, and the match ends.
pub(crate) async fn misbehave(binary: PathBuf) -> Result<Found> {
    let folder = tempfile::tempdir()?;
    let mut ended = 0;
    for (number, (what, script)) in SCRIPTS.into_iter().enumerate() {
        let file = folder.path().join(format!("engine{number}.sh"));
        std::fs::write(&file, format!("# {what}\n{script}\n"))?;
        let mut command = Command::new(&binary);
        command.args(["match", "greedy"]).arg(format!("cmd:bash {}", file.display()));
        command
            .args(["--games", "2", "--time", "50ms", "--margin", "200ms", "--store"])
            .arg(folder.path().join("games.sqlite"));
        command.kill_on_drop(true);
        let said = tokio::time::timeout(Duration::from_secs(90), command.output()).await;
        let said = said.with_context(|| format!("an engine that {what}: the match hangs"))??;
        ensure!(
            said.status.code().is_some_and(|code| code != 101),
            "an engine that {what}: a panic or a signal"
        );
        let is_clean = |bytes: &[u8]| !bytes.contains(&0x1b) && !bytes.contains(&7);
        ensure!(
            is_clean(&said.stdout) && is_clean(&said.stderr),
            "an engine that {what}: escape codes reach the terminal"
        );
        ended += 1;
    }
    Ok(Found {
        plies: 0,
        lost: 0,
        words: format!("{ended} of {} matches ended, no escape codes", SCRIPTS.len()),
    })
}
