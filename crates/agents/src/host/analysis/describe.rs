//! The last answer of the analysis protocol, with territory and regions of the position.

use amazons::{AnyPosition, Bitboard, Board, Color, Position, RegionKind, Visitor};
use eval::maps::{Mover, Race};
use thought::Report;
use wire::analysis::{Answer, RegionInfo, Territory};

/// The last answer, with territory and regions of the position.
pub(super) fn final_answer(id: &str, position: &AnyPosition, report: &Report) -> Answer {
    let (territory, regions) = position.visit(Describe);
    Answer {
        is_during_search: false,
        territory: Some(territory),
        regions: Some(regions),
        ..Answer::partial(id, position, report)
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
    use serde_json::json;
    use thought::{Line, Score, WonBy};

    use super::*;

    #[test]
    fn values_are_whites() {
        let game = amazons::Game::default();
        let after = game.position().play("d1-d7/g7".parse().unwrap()).unwrap();
        let line = |score| Line {
            moves: vec!["d10-d8/d9".parse().unwrap()],
            score: Some(score),
            win_rate: Some(0.75),
            visits: Some(3),
            won_by: Some(WonBy::AtLeast(2)),
        };
        let report = Report {
            lines: vec![line(Score::from_moves(2.0)), line(Score::loss_in(4))],
            ..Report::default()
        };
        let json = |position| serde_json::to_value(final_answer("a", position, &report)).unwrap();
        let answer = json(&after);
        let (root, best, second) = (&answer["rootInfo"], &answer["moveInfos"][0], &answer["moveInfos"][1]);
        assert_eq!(
            (&answer["turn"], &root["margin"], &root["winRate"]),
            (&json!("black"), &json!(-2.0), &json!(0.25))
        );
        assert_eq!(
            (&best["margin"], &best["winner"], &best["wonBy"]),
            (&json!(-2.0), &json!(null), &json!(null))
        );
        assert_eq!(
            (&best["move"], &best["pv"], &best["visits"]),
            (&json!("d10d8,d8d9"), &json!(["d10d8,d8d9"]), &json!(3))
        );
        assert_eq!(
            (&second["margin"], &second["winner"], &second["decidedIn"]),
            (&json!(null), &json!("white"), &json!(4))
        );
        assert_eq!((&second["wonBy"], &second["wonByIsExact"]), (&json!(2), &json!(false)));
        let squares =
            ["white", "black", "tied"].map(|side| answer["territory"][side].as_array().unwrap().len());
        assert_eq!(squares.iter().sum::<usize>(), 91);
        // In the mirrored start White is to move and has what Black has here.
        let start = json(game.position());
        assert_eq!(
            (&start["rootInfo"]["margin"], &start["moveInfos"][1]["winner"]),
            (&json!(2.0), &json!("black"))
        );
        assert_eq!(serde_json::from_value::<Answer>(answer).unwrap(), final_answer("a", &after, &report));
    }
}
