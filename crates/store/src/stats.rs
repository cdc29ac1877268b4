//! Statistics of games.

use std::collections::BTreeMap;

use amazons::{ByColor, Color};

use crate::error::StoreError;
use crate::filter::Filter;
use crate::kinds::{Ending, Source};
use crate::open::Store;

/// Statistics of some games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stats {
    /// The number of games.
    pub games: u64,
    /// The games won by each side; the others have no winner.
    pub wins: ByColor<u64>,
    /// The number of games by ending.
    pub endings: BTreeMap<Ending, u64>,
    /// The number of games by source.
    pub sources: BTreeMap<Source, u64>,
    /// Their lengths; `None` without games.
    pub lengths: Option<Lengths>,
    /// The players, most games first.
    pub players: Vec<PlayerStats>,
}

/// The lengths of games in plies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lengths {
    /// The shortest.
    pub shortest: u32,
    /// The longest.
    pub longest: u32,
    /// The mean.
    pub mean: f64,
    /// The median; of two in the middle the lower.
    pub median: u32,
}

/// Statistics of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerStats {
    /// The name.
    pub name: String,
    /// Games as White and as Black; a game against itself counts twice.
    pub games: ByColor<u64>,
    /// Wins as White and as Black.
    pub wins: ByColor<u64>,
    /// Lost games.
    pub losses: u64,
}

impl Store {
    /// Statistics of the games that pass a filter, within its limit and offset.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn stats(&self, filter: &Filter) -> Result<Stats, StoreError> {
        let mut stats = Stats::default();
        let mut lengths = Vec::new();
        let mut players: BTreeMap<String, PlayerStats> = BTreeMap::new();
        for game in self.list(filter)? {
            stats.games += 1;
            *stats.endings.entry(game.ending).or_default() += 1;
            *stats.sources.entry(game.source).or_default() += 1;
            lengths.push(game.plies);
            if let Some(winner) = game.winner {
                stats.wins[winner] += 1;
            }
            for color in Color::BOTH {
                let name = &game.players[color];
                let player = players
                    .entry(name.clone())
                    .or_insert_with(|| PlayerStats { name: name.clone(), ..PlayerStats::default() });
                player.games[color] += 1;
                player.wins[color] += u64::from(game.winner == Some(color));
                player.losses += u64::from(game.winner == Some(!color));
            }
        }
        lengths.sort_unstable();
        stats.lengths = lengths_of(&lengths);
        stats.players = players.into_values().collect();
        // The sort is stable, so ties stay sorted by name.
        stats.players.sort_by_key(|player| std::cmp::Reverse(player.games.white + player.games.black));
        Ok(stats)
    }
}

fn lengths_of(sorted: &[u32]) -> Option<Lengths> {
    let sum: u64 = sorted.iter().map(|&plies| u64::from(plies)).sum();
    Some(Lengths {
        shortest: *sorted.first()?,
        longest: *sorted.last()?,
        mean: sum as f64 / sorted.len() as f64,
        median: sorted[(sorted.len() - 1) / 2],
    })
}
