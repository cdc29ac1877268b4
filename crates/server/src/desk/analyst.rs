//! One socket's analysis: a new one replaces the old, and it ends with its socket.

use crate::api::AnalyseRequest;
use crate::mailbox::Mailbox;
use crate::refusal::Refusal;
use crate::state::AppState;

/// What thinks for one socket. Dropping it stops the thinking.
#[derive(Debug)]
pub struct Analyst {
    _mailbox: Mailbox,
}

impl Analyst {
    /// An analyst that tells a socket what it finds.
    #[must_use]
    pub fn new(mailbox: Mailbox) -> Self {
        Self { _mailbox: mailbox }
    }

    /// Begins to think about a position instead of what it thought about before.
    ///
    /// # Errors
    /// When the request makes no sense.
    pub fn analyse(&mut self, _state: &AppState, _request: AnalyseRequest) -> Result<(), Refusal> {
        Err(Refusal::conflict("the desk does not analyse yet"))
    }

    /// Stops an analysis, if it is the one that runs.
    pub fn stop(&mut self, _id: &str) {}
}
