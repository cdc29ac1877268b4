//! The match-point round: how early a player knows that it has won (Zhang, Zou, Zhu 2024, Table 6).

/// The win rate, after a player's own search, at which a game counts as decided.
pub const DECIDED: f64 = 0.9;

/// What a lost game counts: one more than the 46 moves that a player can have on the board of 10x10.
pub const LOST: u32 = 47;

/// How a game ended for the player whose round is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The player won.
    Won,
    /// The player lost.
    Lost,
}

/// The match-point round of one game: the player's own move number, from 1, at which its win rate after its search first
/// reached 90%.
///
/// `win_rates` holds one number for each own move of the game in order (0 to 1, for the player). A lost game counts
/// [`LOST`], whatever the player once believed; one won without such a move counts its last round.
#[must_use]
pub fn round(win_rates: &[f64], ending: Ending) -> u32 {
    match ending {
        Ending::Lost => LOST,
        Ending::Won => {
            let first = win_rates.iter().position(|&rate| rate >= DECIDED);
            first.map_or(win_rates.len(), |index| index + 1) as u32
        }
    }
}

/// The match-point round of a match of several sets: the mean of theirs, rounded, halves up; none without a set.
#[must_use]
pub fn of_sets(rounds: &[u32]) -> Option<u32> {
    let sets = rounds.len() as u64;
    let sum: u64 = rounds.iter().map(|&round| u64::from(round)).sum();
    (sets > 0).then(|| ((2 * sum + sets) / (2 * sets)) as u32)
}
