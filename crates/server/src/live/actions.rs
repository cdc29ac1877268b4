//! The actions of players in a live game. Each is on the disk before it is acknowledged, and returns the revision of the game
//! after it.

use std::time::{Duration, Instant};

use amazons::{ByColor, Color, Move};
use store::{Batch, Ending, GameEnd, LivePlan, Ply, StoreError, Thought};

use super::game::capital;
use super::{LiveGames, LockedGame};
use crate::analysis::areas;
use crate::error::AppError;
use crate::state::AppState;
use crate::view;

impl LiveGames {
    /// Plays the move of a person; returns the revision of the game after it.
    pub(crate) async fn play(&self, state: &AppState, id: i64, ply: u32, mv: &str) -> Result<u64, AppError> {
        let live = self.open(state, id).await?;
        live.touch();
        let mut locked = LockedGame::lock(state, live).await;
        let mv = view::read_move(mv)?;
        // The store rejects a ply of a game that has changed meanwhile, so the game is read only before a refusal.
        if locked.check_turn(ply).is_err() {
            locked.sync().await?;
            locked.check_turn(ply)?;
        }
        let time = locked.play.since.elapsed();
        locked.append(mv, Thought { time, ..Thought::default() }).await
    }
}

impl LockedGame {
    /// The plan of the game, if it is in progress.
    pub(super) fn plan(&self) -> Result<&LivePlan, AppError> {
        let over = || AppError::conflict(format!("game {} is not in progress", self.live.id));
        self.play.plan.as_ref().ok_or_else(over)
    }

    /// Rejects a ply that a person cannot play now.
    fn check_turn(&self, ply: u32) -> Result<(), AppError> {
        let next = self.play.game.moves().len() as u32 + 1;
        if ply != next {
            return Err(AppError::conflict(format!("the next ply of the game is {next}, not {ply}")));
        }
        let (plan, side) = (self.plan()?, self.play.game.position().turn());
        if plan.is_paused {
            return Err(AppError::conflict("the game is paused: resume it first"));
        }
        if plan.agents[side].is_some() {
            let side = side.name();
            return Err(AppError::conflict(format!("it is the engine's turn: it plays {side}")));
        }
        Ok(())
    }

    /// Appends a move of the side to move; returns the revision of the game after it. This is the one place where its
    /// legality is checked.
    pub(super) async fn append(mut self, mv: Move, thought: Thought) -> Result<u64, AppError> {
        let (before, was_paused) = (self.play.game.moves().len(), self.plan()?.is_paused);
        if let Some(revision) = self.try_append(mv, thought.clone()).await? {
            return Ok(revision);
        }
        // A comment or a value does not matter; a move of another server, or a pause, does.
        let is_same = self.play.game.moves().len() == before && self.plan()?.is_paused == was_paused;
        let changed = || AppError::conflict("the game was changed meanwhile: look at it again");
        if !is_same {
            return Err(changed());
        }
        self.try_append(mv, thought).await?.ok_or_else(changed)
    }

