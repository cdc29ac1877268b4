//! `otrera moves`: lists the legal moves.

use std::io::Write;

use amazons::notation::MoveNotation;
use clap::Args;

use crate::output;
use crate::position::PositionArgs;

/// List the legal moves of a position, one a line.
#[derive(Args)]
#[command(after_help = "\
Nothing is printed where the side to move has lost.

Examples:
  otrera moves --fen '1q1/3/1Q1 w'
  otrera moves --notation print | wc -l
  otrera moves --board 4x4 --json")]
pub(crate) struct Moves {
    #[command(flatten)]
    position: PositionArgs,

    /// How to write a move: fairy (d1d7,d7g7), print (d1-d7/g7), bracket (d1-d7(g7)) or compact (d1d7g7)
    #[arg(long, default_value = "fairy")]
    notation: MoveNotation,

    /// Prints one JSON array instead
    #[arg(long)]
    json: bool,
}

impl Moves {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let moves = self.position.position()?.legal_moves();
        let mut written = moves.iter().map(|mv| mv.written(self.notation).to_string());
        if self.json {
            return output::json(&written.collect::<Vec<_>>());
        }
        let mut out = output::stdout();
        written.try_for_each(|mv| writeln!(out, "{mv}"))?;
        out.flush()?;
        Ok(())
    }
}
