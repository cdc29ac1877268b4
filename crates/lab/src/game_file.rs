//! The results of a contest's games as a small text file, so that a clone of the repository goes on where another machine stopped.
//!
//! ```text
//! # contest 3f9a... : the digest of its conditions; results of other conditions are not used
//! slot,winner,ending,plies,fingerprint,white moves,white ms,white nodes,white round,black moves,...
//! 0,w,no-moves,74,9c1d...,37,5210,370000,31,37,410,12000,
//! ```

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use amazons::{ByColor, Color};
use arena::{Contest, GameResult, SideStats, Standings};
use serde_json::{Value, json};
use store::{AtomicFile, IfExists};

use crate::workbench::LabError;

const HEAD: &str = "slot,winner,ending,plies,fingerprint,\
                    white moves,white us,white nodes,white round,black moves,black us,black nodes,black round";

/// The file of a contest's games in a folder of results.
pub(crate) fn path_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.games.csv"))
}

fn digest_of(conditions: &Value) -> String {
    format!("{:016x}", store::digest(conditions.to_string().as_bytes()))
}

/// Whether a digest is that of a contest, or of the same contest with fewer rounds: a schedule goes round by round, so these
/// are its first games.
fn is_of(digest: &str, contest: &Contest) -> bool {
    let mut conditions = contest.conditions();
    (1..=contest.rounds).rev().any(|rounds| {
        conditions["rounds"] = json!(rounds);
        digest == digest_of(&conditions)
    })
}

/// Writes all results, completely or not at all.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn save(path: &Path, contest: &Contest, standings: &Standings) -> Result<(), LabError> {
    let mut text = format!("# contest {}\n{HEAD}\n", digest_of(&contest.conditions()));
    for (_, result) in standings.results() {
        let winner = if result.winner == Color::White { 'w' } else { 'b' };
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "{},{winner},{},{},{:016x}",
            result.slot, result.ending, result.plies, result.fingerprint
        );
        for side in [result.sides.white, result.sides.black] {
            let round = side.match_point.map_or(String::new(), |round| round.to_string());
            let _ = write!(text, ",{},{},{},{round}", side.moves, side.time.as_micros(), side.nodes);
        }
        text.push('\n');
    }
    Ok(AtomicFile::write(path, text.as_bytes(), IfExists::Replace)?)
}

/// Reads the results of a contest under the same conditions, with as many rounds or fewer; none where there is no file or one of
/// other conditions.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn load(path: &Path, contest: &Contest) -> Result<Vec<GameResult>, LabError> {
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let fault = |what: String| LabError::File { path: path.to_owned(), what };
    let text = fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
    let mut lines = text.lines().enumerate();
    let digest = lines.next().and_then(|(_, line)| line.strip_prefix("# contest "));
    if !digest.is_some_and(|digest| is_of(digest, contest)) {
        return Ok(Vec::new());
    }
    let games = contest.schedule().len();
    let read = |(number, line): (usize, &str)| {
        let result = parse(line).filter(|result| result.slot < games);
        result.ok_or_else(|| fault(format!("line {}: expected {HEAD}, found {line:?}", number + 1)))
    };
    lines.skip(1).map(read).collect()
}

fn parse(line: &str) -> Option<GameResult> {
    let mut fields = line.split(',');
    let mut next = || fields.next();
    let slot = next()?.parse().ok()?;
    let winner = match next()? {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return None,
    };
    let ending = next()?.parse().ok()?;
    let plies = next()?.parse().ok()?;
    let fingerprint = u64::from_str_radix(next()?, 16).ok()?;
    let mut side = || {
        Some(SideStats {
            moves: next()?.parse().ok()?,
            time: Duration::from_micros(next()?.parse().ok()?),
            nodes: next()?.parse().ok()?,
            match_point: match next()? {
                "" => None,
                round => Some(round.parse().ok()?),
            },
        })
    };
    let sides = ByColor { white: side()?, black: side()? };
    fields.next().is_none().then_some(GameResult { slot, winner, ending, plies, sides, fingerprint })
}

#[cfg(test)]
mod tests {
    use arena::ContestFormat;
    use store::Ending;

    use super::*;
    use crate::conditions::{Conditions, Scale};
    use crate::contests::{contest, from_the_start};

    fn of(seed: u64) -> Contest {
        let players = ["random", "uct"].map(str::to_owned);
        let conditions = Conditions::of(Scale::Faithful, seed);
        contest(&conditions, &players, ContestFormat::RoundRobin, 3, from_the_start().unwrap()).unwrap()
    }

    #[test]
    fn results_survive_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = path_of(folder.path(), "some-table");
        let contest = of(1);
        assert_eq!(load(&path, &contest).unwrap(), [], "no file, no games");
        let side = |moves, match_point| SideStats {
            moves,
            time: Duration::from_micros(1_234_567),
            nodes: 5_000,
            match_point,
        };
        let results = [
            GameResult {
                slot: 0,
                winner: Color::White,
                ending: Ending::NoMoves,
                plies: 71,
                sides: ByColor { white: side(36, Some(31)), black: side(35, None) },
                fingerprint: u64::MAX,
            },
            GameResult {
                slot: 5,
                winner: Color::Black,
                ending: Ending::TimeForfeit,
                plies: 9,
                sides: ByColor { white: side(5, None), black: side(4, Some(47)) },
                fingerprint: 0,
            },
        ];
        let mut standings = Standings::new(contest.schedule(), 2, None);
        standings.extend(results);
        save(&path, &contest, &standings).unwrap();
        assert_eq!(load(&path, &contest).unwrap(), results);
        assert_eq!(load(&path, &of(2)).unwrap(), [], "games of another contest are not used");
        let longer = Contest { rounds: 5, ..of(1) };
        assert_eq!(load(&path, &longer).unwrap(), results, "these are its first rounds");
        let same = |slot| contest.schedule().slot(slot) == longer.schedule().slot(slot);
        assert!((0..contest.schedule().len()).all(same), "with the same players, openings and seeds");
        let shorter = Contest { rounds: 2, ..of(1) };
        assert_eq!(load(&path, &shorter).unwrap(), [], "games beyond its schedule are not its own");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("no moves", "no clue")).unwrap();
        let error = load(&path, &contest).unwrap_err().to_string();
        assert!(error.contains("line 3") && error.contains("no clue"), "{error}");
    }
}
