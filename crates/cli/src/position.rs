//! The arguments that choose a position, shared by several commands.

use amazons::{AnyPosition, Setup, StartSpec};
use anyhow::Context;
use clap::Args;

/// Which position.
#[derive(Args, Clone, Default)]
pub(crate) struct PositionArgs {
    /// The position in FEN, such as '3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1'
    #[arg(long, value_name = "FEN", conflicts_with = "board", allow_hyphen_values = true)]
    fen: Option<String>,

    /// The start of a board: 10x10 (the default), 8x8, 6x6, 6x5, 5x6, 5x5, 7x4, 6x4, 5x4, 4x7, 4x6, 4x5, 4x4, or a random
    /// one such as random:15x15,amazons=4,margin=1,seed=7
    #[arg(long, value_name = "START")]
    board: Option<String>,

    /// Plays the variant in which a vacated square stays blocked for K plies
    #[arg(long, value_name = "K", conflicts_with = "fen")]
    delay: Option<u8>,
}

impl PositionArgs {
    pub(crate) fn position(&self) -> anyhow::Result<AnyPosition> {
        let mut setup = match (&self.fen, &self.board) {
            (Some(fen), _) => Setup::from_fen(fen).context("--fen")?,
            (None, board) => {
                let board = board.as_deref().unwrap_or("10x10");
                let spec: StartSpec = board.parse().context("--board")?;
                spec.setup().context("--board")?
            }
        };
        if let Some(delay) = self.delay {
            setup.delay = delay;
        }
        AnyPosition::from_setup(&setup).context("this position cannot be played")
    }
}
