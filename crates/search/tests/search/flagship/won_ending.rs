//! An ending played by the flagship as it is shipped, network included, from the side that wins. The example `won_endings` uses it too.

use std::time::Instant;

use amazons::{Board10x10, Color, Draw, Position, Setup};
use eval::OtreraNet;
use search::flagship::{Flagship, FlagshipConfig};
use solver::Solver;
use testkit::think;
use thought::{Control, Counter, Decision, Limits};

/// The positions of a text with a FEN a line.
pub(crate) fn endings(text: &str) -> impl Iterator<Item = Position<Board10x10>> {
    let fens = text.lines().filter(|line| !line.starts_with('#'));
    fens.map(|fen| Position::from_setup(&Setup::from_fen(fen).expect("a FEN")).expect("playable"))
}

/// Tries to save a lost game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Defender {
    Solver,
    Random,
}

/// Tells who wins, and defends the lost side.
pub(crate) struct Oracle {
    solver: Solver<Board10x10>,
    positions: u64,
}

impl Oracle {
    /// One that looks at so many positions for an answer.
    pub(crate) fn new(positions: u64) -> Self {
        Self { solver: Solver::new(1 << 22), positions }
    }

    fn solution(&mut self, position: &Position<Board10x10>) -> solver::Solution {
        let mut counter =
            Counter::new(&Limits::nodes(self.positions), &Control::new(), Instant::now(), 1_000);
        self.solver.solve(position, &mut counter).expect("the standard game")
    }

    /// Who wins, if it finds that.
    pub(crate) fn winner(&mut self, position: &Position<Board10x10>) -> Option<Color> {
        let is_win = self.solution(position).bounds.is_win()?;
        Some(if is_win { position.turn() } else { !position.turn() })
    }

    /// Plays on with the flagship on the side that wins, and says whether it does; `look` sees its decisions.
    pub(crate) fn holds_the_win(
        &mut self,
        start: &Position<Board10x10>,
        winner: Color,
        limits: &Limits,
        defender: (Defender, u64),
        mut look: impl FnMut(&Position<Board10x10>, &Decision),
    ) -> bool {
        let config = FlagshipConfig { hash: 8, ..FlagshipConfig::default() };
        let mut search = Flagship::new(config, OtreraNet::IN_USE);
        let mut rng = testkit::rng(defender.1);
        let mut position = *start;
        while position.has_move() {
            let mv = if position.turn() == winner {
                let decision = think(&mut search, &position, limits);
                look(&position, &decision);
                decision.mv
            } else {
                match defender.0 {
                    Defender::Solver => self.solution(&position).mv.expect("there is a move"),
                    Defender::Random => position.random_move(Draw::Uniform, &mut rng).expect("a move"),
                }
            };
            position = position.play(mv).expect("a legal move");
        }
        position.turn() != winner
    }
}
