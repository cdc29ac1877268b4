//! The board in the browser: [`app`] is a router for play, analysis and the library of games, over HTTP and a WebSocket.
//!
//! - `api`: requests, responses and messages as types, which are also the schemas of the OpenAPI document;
//! - `routes`: one file for each group of routes; `openapi` describes them;
//! - `extract`: axum extractors that answer bad input with an error of the API;
//! - `error`: errors as a status and a sentence;
//! - `async_store`: the store behind one writer thread and a pool of readers;
//! - `live`: games in progress: clocks, engines, subscribers;
//! - `analysis`: analysis and review;
//! - `capacity`: the cores and the memory that all searches share, by client;
//! - `access`: checks of `Host`, `Origin` and token, and the headers of every response;
//! - `feed`: what the subscribers of a game get, and how it reaches them;
//! - `view`, `document`: positions, moves and games as types of the API;
//! - `assets`: the page, embedded or from a folder;
//! - `serve`, `connections`: the listener, and how many connections it keeps.

#![forbid(unsafe_code)]

mod access;
mod analysis;
mod api;
mod assets;
mod async_store;
mod capacity;
mod connections;
mod document;
mod error;
mod extract;
mod feed;
mod live;
mod openapi;
mod routes;
mod serve;
mod state;
mod view;

pub use access::{Access, Token};
pub use capacity::CoreScheduler;
pub use openapi::document as openapi;
pub use routes::app;
pub use serve::{ServeError, Server, ServerOptions};
pub use state::{AppState, StateOptions};
