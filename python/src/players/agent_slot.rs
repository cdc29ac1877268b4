//! The agent of a player. One thread uses it at a time; others wait and obey Ctrl-C meanwhile.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use agents::{Agent, AgentError, Contender};
use pyo3::prelude::*;

use crate::error::raised;
use crate::interrupt::SIGNAL_INTERVAL;

/// Where the agent of a player is.
#[derive(Debug)]
enum State {
    /// Here, if it was built yet.
    Free(Option<OwnAgent>),
    /// With a thread of the process with this number.
    Taken(u32),
    /// Gone: the player is closed.
    Closed,
}

/// The place of an agent.
#[derive(Debug)]
pub(crate) struct AgentSlot {
    state: Mutex<State>,
    changed: Condvar,
}

/// An agent and who built it.
struct OwnAgent {
    agent: Option<Box<dyn Agent>>,
    /// The contender that it was built of: the player's, with a number of lines.
    contender: Contender,
    process: u32,
}

/// The right to use the agent, until it is dropped.
#[derive(Debug)]
pub(crate) struct Claim {
    slot: Arc<AgentSlot>,
    agent: Option<OwnAgent>,
    is_closed: bool,
}

impl AgentSlot {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(State::Free(None)), changed: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no other thread uses the agent; Ctrl-C ends the wait.
    pub(crate) fn claim(self: &Arc<Self>, py: Python<'_>) -> PyResult<Claim> {
        loop {
            if let Some(claim) = py.detach(|| self.try_claim())? {
                return Ok(claim);
            }
            py.check_signals()?;
        }
    }

    /// The claim, if the agent is free within the time between two looks for signals.
    fn try_claim(self: &Arc<Self>) -> PyResult<Option<Claim>> {
        let process = std::process::id();
        // A thread of the process that this one was forked from is not here.
        let is_taken = |state: &mut State| matches!(state, State::Taken(owner) if *owner == process);
        let waited = self.changed.wait_timeout_while(self.lock(), SIGNAL_INTERVAL, is_taken);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if is_taken(&mut state) {
            return Ok(None);
        }
        match std::mem::replace(&mut *state, State::Taken(process)) {
            State::Free(agent) => Ok(Some(Claim { slot: Arc::clone(self), agent, is_closed: false })),
            State::Taken(_) => Ok(Some(Claim { slot: Arc::clone(self), agent: None, is_closed: false })),
            State::Closed => {
                *state = State::Closed;
                Err(raised("the player is closed: make a new one"))
            }
        }
    }
}

impl Claim {
    /// The agent of a contender: the one that is there, or a new one with the seed 0.
    pub(crate) fn agent(&mut self, contender: &Contender) -> Result<&mut dyn Agent, AgentError> {
        // What was built before a fork belongs to the other process: its threads are not here, its program is not ours.
        let is_ours = |own: &OwnAgent| {
            own.contender == *contender && own.process == std::process::id() && own.agent.is_some()
        };
        if !self.agent.as_ref().is_some_and(is_ours) {
            // The old one first: the new one may need its memory.
            self.agent = None;
            let mut agent = contender.agent()?;
            agent.new_game(0);
            let (contender, process) = (contender.clone(), std::process::id());
            self.agent = Some(OwnAgent { agent: Some(agent), contender, process });
        }
        let agent = self.agent.as_mut().and_then(|own| own.agent.as_mut());
        Ok(agent.expect("an agent was built").as_mut())
    }

    /// The last lines of a program, if one is running.
    pub(crate) fn transcript(&self) -> Option<String> {
        self.agent.as_ref()?.agent.as_ref()?.transcript()
    }

    /// Drops the agent for good.
    pub(crate) fn close(mut self) {
        self.is_closed = true;
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // An agent whose search failed by a bug is not used again.
        let agent = self.agent.take().filter(|_| !std::thread::panicking() && !self.is_closed);
        *self.slot.lock() = if self.is_closed { State::Closed } else { State::Free(agent) };
        self.slot.changed.notify_one();
    }
}

impl Drop for OwnAgent {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // To drop it would end the program of the process that this one was forked from.
            std::mem::forget(self.agent.take());
        }
    }
}

impl std::fmt::Debug for OwnAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnAgent").field("contender", &self.contender).finish_non_exhaustive()
    }
}
