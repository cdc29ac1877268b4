//! `otrera show`: draws a position.

use std::io::Write;

use amazons::notation::Glyphs;
use amazons::{AnyPosition, Board, Color, Piece, Position, RegionKind, Visitor};
use clap::Args;
use serde_json::{Value, json};

use crate::output;
use crate::position::PositionArgs;

/// Draw a position: the board, who is to move, how many legal moves there are.
#[derive(Args)]
#[command(after_help = "\
Examples:
  otrera show
  otrera show --board random:15x15,seed=3 --delay 5
  otrera show --fen '1q1/2*/1Q1 b' --unicode
  otrera show --fen '1q1/2*/1Q1 b' --json")]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArgs,

    /// Draws amazons and arrows with Unicode characters
    #[arg(long)]
    unicode: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let position = self.position.position()?;
        if self.json {
            return output::json(&position.visit(Describe));
        }
        let glyphs = if self.unicode { Glyphs::Unicode } else { Glyphs::Ascii };
        let mut out = output::stdout();
        let setup = position.to_setup();
        write!(out, "{}", setup.to_diagram(glyphs))?;
        writeln!(out, "\n{}", moves_sentence(&position))?;
        writeln!(out, "FEN: {}", setup.to_fen())?;
        out.flush()?;
        Ok(())
    }
}

/// How many moves there are, or who has won.
pub(crate) fn moves_sentence(position: &AnyPosition) -> String {
    match (position.outcome(), position.count_moves()) {
        (Some(outcome), _) => format!("{} cannot move: {} has won", position.turn(), outcome.winner),
        (None, 1) => "1 legal move".to_owned(),
        (None, count) => format!("{count} legal moves"),
    }
}

/// A position as JSON.
struct Describe;

impl Visitor for Describe {
    type Output = Value;

    fn visit<B: Board>(self, position: &Position<B>) -> Value {
        let setup = position.to_setup();
        let squares =
            |piece| -> Vec<String> { setup.squares_of(piece).map(|square| square.to_string()).collect() };
        let names = |set: amazons::Bitboard<B>| -> Vec<String> {
            set.into_iter().map(|square| square.to_string()).collect()
        };
        let regions: Vec<Value> = position
            .regions()
            .map(|region| {
                let kind = match region.kind() {
                    RegionKind::Territory(Color::White) => "white",
                    RegionKind::Territory(Color::Black) => "black",
                    RegionKind::Active => "active",
                    RegionKind::Dead => "dead",
                };
                json!({
                    "kind": kind,
                    "empty": names(region.empty),
                    "white": names(region.amazons.white),
                    "black": names(region.amazons.black),
                })
            })
            .collect();
        json!({
            "fen": setup.to_fen(),
            "columns": setup.size.columns(),
            "rows": setup.size.rows(),
            "turn": setup.turn.name(),
            "ply": position.ply(),
            "delay": setup.delay,
            "white": squares(Piece::Amazon(Color::White)),
            "black": squares(Piece::Amazon(Color::Black)),
            "arrows": names(position.arrows()),
            "reopening": names(position.reopening()),
            "moves": position.count_moves(),
            "steps": position.count_steps(),
            "winner": position.outcome().map(|outcome| outcome.winner.name()),
            "hash": format!("{:016x}", position.key()),
            "regions": regions,
        })
    }
}
