//! The thread that thinks, one job after the other.

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use amazons::{AnyPosition, Game};
use search::{RootMoves, Task};
use thought::{Control, Decision, Limits, Observer, Report};
use wire::ugi::{Best, Go, Message};

use super::{Output, complain, extras, tell};
use crate::agent::{Agent, AgentError};
use crate::contender::Contender;

/// How often a decided thinker that may not answer yet is looked at.
const WAIT: Duration = Duration::from_millis(2);

/// What is to be done.
pub(super) enum Job {
    /// Forgets the last game.
    NewGame(u64),
    /// Makes the player, with all that it needs on the board of a position, and says that it is ready.
    GetReady { contender: Contender, seed: u64, position: AnyPosition },
    /// Decides on a move.
    Think { contender: Contender, seed: u64, game: Box<Game>, go: Go, control: Control },
    /// Counts games.
    Perft { position: AnyPosition, plies: u32, control: Control },
    /// Does the fixed work.
    Bench(fn() -> String),
}

impl Job {
    fn pending(&self) -> Pending {
        match self {
            Self::Think { control, .. } | Self::Perft { control, .. } => {
                Pending { control: control.clone(), is_long: true }
            }
            Self::Bench(_) => Pending { control: Control::new(), is_long: true },
            Self::NewGame(_) | Self::GetReady { .. } => Pending { control: Control::new(), is_long: false },
        }
    }
}

/// A job that is being done or waits.
struct Pending {
    control: Control,
    /// Whether it may take longer than anybody wants to wait for an answer to something else.
    is_long: bool,
}

/// The handle on the thread that thinks.
pub(super) struct Worker {
    jobs: Sender<Job>,
    /// What it does and what waits.
    pending: Arc<Mutex<VecDeque<Pending>>>,
    /// Closed when it has ended.
    ended: Receiver<()>,
}

impl Worker {
    pub(super) fn start(out: Output, habit: Option<Limits>) -> Self {
        let (jobs, queue) = mpsc::channel::<Job>();
        let (end, ended) = mpsc::channel();
        let pending = Arc::new(Mutex::new(VecDeque::new()));
        let waiting = Arc::clone(&pending);
        thread::spawn(move || {
            let mut thinker = Thinker { out, habit, agent: None };
            for job in queue {
                // Where nobody reads any more the listener notices too.
                let _ = thinker.work(job);
                lock(&waiting).pop_front();
            }
            drop(end);
        });
        Self { jobs, pending, ended }
    }

    /// Does a job after those that wait.
    pub(super) fn queue(&self, job: Job) {
        lock(&self.pending).push_back(job.pending());
        // The thread ends only after this handle.
        let _ = self.jobs.send(job);
    }

    /// Whether it does, or will do, what takes long.
    pub(super) fn is_thinking(&self) -> bool {
        lock(&self.pending).iter().any(|job| job.is_long)
    }

    /// Stops what it does and what waits.
    pub(super) fn stop(&self) {
        lock(&self.pending).iter().for_each(|job| job.control.stop());
    }

    pub(super) fn ponder_hit(&self) {
        lock(&self.pending).iter().for_each(|job| job.control.ponder_hit());
    }

    /// Stops everything and waits a while for the last words.
    pub(super) fn end(self, most: Duration) {
        self.stop();
        drop(self.jobs);
        let _ = self.ended.recv_timeout(most);
    }
}

fn lock(pending: &Mutex<VecDeque<Pending>>) -> MutexGuard<'_, VecDeque<Pending>> {
    pending.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The one who thinks.
struct Thinker {
    out: Output,
    /// How long it thinks where it is not told.
    habit: Option<Limits>,
    /// The player as it was last set.
    agent: Option<(Contender, Box<dyn Agent>)>,
}

impl Thinker {
    fn work(&mut self, job: Job) -> io::Result<()> {
        match job {
            Job::NewGame(seed) => {
                if let Some((_, agent)) = &mut self.agent {
                    agent.new_game(seed);
                }
                Ok(())
            }
            Job::GetReady { contender, seed, position } => {
                // What goes wrong is said when it is asked for a move.
                if let Ok(agent) = self.agent(&contender, seed) {
                    agent.prepare(&position);
                }
                self.out.say(Message::ReadyOk)
            }
            Job::Think { contender, seed, game, go, control } => {
                let decided = self.think(&contender, seed, &game, &go, &control);
                // Until the user says so, a player that need not hurry keeps its move to itself.
                while (go.infinite || control.is_pondering()) && !control.is_stopped() {
                    thread::sleep(WAIT);
                }
                self.answer(&game, decided)
            }
            Job::Perft { position, plies, control } => match extras::count(&position, plies, &control) {
                Some(nodes) => self.out.say(nodes),
                None => complain(&self.out, "perft was stopped"),
            },
            Job::Bench(bench) => self.out.say(bench().trim_end()),
        }
    }

    fn think(
        &mut self,
        contender: &Contender,
        seed: u64,
        game: &Game,
        go: &Go,
        control: &Control,
    ) -> Result<Decision, AgentError> {
        let (mut teller, habit) = (Teller { out: self.out.clone() }, self.habit);
        let agent = self.agent(contender, seed)?;
        let root_moves = match go.search_moves.as_slice() {
            [] => RootMoves::All,
            moves => RootMoves::Only(moves),
        };
        let limits = limits(contender, go, habit);
        agent.decide(game, Task { root_moves, ..Task::new(&limits, control, &mut teller) })
    }

    /// The player as it is set now, made if it was set otherwise before.
    fn agent(&mut self, contender: &Contender, seed: u64) -> Result<&mut dyn Agent, AgentError> {
        if self.agent.as_ref().is_none_or(|(last, _)| last != contender) {
            // The old one first: its memory is needed.
            self.agent = None;
            let mut agent = contender.agent()?;
            agent.new_game(seed);
            self.agent = Some((contender.clone(), agent));
        }
        match &mut self.agent {
            Some((_, agent)) => Ok(agent.as_mut()),
            None => unreachable!("the player was just made"),
        }
    }

    fn answer(&self, game: &Game, decided: Result<Decision, AgentError>) -> io::Result<()> {
        let none = Message::BestMove { best: Best::None, ponder: None };
        match decided {
            Ok(Decision { mv, report }) => {
                let line = report.lines.iter().find(|line| line.moves.first() == Some(&mv));
                let after = game.position().play(mv).ok();
                let reply = line.and_then(|line| line.moves.get(1).copied());
                let ponder = reply.filter(|&reply| after.is_some_and(|after| after.is_legal(reply)));
                self.out.say(Message::BestMove { best: Best::Move(mv), ponder })
            }
            Err(AgentError::GameOver) => self.out.say(none),
            Err(AgentError::Resigned) => self.out.say(Message::BestMove { best: Best::Resign, ponder: None }),
            Err(error) => {
                complain(&self.out, error)?;
                self.out.say(none)
            }
        }
    }
}

/// How long to think. A player that is not told thinks as is its habit.
fn limits(contender: &Contender, go: &Go, habit: Option<Limits>) -> Limits {
    let default = habit.unwrap_or_else(|| contender.default_limits());
    if go.infinite { Limits::NONE } else { contender.limits_or(go.limits(), default) }
}

/// Tells the user what it hears.
struct Teller {
    out: Output,
}

impl Observer for Teller {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        for info in tell::infos(report) {
            if self.out.say(Message::Info(info)).is_err() {
                // Nobody listens any more.
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
