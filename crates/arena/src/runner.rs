//! Plays the games of a contest on several threads; each game is stored before its thread starts the next.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError, mpsc};

use agents::{Agent, AgentError};
use amazons::ByColor;
use amazons::notation::{MoveLine, MoveNotation};
use store::{GameRecord, Source, Store, StoreError, StoredGame};
use thiserror::Error;
use time::OffsetDateTime;

use crate::contest::{Contest, ContestState};
use crate::game::{PlayedGame, play};
use crate::game_result::GameResult;
use crate::schedule::{Schedule, ScheduledGame};
use crate::standings::Standings;
use crate::statistics::SprtVerdict;
use crate::stop_signal::StopSignal;

/// An event of a contest.
#[derive(Clone, Copy, Debug)]
pub enum ContestEvent<'a> {
    /// A game has started.
    Started(ScheduledGame),
    /// A game has finished and is stored.
    Finished(ScheduledGame, &'a GameRecord, &'a GameResult),
}

/// Why a contest could not continue. Finished games are in the store.
#[derive(Debug, Error)]
pub enum RunError {
    /// A game cannot be stored.
    #[error("{error}; the game that was not stored: {game}")]
    Store {
        /// The error.
        error: StoreError,
        /// The game as a line of moves.
        game: String,
    },
    /// The store cannot be read, or the end of the contest cannot be stored.
    #[error(transparent)]
    End(StoreError),
    /// No thread can be had for the games.
    #[error("cannot play: the system gives no thread: {0}")]
    Thread(std::io::Error),
    /// A program does not start.
    #[error("cannot start {player}: {error}")]
    Start {
        /// The player.
        player: String,
        /// The error.
        error: AgentError,
    },
}

/// Plays a contest.
#[derive(Debug)]
pub struct Runner<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// The store of finished games.
    pub store: &'a Mutex<Store>,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// Ends the contest early.
    pub stop: &'a StopSignal,
}

/// A message of a thread.
enum Message {
    Started(ScheduledGame),
    Finished(ScheduledGame, Box<GameRecord>),
    /// Another process has stored this game of the run.
    StoredElsewhere(ScheduledGame),
    Failed(RunError),
}

