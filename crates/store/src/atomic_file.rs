//! Files that are written completely or not at all.

use std::fs::{File, canonicalize, metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
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
#[error("cannot write {path}: {kind}", path = path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// The error of the system.
    pub kind: io::ErrorKind,
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
    Temporary(BufWriter<NamedTempFile>),
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
            temporary_beside(&path).map(|file| Target::Temporary(BufWriter::new(file)))
        };
        match target {
            Ok(target) => Ok(Self { target, path, if_exists }),
            Err(error) => Err(WriteError { path, kind: error.kind() }),
        }
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// When it cannot be written, or exists and may not be replaced. Nothing is changed then.
    pub fn write(path: &Path, bytes: &[u8], if_exists: IfExists) -> Result<(), WriteError> {
        let mut file = Self::create(path, if_exists)?;
        let written = file.write_all(bytes);
        written.map_err(|error| WriteError { path: path.to_owned(), kind: error.kind() })?;
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
            Target::Temporary(file) => {
                file.into_inner().map_err(io::Error::from).and_then(|file| persist(file, &path, if_exists))
            }
        };
        committed.map_err(|error| WriteError { path, kind: error.kind() })
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Direct(file) => file.write(bytes),
            Target::Temporary(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Direct(file) => file.flush(),
            Target::Temporary(file) => file.flush(),
        }
    }
}

/// A temporary file with the permissions of an ordinary new file.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".otrera-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn persist(file: NamedTempFile, path: &Path, if_exists: IfExists) -> io::Result<()> {
    if if_exists == IfExists::Replace
        && let Ok(replaced) = metadata(path)
    {
        file.as_file().set_permissions(replaced.permissions())?;
    }
    file.as_file().sync_all()?;
    let persisted = match if_exists {
        IfExists::Replace => file.persist(path),
        IfExists::Fail => file.persist_noclobber(path),
    };
    persisted.map(drop).map_err(|error| error.error)
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
}
