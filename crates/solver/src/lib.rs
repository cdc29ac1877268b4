//! Exact answers about Amazons: regions, how many moves they hold, and sums of them.
