//! A proof in units of work: a position with a budget of positions, and the verdicts that its search found.

use std::sync::atomic::Ordering;

use amazons::{Board, Position, Size};
use thought::Control;

use super::board::SmallBoard;
use super::search::{Prover, Shared};
use super::solver::{SmallSolver, SmallSolverError};
use super::verdicts::{Lines, Verdicts, header, learn, line, lines_after, parse};

/// What a unit came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitProof {
    /// Whether the side to move wins; `None` where the budget was used up first.
    pub is_win: Option<bool>,
    /// Positions looked at.
    pub positions: u64,
    /// Verdicts that took long, and that of the position: lines of a file of verdicts.
    pub verdicts: Vec<String>,
}

/// The first line of a file of verdicts of a board, without its end.
///
/// # Errors
///
/// Where the board is too large.
pub fn verdicts_header(size: Size) -> Result<String, SmallSolverError> {
    let board = SmallBoard::new(size).ok_or(SmallSolverError::Large(size))?;
    Ok(header(&board).trim_end().to_owned())
}

/// Whether a line, without its end, begins a file of verdicts of a board, of this version or an earlier one.
///
/// # Errors
///
/// Where the board is too large.
pub fn is_verdicts_header(line: &str, size: Size) -> Result<bool, SmallSolverError> {
    let board = SmallBoard::new(size).ok_or(SmallSolverError::Large(size))?;
    Ok(lines_after(line, &board).is_some())
}

impl SmallSolver {
    /// Takes lines of a file of verdicts, without its first line, into the table; how many there are, or the first that is none.
    ///
    /// # Errors
    ///
    /// The line that is no verdict of this board.
    pub fn learn(&mut self, lines: &str) -> Result<u64, String> {
        let table = self.margins.table();
        let mut count = 0;
        for text in lines.lines() {
            // Those of a file of version 1 may be among them.
            let (key, entry) =
                parse(text, &self.board, Lines::MayHaveChecksums).ok_or_else(|| text.to_owned())?;
            learn(&table, key, entry);
            count += 1;
        }
        Ok(count)
    }

    /// Whether the side to move wins, by counting and from the table alone; `None` where they do not tell.
    ///
    /// # Errors
    ///
    /// Where the position is not of this board.
    pub fn knows<B: Board>(&mut self, position: &Position<B>) -> Result<Option<bool>, SmallSolverError> {
        let area = self.area(position)?;
        let shared = Shared::new(&self.board, self.margins.table(), self.fills.table(), None);
        Ok(Prover::new(&shared).knows_position(&area))
    }

    /// Proves who wins a position on this thread, with a budget of positions. A new solver gives the same every time; one that
    /// has proven something before knows that too.
    ///
    /// # Errors
    ///
    /// Where the position is not of this board.
    pub fn prove_unit<B: Board>(
        &mut self,
        position: &Position<B>,
        positions: u64,
        control: &Control,
    ) -> Result<UnitProof, SmallSolverError> {
        let area = self.area(position)?;
        let verdicts = Verdicts::in_memory();
        let mut shared = Shared::new(&self.board, self.margins.table(), self.fills.table(), Some(&verdicts));
        shared.most_work = positions;
        shared.control = control.child();
        let mut prover = Prover::new(&shared);
        let is_win = prover.wins_position(&area);
        let own = is_win.and_then(|is_win| prover.verdict(&area, is_win));
        let positions = shared.work.load(Ordering::Relaxed);
        let mut lines = verdicts.into_lines();
        if let Some((key, entry)) = own {
            // It may have been the last to be written down.
            let is_there = lines.last().is_some_and(|last| last.starts_with(&format!("{key:x} ")));
            lines.extend((!is_there).then(|| line(key, entry)));
        }
        Ok(UnitProof { is_win, positions, verdicts: lines })
    }
}

#[cfg(test)]
mod tests {
    use amazons::Start;
    use testkit::playable;

    use super::*;
    use crate::ProofLimits;

    #[test]
    fn verdicts_of_several_workers_add_up() {
        // The same squares with either side to move, each proven by a worker of its own.
        let positions = ["1q2/2q1/4/Q2Q w", "1q2/2q1/4/Q2Q b"].map(testkit::position);
        let size = Size::new(4, 4).unwrap();
        let new = || SmallSolver::new(size, 1 << 20).unwrap();
        let prove = |position| new().prove_unit(position, u64::MAX, &Control::new()).unwrap();
        let proofs = [prove(&positions[0]), prove(&positions[1])];
        let lines: Vec<String> = proofs.iter().flat_map(|proof| proof.verdicts.clone()).collect();
        let keys: Vec<&str> = lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(keys[0], keys[1], "{lines:?}");
        let mut both = new();
        assert_eq!(both.knows(&positions[0]).unwrap(), None);
        assert_eq!(both.learn(&lines.join("\n")), Ok(2));
        for (position, proof) in positions.iter().zip(&proofs) {
            assert_eq!(both.knows(position).unwrap(), proof.is_win);
        }
        assert_eq!(both.learn("no verdict"), Err("no verdict".to_owned()));
    }

    #[test]
    fn a_search_that_is_stopped_tells_where_it_was() {
        let size = Size::new(4, 5).unwrap();
        let start = playable(&Start::of(size).unwrap().setup());
        let mut solver = SmallSolver::new(size, 1 << 20).unwrap();
        let limits = ProofLimits { positions: Some(200_000), ..ProofLimits::default() };
        let report = solver.prove(&start, &limits, |_| ()).unwrap();
        assert!(report.is_win.is_none() && report.line.len() > 2, "{report:?}");
        // Every move of the line is legal after those before it, and fewer are refuted than there are.
        let mut position = start;
        for ply in &report.line {
            assert!(ply.refuted < ply.moves, "{report:?}");
            let Some(mv) = ply.mv else { break };
            position = position.play(mv).unwrap();
        }
        let whole = solver.prove(&start, &ProofLimits::default(), |_| ()).unwrap();
        assert!(whole.is_win == Some(false) && whole.line.is_empty());
    }
}
