//! `otrera eval`: explains what evaluations say about a position.

use std::io::Write;

use ::eval::maps::Mover;
use ::eval::{Breakdown, Eval, Evaluation, MapCache, Net, amazon_freedom};
use amazons::{AnyPosition, Board, Color, Position, Square, Visitor};
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};

use crate::output;
use crate::position::PositionArgs;

/// Explain what the evaluations say about a position, term by term.
#[derive(Args)]
#[command(after_help = "\
Values are for the side to move, in each evaluation's own unit; in JSON value and weights are such that above zero is \
good for White.

Examples:
  otrera eval
  otrera eval --fen '1q1/2*/1Q1 b' --eval lieberum
  otrera eval --eval net:my.net
  otrera eval --board 6x6 --maps
  otrera eval --json")]
pub(crate) struct EvalCommand {
    #[command(flatten)]
    position: PositionArgs,

    /// Only this evaluation: its name, or net:FILE for a network in a file
    #[arg(long, value_name = "EVAL")]
    eval: Option<String>,

    /// Draws the distance maps and who is nearer to each square as well
    #[arg(long)]
    maps: bool,

    /// Prints one JSON object instead, with the maps
    #[arg(long)]
    json: bool,
}

impl EvalCommand {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let position = self.position.position()?;
        let evals = self.evaluations()?;
        evals.iter().try_for_each(|chosen| chosen.eval.check_board(position.size())).context("--eval")?;
        let facts = position.visit(Describe { evals: &evals });
        if self.json {
            let sign = if position.turn() == Color::White { 1.0 } else { -1.0 };
            return output::json(&json!({
                "fen": position.to_setup().to_fen(),
                "turn": position.turn().name(),
                "evaluations": evals.iter().zip(&facts.breakdowns).map(|(chosen, breakdown)| describe(chosen, breakdown, sign)).collect::<Vec<_>>(),
                "amazons": facts.amazons,
                "maps": facts.maps,
            }));
        }
        let mut out = output::stdout();
        for (chosen, breakdown) in evals.iter().zip(&facts.breakdowns) {
            writeln!(out, "{} = {:+.6}   {}", chosen.eval, breakdown.value, chosen.source)?;
            for term in &breakdown.terms {
                writeln!(out, "    {:>12.6} x {:<9.6} {}", term.value, term.weight, term.name)?;
            }
        }
        if self.maps {
            write!(out, "{}", drawn_maps(&position, &facts.maps))?;
        }
        out.flush()?;
        Ok(())
    }

    /// The evaluation of the argument, or all.
    fn evaluations(&self) -> anyhow::Result<Vec<ChosenEval>> {
        if let Some(text) = &self.eval {
            return Ok(vec![ChosenEval::new(Eval::with_files(text).context("--eval")?)]);
        }
        // The slow builds of MG-PEO say the same as the fast one.
        let is_shown = |eval: &Eval| !matches!(eval, Eval::PlainMgPeo(_));
        let all = Eval::ALL.into_iter().map(|named| named.eval);
        Ok(all.filter(is_shown).map(ChosenEval::new).collect())
    }
}

/// An evaluation and where it comes from.
struct ChosenEval {
    eval: Eval,
    source: String,
}

impl ChosenEval {
    fn new(eval: Eval) -> Self {
        let source = match &eval {
            Eval::Network(network) => {
                let network = network.network();
                let hidden: Vec<String> =
                    network.perceptron.hidden().iter().map(ToString::to_string).collect();
                let (hidden, games) = (hidden.join("+"), network.training.training_games);
                let inputs = network.representation;
                format!("a network of {inputs} with {hidden} hidden units, trained on {games} games")
            }
            Eval::OtreraNet(network) if network.file_digest().is_some() => {
                format!("a network of the flagship, {}", network.net().map_or("", Net::description))
            }
            named => {
                let named = Eval::ALL.into_iter().find(|other| other.eval == *named);
                named.map_or_else(String::new, |named| named.source.to_owned())
            }
        };
        Self { eval, source }
    }
}

