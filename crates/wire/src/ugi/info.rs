//! `info`: the state of a search.

use std::fmt;
use std::time::Duration;

use amazons::Move;

use super::{tidy, write_moves};

/// The state of a search. Every part is optional.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies looked ahead in full.
    pub depth: Option<u32>,
    /// Plies of the longest line looked at.
    pub selective_depth: Option<u32>,
    /// Which of several lines this is, from 1.
    pub multi_pv: Option<u32>,
    /// What the line is worth to the side to move, and whether that is a bound.
    pub score: Option<(UgiScore, Bound)>,
    /// `wdl`: the chances of the side to move, as in chess engines.
    pub wdl: Option<Wdl>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nodes_per_second: Option<u64>,
    /// Time since the `go`, to the millisecond.
    pub time: Option<Duration>,
    /// How full the table is, in thousandths.
    pub hash_full: Option<u32>,
    /// The line.
    pub pv: Vec<Move>,
    /// `string`: text for people, to the end of the line.
    pub string: Option<String>,
}

/// A score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum UgiScore {
    /// `cp`: hundredths of a move of margin.
    Centi(i32),
    /// `exact`: a proven margin in moves.
    Exact(i32),
    /// `mate`: the number of the winner's moves until the end, below zero where the side to move loses.
    Mate(i32),
}

/// Whether a score is the value or only a bound of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// The value itself.
    #[default]
    None,
    /// `lowerbound`: the value is at least this.
    Lower,
    /// `upperbound`: the value is at most this.
    Upper,
}

/// Chances in thousandths. Amazons has no draws, but `wdl` has a field for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wdl {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

impl Wdl {
    /// A chance to win from 0 to 1.
    #[must_use]
    pub fn from_win(rate: f64) -> Self {
        // `as` turns NaN into 0.
        let win = (rate.clamp(0.0, 1.0) * 1000.0).round() as u16;
        Self { win, draw: 0, loss: 1000 - win }
    }

    /// The chance to win from 0 to 1, a draw counted half; `None` where the three are all zero.
    #[must_use]
    pub fn to_win(self) -> Option<f64> {
        let [win, draw, loss] = [self.win, self.draw, self.loss].map(f64::from);
        let all = win + draw + loss;
        (all > 0.0).then(|| (win + draw / 2.0) / all)
    }
}

impl Info {
    /// A line with text for people.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads the words after `info`. Unknown words are ignored, as UCI demands.
    pub(super) fn from_words(words: &[&str]) -> Self {
        let mut info = Self::default();
        let mut rest = words;
        while let Some((&word, after)) = rest.split_first() {
            rest = after;
            match word {
                "depth" => rest = read(rest, &mut info.depth),
                "seldepth" => rest = read(rest, &mut info.selective_depth),
                "multipv" => rest = read(rest, &mut info.multi_pv),
                "nodes" => rest = read(rest, &mut info.nodes),
                "nps" => rest = read(rest, &mut info.nodes_per_second),
                "hashfull" => rest = read(rest, &mut info.hash_full),
                "time" => {
                    let mut millis = None;
                    rest = read(rest, &mut millis);
                    info.time = millis.map(Duration::from_millis).or(info.time);
                }
                "score" => rest = read_score(rest, &mut info.score),
                "wdl" => rest = read_wdl(rest, &mut info.wdl),
                "pv" => {
                    // A word that is no move ends the line.
                    let moves: Vec<Move> = rest.iter().map_while(|word| word.parse().ok()).collect();
                    rest = &rest[moves.len()..];
                    info.pv = moves;
                }
                "string" => {
                    info.string = Some(rest.join(" "));
                    rest = &[];
                }
                _ => {}
            }
        }
        info
    }
}

/// Reads a number if one stands there.
fn read<'a, 'w, T: std::str::FromStr>(words: &'a [&'w str], into: &mut Option<T>) -> &'a [&'w str] {
    match words.split_first().and_then(|(word, rest)| Some((word.parse().ok()?, rest))) {
        Some((number, rest)) => {
            *into = Some(number);
            rest
        }
        None => words,
    }
}

fn read_score<'a, 'w>(words: &'a [&'w str], into: &mut Option<(UgiScore, Bound)>) -> &'a [&'w str] {
    let [kind, number, rest @ ..] = words else {
        return words;
    };
    let kind: fn(i32) -> UgiScore = match *kind {
        "cp" => UgiScore::Centi,
        "exact" => UgiScore::Exact,
        "mate" => UgiScore::Mate,
        _ => return words,
    };
    let Ok(number) = number.parse() else {
        return words;
    };
    let (bound, rest) = match rest {
        ["lowerbound", rest @ ..] => (Bound::Lower, rest),
        ["upperbound", rest @ ..] => (Bound::Upper, rest),
        _ => (Bound::None, rest),
    };
    *into = Some((kind(number), bound));
    rest
}

fn read_wdl<'a, 'w>(words: &'a [&'w str], into: &mut Option<Wdl>) -> &'a [&'w str] {
    let [win, draw, loss, rest @ ..] = words else {
        return words;
    };
    let (Ok(win), Ok(draw), Ok(loss)) = (win.parse(), draw.parse(), loss.parse()) else {
        return words;
    };
    *into = Some(Wdl { win, draw, loss });
    rest
}

impl fmt::Display for UgiScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centi(centi) => write!(f, "cp {centi}"),
            Self::Exact(moves) => write!(f, "exact {moves}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let mut part =
            |name: &str, number: Option<u64>| number.map_or(Ok(()), |number| write!(f, " {name} {number}"));
        part("depth", self.depth.map(u64::from))?;
        part("seldepth", self.selective_depth.map(u64::from))?;
        part("multipv", self.multi_pv.map(u64::from))?;
        if let Some((worth, bound)) = self.score {
            let bound = match bound {
                Bound::None => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            };
            write!(f, " score {worth}{bound}")?;
        }
        if let Some(Wdl { win, draw, loss }) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        let mut part =
            |name: &str, number: Option<u64>| number.map_or(Ok(()), |number| write!(f, " {name} {number}"));
        part("nodes", self.nodes)?;
        part("nps", self.nodes_per_second)?;
        part("time", self.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))?;
        part("hashfull", self.hash_full.map(u64::from))?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_moves(f, &self.pv)?;
        }
        if let Some(string) = &self.string {
            write!(f, " string {}", tidy(string))?;
        }
        Ok(())
    }
}
