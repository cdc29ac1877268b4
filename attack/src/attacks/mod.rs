//! The attacks, one file for each kind.

mod connections;
mod engines;
mod imports;
mod searches;
mod sockets;
mod storage;

use std::path::PathBuf;
use std::pin::Pin;

use anyhow::Result;

type Made<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// An attack.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// What an attack needs.
pub(crate) enum Kind {
    /// The address of a server at which somebody plays; says what was found.
    Beside(fn(String) -> Made<String>),
    /// The program alone: the attack starts and ends it itself.
    Alone(fn(PathBuf) -> Made<Found>),
}

/// What an attack without a witness found.
pub(crate) struct Found {
    pub(crate) plies: usize,
    pub(crate) lost: usize,
    pub(crate) words: String,
}

/// All attacks.
pub(crate) const ALL: [Attack; 18] = [
    Attack { name: "ping flood", kind: Kind::Beside(|address| Box::pin(sockets::ping_flood(address))) },
    Attack {
        name: "readers that do not read",
        kind: Kind::Beside(|address| Box::pin(sockets::unread(address))),
    },
    Attack {
        name: "silent connections",
        kind: Kind::Beside(|address| Box::pin(connections::silent(address))),
    },
    Attack { name: "slow requests", kind: Kind::Beside(|address| Box::pin(connections::slow(address))) },
    Attack {
        name: "too many sockets",
        kind: Kind::Beside(|address| Box::pin(connections::sockets(address))),
    },
    Attack { name: "abandoned hints", kind: Kind::Beside(|address| Box::pin(searches::hints(address))) },
    Attack {
        name: "a hundred analyses",
        kind: Kind::Beside(|address| Box::pin(searches::analyses(address))),
    },
    Attack {
        name: "one client's analyses",
        kind: Kind::Beside(|address| Box::pin(searches::one_client(address))),
    },
    Attack {
        name: "engine games beside analysis",
        kind: Kind::Beside(|address| Box::pin(searches::starvation(address))),
    },
    Attack {
        name: "120 engine games",
        kind: Kind::Beside(|address| Box::pin(searches::engine_games(address))),
    },
    Attack {
        name: "import of a tangled file",
        kind: Kind::Beside(|address| Box::pin(imports::tangled(address))),
    },
    Attack { name: "import of many games", kind: Kind::Beside(|address| Box::pin(imports::many(address))) },
    Attack { name: "kill -9", kind: Kind::Alone(|binary| Box::pin(storage::kill(binary))) },
    Attack { name: "full disk", kind: Kind::Alone(|binary| Box::pin(storage::full(binary))) },
    Attack { name: "read-only disk", kind: Kind::Alone(|binary| Box::pin(storage::read_only(binary))) },
    Attack { name: "tampered files", kind: Kind::Alone(|binary| Box::pin(storage::tampered(binary))) },
    Attack { name: "two servers on one file", kind: Kind::Alone(|binary| Box::pin(storage::two(binary))) },
    Attack {
        name: "engines that misbehave",
        kind: Kind::Alone(|binary| Box::pin(engines::misbehave(binary))),
    },
];
