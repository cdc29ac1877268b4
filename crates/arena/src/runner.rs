//! Plays a contest's games on several threads; each is in the store before its thread begins the next.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

use agents::{Agent, AgentError};
use amazons::ByColor;
use amazons::notation::{MoveLine, MoveNotation};
use store::{NewGame, Source, Store, StoreError};
use thiserror::Error;
use thought::Control;
use time::OffsetDateTime;

use crate::contest::{Contest, Progress};
use crate::game::{Played, play};
use crate::outcome::Outcome;
use crate::schedule::{Schedule, Slot};
use crate::standings::Standings;
use crate::statistics::Verdict;

/// Ends a contest early.
#[derive(Debug, Default)]
pub struct Brake {
    no_more: AtomicBool,
    control: Control,
}

impl Brake {
    /// A brake that nobody has touched.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets the running games finish and begins no other.
    pub fn finish(&self) {
        self.no_more.store(true, Ordering::Relaxed);
    }

    /// Breaks the running games off: they are played again when the contest is resumed.
    pub fn stop(&self) {
        self.finish();
        self.control.stop();
    }

    /// What stops the running games, for work that is not a contest.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Whether no more games are to begin.
    #[must_use]
    pub fn is_pulled(&self) -> bool {
        self.no_more.load(Ordering::Relaxed)
    }
}

/// Something that happened in a contest.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game has begun.
    Begun(Slot),
    /// A game is finished and stored.
    Finished(Slot, &'a NewGame, &'a Outcome),
}

/// Why a contest could not go on. Games that were finished before are in the store.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store does not take a game.
    #[error("{error}; the game that was not stored: {game}")]
    Store {
        /// Why.
        error: StoreError,
        /// The game as a line of moves, so that it is not lost.
        game: String,
    },
    /// The store cannot be read, or cannot note that the contest has ended.
    #[error(transparent)]
    End(StoreError),
    /// A program does not start.
    #[error("{player} cannot play: {error}")]
    Start {
        /// Who.
        player: String,
        /// Why.
        error: AgentError,
    },
}

/// Plays a contest.
#[derive(Debug)]
pub struct Runner<'a> {
    /// What to play.
    pub contest: &'a Contest,
    /// Where finished games go.
    pub store: &'a Mutex<Store>,
    /// How many games are played at once.
    pub concurrency: usize,
    /// Ends it early.
    pub brake: &'a Brake,
}

/// What a thread tells the others.
enum Message {
    Begun(Slot),
    Finished(Slot, Box<NewGame>),
    /// Another process has played and stored this game of the same run.
    Taken(Slot),
    Failed(RunError),
}