/// A breakdown as JSON, its value and weights seen by White.
fn describe(chosen: &ChosenEval, breakdown: &Breakdown, sign: f64) -> Value {
    let terms: Vec<Value> = breakdown
        .terms
        .iter()
        .map(|term| json!({ "name": term.name, "value": term.value, "weight": sign * term.weight }))
        .collect();
    json!({ "name": chosen.eval.to_string(), "source": chosen.source, "value": sign * breakdown.value, "terms": terms })
}

/// The evaluations and maps of a position.
struct EvalOutput {
    breakdowns: Vec<Breakdown>,
    amazons: Value,
    maps: Value,
}

struct Describe<'a> {
    evals: &'a [ChosenEval],
}

impl Visitor for Describe<'_> {
    type Output = EvalOutput;

    fn visit<B: Board>(self, position: &Position<B>) -> EvalOutput {
        let maps = MapCache::new(position);
        let breakdowns = self.evals.iter().map(|chosen| chosen.eval.breakdown_with(&maps)).collect();
        let amazons: Vec<Value> = Color::BOTH
            .into_iter()
            .flat_map(|color| position.amazons(color).into_iter().map(move |square| (color, square)))
            .map(|(color, square)| {
                json!({
                    "color": color.name(),
                    "square": square.to_string(),
                    "steps": position.steps(square).count(),
                    "freedom": amazon_freedom(position, square),
                })
            })
            .collect();
        let maps = json!({
            "queen": maps_json(&maps, Mover::Queen),
            "king": maps_json(&maps, Mover::King),
        });
        EvalOutput { breakdowns, amazons: amazons.into(), maps }
    }
}

/// Distances of both sides, `null` for never, and the owner of every empty square.
fn maps_json<B: Board>(maps: &MapCache<'_, B>, mover: Mover) -> Value {
    let position = maps.position();
    let size = position.board().size();
    let distances = |color| {
        let levels = maps.levels(color, mover);
        let of = |square: Square| (square.to_string(), json!(levels.distance(square)));
        Value::Object(position.empty().into_iter().map(of).collect())
    };
    let [own, other, tied] = maps.race(mover).owners();
    let owner = |square: Square| {
        if own.contains(square) {
            json!(position.turn().name())
        } else if other.contains(square) {
            json!((!position.turn()).name())
        } else if tied.contains(square) {
            json!("tied")
        } else {
            Value::Null
        }
    };
    let owners = size.squares().filter(|&square| position.empty().contains(square));
    let owners: serde_json::Map<String, Value> =
        owners.map(|square| (square.to_string(), owner(square))).collect();
    json!({ "white": distances(Color::White), "black": distances(Color::Black), "owner": owners })
}

/// The maps as boards: the distance of each side in every empty square, and whose it is.
fn drawn_maps(position: &AnyPosition, maps: &Value) -> String {
    let mut text = String::new();
    let setup = position.to_setup();
    for (mover, name) in [("queen", "Queen"), ("king", "King")] {
        text += &format!(
            "\n{name} distances, White's and Black's; + nearer to White, - to Black, = tied, x never\n"
        );
        for rank in setup.size.ranks().rev() {
            text += &format!("{:>2} ", rank.to_string());
            for file in setup.size.files() {
                let square = Square::new(file, rank);
                text += &match setup.get(square) {
                    Some(amazons::Piece::Amazon(Color::White)) => "   W  ".to_owned(),
                    Some(amazons::Piece::Amazon(Color::Black)) => "   B  ".to_owned(),
                    Some(amazons::Piece::Arrow) => "   *  ".to_owned(),
                    None => drawn_square(&maps[mover], &square.to_string()),
                };
            }
            text.push('\n');
        }
        text += "   ";
        for file in setup.size.files() {
            text += &format!("   {file}  ");
        }
        text.push('\n');
    }
    text
}

fn drawn_square(map: &Value, square: &str) -> String {
    let distance =
        |side: &str| map[side][square].as_u64().map_or_else(|| "x".to_owned(), |moves| moves.to_string());
    let owner = match map["owner"][square].as_str() {
        Some("white") => '+',
        Some("black") => '-',
        Some("tied") => '=',
        _ => ' ',
    };
    format!("{:>2}{owner}{:<2} ", distance("white"), distance("black"))
}
