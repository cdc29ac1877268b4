//! The server as its clients see it: routes by `oneshot`, sockets over a real listener.

mod client;
mod guard;
mod library;
mod nodes;
mod openapi;
mod play;
mod positions;
mod rubbish;
mod socket;
