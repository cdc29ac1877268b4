//! Stored games as documents of the API.

use amazons::ByColor;
use store::{Ending, GameSummary, StoredGame};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::analysis::areas;
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
    let StoredGame { game, metadata, annotations, .. } = stored;
    let start = game.start().to_setup();
    let players = players(stored);
    api::GameDocument {
        id: stored.id.0,
        title: annotations.title.clone().unwrap_or_default(),
        tags: annotations.tags.clone(),
        white: players.white,
        black: players.black,
        start: start.to_fen(),
        board: start.size.to_string(),
        delay: start.delay,
        time_control: stored.plan.as_ref().and_then(|plan| plan.clock).map(|clock| api::TimeControl {
            seconds: clock.base.as_secs_f64(),
            increment: clock.increment.as_secs_f64(),
        }),
        source: metadata.source.name().to_owned(),
        event: metadata.event.clone(),
        played_at: metadata.played_at.map(rfc3339),
        result: result(stored),
        nodes: nodes(stored),
        last_ply: game.moves().len() as u32,
        live,
        review,
        revision: stored.revision,
        deleted: stored.deleted_at.is_some(),
    }
}

/// The players; those of a game that was not played on this server are people.
fn players(stored: &StoredGame) -> ByColor<api::Player> {
    let agents = stored.plan.as_ref().map(|plan| plan.agents.clone()).unwrap_or_default();
    ByColor::from_fn(|color| api::Player {
        kind: if agents[color].is_some() { api::PlayerKind::Engine } else { api::PlayerKind::Human },
        name: stored.players[color].clone(),
        agent: agents[color].clone(),
    })
}

fn result(stored: &StoredGame) -> Option<api::Outcome> {
    let store::GameEnd { winner, ending, detail } = &stored.end;
    // Elsewhere the moves that are left say nothing of how the game ended.
    let is_counted = matches!(ending, Ending::NoMoves | Ending::Adjudication);
    let count = || areas::decided(stored.game.position()).filter(|decided| Some(decided.winner) == *winner);
    (*ending != Ending::Unfinished).then(|| api::Outcome {
        winner: winner.map(Into::into),
        ending: ending.name().to_owned(),
        detail: detail.clone(),
        by: is_counted.then(count).flatten().map(|decided| decided.by),
    })
}

fn nodes(stored: &StoredGame) -> Vec<api::Node> {
    let StoredGame { game, thoughts, annotations, .. } = stored;
    let node = |node: store::TreeNode| {
        let played = (node.id as usize).checked_sub(1).and_then(|at| thoughts.get(at));
        api::Node {
            id: node.id,
            parent: node.parent,
            mv: node.mv.map(wire_move),
            fen: node.position.to_setup().to_fen(),
            comment: node.comment,
            shapes: node.shapes.iter().map(|shape| shape.to_string().replace(':', "")).collect(),
            evaluation: annotations.evaluations.get(&node.id).map(evaluation),
            seconds: played.map(|thought| thought.time.as_secs_f64()),
        }
    };
    annotations.study.tree(game).into_iter().map(node).collect()
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
        fen: None,
    }
}
