//! The state that all routes share.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use store::StoreError;
use tokio::sync::watch;

use crate::access::Access;
use crate::analysis::{CoreScheduler, MemoryBudget, Reviews};
use crate::async_store::AsyncStore;
use crate::live::LiveGames;

/// The options of an [`AppState`].
#[derive(Clone, Debug)]
pub struct StateOptions {
    /// The database file.
    pub store: PathBuf,
    /// Which clients may connect.
    pub access: Access,
    /// The number of cores that searches share.
    pub cores: usize,
    /// A folder with the page, instead of the embedded one.
    pub web: Option<PathBuf>,
}

impl StateOptions {
    /// A store for clients on this machine, with all cores but one for searches.
    #[must_use]
    pub fn new(store: PathBuf) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { store, access: Access::Loopback, cores: cores.saturating_sub(1).max(1), web: None }
    }
}

/// The state that all routes share. Clones share the same state.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Shared>);

/// The fields of an [`AppState`].
#[derive(Debug)]
pub struct Shared {
    /// The cores that all searches share.
    pub cores: CoreScheduler,
    pub(crate) store: AsyncStore,
    pub(crate) memory: MemoryBudget,
    pub(crate) reviews: Reviews,
    pub(crate) games: LiveGames,
    pub(crate) access: Access,
    /// A folder with the page, instead of the embedded one.
    pub(crate) web: Option<PathBuf>,
    closing: watch::Sender<bool>,
}

impl AppState {
    /// Opens the store and creates the shared state.
    ///
    /// # Errors
    /// When the store cannot be opened.
    pub fn new(options: StateOptions) -> Result<Self, StoreError> {
        let StateOptions { store, access, cores, web } = options;
        Ok(Self(Arc::new(Shared {
            cores: CoreScheduler::new(cores),
            store: AsyncStore::open(&store)?,
            memory: MemoryBudget::default(),
            reviews: Reviews::default(),
            games: LiveGames::default(),
            access,
            web,
            closing: watch::Sender::new(false),
        })))
    }

    /// Closes all sockets and stops all searches.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.games.close();
        self.reviews.stop_all();
    }

    /// A receiver that turns true when the server shuts down.
    #[must_use]
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
