//! Stored games as documents of the API.

use amazons::ByColor;
use store::{GameRecord, GameSummary, LivePlan, StoredGame};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::api;
use crate::view::wire_move;

/// A time in RFC 3339.
fn rfc3339(time: OffsetDateTime) -> String {
    time.format(&Rfc3339).unwrap_or_else(|_| time.to_string())
}

/// The document of a game; `live` is the state of play of a game in progress.
pub(crate) fn document(
    stored: &StoredGame,
    live: Option<api::Live>,
    review: Option<api::Review>,
) -> api::GameDocument {
    let record = &stored.record;
    let start = record.game.start().to_setup();
    let players = players(record);
    api::GameDocument {
        id: stored.id.0,
        title: record.title.clone().unwrap_or_default(),
        tags: record.tags.clone(),
        white: players.white,
        black: players.black,
        start: start.to_fen(),
        board: start.size.to_string(),
        delay: start.delay,
        source: record.source.name().to_owned(),
        event: record.event.clone(),
        played_at: record.played_at.map(rfc3339),
        result: result(record),
        nodes: nodes(record),
        last_ply: record.game.moves().len() as u32,
        live,
        review,
        revision: stored.revision,
        deleted: stored.deleted_at.is_some(),
    }
}

/// The players; those of a game that was not played on this server are people.
fn players(record: &GameRecord) -> ByColor<api::Player> {
    let agents = record.plan.as_ref().map(|plan: &LivePlan| plan.agents.clone()).unwrap_or_default();
    ByColor::from_fn(|color| api::Player {
        kind: if agents[color].is_some() { api::PlayerKind::Engine } else { api::PlayerKind::Human },
        name: record.players[color].clone(),
        agent: agents[color].clone(),
    })
}

fn result(record: &GameRecord) -> Option<api::Outcome> {
    let ending = record.ending;
    (ending != store::Ending::Unfinished).then(|| api::Outcome {
        winner: record.winner.map(Into::into),
        ending: ending.name().to_owned(),
        detail: record.detail.clone(),
    })
}

fn nodes(record: &GameRecord) -> Vec<api::Node> {
    let node = |node: store::TreeNode| {
        let played = (node.id as usize).checked_sub(1).and_then(|at| record.thoughts.get(at));
        api::Node {
            id: node.id,
            parent: node.parent,
            mv: node.mv.map(wire_move),
            fen: node.position.to_setup().to_fen(),
            comment: node.comment,
            children: node.children,
            evaluation: record.evaluations.get(&node.id).map(evaluation),
            seconds: played.map(|thought| thought.time.as_secs_f64()),
        }
    };
    record.tree().into_iter().map(node).collect()
}

fn evaluation(stored: &store::Evaluation) -> api::Evaluation {
    api::Evaluation { assessment: stored.assessment.clone(), nodes: stored.nodes }
}

/// The summary of a game for lists.
pub(crate) fn summary(game: GameSummary) -> api::GameSummary {
    api::GameSummary {
        id: game.id.0,
        title: game.title.unwrap_or_default(),
        tags: game.tags,
        white: game.players.white,
        black: game.players.black,
        winner: game.winner.map(Into::into),
        ending: game.ending.name().to_owned(),
        plies: game.plies,
        board: game.board,
        source: game.source.name().to_owned(),
        event: game.event,
        opening: game.opening,
        played_at: game.played_at.map(rfc3339),
        live: game.is_live,
    }
}
