//! The proofs of the repository, which are part of the program.
//!
//! Tests check them in full. A program that starts takes them on the word of `proofs/SHA256SUMS`: a file that is not the one
//! that was checked is refused, and then nothing is proven on its board.

use std::sync::OnceLock;

use amazons::Size;
use sha2::{Digest, Sha256};
use verify::Certificate;

use super::stored::StoredProof;

/// The digests of the files that were checked, as `sha256sum` writes them.
const DIGESTS: &str = include_str!("../../../../proofs/SHA256SUMS");

/// A certificate of the repository.
pub(super) struct EmbeddedProof {
    /// Columns and rows.
    pub(super) board: (u8, u8),
    pub(super) name: &'static str,
    pub(super) file: &'static [u8],
}

macro_rules! embedded {
    ($($columns:literal x $rows:literal: $name:literal),* $(,)?) => {
        [$(EmbeddedProof {
            board: ($columns, $rows),
            name: $name,
            file: include_bytes!(concat!("../../../../proofs/", $name)),
        }),*]
    };
}

/// All of them.
pub(super) static PROOFS: [EmbeddedProof; 5] = embedded! {
    4 x 4: "4x4.proof",
    5 x 4: "5x4.proof",
    4 x 5: "4x5.proof",
    4 x 6: "4x6.proof",
    5 x 5: "5x5.proof",
};

/// What was read of them so far.
static READ: [OnceLock<Option<StoredProof>>; PROOFS.len()] = [const { OnceLock::new() }; PROOFS.len()];

impl EmbeddedProof {
    /// Its board.
    pub(super) fn size(&self) -> Size {
        Size::new(self.board.0, self.board.1).expect("a small board")
    }

    /// Reads the file; `None` if it is not the one that was checked.
    pub(super) fn read(&self) -> Option<StoredProof> {
        let digest: String = Sha256::digest(self.file).iter().map(|byte| format!("{byte:02x}")).collect();
        let is_checked = DIGESTS.lines().any(|line| line.split_whitespace().eq([digest.as_str(), self.name]));
        let certificate = is_checked.then(|| Certificate::read(self.file).ok())??;
        Some(StoredProof::trusted(self.size(), self.name, certificate))
    }
}

impl StoredProof {
    /// The proof that the program has of a board. The first call for a board reads it, the largest one in a tenth of a second.
    #[must_use]
    pub fn of(size: Size) -> Option<&'static Self> {
        let place = PROOFS.iter().position(|proof| proof.board == (size.columns(), size.rows()))?;
        READ[place].get_or_init(|| PROOFS[place].read()).as_ref()
    }
}
