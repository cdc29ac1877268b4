//! What several experiments need: what two players did when they met, axes, and remarks on the games.

use amazons::Color;
use arena::statistics::{MatchTally, PairScore, Summary};
use arena::{GameResult, ScheduledGame, Standings};
use store::Ending;

use crate::cells::{CellSet, Games};
use crate::confidence::Confidence;
use crate::findings::{Axis, Measured, Unit};

/// What two players did when they met.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    /// The first player's games.
    pub(super) games: MatchTally,
    /// Seconds a move of the first and the second player, one number a game.
    pub(super) seconds: [Summary; 2],
    /// Moves a game of the first player.
    pub(super) moves: Summary,
    /// Seconds a game, of both together: the player who waits computes nothing.
    pub(super) game_seconds: Summary,
    confidence: Confidence,
    cells: CellSet,
}

impl Default for Meeting {
    fn default() -> Self {
        Self {
            games: MatchTally::default(),
            seconds: Default::default(),
            moves: Summary::default(),
            game_seconds: Summary::default(),
            confidence: Confidence::USUAL,
            cells: CellSet::default(),
        }
    }
}

impl Meeting {
    /// All games of two players in a contest.
    pub(super) fn of(games: Games<'_>, first: usize, second: usize) -> Self {
        Self::among(games, games.standings.results(), first, second)
    }

    /// Those of some games, in the order of the schedule, in which the two met.
    pub(super) fn among<'a>(
        games: Games<'_>,
        results: impl Iterator<Item = (ScheduledGame, &'a GameResult)>,
        first: usize,
        second: usize,
    ) -> Self {
        let (confidence, cells) = (games.confidence, games.cell(first, second));
        let mut meeting = Self { confidence, cells, ..Self::default() };
        // The first game of a pair whose second game comes next, if it was played: its number, and whether it was won.
        let mut half: Option<(u64, bool)> = None;
        for (slot, result) in results {
            let side = match (slot.white, slot.black) {
                players if players == (first, second) => Color::White,
                players if players == (second, first) => Color::Black,
                _ => continue,
            };
            let has_won = result.winner == side;
            meeting.add(side, result);
            half = match half.take() {
                Some((pair, won_before)) if pair == slot.pair => {
                    let wins = u8::from(has_won) + u8::from(won_before);
                    meeting.games.pairs.add(PairScore::from_wins(wins));
                    None
                }
                other => {
                    meeting.add_unpaired(other);
                    Some((slot.pair, has_won))
                }
            };
        }
        meeting.add_unpaired(half);
        meeting
    }

    fn add_unpaired(&mut self, game: Option<(u64, bool)>) {
        if let Some((_, has_won)) = game {
            self.games.unpaired.wins += u64::from(has_won);
            self.games.unpaired.losses += u64::from(!has_won);
        }
    }

    /// Adds the times of a game in which the first player had a side.
    fn add(&mut self, side: Color, result: &GameResult) {
        for (summary, side) in self.seconds.iter_mut().zip([side, !side]) {
            let spent = result.sides[side];
            if spent.moves > 0 {
                summary.add(spent.time.as_secs_f64() / f64::from(spent.moves));
            }
        }
        self.moves.add(f64::from(result.sides[side].moves));
        self.game_seconds.add((result.sides.white.time + result.sides.black.time).as_secs_f64());
    }

    /// Adds all games of another meeting.
    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for (own, other) in self.seconds.iter_mut().zip(&other.seconds) {
            own.merge(other);
        }
        self.moves.merge(&other.moves);
        self.game_seconds.merge(&other.game_seconds);
        self.cells = self.cells.union(other.cells);
        self.confidence = other.confidence;
    }

    /// Several meetings as one.
    pub(super) fn all<'a>(meetings: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        meetings.into_iter().for_each(|meeting| all.merge(meeting));
        all
    }

    /// The share of games that the first player won.
    pub(super) fn won(&self) -> Measured {
        Measured { cells: self.cells, ..Measured::won(&self.games, self.confidence) }
    }

    /// Seconds a move of the first and the second player.
    pub(super) fn seconds_a_move(&self) -> [Measured; 2] {
        [0, 1].map(|player: usize| self.mean_seconds(&self.seconds[player]))
    }

    /// Seconds a game of both together.
    pub(super) fn seconds_a_game(&self) -> Measured {
        self.mean_seconds(&self.game_seconds)
    }

    fn mean_seconds(&self, seconds: &Summary) -> Measured {
        let mean = Measured::mean(seconds, Unit::Seconds, self.confidence).not_below_zero();
        Measured { cells: self.cells, ..mean }
    }
}

