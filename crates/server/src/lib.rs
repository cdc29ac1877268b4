//! The board in the browser: [`app`] is a router that plays, keeps games and analyses, over HTTP and a WebSocket.
//!
//! - [`api`]: what is said, as types, which are also the schemas of the OpenAPI document;
//! - `routes`: one file for each group of routes, `openapi` their description;
//! - `refusal`: why something is not done, as a status and a sentence;
//! - `archive`: the store, behind a thread that writes and connections that read;
//! - `tables`: the games that are being played: clocks, engines, and who watches;
//! - [`desk`]: analysis and review, and the cores that all searches share;
//! - `guard`: who may ask at all: `Host`, `Origin`, token, headers;
//! - `mailbox`: what waits to be told to a socket, of every topic the newest;
//! - `view`, `document`: positions, moves and games as the page sees them;
//! - `assets`: the page, embedded or from a folder;
//! - `serve`: a listener, until it is told to stop.

pub mod api;
mod archive;
mod assets;
pub mod desk;
mod document;
mod guard;
mod mailbox;
mod openapi;
mod refusal;
mod routes;
mod serve;
mod state;
mod tables;
mod view;

pub use archive::Archive;
pub use guard::{Access, Token};
pub use openapi::document as openapi;
pub use refusal::Refusal;
pub use routes::app;
pub use serve::{ServeError, Server, ServerOptions};
pub use state::{AppState, StateOptions};
