//! Matches that one can believe: colour-swapped pairs of games, openings, tournaments, SPRT and statistics.

pub mod statistics;
