//! Games won by each player against each other.

use super::super::pairs::GameTally;

/// The games that each player won against each other; players are numbered from 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Crosstable {
    players: usize,
    /// Wins of the row's player against the column's, row by row.
    wins: Vec<u64>,
}

impl Crosstable {
    /// A table of players without games.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self { players, wins: vec![0; players * players] }
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Counts games that `winner` won against `loser`.
    ///
    /// # Panics
    ///
    /// When one of them is not in the table, or both are the same.
    pub fn add_wins(&mut self, winner: usize, loser: usize, games: u64) {
        assert!(winner != loser, "player {winner} against itself");
        let place = self.place(winner, loser);
        self.wins[place] += games;
    }

    /// The games that `player` won against `opponent`.
    ///
    /// # Panics
    ///
    /// When one of them is not in the table.
    #[must_use]
    pub fn wins(&self, player: usize, opponent: usize) -> u64 {
        self.wins[self.place(player, opponent)]
    }

    /// The games of `player` against `opponent`, won and lost.
    ///
    /// # Panics
    ///
    /// When one of them is not in the table.
    #[must_use]
    pub fn games(&self, player: usize, opponent: usize) -> GameTally {
        GameTally { wins: self.wins(player, opponent), losses: self.wins(opponent, player) }
    }

    /// All games of a player.
    ///
    /// # Panics
    ///
    /// When it is not in the table.
    #[must_use]
    pub fn total(&self, player: usize) -> GameTally {
        (0..self.players).fold(GameTally::default(), |sum, opponent| sum + self.games(player, opponent))
    }

    /// Whether every player can be reached from every other by steps from a loser to a winner.
    ///
    /// L. R. Ford, "Solution of a ranking problem from binary comparisons", American Mathematical Monthly 64 (1957), 28-33:
    /// only then do finite ratings of greatest likelihood exist.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let beats = |winner, loser| self.wins(winner, loser) > 0;
        self.reaches_all(beats) && self.reaches_all(|a, b| beats(b, a))
    }

    /// Whether steps from one player to another that `leads` there go from player 0 to all.
    fn reaches_all(&self, leads: impl Fn(usize, usize) -> bool) -> bool {
        let mut is_reached = vec![false; self.players];
        let mut waiting: Vec<usize> = (0..self.players.min(1)).collect();
        while let Some(player) = waiting.pop() {
            if !std::mem::replace(&mut is_reached[player], true) {
                waiting.extend((0..self.players).filter(|&next| leads(player, next)));
            }
        }
        is_reached.iter().all(|&is_reached| is_reached)
    }

    fn place(&self, row: usize, column: usize) -> usize {
        assert!(
            row < self.players && column < self.players,
            "players {row} and {column} of {}",
            self.players
        );
        row * self.players + column
    }
}
