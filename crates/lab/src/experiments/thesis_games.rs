//! Which games are looked at, and who has won them: a collection after the acceptance test, or self-play.

use amazons::{ByColor, Color};
use arena::TimeControl;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use store::{GameRecord, Source};
use training::{Acceptance, AcceptancePlayers, AcceptanceTally, Judgement, SelfPlay, Variety};

use crate::conditions::{Conditions, Scale};
use crate::workbench::{GameRun, LabError, Workbench};

/// The games that were examined.
pub(super) struct Sample {
    /// How many there are in the collection.
    pub(super) all: usize,
    /// Where they come from, in words.
    pub(super) origin: String,
    /// How the acceptance test was made, in words.
    pub(super) test: String,
    /// What it says.
    pub(super) tally: AcceptanceTally,
    /// Every game that was examined.
    pub(super) games: Vec<Examined>,
}

/// A game after the test.
pub(super) struct Examined {
    pub(super) game: GameRecord,
    pub(super) is_kept: bool,
    /// Who has won, of a game that is kept.
    pub(super) winner: Option<Color>,
    /// Whether the test decided it: it had no result.
    pub(super) is_played_out: bool,
    /// Whether it is one of the test games.
    pub(super) is_test: bool,
}

/// How long the good player of the test thinks.
fn limit(conditions: &Conditions) -> &str {
    let seconds = conditions.scale.choose("1s", "100ms", "100ms", "1s");
    conditions.limit(seconds, conditions.scale.choose("nodes=20", "", "nodes=20000", ""))
}

/// The same in seconds, roughly.
pub(super) fn seconds_a_move(conditions: &Conditions) -> f64 {
    conditions.scale.choose(0.001, 0.1, 0.1, 1.0)
}

/// Which games of a collection are judged, and which are examined at all: a tenth is drawn by the seed before the test, and a
/// quick run looks at no others; at the faithful scale all are judged.
pub(super) fn split(count: usize, conditions: &Conditions) -> (Vec<bool>, Vec<usize>) {
    let mut order: Vec<usize> = (0..count).collect();
    order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(conditions.seed));
    let tenth = conditions.scale.choose(count.min(12), count.div_ceil(10), count, count.div_ceil(10));
    let mut is_test = vec![false; count];
    for &index in &order[..tenth] {
        is_test[index] = true;
    }
    let is_examined = |index: &usize| conditions.scale == Scale::Paper || is_test[*index];
    let examined = (0..count).filter(is_examined).collect();
    (is_test, examined)
}

/// Finds the games and lets the acceptance test decide those that have no result.
pub(super) fn gather(bench: &mut Workbench<'_>) -> Result<Sample, LabError> {
    let conditions = bench.conditions().clone();
    let (games, origin, is_test, examined) = match &conditions.collection {
        Some(path) => {
            let games = training::read_games(path)?;
            let (is_test, examined) = split(games.len(), &conditions);
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (games, format!("the collection {name}"), is_test, examined)
        }
        None => {
            let (games, origin) = self_played(bench, &conditions)?;
            let count = games.len();
            (games, origin, vec![true; count], (0..count).collect())
        }
    };
    let limits = limit(&conditions).parse::<TimeControl>().expect("a valid time control").limits;
    let acceptance = Acceptance::new(limits, conditions.seed);
    let judged = judge(bench, &acceptance, &games, &examined)?;
    let mut tally = AcceptanceTally::default();
    let mut sample = Vec::new();
    for (&index, judgement) in examined.iter().zip(judged) {
        tally.add(judgement);
        let game = acceptance.decided(games[index].clone(), judgement);
        let is_kept = judgement.is_kept();
        sample.push(Examined {
            is_kept,
            winner: game.winner.filter(|_| is_kept),
            is_played_out: judgement != Judgement::Finished,
            is_test: is_test[index],
            game,
        });
    }
    let test = format!("{} against {} ({})", acceptance.simple, acceptance.good, limit(&conditions));
    Ok(Sample { all: games.len(), origin, test, tally, games: sample })
}

