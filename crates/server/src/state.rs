//! The state that all routes share.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use store::StoreError;
use thought::Control;
use tokio::sync::{Semaphore, watch};

use crate::access::Access;
use crate::analysis::Reviews;
use crate::async_store::AsyncStore;
use crate::capacity::{Client, CoreScheduler, MemoryBudget, MemoryShare, Want};
use crate::live::{LiveGames, PendingHints};

/// The most imports whose bodies are received at once; they are large.
const MAX_IMPORTS: usize = 4;

/// The options of an [`AppState`].
#[derive(Clone, Debug)]
pub struct StateOptions {
    /// The database file.
    pub store: PathBuf,
    /// Which clients may connect.
    pub access: Access,
    /// The number of cores that searches share.
    pub cores: usize,
    /// The mebibytes that searches share; `None` for a quarter of the machine's memory.
    pub memory: Option<usize>,
    /// A folder with the page, instead of the embedded one.
    pub web: Option<PathBuf>,
    /// What the page tells everybody about how the program was started.
    pub warnings: Vec<String>,
}

impl StateOptions {
    /// A store for clients on this machine, with all cores but one for searches.
    #[must_use]
    pub fn new(store: PathBuf) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let cores = cores.saturating_sub(1).max(1);
        Self { store, access: Access::Loopback, cores, memory: None, web: None, warnings: Vec::new() }
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
    /// The place for a look into the stored proofs: it may take a second where the position is an odd one.
    pub(crate) proof_looks: Arc<Semaphore>,
    /// Places for imports that are received.
    pub(crate) imports: Arc<Semaphore>,
    /// The place for the one import that is parsed: it takes a core.
    pub(crate) parsing: Semaphore,
    pub(crate) games: LiveGames,
    pub(crate) hints: PendingHints,
    pub(crate) access: Access,
    /// A folder with the page, instead of the embedded one.
    pub(crate) web: Option<PathBuf>,
    pub(crate) warnings: Vec<String>,
    closing: watch::Sender<bool>,
}

impl AppState {
    /// Opens the store and creates the shared state.
    ///
    /// # Errors
    /// When the store cannot be opened.
    pub fn new(options: StateOptions) -> Result<Self, StoreError> {
        let StateOptions { store, access, cores, memory, web, warnings } = options;
        Ok(Self(Arc::new(Shared {
            cores: CoreScheduler::new(cores),
            store: AsyncStore::open(&store)?,
            memory: MemoryBudget::new(memory),
            reviews: Reviews::default(),
            proof_looks: Arc::new(Semaphore::new(1)),
            imports: Arc::new(Semaphore::new(MAX_IMPORTS)),
            parsing: Semaphore::new(1),
            games: LiveGames::default(),
            hints: PendingHints::default(),
            access,
            web,
            warnings,
            closing: watch::Sender::new(false),
        })))
    }

    /// Reserves memory for a search, and blocks until there is some; see [`MemoryBudget::reserve`].
    pub(crate) fn reserve(
        &self,
        client: &Client,
        want: Want,
        control: &Control,
        tell: impl FnMut(usize),
    ) -> Option<MemoryShare> {
        self.try_reserve(client, want).or_else(|| self.memory.reserve(client, want, control, tell))
    }

    /// Reserves memory for a search if there is some. Engines that wait for their turn lose their trees before a search gets
    /// no memory.
    pub(crate) fn try_reserve(&self, client: &Client, want: Want) -> Option<MemoryShare> {
        self.memory.try_reserve(client, want).or_else(|| {
            self.games.drop_idle_engines();
            self.memory.try_reserve(client, want)
        })
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

/// Completes when the server shuts down.
pub(crate) async fn until_closed(closing: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, which is the same.
    let _ = closing.wait_for(|closing| *closing).await;
}
