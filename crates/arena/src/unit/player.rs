//! Plays the games of a run one after another, with agents that are kept from game to game.

use std::sync::Arc;
use std::time::Duration;

use agents::Agent;
use amazons::ByColor;
use store::{GameRecord, Thought};
use thought::Control;
use time::OffsetDateTime;

use super::{FinishedGame, PlannedGame, RunPlan, UnitError};
use crate::game::{PlayedGame, play};
use crate::strays::{GameStrays, StrayAgent};

/// Plays games of one run.
pub struct GamePlayer {
    plan: Arc<RunPlan>,
    /// The two agents of the last game with the numbers of their players. Those of the next game are kept, others dropped: some
    /// hold much memory.
    agents: Vec<(usize, Box<dyn Agent>)>,
}

impl GamePlayer {
    /// A player without agents: they are built when they are needed.
    #[must_use]
    pub fn new(plan: Arc<RunPlan>) -> Self {
        Self { plan, agents: Vec::new() }
    }

    /// Whether it plays the games of a run.
    pub(crate) fn is_of(&self, plan: &Arc<RunPlan>) -> bool {
        Arc::ptr_eq(&self.plan, plan)
    }

    /// Plays a game. `None` when the control stopped it.
    ///
    /// # Errors
    /// When a program does not start.
    pub fn play(
        &mut self,
        planned: &PlannedGame,
        control: &Control,
    ) -> Result<Option<FinishedGame>, UnitError> {
        let ByColor { mut white, mut black } = self.seated(planned)?;
        // Two copies of one player must not draw the same numbers.
        white.new_game(planned.seed);
        black.new_game(planned.seed ^ 1);
        let time_controls = ByColor { white: planned.white, black: planned.black }
            .map(|player| self.plan.players[player].time_control);
        let strays = GameStrays::new(planned.strays.clone(), planned.seed);
        let begun = OffsetDateTime::now_utc();
        let played = {
            let mut white = StrayAgent { agent: white.as_mut(), strays: &strays };
            let mut black = StrayAgent { agent: black.as_mut(), strays: &strays };
            let agents: ByColor<&mut dyn Agent> = ByColor { white: &mut white, black: &mut black };
            play(&planned.opening.game, agents, &time_controls, self.plan.rules, control)
        };
        self.agents.extend([(planned.white, white), (planned.black, black)]);
        Ok(played.map(|played| self.finished(planned, played, &strays, begun)))
    }

    /// The agents of a game: those of the last one where they can be used again. They are handed back after the game.
    fn seated(&mut self, planned: &PlannedGame) -> Result<ByColor<Box<dyn Agent>>, UnitError> {
        let mut kept = std::mem::take(&mut self.agents);
        let mut seat = |player: usize| match kept.iter().position(|(other, _)| *other == player) {
            Some(index) => Ok(kept.swap_remove(index).1),
            None => self.plan.players[player].agent(self.plan.rules),
        };
        Ok(ByColor { white: seat(planned.white)?, black: seat(planned.black)? })
    }

    fn finished(
        &self,
        planned: &PlannedGame,
        mut played: PlayedGame,
        strays: &GameStrays,
        begun: OffsetDateTime,
    ) -> FinishedGame {
        for (ply, thought) in played.thoughts.iter_mut().enumerate() {
            if strays.has(ply) {
                *thought = Thought::default();
            }
        }
        let players = ByColor { white: planned.white, black: planned.black };
        let players = players.map(|player| &self.plan.players[player]);
        let limit = |control: crate::TimeControl| (!control.is_none()).then(|| control.to_string());
        let record = GameRecord {
            winner: Some(played.winner),
            ending: played.ending,
            detail: played.detail,
            event: Some(self.plan.kind.clone()),
            opening: Some(planned.opening.name.clone()),
            played_at: Some(begun),
            limits: players.map(|player| limit(player.time_control)),
            thoughts: played.thoughts,
            transcript: played.transcript,
            ..GameRecord::new(players.map(|player| player.name.clone()), played.game, self.plan.source)
        };
        FinishedGame { number: planned.number, seed: planned.seed, record }
    }
}

/// Removes what no seed determines: the time of every move, and when the game was played.
pub(super) fn without_times(record: &mut GameRecord) {
    record.played_at = None;
    for thought in &mut record.thoughts {
        thought.time = Duration::ZERO;
    }
}
