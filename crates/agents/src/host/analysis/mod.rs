//! Analysis of many positions: a queue of queries, ordered by priority, and several threads that search them.
//!
//! Every query starts a new game, so that an answer under a limit of counts does not depend on earlier queries. At the end
//! of the input all queries are still answered, unless nobody reads the output.

mod describe;

use std::io::{self, BufRead, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use amazons::AnyPosition;
use serde::Serialize;
use thought::{Control, Decision, Limits, Observer, Report};
use wire::analysis::{Acknowledgement, Action, Answer, NoResult, Query, Refusal, Request, read};

use super::{AgentSlot, HostError, Output};
use crate::agent::AgentError;
use crate::contender::Contender;
use crate::jobs::{Job, JobQueue};
use crate::players::Ability;
use crate::process::lines::read_line;

/// The interval between reports of a query without `reportEvery`.
const DEFAULT_INTERVAL: Duration = Duration::from_millis(100);
/// How often a closed output is looked for after the end of the input.
const CLOSED_INTERVAL: Duration = Duration::from_millis(100);
/// The shortest interval between reports.
const MIN_INTERVAL: Duration = Duration::from_millis(1);

/// A player that answers queries.
#[derive(Clone, Debug)]
pub struct AnalysisHost {
    /// The player.
    pub contender: Contender,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The limits of a query without any; those of the player's paper if this is `None`.
    pub default_limits: Option<Limits>,
    /// The number of threads that search.
    pub workers: NonZero<usize>,
    /// The answer to the action `version`.
    pub version: String,
    /// Whether nobody reads the output any more: asked once the input has ended.
    pub is_output_closed: fn() -> bool,
}

/// A query with its player.
struct AnalysisTask {
    query: Query,
    contender: Contender,
    /// The number of `clear` actions before the query.
    generation: u64,
}

impl AnalysisHost {
    /// Answers queries until the input ends and all are answered, or nobody reads the answers.
    ///
    /// # Errors
    /// When the input cannot be read or the output cannot be written.
    pub fn serve(
        &self,
        mut reader: impl BufRead,
        writer: impl Write + Send + 'static,
    ) -> Result<(), HostError> {
        let (out, queue) = (&Output::new(writer), &JobQueue::default());
        thread::scope(|scope| {
            for number in 0..self.workers.get() {
                let agent = AgentSlot::default();
                let work = move || Worker { host: self, queue, out, agent, generation: 0 }.run();
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    Err(error) if number == 0 => return Err(error),
                    // Where the system gives no more threads, those that there are do the work.
                    Err(_) => break,
                }
            }
            let listened = AnalysisSession { host: self, queue, out, generation: 0 }.listen(&mut reader);
            if listened.is_err() {
                // The answers cannot be written.
                queue.cancel(|_| true);
            }
            queue.close();
            while !queue.wait_idle(CLOSED_INTERVAL) {
                if (self.is_output_closed)() {
                    queue.cancel(|_| true);
                }
            }
            listened
        })?;
        Ok(out.finish()?)
    }
}

/// The state between two requests.
struct AnalysisSession<'a> {
    host: &'a AnalysisHost,
    queue: &'a JobQueue<AnalysisTask>,
    out: &'a Output,
    generation: u64,
}

