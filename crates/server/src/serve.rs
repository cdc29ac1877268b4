//! The listener, from its start to a graceful shutdown.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use store::StoreError;
use thiserror::Error;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::Service;

use crate::access::{Access, Token};
use crate::connections::{Connection, Connections};
use crate::state::{AppState, StateOptions, until_closed};

/// The default port.
const DEFAULT_PORT: u16 = 8017;
/// The last port that is tried if the default one is in use.
const LAST_PORT: u16 = DEFAULT_PORT + 20;
/// The longest time for a client to send the headers of a request, from its connection or its last request on.
const HEADER_TIMEOUT: Duration = Duration::from_secs(15);
/// The longest wait for open requests at the shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
/// What a client is told for whom there is no connection.
const NO_ROOM: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// The options of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port: 0 for any free one, `None` for the default one or the next that is free.
    pub port: Option<u16>,
    /// The database file.
    pub store: PathBuf,
    /// The mebibytes that searches share; `None` for a quarter of the machine's memory.
    pub memory: Option<usize>,
    /// A folder with the page, instead of the embedded one.
    pub web: Option<PathBuf>,
    /// What the page tells everybody about how the program was started.
    pub warnings: Vec<String>,
}

/// Why a server cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another program uses the port.
    #[error("port {0} is in use by another program; choose another with --port, or omit it")]
    PortInUse(u16),
    /// No port is free.
    #[error("the ports {0} to {1} are all in use; choose one with --port")]
    AllPortsInUse(u16, u16),
    /// The address cannot be bound.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        reason: std::io::Error,
    },
    /// The system has no random numbers for a token.
    #[error("cannot generate a token: {0}")]
    Token(getrandom::Error),
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: AppState,
}

impl Server {
    /// Opens the store and binds the address.
    ///
    /// # Errors
    /// When the address cannot be bound, the store cannot be opened, or there is no token.
    pub async fn bind(options: ServerOptions) -> Result<Self, ServeError> {
        let listener = listen(options.host, options.port).await?;
        let error = |reason| ServeError::Listen { address: SocketAddr::new(options.host, 0), reason };
        let address = listener.local_addr().map_err(error)?;
        let mut settings = StateOptions::new(options.store);
        (settings.web, settings.memory) = (options.web, options.memory);
        settings.warnings = options.warnings;
        if !options.host.is_loopback() {
            settings.access = Access::Token(Token::generate().map_err(ServeError::Token)?);
        }
        Ok(Self { listener, address, state: AppState::new(settings)? })
    }

    /// The URL for a browser, with the token if there is one.
    #[must_use]
    pub fn url(&self) -> String {
        let port = self.address.port();
        let host = match self.address.ip() {
            // A browser cannot open "all addresses".
            ip if ip.is_unspecified() => "localhost".to_owned(),
            IpAddr::V6(ip) => format!("[{ip}]"),
            IpAddr::V4(ip) => ip.to_string(),
        };
        match &self.state.access {
            Access::Loopback => format!("http://{host}:{port}/"),
            Access::Token(token) => format!("http://{host}:{port}/?token={}", token.reveal()),
        }
    }

    /// The shared state.
    #[must_use]
    pub fn state(&self) -> &AppState {
        &self.state
    }

    /// Serves until `stop` resolves; then stops the searches, closes the sockets and waits for open requests.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        self.run_with(Connections::for_this_process(), stop).await;
    }

    async fn run_with(self, connections: Connections, stop: impl Future<Output = ()>) {
        let app = crate::app(self.state.clone());
        // Nothing is sent: it ends when the last connection has dropped its sender.
        let (open, mut all_closed) = mpsc::channel::<()>(1);
        let mut stop = pin!(stop);
        loop {
            let (mut stream, address) = tokio::select! {
                () = &mut stop => break,
                accepted = accept(&self.listener) => accepted,
            };
            let Some(connection) = connections.open(address.ip()) else {
                tokio::spawn(async move { stream.write_all(NO_ROOM).await });
                continue;
            };
            let served = serve_connection(stream, app.clone(), Arc::new(connection), self.state.closing());
            let open = open.clone();
            tokio::spawn(async move {
                served.await;
                drop(open);
            });
        }
        drop((self.listener, open));
        self.state.close();
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, all_closed.recv()).await.is_err() {
            tracing::warn!("some connections were still open at the shutdown");
        }
        self.state.store.close().await;
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                // A move is one small frame, which must not wait for Nagle's algorithm.
                let _ = stream.set_nodelay(true);
                return (stream, address);
            }
            Err(error) => {
                // Mostly too many open files: wait for some to be closed.
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn serve_connection(
    stream: TcpStream,
    app: Router,
    connection: Arc<Connection>,
    mut closing: watch::Receiver<bool>,
) {
    // HTTP/1 alone: to find out the version, a server has to wait for the first bytes, which may never come.
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    let service = hyper::service::service_fn({
        let connection = Arc::clone(&connection);
        move |request: hyper::Request<hyper::body::Incoming>| {
            let mut app = app.clone();
            let mut request: Request = request.map(axum::body::Body::new);
            // What it does is noted there, when its request has come and when it is answered.
            request.extensions_mut().insert(Arc::clone(&connection));
            async move { app.call(request).await }
        }
    });
    let mut served = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    tokio::select! {
        // A client that disconnects is not an error.
        _ = &mut served => {}
        () = connection.closed() => {}
        () = until_closed(&mut closing) => {
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    }
}

async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, ServeError> {
    use std::io::ErrorKind::AddrInUse;
    let ports = port.map_or(DEFAULT_PORT..=LAST_PORT, |port| port..=port);
    for port in ports {
        let address = SocketAddr::new(host, port);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(reason) if reason.kind() == AddrInUse => {}
            Err(reason) => return Err(ServeError::Listen { address, reason }),
        }
    }
    Err(port.map_or(ServeError::AllPortsInUse(DEFAULT_PORT, LAST_PORT), ServeError::PortInUse))
}

#[cfg(test)]
mod tests;
