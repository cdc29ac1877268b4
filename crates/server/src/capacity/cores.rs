//! The scheduler of the cores that all searches share.
//!
//! A search runs while it holds a [`Permit`]. The cores go to the waiting client that had the least time of them, and among
//! its searches to the purpose that had the least; a client that comes back starts level with the one that had least, so
//! that nobody saves time up. Engines that answer a person count a quarter of their time and do not wait for the end of a
//! slice. A search asks with every report whether it has to give way ([`GiveWay`]); while it waits, it keeps its tree.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thought::{Control, Observer, Report};

use super::Client;

/// The time in which all waiting searches get a slice, as long as slices of `MIN_SLICE` allow it.
const ROUND: Duration = Duration::from_secs(1);
/// The shortest slice: a search that is interrupted more often does little else.
const MIN_SLICE: Duration = Duration::from_millis(10);
/// The interval at which a search asks whether it has to give way.
pub(crate) const ASK_INTERVAL: Duration = Duration::from_millis(50);
/// The interval at which a search that waits for its cores looks at its place: one that waits for less is not told it.
const TELL_INTERVAL: Duration = Duration::from_millis(250);
/// How many times as much of the cores play gets as other purposes of the same client.
const PLAY_SHARE: u32 = 4;

/// What a search is for; among equals, the first goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Purpose {
    /// An engine answers a person.
    Play,
    /// Analysis, review, a hint, two engines that play each other.
    Study,
}

/// Shares a number of cores among searches. Clones share the same cores.
#[derive(Clone, Debug)]
pub struct CoreScheduler(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    total: usize,
    round: Duration,
    queue: Mutex<Queue>,
}

#[derive(Debug)]
struct Queue {
    free: usize,
    /// In the order of their arrival.
    waiting: Vec<Arc<Waiter>>,
    running: Vec<Arc<Waiter>>,
    /// The clients that wait or run.
    accounts: HashMap<Client, Account>,
}

/// The time that a client had of the cores.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    total: Duration,
    play: Duration,
    study: Duration,
    /// The searches that wait or run.
    searches: usize,
}

/// A search that waits for its cores or has them.
#[derive(Debug)]
struct Waiter {
    client: Client,
    purpose: Purpose,
    count: usize,
    control: Control,
    is_granted: AtomicBool,
    /// Up to when its time has been charged.
    charged: Mutex<Instant>,
}

/// The time of a client, the time of a purpose of it, and the purpose: the smaller one goes first.
type Turn = (Duration, Duration, Purpose);

impl Account {
    fn of(&mut self, purpose: Purpose) -> &mut Duration {
        match purpose {
            Purpose::Play => &mut self.play,
            Purpose::Study => &mut self.study,
        }
    }
}

impl Queue {
    /// Charges the running searches up to now.
    fn charge(&mut self) {
        for search in &self.running {
            let mut charged = search.charged.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            let time = (now - *charged) * search.count as u32;
            *charged = now;
            let account = self.accounts.entry(search.client.clone()).or_default();
            account.total += time;
            *account.of(search.purpose) +=
                if search.purpose == Purpose::Play { time / PLAY_SHARE } else { time };
        }
    }

    fn turn(&self, search: &Waiter) -> Turn {
        let mut account = self.accounts.get(&search.client).copied().unwrap_or_default();
        (account.total, *account.of(search.purpose), search.purpose)
    }

    /// The waiting search whose turn is next, the first to come among equals.
    fn next(&self) -> Option<usize> {
        (0..self.waiting.len()).min_by_key(|&at| self.turn(&self.waiting[at]))
    }

    /// The place of a waiting search, from 1; `None` if it has its cores.
    fn place(&self, search: &Arc<Waiter>) -> Option<usize> {
        let own = self.waiting.iter().position(|other| Arc::ptr_eq(other, search))?;
        let turn = |at: usize| (self.turn(&self.waiting[at]), at);
        let own = turn(own);
        Some((0..self.waiting.len()).filter(|&at| turn(at) <= own).count())
    }

    /// Gives the free cores to those whose turn it is, and wakes them. A search for several cores waits until all of them
    /// are free, and nobody overtakes it.
    fn grant(&mut self) {
        self.charge();
        while let Some(at) = self.next().filter(|&at| self.waiting[at].count <= self.free) {
            let search = self.waiting.remove(at);
            self.free -= search.count;
            *search.charged.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
            search.is_granted.store(true, Ordering::Release);
            search.control.wake();
            self.running.push(search);
        }
    }