impl AnalysisSession<'_> {
    fn listen(&mut self, reader: &mut impl BufRead) -> io::Result<()> {
        while let Some(line) = read_line(reader)? {
            let line = match line {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => line,
                Err(error) => {
                    write_json(self.out, &Refusal { id: None, field: None, error: error.to_string() })?;
                    continue;
                }
            };
            match read(&line) {
                Ok((request, warnings)) => {
                    for warning in warnings {
                        write_json(self.out, &warning)?;
                    }
                    match request {
                        Request::Query(query) => self.push(*query)?,
                        Request::Action { id, action } => self.execute(id, action)?,
                    }
                }
                Err(refusal) => write_json(self.out, &refusal)?,
            }
        }
        Ok(())
    }

    fn push(&self, query: Query) -> io::Result<()> {
        match self.player_for(&query) {
            Ok(contender) => {
                let priority = query.priority;
                let task = AnalysisTask { query, contender, generation: self.generation };
                self.queue.push_with(task, priority, Control::new());
                Ok(())
            }
            Err(refusal) => write_json(self.out, &refusal),
        }
    }

    /// The player with the parameters of a query.
    fn player_for(&self, query: &Query) -> Result<Contender, Refusal> {
        let mut contender = self.host.contender.clone();
        if let (Some(lines), Contender::Player(spec)) = (query.multi_pv, &mut contender)
            && spec.can(Ability::MultiPv)
        {
            let set = spec.set("multipv", &lines.to_string());
            set.map_err(|error| Refusal::of(Some(&query.id), "multiPv", &error))?;
        }
        Ok(contender)
    }

    fn execute(&mut self, id: String, action: Action) -> io::Result<()> {
        let name = action.name().to_owned();
        let mut done = Acknowledgement { id, action: name, ..Acknowledgement::default() };
        match action {
            Action::Terminate(which) => {
                let is_selected = |task: &AnalysisTask| which.as_ref().is_none_or(|id| *id == task.query.id);
                for job in self.queue.cancel(is_selected) {
                    write_json(self.out, &NoResult::of(job.task.query.id.clone()))?;
                }
                done.terminate_id = which;
            }
            Action::Version => {
                done.version = Some(self.host.version.clone());
                done.agent = Some(self.host.contender.to_string());
            }
            Action::Clear => self.generation += 1,
        }
        write_json(self.out, &done)
    }
}

/// Writes a value as one line of JSON.
fn write_json(out: &Output, value: &impl Serialize) -> io::Result<()> {
    out.write_line(serde_json::to_string(value).map_err(io::Error::other)?)
}

/// One of the threads that search.
struct Worker<'a> {
    host: &'a AnalysisHost,
    queue: &'a JobQueue<AnalysisTask>,
    out: &'a Output,
    agent: AgentSlot,
    /// The generation of the agent.
    generation: u64,
}

impl Worker<'_> {
    fn run(mut self) {
        while let Some(job) = self.queue.pop() {
            if self.answer(&job).is_err() {
                // The answers cannot be written.
                self.queue.cancel(|_| true);
            }
        }
    }

    fn answer(&mut self, job: &Job<AnalysisTask>) -> io::Result<()> {
        let query = &job.task.query;
        let position = *query.game.position();
        let mut observer =
            ReportWriter { out: self.out, query, position: &position, last: Instant::now(), error: None };
        let decided = self.decide(job, &mut observer);
        if let Some(error) = observer.error {
            return Err(error);
        }
        match decided {
            Ok(Decision { report, .. }) => {
                write_json(self.out, &describe::final_answer(&query.id, &position, &report))
            }
            Err(AgentError::GameOver) => {
                write_json(self.out, &describe::final_answer(&query.id, &position, &Report::default()))
            }
            Err(error) => {
                self.agent = AgentSlot::default();
                let (id, error) = (Some(query.id.clone()), error.to_string());
                write_json(self.out, &Refusal { id, field: None, error })
            }
        }
    }

    fn decide(
        &mut self,
        job: &Job<AnalysisTask>,
        observer: &mut ReportWriter<'_>,
    ) -> Result<Decision, AgentError> {
        let AnalysisTask { query, contender, generation } = &job.task;
        if self.generation != *generation {
            (self.agent, self.generation) = (AgentSlot::default(), *generation);
        }
        let agent = self.agent.get(contender, |_| {})?;
        agent.new_game(self.host.seed);
        let default = self.host.default_limits.unwrap_or_else(|| contender.default_limits());
        let limits = contender.limits_or(query.limits, default);
        agent.decide(&query.game, search::Task::new(&limits, &job.control, observer))
    }
}

/// Writes reports during the search, at the interval of the query.
struct ReportWriter<'a> {
    out: &'a Output,
    query: &'a Query,
    position: &'a AnyPosition,
    last: Instant,
    error: Option<io::Error>,
}

impl Observer for ReportWriter<'_> {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        let every = self.query.report_every.unwrap_or(Duration::MAX);
        if self.last.elapsed() < every {
            return ControlFlow::Continue(());
        }
        self.last = Instant::now();
        match write_json(self.out, &Answer::partial(&self.query.id, self.position, report)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn interval(&self) -> Duration {
        self.query.report_every.map_or(DEFAULT_INTERVAL, |every| every.max(MIN_INTERVAL))
    }
}