impl Runner<'_> {
    /// Plays what is not played yet, telling a watcher of every event with the standings after it.
    ///
    /// # Errors
    /// When the store takes no games or a program does not start; the running games are broken off then.
    pub fn run(
        &self,
        progress: Progress,
        watch: &mut dyn FnMut(Event<'_>, &Standings),
    ) -> Result<Standings, RunError> {
        let Progress { run, mut standings } = progress;
        let schedule = self.contest.schedule();
        // Numbers, not slots: there may be many more than will ever be played.
        let open = (0..schedule.len()).filter(|&slot| !standings.has(slot)).collect::<VecDeque<u64>>();
        let tables = self.concurrency.clamp(1, open.len().max(1));
        let open = Mutex::new(open);
        if Self::is_decided(&standings) {
            self.brake.finish();
        }
        let (sender, receiver) = mpsc::channel();
        let mut failure = None;
        std::thread::scope(|scope| {
            for _ in 0..tables {
                let sender = sender.clone();
                let (open, schedule) = (&open, &schedule);
                scope.spawn(move || {
                    Table { runner: self, schedule, run, sender, seats: Vec::new() }.play_all(open);
                });
            }
            drop(sender);
            for message in receiver {
                match message {
                    Message::Begun(slot) => watch(Event::Begun(slot), &standings),
                    Message::Finished(slot, game) => {
                        let opening = self.contest.opening_of(slot).game.moves().len();
                        let Some(outcome) = Outcome::of(slot.number, &game, opening) else { continue };
                        standings.add(outcome);
                        watch(Event::Finished(slot, &game, &outcome), &standings);
                    }
                    Message::Taken(slot) => match self.taken(run, slot) {
                        Ok(outcome) => standings.extend(outcome),
                        Err(error) => {
                            self.brake.stop();
                            failure.get_or_insert(RunError::End(error));
                        }
                    },
                    Message::Failed(error) => {
                        self.brake.stop();
                        failure.get_or_insert(error);
                    }
                }
                if Self::is_decided(&standings) {
                    self.brake.finish();
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

    /// Whether the sequential test, if there is one, has come to an end.
    fn is_decided(standings: &Standings) -> bool {
        standings.trial().is_some_and(|trial| trial.verdict != Verdict::Undecided)
    }

    /// A game of this run that another process has stored.
    fn taken(&self, run: store::RunId, slot: Slot) -> Result<Option<Outcome>, StoreError> {
        let store = lock(self.store);
        let is_it = |game: &store::GameSummary| game.run.is_some_and(|place| place.slot == slot.number);
        let Some(summary) = store.run_games(run)?.into_iter().find(is_it) else { return Ok(None) };
        let stored = store.game(summary.id)?;
        Ok(Outcome::of(slot.number, &stored.record, self.contest.opening_of(slot).game.moves().len()))
    }
}

/// A thread with the two agents that it played with last.
struct Table<'a> {
    runner: &'a Runner<'a>,
    schedule: &'a Schedule,
    run: store::RunId,
    sender: mpsc::Sender<Message>,
    /// Agents by the number of their player. Those of the next game are kept, others ended: some hold much memory.
    seats: Vec<(usize, Box<dyn Agent>)>,
}

impl Table<'_> {
    fn play_all(mut self, open: &Mutex<VecDeque<u64>>) {
        while !self.runner.brake.is_pulled() {
            let Some(slot) = lock(open).pop_front() else { return };
            let slot = self.schedule.slot(slot);
            // Nobody listens only after a failure, and then the brake is pulled.
            let _ = self.sender.send(Message::Begun(slot));
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

    /// Plays a game and stores it; `None` where it was broken off.
    fn play_and_store(&mut self, slot: Slot) -> Result<Option<Message>, RunError> {
        let begun = OffsetDateTime::now_utc();
        let Some(played) = self.play(slot)? else { return Ok(None) };
        let game = self.to_store(slot, played, begun);
        match lock(self.runner.store).add_game(&game) {
            Ok(_) => Ok(Some(Message::Finished(slot, Box::new(game)))),
            Err(StoreError::SlotTaken { .. }) => Ok(Some(Message::Taken(slot))),
            Err(error) => {
                let game = MoveLine { game: &game.game, notation: MoveNotation::Print }.to_string();
                Err(RunError::Store { error, game })
            }
        }
    }

    fn play(&mut self, slot: Slot) -> Result<Option<Played>, RunError> {
        let contest = self.runner.contest;
        self.seats.retain(|(player, _)| [slot.white, slot.black].contains(player));
        for player in [slot.white, slot.black] {
            if self.seats.iter().all(|(seated, _)| *seated != player) {
                self.seats.push((player, contest.entrants[player].seat(contest.rules)?));
            }
        }
        for (player, agent) in &mut self.seats {
            // Two copies of one player must not draw the same numbers.
            agent.new_game(slot.seed ^ u64::from(*player == slot.black));
        }
        let [(first, one), (_, other)] = self.seats.as_mut_slice() else {
            unreachable!("two players sit at a table")
        };
        let seated: ByColor<&mut dyn Agent> = ByColor { white: one.as_mut(), black: other.as_mut() };
        let agents = if *first == slot.white { seated } else { seated.swapped() };
        let opening = &contest.opening_of(slot).game;
        Ok(play(opening, agents, &contest.paces(slot), contest.rules, &self.runner.brake.control))
    }

    fn to_store(&self, slot: Slot, played: Played, begun: OffsetDateTime) -> NewGame {
        let contest = self.runner.contest;
        let paces = contest.paces(slot);
        let name = |player: usize| contest.entrants[player].to_string();
        let players = ByColor { white: name(slot.white), black: name(slot.black) };
        NewGame {
            winner: Some(played.winner),
            ending: played.ending,
            detail: played.detail,
            event: Some(format!("{} {}", contest.kind, self.run)),
            opening: Some(contest.opening_of(slot).name.clone()),
            played_at: Some(begun),
            run: Some(store::Slot { run: self.run, slot: slot.number, seed: slot.seed }),
            limits: paces.map(|pace| Some(pace.to_string())),
            thoughts: played.thoughts,
            transcript: played.transcript,
            ..NewGame::new(players, played.game, Source::Match)
        }
    }
}

/// A thread that panicked has left nothing half done: a game is stored in one transaction.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
