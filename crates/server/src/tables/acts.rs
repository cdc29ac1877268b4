//! What is done at a table. Everything is on the disk before it is acknowledged.

use std::time::{Duration, Instant};

use amazons::{ByColor, Color, Move};
use store::{End, Ending, Plan, Ply, Thought};

use super::table::{Play, capital};
use super::{Tables, Turn};
use crate::api::GameDocument;
use crate::refusal::Refusal;
use crate::state::AppState;
use crate::view;

impl Tables {
    /// Plays a person's move. When this returns it is on the disk; those who watch are told by
    /// [`publish`](Turn::publish).
    pub(crate) async fn play(
        &self,
        state: &AppState,
        game: i64,
        ply: u32,
        mv: &str,
    ) -> Result<Turn, Refusal> {
        let table = self.open(state, game).await?;
        table.look();
        let mut turn = Turn::take(state, table).await;
        let mv = view::read_move(mv)?;
        // The store refuses a ply that is not the next one there, so the table need not be read anew.
        turn.check_ply(ply).await?;
        let side = turn.play.game.position().turn();
        let plan = turn.plan()?;
        if plan.is_paused {
            return Err(Refusal::conflict("the game is paused: resume it first"));
        }
        if plan.agents[side].is_some() {
            return Err(Refusal::conflict(format!(
                "it is the engine's turn: it plays {side}",
                side = side.name()
            )));
        }
        turn.play.game.position().check(mv).map_err(|error| Refusal::field("move", error.to_string()))?;
        let time = turn.play.since.elapsed();
        turn.store_ply(mv, Thought { time, ..Thought::default() }).await
    }

    /// Waits for one's turn at the table of a game, as the store has it: another server may have played on.
    pub(crate) async fn turn(&self, state: &AppState, game: i64) -> Result<Turn, Refusal> {
        let table = self.open(state, game).await?;
        table.look();
        let mut turn = Turn::take(state, table).await;
        turn.refresh().await?;
        Ok(turn)
    }
}

impl Turn {
    /// The plan of the game, if it is being played.
    pub(super) fn plan(&self) -> Result<&Plan, Refusal> {
        let over = || Refusal::conflict(format!("game {} is not being played", self.table.id));
        self.play.plan.as_ref().ok_or_else(over)
    }

    /// Refuses a ply that is not the next, after a look whether another server has played on.
    async fn check_ply(&mut self, ply: u32) -> Result<(), Refusal> {
        let next = |turn: &Self| turn.play.game.moves().len() as u32 + 1;
        if ply != next(self) {
            self.refresh().await?;
        }
        let next = next(self);
        if ply == next {
            return Ok(());
        }
        Err(Refusal::conflict(format!("the game has gone on: ply {next} is to be played, not {ply}")))
    }

    /// Stores a ply of the side to move and takes over what follows from it.
    pub(super) async fn store_ply(mut self, mv: Move, thought: Thought) -> Result<Self, Refusal> {
        let side = self.play.game.position().turn();
        let mut left = self.play.left();
        if let Some(left) = &mut left
            && self.play.running().is_some()
        {
            if left[side].is_zero() {
                self.forfeit(side).await?;
                return Err(Refusal::conflict(format!("{}'s time is over", capital(side))));
            }
            left[side] += self.plan()?.clock.map_or(Duration::ZERO, |clock| clock.increment);
        }
        let (id, ply) = (self.table.id, self.play.game.moves().len() as u32 + 1);
        let written = Ply { ply, mv, thought, left };
        self.state.archive.join(move |batch| batch.play(id, &written)).await?;
        self.table.stop_thinking();
        let Play { game, plan, .. } = &mut *self.play;
        game.play(mv).map_err(|error| Refusal::ours(&error))?;
        let is_over = game.outcome().is_some();
        match plan {
            Some(_) if is_over => *plan = None,
            Some(Plan { clock: Some(clock), .. }) => clock.left = left.unwrap_or(clock.left),
            _ => {}
        }
        self.play.since = Instant::now();
        Ok(self)
    }

