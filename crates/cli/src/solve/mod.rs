//! `otrera solve`: proves who wins (`winner`), by how much, and area by area; `words` says what that rests on.

mod winner;
mod words;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use amazons::notation::MoveNotation;
use amazons::{Bitboard, Board, Color, Move, Position, RegionKind, Visitor};
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use solver::{AreaReport, AreaValues, Bounds, Count, Margin, Solution, Solver, is_separated};
use thought::{Control, Counter, Limits, parse_duration};

use crate::files;
use crate::output;
use crate::position::PositionArgs;

/// The comparisons of games that the exact value of an area may cost: some tenths of a second.
const VALUE_WORK: u64 = 60_000;

/// A longer value is told by `--json` alone.
const LONGEST_VALUE: usize = 160;

/// Squares of an area that are named before the rest is left out.
const NAMED: usize = 12;

/// Prove who wins a position and by how much: territories counted, shared areas searched.
#[derive(Args)]
#[command(after_help = "\
\"White wins by 7\": White could give Black seven free moves and would still win. Where that is not known exactly, or \
not even who wins, the bounds that were proven are told. Each area is told by itself first; the margins of shared areas \
do not add up. Their exact values as combinatorial games do, and are told where they are small, White being Left: ^ is up, v down, \
* star, +- a switch, {1|0,*} the options of both sides. In JSON the margin is White's: White wins just where it is not below zero.

Of 4x4, 5x4, 4x5, 4x6 and 5x5 the program has certificates: a position or a move that they decide is not searched (--search does). \
Of other positions on boards of up to 32 squares a search asks first only who wins, on all cores. --proof writes a \
certificate that `otrera verify` checks without it; it ends with status 2 where there is none. To write what was proven has no limit of time. \
With --verdicts a proof that takes hours goes on where it was stopped or killed.

Examples:
  otrera solve --fen 'Q1*3/2*2q/2*2*/1***2/***1*1/2*1*1 w'
  otrera solve --board 4x4
  otrera solve --board 4x5 --time 1m --search --proof 4x5.proof
  otrera solve --board 7x4 --time 12h --hash 12000 --verdicts 7x4.verdicts
  otrera solve --board 5x5 --time 5m --json")]
pub(crate) struct Solve {
    #[command(flatten)]
    position: PositionArgs,

    /// Limits the time: 5s, 2m, 12h
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10s")]
    time: Duration,

    /// Searches at most N positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// The size of the tables in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,

    /// Threads of the search for the winner; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Writes a certificate of who wins to a file: the stored one, or that of a search
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Replaces the file of the certificate if it is there already
    #[arg(long, requires = "proof")]
    force: bool,

    /// Searches also where a stored proof tells who wins
    #[arg(long)]
    search: bool,

    /// Proves every first move too, of symmetric ones one
    #[arg(long)]
    moves: bool,

    /// Keeps what took long in a file, and goes on from what it has
    #[arg(long, value_name = "FILE")]
    verdicts: Option<PathBuf>,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let position = self.position.position()?;
        if let Some(proof) = &self.proof {
            files::check_free(proof, self.force)?;
        }
        let solution = position.visit(Describe { options: &self })?;
        if self.json {
            return output::json(&solution.json);
        }
        let mut out = output::stdout();
        out.write_all(solution.text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// Whether a proof of who wins is what is wanted.
    fn must_prove(&self) -> bool {
        self.proof.is_some() || self.verdicts.is_some()
    }

    fn hash_bytes(&self) -> usize {
        self.hash as usize * 1024 * 1024
    }
}

/// What was proven, in both forms.
struct SolveOutput {
    text: String,
    json: Value,
}

struct Describe<'a> {
    options: &'a Solve,
}

impl Visitor for Describe<'_> {
    type Output = anyhow::Result<SolveOutput>;

    fn visit<B: Board>(self, position: &Position<B>) -> anyhow::Result<SolveOutput> {
        let options = self.options;
        let variant = "only the game without delay can be solved";
        anyhow::ensure!(position.vacancies().delay() == 0, variant);
        let begin = Instant::now();
        let control = Control::new();
        let stop = control.clone();
        // What was found until then is told. It fails only where a handler is set already.
        let _ = ctrlc::set_handler(move || stop.stop());
        let answer = winner::prove(options, position, &control)?;
        let verdict = &answer.verdict;
        // Who asks for a proof of who wins does not wait for the margin.
        let left =
            if options.must_prove() { Duration::ZERO } else { options.time.saturating_sub(begin.elapsed()) };
        // A search that found no winner leaves nothing; the bounds without a search are told.
        let limits = Limits { time: Some(left), nodes: options.nodes, ..Limits::NONE };
        let mut solver = Solver::new(options.hash_bytes());
        let mut counter = Counter::new(&limits, &control, Instant::now(), 100);
        let mut solution = solver.solve(position, &mut counter).context(variant)?;
        narrow(&mut solution, verdict.is_win(), verdict.mv());
        // The rest of the limits goes to the areas.
        let nodes = counter.nodes() + verdict.report().map_or(0, |verdict| verdict.positions);
        let areas = solver.areas(position, &mut counter).context(variant)?;
        let mut values = AreaValues::new();
        let live: Vec<(AreaReport<B>, Option<String>)> = areas
            .into_iter()
            .filter(|area| area.kind != RegionKind::Dead)
            .map(|area| (area, values.value(&area, VALUE_WORK)))
            .collect();
        let mut text: String =
            live.iter().map(|(area, value)| describe_area(area, value.as_deref())).collect();
        let turn = position.turn();
        text += &format!("{}\n", sentence(solution.bounds, turn));
        text += &answer.lines(position, solution.bounds.is_win().is_some());
        let none = if position.has_move() { "(unknown)" } else { "(none)" };
        let mv = solution.mv.map_or_else(|| none.to_owned(), |mv| mv.to_string());
        text += &format!("bestmove {mv}\n");
        let json = json!({
            "fen": position.to_setup().to_fen(),
            "turn": turn.name(),
            "isSeparated": is_separated(position),
            "winner": winner(solution.bounds, turn).map(Color::name),
            "margin": margin_json(solution.bounds, turn),
            "move": solution.mv.map(|mv| mv.written(MoveNotation::Fairy).to_string()),
            "nodes": nodes,
            "storedProof": verdict.stored().map(|proof| json!({
                "file": format!("proofs/{}", proof.name()),
                "positions": proof.positions(),
            })),
            "proof": verdict.report().map(|verdict| json!({
                "isDecided": verdict.is_win.is_some(),
                "positions": verdict.positions,
                "verdictsFound": verdict.resumed,
                "seconds": verdict.elapsed.as_secs_f64(),
                "tableUsed": verdict.table_used,
            })),
            "moves": answer.moves.as_ref().map(|moves| moves.iter().map(|(mv, wins)| json!({
                "move": mv.written(MoveNotation::Fairy).to_string(),
                "wins": wins,
            })).collect::<Vec<_>>()),
            "areas": live.iter().map(|(area, value)| area_json(area, value.as_deref())).collect::<Vec<_>>(),
        });
        Ok(SolveOutput { text, json })
    }
}

