//! What several experiments need: what two players did when they met, axes, and remarks on the games.

use amazons::Color;
use arena::statistics::{GameTally, Summary};
use arena::{GameResult, ScheduledGame, Standings};
use store::Ending;

use crate::findings::{Axis, Measured, Unit};

/// What two players did when they met.
#[derive(Clone, Debug, Default)]
pub(super) struct Meeting {
    /// The first player's games.
    pub(super) games: GameTally,
    /// Seconds a move of the first and the second player, one number a game.
    pub(super) seconds: [Summary; 2],
    /// Moves a game of the first player.
    pub(super) moves: Summary,
    /// Seconds a game, of both together: who waits computes nothing.
    pub(super) game_seconds: Summary,
}

impl Meeting {
    /// All games of two players in a contest.
    pub(super) fn of(standings: &Standings, first: usize, second: usize) -> Self {
        Self::among(standings.results(), first, second)
    }

    /// Those of some games in which the two met.
    pub(super) fn among<'a>(
        outcomes: impl Iterator<Item = (ScheduledGame, &'a GameResult)>,
        first: usize,
        second: usize,
    ) -> Self {
        let mut meeting = Self::default();
        for (slot, outcome) in outcomes {
            if (slot.white, slot.black) == (first, second) {
                meeting.add(Color::White, outcome);
            } else if (slot.black, slot.white) == (first, second) {
                meeting.add(Color::Black, outcome);
            }
        }
        meeting
    }

    /// Adds a game in which the first player had a side.
    fn add(&mut self, side: Color, outcome: &GameResult) {
        if outcome.winner == side {
            self.games.wins += 1;
        } else {
            self.games.losses += 1;
        }
        for (summary, side) in self.seconds.iter_mut().zip([side, !side]) {
            let spent = outcome.sides[side];
            if spent.moves > 0 {
                summary.add(spent.time.as_secs_f64() / f64::from(spent.moves));
            }
        }
        self.moves.add(f64::from(outcome.sides[side].moves));
        self.game_seconds.add((outcome.sides.white.time + outcome.sides.black.time).as_secs_f64());
    }

    /// Adds all games of another meeting.
    pub(super) fn merge(&mut self, other: &Self) {
        self.games = sum([self.games, other.games]);
        for (own, other) in self.seconds.iter_mut().zip(&other.seconds) {
            own.merge(other);
        }
        self.moves.merge(&other.moves);
        self.game_seconds.merge(&other.game_seconds);
    }

    /// Several meetings as one.
    pub(super) fn all(meetings: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        meetings.into_iter().for_each(|meeting| all.merge(&meeting));
        all
    }
}

/// Games won and lost together.
pub(super) fn sum(tallies: impl IntoIterator<Item = GameTally>) -> GameTally {
    let mut sum = GameTally::default();
    for tally in tallies {
        sum.wins += tally.wins;
        sum.losses += tally.losses;
    }
    sum
}

/// A mean of seconds. Few games leave it so uncertain that Student's interval would begin below nothing.
pub(super) fn seconds(seen: &Summary) -> Measured {
    let mean = Measured::mean(seen, Unit::Seconds);
    Measured { interval: mean.interval.map(|(low, high)| (low.max(0.0), high)), ..mean }
}

/// An axis of shares of games, from none to all.
pub(super) fn share_axis(label: &str) -> Axis {
    Axis { label: label.to_owned(), unit: Unit::Share, is_logarithmic: false, range: Some((0.0, 1.0)) }
}

/// An axis on which equal steps are equal factors.
pub(super) fn logarithmic_axis(label: &str, unit: Unit) -> Axis {
    Axis { label: label.to_owned(), unit, is_logarithmic: true, range: None }
}

