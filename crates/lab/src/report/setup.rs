//! Under which conditions an experiment's games were played, read from the contests' own words in the store.

use serde::Deserialize;
use serde_json::Value;

use crate::findings::Unit;

/// A contest's conditions as `arena::Contest::conditions` writes them. What a later version does not write is left out.
#[derive(Debug, Deserialize)]
struct Written {
    #[serde(default)]
    entrants: Vec<Entrant>,
    #[serde(default)]
    format: String,
    #[serde(default)]
    rounds: u64,
    #[serde(default)]
    openings: u64,
    #[serde(default)]
    adjudicated: bool,
    #[serde(default)]
    seed: u64,
}

#[derive(Debug, Deserialize)]
struct Entrant {
    player: String,
    #[serde(default)]
    #[serde(rename = "pace")]
    time_control: String,
}

/// A contest as a reader wants it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Setup {
    /// How many games, between whom, from where: sentences.
    pub(super) games: String,
    /// Its seed.
    pub(super) seed: u64,
    /// Players that share a limit, or limits that share a player: what they share, and they.
    pub(super) players: Vec<(String, Vec<String>)>,
}

impl Setup {
    /// Reads a contest's conditions; nothing where they are not those of a contest.
    pub(super) fn of(contest: &Value) -> Option<Self> {
        // The store keeps them as one line of JSON, which may be a text in a file.
        let parsed = contest.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
        let written: Written = serde_json::from_value(parsed.unwrap_or_else(|| contest.clone())).ok()?;
        (!written.entrants.is_empty()).then(|| Self {
            games: games(&written),
            seed: written.seed,
            players: grouped(&written.entrants),
        })
    }
}

fn games(written: &Written) -> String {
    let players = written.entrants.len() as u64;
    let (meeting, pairings) = match written.format.as_str() {
        "round robin" => (", everybody against everybody", players * (players - 1) / 2),
        "gauntlet" => (", the first against all others", players - 1),
        listed => ("", listed.split_whitespace().count() as u64),
    };
    let number = |count: u64| Unit::Count.write(count as f64);
    let count = |number_of: u64, one: &str, many: &str| {
        if number_of == 1 { one.to_owned() } else { format!("{} {many}", number(number_of)) }
    };
    let games = number(2 * pairings * written.rounds);
    let pairs = count(written.rounds, "a pair of games", "pairs of games");
    let openings = match written.openings {
        1 => "all from the same opening".to_owned(),
        openings if written.rounds < openings => {
            format!("from {} of {} openings", number(written.rounds), number(openings))
        }
        openings => format!("from {} openings", number(openings)),
    };
    let end = if written.adjudicated { "until the result is proven" } else { "to the end" };
    format!(
        "{games} games: {}{meeting}, {pairs} each with colours swapped, {openings}, played {end}.",
        count(pairings, "one pairing", "pairings")
    )
}

/// Players by their limits, or limits by their players, whichever is shorter.
fn grouped(entrants: &[Entrant]) -> Vec<(String, Vec<String>)> {
    let by_limit = groups(entrants.iter().map(|one| (limit(&one.time_control), one.player.clone())));
    let by_player = groups(entrants.iter().map(|one| (one.player.clone(), limit(&one.time_control))));
    if by_player.len() < by_limit.len() { by_player } else { by_limit }
}

fn groups(pairs: impl Iterator<Item = (String, String)>) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) if values.contains(&value) => {}
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// A time control in words: `playouts=10000` is 10,000 playouts a move.
fn limit(time_control: &str) -> String {
    if time_control.is_empty() || time_control == arena::TimeControl::default().to_string() {
        return "no limit but its own".to_owned();
    }
    let part = |part: &str| match part.split_once('=') {
        Some(("depth", depth)) => format!("depth {depth}"),
        Some((what, count)) => match count.parse::<u64>() {
            Ok(1) => format!("one {} a move", what.trim_end_matches('s')),
            Ok(count) => format!("{} {what} a move", Unit::Count.write(count as f64)),
            Err(_) => part.to_owned(),
        },
        None if part.contains('+') => format!("{part} a game"),
        None => format!("{} a move", spaced(part)),
    };
    time_control.split(',').map(part).collect::<Vec<_>>().join(", ")
}

/// A time with a space before its unit.
fn spaced(time: &str) -> String {
    let unit = time.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(time.len());
    let (number, unit) = time.split_at(unit);
    format!("{number} {unit}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_contest_is_told_in_words() {
        let players = ["alphabeta:depth=2@depth=9", "uct@playouts=10000", "uct@playouts=30000", "uct@200ms"];
        let contest = arena::Contest {
            kind: "lab",
            entrants: players.iter().map(|player| player.parse().unwrap()).collect(),
            time_control: arena::TimeControl::default(),
            format: arena::ContestFormat::Listed(vec![(0, 1), (0, 2), (0, 3)]),
            rounds: 4,
            openings: crate::contests::from_the_start().unwrap(),
            rules: arena::GameRules {
                time_margin: std::time::Duration::ZERO,
                adjudication: arena::Adjudication::Never,
            },
            seed: 7,
            sprt: None,
        };
        let value = contest.conditions();
        let setup = Setup::of(&value).unwrap();
        assert_eq!(
            setup.games,
            "24 games: 3 pairings, 4 pairs of games each with colours swapped, all from the same opening, \
             played to the end."
        );
        assert_eq!(setup.players.len(), 2, "{setup:?}");
        assert_eq!(setup.players[1].1, ["10,000 playouts a move", "30,000 playouts a move", "200 ms a move"]);
        assert_eq!(
            Setup::of(&Value::String(contest.conditions().to_string())),
            Some(setup),
            "the same as a text"
        );
        assert_eq!(Setup::of(&json!({ "boards": 3 })), None);
        assert_eq!(limit(&arena::TimeControl::default().to_string()), "no limit but its own");
        assert_eq!(limit("nodes=1"), "one node a move");
        assert_eq!(limit("10s+0.1s"), "10s+0.1s a game");
        assert_eq!(limit("1s,nodes=5000"), "1 s a move, 5,000 nodes a move");
    }
}
