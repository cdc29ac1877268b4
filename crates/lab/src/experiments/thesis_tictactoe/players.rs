//! The three players of the thesis, their games and their exact strength.

use amazons::{ByColor, Color};
use eval::Perceptron;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::grid::{Fields, Grid, Outcome};

/// A player. Each one chooses evenly among some fields.
#[derive(Clone, Copy, Debug)]
pub(super) enum Player<'a> {
    /// Plays to the state that a network values best for it, without looking further; ended games are valued like others.
    Network(&'a Perceptron),
    /// Wins if it can, else takes a field with which the opponent would win, else plays anything.
    Expert,
    /// Plays anything.
    Random,
}

impl Player<'_> {
    /// The fields among which it chooses.
    pub(super) fn choices(self, grid: Grid) -> Fields {
        match self {
            Self::Network(network) => best_by(network, grid),
            Self::Expert => {
                let side = grid.turn();
                let urgent = [grid.wins_of(side), grid.wins_of(!side)];
                urgent.into_iter().find(|fields| !fields.is_empty()).unwrap_or_else(|| grid.empty())
            }
            Self::Random => grid.empty(),
        }
    }

    fn choose(self, grid: Grid, rng: &mut Xoshiro256PlusPlus) -> u8 {
        let choices = self.choices(grid);
        match choices.as_slice() {
            [only] => *only,
            several => several[rng.random_range(..several.len())],
        }
    }
}

/// The field after which a network's value is best for the side whose turn it is; several where values are the same.
fn best_by(network: &Perceptron, grid: Grid) -> Fields {
    let mut best = Fields::new();
    let mut most = f32::NEG_INFINITY;
    for field in grid.empty() {
        let value = network.value(&grid.after(field).inputs());
        let value = if grid.turn() == Color::White { value } else { -value };
        if value > most {
            best.clear();
            most = value;
        }
        if value >= most {
            best.push(field);
        }
    }
    best
}

/// A game: its plies and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Played {
    fields: Fields,
    /// How it ended.
    pub(super) outcome: Outcome,
}

impl Played {
    /// All states from the empty grid to the last one.
    pub(super) fn states(&self) -> impl Iterator<Item = Grid> + '_ {
        let after = |grid: &mut Grid, &field: &u8| {
            *grid = grid.after(field);
            Some(*grid)
        };
        [Grid::default()].into_iter().chain(self.fields.iter().scan(Grid::default(), after))
    }
}

/// Plays a game.
pub(super) fn play(players: ByColor<Player<'_>>, rng: &mut Xoshiro256PlusPlus) -> Played {
    let (mut grid, mut fields) = (Grid::default(), Fields::new());
    loop {
        if let Some(outcome) = grid.outcome() {
            return Played { fields, outcome };
        }
        let field = players[grid.turn()].choose(grid, rng);
        fields.push(field);
        grid = grid.after(field);
    }
}

/// The two players of a game: White is the first in even games, the second in odd ones.
pub(super) fn seats<'a>(first: Player<'a>, second: Player<'a>, game: u64) -> (Color, ByColor<Player<'a>>) {
    let players = ByColor { white: first, black: second };
    if game.is_multiple_of(2) { (Color::White, players) } else { (Color::Black, players.swapped()) }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
}

