//! SGF, the Smart Game Format, for Amazons (`GM[18]`), and the records of Little Golem, which look like it.
//!
//! - `syntax`: text to a tree of properties, knowing nothing of the game;
//! - `read`: such a tree to a [`Record`](crate::Record);
//! - `write`: a record to text.
//!
//! Colours are mapped by place and turn, not by name. SGF's Amazons has Black at the bottom moving first; we call
//! the side at the bottom of a named start White. So:
//!
//! - Written, our White is `B` and our Black is `W`: `B[djddgd]` is d1-d7/g7, `PB` names our White, `RE[B+]` is a
//!   win of our White, `AB` places our White's amazons.
//! - Read, from a named start, the colour of the first move is that of the amazon that it moves: if `B` moves an
//!   amazon from the bottom, `B` is our White, and if `W` does (as on Little Golem), `W` is. If the amazons are
//!   placed by `AB` and `AW`, `B` is our White. If nothing moves, `B` is where the file says `GM[18]`, else `W`.
//!
//! A move's value is either three points, each a column letter and a row letter from the top, or any notation
//! that [`Move`](crate::Move) reads; `resign` instead of a move ends the game. `AA` places arrows. The variant in
//! which vacated squares stay blocked is written as a property of ours, `KV[k5:c3=4]`, in the words of the FEN,
//! and a move number other than 1 as `KN[12]`.

mod read;
mod syntax;
mod write;

pub use read::{SgfError, SgfFault, from_bytes, from_text};
pub use write::{LittleGolemError, to_little_golem, to_text};

/// Our property for the variant rule.
const VARIANT: &str = "KV";
/// Our property for the number of the first move.
const MOVE_NUMBER: &str = "KN";
