//! The memory that all searches share: engines at play, analyses, reviews and hints.
//!
//! A search reserves memory before it begins and gets less where little is free. If there is none, it waits in a queue, in
//! which clients that hold less come first. Analyses of clients that hold more are asked to end for those who wait.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agents::AgentSpec;
use thought::{Control, Limits};

use super::Client;

/// The least with which a search is useful, in mebibytes.
const LEAST: usize = 16;
/// The smallest budget: a few searches.
const SMALLEST: usize = 4 * LEAST;
/// The share of the machine's memory that searches use, unless an option says otherwise.
const SHARE: u64 = 4;
/// How many searches share what is free when there are none yet.
const FIRST_SHARES: usize = 8;
/// The budget on a machine that does not say how much memory it has.
const UNKNOWN: usize = 1024;
/// The playouts that fit into a mebibyte, for a player whose tree has no limit of its own.
const PLAYOUTS_PER_MEBIBYTE: u64 = 8_000;
/// How long a search runs before it can be asked to end for a client that holds less by two or more.
const TURN: Duration = Duration::from_secs(1);
/// How long a search runs before it can be asked to end for a client that holds less by one.
const LONG_TURN: Duration = Duration::from_secs(10);

/// A budget of memory. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct MemoryBudget(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    free: usize,
    holders: Vec<Holder>,
    /// In the order of their arrival.
    waiting: Vec<Arc<Waiting>>,
    next_id: u64,
}

#[derive(Debug)]
struct Holder {
    id: u64,
    client: Client,
    since: Instant,
    /// Set to ask it to end; `None` for a search that cannot end early.
    ending: Option<Arc<AtomicBool>>,
}

#[derive(Debug)]
struct Waiting {
    client: Client,
    most: usize,
    /// Whether it can be asked to end.
    can_end: bool,
    control: Control,
    answer: Mutex<Answer>,
}

#[derive(Debug)]
enum Answer {
    /// Its place in the queue, from 1.
    Place(usize),
    Granted(MemoryShare),
    Taken,
}

/// How much memory a search wants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Want {
    /// The most mebibytes that it can use.
    pub(crate) most: usize,
    /// Whether it can be asked to end for others.
    pub(crate) can_end: bool,
}

/// Memory reserved for one search, released on drop.
#[derive(Debug)]
pub(crate) struct MemoryShare {
    memory: MemoryBudget,
    id: u64,
    pub(crate) mebibytes: usize,
    ending: Option<Arc<AtomicBool>>,
}

impl MemoryShare {
    /// Limits a search to this memory: its tree where the player has such a parameter, else its playouts.
    pub(crate) fn limit(&self, spec: &mut AgentSpec, limits: &mut Limits) {
        match spec.hash() {
            Some(asked) => {
                let hash = asked.min(self.mebibytes).to_string();
                spec.set("hash", &hash).expect("a player with a hash takes a smaller one");
            }
            None => {
                let most = self.mebibytes as u64 * PLAYOUTS_PER_MEBIBYTE;
                limits.playouts = Some(limits.playouts.map_or(most, |playouts| playouts.min(most)));
            }
        }
    }

    /// Whether the search should end because others wait for memory. It asks this again and again.
    pub(crate) fn is_ending(&self) -> bool {
        let Some(ending) = &self.ending else { return false };
        self.memory.state().ask_one_to_end();
        ending.load(Ordering::Relaxed)
    }
}

impl State {
    fn held(&self) -> HashMap<Client, usize> {
        let mut held = HashMap::new();
        for holder in &self.holders {
            *held.entry(holder.client.clone()).or_insert(0) += 1;
        }
        held
    }

    /// Takes memory for a search, at most what it wants: the more searches there are, the smaller a part of what is free, so
    /// that later ones find some.
    fn take(
        &mut self,
        memory: &MemoryBudget,
        client: &Client,
        most: usize,
        can_end: bool,
    ) -> Option<MemoryShare> {
        let mebibytes = (self.free / (FIRST_SHARES + self.holders.len())).max(LEAST).min(most.max(1));
        if mebibytes > self.free {
            return None;
        }
        self.free -= mebibytes;
        self.next_id += 1;
        let (id, ending) = (self.next_id, can_end.then(Arc::default));
        let holder = Holder { id, client: client.clone(), since: Instant::now(), ending: ending.clone() };
        self.holders.push(holder);
        Some(MemoryShare { memory: memory.clone(), id, mebibytes, ending })
    }