/// Judges some games of a collection; what was played out is kept in the store.
fn judge(
    bench: &mut Workbench<'_>,
    acceptance: &Acceptance,
    games: &[GameRecord],
    examined: &[usize],
) -> Result<Vec<Judgement>, LabError> {
    let mut conditions = acceptance.conditions();
    conditions["collection"] = json!(format!("{:016x}", training::digest_of_games(games)));
    let run =
        GameRun { kind: training::ACCEPTANCE, what: "games played out", conditions: conditions.to_string() };
    let is_open = |index: &&usize| games[**index].winner.is_none();
    let open: Vec<u64> = examined.iter().filter(is_open).map(|&index| index as u64).collect();
    let pool = bench.pool();
    let work = |players: &mut AcceptancePlayers, number: u64| {
        let game = &games[number as usize];
        let played = acceptance.play_out(number, game, players, pool.stop.control())?;
        let (simple, good) = (acceptance.simple.to_string(), acceptance.good.to_string());
        let names = ByColor { white: simple, black: good };
        let is_white = training::favourite(game) == Color::White;
        let names = if is_white { names } else { names.swapped() };
        Some(Ok(GameRecord {
            winner: Some(played.winner),
            ending: played.ending,
            detail: played.detail,
            event: Some("acceptance test".to_owned()),
            thoughts: played.thoughts,
            ..GameRecord::new(names, played.game, Source::Experiment)
        }))
    };
    let played = bench.play_run(&run, &open, || acceptance.players(), work)?;
    let of = |&index: &usize| match (games[index].winner, played.get(&(index as u64))) {
        (None, Some(played)) => {
            let winner = played.winner.expect("a game that was played out has a winner");
            training::judgement(&games[index], winner, played.game.moves().len())
        }
        _ => Judgement::Finished,
    };
    Ok(examined.iter().map(of).collect())
}

/// Games of our own where no collection is given. Those of a toy are random, and every other is broken off.
fn self_played(
    bench: &mut Workbench<'_>,
    conditions: &Conditions,
) -> Result<(Vec<GameRecord>, String), LabError> {
    let player =
        conditions.scale.choose("random", "otrera@nodes=10000", "otrera@nodes=10000", "otrera@nodes=100000");
    let count: u64 = conditions.scale.choose(6, 200, 200, 1_000);
    let selfplay = SelfPlay {
        player: player.parse().expect("a player of the catalogue"),
        start: *amazons::Game::default().start(),
        variety: Variety::default(),
        strays: None,
        adjudication: arena::Adjudication::Never,
        seed: conditions.seed,
    };
    let numbers: Vec<u64> = (0..count).collect();
    let planned = |number| selfplay.planned(number).map_err(LabError::from);
    let games = bench.play_planned("games of self-play", selfplay.plan(), &numbers, &planned)?;
    let mut games: Vec<GameRecord> = games.into_values().collect();
    games.truncate(count as usize);
    if conditions.scale == Scale::Toy {
        for game in games.iter_mut().step_by(2) {
            let plies = game.game.moves().len();
            training::break_off(game, plies * 4 / 5);
        }
    }
    Ok((games, format!("self-play of {player}, because no collection was given")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_drawn_by_games_and_by_the_seed() {
        let of = |scale, seed| {
            let conditions = Conditions::of(scale, seed);
            split(3_804, &conditions)
        };
        let (is_test, examined) = of(Scale::Quick, 1);
        assert_eq!(examined.len(), 381);
        assert!(examined.iter().all(|&index| is_test[index]));
        assert_eq!(of(Scale::Quick, 1).1, examined);
        assert_ne!(of(Scale::Quick, 2).1, examined);
        let (same, all) = of(Scale::Paper, 1);
        assert_eq!((same, all.len()), (is_test, 3_804));
    }
}