/// An axis of equal steps, with the range that it must reach.
pub(super) fn linear_axis(label: &str, unit: Unit, range: Option<(f64, f64)>) -> Axis {
    Axis { label: label.to_owned(), unit, is_logarithmic: false, range }
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
pub(super) mod tests {
    use std::time::Duration;

    use amazons::ByColor;
    use arena::statistics::{GameTally, PairTally};
    use arena::{ContestFormat, SideStats};

    use super::*;
    use crate::cells::Cells;
    use crate::conditions::{Conditions, Scale};
    use crate::contests::{contest, from_the_start};

    /// A meeting with some games won and lost, in pairs as independent games have them.
    pub(in crate::experiments) fn meeting(wins: u64, losses: u64) -> Meeting {
        let games = MatchTally { unpaired: GameTally { wins, losses }, ..MatchTally::default() };
        Meeting { games, ..Meeting::default() }
    }

    fn result(slot: u64, winner: Color, fingerprint: u64) -> GameResult {
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

    fn standings(ending: Ending) -> (Standings, Cells) {
        let conditions = Conditions::of(Scale::Toy, 1);
        let players = ["random", "uct", "greedy"].map(str::to_owned);
        let format = ContestFormat::Listed(vec![(2, 0), (1, 0), (1, 2)]);
        let contest = contest(&conditions, &players, format, 1, from_the_start().unwrap()).unwrap();
        let mut standings = Standings::new(contest.schedule(), 3, None);
        standings.add(result(0, Color::White, 0));
        standings.add(result(1, Color::White, 1));
        standings.add(result(2, Color::Black, 2));
        standings.add(GameResult { ending, ..result(3, Color::Black, 2) });
        (standings, Cells::by_pairing(&contest, &conditions, |_| u64::MAX))
    }

    #[test]
    fn a_meeting_is_seen_from_the_first_players_side() {
        let (standings, cells) = standings(Ending::NoMoves);
        let games = Games::new(&standings, &cells, Confidence::USUAL);
        let meeting = Meeting::of(games, 2, 0);
        let split = PairTally { split: 1, ..PairTally::default() };
        assert_eq!(meeting.games, MatchTally { pairs: split, ..MatchTally::default() });
        assert_eq!(meeting.games, Meeting::of(games, 0, 2).games.swapped());
        // 2 s a move as White, 5 s as Black; both together 16 s a game.
        assert_eq!(meeting.seconds.map(|seconds| seconds.mean()), [Some(3.5), Some(3.5)]);
        assert_eq!(meeting.moves.mean(), Some(2.5));
        assert_eq!(meeting.game_seconds.mean(), Some(16.0));
        let white = standings.results().filter(|(slot, _)| slot.white == 2);
        let white = Meeting::among(games, white, 2, 0);
        assert_eq!(white.seconds.map(|seconds| seconds.mean()), [Some(2.0), Some(5.0)]);
        assert_eq!(white.games.unpaired, GameTally { wins: 1, losses: 0 }, "half a pair");
        let all = Meeting::all([&Meeting::of(games, 2, 0), &Meeting::of(games, 1, 0)]);
        assert_eq!(all.games.games(), GameTally { wins: 2, losses: 2 });
        assert_eq!(all.game_seconds.count(), 4);
        assert!(all.cells.has(0) && all.cells.has(1) && !all.cells.has(2));
        assert_eq!(Meeting::of(games, 1, 2).games.games().games(), 0);
    }

    #[test]
    fn no_time_is_less_than_none() {
        let meeting = Meeting { game_seconds: [0.1, 0.9].into_iter().collect(), ..Meeting::default() };
        let two = meeting.seconds_a_game();
        assert_eq!((two.ours, two.interval.unwrap().0), (Some(0.5), 0.0));
        assert!(two.interval.unwrap().1 > 5.0);
    }

    #[test]
    fn remarks_tell_copies_and_faults() {
        let remark = remark_on_games(&standings(Ending::NoMoves).0);
        assert!(remark.starts_with("4 games, 3 of them different"), "{remark}");
        assert!(remark.ends_with("could not move."), "{remark}");
        assert!(remark_on_games(&standings(Ending::TimeForfeit).0).contains("1 were lost by time"));
        assert!(remark_on_games(&standings(Ending::Adjudication).0).contains("1 ended when counting"));
    }
}
