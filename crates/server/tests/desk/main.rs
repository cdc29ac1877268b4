//! The desk as its users meet it: overlays, the editor, the explorer, reviews, and analysis over real sockets.

mod analysis;
mod house;
mod positions;
mod review;
