//! A listener that answers until it is told to stop.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use store::StoreError;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::access::{Access, Token};
use crate::state::{AppState, StateOptions};

/// The port where nobody says another.
const PORT: u16 = 8017;
/// How many ports are tried after it.
const PORTS: u16 = 20;
/// How long a client may take to say what it asks for.
const HEADERS: Duration = Duration::from_secs(15);
/// How long those who are being answered are waited for at the end.
const FAREWELL: Duration = Duration::from_secs(3);
/// The most connections at once.
const CONNECTIONS: usize = 2048;

/// How a server is to be started.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 for any, nothing for the usual one or the next that is free.
    pub port: Option<u16>,
    /// The store's file.
    pub store: PathBuf,
    /// A folder with the page, instead of the one embedded.
    pub web: Option<PathBuf>,
}

/// Why a server does not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another program has the port.
    #[error("port {0} is in use by another program; choose another with --port, or leave it out")]
    Taken(u16),
    /// No port is free.
    #[error("the ports {0} to {1} are all in use; choose one with --port")]
    AllTaken(u16, u16),
    /// The system does not let us listen there.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The system has no random numbers for a token.
    #[error("the system gives no random numbers for the token: {0}")]
    Token(getrandom::Error),
}

/// A server that listens but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: AppState,
}

impl Server {
    /// Opens the store and listens.
    ///
    /// # Errors
    /// When either cannot be done.
    pub async fn bind(options: ServerOptions) -> Result<Self, ServeError> {
        let listener = listen(options.host, options.port).await?;
        let fault = |reason| ServeError::Listen { address: SocketAddr::new(options.host, 0), reason };
        let address = listener.local_addr().map_err(fault)?;
        let mut settings = StateOptions::new(options.store);
        settings.web = options.web;
        if !options.host.is_loopback() {
            settings.access = Access::Token(Token::generate().map_err(ServeError::Token)?);
        }
        Ok(Self { listener, address, state: AppState::new(settings)? })
    }

    /// The address for a browser, with the token if one is needed.
    #[must_use]
    pub fn url(&self) -> String {
        let port = self.address.port();
        let host = match self.address.ip() {
            // Nobody can go to "all addresses": this machine is one of them.
            ip if ip.is_unspecified() => "localhost".to_owned(),
            IpAddr::V6(ip) => format!("[{ip}]"),
            IpAddr::V4(ip) => ip.to_string(),
        };
        match &self.state.access {
            Access::Loopback => format!("http://{host}:{port}/"),
            Access::Token(token) => format!("http://{host}:{port}/?token={}", token.reveal()),
        }
    }

    /// The state that the routes share.
    #[must_use]
    pub fn state(&self) -> &AppState {
        &self.state
    }

    /// Answers until `stop` is done; then searches are stopped, sockets closed, and whoever is being answered is waited for
    /// a little.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let app = crate::app(self.state.clone());
        let (graceful, places) = (GracefulShutdown::new(), Arc::new(Semaphore::new(CONNECTIONS)));
        let mut stop = pin!(stop);
        loop {
            let stream = tokio::select! {
                () = &mut stop => break,
                stream = accept(&self.listener) => stream,
            };
            // Whoever comes when the house is full waits at the door of the system.
            let place = tokio::select! {
                () = &mut stop => break,
                place = Arc::clone(&places).acquire_owned() => place,
            };
            let connection = graceful.watcher();
            let app = app.clone();
            tokio::spawn(async move {
                answer(stream, app, connection).await;
                drop(place);
            });
        }
        drop(self.listener);
        self.state.close();
        if tokio::time::timeout(FAREWELL, graceful.shutdown()).await.is_err() {
            tracing::warn!("some connections were still open at the end");
        }
        self.state.store.close().await;
    }
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // A ply is one small frame: it must not wait for more.
                let _ = stream.set_nodelay(true);
                return stream;
            }
            Err(error) => {
                // Too many open files, mostly: those that are open will be closed.
                tracing::warn!("a connection could not be taken: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn answer(stream: TcpStream, app: Router, watcher: hyper_util::server::graceful::Watcher) {
    let mut builder = Builder::new(hyper_util::rt::TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS);
    let service = TowerToHyperService::new(app);
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
    // A client that breaks off is no fault of ours.
    let _ = watcher.watch(connection).await;
}

async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, ServeError> {
    use std::io::ErrorKind::AddrInUse;
    let ports = port.map_or(PORT..=PORT + PORTS, |port| port..=port);
    for port in ports {
        let address = SocketAddr::new(host, port);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(reason) if reason.kind() == AddrInUse => {}
            Err(reason) => return Err(ServeError::Listen { address, reason }),
        }
    }
    Err(port.map_or(ServeError::AllTaken(PORT, PORT + PORTS), ServeError::Taken))
}
