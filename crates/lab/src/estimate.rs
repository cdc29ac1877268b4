//! What an experiment will cost, before it begins.
