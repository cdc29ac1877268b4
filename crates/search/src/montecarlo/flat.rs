//! Monte Carlo without a tree (THESIS).

use std::cmp::Reverse;

use amazons::{Board, Color, Draw, Move, Position};
use thought::{Decision, Line};

use super::rollout::Rollouts;
use super::run::{SearchRng, SearchRun, search_rng};
use super::tree::shuffle;
use super::{Search, Task};

/// The parameters of [`FlatMonteCarlo`].
#[derive(Clone, PartialEq, Debug)]
pub struct FlatConfig {
    /// How the random games draw their moves.
    pub draw: Draw,
    /// The number of reported lines.
    pub multi_pv: usize,
}

impl Default for FlatConfig {
    fn default() -> Self {
        Self { draw: Draw::Uniform, multi_pv: 1 }
    }
}

/// Random games to the end, the moves taking turns in a random order; the best share of wins is played.
#[derive(Clone, Debug)]
pub struct FlatMonteCarlo {
    config: FlatConfig,
    rng: SearchRng,
}

impl FlatMonteCarlo {
    /// A search with seed 0.
    #[must_use]
    pub fn new(config: FlatConfig) -> Self {
        Self { config, rng: search_rng(0) }
    }
}

impl Default for FlatMonteCarlo {
    fn default() -> Self {
        Self::new(FlatConfig::default())
    }
}

/// How the games after a move ended.
#[derive(Clone, Copy)]
struct MoveTally {
    mv: Move,
    wins: u64,
    games: u64,
}

impl MoveTally {
    fn line(&self) -> Line {
        let win_rate = (self.games > 0).then(|| self.wins as f64 / self.games as f64);
        Line::by_win_rate(vec![self.mv], win_rate, self.games)
    }
}

/// The lines of the moves with the best shares of wins; moves without a game come last, all else in order.
fn lines(tallies: &[MoveTally], count: usize) -> Vec<Line> {
    let mut ranked: Vec<&MoveTally> = tallies.iter().collect();
    // A share as a whole number, so that it can be sorted by: counts stay far below 2^32.
    let share = |tally: &MoveTally| (tally.wins << 32).checked_div(tally.games);
    ranked.sort_by_key(|tally| Reverse((share(tally), tally.games)));
    ranked.into_iter().take(count.max(1)).map(MoveTally::line).collect()
}

impl<B: Board> Search<B> for FlatMonteCarlo {
    fn new_game(&mut self, seed: u64) {
        self.rng = search_rng(seed);
    }

    fn search(&mut self, position: &Position<B>, task: Task<'_>) -> Option<Decision> {
        let Self { config, rng } = self;
        let mut moves: Vec<Move> = position.legal_moves().collect();
        shuffle(&mut moves, rng);
        let mut tallies: Vec<MoveTally> =
            moves.into_iter().map(|mv| MoveTally { mv, wins: 0, games: 0 }).collect();
        let &MoveTally { mv: fallback, .. } = tallies.first()?;
        let rollouts = Rollouts::new(position);
        let mut run = SearchRun::new(task);
        let mut next = 0;
        while run.may_go_on() && run.counter.take_node() {
            let tally = &mut tallies[next];
            let mut after = *position;
            after.play_unchecked(tally.mv);
            let white = rollouts.runner(&after, &[tally.mv]).play_out(config.draw, rng);
            tally.wins += u64::from((white > 0.5) == (position.turn() == Color::White));
            tally.games += 1;
            run.end_playout(usize::from(tally.games == 1));
            next = (next + 1) % tallies.len();
            run.report_if_due(|| lines(&tallies, config.multi_pv));
        }
        let lines = lines(&tallies, config.multi_pv);
        let mv = lines.first().and_then(|line| line.moves.first()).copied().unwrap_or(fallback);
        Some(run.decide(mv, lines))
    }
}
