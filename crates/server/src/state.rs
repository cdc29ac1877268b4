//! All that the routes share.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use store::StoreError;
use tokio::sync::watch;

use crate::archive::Archive;
use crate::desk::Desk;
use crate::guard::Access;
use crate::tables::Tables;

/// What a server is made with.
#[derive(Clone, Debug)]
pub struct StateOptions {
    /// The store's file.
    pub store: PathBuf,
    /// Who may ask.
    pub access: Access,
    /// The cores that searches share.
    pub cores: usize,
    /// A folder with the page, instead of the one embedded.
    pub web: Option<PathBuf>,
}

impl StateOptions {
    /// A store for whoever asks on this machine, with all cores but one for searches.
    #[must_use]
    pub fn new(store: PathBuf) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { store, access: Access::Loopback, cores: cores.saturating_sub(1).max(1), web: None }
    }
}

/// All that the routes share. Copies share the same.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Shared>);

/// What an [`AppState`] shares.
#[derive(Debug)]
pub struct Shared {
    /// The store.
    pub archive: Archive,
    /// Analysis, reviews, and the cores of all searches.
    pub desk: Desk,
    /// The games that are being played.
    pub tables: Tables,
    /// Who may ask.
    pub access: Access,
    /// A folder with the page, instead of the one embedded.
    pub web: Option<PathBuf>,
    closing: watch::Sender<bool>,
}

impl AppState {
    /// Opens the store and sets everything up.
    ///
    /// # Errors
    /// When the store cannot be opened.
    pub fn new(options: StateOptions) -> Result<Self, StoreError> {
        let StateOptions { store, access, cores, web } = options;
        let closing = watch::Sender::new(false);
        let archive = Archive::open(&store)?;
        let shared =
            Shared { archive, desk: Desk::new(cores), tables: Tables::default(), access, web, closing };
        Ok(Self(Arc::new(shared)))
    }

    /// Tells all that runs that the server ends: sockets are closed, searches stopped.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.tables.close();
        self.desk.close();
    }

    /// Says when the server ends.
    #[must_use]
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
