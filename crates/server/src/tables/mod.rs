//! The games that are being played: clocks, engines, and who watches.

use crate::mailbox::Mailbox;
use crate::refusal::Refusal;
use crate::state::AppState;

/// All tables.
#[derive(Debug, Default)]
pub struct Tables {}

impl Tables {
    /// Tells a socket how a game is, now and after every change.
    pub(crate) async fn watch(
        &self,
        _state: &AppState,
        _game: i64,
        _mailbox: &Mailbox,
    ) -> Result<(), Refusal> {
        Err(Refusal::conflict("no games yet"))
    }

    pub(crate) fn unwatch(&self, _game: i64, _mailbox: &Mailbox) {}

    pub(crate) async fn play(
        &self,
        _state: &AppState,
        _game: i64,
        _ply: u32,
        _mv: &str,
    ) -> Result<(), Refusal> {
        Err(Refusal::conflict("no games yet"))
    }
}
