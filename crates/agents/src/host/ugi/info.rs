//! Reports as `info` lines.

use thought::{Line, Report, WonBy};
use wire::ugi::{Bound, Info, UgiScore, Wdl};

/// A report in `info` lines, one for each line of play.
pub(super) fn infos(report: &Report) -> Vec<Info> {
    let longest = report.lines.iter().map(|line| line.moves.len() as u32).max();
    let nodes = if report.nodes > 0 { report.nodes } else { report.playouts };
    let seconds = report.elapsed.as_secs_f64();
    let number = (1..).zip(&report.lines);
    let info = |(number, line): (u32, &Line)| Info {
        // A tree search has no depth, but interfaces need one to show the line.
        depth: report.depth.or(Some(line.moves.len() as u32)),
        selective_depth: longest.max(report.depth),
        multi_pv: Some(number),
        score: ugi_score(line),
        wdl: line.win_rate.map(Wdl::from_win),
        nodes: Some(nodes),
        nodes_per_second: (seconds > 0.0).then(|| (nodes as f64 / seconds) as u64),
        time: Some(report.elapsed),
        hash_full: report.hash_full.map(u32::from),
        pv: line.moves.clone(),
        string: None,
    };
    number.map(info).collect()
}

/// The `score` of a line. The sign of `exact N` names the winner, so N is one more than what the game is won by.
fn ugi_score(line: &Line) -> Option<(UgiScore, Bound)> {
    let score = line.score_or_rate()?;
    let ahead = i32::from(line.won_by.map_or(0, WonBy::moves)) + 1;
    let bound = |bound| if line.won_by.is_some_and(WonBy::is_exact) { Bound::None } else { bound };
    Some(match (score.is_win(), score.is_loss()) {
        (true, _) => (UgiScore::Exact(ahead), bound(Bound::Lower)),
        (_, true) => (UgiScore::Exact(-ahead), bound(Bound::Upper)),
        _ => (UgiScore::Centi(score.to_centi()), Bound::None),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use thought::Score;

    use super::*;

    fn line(score: Option<Score>, win_rate: Option<f64>) -> Line {
        let moves = vec!["d1d7g7".parse().unwrap(); 3];
        Line { moves, score, win_rate, ..Line::default() }
    }

    fn told(depth: Option<u32>, lines: Vec<Line>) -> Vec<String> {
        let elapsed = Duration::from_millis(250);
        let report = Report { depth, playouts: 500, elapsed, lines, ..Report::default() };
        infos(&report).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn margins_wins_and_chances_are_told() {
        let lines = vec![
            line(Some(Score::win_in(3)), None),
            line(Some(Score::from_moves(-1.5)), Some(0.25)),
            line(None, Some(0.5)),
            line(None, None),
            Line { won_by: Some(WonBy::Exactly(7)), ..line(Some(Score::win_in(20)), None) },
            Line { won_by: Some(WonBy::AtLeast(0)), ..line(Some(Score::loss_in(20)), None) },
        ];
        let pv = "nodes 500 nps 2000 time 250 pv d1d7,d7g7 d1d7,d7g7 d1d7,d7g7";
        assert_eq!(
            told(Some(7), lines),
            [
                format!("info depth 7 seldepth 7 multipv 1 score exact 1 lowerbound {pv}"),
                format!("info depth 7 seldepth 7 multipv 2 score cp -150 wdl 250 0 750 {pv}"),
                format!("info depth 7 seldepth 7 multipv 3 score cp 0 wdl 500 0 500 {pv}"),
                format!("info depth 7 seldepth 7 multipv 4 {pv}"),
                format!("info depth 7 seldepth 7 multipv 5 score exact 8 {pv}"),
                format!("info depth 7 seldepth 7 multipv 6 score exact -1 upperbound {pv}"),
            ]
        );
    }

    #[test]
    fn a_memory_that_fills_is_told() {
        let lines = vec![line(None, None)];
        let report = Report { nodes: 9, lines, hash_full: Some(417), ..Report::default() };
        let told = infos(&report)[0].to_string();
        assert!(told.contains(" nodes 9 time 0 hashfull 417 pv "), "{told}");
    }

    #[test]
    fn chances_become_margins() {
        assert!(
            told(None, vec![line(None, Some(1.0))])[0]
                .starts_with("info depth 3 seldepth 3 multipv 1 score cp 4605 ")
        );
    }
}
