//! The head of self-play: hands out games by their numbers, drops duplicates, and writes the others in order.

use std::path::Path;
use std::sync::Arc;

use amazons::Game;
use arena::{FinishedGame, Head, PlannedGame, RunPlan};

use super::distinct::DistinctGames;
use super::early::EarlyGames;
use super::{SELF_PLAY, SelfPlay, SelfPlayed};
use crate::error::TrainingError;
use crate::json_lines::{Existing, GameFile};

/// Self-play ends after this many duplicates in a row: the player has no other games from these openings.
pub(super) const MOST_DUPLICATES: u64 = 200;

/// A file of self-play that is being written.
pub(super) struct SelfPlayHead<'a> {
    selfplay: &'a SelfPlay,
    plan: Arc<RunPlan>,
    file: GameFile,
    early: EarlyGames,
    distinct: DistinctGames,
    /// The next number to hand out, and the number after the last.
    next: u64,
    end: u64,
    /// The number whose game is written or dropped next.
    expected: u64,
    /// Games in the file before this session, and now.
    before: u64,
    written: u64,
    /// Duplicates of this session, and those in a row.
    copies: u64,
    in_a_row: u64,
    report: &'a mut dyn FnMut(u64),
}

impl<'a> SelfPlayHead<'a> {
    /// Opens the file, which is to have a number of games in the end.
    ///
    /// # Errors
    /// When it cannot be used.
    pub(super) fn open(
        selfplay: &'a SelfPlay,
        path: &Path,
        games: u64,
        existing: Existing,
        report: &'a mut dyn FnMut(u64),
    ) -> Result<Self, TrainingError> {
        let plan = Arc::new(selfplay.plan());
        let mut distinct = DistinctGames::default();
        let (mut before, mut next) = (0, 0);
        let conditions = plan.conditions.clone();
        let file = GameFile::open(path, existing, SELF_PLAY, conditions.clone(), |number, game, _| {
            distinct.insert(&game.game);
            (before, next) = (before + 1, number + 1);
        })?;
        let early = EarlyGames::open(path, existing, conditions, next)?;
        report(before);
        Ok(Self {
            selfplay,
            plan,
            file,
            early,
            distinct,
            next,
            end: next.saturating_add(games.saturating_sub(before)),
            expected: next,
            before,
            written: before,
            copies: 0,
            in_a_row: 0,
            report,
        })
    }

    /// Writes or drops the games that wait for no other any more.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub(super) fn consume_early(&mut self) -> Result<(), TrainingError> {
        while !self.is_over()
            && let Some((game, line)) = self.early.take(self.expected)?
        {
            self.consume(&game, line)?;
        }
        self.early.tidy()
    }

    /// Writes or drops the expected game.
    fn consume(&mut self, game: &Game, line: String) -> Result<(), TrainingError> {
        self.expected += 1;
        if !self.distinct.insert(game) {
            (self.copies, self.in_a_row, self.end) = (self.copies + 1, self.in_a_row + 1, self.end + 1);
            return Ok(());
        }
        self.in_a_row = 0;
        self.file.write_line(line)?;
        self.written += 1;
        (self.report)(self.written);
        Ok(())
    }

    /// Ends the session: what was played is on the disk.
    ///
    /// # Errors
    /// The one of the session, or that games are missing.
    pub(super) fn finish(mut self, played: Result<(), TrainingError>) -> Result<SelfPlayed, TrainingError> {
        let (is_over, is_complete) = (self.is_over(), self.expected == self.end);
        self.file.finish()?;
        let Self { before, written, copies, in_a_row, .. } = self;
        if is_over {
            self.early.remove()?;
        } else {
            self.early.leave()?;
        }
        played?;
        if is_complete {
            return Ok(SelfPlayed { games: written, before, copies });
        }
        Err(if is_over {
            TrainingError::NoMoreGames { kept: written - before, copies: in_a_row }
        } else {
            TrainingError::Stopped
        })
    }
}

impl Head for SelfPlayHead<'_> {
    type Error = TrainingError;

    fn plan(&self) -> &Arc<RunPlan> {
        &self.plan
    }

    fn next_game(&mut self) -> Result<Option<PlannedGame>, TrainingError> {
        self.next = self.next.max(self.expected);
        // Games of an earlier session.
        while self.next < self.end && self.early.has(self.next) {
            self.next += 1;
        }
        if self.next >= self.end {
            return Ok(None);
        }
        self.next += 1;
        Ok(Some(self.selfplay.planned(self.next - 1)?))
    }

    fn games_left(&self) -> u64 {
        self.end.saturating_sub(self.next)
    }

    fn take(&mut self, games: Vec<FinishedGame>) -> Result<(), TrainingError> {
        for game in games {
            if self.is_over() {
                return Ok(());
            }
            let line = self.plan.to_line(&game);
            if game.number == self.expected {
                self.consume(&game.record.game, line)?;
                self.consume_early()?;
            } else {
                self.early.keep(game.number, line)?;
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.expected == self.end || self.in_a_row == MOST_DUPLICATES
    }
}
