//! Files that are written completely or not at all.

use std::fs::{File, canonicalize, metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use thiserror::Error;

/// What to do if the file exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    /// Fail.
    Fail,
    /// Replace it and keep its permissions.
    Replace,
}

/// A file that cannot be written.
#[derive(Debug, Error)]
#[error("cannot write {path}: {reason}", path = path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// The kind of the system's error.
    pub kind: io::ErrorKind,
    /// What is wrong: the system's words, or which folder is missing.
    pub reason: String,
}

impl WriteError {
    /// The error of the system about a file.
    #[must_use]
    pub fn new(path: &Path, error: &io::Error) -> Self {
        let (folder, kind) = (folder_of(path), error.kind());
        let reason = if kind == io::ErrorKind::NotFound && !folder.exists() {
            format!("there is no folder {}", folder.display())
        } else {
            error.to_string()
        };
        Self { path: path.to_owned(), kind, reason }
    }
}

/// A file that appears under its name only when it is committed: a temporary file in the same folder, synced and then
/// renamed. A symbolic link is followed; a pipe or device is written to directly.
#[derive(Debug)]
pub struct AtomicFile {
    target: Target,
    path: PathBuf,
    if_exists: IfExists,
}

#[derive(Debug)]
enum Target {
    Direct(BufWriter<File>),
    /// Not one `NamedTempFile`, which adds the temporary name to the system's words.
    Temporary(BufWriter<File>, TempPath),
}

impl AtomicFile {
    /// Creates a file that is not visible under its name yet.
    ///
    /// # Errors
    /// When the folder does not exist or is not writable.
    pub fn create(path: &Path, if_exists: IfExists) -> Result<Self, WriteError> {
        let path = canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let is_stream = metadata(&path).is_ok_and(|found| !found.is_file() && !found.is_dir());
        let target = if is_stream && if_exists == IfExists::Replace {
            File::create(&path).map(|file| Target::Direct(BufWriter::new(file)))
        } else {
            temporary_beside(&path).map(|(file, name)| Target::Temporary(BufWriter::new(file), name))
        };
        match target {
            Ok(target) => Ok(Self { target, path, if_exists }),
            Err(error) => Err(WriteError::new(&path, &error)),
        }
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// When it cannot be written, or exists and may not be replaced. Nothing is changed then.
    pub fn write(path: &Path, bytes: &[u8], if_exists: IfExists) -> Result<(), WriteError> {
        let mut file = Self::create(path, if_exists)?;
        let written = file.write_all(bytes);
        written.map_err(|error| WriteError::new(path, &error))?;
        file.commit()
    }

    /// Syncs the file to the disk and gives it its name.
    ///
    /// # Errors
    /// When it cannot be written, or exists and may not be replaced. Nothing is changed then.
    pub fn commit(self) -> Result<(), WriteError> {
        let Self { target, path, if_exists } = self;
        let committed = match target {
            Target::Direct(mut file) => file.flush(),
            Target::Temporary(file, name) => file
                .into_inner()
                .map_err(io::Error::from)
                .and_then(|file| persist(&file, name, &path, if_exists)),
        };
        committed.map_err(|error| WriteError::new(&path, &error))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Direct(file) => file.write(bytes),
            Target::Temporary(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Direct(file) => file.flush(),
            Target::Temporary(file, _) => file.flush(),
        }
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file with the permissions of an ordinary new file, and its name, which is removed when it is dropped.
fn temporary_beside(path: &Path) -> io::Result<(File, TempPath)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".otrera-");
    Ok(builder.make_in(folder_of(path), |name| File::create_new(name))?.into_parts())
}

fn persist(file: &File, name: TempPath, path: &Path, if_exists: IfExists) -> io::Result<()> {
    if if_exists == IfExists::Replace
        && let Ok(replaced) = metadata(path)
    {
        file.set_permissions(replaced.permissions())?;
    }
    file.sync_all()?;
    let persisted = match if_exists {
        IfExists::Replace => name.persist(path),
        IfExists::Fail => name.persist_noclobber(path),
    };
    persisted.map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_when_it_is_committed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut dropped = AtomicFile::create(&path, IfExists::Fail).unwrap();
        dropped.write_all(b"half").unwrap();
        drop(dropped);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        AtomicFile::write(&path, b"old", IfExists::Fail).unwrap();
        let error = AtomicFile::write(&path, b"new", IfExists::Fail).unwrap_err();
        assert_eq!(error.kind, io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        AtomicFile::write(&path, b"new", IfExists::Replace).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        let error = AtomicFile::create(&folder.path().join("no/file"), IfExists::Fail).unwrap_err();
        assert_eq!(error.kind, io::ErrorKind::NotFound);
    }

    #[test]
    fn an_error_says_what_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let said = |path: &Path| AtomicFile::write(path, b"new", IfExists::Replace).unwrap_err().to_string();
        let missing = folder.path().join("no/file");
        let no_folder = missing.parent().unwrap().display().to_string();
        assert_eq!(
            said(&missing),
            format!("cannot write {}: there is no folder {no_folder}", missing.display())
        );
        let path = folder.path().join("file");
        std::fs::write(&path, b"old").unwrap();
        let below = path.join("file");
        let system = File::create(&below).unwrap_err();
        assert_eq!(said(&below), format!("cannot write {}: {system}", below.display()));
        // A folder of that name: the system refuses to replace it.
        let error = said(folder.path());
        assert!(error.contains("(os error ") && !error.contains(".otrera-"), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_in_the_systems_words() {
        let mut file = AtomicFile::create(Path::new("/dev/full"), IfExists::Replace).unwrap();
        file.write_all(b"new").unwrap();
        let error = file.commit().unwrap_err();
        assert_eq!(error.kind, io::ErrorKind::StorageFull);
        assert!(error.to_string().starts_with("cannot write /dev/full: No space left"), "{error}");
    }
}
