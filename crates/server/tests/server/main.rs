//! The server from a client's view: routes by `oneshot`, sockets over a real listener.

mod access;
mod analysis;
mod attacks;
mod book;
mod client;
mod harness;
mod invalid;
mod library;
mod networks;
mod nodes;
mod openapi;
mod overlays;
mod play;
mod positions;
mod review;
mod socket;
mod studies;
mod updates;
