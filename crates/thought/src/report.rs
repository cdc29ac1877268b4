//! What a search reports while it runs and when it ends.

use std::ops::ControlFlow;
use std::time::Duration;

use amazons::Move;

use crate::assessment::WonBy;
use crate::score::Score;

/// One line of play that a search looked at, from the view of the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    /// The moves, starting with the one to be played now.
    pub moves: Vec<Move>,
    /// The score, if the search computes one.
    pub score: Option<Score>,
    /// The probability of winning, 0 to 1, if the search computes one.
    pub win_rate: Option<f64>,
    /// The number of visits, if the search counts them.
    pub visits: Option<u64>,
    /// By how much the game is proven to be won or lost; only beside a decided score.
    pub won_by: Option<WonBy>,
}

impl Line {
    /// The score, or the one that follows from the win rate.
    #[must_use]
    pub fn score_or_rate(&self) -> Option<Score> {
        self.score.or_else(|| self.win_rate.map(Score::from_win_rate))
    }

    /// The value in words: the margin, "won by 7" where that is proven, or the plies until the end of a decided game.
    #[must_use]
    pub fn describe(&self) -> Option<String> {
        let score = self.score?;
        Some(match self.won_by {
            Some(won_by) if score.is_win() => format!("won {won_by}"),
            Some(won_by) if score.is_loss() => format!("lost {won_by}"),
            _ => score.to_string(),
        })
    }

    /// The line of a search that computes scores; the win rate follows from the score.
    #[must_use]
    pub fn by_score(moves: Vec<Move>, score: Option<Score>) -> Self {
        Self { moves, score, win_rate: score.map(Score::win_rate), visits: None, won_by: None }
    }

    /// The line of a search that counts wins; the score follows from the win rate.
    #[must_use]
    pub fn by_win_rate(moves: Vec<Move>, win_rate: Option<f64>, visits: u64) -> Self {
        Self {
            moves,
            score: win_rate.map(Score::from_win_rate),
            win_rate,
            visits: Some(visits),
            won_by: None,
        }
    }
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The completed depth in plies, if the search has one.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// Rollouts or other simulations.
    pub playouts: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The best lines, best first. While an iteration runs, the first line may be from it; the others are then from the
    /// last completed depth.
    pub lines: Vec<Line>,
    /// How full the transposition table or tree is, in thousandths, if the search has one.
    pub hash_full: Option<u16>,
}

impl Report {
    /// Positions per second; `None` while no time has passed.
    #[must_use]
    pub fn nodes_per_second(&self) -> Option<f64> {
        let seconds = self.elapsed.as_secs_f64();
        (seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }
}

/// The chosen move with the last report.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// The last report.
    pub report: Report,
}

/// Receives the reports of a search.
pub trait Observer {
    /// Receives a report. `Break` ends the search.
    fn report(&mut self, report: &Report) -> ControlFlow<()>;

    /// Whether a report may hold the search up, as one that waits for cores does. Such a search runs on the thread that asks,
    /// and so may answer late.
    fn may_block(&self) -> bool {
        false
    }

    /// The shortest time between two reports.
    fn interval(&self) -> Duration {
        Duration::from_millis(100)
    }
}

/// An observer that ignores every report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn report(&mut self, _report: &Report) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
