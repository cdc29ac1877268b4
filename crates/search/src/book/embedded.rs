//! The book of the repository, which is part of the program.

use std::sync::LazyLock;

use super::{BookError, OpeningBook};

/// The file, made by `otrera book make`.
const FILE: &[u8] = include_bytes!("../../book/10x10.book");

/// Read at the first look, in some milliseconds.
static BOOK: LazyLock<Result<OpeningBook, BookError>> = LazyLock::new(|| OpeningBook::from_bytes(FILE));

impl OpeningBook {
    /// The book of the program; `None` where its file is damaged, which tests rule out.
    #[must_use]
    pub fn embedded() -> Option<&'static Self> {
        BOOK.as_ref().ok()
    }
}