impl Tally {
    fn add(&mut self, result: i8) {
        match result {
            1 => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
    }

    /// The games of both.
    pub(super) fn plus(self, other: Self) -> Self {
        Self { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }

    pub(super) fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// (won - lost) / games.
    pub(super) fn equity(self) -> f64 {
        (self.won as f64 - self.lost as f64) / self.games().max(1) as f64
    }
}

/// Games of a player against another, colours alternating; the first player's, by its colour.
pub(super) fn contest(
    first: Player<'_>,
    second: Player<'_>,
    games: u64,
    rng: &mut Xoshiro256PlusPlus,
) -> ByColor<Tally> {
    let mut tallies = ByColor::<Tally>::default();
    for game in 0..games {
        let (side, players) = seats(first, second, game);
        tallies[side].add(play(players, rng).outcome.result_for(side));
    }
    tallies
}

/// Who a side is in the exact count of all games.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side<'a> {
    /// A player.
    Of(Player<'a>),
    /// The best reply to its opponent.
    BestReply,
}

/// The expected equity of the first against a player with both colours alike, over all games that they can play.
pub(super) fn exact_equity(first: Side<'_>, second: Player<'_>) -> f64 {
    Color::BOTH.map(|side| expected(Grid::default(), side, first, second)).iter().sum::<f64>() / 2.0
}

fn expected(grid: Grid, side: Color, first: Side<'_>, second: Player<'_>) -> f64 {
    if let Some(outcome) = grid.outcome() {
        return f64::from(outcome.result_for(side));
    }
    let after = |field: &u8| expected(grid.after(*field), side, first, second);
    let mean = |fields: Fields| fields.iter().map(after).sum::<f64>() / fields.len() as f64;
    match first {
        _ if grid.turn() != side => mean(second.choices(grid)),
        Side::Of(player) => mean(player.choices(grid)),
        Side::BestReply => grid.empty().iter().map(after).fold(f64::NEG_INFINITY, f64::max),
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn after(fields: &[u8]) -> Grid {
        fields.iter().fold(Grid::default(), |grid, &field| grid.after(field))
    }

    fn rng() -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(5)
    }

    /// A network that counts White's fields less Black's with a weight for each field.
    fn counting(weights: [f32; 9]) -> Perceptron {
        let mut numbers = weights.into_iter().chain([0.0, 1.0, 0.0]);
        Perceptron::from_fn(&[9, 1], 0.1, || numbers.next().unwrap())
    }

    #[test]
    fn the_expert_wins_before_it_blocks_before_it_plays_anything() {
        let expert = |fields: &[u8]| Player::Expert.choices(after(fields)).to_vec();
        // X X .   White wins with 2, although Black threatens 5.
        // O O .
        assert_eq!(expert(&[0, 3, 1, 4]), [2]);
        // X X .   Black has no win and blocks.
        // . O .
        assert_eq!(expert(&[0, 4, 1]), [2]);
        // X O X   White threatens 3 and 4: Black takes either.
        // . . .
        // X . O
        assert_eq!(expert(&[0, 1, 2, 8, 6]), [3, 4]);
        // X X .   White can win with 2 and with 6.
        // X O O
        // . . O
        assert_eq!(expert(&[0, 4, 1, 5, 3, 8]), [2, 6]);
        assert_eq!(expert(&[0]).len(), 8);
        assert_eq!(Player::Random.choices(after(&[0, 4, 1])).len(), 6);
    }

    #[test]
    fn a_network_plays_to_the_state_that_is_best_for_it() {
        let network = counting([1.0, 2.0, 3.0, 9.0, 5.0, 4.0, 6.0, 7.0, 8.0]);
        let choices = |fields: &[u8]| Player::Network(&network).choices(after(fields)).to_vec();
        assert_eq!(choices(&[]), [3]);
        assert_eq!(choices(&[3]), [8], "Black wants the least value");
        assert_eq!(choices(&[3, 8]), [7]);
        assert_eq!(Player::Network(&counting([0.0; 9])).choices(after(&[0])).len(), 8, "all alike");
    }

    #[test]
    fn a_game_has_all_its_states() {
        let mut rng = rng();
        for _ in 0..100 {
            let played = play(ByColor { white: Player::Random, black: Player::Expert }, &mut rng);
            let states: Vec<Grid> = played.states().collect();
            assert_eq!(states.len(), played.fields.len() + 1);
            assert_eq!(states[0], Grid::default());
            assert_eq!(states.last().unwrap().outcome(), Some(played.outcome));
            assert!(states[..states.len() - 1].iter().all(|state| state.outcome().is_none()));
        }
    }

    #[test]
    fn the_equity_of_many_games_is_the_exact_one() {
        let both = exact_equity(Side::Of(Player::Expert), Player::Expert);
        assert!(both.abs() < 1e-12, "alike: {both}");
        let random = exact_equity(Side::Of(Player::Random), Player::Expert);
        let best = exact_equity(Side::BestReply, Player::Expert);
        assert!((-1.0..-0.5).contains(&random) && (0.0..1.0).contains(&best), "{random} {best}");
        let tallies = contest(Player::Random, Player::Expert, 4_000, &mut rng());
        assert_eq!((tallies.white.games(), tallies.black.games()), (2_000, 2_000));
        let played = tallies.white.plus(tallies.black).equity();
        // Four standard errors.
        assert!((played - random).abs() < 4.0 / 4_000_f64.sqrt(), "{played} {random}");
    }
}
