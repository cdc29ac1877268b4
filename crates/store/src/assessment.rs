//! Assessments as the tables `ply` and `evaluation` and the JSON lines store them.

use amazons::{Color, Move};
use thought::{Assessment, Proof, WhiteScore, WonBy};

/// The stored columns of an assessment, its line apart. They do not tell whether a game is won by exactly or by at least
/// that many moves, so it is read as the latter. The table `ply` has neither `winner` nor `won_by`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Columns {
    /// [`Assessment::white_score`] in ten-thousandths of a move.
    pub(crate) score: Option<i32>,
    pub(crate) win_rate: Option<f64>,
    pub(crate) winner: Option<Color>,
    pub(crate) won_by: Option<u16>,
}

impl From<&Assessment> for Columns {
    fn from(assessment: &Assessment) -> Self {
        let won_by = assessment.proof.and_then(|proof| proof.won_by);
        Self {
            score: assessment.white_score().map(WhiteScore::to_units),
            win_rate: assessment.win_rate.filter(|rate| rate.is_finite()),
            winner: assessment.winner(),
            won_by: won_by.map(WonBy::moves),
        }
    }
}

impl Columns {
    pub(crate) fn assessment(self, line: Vec<Move>) -> Assessment {
        let Self { score, win_rate, winner, won_by } = self;
        let scored = score.map(WhiteScore::from_units).map(Assessment::from_white_score).unwrap_or_default();
        let mut assessment = Assessment { win_rate, line, ..scored };
        if let Some(winner) = winner {
            let decided_in = scored.proof.filter(|proof| proof.winner == winner);
            let decided_in = decided_in.and_then(|proof| proof.decided_in);
            let won_by = won_by.map(WonBy::AtLeast);
            assessment.score = None;
            assessment.proof = Some(Proof { winner, won_by, decided_in });
        }
        assessment
    }
}
