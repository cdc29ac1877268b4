//! The usual notation of games, in ASCII as CGSuite takes it.
//!
//! | written | is |
//! |---|---|
//! | `3`, `-1/2` | a number |
//! | `*`, `*2` | star, a nimber |
//! | `^`, `^^`, `^3`, `v`, `vv`, `v3` | up and down, twice, three times |
//! | `1^*` | a sum of a number, ups and a nimber |
//! | `{1\|0,*}` | the options of Left, then those of Right |
//! | `+-1`, `+-{1,{2\|0}}` | a game that is its own negative: `{1\|-1}`, `{1,{2\|0}\|-1,{0\|-2}}` |

use std::fmt::Write;

use super::games::{Game, Games};
use super::number::Dyadic;

/// A number with some ups (downs below zero) and a nimber.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Uptimal {
    number: Dyadic,
    ups: i32,
    nimber: u32,
}

/// The most characters of a name.
const LONGEST: usize = 4_000;

/// The name of a game in canonical form; `None` where it is too long to be read.
pub(super) fn name(games: &mut Games, game: Game) -> Option<String> {
    let text = match uptimal(games, game) {
        Some(uptimal) => uptimal.name(),
        None if games.negative(game) == game => symmetric(games, game)?,
        None => {
            let options = games.options(game).clone();
            format!("{{{}|{}}}", list(games, &options.left)?, list(games, &options.right)?)
        }
    };
    (text.len() <= LONGEST).then_some(text)
}

/// A game that is its own negative.
fn symmetric(games: &mut Games, game: Game) -> Option<String> {
    let left = games.options(game).left.clone();
    Some(match left.as_slice() {
        &[option] => format!("+-{}", name(games, option)?),
        options => format!("+-{{{}}}", list(games, options)?),
    })
}

/// Options with commas between them: numbers first, then the short ones.
fn list(games: &mut Games, options: &[Game]) -> Option<String> {
    let mut names = Vec::new();
    for &option in options {
        let text = name(games, option)?;
        names.push((games.number(option).is_none(), text.len(), text));
    }
    names.sort();
    let texts: Vec<String> = names.into_iter().map(|(_, _, text)| text).collect();
    Some(texts.join(","))
}

/// The number, ups and nimber that a game is a sum of, if it is one.
fn uptimal(games: &mut Games, game: Game) -> Option<Uptimal> {
    if let Some(number) = games.number(game) {
        return Some(Uptimal { number, ups: 0, nimber: 0 });
    }
    nimber(games, game).or_else(|| rising(games, game)).or_else(|| {
        let negative = games.negative(game);
        let Uptimal { number, ups, nimber } = rising(games, negative)?;
        let number = games.dyadic(number);
        let number = games.negative(number);
        Some(Uptimal { number: games.number(number)?, ups: -ups, nimber })
    })
}

/// A number with a nimber: x*n = {x,x*,..|x,x*,..}, up to x*(n - 1).
fn nimber(games: &mut Games, game: Game) -> Option<Uptimal> {
    let options = games.options(game).clone();
    if options.left != options.right {
        return None;
    }
    let mut seen = Vec::new();
    for option in options.left {
        let Uptimal { number, ups: 0, nimber } = uptimal(games, option)? else { return None };
        seen.push((number, nimber));
    }
    seen.sort_unstable();
    let number = seen.first()?.0;
    let is_all = (0..).zip(&seen).all(|(nimber, &option)| option == (number, nimber));
    is_all.then_some(Uptimal { number, ups: 0, nimber: seen.len() as u32 })
}

/// One up or more: x + n^*m = {x | x + (n-1)^*(m xor 1)}, but ^* = {0,*|0}.
fn rising(games: &mut Games, game: Game) -> Option<Uptimal> {
    let options = games.options(game).clone();
    let &[right] = options.right.as_slice() else { return None };
    let right = uptimal(games, right)?;
    let number = right.number;
    if let [_, _] = options.left.as_slice() {
        let mut stars = Vec::new();
        for option in options.left {
            stars.push(uptimal(games, option)?);
        }
        let has = |nimber| stars.contains(&Uptimal { number, ups: 0, nimber });
        let is_up_star = has(0) && has(1) && right == Uptimal { number, ups: 0, nimber: 0 };
        return is_up_star.then_some(Uptimal { number, ups: 1, nimber: 1 });
    }
    let &[left] = options.left.as_slice() else { return None };
    let is_rising =
        games.number(left) == Some(number) && right.ups >= 0 && (right.ups, right.nimber) != (0, 0);
    is_rising.then_some(Uptimal { number, ups: right.ups + 1, nimber: right.nimber ^ 1 })
}

impl Uptimal {
    fn name(self) -> String {
        let Self { number, ups, nimber } = self;
        let mut text = String::new();
        if number != Dyadic::integer(0) || (ups, nimber) == (0, 0) {
            let _ = write!(text, "{number}");
        }
        let arrow = if ups > 0 { "^" } else { "v" };
        match ups.unsigned_abs() {
            0 => {}
            count @ 1..=2 => text += &arrow.repeat(count as usize),
            count => {
                let _ = write!(text, "{arrow}{count}");
            }
        }
        match nimber {
            0 => {}
            1 => text += "*",
            nimber => {
                let _ = write!(text, "*{nimber}");
            }
        }
        text
    }
}
