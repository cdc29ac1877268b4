//! Reports from the `info` lines of another program.

use std::time::Instant;

use amazons::{AnyPosition, Move};
use thought::{Line, Report, Score, WonBy};
use wire::ugi::{Bound, Info, UgiScore, Wdl};

/// The most lines of a report.
const LINES: usize = 500;

/// Builds a report from `info` lines.
pub(super) struct ReportBuilder<'a> {
    position: &'a AnyPosition,
    start: Instant,
    report: Report,
}

impl<'a> ReportBuilder<'a> {
    pub(super) fn new(position: &'a AnyPosition, start: Instant) -> Self {
        Self { position, start, report: Report::default() }
    }

    /// Adds a line; the report so far where the line has a score or moves.
    pub(super) fn add(&mut self, info: &Info) -> Option<&Report> {
        self.report.elapsed = self.start.elapsed();
        self.report.nodes = info.nodes.unwrap_or(self.report.nodes);
        self.report.depth = info.depth.or(self.report.depth);
        if info.pv.is_empty() && info.score.is_none() {
            return None;
        }
        let index = info.multi_pv.map_or(0, |number| number.saturating_sub(1) as usize);
        let lines = &mut self.report.lines;
        // A line whose number leaves a gap is appended.
        let index = index.min(lines.len());
        if index >= LINES {
            return None;
        }
        if index == lines.len() {
            lines.push(Line::default());
        }
        let (moves, is_over) = legal_part(self.position, &info.pv);
        let line = &mut lines[index];
        if let Some((worth, bound)) = info.score {
            line.score = Some(score(worth, is_over.then_some(moves.len())));
            line.won_by = won_by(worth, bound);
        }
        if let Some(rate) = info.wdl.and_then(Wdl::to_win) {
            line.win_rate = Some(rate);
        }
        if !moves.is_empty() {
            line.moves = moves;
        }
        Some(&self.report)
    }

    /// The final report, for the move that the program plays.
    pub(super) fn finish(mut self, mv: Move) -> Report {
        self.report.elapsed = self.start.elapsed();
        if self.report.lines.is_empty() {
            self.report.lines.push(Line::default());
        }
        if self.report.lines[0].moves.is_empty() {
            self.report.lines[0].moves.push(mv);
        }
        self.report
    }
}

/// The legal beginning of a line, and whether it ends the game.
fn legal_part(position: &AnyPosition, pv: &[Move]) -> (Vec<Move>, bool) {
    let mut position = *position;
    let mut moves = Vec::new();
    for &mv in pv {
        let Ok(after) = position.play(mv) else { break };
        position = after;
        moves.push(mv);
    }
    (moves, !position.has_move())
}

/// A program's score as ours. A proven margin is a decided game, in as many plies as a line to its end has.
fn score(worth: UgiScore, plies: Option<usize>) -> Score {
    let plies = plies.map_or(u32::MAX, |plies| plies as u32);
    match worth {
        UgiScore::Centi(centi) => Score::from_moves(f64::from(centi) / 100.0),
        UgiScore::Exact(0) => Score::EVEN,
        UgiScore::Exact(moves) if moves > 0 => Score::win_in(plies),
        UgiScore::Exact(_) => Score::loss_in(plies),
        // The winner makes the last move.
        UgiScore::Mate(moves) if moves > 0 => Score::win_in(2 * moves.unsigned_abs() - 1),
        UgiScore::Mate(moves) => Score::loss_in(moves.unsigned_abs().saturating_mul(2)),
    }
}

/// By how much a decided game is won: `exact 1` means won by nothing.
fn won_by(worth: UgiScore, bound: Bound) -> Option<WonBy> {
    let UgiScore::Exact(ahead) = worth else { return None };
    let in_hand = u16::try_from(ahead.unsigned_abs().checked_sub(1)?).ok()?;
    Some(if bound == Bound::None { WonBy::Exactly(in_hand) } else { WonBy::AtLeast(in_hand) })
}

#[cfg(test)]
mod tests {
    use amazons::Setup;
    use wire::ugi::Message;

    use super::*;

    fn position(fen: &str) -> AnyPosition {
        AnyPosition::from_setup(&Setup::from_fen(fen).unwrap()).unwrap()
    }

    fn info(line: &str) -> Info {
        match line.parse() {
            Ok(Message::Info(info)) => info,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn lines_are_put_in_their_order_and_cut_where_they_are_illegal() {
        let position = position("1q1/3/1Q1 w");
        let mut builder = ReportBuilder::new(&position, Instant::now());
        assert!(builder.add(&info("info string hello")).is_none());
        builder
            .add(&info("info depth 2 multipv 1 score cp 150 wdl 700 0 300 nodes 9 pv b1b2,b2b1 a9a8,a8a7"));
        let report = builder.add(&info("info multipv 2 score cp -50 nodes 12 pv b1a1,a1a2")).unwrap();
        assert_eq!((report.depth, report.nodes, report.lines.len()), (Some(2), 12, 2));
        assert_eq!(report.lines[0].moves, ["b1b2b1".parse().unwrap()]);
        assert_eq!(report.lines[0].score, Some(Score::from_moves(1.5)));
        assert_eq!(report.lines[0].win_rate, Some(0.7));
        assert_eq!(report.lines[1].score, Some(Score::from_moves(-0.5)));
        let mv = "b1a1a2".parse().unwrap();
        assert_eq!(builder.finish(mv).lines[0].moves, ["b1b2b1".parse().unwrap()]);
    }

    #[test]
    fn proven_scores_are_decided_games() {
        let position = position("Q1q w");
        let mut builder = ReportBuilder::new(&position, Instant::now());
        let mut score = |line: &str| builder.add(&info(line)).unwrap().lines[0].score.unwrap();
        assert_eq!(score("info score exact 1 lowerbound pv a1b1,b1a1"), Score::win_in(1));
        assert_eq!(score("info score exact -2"), Score::loss_in(u32::MAX));
        assert_eq!(score("info score mate 3"), Score::win_in(5));
        assert_eq!(score("info score mate -1"), Score::loss_in(2));
        assert_eq!(score("info score mate -2147483648"), Score::loss_in(u32::MAX));
        assert_eq!(score("info score exact 0"), Score::EVEN);
    }

    #[test]
    fn a_proven_margin_is_read() {
        let position = position("Q1q w");
        let mut builder = ReportBuilder::new(&position, Instant::now());
        let mut won_by = |line: &str| builder.add(&info(line)).unwrap().lines[0].won_by;
        assert_eq!(won_by("info score exact 8"), Some(WonBy::Exactly(7)));
        assert_eq!(won_by("info score exact -1 upperbound"), Some(WonBy::AtLeast(0)));
        assert_eq!(won_by("info score exact 0"), None);
        assert_eq!(won_by("info score exact -2147483648"), None);
        assert_eq!(won_by("info score cp 800"), None);
    }
}
