//! `otrera perft`: counts games.

use std::io::Write;
use std::num::NonZero;
use std::time::Instant;

use amazons::notation::MoveNotation;
use amazons::perft::{perft_divide, perft_plain};
use amazons::{Board, Move, Position, Visitor};
use clap::Args;
use serde_json::json;

use crate::output;
use crate::position::PositionArgs;

/// Count the games of a length: the proof of the move generator.
#[derive(Args)]
#[command(after_help = "\
The last line is the count alone.

Examples:
  otrera perft 3                         8350439170, in some seconds
  otrera perft --board 6x6 3 --divide    the same after each first move
  otrera perft --fen '1q1/3/1Q1 w' 4 --json")]
pub(crate) struct Perft {
    #[command(flatten)]
    position: PositionArgs,

    /// How many plies a game has
    depth: u32,

    /// Prints the count after each first move as well
    #[arg(long)]
    divide: bool,

    /// How many threads count; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Plays the last ply too instead of only counting it: slow, for comparison; on one thread
    #[arg(long, conflicts_with_all = ["divide", "threads"])]
    plain: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

/// What was counted: after each first move, and together.
pub(crate) struct Counted {
    divided: Vec<(Move, u64)>,
    nodes: u64,
}

impl Visitor for &Perft {
    type Output = Counted;

    fn visit<B: Board>(self, position: &Position<B>) -> Counted {
        if self.plain || self.depth == 0 {
            return Counted { divided: Vec::new(), nodes: perft_plain(position, self.depth) };
        }
        let cores = output::cores();
        let threads = NonZero::new(self.threads.map_or(cores, usize::from)).unwrap_or(NonZero::<usize>::MIN);
        let divided = perft_divide(position, self.depth, threads);
        let nodes = divided.iter().map(|(_, count)| count).sum();
        Counted { divided, nodes }
    }
}

impl Perft {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let position = self.position.position()?;
        let start = Instant::now();
        let Counted { divided, nodes } = position.visit(&self);
        let seconds = start.elapsed().as_secs_f64();
        let written = |mv: Move| mv.written(MoveNotation::Fairy).to_string();
        if self.json {
            let divide = self.divide.then(|| {
                let each = divided.iter().map(|&(mv, nodes)| json!({ "move": written(mv), "nodes": nodes }));
                each.collect::<Vec<_>>()
            });
            return output::json(&json!({
                "fen": position.to_setup().to_fen(),
                "depth": self.depth,
                "nodes": nodes,
                "seconds": seconds,
                "divide": divide,
            }));
        }
        let mut out = output::stdout();
        if self.divide {
            for (mv, count) in divided {
                writeln!(out, "{} {count}", written(mv))?;
            }
        }
        writeln!(out, "{nodes}")?;
        out.flush()?;
        Ok(())
    }
}