/// Adds what the search for the winner proved.
fn narrow(solution: &mut Solution, is_win: Option<bool>, mv: Option<Move>) {
    let bounds = &mut solution.bounds;
    match is_win {
        Some(true) => bounds.at_least = bounds.at_least.max(Margin::new(0)),
        Some(false) => bounds.at_most = bounds.at_most.min(Margin::new(-1)),
        None => {}
    }
    // The move of the margin's search is better where it is proven to win.
    if !solution.kept.is_some_and(Margin::is_win) {
        solution.mv = mv.or(solution.mv);
    }
}

fn winner(bounds: Bounds, turn: Color) -> Option<Color> {
    bounds.is_win().map(|is_win| if is_win { turn } else { !turn })
}

/// Who wins, as a sentence.
fn sentence(bounds: Bounds, turn: Color) -> String {
    let Bounds { at_least, at_most } = bounds;
    match (winner(bounds, turn), at_least.in_hand(), at_most.in_hand()) {
        (Some(winner), one, other) if one == other => format!("{winner} wins by {one}"),
        (Some(winner), one, other) => format!("{winner} wins by {} to {}", one.min(other), one.max(other)),
        (None, loses, wins) => {
            format!("not decided yet: {turn} to move wins by {wins} at most or loses by {loses} at most")
        }
    }
}

/// Bounds of a margin as White sees it.
fn margin_json(bounds: Bounds, turn: Color) -> Value {
    let (low, high) = match turn {
        Color::White => (bounds.at_least, bounds.at_most),
        Color::Black => (!bounds.at_most, !bounds.at_least),
    };
    json!({ "atLeast": low.free(), "atMost": high.free() })
}

fn kind_name(kind: RegionKind) -> &'static str {
    match kind {
        RegionKind::Territory(Color::White) => "white",
        RegionKind::Territory(Color::Black) => "black",
        RegionKind::Active => "active",
        RegionKind::Dead => "dead",
    }
}

fn plural(count: impl Into<u32>, word: &str) -> String {
    match count.into() {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    }
}

/// An area in two lines, or four or five where both sides stand in it.
fn describe_area<B: Board>(area: &AreaReport<B>, value: Option<&str>) -> String {
    let squares = format!("{}: {}", plural(area.empty.count(), "square"), named(area.empty));
    match area.kind {
        RegionKind::Territory(color) => {
            let plies = area.plies[color];
            format!("{color}'s territory of {squares}\n    {}\n", moves(plies))
        }
        RegionKind::Active => {
            let sure =
                |color: Color| format!("{color} is sure of {}", plural(area.plies[color].at_least, "move"));
            let first = |color: Color| format!("{color} first: {}", sentence(area.margins[color], color));
            let value = match value {
                None => String::new(),
                Some(value) if value.len() > LONGEST_VALUE => {
                    format!("    value of {} characters (--json tells it)\n", value.len())
                }
                Some(value) => format!("    value {value}\n"),
            };
            format!(
                "Shared area of {squares}\n    {}, {}\n    {}\n    {}\n{value}",
                sure(Color::White),
                sure(Color::Black),
                first(Color::White),
                first(Color::Black),
            )
        }
        RegionKind::Dead => String::new(),
    }
}

fn moves(count: Count) -> String {
    match count.exact() {
        Some(exact) => plural(exact, "move"),
        None => format!("{} to {} moves", count.at_least, count.at_most),
    }
}

fn names<B: Board>(set: Bitboard<B>) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

fn named<B: Board>(set: Bitboard<B>) -> String {
    let mut names = names(set);
    if names.len() > NAMED {
        names.truncate(NAMED - 1);
        names.push("...".to_owned());
    }
    names.join(" ")
}

fn area_json<B: Board>(area: &AreaReport<B>, value: Option<&str>) -> Value {
    let plies = |color| {
        let Count { at_least, at_most } = area.plies[color];
        json!({ "atLeast": at_least, "atMost": at_most })
    };
    json!({
        "kind": kind_name(area.kind),
        "empty": names(area.empty),
        "white": names(area.amazons.white),
        "black": names(area.amazons.black),
        "plies": { "white": plies(Color::White), "black": plies(Color::Black) },
        "marginWhiteFirst": margin_json(area.margins.white, Color::White),
        "marginBlackFirst": margin_json(area.margins.black, Color::Black),
        "value": value,
    })
}
