//! Analysis of many positions: queries wait in a queue, the most urgent first, and some threads think about them.
//!
//! Every query is thought about by a player that has just begun a game, so that what it says under a limit of counts does
//! not depend on what was asked before. At the end of the input all that was asked is still answered.

pub mod describe;
mod queue;

use std::io::{self, BufRead, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use amazons::AnyPosition;
use serde::Serialize;
use thought::{Decision, Limits, Observer, Report};
use wire::analysis::{Acknowledgement, Action, NoResult, Query, Refusal, Request, read};

use self::queue::{Queue, Task};
use super::{HostError, Output};
use crate::agent::{Agent, AgentError};
use crate::contender::Contender;
use crate::players::Ability;
use crate::process::lines::read_line;

/// How often a player is listened to that nobody wishes to hear meanwhile.
const SELDOM: Duration = Duration::from_millis(100);
/// How often it may be asked to say something at most.
const OFTEN: Duration = Duration::from_millis(1);

/// A player that answers queries.
#[derive(Clone, Debug)]
pub struct Analyst {
    /// The player.
    pub contender: Contender,
    /// The seed of its random numbers.
    pub seed: u64,
    /// How long it thinks where a query does not say; as in its paper where this is missing.
    pub habit: Option<Limits>,
    /// How many queries are thought about at once.
    pub workers: NonZero<usize>,
    /// The version that is told.
    pub version: String,
}

impl Analyst {
    /// Answers queries until the input ends and all are answered.
    ///
    /// # Errors
    /// When nothing can be read or written any more.
    pub fn serve(
        &self,
        mut reader: impl BufRead,
        writer: impl Write + Send + 'static,
    ) -> Result<(), HostError> {
        let out = Output::new(writer);
        let queue = Queue::default();
        thread::scope(|scope| {
            for _ in 0..self.workers.get() {
                scope.spawn(|| Worker { analyst: self, queue: &queue, out: &out, player: None }.work());
            }
            let listened = self.listen(&mut reader, &queue, &out);
            if listened.is_err() {
                // Nobody hears the answers.
                queue.terminate(None);
            }
            queue.close();
            listened
        })?;
        Ok(())
    }

    fn listen(&self, reader: &mut impl BufRead, queue: &Queue, out: &Output) -> io::Result<()> {
        while let Some(line) = read_line(reader)? {
            if line.trim().is_empty() {
                continue;
            }
            match read(&line) {
                Ok((request, warnings)) => {
                    for warning in warnings {
                        say(out, &warning)?;
                    }
                    match request {
                        Request::Query(query) => self.ask(*query, queue, out)?,
                        Request::Action { id, action } => self.act(id, action, queue, out)?,
                    }
                }
                Err(refusal) => say(out, &refusal)?,
            }
        }
        Ok(())
    }

    /// Puts a query in the queue, if its player can answer it.
    fn ask(&self, query: Query, queue: &Queue, out: &Output) -> io::Result<()> {
        match self.player_for(&query) {
            Ok(contender) => {
                queue.push(query, contender);
                Ok(())
            }
            Err(refusal) => say(out, &refusal),
        }
    }

    /// The player as a query wishes it.
    fn player_for(&self, query: &Query) -> Result<Contender, Refusal> {
        let mut contender = self.contender.clone();
        if let (Some(lines), Contender::Player(spec)) = (query.multi_pv, &mut contender)
            && spec.can(Ability::MultiPv)
        {
            let set = spec.set("multipv", &lines.to_string());
            set.map_err(|error| Refusal::of(Some(&query.id), "multiPv", &error))?;
        }
        Ok(contender)
    }

    fn act(&self, id: String, action: Action, queue: &Queue, out: &Output) -> io::Result<()> {
        let name = action.name().to_owned();
        let mut done = Acknowledgement { id, action: name, ..Acknowledgement::default() };
        match action {
            Action::Terminate(which) => {
                for id in queue.terminate(which.as_deref()) {
                    say(out, &NoResult::of(id))?;
                }
                done.terminate_id = which;
            }
            Action::Version => {
                done.version = Some(self.version.clone());
                done.agent = Some(self.contender.to_string());
            }
            Action::Clear => queue.clear(),
        }
        say(out, &done)
    }
}

/// Says a value as one line.
fn say(out: &Output, value: &impl Serialize) -> io::Result<()> {
    out.say(serde_json::to_string(value).map_err(io::Error::other)?)
}

/// One of the threads that think.
struct Worker<'a> {
    analyst: &'a Analyst,
    queue: &'a Queue,
    out: &'a Output,
    /// The player as it was last needed, and how often things had been forgotten then.
    player: Option<(Contender, u64, Box<dyn Agent>)>,
}

impl Worker<'_> {
    fn work(mut self) {
        while let Some(task) = self.queue.pop() {
            let answered = self.answer(&task);
            self.queue.done(task.number);
            if answered.is_err() {
                // Nobody hears the answers any more.
                self.queue.terminate(None);
            }
        }
    }

    fn answer(&mut self, task: &Task) -> io::Result<()> {
        let query = &task.query;
        let position = *query.game.position();
        let mut teller =
            Teller { out: self.out, query, position: &position, last: Instant::now(), error: None };
        let decided = Self::decide(&mut self.player, self.analyst, task, &mut teller);
        if let Some(error) = teller.error {
            return Err(error);
        }
        match decided {
            Ok(Decision { report, .. }) => say(self.out, &describe::last(&query.id, &position, &report)),
            Err(AgentError::GameOver) => {
                say(self.out, &describe::last(&query.id, &position, &Report::default()))
            }
            Err(error) => {
                self.player = None;
                say(self.out, &Refusal { id: Some(query.id.clone()), field: None, error: error.to_string() })
            }
        }
    }

    fn decide(
        player: &mut Option<(Contender, u64, Box<dyn Agent>)>,
        analyst: &Analyst,
        task: &Task,
        teller: &mut Teller<'_>,
    ) -> Result<Decision, AgentError> {
        let is_same =
            |(contender, age, _): &(Contender, u64, _)| *contender == task.contender && *age == task.age;
        if !player.as_ref().is_some_and(is_same) {
            // The old one first: its memory is needed.
            *player = None;
            *player = Some((task.contender.clone(), task.age, task.contender.agent()?));
        }
        let Some((_, _, agent)) = player else { unreachable!("the player was just made") };
        agent.new_game(analyst.seed);
        let default = analyst.habit.unwrap_or_else(|| task.contender.default_limits());
        let limits = task.contender.limits_or(task.query.limits, default);
        agent.decide(&task.query.game, search::Task::new(&limits, &task.control, teller))
    }
}

/// Answers while the player thinks, as often as the query wishes.
struct Teller<'a> {
    out: &'a Output,
    query: &'a Query,
    position: &'a AnyPosition,
    last: Instant,
    error: Option<io::Error>,
}

impl Observer for Teller<'_> {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        let every = self.query.report_every.unwrap_or(Duration::MAX);
        if self.last.elapsed() < every {
            return ControlFlow::Continue(());
        }
        self.last = Instant::now();
        match say(self.out, &describe::meanwhile(&self.query.id, self.position, report)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn interval(&self) -> Duration {
        self.query.report_every.map_or(SELDOM, |every| every.max(OFTEN))
    }
}
