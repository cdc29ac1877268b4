//! The conditions of a contest, read from the JSON that the arena writes.

use serde::Deserialize;
use serde_json::Value;

use crate::conditions::Scale;
use crate::findings::Unit;

/// A contest's conditions as `arena::Contest::conditions` writes them. Missing fields have their defaults.
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

/// A contest's conditions as sentences and lists.
#[derive(Debug)]
pub(super) struct Setup {
    written: Written,
}

impl Setup {
    /// Reads a contest's conditions; `None` where the JSON is not that of a contest.
    pub(super) fn of(contest: &Value) -> Option<Self> {
        // The store has them as one line of JSON, which may be a string in a file.
        let parsed = contest.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
        let written: Written = serde_json::from_value(parsed.unwrap_or_else(|| contest.clone())).ok()?;
        (!written.entrants.is_empty()).then_some(Self { written })
    }

    /// Its seed.
    pub(super) fn seed(&self) -> u64 {
        self.written.seed
    }

    /// The specs of its players.
    pub(super) fn specs(&self) -> Vec<String> {
        self.written.entrants.iter().map(|entrant| entrant.player.clone()).collect()
    }

    /// The specs of its players by their limits, in the order of the contest.
    pub(super) fn players_by_limit(&self) -> Vec<(String, Vec<&str>)> {
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for Entrant { player, time_control } in &self.written.entrants {
            let limit = limit(time_control);
            match groups.iter_mut().find(|(known, _)| *known == limit) {
                Some((_, players)) if players.contains(&player.as_str()) => {}
                Some((_, players)) => players.push(player),
                None => groups.push((limit, vec![player])),
            }
        }
        groups
    }

    /// The number of games, pairings and openings, and how games end. At the faithful scale the scheduled games are the most
    /// that are played.
    pub(super) fn games(&self, scale: Scale) -> String {
        let written = &self.written;
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
        let most = if scale == Scale::Faithful { "At most " } else { "" };
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
        let stop =
            if scale == Scale::Faithful { " A cell ends when its statements are decided." } else { "" };
        format!(
            "{most}{games} games: {}{meeting}, {pairs} each with colours swapped, {openings}, played {end}.{stop}",
            count(pairings, "one pairing", "pairings")
        )
    }
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
    fn a_contest_is_written_in_words() {
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
            setup.games(Scale::Quick),
            "24 games: 3 pairings, 4 pairs of games each with colours swapped, all from the same opening, \
             played to the end."
        );
        assert!(setup.games(Scale::Faithful).starts_with("At most 24 games: 3 pairings"));
        let groups = setup.players_by_limit();
        assert_eq!(groups.len(), 4, "{groups:?}");
        assert_eq!(groups[1], ("10,000 playouts a move".to_owned(), vec!["uct"]));
        assert_eq!(setup.specs()[0], "alphabeta:depth=2");
        let text = Setup::of(&Value::String(contest.conditions().to_string())).unwrap();
        assert_eq!(text.games(Scale::Quick), setup.games(Scale::Quick), "the same as a string");
        assert!(Setup::of(&json!({ "boards": 3 })).is_none());
        assert_eq!(limit(&arena::TimeControl::default().to_string()), "no limit but its own");
        assert_eq!(limit("nodes=1"), "one node a move");
        assert_eq!(limit("10s+0.1s"), "10s+0.1s a game");
        assert_eq!(limit("1s,nodes=5000"), "1 s a move, 5,000 nodes a move");
    }
}
