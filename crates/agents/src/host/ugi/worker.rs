//! The thread that searches: it does one job after the other.

use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use amazons::{AnyPosition, Game};
use search::{RootMoves, Task};
use thought::{Control, Decision, Limits, Observer, Report};
use wire::ugi::{Best, Go, Info, Message};

use super::{Output, extras, info, write_error};
use crate::agent::{Agent, AgentError};
use crate::contender::Contender;
use crate::cores;
use crate::host::AgentSlot;
use crate::jobs::{Job, JobQueue};

/// A task of the worker.
pub(super) enum UgiTask {
    /// Starts a new game with a seed.
    NewGame(u64),
    /// Builds the player for the board of a position, then writes `readyok`.
    GetReady { contender: Contender, seed: u64, position: AnyPosition },
    /// Searches for a move, then writes `bestmove`.
    Search {
        contender: Contender,
        seed: u64,
        game: Box<Game>,
        go: Go,
        /// When the command was read; `None` where it has to wait for others, which must not count.
        asked: Option<Instant>,
    },
    /// Counts the leaves of the game tree.
    Perft { position: AnyPosition, plies: u32 },
    /// Runs the benchmark.
    Bench(fn() -> String),
}

impl UgiTask {
    /// Whether it may take too long to let `isready` wait for it.
    pub(super) fn is_long(&self) -> bool {
        matches!(self, Self::Search { .. } | Self::Perft { .. } | Self::Bench(_))
    }
}

/// Does the jobs of a queue.
pub(super) struct Worker {
    pub(super) out: Output,
    /// The limits of a `go` without any.
    pub(super) default_limits: Option<Limits>,
    /// A warning that is still to be written.
    pub(super) warning: Option<String>,
    pub(super) agent: AgentSlot,
}

impl Worker {
    pub(super) fn run(mut self, queue: &JobQueue<UgiTask>) {
        while let Some(job) = queue.pop() {
            // The listener fails with the same error when the output is closed.
            let _ = self.work(&job);
        }
    }

    fn work(&mut self, job: &Job<UgiTask>) -> io::Result<()> {
        let control = &job.control;
        match &job.task {
            UgiTask::NewGame(seed) => {
                if let Some(agent) = self.agent.current() {
                    agent.new_game(*seed);
                }
                Ok(())
            }
            UgiTask::GetReady { contender, seed, position } => {
                // An error is reported when the player is asked for a move.
                if self.build(contender, *seed)?.is_ok_and(|agent| {
                    agent.prepare(position);
                    true
                }) {
                    self.write_notes()?;
                }
                self.out.write_line(Message::ReadyOk)
            }
            UgiTask::Search { contender, seed, game, go, asked } => {
                let asked = asked.unwrap_or_else(Instant::now);
                let decided = self.search((contender, *seed), (game, asked), go, control)?;
                self.write_notes()?;
                // An infinite search or one that ponders does not answer before `stop` or `ponderhit`.
                control.wait_until(|| !go.infinite && !control.is_pondering());
                self.answer(game, decided)
            }
            UgiTask::Perft { position, plies } => match extras::count(position, *plies, control) {
                Some(nodes) => self.out.write_line(nodes),
                None => write_error(&self.out, "perft was stopped"),
            },
            UgiTask::Bench(bench) => self.out.write_line(bench().trim_end()),
        }
    }

    fn search(
        &mut self,
        (contender, seed): (&Contender, u64),
        (game, asked): (&Game, Instant),
        go: &Go,
        control: &Control,
    ) -> io::Result<Result<Decision, AgentError>> {
        let mut observer = InfoWriter { out: self.out.clone() };
        let default = self.default_limits.unwrap_or_else(|| contender.default_limits());
        let limits = if go.infinite { Limits::NONE } else { contender.limits_or(go.limits(), default) };
        let root_moves = match go.search_moves.as_slice() {
            [] => RootMoves::All,
            moves => RootMoves::Only(moves),
        };
        let task = Task { root_moves, asked, ..Task::new(&limits, control, &mut observer) };
        Ok(self.build(contender, seed)?.and_then(|agent| agent.decide(game, task)))
    }

    /// The player, built where the last one was another. A new one with more threads than the machine has cores is warned of.
    fn build(&mut self, contender: &Contender, seed: u64) -> io::Result<Result<&mut dyn Agent, AgentError>> {
        if let Some(warning) = self.warning.take() {
            self.out.write_line(Message::Info(Info::text(format!("warning: {warning}"))))?;
        }
        let mut is_new = false;
        let agent = self.agent.get(contender, |agent| {
            is_new = true;
            agent.new_game(seed);
        });
        let (threads, cores) = (contender.threads(), cores());
        // Another program decides for itself how many it starts.
        if is_new && threads > cores && matches!(contender, Contender::Player(_)) {
            let word = format!("{threads} threads are more than the {cores} cores: {cores} search");
            self.out.write_line(Message::Info(Info::text(word)))?;
        }
        Ok(agent)
    }

    /// Writes what the player wants people to know.
    fn write_notes(&mut self) -> io::Result<()> {
        let notes = self.agent.current().map(|agent| agent.take_notes()).unwrap_or_default();
        notes.into_iter().try_for_each(|note| self.out.write_line(Message::Info(Info::text(note))))
    }

    fn answer(&self, game: &Game, decided: Result<Decision, AgentError>) -> io::Result<()> {
        let none = Message::BestMove { best: Best::None, ponder: None };
        match decided {
            Ok(Decision { mv, report }) => {
                let line = report.lines.iter().find(|line| line.moves.first() == Some(&mv));
                let after = game.position().play(mv).ok();
                let reply = line.and_then(|line| line.moves.get(1).copied());
                let ponder = reply.filter(|&reply| after.is_some_and(|after| after.is_legal(reply)));
                self.out.write_line(Message::BestMove { best: Best::Move(mv), ponder })
            }
            Err(AgentError::GameOver) => self.out.write_line(none),
            Err(AgentError::Resigned) => {
                self.out.write_line(Message::BestMove { best: Best::Resign, ponder: None })
            }
            Err(error) => {
                write_error(&self.out, error)?;
                self.out.write_line(none)
            }
        }
    }
}

/// Writes reports as `info` lines.
struct InfoWriter {
    out: Output,
}

impl Observer for InfoWriter {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        for info in info::infos(report) {
            if self.out.write_line(Message::Info(info)).is_err() {
                // The output is closed.
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