    /// Gives free memory to those who wait, and tells the others their places.
    fn grant(&mut self, memory: &MemoryBudget) {
        while let Some(first) = self.order().first().map(Arc::clone) {
            let Some(share) = self.take(memory, &first.client, first.most, first.can_end) else { break };
            first.tell(Answer::Granted(share));
            self.waiting.retain(|other| !Arc::ptr_eq(other, &first));
        }
        for (place, waiting) in (1..).zip(self.order()) {
            waiting.tell(Answer::Place(place));
        }
    }

    /// Those who wait: clients that hold less first, then by arrival.
    fn order(&self) -> Vec<Arc<Waiting>> {
        let held = self.held();
        let mut order = self.waiting.clone();
        order.sort_by_key(|waiting| held.get(&waiting.client).copied().unwrap_or(0));
        order
    }

    /// Asks a search to end for the first who waits: the one that runs longest for the client that holds most, if that is
    /// fair towards it.
    fn ask_one_to_end(&self) {
        let is_asked = |holder: &Holder| holder.ending.as_ref().is_some_and(|e| e.load(Ordering::Relaxed));
        let order = self.order();
        let Some(client) = order.first().map(|first| &first.client) else { return };
        if self.holders.iter().any(is_asked) {
            return;
        }
        let held = self.held();
        let of = |client: &Client| held.get(client).copied().unwrap_or(0);
        let is_fair = |holder: &&Holder| {
            let more = of(&holder.client).saturating_sub(of(client));
            let turn = match more {
                0 => Duration::MAX,
                1 => LONG_TURN,
                _ => TURN,
            };
            holder.ending.is_some() && holder.since.elapsed() >= turn
        };
        let most = self
            .holders
            .iter()
            .filter(is_fair)
            .max_by_key(|holder| (of(&holder.client), holder.since.elapsed()));
        if let Some(ending) = most.and_then(|holder| holder.ending.as_ref()) {
            ending.store(true, Ordering::Relaxed);
        }
    }
}

impl Waiting {
    fn answer(&self) -> MutexGuard<'_, Answer> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, answer: Answer) {
        *self.answer() = answer;
        self.control.wake();
    }
}

