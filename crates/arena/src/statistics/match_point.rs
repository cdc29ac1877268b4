//! The match-point round: how early a player rates its own chance at 90% (Zhang, Zou, Zhu 2024, section 5.2.2).

/// The win rate, after a player's own search, at which a game counts as decided.
pub const DECIDED: f64 = 0.9;

/// What a lost game counts, which the paper takes as the greatest number of rounds; a player has at most 46 moves on 10x10.
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

/// The match-point round of a match that was won: the mean of the rounds of its won sets, rounded, halves up; none without a
/// set. A lost match counts [`LOST`] as a whole. What a set lost in a won match counts is not printed; the paper's match 67, won
/// 2:1 with round 34, would leave its other two sets earlier than any of its 200 rounds if a lost one counted 47.
#[must_use]
pub fn of_won_sets(rounds: &[u32]) -> Option<u32> {
    let sets = rounds.len() as u64;
    let sum: u64 = rounds.iter().map(|&round| u64::from(round)).sum();
    (sets > 0).then(|| ((2 * sum + sets) / (2 * sets)) as u32)
}
