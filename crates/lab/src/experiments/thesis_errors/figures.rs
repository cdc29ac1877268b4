//! The tables and plots of the errors.

use eval::maps::Mover;

use super::SETTLED;
use super::boards::{Errors, TestedEvaluation};
use crate::experiments::mgpeo_evaluation::distances_on_board;
use crate::experiments::parts::linear_axis;
use crate::experiments::thesis_games::{Examined, Sample};
use crate::findings::{
    Bars, Cell, Drawing, Figure, Measured, Point, ResultTable, Series, Span, TableRow, Unit,
};

/// How many games were kept, and of how many boards the errors are.
pub(super) fn games(sample: &Sample, errors: &Errors) -> ResultTable {
    let count = |name: &str, ours: u64, paper: Option<f64>| TableRow {
        name: name.to_owned(),
        cells: vec![Cell::from(Measured { paper, ..Measured::number(ours as f64, Unit::Count) })],
    };
    let tally = &sample.tally;
    ResultTable {
        title: "Games and what the acceptance test decided".to_owned(),
        head: ["", "number"].map(str::to_owned).to_vec(),
        rows: vec![
            count("games in the collection", sample.all as u64, None),
            count("examined", sample.games.len() as u64, None),
            count("with a result", tally.finished, None),
            count("accepted", tally.accepted, None),
            count("rejected", tally.rejected, Some(2_624.0)),
            count("kept", tally.kept(), Some(8_618.0)),
            count("test games kept", errors.games.len() as u64, Some(863.0)),
            count("boards of these", errors.games.first().map_or(0, |_| errors.boards(0..)), Some(37_322.0)),
        ],
    }
}

/// The error of every evaluation.
pub(super) fn overall(evaluations: &[TestedEvaluation], errors: &Errors) -> ResultTable {
    let row = |(index, evaluation): (usize, &TestedEvaluation)| {
        let all = Measured { paper: evaluation.paper, ..errors.share(index, 0..) };
        TableRow {
            name: evaluation.name.to_owned(),
            cells: vec![Cell::from(all), Cell::from(errors.share(index, SETTLED..))],
        }
    };
    ResultTable {
        title: "Share of boards with the wrong winner".to_owned(),
        head: vec!["evaluation".to_owned(), "all boards".to_owned(), format!("from ply {SETTLED} on")],
        rows: evaluations.iter().enumerate().map(row).collect(),
    }
}

/// The errors at every tenth ply.
pub(super) fn by_ply(evaluations: &[TestedEvaluation], errors: &Errors, enough: u64) -> ResultTable {
    let plies: Vec<usize> = (0..).step_by(10).take_while(|&ply| errors.games_at(ply) >= enough).collect();
    let row = |(index, evaluation): (usize, &TestedEvaluation)| TableRow {
        name: evaluation.name.to_owned(),
        cells: plies.iter().map(|&ply| Cell::from(errors.at(index, ply))).collect(),
    };
    ResultTable {
        title: "The same at every tenth ply".to_owned(),
        head: std::iter::once("evaluation".to_owned())
            .chain(plies.iter().map(|ply| format!("ply {ply}")))
            .collect(),
        rows: evaluations.iter().enumerate().map(row).collect(),
    }
}

/// The errors of all boards as intervals.
pub(super) fn bars(evaluations: &[TestedEvaluation], errors: &Errors) -> Figure {
    let row = |(index, evaluation): (usize, &TestedEvaluation)| Span {
        name: evaluation.name.to_owned(),
        measured: Measured { paper: evaluation.paper, ..errors.share(index, 0..) },
    };
    Figure {
        title: "Share of boards with the wrong winner (their Figure 15 without its networks; the others are ours)".to_owned(),
        drawing: Drawing::Intervals {
            axis: linear_axis("error", Unit::Decimal, Some((0.0, 0.6))),
            rows: evaluations.iter().enumerate().map(row).collect(),
        },
    }
}

/// The errors by ply, with what the thesis tells of them in words.
pub(super) fn curves(
    title: &str,
    evaluations: &[TestedEvaluation],
    drawn: &[usize],
    errors: &Errors,
    enough: u64,
) -> Figure {
    let plies: Vec<usize> = (0..).take_while(|&ply| errors.games_at(ply) >= enough).collect();
    let curve = |&index: &usize| {
        let point = |&ply: &usize| {
            let at = errors.at(index, ply);
            // An interval at every ply would hide the curves.
            let interval = at.interval.filter(|_| ply.is_multiple_of(10));
            Some(Point { x: ply as f64, y: at.ours?, interval })
        };
        Series {
            name: evaluations[index].name.to_owned(),
            is_paper: false,
            points: plies.iter().filter_map(point).collect(),
        }
    };
    let mut series: Vec<Series> = drawn.iter().map(curve).collect();
    // The thesis gives a value at the start and a bound later, no curve between them: two marks.
    for (name, x, y) in
        [("thesis: at ply 0", 0.0, 0.5), ("thesis: below this from ply 37", SETTLED as f64, 0.1)]
    {
        let points = vec![Point { x, y, interval: None }];
        series.push(Series { name: name.to_owned(), is_paper: true, points });
    }
    Figure {
        title: title.to_owned(),
        drawing: Drawing::Lines {
            x: linear_axis("ply", Unit::Count, None),
            y: linear_axis("error", Unit::Decimal, Some((0.0, 0.6))),
            series,
        },
    }
}

/// How long kept and rejected games are.
pub(super) fn lengths(sample: &Sample) -> Figure {
    let edges: Vec<f64> = (0..=19).map(|class| f64::from(class) * 5.0).collect();
    let bars = |name: &str, is_kept: bool| {
        let mut counts = vec![0.0; edges.len() - 1];
        for examined in sample.games.iter().filter(|examined| examined.is_kept == is_kept) {
            counts[(examined.game.game.moves().len() / 5).min(edges.len() - 2)] += 1.0;
        }
        Bars { name: name.to_owned(), counts }
    };
    Figure {
        title: "Lengths of kept and rejected games, in plies as they were recorded (their Figure 14)"
            .to_owned(),
        drawing: Drawing::Histogram {
            x: linear_axis("plies", Unit::Count, None),
            y: linear_axis("games", Unit::Count, None),
            series: vec![bars("kept", true), bars("rejected", false)],
            edges,
        },
    }
}

/// The last positions of an accepted and of a rejected game, with the queen moves that both sides need to every square.
pub(super) fn last_positions(sample: &Sample) -> Vec<Figure> {
    let first = |is_kept: bool, words: &str| {
        let is_wanted = |examined: &&Examined| examined.is_kept == is_kept && examined.is_played_out;
        let examined = sample.games.iter().find(is_wanted)?;
        let title =
            format!("The last position of {words} (as their Figure 13), with queen moves of White and Black");
        Some(distances_on_board(&title, examined.game.game.position(), Mover::Queen))
    };
    let accepted = first(true, "a game that was accepted");
    accepted.into_iter().chain(first(false, "a game that was rejected")).collect()
}