impl Runner<'_> {
    /// Plays the missing games; calls `watch` with every event and the standings after it.
    ///
    /// # Errors
    /// When a game cannot be stored or a program does not start; running games are broken off then.
    pub fn run(
        &self,
        state: ContestState,
        watch: &mut dyn FnMut(ContestEvent<'_>, &Standings),
    ) -> Result<Standings, RunError> {
        self.run_slots(state, 0..self.contest.schedule().len(), watch)
    }

    /// Plays the missing games of some slots in the given order.
    ///
    /// # Errors
    /// As [`Runner::run`].
    pub fn run_slots(
        &self,
        state: ContestState,
        slots: impl IntoIterator<Item = u64>,
        watch: &mut dyn FnMut(ContestEvent<'_>, &Standings),
    ) -> Result<Standings, RunError> {
        let ContestState { run, mut standings } = state;
        let schedule = self.contest.schedule();
        // Numbers only: a sequential test schedules many more games than it plays.
        let open = slots.into_iter().filter(|&slot| !standings.has(slot)).collect::<VecDeque<u64>>();
        let threads = self.concurrency.clamp(1, open.len().max(1));
        let open = Mutex::new(open);
        if Self::is_decided(&standings) {
            self.stop.finish();
        }
        let (sender, receiver) = mpsc::channel();
        let mut failure = None;
        std::thread::scope(|scope| {
            for number in 0..threads {
                let sender = sender.clone();
                let (open, schedule) = (&open, &schedule);
                let work = move || {
                    GameWorker { runner: self, schedule, run, sender, agents: Vec::new() }.play_all(open);
                };
                match std::thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    Err(error) if number == 0 => failure = Some(RunError::Thread(error)),
                    // Where the system gives no more threads, those that there are play the games.
                    Err(_) => break,
                }
            }
            drop(sender);
            for message in receiver {
                match message {
                    Message::Started(slot) => watch(ContestEvent::Started(slot), &standings),
                    Message::Finished(slot, game) => {
                        let opening = self.contest.opening_of(slot).game.moves().len();
                        let Some(result) = result_of(slot, &game, opening) else { continue };
                        standings.add(result);
                        watch(ContestEvent::Finished(slot, &game, &result), &standings);
                    }
                    Message::StoredElsewhere(slot) => match self.stored_result(run, slot) {
                        Ok(result) => standings.extend(result),
                        Err(error) => {
                            self.stop.stop();
                            failure.get_or_insert(RunError::End(error));
                        }
                    },
                    Message::Failed(error) => {
                        self.stop.stop();
                        failure.get_or_insert(error);
                    }
                }
                if Self::is_decided(&standings) {
                    self.stop.finish();
                }
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        if standings.games() == schedule.len() || Self::is_decided(&standings) {
            lock(self.store).finish_run(run).map_err(RunError::End)?;
        }
        Ok(standings)
    }

    /// Whether the sequential test, if there is one, has ended.
    fn is_decided(standings: &Standings) -> bool {
        standings.sprt().is_some_and(|sprt| sprt.verdict != SprtVerdict::Undecided)
    }

    /// The result of a game that another process has stored.
    fn stored_result(
        &self,
        run: store::RunId,
        slot: ScheduledGame,
    ) -> Result<Option<GameResult>, StoreError> {
        let store = lock(self.store);
        let Some(id) = store.game_in_slot(run, slot.number)? else { return Ok(None) };
        let StoredGame { game, end, thoughts, .. } = store.game(id)?;
        let opening = self.contest.opening_of(slot).game.moves().len();
        let result = |winner| GameResult::new(slot.number, winner, end.ending, &game, &thoughts, opening);
        Ok(end.winner.map(result))
    }
}

/// A thread with the two agents of its last game.
struct GameWorker<'a> {
    runner: &'a Runner<'a>,
    schedule: &'a Schedule,
    run: store::RunId,
    sender: mpsc::Sender<Message>,
    /// Agents by the number of their player. Those of the next game are kept, others dropped: some hold much memory.
    agents: Vec<(usize, Box<dyn Agent>)>,
}

impl GameWorker<'_> {
    fn play_all(mut self, open: &Mutex<VecDeque<u64>>) {
        while !self.runner.stop.is_set() {
            let Some(slot) = lock(open).pop_front() else { return };
            let slot = self.schedule.slot(slot);
            // The receiver is gone only after a failure, when the stop signal is set.
            let _ = self.sender.send(Message::Started(slot));
            match self.play_and_store(slot) {
                Ok(Some(message)) => {
                    let _ = self.sender.send(message);
                }
                Ok(None) => return,
                Err(error) => {
                    let _ = self.sender.send(Message::Failed(error));
                    return;
                }
            }
        }
    }

    /// Plays a game and stores it; `None` if it was broken off.
    fn play_and_store(&mut self, slot: ScheduledGame) -> Result<Option<Message>, RunError> {
        let begun = OffsetDateTime::now_utc();
        let Some(played) = self.play(slot)? else { return Ok(None) };
        let game = self.to_store(slot, played, begun);
        let place = store::Slot { run: self.run, slot: slot.number, seed: slot.seed };
        match lock(self.runner.store).add_game(&game, Some(place)) {
            Ok(_) => Ok(Some(Message::Finished(slot, Box::new(game)))),
            Err(StoreError::SlotTaken { .. }) => Ok(Some(Message::StoredElsewhere(slot))),
            Err(error) => {
                let game = MoveLine { game: &game.game, notation: MoveNotation::Print }.to_string();
                Err(RunError::Store { error, game })
            }
        }
    }

    fn play(&mut self, slot: ScheduledGame) -> Result<Option<PlayedGame>, RunError> {
        let contest = self.runner.contest;
        self.agents.retain(|(player, _)| [slot.white, slot.black].contains(player));
        for player in [slot.white, slot.black] {
            if self.agents.iter().all(|(other, _)| *other != player) {
                self.agents.push((player, contest.entrants[player].agent(contest.rules)?));
            }
        }
        for (player, agent) in &mut self.agents {
            // Two copies of one player must not draw the same numbers.
            agent.new_game(slot.seed ^ u64::from(*player == slot.black));
        }
        let [(first, one), (_, other)] = self.agents.as_mut_slice() else {
            unreachable!("a game has two players")
        };
        let agents: ByColor<&mut dyn Agent> = ByColor { white: one.as_mut(), black: other.as_mut() };
        let agents = if *first == slot.white { agents } else { agents.swapped() };
        let opening = &contest.opening_of(slot).game;
        Ok(play(opening, agents, &contest.time_controls(slot), contest.rules, self.runner.stop.control()))
    }

    fn to_store(&self, slot: ScheduledGame, played: PlayedGame, begun: OffsetDateTime) -> GameRecord {
        let contest = self.runner.contest;
        let time_controls = contest.time_controls(slot);
        let name = |player: usize| contest.entrants[player].to_string();
        let players = ByColor { white: name(slot.white), black: name(slot.black) };
        GameRecord {
            winner: Some(played.winner),
            ending: played.ending,
            detail: played.detail,
            event: Some(format!("{} {}", contest.kind, self.run)),
            opening: Some(contest.opening_of(slot).name.clone()),
            played_at: Some(begun),
            limits: time_controls.map(|control| Some(control.to_string())),
            thoughts: played.thoughts,
            transcript: played.transcript,
            ..GameRecord::new(players, played.game, Source::Match)
        }
    }
}

/// The result of a game, if it has a winner.
fn result_of(slot: ScheduledGame, game: &GameRecord, opening: usize) -> Option<GameResult> {
    let GameRecord { winner, ending, game, thoughts, .. } = game;
    winner.map(|winner| GameResult::new(slot.number, winner, *ending, game, thoughts, opening))
}

/// Locks a mutex even after a panic: a game is stored in one transaction.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
