//! Reports and positions as answers, seen by White.

use amazons::notation::MoveNotation;
use amazons::{AnyPosition, Bitboard, Board, Color, Move, Position, RegionKind, Visitor};
use eval::maps::{Mover, Race};
use thought::{Line, Proven, Report, Score};
use wire::analysis::{Answer, MoveInfo, RegionInfo, RootInfo, Territory};

/// An answer while more is to come.
#[must_use]
pub fn meanwhile(id: &str, position: &AnyPosition, report: &Report) -> Answer {
    let turn = position.turn();
    let best = report.lines.first();
    let winner = match (best.and_then(|line| line.score), position.outcome()) {
        (_, Some(outcome)) => Some(outcome.winner),
        (Some(score), None) => winner(score, turn),
        (None, None) => None,
    };
    let root_info = RootInfo {
        win_rate: best.and_then(|line| line.win_rate).map(|rate| for_white(rate, turn)),
        margin: best.and_then(|line| margin(line, turn)),
        winner: winner.map(|color| color.name().to_owned()),
        won_by: best.and_then(won_by),
        won_by_is_exact: best.and_then(is_exact),
        visits: report.playouts,
        nodes: report.nodes,
        depth: report.depth,
        seconds: report.elapsed.as_secs_f64(),
    };
    let lines = report.lines.iter().enumerate().filter(|(_, line)| !line.moves.is_empty());
    let move_infos = lines.map(|(order, line)| move_info(order, line, turn)).collect();
    Answer {
        id: id.to_owned(),
        is_during_search: true,
        turn: turn.name().to_owned(),
        root_info,
        move_infos,
        territory: None,
        regions: None,
    }
}

/// The last answer, with what can be told of the position itself.
#[must_use]
pub fn last(id: &str, position: &AnyPosition, report: &Report) -> Answer {
    let (territory, regions) = position.visit(Describe);
    Answer {
        is_during_search: false,
        territory: Some(territory),
        regions: Some(regions),
        ..meanwhile(id, position, report)
    }
}

fn for_white(rate: f64, turn: Color) -> f64 {
    if turn == Color::White { rate } else { 1.0 - rate }
}

/// By how many moves White is ahead. Who has won is ahead by one move at least, those in hand come on top; `None` where
/// nothing is known but the winner.
fn margin(line: &Line, turn: Color) -> Option<f64> {
    let score = line.score?;
    let Some(winner) = winner(score, turn) else { return Some(score.for_white(turn).to_moves()) };
    let ahead = f64::from(won_by(line)?) + 1.0;
    Some(if winner == Color::White { ahead } else { -ahead })
}

/// The moves that the winner of a decided game has in hand at least.
fn won_by(line: &Line) -> Option<u16> {
    line.score?.decided_in()?;
    line.proven.map(Proven::in_hand)
}

/// Whether these are all that it has.
fn is_exact(line: &Line) -> Option<bool> {
    won_by(line)?;
    line.proven.map(|proven| matches!(proven, Proven::By(_)))
}

/// Who wins a game that is decided.
fn winner(score: Score, turn: Color) -> Option<Color> {
    score.decided_in().map(|_| if score.is_win() { turn } else { !turn })
}

fn move_info(order: usize, line: &Line, turn: Color) -> MoveInfo {
    let written = |mv: &Move| mv.written(MoveNotation::Fairy).to_string();
    MoveInfo {
        mv: line.moves.first().map(written).unwrap_or_default(),
        order,
        visits: line.visits,
        win_rate: line.win_rate.map(|rate| for_white(rate, turn)),
        margin: margin(line, turn),
        winner: line.score.and_then(|score| winner(score, turn)).map(|color| color.name().to_owned()),
        decided_in: line.score.and_then(Score::decided_in),
        won_by: won_by(line),
        won_by_is_exact: is_exact(line),
        pv: line.moves.iter().map(written).collect(),
    }
}

struct Describe;

impl Visitor for Describe {
    type Output = (Territory, Vec<RegionInfo>);

    fn visit<B: Board>(self, position: &Position<B>) -> Self::Output {
        let names =
            |set: Bitboard<B>| -> Vec<String> { set.into_iter().map(|square| square.to_string()).collect() };
        let [own, other, tied] = Race::new(position, Mover::Queen).owners();
        let (white, black) = if position.turn() == Color::White { (own, other) } else { (other, own) };
        let territory = Territory { white: names(white), black: names(black), tied: names(tied) };
        let regions = position.regions().map(|region| RegionInfo {
            kind: match region.kind() {
                RegionKind::Territory(color) => color.name(),
                RegionKind::Active => "active",
                RegionKind::Dead => "dead",
            }
            .to_owned(),
            empty: names(region.empty),
            white: names(region.amazons.white),
            black: names(region.amazons.black),
        });
        (territory, regions.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decided_position_tells_by_how_much() {
        let told = |score, proven| {
            let mv = "d1-d7/g7".parse().unwrap();
            let line = Line { moves: vec![mv], score: Some(score), proven, ..Line::default() };
            let report = Report { lines: vec![line], ..Report::default() };
            let root = last("a", amazons::Game::default().position(), &report).root_info;
            (root.margin, root.won_by, root.won_by_is_exact)
        };
        assert_eq!(told(Score::win_in(9), Some(Proven::By(7))), (Some(8.0), Some(7), Some(true)));
        assert_eq!(told(Score::loss_in(9), Some(Proven::AtLeast(0))), (Some(-1.0), Some(0), Some(false)));
        assert_eq!(told(Score::win_in(9), None), (None, None, None), "the winner is all that is known");
    }

    #[test]
    fn everything_is_seen_by_white() {
        let game = amazons::Game::default();
        let after = game.position().play("d1-d7/g7".parse().unwrap()).unwrap();
        let line = |score| Line {
            moves: vec!["d10-d8/d9".parse().unwrap()],
            score: Some(score),
            win_rate: Some(0.75),
            visits: Some(3),
            proven: Some(Proven::AtLeast(2)),
        };
        let report = Report {
            lines: vec![line(Score::from_moves(2.0)), line(Score::loss_in(4))],
            ..Report::default()
        };
        let answer = last("a", &after, &report);
        assert_eq!((answer.root_info.margin, answer.root_info.win_rate), (Some(-2.0), Some(0.25)));
        assert_eq!(answer.move_infos[0].margin, Some(-2.0));
        assert_eq!(answer.move_infos[1].winner.as_deref(), Some("white"), "Black loses");
        let proven = &answer.move_infos[1];
        assert_eq!((proven.decided_in, proven.margin), (Some(4), Some(3.0)), "two in hand and one ahead");
        assert_eq!((proven.won_by, proven.won_by_is_exact), (Some(2), Some(false)));
        assert_eq!((answer.root_info.won_by, answer.move_infos[0].won_by), (None, None), "not decided");
        let squares = answer.territory.unwrap();
        assert_eq!(squares.white.len() + squares.black.len() + squares.tied.len(), 91);
        // In the mirrored start White is to move and has what Black has here.
        let start = last("a", game.position(), &report);
        assert_eq!(
            (start.root_info.margin, start.move_infos[1].winner.as_deref()),
            (Some(2.0), Some("black"))
        );
    }
}
