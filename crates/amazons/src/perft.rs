//! Perft: how many games of a given length there are, the classic proof of a move generator.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::board::Board;
use crate::mv::Move;
use crate::position::Position;

/// Counts by playing every move, the last ones too.
#[must_use]
pub fn perft_plain<B: Board>(position: &Position<B>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    sum_over_moves(position, |after| perft_plain(after, depth - 1))
}

/// Counts without playing the last ply: its moves are only counted.
#[must_use]
pub fn perft<B: Board>(position: &Position<B>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => sum_over_moves(position, |after| perft(after, depth - 1)),
    }
}

fn sum_over_moves<B: Board>(position: &Position<B>, count: impl Fn(&Position<B>) -> u64) -> u64 {
    let mut sum = 0;
    let _ = position.for_each_shots(|shots| {
        for mv in shots {
            let mut after = *position;
            after.play_unchecked(mv);
            sum += count(&after);
        }
        ControlFlow::Continue(())
    });
    sum
}

/// Counts the games of a depth, 1 or more, after each legal move, in the order of the generator, on several threads.
#[must_use]
pub fn perft_divide<B: Board>(
    position: &Position<B>,
    depth: u32,
    threads: NonZero<usize>,
) -> Vec<(Move, u64)> {
    let moves: Vec<Move> = position.legal_moves().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = moves.get(index) else { return done };
            let mut after = *position;
            after.play_unchecked(mv);
            done.push((index, mv, perft(&after, depth.saturating_sub(1))));
        }
    };
    let mut counts: Vec<(usize, Move, u64)> = thread::scope(|scope| {
        // This thread counts too, so where no other can be had there is still one.
        let others = 1..threads.get().min(moves.len());
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let helpers: Vec<_> = others.map_while(start).collect();
        let mut counts = work();
        for helper in helpers {
            counts.extend(helper.join().expect("counting does not panic"));
        }
        counts
    });
    counts.sort_unstable_by_key(|&(index, ..)| index);
    counts.into_iter().map(|(_, mv, count)| (mv, count)).collect()
}
