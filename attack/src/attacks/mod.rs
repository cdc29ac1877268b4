//! The attacks, one file for each kind.

mod connections;
mod engines;
mod imports;
mod searches;
mod sockets;
mod storage;

use std::path::PathBuf;
use std::pin::Pin;
use std::time::Duration;

use anyhow::Result;

use crate::promises::Memory;

pub(crate) type Made<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// An attack. An error of it is an expectation that was not met, or that it could not be made.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    /// It is ended after that time, and has failed: some ten times as long as it takes on a quiet machine.
    pub(crate) limit: Duration,
    pub(crate) kind: Kind,
}

/// What an attack needs.
pub(crate) enum Kind {
    /// The address of a server at which somebody plays; says what was found.
    Beside { make: fn(String) -> Made<String>, memory: Memory },
    /// The program alone: the attack starts and ends it itself.
    Alone(fn(PathBuf) -> Made<Found>),
}

/// What an attack without a witness found.
pub(crate) struct Found {
    pub(crate) plies: usize,
    pub(crate) lost: usize,
    pub(crate) words: String,
}

/// What a server has beside its searches: the program, threads, the store, thousands of connections.
const SERVER: u64 = 192;
/// The same while four imports of 8 MiB, in bodies of twice that, are received and one of them is parsed.
const IMPORTING: u64 = 640;

const fn beside(
    name: &'static str,
    seconds: u64,
    memory: Memory,
    make: fn(String) -> Made<String>,
) -> Attack {
    Attack { name, limit: Duration::from_secs(seconds), kind: Kind::Beside { make, memory } }
}

const fn alone(name: &'static str, seconds: u64, make: fn(PathBuf) -> Made<Found>) -> Attack {
    Attack { name, limit: Duration::from_secs(seconds), kind: Kind::Alone(make) }
}

/// All attacks.
pub(crate) const ALL: [Attack; 18] = [
    beside("ping flood", 60, Memory::Fixed(SERVER), |to| Box::pin(sockets::ping_flood(to))),
    beside("readers that do not read", 60, Memory::BudgetAnd(SERVER), |to| Box::pin(sockets::unread(to))),
    beside("silent connections", 120, Memory::Fixed(SERVER), |to| Box::pin(connections::silent(to))),
    beside("slow requests", 120, Memory::Fixed(SERVER), |to| Box::pin(connections::slow(to))),
    beside("too many sockets", 120, Memory::Fixed(SERVER), |to| Box::pin(connections::sockets(to))),
    beside("abandoned hints", 120, Memory::BudgetAnd(SERVER), |to| Box::pin(searches::hints(to))),
    beside("a hundred analyses", 120, Memory::BudgetAnd(SERVER), |to| Box::pin(searches::analyses(to))),
    beside("one client's analyses", 90, Memory::BudgetAnd(SERVER), |to| Box::pin(searches::one_client(to))),
    beside("engine games beside analysis", 120, Memory::BudgetAnd(SERVER), |to| {
        Box::pin(searches::starvation(to))
    }),
    beside("120 engine games", 120, Memory::BudgetAnd(SERVER), |to| Box::pin(searches::engine_games(to))),
    beside("import of a tangled file", 150, Memory::Fixed(IMPORTING), |to| Box::pin(imports::tangled(to))),
    beside("import of many games", 180, Memory::Fixed(IMPORTING), |to| Box::pin(imports::many(to))),
    alone("kill -9", 120, |binary| Box::pin(storage::kill(binary))),
    alone("full disk", 120, |binary| Box::pin(storage::full(binary))),
    alone("read-only disk", 60, |binary| Box::pin(storage::read_only(binary))),
    alone("tampered files", 300, |binary| Box::pin(storage::tampered(binary))),
    alone("two servers on one file", 120, |binary| Box::pin(storage::two(binary))),
    alone("engines that misbehave", 600, |binary| Box::pin(engines::misbehave(binary))),
];
