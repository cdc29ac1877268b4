//! White's view of a position: the one type for it, from the search to the page, the files and the protocols.
//!
//! Its JSON fields are documented in `docs/protocols.md`.

use std::fmt;

use amazons::notation::{MoveError, MoveNotation};
use amazons::{AnyPosition, Color, Move};
use serde::{Deserialize, Serialize};

use crate::report::{Line, Report};
use crate::score::{Score, WhiteScore};

/// White's view of a position, or of a line of play from it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Fields", try_from = "Fields")]
pub struct Assessment {
    /// White's estimated margin; `None` where it is unknown, and in a decided game.
    pub score: Option<WhiteScore>,
    /// White's probability of winning, 0 to 1, if it is known.
    pub win_rate: Option<f64>,
    /// The proof that the game is decided, if there is one.
    pub proof: Option<Proof>,
    /// The principal variation.
    pub line: Vec<Move>,
}

/// A proof of who wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Proof {
    /// The winner.
    pub winner: Color,
    /// By how many moves, if that is proven too.
    pub won_by: Option<WonBy>,
    /// After how many plies at most the game is over, if that is known.
    pub decided_in: Option<u32>,
}

/// By how many moves a decided game is won: the moves that the winner has left when the opponent has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WonBy {
    /// By exactly this many: the winner could pass this many times and still win, but not once more.
    Exactly(u16),
    /// By at least this many.
    AtLeast(u16),
}

impl WonBy {
    /// The moves that the winner has left at least.
    #[must_use]
    pub const fn moves(self) -> u16 {
        match self {
            Self::Exactly(moves) | Self::AtLeast(moves) => moves,
        }
    }

    /// Whether the winner has exactly that many.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Exactly(_))
    }
}

impl fmt::Display for WonBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(moves) => write!(f, "by {moves}"),
            Self::AtLeast(moves) => write!(f, "by {moves} at least"),
        }
    }
}

impl Assessment {
    /// White's view of a line that a search reports for the side to move. Where the search gives only one of score and
    /// win rate the other one follows from it.
    #[must_use]
    pub fn of_line(line: &Line, turn: Color) -> Self {
        let score = line.score_or_rate();
        let rate = line.win_rate.or_else(|| score.map(Score::win_rate));
        let mut assessment = Self {
            win_rate: rate.map(|rate| if turn == Color::White { rate } else { 1.0 - rate }),
            line: line.moves.clone(),
            ..score.map(|score| Self::from_white_score(score.for_white(turn))).unwrap_or_default()
        };
        if let Some(proof) = &mut assessment.proof {
            proof.won_by = line.won_by;
        }
        assessment
    }

    /// White's view of a position: of the best line of a report, or of the result where the game is over.
    #[must_use]
    pub fn of_report(report: &Report, position: &AnyPosition) -> Self {
        if position.outcome().is_some() {
            let over = Line::by_score(Vec::new(), Some(Score::loss_in(0)));
            return Self::of_line(&over, position.turn());
        }
        report.lines.first().map(|line| Self::of_line(line, position.turn())).unwrap_or_default()
    }

    /// The estimate or the proof that one number stands for, as [`white_score`](Self::white_score) gives it.
    #[must_use]
    pub fn from_white_score(score: WhiteScore) -> Self {
        let white = score.for_mover(Color::White);
        let proof = white.decided_in().map(|plies| Proof {
            winner: if white.is_win() { Color::White } else { Color::Black },
            won_by: None,
            decided_in: Some(plies).filter(|&plies| plies < Score::LONGEST),
        });
        Self { score: Some(score).filter(|_| proof.is_none()), proof, ..Self::default() }
    }

    /// The estimate or the proof as one number: a decided game is beyond every margin, the sooner the farther. By how much
    /// it is won is not in it.
    #[must_use]
    pub fn white_score(&self) -> Option<WhiteScore> {
        let decided =
            |proof: Proof| Score::win_in(proof.decided_in.unwrap_or(Score::LONGEST)).for_white(proof.winner);
        self.proof.map(decided).or(self.score)
    }

    /// Who is proven to win.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.proof.map(|proof| proof.winner)
    }

    /// The probability that a side wins, if it is known.
    #[must_use]
    pub fn win_rate_of(&self, color: Color) -> Option<f64> {
        self.win_rate.map(|rate| if color == Color::White { rate } else { 1.0 - rate })
    }
}

/// The JSON fields.
#[derive(Serialize, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Fields {
    win_rate: Option<f64>,
    margin: Option<f64>,
    winner: Option<Color>,
    won_by: Option<u16>,
    won_by_is_exact: Option<bool>,
    decided_in: Option<u32>,
    // The name in reviews of older databases.
    #[serde(alias = "line")]
    pv: Vec<String>,
}

impl From<Assessment> for Fields {
    fn from(assessment: Assessment) -> Self {
        let Assessment { score, win_rate, proof, line } = assessment;
        let won_by = proof.and_then(|proof| proof.won_by);
        Self {
            win_rate,
            margin: score.map(WhiteScore::to_moves),
            winner: proof.map(|proof| proof.winner),
            won_by: won_by.map(WonBy::moves),
            won_by_is_exact: won_by.map(WonBy::is_exact),
            decided_in: proof.and_then(|proof| proof.decided_in),
            pv: line.iter().map(|mv| mv.written(MoveNotation::Fairy).to_string()).collect(),
        }
    }
}

