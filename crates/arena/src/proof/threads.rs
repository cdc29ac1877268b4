//! Workers of a proof that are threads of this process, each with a table of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;

use thought::Control;

use super::unit::{ProofUnit, ProofWorker};
use super::{EndedProofUnit, ProofWorkers};
use crate::stop_signal::StopSignal;
use crate::workers::WorkersError;

/// A number of threads.
#[derive(Debug)]
pub struct ProofThreads {
    width: usize,
    control: Control,
    units: Option<mpsc::Sender<(u64, ProofUnit)>>,
    ended: Option<mpsc::Receiver<Ended>>,
    threads: Vec<JoinHandle<()>>,
    /// Units that are out.
    out: usize,
}

/// What a thread sends: a unit that has ended, or the panic that it ended in.
type Ended = Result<EndedProofUnit, Box<dyn Any + Send>>;

impl ProofThreads {
    /// Threads whose units the signal stops.
    #[must_use]
    pub fn new(width: usize, stop: &StopSignal) -> Self {
        let control = stop.control().child();
        Self { width: width.max(1), control, units: None, ended: None, threads: Vec::new(), out: 0 }
    }
}

/// Takes one unit after the other until there are no more.
fn work(
    queue: &Mutex<mpsc::Receiver<(u64, ProofUnit)>>,
    sender: &mpsc::Sender<Ended>,
    known: String,
    control: &Control,
) {
    let mut worker = ProofWorker::new(known);
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, unit)) = next else { return };
        // A panic is told to the thread that waits for the unit, which would wait for ever.
        let run = AssertUnwindSafe(|| EndedProofUnit { number, result: worker.run(&unit, control) });
        // The receiver is gone when the proof has ended.
        let _ = sender.send(catch_unwind(run));
    }
}

impl ProofWorkers for ProofThreads {
    fn width(&mut self) -> usize {
        self.width
    }

    fn begin(&mut self, known: &str) -> Result<(), WorkersError> {
        let (units, queue) = mpsc::channel();
        let (sender, ended) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..self.width {
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            let (known, control) = (known.to_owned(), self.control.clone());
            let spawned = std::thread::Builder::new().spawn(move || work(&queue, &sender, known, &control));
            match spawned {
                Ok(thread) => self.threads.push(thread),
                Err(error) if self.threads.is_empty() => return Err(WorkersError::Thread(error)),
                // Where the system gives no more threads, those that there are do the work.
                Err(_) => break,
            }
        }
        self.width = self.threads.len();
        (self.units, self.ended) = (Some(units), Some(ended));
        Ok(())
    }

    fn submit(&mut self, number: u64, unit: &ProofUnit) -> Result<(), WorkersError> {
        let lost = || WorkersError::Cluster("the threads have not begun, or have ended".to_owned());
        let units = self.units.as_ref().ok_or_else(lost)?;
        units.send((number, unit.clone())).map_err(|_| lost())?;
        self.out += 1;
        Ok(())
    }

    fn next(&mut self) -> Result<Option<EndedProofUnit>, WorkersError> {
        let Some(ended) = self.ended.as_ref().filter(|_| self.out > 0) else { return Ok(None) };
        self.out -= 1;
        let lost = |_| WorkersError::Cluster("the threads have ended".to_owned());
        match ended.recv().map_err(lost)? {
            Ok(unit) => Ok(Some(unit)),
            Err(panic) => resume_unwind(panic),
        }
    }

    fn end(&mut self) {
        self.control.stop();
        self.units = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has told nothing; the run has failed by that already.
            let _ = thread.join();
        }
        (self.ended, self.out) = (None, 0);
    }
}

impl Drop for ProofThreads {
    fn drop(&mut self) {
        self.end();
    }
}