    fn enter(&mut self, search: &Arc<Waiter>) {
        self.charge();
        let least = self.accounts.values().map(|account| account.total).min().unwrap_or_default();
        let newcomer = Account { total: least, ..Account::default() };
        let account = self.accounts.entry(search.client.clone()).or_insert(newcomer);
        // A purpose that had nothing for long gets no more than its share from now on.
        let level = account.play.min(account.study);
        if account.searches == 0 {
            (account.play, account.study) = (level, level);
        }
        account.searches += 1;
        self.waiting.push(Arc::clone(search));
        self.grant();
    }

    /// Takes a search out, wherever it is.
    fn leave(&mut self, search: &Arc<Waiter>) {
        self.charge();
        let is_other = |other: &Arc<Waiter>| !Arc::ptr_eq(other, search);
        let running = self.running.len();
        self.waiting.retain(is_other);
        self.running.retain(is_other);
        if self.running.len() < running {
            self.free += search.count;
        }
        if let Some(account) = self.accounts.get_mut(&search.client) {
            account.searches -= 1;
            if account.searches == 0 {
                self.accounts.remove(&search.client);
            }
        }
        self.grant();
    }
}

impl CoreScheduler {
    /// A scheduler of some cores, at least one.
    #[must_use]
    pub fn new(total: usize) -> Self {
        Self::with_round(total, ROUND)
    }

    fn with_round(total: usize, round: Duration) -> Self {
        let total = total.max(1);
        let queue = Queue { free: total, waiting: Vec::new(), running: Vec::new(), accounts: HashMap::new() };
        Self(Arc::new(Shared { total, round, queue: Mutex::new(queue) }))
    }