impl TryFrom<Fields> for Assessment {
    type Error = MoveError;

    fn try_from(fields: Fields) -> Result<Self, MoveError> {
        let won_by = fields.won_by.map(|moves| match fields.won_by_is_exact {
            Some(true) => WonBy::Exactly(moves),
            _ => WonBy::AtLeast(moves),
        });
        let proof = fields.winner.map(|winner| Proof { winner, won_by, decided_in: fields.decided_in });
        // Reviews of older databases have a margin in decided positions too.
        let margin = fields.margin.filter(|_| proof.is_none());
        Ok(Self {
            score: margin.map(|moves| Score::from_moves(moves).for_white(Color::White)),
            win_rate: fields.win_rate,
            proof,
            line: fields.pv.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;

    use super::*;

    fn line(score: Option<Score>, win_rate: Option<f64>) -> Line {
        let moves = vec!["d10-d8/d9".parse().unwrap()];
        Line { moves, score, win_rate, visits: Some(3), won_by: Some(WonBy::AtLeast(4)) }
    }

    #[test]
    fn estimates_and_proofs_are_whites() {
        let even = Assessment::of_line(&line(Some(Score::from_moves(2.0)), Some(0.75)), Color::Black);
        assert_eq!(even.score.map(WhiteScore::to_moves), Some(-2.0));
        assert_eq!((even.win_rate, even.proof, even.line.len()), (Some(0.25), None, 1));
        assert_eq!(
            (even.win_rate_of(Color::White), even.win_rate_of(Color::Black)),
            (Some(0.25), Some(0.75))
        );
        let lost = Assessment::of_line(&line(Some(Score::loss_in(3)), None), Color::Black);
        let proof = Proof { winner: Color::White, won_by: Some(WonBy::AtLeast(4)), decided_in: Some(3) };
        assert_eq!((lost.score, lost.win_rate, lost.proof), (None, Some(1.0), Some(proof)));
        let unknown_end = Assessment::of_line(&line(Some(Score::win_in(u32::MAX)), None), Color::Black);
        assert_eq!((unknown_end.winner(), unknown_end.proof.unwrap().decided_in), (Some(Color::Black), None));
    }

    #[test]
    fn score_and_win_rate_follow_from_each_other() {
        let by_rate = Assessment::of_line(&line(None, Some(0.5)), Color::White);
        assert_eq!(by_rate.score.map(WhiteScore::to_moves), Some(0.0));
        let by_score = Assessment::of_line(&line(Some(Score::EVEN), None), Color::White);
        assert_eq!(by_score.win_rate, Some(0.5));
        let unknown = Assessment::of_line(&line(None, None), Color::White);
        assert_eq!((unknown.score, unknown.win_rate, unknown.proof), (None, None, None));
    }

    #[test]
    fn a_finished_game_is_decided_without_a_report() {
        let game = Game::default();
        assert_eq!(Assessment::of_report(&Report::default(), game.position()), Assessment::default());
        let setup = amazons::Setup::from_fen("Q*/*q w").unwrap();
        let over = AnyPosition::from_setup(&setup).unwrap();
        let over = Assessment::of_report(&Report::default(), &over);
        assert_eq!((over.winner(), over.win_rate), (Some(Color::Black), Some(0.0)));
        assert_eq!(over.proof.unwrap().decided_in, Some(0));
    }

    #[test]
    fn one_number_keeps_estimate_and_proof() {
        for score in [Score::win_in(3), Score::loss_in(1_000), Score::from_moves(-2.5), Score::BEST] {
            let white = score.for_white(Color::White);
            assert_eq!(Assessment::from_white_score(white).white_score(), Some(white));
        }
        assert_eq!(Assessment::default().white_score(), None);
    }

    #[test]
    fn json_round_trips_and_reads_older_reviews() {
        let exact = Line { won_by: Some(WonBy::Exactly(7)), ..line(Some(Score::win_in(9)), None) };
        for line in
            [exact, line(Some(Score::loss_in(9)), None), line(Some(Score::from_moves(1.25)), Some(0.6))]
        {
            let assessment = Assessment::of_line(&line, Color::White);
            let json = serde_json::to_string(&assessment).unwrap();
            assert_eq!(serde_json::from_str::<Assessment>(&json).unwrap(), assessment, "{json}");
        }
        let json = r#"{"winRate":1.0,"margin":5.0,"winner":"white","wonBy":4,"line":["d10d8,d8d9"]}"#;
        let read: Assessment = serde_json::from_str(json).unwrap();
        assert_eq!((read.score, read.proof.unwrap().won_by), (None, Some(WonBy::AtLeast(4))));
        assert_eq!(read.line.len(), 1);
        assert!(serde_json::from_str::<Assessment>(r#"{"pv":["x"]}"#).is_err());
    }
}
