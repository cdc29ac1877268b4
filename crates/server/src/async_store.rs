//! The store for async code: one writer thread, which works in the order of the requests, and a pool of read connections.
//!
//! A write is answered when it is synced to the disk. Pending writes that allow it ([`AsyncStore::write_batched`]) share
//! one transaction and so one sync: two hundred live games do not wait for two hundred syncs in a row.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};

use store::{Batch, Store, StoreError};
use tokio::sync::{Semaphore, oneshot};

use crate::error::AppError;

/// The most writes of one transaction: if it fails, all of them fail.
const MAX_BATCH: usize = 256;

/// The most read connections; each has some open files.
const MAX_READERS: usize = 8;

/// A job of the writer thread.
enum WriteJob {
    /// Has the store to itself.
    Exclusive(Box<dyn FnOnce(&mut Store) + Send>),
    /// Shares a transaction with others.
    Batched(BatchedWrite),
    /// Closes the file.
    Close(oneshot::Sender<()>),
}

/// A write in a transaction, or the reason why there is no transaction.
type BatchedWrite = Box<dyn FnOnce(Result<&mut Batch<'_>, AppError>) -> OnCommit + Send>;

/// Answers the request with the result of the commit.
type OnCommit = Box<dyn FnOnce(Result<(), AppError>) + Send>;

/// A store for async code.
#[derive(Debug)]
pub(crate) struct AsyncStore {
    path: PathBuf,
    writer: mpsc::Sender<WriteJob>,
    readers: Arc<Readers>,
    reader_permits: Semaphore,
}

/// The idle read connections.
#[derive(Debug, Default)]
struct Readers(Mutex<Vec<Store>>);

impl Readers {
    fn idle(&self) -> MutexGuard<'_, Vec<Store>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AsyncStore {
    /// Opens a store, creates the file if there is none, and starts the writer thread.
    ///
    /// # Errors
    /// As [`Store::open`].
    ///
    /// # Panics
    /// When the thread cannot be spawned.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let store = Store::open(path)?;
        let (writer, jobs) = mpsc::channel();
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(store, &jobs))
            .expect("a thread for the store");
        Ok(Self {
            path: path.to_owned(),
            writer,
            readers: Arc::default(),
            reader_permits: Semaphore::new(MAX_READERS),
        })
    }

    /// Reads on a blocking thread with a connection of its own.
    ///
    /// # Errors
    /// Those of `read`, or when the store cannot be opened.
    pub(crate) async fn read<T, E, F>(&self, read: F) -> Result<T, AppError>
    where
        F: FnOnce(&Store) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<AppError>,
    {
        let _permit = self.reader_permits.acquire().await.map_err(|error| AppError::internal(&error))?;
        let (path, readers) = (self.path.clone(), Arc::clone(&self.readers));
        let done = tokio::task::spawn_blocking(move || {
            let idle = readers.idle().pop();
            let store = idle.map_or_else(|| Store::open(&path), Ok)?;
            let read = read(&store).map_err(Into::into);
            readers.idle().push(store);
            read
        });
        done.await.unwrap_or_else(|error| Err(AppError::internal(&error)))
    }

    /// Writes with exclusive access, after all earlier writes.
    ///
    /// # Errors
    /// Those of `write`.
    pub(crate) async fn write<T, E, F>(&self, write: F) -> Result<T, AppError>
    where
        F: FnOnce(&mut Store) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<AppError>,
    {
        let (sender, receiver) = oneshot::channel();
        let job = WriteJob::Exclusive(Box::new(move |store| {
            // The write happens also if the request was cancelled.
            let _ = sender.send(write(store).map_err(Into::into));
        }));
        self.submit(job, receiver).await
    }

    /// Writes in one transaction with other pending writes, and answers after its commit. A `write` that fails must leave
    /// the batch unchanged.
    ///
    /// # Errors
    /// Those of `write` or of the commit.
    pub(crate) async fn write_batched<T, E, F>(&self, write: F) -> Result<T, AppError>
    where
        F: FnOnce(&mut Batch<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<AppError>,
    {
        let (sender, receiver) = oneshot::channel();
        let job = WriteJob::Batched(Box::new(move |batch| {
            let written = batch.and_then(|batch| write(batch).map_err(Into::into));
            Box::new(move |committed: Result<(), AppError>| {
                let _ = sender.send(written.and_then(|value| committed.map(|()| value)));
            })
        }));
        self.submit(job, receiver).await
    }

    /// Closes the file after all pending writes, so that no log file remains beside it.
    pub(crate) async fn close(&self) {
        let (sender, receiver) = oneshot::channel();
        self.readers.idle().clear();
        if self.writer.send(WriteJob::Close(sender)).is_ok() {
            let _ = receiver.await;
        }
    }

    async fn submit<T>(
        &self,
        job: WriteJob,
        receiver: oneshot::Receiver<Result<T, AppError>>,
    ) -> Result<T, AppError> {
        self.writer.send(job).map_err(|_| AppError::internal(&"the store is closed"))?;
        receiver.await.unwrap_or_else(|_| Err(AppError::internal(&"a write was broken off")))
    }
}

/// The writer thread; it ends with the last sender.
fn write_all(mut store: Store, jobs: &mpsc::Receiver<WriteJob>) {
    let mut next = jobs.recv().ok();
    while let Some(job) = next.take() {
        match job {
            // A panic in a write rolls its transaction back and drops its answer: the others go on.
            WriteJob::Exclusive(write) => {
                let _ = catch_unwind(AssertUnwindSafe(|| write(&mut store)));
            }
            WriteJob::Batched(first) => {
                let written = catch_unwind(AssertUnwindSafe(|| write_batch(&mut store, first, jobs)));
                next = written.ok().flatten();
            }
            WriteJob::Close(sender) => {
                drop(store);
                let _ = sender.send(());
                return;
            }
        }
        if next.is_none() {
            next = jobs.recv().ok();
        }
    }
}

/// Writes a job and all pending jobs behind it that can share its transaction; returns the first that cannot.
fn write_batch(store: &mut Store, first: BatchedWrite, jobs: &mpsc::Receiver<WriteJob>) -> Option<WriteJob> {
    let mut batch = match store.batch() {
        Ok(batch) => batch,
        Err(error) => {
            first(Err(error.into()))(Ok(()));
            return None;
        }
    };
    let mut on_commit = vec![first(Ok(&mut batch))];
    let mut exclusive = None;
    while on_commit.len() < MAX_BATCH {
        match jobs.try_recv() {
            Ok(WriteJob::Batched(write)) => on_commit.push(write(Ok(&mut batch))),
            Ok(job) => {
                exclusive = Some(job);
                break;
            }
            Err(_) => break,
        }
    }
    let committed = batch.commit().map_err(AppError::from);
    for answer in on_commit {
        answer(committed.clone());
    }
    exclusive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_write_that_panics_fails_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = AsyncStore::open(&folder.path().join("games.sqlite")).unwrap();
        let panics = store.write(|_| -> Result<(), StoreError> { panic!("a fault in a write") }).await;
        assert!(panics.is_err());
        let panics =
            store.write_batched(|_| -> Result<(), StoreError> { panic!("a fault in a write") }).await;
        assert!(panics.is_err());
        assert_eq!(store.write(|_| Ok::<_, StoreError>(7)).await.unwrap(), 7);
        assert_eq!(store.write_batched(|_| Ok::<_, StoreError>(8)).await.unwrap(), 8);
    }
}