    /// The same; `None` if the stored game had changed, which is adopted now.
    async fn try_append(&mut self, mv: Move, thought: Thought) -> Result<Option<u64>, AppError> {
        let side = self.play.game.position().turn();
        let mut left = self.play.left();
        if let Some(left) = &mut left
            && self.play.running().is_some()
        {
            if left[side].is_zero() {
                self.forfeit(side).await?;
                return Err(AppError::conflict(format!("{}'s time is over", capital(side))));
            }
            left[side] += self.plan()?.clock.map_or(Duration::ZERO, |clock| clock.increment);
        }
        self.play.game.play(mv).map_err(|error| AppError::field("move", error.to_string()))?;
        let (id, time) = (self.live.id, thought.time);
        let ply = Ply::last_of(&self.play.game, thought, left).at_revision(self.play.feed.revision());
        let write = move |batch: &mut Batch<'_>| match batch.append(id, &ply) {
            Ok(appended) => Ok(Some(appended)),
            Err(StoreError::OtherRevision(_)) => Ok(None),
            Err(error) => Err(error),
        };
        let appended = match self.state.store.write_batched(write).await {
            Ok(Some(appended)) => appended,
            refused => {
                self.play.game.undo();
                let synced = self.sync().await;
                return refused.and(synced.map(|_| None));
            }
        };
        self.live.stop_search();
        self.set_clock(left);
        self.play.since = Instant::now();
        self.play.is_stepping = false;
        // What a variation has become, and the result, are in the store.
        match !appended.was_variation && self.play.game.outcome().is_none() {
            true => Ok(Some(self.send_ply(time))),
            false => Ok(Some(self.sync_written().await)),
        }
    }

    /// Takes back the last move of a person and all moves after it.
    pub(crate) async fn take_back(mut self) -> Result<u64, AppError> {
        let agents = self.plan()?.agents.clone();
        let humans: Vec<Color> = Color::BOTH.into_iter().filter(|&side| agents[side].is_none()).collect();
        if humans.is_empty() {
            return Err(AppError::conflict(
                "both sides are engines: there is no move of a person to take back",
            ));
        }
        let plies = self.play.game.moves().len();
        let movers = self.play.game.positions().map(amazons::AnyPosition::turn).take(plies);
        let movers: Vec<Color> = movers.collect();
        let Some(left) = movers.iter().rposition(|side| humans.contains(side)) else {
            return Err(AppError::conflict("there is no move to take back"));
        };
        let (id, mut clock) = (self.live.id, self.play.left());
        if let (Some(clock), Some(increment)) = (&mut clock, self.plan()?.clock.map(|clock| clock.increment))
        {
            // The increments of the plies are taken back too. The first ply of a game has none.
            for &side in &movers[left.max(1)..] {
                clock[side] = clock[side].saturating_sub(increment);
            }
        }
        let revision = self.play.feed.revision();
        let write = move |batch: &mut Batch<'_>| batch.take_back(id, left as u32, clock, Some(revision));
        if let Err(error) = self.state.store.write_batched(write).await {
            // Another server may have changed the game.
            let _ = self.sync().await;
            return Err(error);
        }
        self.live.stop_search();
        while self.play.game.moves().len() > left {
            self.play.game.undo();
        }
        self.set_clock(clock);
        self.play.since = Instant::now();
        Ok(self.sync_written().await)
    }

    /// Resigns the game for a person.
    pub(crate) async fn resign(mut self, color: Option<Color>) -> Result<u64, AppError> {
        let agents = &self.plan()?.agents;
        let human = |side: Color| agents[side].is_none();
        let turn = self.play.game.position().turn();
        let side = match color {
            Some(side) if human(side) => side,
            Some(side) => {
                let message = format!("an engine plays {}: only a person can resign", side.name());
                return Err(AppError::field("color", message));
            }
            None if human(turn) => turn,
            None if human(!turn) => !turn,
            None => return Err(AppError::conflict("both sides are engines: only a person can resign")),
        };
        let detail = format!("{} resigned", capital(side));
        self.finish(GameEnd { winner: Some(!side), ending: Ending::Resignation, detail }).await
    }

    /// Stops engines and clocks.
    pub(crate) async fn pause(mut self) -> Result<u64, AppError> {
        self.play.is_stepping = false;
        let clock = self.play.left();
        self.change(|plan| plan.is_paused = true, clock).await
    }

    /// Continues after a pause.
    pub(crate) async fn resume(self) -> Result<u64, AppError> {
        let clock = self.play.left();
        self.change(|plan| plan.is_paused = false, clock).await
    }

    /// Lets the engine to move in a paused game play one move.
    pub(crate) async fn step(mut self) -> Result<u64, AppError> {
        let (plan, turn) = (self.plan()?, self.play.game.position().turn());
        if !plan.is_paused {
            return Err(AppError::conflict("the game is not paused: pause it first"));
        }
        if plan.agents[turn].is_none() {
            return Err(AppError::conflict("a person is to move: there is no move of an engine to play"));
        }
        self.play.is_stepping = true;
        self.sync().await
    }

    /// Ends a game whose areas are all sealed by the count of the moves that are left.
    pub(crate) async fn adjudicate(mut self) -> Result<u64, AppError> {
        self.plan()?;
        let open = || AppError::conflict("not all areas are sealed and counted: the game is not decided yet");
        let areas::Decided { winner, by } = areas::decided(self.play.game.position()).ok_or_else(open)?;
        let detail = format!("{} wins by {by}: all areas were sealed", capital(winner));
        self.finish(GameEnd { winner: Some(winner), ending: Ending::Adjudication, detail }).await
    }

    /// Sets the minimum time between the moves of two engines.
    pub(crate) async fn set_pace(self, pace: Duration) -> Result<u64, AppError> {
        let clock = self.play.left();
        self.change(|plan| plan.pace = pace, clock).await
    }

    async fn change(
        mut self,
        change: impl FnOnce(&mut LivePlan),
        clock: Option<ByColor<Duration>>,
    ) -> Result<u64, AppError> {
        let mut plan = self.plan()?.clone();
        if let (Some(left), Some(clock)) = (clock, &mut plan.clock) {
            clock.left = left;
        }
        change(&mut plan);
        let (id, stored) = (self.live.id, plan.clone());
        self.state.store.write_batched(move |batch| batch.set_plan(id, &stored)).await?;
        if plan.is_paused {
            self.live.stop_search();
        }
        self.play.plan = Some(plan);
        self.play.since = Instant::now();
        Ok(self.sync_written().await)
    }

    fn set_clock(&mut self, left: Option<ByColor<Duration>>) {
        if let (Some(left), Some(LivePlan { clock: Some(clock), .. })) = (left, &mut self.play.plan) {
            clock.left = left;
        }
    }

    /// Ends the game.
    pub(super) async fn finish(&mut self, end: GameEnd) -> Result<u64, AppError> {
        self.plan()?;
        let id = self.live.id;
        let finished = self.state.store.write_batched(move |batch| batch.finish(id, &end)).await;
        if let Err(error) = finished {
            // Another server may have ended it.
            let _ = self.sync().await;
            return Err(error);
        }
        self.live.stop_search();
        self.play.plan = None;
        Ok(self.sync_written().await)
    }
}