impl MemoryBudget {
    /// A budget of some mebibytes; `None` for a share of the machine's memory.
    pub(crate) fn new(mebibytes: Option<usize>) -> Self {
        let free = mebibytes.unwrap_or_else(share_of_machine).max(SMALLEST);
        let state = State { free, holders: Vec::new(), waiting: Vec::new(), next_id: 0 };
        Self(Arc::new(Mutex::new(state)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of searches that hold memory.
    #[cfg(test)]
    pub(crate) fn holders(&self) -> usize {
        self.state().holders.len()
    }

    /// Whether somebody waits for memory.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.state().waiting.is_empty()
    }

    /// Reserves memory if there is some and nobody waits for it.
    pub(crate) fn try_reserve(&self, client: &Client, want: Want) -> Option<MemoryShare> {
        let mut state = self.state();
        if !state.waiting.is_empty() {
            return None;
        }
        state.take(self, client, want.most, want.can_end)
    }

    /// Reserves memory, and blocks until there is some; `None` if the control is stopped first. `tell` gets the place in the
    /// queue whenever it changes.
    pub(crate) fn reserve(
        &self,
        client: &Client,
        want: Want,
        control: &Control,
        mut tell: impl FnMut(usize),
    ) -> Option<MemoryShare> {
        let waiting = Arc::new(Waiting {
            client: client.clone(),
            most: want.most,
            can_end: want.can_end,
            control: control.clone(),
            answer: Mutex::new(Answer::Place(0)),
        });
        // Who has to wait is told so, also if it is over in a moment.
        let mut told = {
            let mut state = self.state();
            state.waiting.push(Arc::clone(&waiting));
            state.grant(self);
            match *waiting.answer() {
                Answer::Place(place) => place,
                Answer::Granted(_) | Answer::Taken => 0,
            }
        };
        if told > 0 {
            tell(told);
        }
        loop {
            control.wait_until(|| !matches!(*waiting.answer(), Answer::Place(place) if place == told));
            // Taken out under no lock of the state: dropping a share locks it.
            let answer = std::mem::replace(&mut *waiting.answer(), Answer::Taken);
            match answer {
                Answer::Granted(share) if !control.is_stopped() => return Some(share),
                Answer::Place(place) if !control.is_stopped() => {
                    told = place;
                    // It may have been granted meanwhile.
                    let mut answer = waiting.answer();
                    if matches!(*answer, Answer::Taken) {
                        *answer = Answer::Place(place);
                    }
                    drop(answer);
                    tell(place);
                }
                _ => {
                    let mut state = self.state();
                    state.waiting.retain(|other| !Arc::ptr_eq(other, &waiting));
                    let late = std::mem::replace(&mut *waiting.answer(), Answer::Taken);
                    state.grant(self);
                    drop(state);
                    drop(late);
                    return None;
                }
            }
        }
    }
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        let memory = self.memory.clone();
        let mut state = memory.state();
        state.free += self.mebibytes;
        state.holders.retain(|holder| holder.id != self.id);
        state.grant(&memory);
    }
}

/// A share of the machine's memory, or of what this process may use of it, in mebibytes.
fn share_of_machine() -> usize {
    use sysinfo::{MemoryRefreshKind, RefreshKind, System};
    let ram = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let Ok(system) = System::new_with_specifics(ram) else { return UNKNOWN };
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    ((system.total_memory().min(limit) / SHARE) >> 20) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const ANALYSIS: Want = Want { most: 128, can_end: true };

    fn client(name: &str) -> Client {
        Client::browser(name)
    }

    /// As many shares as there are.
    fn fill(memory: &MemoryBudget, name: &str) -> Vec<MemoryShare> {
        std::iter::from_fn(|| memory.try_reserve(&client(name), ANALYSIS)).collect()
    }

    fn until_waiting(memory: &MemoryBudget, count: usize) {
        while memory.state().waiting.len() < count {
            thread::yield_now();
        }
    }

    #[test]
    fn later_searches_get_less_and_dropping_them_releases_all_memory() {
        let memory = MemoryBudget::new(Some(1024));
        let shares = fill(&memory, "a");
        let sizes: Vec<usize> = shares.iter().map(|share| share.mebibytes).collect();
        assert!(sizes.len() >= 12 && sizes.iter().sum::<usize>() <= 1024, "{sizes:?}");
        assert!(sizes.iter().all(|size| (LEAST..=128).contains(size)) && sizes.is_sorted_by(|a, b| a >= b));
        drop(shares);
        assert_eq!(memory.state().free, 1024);
        assert_eq!(memory.try_reserve(&client("a"), ANALYSIS).map(|share| share.mebibytes), Some(128));
    }

    #[test]
    fn who_waits_is_told_the_place_and_clients_that_hold_nothing_come_first() {
        let memory = MemoryBudget::new(Some(64));
        let mut shares = fill(&memory, "a");
        let order = Mutex::new(Vec::new());
        let places = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for (number, name) in ["a", "b"].into_iter().enumerate() {
                until_waiting(&memory, number);
                let (memory, order, places) = (&memory, &order, &places);
                scope.spawn(move || {
                    let tell = |place| places.lock().unwrap().push((name, place));
                    let share = memory.reserve(&client(name), ANALYSIS, &Control::new(), tell).unwrap();
                    order.lock().unwrap().push(name);
                    drop(share);
                });
            }
            until_waiting(&memory, 2);
            assert!(memory.try_reserve(&client("c"), ANALYSIS).is_none(), "nobody overtakes the queue");
            shares.pop();
        });
        assert_eq!(*order.lock().unwrap(), ["b", "a"]);
        assert!(places.lock().unwrap().contains(&("b", 1)), "{places:?}");
        drop(shares);
        assert_eq!(memory.state().free, 64);
    }

    #[test]
    fn the_client_that_holds_most_is_asked_to_end_a_search() {
        let memory = MemoryBudget::new(Some(64));
        let shares = fill(&memory, "a");
        for holder in &mut memory.state().holders {
            holder.since = Instant::now().checked_sub(TURN).unwrap();
        }
        let stop = Control::new();
        thread::scope(|scope| {
            scope.spawn(|| assert!(memory.reserve(&client("b"), ANALYSIS, &stop, |_| ()).is_none()));
            until_waiting(&memory, 1);
            assert_eq!(shares.iter().filter(|share| share.is_ending()).count(), 1);
            stop.stop();
        });
        assert!(memory.state().waiting.is_empty());
    }
}
