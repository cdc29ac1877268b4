//! The actions of players in a live game. Each is on the disk before it is acknowledged, and returns the revision of the game
//! after it.

use std::time::{Duration, Instant};

use amazons::{ByColor, Color, Move};
use store::{Ending, GameEnd, LivePlan, Ply, Thought};

use super::game::capital;
use super::{LiveGames, LockedGame};
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
        // The store rejects a ply that is not the next one, so the game need not be read again.
        locked.check_ply(ply).await?;
        let side = locked.play.game.position().turn();
        let plan = locked.plan()?;
        if plan.is_paused {
            return Err(AppError::conflict("the game is paused: resume it first"));
        }
        if plan.agents[side].is_some() {
            let side = side.name();
            return Err(AppError::conflict(format!("it is the engine's turn: it plays {side}")));
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

    /// Rejects a ply that is not the next one, also after reading the game from the store again.
    async fn check_ply(&mut self, ply: u32) -> Result<(), AppError> {
        let next = |locked: &Self| locked.play.game.moves().len() as u32 + 1;
        if ply != next(self) {
            self.sync().await?;
        }
        let next = next(self);
        if ply == next {
            return Ok(());
        }
        Err(AppError::conflict(format!("the next ply of the game is {next}, not {ply}")))
    }

    /// Appends a move of the side to move; returns the revision of the game after it. This is the one place where its
    /// legality is checked.
    pub(super) async fn append(mut self, mv: Move, thought: Thought) -> Result<u64, AppError> {
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
        let ply = Ply::last_of(&self.play.game, thought, left);
        let appended = match self.state.store.write_batched(move |batch| batch.append(id, &ply)).await {
            Ok(appended) => appended,
            Err(error) => {
                self.play.game.undo();
                // Another server may have played a move.
                let _ = self.sync().await;
                return Err(error);
            }
        };
        self.live.stop_search();
        self.set_clock(left);
        self.play.since = Instant::now();
        // What else has changed is in the store.
        let is_alone = appended.revision == self.play.feed.revision() + 1 && !appended.was_variation;
        match is_alone && self.play.game.outcome().is_none() {
            true => Ok(self.send_ply(time)),
            false => self.sync().await,
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
        self.live.stop_search();
        let (id, mut clock) = (self.live.id, self.play.left());
        if let (Some(clock), Some(increment)) = (&mut clock, self.plan()?.clock.map(|clock| clock.increment))
        {
            // The increments of the plies are taken back too. The first ply of a game has none.
            for &side in &movers[left.max(1)..] {
                clock[side] = clock[side].saturating_sub(increment);
            }
        }
        self.state.store.write_batched(move |batch| batch.take_back(id, left as u32, clock)).await?;
        while self.play.game.moves().len() > left {
            self.play.game.undo();
        }
        self.set_clock(clock);
        self.play.since = Instant::now();
        self.sync().await
    }

    /// Resigns the game for a person.
    pub(crate) async fn resign(self, color: Option<Color>) -> Result<u64, AppError> {
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
    pub(crate) async fn pause(self) -> Result<u64, AppError> {
        self.live.stop_search();
        let clock = self.play.left();
        self.change(|plan| plan.is_paused = true, clock).await
    }

    /// Continues after a pause.
    pub(crate) async fn resume(self) -> Result<u64, AppError> {
        let clock = self.play.left();
        self.change(|plan| plan.is_paused = false, clock).await
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
        self.play.plan = Some(plan);
        self.play.since = Instant::now();
        self.sync().await
    }

    fn set_clock(&mut self, left: Option<ByColor<Duration>>) {
        if let (Some(left), Some(LivePlan { clock: Some(clock), .. })) = (left, &mut self.play.plan) {
            clock.left = left;
        }
    }

    /// Ends the game.
    pub(super) async fn finish(mut self, end: GameEnd) -> Result<u64, AppError> {
        self.plan()?;
        self.live.stop_search();
        let id = self.live.id;
        let finished = self.state.store.write_batched(move |batch| batch.finish(id, &end)).await;
        self.play.plan = None;
        let synced = self.sync().await;
        finished.and(synced)
    }
}
