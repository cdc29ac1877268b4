//! What a thinker says while it thinks and when it is done.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use amazons::Move;

use crate::score::Score;

/// One line of play that a thinker looked at.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    /// The moves, the first to be played now.
    pub moves: Vec<Move>,
    /// What it is worth to the side to move, if the thinker knows anything of it.
    pub score: Option<Score>,
    /// How likely the side to move wins with it, 0 to 1, if the thinker knows anything of it.
    pub win_rate: Option<f64>,
    /// How often it was tried, if the thinker counts that.
    pub visits: Option<u64>,
    /// By how much the game is proven to be decided, if the score says that it is and the thinker knows more.
    pub proven: Option<Proven>,
}

/// By how much a decided game is won: the moves that its winner has left when the opponent is stuck. The score beside it
/// says who wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proven {
    /// Just by so many: the winner could give away so many free moves and not one more.
    By(u16),
    /// By so many if the winner goes for it, perhaps by more.
    AtLeast(u16),
}

impl Proven {
    /// The moves that the winner has in hand at least.
    #[must_use]
    pub const fn in_hand(self) -> u16 {
        match self {
            Self::By(moves) | Self::AtLeast(moves) => moves,
        }
    }
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::By(moves) => write!(f, "by {moves}"),
            Self::AtLeast(moves) => write!(f, "by {moves} at least"),
        }
    }
}

impl Line {
    /// What it is worth in words: the margin, "won by 7" where that is proven, or in how many plies it is over.
    #[must_use]
    pub fn verdict(&self) -> Option<String> {
        let score = self.score?;
        Some(match self.proven {
            Some(proven) if score.is_win() => format!("won {proven}"),
            Some(proven) if score.is_loss() => format!("lost {proven}"),
            _ => score.to_string(),
        })
    }

    /// The line of a thinker that knows margins; what they stand for as a win rate is told too.
    #[must_use]
    pub fn by_score(moves: Vec<Move>, score: Option<Score>) -> Self {
        Self { moves, score, win_rate: score.map(Score::win_rate), visits: None, proven: None }
    }

    /// The line of a thinker that counts what it wins; what the rate stands for as a margin is told too.
    #[must_use]
    pub fn by_win_rate(moves: Vec<Move>, win_rate: Option<f64>, visits: u64) -> Self {
        Self {
            moves,
            score: win_rate.map(Score::from_win_rate),
            win_rate,
            visits: Some(visits),
            proven: None,
        }
    }
}

/// What a thinker has found so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Plies looked ahead in full, if the thinker counts them.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// Random games or other simulations.
    pub playouts: u64,
    /// Since when.
    pub elapsed: Duration,
    /// The best lines, the one to be played first. While a thinker looks one ply deeper the first may be what it found there
    /// so far; all others then are of the last depth that it has finished.
    pub lines: Vec<Line>,
    /// How full the memory for positions is, in thousandths, if the thinker keeps any.
    pub hash_full: Option<u16>,
}

impl Report {
    /// Positions a second; `None` before the clock has moved.
    #[must_use]
    pub fn nodes_per_second(&self) -> Option<f64> {
        let seconds = self.elapsed.as_secs_f64();
        (seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }
}

/// A move, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// The last report.
    pub report: Report,
}

/// Listens to a thinker.
pub trait Observer {
    /// Hears what was found so far. `Break` ends the thinking.
    fn report(&mut self, report: &Report) -> ControlFlow<()>;

    /// How often it wishes to hear something.
    fn interval(&self) -> Duration {
        Duration::from_millis(100)
    }
}

/// Hears everything and says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn report(&mut self, _report: &Report) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
