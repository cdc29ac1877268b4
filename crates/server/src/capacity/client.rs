//! Who asks: searches are shared out by client, not by socket or request, so that nobody gets more by asking more often.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

/// A client: a browser by its cookie, any other program by its address.
///
/// Whoever wants to can come with many cookies. This is fairness among clients that behave; what all of them together can
/// use up is bounded by the budgets of cores, memory and connections.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(Arc<str>);

tokio::task_local! {
    /// The client of the request or the socket whose task this is.
    static CURRENT: Client;
}

impl Client {
    /// The client of the server's own work, and of requests whose address is not known.
    pub(crate) fn unknown() -> Self {
        Self(Arc::from("unknown"))
    }

    /// A browser by the value of its cookie.
    pub(crate) fn browser(cookie: &str) -> Self {
        Self(Arc::from(format!("browser {cookie}")))
    }

    /// A program by its address.
    pub(crate) fn address(address: IpAddr) -> Self {
        Self(Arc::from(format!("address {address}")))
    }

    /// The client whose request or socket this task handles, if it handles one.
    pub(crate) fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok()
    }

    /// Runs a future as work for this client.
    pub(crate) async fn scope<F: Future>(self, work: F) -> F::Output {
        CURRENT.scope(self, work).await
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
