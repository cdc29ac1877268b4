//! `otrera completions`: what a shell needs to complete our commands.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::output;

/// Print a script that lets a shell complete commands and options.
#[derive(Args)]
#[command(after_help = "\
Examples:
  otrera completions bash > ~/.local/share/bash-completion/completions/otrera
  otrera completions zsh  > ~/.zfunc/_otrera
  otrera completions fish > ~/.config/fish/completions/otrera.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "otrera", &mut script);
        let mut out = output::stdout();
        out.write_all(&script)?;
        out.flush()?;
        Ok(())
    }
}
