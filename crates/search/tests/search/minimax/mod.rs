//! The searches that look ahead move by move, against naive ones.

mod candidates;
mod first_win;
mod limits;
mod naive;
mod sample;
mod values;
mod wins;
