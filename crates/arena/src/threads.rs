//! Units of work on threads of this process: each of one game, with agents that a thread keeps from game to game.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Instant;

use thought::Control;

use crate::stop_signal::StopSignal;
use crate::unit::{GamePlayer, Unit, UnitError};
use crate::workers::{EndedUnit, UnitOutcome, UnitSize, Workers, WorkersError};

/// Threads of this process. They are started when they are needed and end with the run.
#[derive(Debug)]
pub struct Threads {
    /// The most of them.
    width: usize,
    stop: StopSignal,
    pool: Option<Pool>,
}

impl Threads {
    /// A number of threads, whose games the signal stops.
    #[must_use]
    pub fn new(width: usize, stop: &StopSignal) -> Self {
        Self { width: width.max(1), stop: stop.clone(), pool: None }
    }
}

/// The threads of a run.
#[derive(Debug)]
struct Pool {
    units: mpsc::Sender<(u64, Unit)>,
    /// Taken by one idle thread after another.
    queue: Arc<Mutex<mpsc::Receiver<(u64, Unit)>>>,
    ended: mpsc::Receiver<Ended>,
    sender: mpsc::Sender<Ended>,
    threads: Vec<JoinHandle<()>>,
    /// Stops the games of this run only.
    control: Control,
    /// Units that are out.
    out: usize,
}

/// What a thread sends: a unit that has ended, or the panic that it ended in.
type Ended = Result<EndedUnit, Box<dyn Any + Send>>;

impl Pool {
    fn new(control: Control) -> Self {
        let (units, queue) = mpsc::channel();
        let (sender, ended) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        Self { units, queue, ended, sender, threads: Vec::new(), control, out: 0 }
    }

    fn spawn(&mut self) -> std::io::Result<()> {
        let (queue, sender, control) = (Arc::clone(&self.queue), self.sender.clone(), self.control.clone());
        let work = move || {
            let mut player: Option<GamePlayer> = None;
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok((number, unit)) = next else { return };
                // A panic is told to the thread that waits for the game, which would wait for ever.
                let run = AssertUnwindSafe(|| run(number, &unit, &mut player, &control));
                // The receiver is gone when the run was given up.
                let _ = sender.send(catch_unwind(run));
            }
        };
        self.threads.push(std::thread::Builder::new().spawn(work)?);
        Ok(())
    }
}

fn run(number: u64, unit: &Unit, player: &mut Option<GamePlayer>, control: &Control) -> EndedUnit {
    let begun = Instant::now();
    let mut own = player
        .take()
        .filter(|player| player.is_of(&unit.plan))
        .unwrap_or_else(|| GamePlayer::new(Arc::clone(&unit.plan)));
    let outcome = match unit.play(&mut own, control) {
        Ok(games) => UnitOutcome::Games(games),
        Err(UnitError::Stopped) => UnitOutcome::Stopped,
        Err(error) => UnitOutcome::Failed(error),
    };
    *player = Some(own);
    EndedUnit { number, outcome, seconds: begun.elapsed().as_secs_f64() }
}

impl Workers for Threads {
    fn width(&mut self) -> usize {
        self.width
    }

    fn unit_size(&self) -> UnitSize {
        UnitSize::Games(1)
    }

    fn submit(&mut self, number: u64, unit: &Unit) -> Result<(), WorkersError> {
        let control = self.stop.control();
        let pool = self.pool.get_or_insert_with(|| Pool::new(control.child()));
        if pool.out >= pool.threads.len() && pool.threads.len() < self.width {
            match pool.spawn() {
                Ok(()) => {}
                Err(error) if pool.threads.is_empty() => return Err(WorkersError::Thread(error)),
                // Where the system gives no more threads, those that there are play the games.
                Err(_) => self.width = pool.threads.len(),
            }
        }
        pool.out += 1;
        pool.units.send((number, unit.clone())).expect("the pool holds the receiver");
        Ok(())
    }

    fn next(&mut self) -> Result<Option<EndedUnit>, WorkersError> {
        let Some(pool) = self.pool.as_mut().filter(|pool| pool.out > 0) else { return Ok(None) };
        pool.out -= 1;
        match pool.ended.recv().expect("the pool holds a sender") {
            Ok(ended) => Ok(Some(ended)),
            Err(panic) => resume_unwind(panic),
        }
    }

    fn cancel(&mut self) {
        if let Some(pool) = &self.pool {
            pool.control.stop();
        }
    }

    fn end(&mut self) {
        let Some(Pool { units, threads, control, .. }) = self.pool.take() else { return };
        control.stop();
        drop(units);
        for thread in threads {
            // A thread sends its panics; it has none of its own.
            let _ = thread.join();
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.end();
    }
}