/// What is to be known of the games of a contest before its figures are believed.
pub(super) fn remark_on_games(standings: &Standings) -> String {
    let (games, different) = (standings.games(), standings.different_games());
    let mut remark = if games == different {
        format!("{games} games, no two alike.")
    } else {
        format!("{games} games, {different} of them different: copies of a game prove nothing.")
    };
    let endings = standings.endings();
    let count = |wanted: &[Ending]| -> u64 {
        endings.iter().filter(|(ending, _)| wanted.contains(ending)).map(|(_, count)| count).sum()
    };
    let failed = games - count(&[Ending::NoMoves, Ending::Adjudication]);
    match (count(&[Ending::Adjudication]), failed) {
        (0, 0) => remark += " All were played until a side could not move.",
        (adjudicated, 0) => {
            remark += &format!(" {adjudicated} ended when counting separate areas proved the winner.");
        }
        (_, failed) => remark += &format!(" {failed} were lost by time or by a fault."),
    }
    remark
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use amazons::ByColor;
    use arena::{ContestFormat, Schedule, SideStats};

    use super::*;

    fn outcome(slot: u64, winner: Color, fingerprint: u64) -> GameResult {
        let spent =
            |moves, seconds| SideStats { moves, time: Duration::from_secs(seconds), ..SideStats::default() };
        GameResult {
            slot,
            winner,
            ending: Ending::NoMoves,
            plies: 5,
            sides: ByColor { white: spent(3, 6), black: spent(2, 10) },
            fingerprint,
        }
    }

    fn standings(ending: Ending) -> Standings {
        let schedule = Schedule::new(&ContestFormat::Listed(vec![(2, 0), (1, 0)]), 3, 1, 1, 1);
        let mut standings = Standings::new(schedule, 3, None);
        standings.add(outcome(0, Color::White, 0));
        standings.add(outcome(1, Color::White, 1));
        standings.add(outcome(2, Color::Black, 2));
        standings.add(GameResult { ending, ..outcome(3, Color::Black, 2) });
        standings
    }

    #[test]
    fn a_meeting_is_seen_from_the_first_players_side() {
        let standings = standings(Ending::NoMoves);
        let meeting = Meeting::of(&standings, 2, 0);
        assert_eq!(meeting.games, GameTally { wins: 1, losses: 1 });
        assert_eq!(meeting.games, Meeting::of(&standings, 0, 2).games.swapped());
        // 2 s a move as White, 5 s as Black; both together 16 s a game.
        assert_eq!(meeting.seconds.map(|seconds| seconds.mean()), [Some(3.5), Some(3.5)]);
        assert_eq!(meeting.moves.mean(), Some(2.5));
        assert_eq!(meeting.game_seconds.mean(), Some(16.0));
        let white = standings.results().filter(|(slot, _)| slot.white == 2);
        let white = Meeting::among(white, 2, 0);
        assert_eq!(white.seconds.map(|seconds| seconds.mean()), [Some(2.0), Some(5.0)]);
        let all = Meeting::all([Meeting::of(&standings, 2, 0), Meeting::of(&standings, 1, 0)]);
        assert_eq!(all.games, GameTally { wins: 2, losses: 2 });
        assert_eq!(all.game_seconds.count(), 4);
        assert_eq!(Meeting::of(&standings, 2, 1).games.games(), 0);
    }

    #[test]
    fn no_time_is_less_than_none() {
        let two = seconds(&[0.1, 0.9].into_iter().collect());
        assert_eq!((two.ours, two.interval.unwrap().0), (Some(0.5), 0.0));
        assert!(two.interval.unwrap().1 > 5.0);
    }

    #[test]
    fn remarks_tell_copies_and_faults() {
        let remark = remark_on_games(&standings(Ending::NoMoves));
        assert!(remark.starts_with("4 games, 3 of them different"), "{remark}");
        assert!(remark.ends_with("could not move."), "{remark}");
        assert!(remark_on_games(&standings(Ending::TimeForfeit)).contains("1 were lost by time"));
        assert!(remark_on_games(&standings(Ending::Adjudication)).contains("1 ended when counting"));
    }
}
