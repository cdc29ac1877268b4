//! The store behind threads: one writes, in the order in which it is asked, and connections of their own read.
//!
//! A write is answered when it is synced to the disk. Writes that wait together and allow it ([`Archive::join`]) share
//! one transaction, and so one sync: two hundred tables do not wait for two hundred syncs in a row.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};

use store::{Batch, Store, StoreError};
use tokio::sync::{Semaphore, oneshot};

use crate::refusal::Refusal;

/// The most writes that share a transaction: what fails with one of them must not fail with too many.
const TOGETHER: usize = 256;

/// The most that read at once: each has a connection, and so some open files.
const READERS: usize = 8;

/// A job of the writer.
enum Job {
    /// With the store to itself.
    Alone(Box<dyn FnOnce(&mut Store) + Send>),
    /// Together with others; what it gives is told when the transaction is on the disk, or is not.
    Joined(Joined),
    /// No more: the file is closed.
    End(oneshot::Sender<()>),
}

/// A write in a transaction, or why there is none.
type Joined = Box<dyn FnOnce(Result<&mut Batch<'_>, Refusal>) -> Verdict + Send>;

/// Tells who waits how the transaction ended.
type Verdict = Box<dyn FnOnce(Result<(), Refusal>) + Send>;

/// A store that async code may use.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    writer: mpsc::Sender<Job>,
    readers: Arc<Mutex<Vec<Store>>>,
    places: Semaphore,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Alone(_) => "Alone",
            Self::Joined(_) => "Joined",
            Self::End(_) => "End",
        })
    }
}

impl Archive {
    /// Opens a store, making the file where there is none, and starts the thread that writes.
    ///
    /// # Errors
    /// As [`Store::open`].
    ///
    /// # Panics
    /// When the system gives no thread.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let store = Store::open(path)?;
        let (writer, jobs) = mpsc::channel();
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(store, &jobs))
            .expect("a thread for the store");
        Ok(Self { path: path.to_owned(), writer, readers: Arc::default(), places: Semaphore::new(READERS) })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads, on a thread that may wait, with a connection of its own.
    ///
    /// # Errors
    /// What the reading gives, or when the store cannot be opened again.
    pub async fn read<T, E, F>(&self, read: F) -> Result<T, Refusal>
    where
        F: FnOnce(&Store) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<Refusal>,
    {
        let _place = self.places.acquire().await.map_err(|fault| Refusal::ours(&fault))?;
        let (path, readers) = (self.path.clone(), Arc::clone(&self.readers));
        let done = tokio::task::spawn_blocking(move || {
            let idle = readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let store = idle.map_or_else(|| Store::open(&path), Ok)?;
            let read = read(&store).map_err(Into::into);
            readers.lock().unwrap_or_else(PoisonError::into_inner).push(store);
            read
        });
        done.await.unwrap_or_else(|fault| Err(Refusal::ours(&fault)))
    }

    /// Writes, with the store alone, after all writes that were asked for before.
    ///
    /// # Errors
    /// What the writing gives.
    pub async fn write<T, E, F>(&self, write: F) -> Result<T, Refusal>
    where
        F: FnOnce(&mut Store) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<Refusal>,
    {
        let (tell, told) = oneshot::channel();
        let job = Job::Alone(Box::new(move |store| {
            // Who asked may have gone; what was asked is done all the same.
            let _ = tell.send(write(store).map_err(Into::into));
        }));
        self.ask(job, told).await
    }

    /// Writes in one transaction with whatever else waits to be written; the answer comes when it is on the disk. The
    /// write must leave the batch as it was when it fails.
    ///
    /// # Errors
    /// What the writing gives, or why the transaction was not stored.
    pub async fn join<T, E, F>(&self, write: F) -> Result<T, Refusal>
    where
        F: FnOnce(&mut Batch<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<Refusal>,
    {
        let (tell, told) = oneshot::channel();
        let job = Job::Joined(Box::new(move |batch| {
            let written = batch.and_then(|batch| write(batch).map_err(Into::into));
            Box::new(move |stored: Result<(), Refusal>| {
                let _ = tell.send(written.and_then(|value| stored.map(|()| value)));
            })
        }));
        self.ask(job, told).await
    }

    /// Closes the file when all that was asked for is written: nothing is left beside it.
    pub async fn close(&self) {
        let (tell, told) = oneshot::channel();
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        if self.writer.send(Job::End(tell)).is_ok() {
            let _ = told.await;
        }
    }

    async fn ask<T>(&self, job: Job, told: oneshot::Receiver<Result<T, Refusal>>) -> Result<T, Refusal> {
        let gone = || Refusal::ours(&"the thread that writes the store has ended");
        self.writer.send(job).map_err(|_| gone())?;
        told.await.unwrap_or_else(|_| Err(gone()))
    }
}

/// The writer's thread: it ends when nobody can ask any more.
fn write_all(mut store: Store, jobs: &mpsc::Receiver<Job>) {
    let mut next = jobs.recv().ok();
    while let Some(job) = next.take() {
        match job {
            Job::Alone(write) => write(&mut store),
            Job::Joined(first) => next = write_together(&mut store, first, jobs),
            Job::End(tell) => {
                drop(store);
                let _ = tell.send(());
                return;
            }
        }
        if next.is_none() {
            next = jobs.recv().ok();
        }
    }
}

/// Writes one job and all that wait behind it and may join; gives the first that may not.
fn write_together(store: &mut Store, first: Joined, jobs: &mpsc::Receiver<Job>) -> Option<Job> {
    let mut batch = match store.batch() {
        Ok(batch) => batch,
        Err(error) => {
            first(Err(error.into()))(Ok(()));
            return None;
        }
    };
    let mut verdicts = vec![first(Ok(&mut batch))];
    let mut left = None;
    while verdicts.len() < TOGETHER {
        match jobs.try_recv() {
            Ok(Job::Joined(write)) => verdicts.push(write(Ok(&mut batch))),
            Ok(alone) => {
                left = Some(alone);
                break;
            }
            Err(_) => break,
        }
    }
    let stored = batch.commit().map_err(Refusal::from);
    for verdict in verdicts {
        verdict(stored.clone());
    }
    left
}