    /// The number of cores.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.total
    }

    /// The number of waiting searches.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.queue().waiting.len()
    }

    /// The number of running searches.
    #[must_use]
    pub fn running(&self) -> usize {
        self.queue().running.len()
    }

    /// Blocks until some cores are free, at most all there are; `None` if the control is stopped first.
    #[must_use]
    pub(crate) fn acquire(
        &self,
        client: &Client,
        purpose: Purpose,
        count: usize,
        control: &Control,
    ) -> Option<Permit> {
        self.enter(client, purpose, count, control).granted()
    }

    /// The same; `tell` gets the place in the queue if the search has to wait long, and whenever it changes.
    #[must_use]
    pub(crate) fn acquire_telling(
        &self,
        client: &Client,
        purpose: Purpose,
        count: usize,
        control: &Control,
        mut tell: impl FnMut(usize),
    ) -> Option<Permit> {
        let permit = self.enter(client, purpose, count, control);
        let mut told = None;
        while !control.wait_for(TELL_INTERVAL, || permit.is_granted()) {
            // It has none if the cores were granted just now.
            let place = self.queue().place(&permit.search);
            if let Some(place) = place.filter(|_| place != told) {
                told = Some(place);
                tell(place);
            }
        }
        permit.granted()
    }

    /// Adds a search to the queue; its permit has no cores before they are granted.
    fn enter(&self, client: &Client, purpose: Purpose, count: usize, control: &Control) -> Permit {
        let search = Arc::new(Waiter {
            client: client.clone(),
            purpose,
            count: count.clamp(1, self.0.total),
            control: control.clone(),
            is_granted: AtomicBool::new(false),
            charged: Mutex::new(Instant::now()),
        });
        self.queue().enter(&search);
        Permit { scheduler: self.clone(), search, since: Instant::now() }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // No change of the queue can panic half way.
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Cores for one search, released on drop.
#[derive(Debug)]
pub(crate) struct Permit {
    scheduler: CoreScheduler,
    search: Arc<Waiter>,
    since: Instant,
}

impl Permit {
    /// The number of cores.
    pub(crate) fn count(&self) -> usize {
        self.search.count
    }

    fn is_granted(&self) -> bool {
        self.search.is_granted.load(Ordering::Acquire)
    }

    /// Itself as soon as the cores are granted; `None` if the control is stopped.
    fn granted(mut self) -> Option<Self> {
        self.wait().is_continue().then_some(self)
    }

    /// Blocks until the cores are granted; `Break` if the control is stopped.
    fn wait(&mut self) -> ControlFlow<()> {
        let search = &self.search;
        search.control.wait_until(|| self.is_granted());
        self.since = Instant::now();
        if search.control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether another search should have the cores now.
    pub(crate) fn should_yield(&self) -> bool {
        let mut queue = self.scheduler.queue();
        queue.charge();
        let Some(next) = queue.next().map(|at| Arc::clone(&queue.waiting[at])) else { return false };
        if queue.turn(&next) > queue.turn(&self.search) {
            return false;
        }
        let round = self.scheduler.0.round;
        let slice = (round / (queue.waiting.len() as u32 + 1)).max(MIN_SLICE.min(round));
        let is_urgent = next.purpose == Purpose::Play && self.search.purpose != Purpose::Play;
        is_urgent || self.since.elapsed() >= slice
    }

    /// Releases the cores and blocks until they are granted again. `Break` if the control is stopped.
    pub(crate) fn yield_now(&mut self) -> ControlFlow<()> {
        {
            let mut queue = self.scheduler.queue();
            queue.charge();
            let search = &self.search;
            if search.is_granted.swap(false, Ordering::AcqRel) {
                queue.running.retain(|other| !Arc::ptr_eq(other, search));
                queue.free += search.count;
                queue.waiting.push(Arc::clone(search));
                queue.grant();
            }
        }
        self.wait()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.scheduler.queue().leave(&self.search);
    }
}

/// Gives way to other searches during a search. One on several cores cannot be held up in its midst: it ends early, with the
/// best move that it has.
pub(crate) struct GiveWay(pub(crate) Permit);

impl Observer for GiveWay {
    fn report(&mut self, _report: &Report) -> ControlFlow<()> {
        if !self.0.should_yield() {
            ControlFlow::Continue(())
        } else if self.0.count() > 1 {
            ControlFlow::Break(())
        } else {
            self.0.yield_now()
        }
    }

    fn may_block(&self) -> bool {
        true
    }

    fn interval(&self) -> Duration {
        ASK_INTERVAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;
    use std::thread;

    fn client(name: &str) -> Client {
        Client::browser(name)
    }

    /// Waits until a number of searches wait.
    fn until_waiting(cores: &CoreScheduler, count: usize) {
        while cores.waiting() < count {
            thread::yield_now();
        }
    }

    #[test]
    fn permits_never_exceed_the_cores() {
        for total in [1, 3] {
            let cores = CoreScheduler::with_round(total, Duration::ZERO);
            let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            thread::scope(|scope| {
                for number in 0..8 {
                    let (cores, busy, most) = (&cores, &busy, &most);
                    scope.spawn(move || {
                        let purpose = if number % 3 == 0 { Purpose::Play } else { Purpose::Study };
                        let name = client(&format!("{}", number % 4));
                        let mut permit =
                            cores.acquire(&name, purpose, 1 + number % 2, &Control::new()).unwrap();
                        for _ in 0..50 {
                            let now = busy.fetch_add(permit.count(), Ordering::SeqCst) + permit.count();
                            most.fetch_max(now, Ordering::SeqCst);
                            thread::yield_now();
                            busy.fetch_sub(permit.count(), Ordering::SeqCst);
                            if permit.should_yield() {
                                assert!(permit.yield_now().is_continue());
                            }
                        }
                    });
                }
            });
            assert!((1..=total).contains(&most.load(Ordering::SeqCst)), "{most:?} of {total}");
            assert_eq!((cores.waiting(), cores.running()), (0, 0));
            assert_eq!(cores.queue().free, total);
            assert!(cores.queue().accounts.is_empty());
        }
    }

    #[test]
    fn a_client_with_many_searches_gets_no_more_than_one_with_a_single_search() {
        let cores = CoreScheduler::with_round(1, Duration::ZERO);
        let first = cores.acquire(&client("first"), Purpose::Study, 1, &Control::new()).unwrap();
        let turns = Mutex::new(Vec::new());
        let names = ["many", "many", "many", "one"];
        thread::scope(|scope| {
            for (number, name) in names.into_iter().enumerate() {
                until_waiting(&cores, number);
                let (cores, turns) = (&cores, &turns);
                scope.spawn(move || {
                    let mut permit =
                        cores.acquire(&client(name), Purpose::Study, 1, &Control::new()).unwrap();
                    for _ in 0..20 {
                        turns.lock().unwrap().push(name);
                        // All turns are of about the same length.
                        thread::sleep(Duration::from_millis(2));
                        assert!(permit.yield_now().is_continue());
                    }
                });
            }
            until_waiting(&cores, 4);
            drop(first);
        });
        // While the client of one search waited or ran, it had about every second turn.
        let turns = turns.into_inner().unwrap();
        let last = turns.iter().rposition(|name| *name == "one").unwrap();
        let of_many = turns[..last].iter().filter(|name| **name == "many").count();
        assert!(of_many <= 40, "{of_many} turns of the many beside 20 of the one: {turns:?}");
    }

    #[test]
    fn who_waits_for_cores_is_told_the_place_until_it_has_them() {
        let cores = CoreScheduler::new(1);
        let held = cores.acquire(&client("a"), Purpose::Study, 1, &Control::new()).unwrap();
        let (sender, places) = mpsc::channel();
        let controls = [Control::new(), Control::new()];
        thread::scope(|scope| {
            for (number, name) in ["b", "c"].into_iter().enumerate() {
                until_waiting(&cores, number);
                let (cores, control, sender) = (&cores, &controls[number], sender.clone());
                scope.spawn(move || {
                    let tell = |place| sender.send((name, place)).unwrap();
                    cores.acquire_telling(&client(name), Purpose::Study, 1, control, tell)
                });
            }
            let minute = Duration::from_secs(60);
            let told = || places.recv_timeout(minute).ok();
            let mut first = [told(), told()];
            first.sort_unstable();
            controls[0].stop();
            let next = told();
            controls[1].stop();
            // Not before both are stopped, or they wait for ever when it fails.
            assert_eq!(first, [Some(("b", 1)), Some(("c", 2))]);
            assert_eq!(next, Some(("c", 1)), "who was before it has left");
        });
        drop(held);
        let tell = |place| panic!("nobody is before it, but it was told the place {place}");
        assert!(cores.acquire_telling(&client("a"), Purpose::Study, 1, &Control::new(), tell).is_some());
    }

    #[test]
    fn a_study_gives_way_to_an_answer_before_its_slice_is_over() {
        let cores = CoreScheduler::with_round(1, Duration::from_secs(1000));
        let study = cores.acquire(&client("a"), Purpose::Study, 1, &Control::new()).unwrap();
        assert!(!study.should_yield());
        thread::scope(|scope| {
            let other = scope
                .spawn(|| drop(cores.acquire(&client("b"), Purpose::Study, 1, &Control::new()).unwrap()));
            until_waiting(&cores, 1);
            assert!(!study.should_yield(), "its slice is not over");
            let answer =
                scope.spawn(|| drop(cores.acquire(&client("b"), Purpose::Play, 1, &Control::new()).unwrap()));
            until_waiting(&cores, 2);
            assert!(study.should_yield());
            drop(study);
            other.join().unwrap();
            answer.join().unwrap();
        });
    }

    #[test]
    fn play_that_had_more_than_its_share_waits_for_study() {
        let cores = CoreScheduler::with_round(1, Duration::ZERO);
        let play = cores.acquire(&client("a"), Purpose::Play, 1, &Control::new()).unwrap();
        thread::scope(|scope| {
            scope.spawn(|| drop(cores.acquire(&client("a"), Purpose::Study, 1, &Control::new()).unwrap()));
            until_waiting(&cores, 1);
            while !play.should_yield() {
                thread::yield_now();
            }
            // Another answer of the same client has had as much: the study is next.
            scope.spawn(|| drop(cores.acquire(&client("a"), Purpose::Play, 1, &Control::new()).unwrap()));
            until_waiting(&cores, 2);
            let queue = cores.queue();
            assert_eq!(queue.waiting[queue.next().unwrap()].purpose, Purpose::Study);
            drop(queue);
            drop(play);
        });
    }

    #[test]
    fn a_stopped_waiter_leaves_the_queue() {
        let cores = CoreScheduler::new(2);
        let held = cores.acquire(&client("a"), Purpose::Study, 2, &Control::new()).unwrap();
        let stopped = Control::new();
        thread::scope(|scope| {
            let waiter = scope.spawn(|| cores.acquire(&client("b"), Purpose::Play, 2, &stopped).is_none());
            until_waiting(&cores, 1);
            stopped.stop();
            assert!(waiter.join().unwrap());
        });
        assert_eq!(cores.waiting(), 0);
        assert!(!held.should_yield());
        drop(held);
        let control = Control::new();
        let mut permit = cores.acquire(&client("a"), Purpose::Study, 9, &control).unwrap();
        assert_eq!(permit.count(), 2);
        control.stop();
        assert!(permit.yield_now().is_break());
        drop(permit);
        assert_eq!(cores.queue().free, 2);
    }
}
