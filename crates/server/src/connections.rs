//! The open connections: how many there are, and which of them gives way when there is no room for another.
//!
//! A connection that has not sent a whole request yet costs its peer nothing, and a request that is refused (a foreign `Host`,
//! no token) costs it little, so anybody can open as many as the system allows. Such a one gives way first, then one that waits
//! between two requests; one that is at work never does.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The most open connections, if the system allows so many.
const MOST: usize = 2048;
/// The descriptors that are left for everything else: the store and its readers, the page.
const OTHER_FILES: u64 = 96;
/// The fewest connections with which a server starts.
const FEWEST: usize = 16;

/// All open connections. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Connections(Arc<Table>);

#[derive(Debug)]
struct Table {
    most: usize,
    entries: Mutex<Entries>,
    /// The connections that have become WebSockets.
    sockets: AtomicUsize,
}

#[derive(Debug, Default)]
struct Entries {
    by_id: HashMap<u64, Entry>,
    /// Counts openings and changes of phase: a smaller number is an older one.
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    phase: Phase,
    since: u64,
    close: Arc<Notify>,
}

/// What a connection does, in the order in which they give way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Phase {
    /// It has not sent a whole request that is allowed.
    New,
    /// It waits between two requests.
    Idle,
    /// It handles a request.
    Busy,
    /// It has become a WebSocket.
    Socket,
}

/// An open connection, which leaves the table on drop.
#[derive(Debug)]
pub(crate) struct Connection {
    table: Arc<Table>,
    id: u64,
    /// The address of the peer.
    pub(crate) address: IpAddr,
    close: Arc<Notify>,
}

/// A connection that has become a WebSocket.
#[derive(Debug)]
pub(crate) struct SocketPlace(Arc<Connection>);

impl Table {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connections {
    /// As many as the descriptors of this process allow; their limit is raised as far as the system lets it be.
    pub(crate) fn for_this_process() -> Self {
        let wanted = MOST as u64 + OTHER_FILES;
        let files = rlimit::increase_nofile_limit(wanted).unwrap_or(wanted);
        let most = (files.saturating_sub(OTHER_FILES) as usize).clamp(FEWEST, MOST);
        if most < MOST {
            tracing::warn!(
                "this process may open {files} files only, so that {most} connections are kept at once: raise the limit \
                 with ulimit -n {wanted}"
            );
        }
        Self::new(most)
    }

    /// As many as that.
    pub(crate) fn new(most: usize) -> Self {
        Self(Arc::new(Table { most, entries: Mutex::default(), sockets: AtomicUsize::new(0) }))
    }

    /// Adds a connection, in the place of another if there are too many; `None` if all of them are at work.
    pub(crate) fn open(&self, address: IpAddr) -> Option<Connection> {
        let mut entries = self.0.entries();
        if entries.by_id.len() >= self.0.most {
            let may_close = entries.by_id.iter().filter(|(_, entry)| entry.phase < Phase::Busy);
            let (&id, _) = may_close.min_by_key(|(_, entry)| (entry.phase, entry.since))?;
            let closed = entries.by_id.remove(&id);
            closed.inspect(|closed| closed.close.notify_one());
        }
        entries.clock += 1;
        let (id, close) = (entries.clock, Arc::new(Notify::new()));
        let entry = Entry { phase: Phase::New, since: id, close: Arc::clone(&close) };
        entries.by_id.insert(id, entry);
        Some(Connection { table: Arc::clone(&self.0), id, address, close })
    }

    /// The number of open connections.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.0.entries().by_id.len()
    }

    /// The number of connections that handle a request.
    #[cfg(test)]
    pub(crate) fn at_work(&self) -> usize {
        self.0.entries().by_id.values().filter(|entry| entry.phase == Phase::Busy).count()
    }
}

impl Connection {
    /// Notes that a whole request has come and is allowed: the connection is at work.
    pub(crate) fn begin(&self) {
        self.enter(Phase::Busy);
    }

    /// Notes that such a request is answered.
    pub(crate) fn end(&self) {
        self.enter(Phase::Idle);
    }

    fn enter(&self, phase: Phase) {
        let mut entries = self.table.entries();
        entries.clock += 1;
        let since = entries.clock;
        let entry = entries.by_id.get_mut(&self.id).filter(|entry| entry.phase != Phase::Socket);
        if let Some(entry) = entry {
            (entry.phase, entry.since) = (phase, since);
        }
    }

    /// Completes when the connection has to give way.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }

    /// A place among the WebSockets; `None` if there are too many of them for other requests to come through.
    pub(crate) fn socket(self: &Arc<Self>) -> Option<SocketPlace> {
        let most = self.table.most / 2;
        let add = |count: usize| (count < most).then_some(count + 1);
        let sockets = &self.table.sockets;
        sockets.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).ok()?;
        self.enter(Phase::Socket);
        Some(SocketPlace(Arc::clone(self)))
    }
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        self.0.table.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.table.entries().by_id.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    /// Whether a connection was told to give way.
    fn is_closed(connection: &Connection) -> bool {
        use futures_util::FutureExt;
        connection.closed().now_or_never().is_some()
    }

    #[test]
    fn silent_connections_give_way_first_then_idle_ones_and_busy_ones_never() {
        let connections = Connections::new(3);
        let [silent, idle, busy] = [(); 3].map(|()| connections.open(HERE).unwrap());
        idle.begin();
        idle.end();
        busy.begin();
        let second = connections.open(HERE).unwrap();
        assert!(is_closed(&silent) && !is_closed(&idle) && !is_closed(&busy));
        second.begin();
        let third = connections.open(HERE).unwrap();
        assert!(is_closed(&idle) && !is_closed(&second) && !is_closed(&busy));
        third.begin();
        assert!(connections.open(HERE).is_none(), "all are at work");
        assert_eq!(connections.count(), 3);
        drop(busy);
        assert!(connections.open(HERE).is_some());
    }

    #[test]
    fn half_of_the_connections_are_left_for_requests() {
        let connections = Connections::new(4);
        let open = || Arc::new(connections.open(HERE).unwrap());
        let places = [open().socket().unwrap(), open().socket().unwrap()];
        assert!(open().socket().is_none());
        drop(places);
        assert!(open().socket().is_some());
    }
}