    /// Takes back what a person did last, and what an engine answered.
    pub(crate) async fn take_back(mut self) -> Result<GameDocument, Refusal> {
        let agents = self.plan()?.agents.clone();
        let humans: Vec<Color> = Color::BOTH.into_iter().filter(|&side| agents[side].is_none()).collect();
        if humans.is_empty() {
            return Err(Refusal::conflict("no person plays here who could take a move back"));
        }
        let plies = self.play.game.moves().len();
        let movers = self.play.game.positions().map(amazons::AnyPosition::turn).take(plies);
        let movers: Vec<Color> = movers.collect();
        let Some(left) = movers.iter().rposition(|side| humans.contains(side)) else {
            return Err(Refusal::conflict("there is no move to take back yet"));
        };
        self.table.stop_thinking();
        let (id, mut clock) = (self.table.id, self.play.left());
        if let (Some(clock), Some(increment)) = (&mut clock, self.plan()?.clock.map(|clock| clock.increment))
        {
            // What a ply was given goes with it. The first one of a game was given nothing.
            for &side in &movers[left.max(1)..] {
                clock[side] = clock[side].saturating_sub(increment);
            }
        }
        self.state.archive.join(move |batch| batch.take_back(id, left as u32, clock)).await?;
        while self.play.game.moves().len() > left {
            self.play.game.undo();
        }
        self.set_clock(clock);
        self.play.since = Instant::now();
        self.publish().await
    }

    /// Gives the game up.
    pub(crate) async fn resign(self, color: Option<Color>) -> Result<GameDocument, Refusal> {
        let agents = &self.plan()?.agents;
        let human = |side: Color| agents[side].is_none();
        let turn = self.play.game.position().turn();
        let side = match color {
            Some(side) if human(side) => side,
            Some(side) => {
                let words =
                    format!("an engine plays {}: it does not give up because somebody asks", side.name());
                return Err(Refusal::field("color", words));
            }
            None if human(turn) => turn,
            None if human(!turn) => !turn,
            None => return Err(Refusal::conflict("no person plays here who could resign")),
        };
        let detail = format!("{} resigned", capital(side));
        self.finish(End { winner: Some(!side), ending: Ending::Resignation, detail }).await
    }

    /// Stops engines and clocks until somebody resumes.
    pub(crate) async fn pause(self) -> Result<GameDocument, Refusal> {
        self.table.stop_thinking();
        let clock = self.play.left();
        self.change(|plan| plan.is_paused = true, clock).await
    }

    /// Goes on after a pause.
    pub(crate) async fn resume(self) -> Result<GameDocument, Refusal> {
        let clock = self.play.left();
        self.change(|plan| plan.is_paused = false, clock).await
    }

    /// Sets how fast engines play each other.
    pub(crate) async fn set_pace(self, pace: Duration) -> Result<GameDocument, Refusal> {
        let clock = self.play.left();
        self.change(|plan| plan.pace = pace, clock).await
    }

    async fn change(
        mut self,
        change: impl FnOnce(&mut Plan),
        clock: Option<ByColor<Duration>>,
    ) -> Result<GameDocument, Refusal> {
        let mut plan = self.plan()?.clone();
        if let (Some(left), Some(clock)) = (clock, &mut plan.clock) {
            clock.left = left;
        }
        change(&mut plan);
        let (id, stored) = (self.table.id, plan.clone());
        self.state.archive.join(move |batch| batch.set_plan(id, &stored)).await?;
        self.play.plan = Some(plan);
        self.play.since = Instant::now();
        self.publish().await
    }

    fn set_clock(&mut self, left: Option<ByColor<Duration>>) {
        if let (Some(left), Some(Plan { clock: Some(clock), .. })) = (left, &mut self.play.plan) {
            clock.left = left;
        }
    }

    /// Ends the game.
    pub(super) async fn finish(mut self, end: End) -> Result<GameDocument, Refusal> {
        self.plan()?;
        self.table.stop_thinking();
        let id = self.table.id;
        let finished = self.state.archive.join(move |batch| batch.finish(id, &end)).await;
        self.play.plan = None;
        let document = self.publish().await;
        finished.and(document)
    }
}
