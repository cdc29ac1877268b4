//! Threads that show whether the process was scheduled.
//!
//! One sleeps 5 ms at a time. The scheduler prefers such a thread to one that computes, so that it may beat while the thread
//! that asks for a move waits for a core. Therefore every core has one of its own, which is kept on it and computes for 1 ms
//! between naps of 3: a quarter of a core, what a thread gets among three busy ones. It waits for its turn as others on that
//! core do. Together they cost a quarter of the machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long the thread that only sleeps does so at a time.
const BEAT: Duration = Duration::from_millis(5);
/// How long a core's thread computes and sleeps.
const WORK: Duration = Duration::from_millis(1);
const NAP: Duration = Duration::from_millis(3);

/// The beats of one thread, in microseconds since its start.
struct Beats {
    start: Instant,
    /// When it is measured from.
    since: AtomicU64,
    last: AtomicU64,
    longest: AtomicU64,
}

impl Beats {
    /// Starts a thread, on one core if that is given.
    fn start(core: Option<usize>) -> Arc<Self> {
        let zero = AtomicU64::default;
        let beats = Arc::new(Self { start: Instant::now(), since: zero(), last: zero(), longest: zero() });
        let own = Arc::clone(&beats);
        thread::spawn(move || {
            let (work, nap) = match core {
                Some(core) => {
                    stay_on(core);
                    (WORK, NAP)
                }
                None => (Duration::ZERO, BEAT),
            };
            loop {
                let began = Instant::now();
                while began.elapsed() < work {
                    own.beat();
                }
                thread::sleep(nap);
                own.beat();
            }
        });
        beats
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_micros() as u64
    }

    fn beat(&self) {
        let now = self.now();
        let before = self.last.swap(now, Ordering::Relaxed).max(self.since.load(Ordering::Relaxed));
        self.longest.fetch_max(now.saturating_sub(before), Ordering::Relaxed);
    }

    /// Begins to measure.
    fn begin(&self) {
        self.since.store(self.now(), Ordering::Relaxed);
        self.longest.store(0, Ordering::Relaxed);
    }

    /// The longest time between two beats since the beginning; that since the last one counts too.
    fn longest(&self) -> Duration {
        let last = self.last.load(Ordering::Relaxed).max(self.since.load(Ordering::Relaxed));
        let open = self.now().saturating_sub(last);
        Duration::from_micros(self.longest.load(Ordering::Relaxed).max(open))
    }
}

/// All threads.
pub(crate) struct Heartbeats {
    sleeping: Arc<Beats>,
    cores: Vec<Arc<Beats>>,
}

impl Heartbeats {
    pub(crate) fn start() -> Self {
        let cores = cores().into_iter().map(|core| Beats::start(Some(core))).collect();
        Self { sleeping: Beats::start(None), cores }
    }

    /// Begins to measure.
    pub(crate) fn begin(&self) {
        self.cores.iter().chain([&self.sleeping]).for_each(|beats| beats.begin());
    }

    /// The longest time between two beats of the thread that only sleeps.
    pub(crate) fn sleeping(&self) -> Duration {
        self.sleeping.longest()
    }

    /// The same of the thread of each core.
    pub(crate) fn cores(&self) -> Vec<Duration> {
        self.cores.iter().map(|beats| beats.longest()).collect()
    }
}

/// The cores on which this process may run.
#[cfg(target_os = "linux")]
fn cores() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect()
}

/// Keeps this thread on a core; where that fails, it is scheduled on any.
#[cfg(target_os = "linux")]
fn stay_on(core: usize) {
    let mut one = rustix::thread::CpuSet::new();
    one.set(core);
    let _ = rustix::thread::sched_setaffinity(None, &one);
}

#[cfg(not(target_os = "linux"))]
fn cores() -> Vec<usize> {
    (0..thread::available_parallelism().map_or(1, usize::from)).collect()
}

#[cfg(not(target_os = "linux"))]
fn stay_on(_: usize) {}
