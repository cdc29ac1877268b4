//! The searches again, as short and as slow as can be.

use amazons::{Board, Move, Position};
use search::minimax::candidates::{Candidates, Scope};
use thought::Score;

use super::sample::{Grain, value};

/// Negamax on all moves.
pub(crate) fn minimax<B: Board>(position: &Position<B>, depth: u32, grain: Grain) -> Score {
    if !position.has_move() {
        return Score::loss_in(0);
    }
    if depth == 0 {
        return value(position, grain);
    }
    position.legal_moves().map(|mv| value_of(position, mv, depth, grain)).max().unwrap()
}

/// What a move is worth.
pub(crate) fn value_of<B: Board>(position: &Position<B>, mv: Move, depth: u32, grain: Grain) -> Score {
    -minimax(&position.play(mv).unwrap(), depth - 1, grain).one_ply_earlier()
}

/// h, square by square.
pub(crate) fn h<B: Board>(position: &Position<B>) -> i32 {
    let count = |color| -> i32 {
        position.amazons(color).into_iter().map(|square| position.steps(square).count() as i32).sum()
    };
    count(!position.turn()) - count(position.turn())
}

/// The candidates, by playing every move and sorting.
pub(crate) fn candidates<B: Board>(position: &Position<B>, rule: Candidates) -> Vec<(Move, i32)> {
    let mut all: Vec<(Move, i32)> =
        position.legal_moves().map(|mv| (mv, h(&position.play(mv).unwrap()))).collect();
    all.sort_by_key(|&(mv, h)| (-h, mv));
    let quota = rule.per_amazon + position.ply() as usize / rule.growth;
    match rule.scope {
        Scope::Global => all.truncate(quota * position.amazons(position.turn()).count() as usize),
        Scope::PerAmazon => {
            let ranked = all.clone();
            all.retain(|&(mv, _)| {
                let own = ranked.iter().filter(|(other, _)| other.from == mv.from);
                own.take(quota).any(|&(other, _)| other == mv)
            });
        }
    }
    all
}

/// Negamax on candidates with h at the leaves.
pub(crate) fn candidate_minimax<B: Board>(position: &Position<B>, depth: u32, rule: Candidates) -> Score {
    if !position.has_move() {
        return Score::loss_in(0);
    }
    if depth == 0 {
        return Score::from_moves(f64::from(-h(position)));
    }
    let children = candidates(position, rule).into_iter().map(|(mv, _)| position.play(mv).unwrap());
    children.map(|after| -candidate_minimax(&after, depth - 1, rule).one_ply_earlier()).max().unwrap()
}

/// All lines of candidates of at most some plies in depth-first order, until one is won.
pub(crate) fn lines<B: Board>(position: &Position<B>, depth: u32, rule: Candidates) -> Vec<Vec<Move>> {
    fn walk<B: Board>(
        position: &Position<B>,
        depth: u32,
        rule: Candidates,
        line: &mut Vec<Move>,
        found: &mut Vec<Vec<Move>>,
    ) {
        if depth == 0 {
            return;
        }
        let mut children = candidates(position, rule);
        if line.len() % 2 == 1 {
            // The opponent's, the worst for it first.
            children.sort_by_key(|&(_, h)| h);
        }
        for (mv, _) in children {
            line.push(mv);
            found.push(line.clone());
            walk(&position.play(mv).unwrap(), depth - 1, rule, line, found);
            line.pop();
        }
    }
    let mut found = Vec::new();
    walk(position, depth, rule, &mut Vec::new(), &mut found);
    found
}
