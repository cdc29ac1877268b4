//! Estimates the cost of an experiment before it starts.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use agents::{Contender, Task};
use amazons::{Draw, Game};
use arena::{Contest, Entrant, Opening, TimeControl};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use store::Store;
use thought::{Control, Limits, Report, Silent};

use crate::cells::Cells;
use crate::conditions::Conditions;
use crate::experiment::Experiment;
use crate::workbench::LabError;

/// The cost of an experiment.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// Games to be played.
    pub games: u64,
    /// Core seconds of these games and of all other work.
    pub core_seconds: f64,
}

/// Estimates experiments one after another. Games that two of them share are counted once.
#[derive(Debug)]
pub struct Estimator<'a> {
    conditions: &'a Conditions,
    /// The store of games that need not be played again, if any.
    store: Option<&'a Store>,
    /// Seconds per move by player, time control and board.
    moves: HashMap<String, f64>,
    /// The conditions of contests that were estimated already.
    seen: HashSet<String>,
}

/// The most time of a trial search on one position.
const TRIAL: Duration = Duration::from_millis(250);

/// The plies of a random game at which players are tried: early, middle and late.
const PLIES: [usize; 3] = [2, 24, 44];

impl<'a> Estimator<'a> {
    /// A new estimator; the games of a store need not be played again.
    #[must_use]
    pub fn new(conditions: &'a Conditions, store: Option<&'a Store>) -> Self {
        Self { conditions, store, moves: HashMap::new(), seen: HashSet::new() }
    }

    /// The cost of an experiment.
    ///
    /// # Errors
    /// When its contests are invalid or the store cannot be read.
    pub fn estimate(&mut self, experiment: &dyn Experiment) -> Result<Estimate, LabError> {
        let other_work = experiment.other_work(self.conditions);
        let mut estimate = Estimate { games: 0, core_seconds: other_work };
        for contest in experiment.contests(self.conditions)? {
            if self.seen.insert(contest.conditions().to_string()) {
                let games = self.games(&contest, &experiment.cells(&contest, self.conditions))?;
                estimate.games += games.games;
                estimate.core_seconds += games.core_seconds;
            }
        }
        Ok(estimate)
    }

    /// The cost of a contest's games up to the last look.
    fn games(&mut self, contest: &Contest, cells: &Cells) -> Result<Estimate, LabError> {
        contest.check()?;
        let found = self.store.map(|store| contest.find(store)).transpose()?.flatten();
        let schedule = contest.schedule();
        let sample = sample(&contest.openings[0], contest.seed);
        let seconds: Vec<f64> =
            contest.entrants.iter().map(|entrant| self.seconds_a_move(contest, entrant, &sample)).collect();
        let plies = sample.moves().len().saturating_sub(contest.openings[0].game.moves().len()) as f64;
        let mut estimate = Estimate::default();
        for number in cells.slots(&schedule, cells.looks() - 1, |_| true) {
            if found.as_ref().is_none_or(|found| !found.state.standings.has(number)) {
                let slot = schedule.slot(number);
                estimate.games += 1;
                estimate.core_seconds += plies / 2.0 * (seconds[slot.white] + seconds[slot.black]);
            }
        }
        Ok(estimate)
    }

    /// Core seconds per move of a player.
    fn seconds_a_move(&mut self, contest: &Contest, entrant: &Entrant, sample: &Game) -> f64 {
        let time_control = entrant.time_control_or(contest.time_control);
        let size = sample.position().size();
        let key = format!("{}@{time_control} on {size}", entrant.contender);
        if let Some(&known) = self.moves.get(&key) {
            return known;
        }
        let seconds = entrant.contender.threads() as f64 * seconds_a_move(entrant, time_control, sample);
        self.moves.insert(key, seconds);
        seconds
    }
}

/// A random game from an opening: its length is typical, and its positions are used for trials.
fn sample(opening: &Opening, seed: u64) -> Game {
    let mut game = opening.game.clone();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while let Some(mv) = game.position().random_move(Draw::Uniform, &mut rng) {
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

/// Seconds per move, the mean over some positions of a game.
fn seconds_a_move(entrant: &Entrant, time_control: TimeControl, sample: &Game) -> f64 {
    let spec = match &entrant.contender {
        Contender::Player(spec) => spec,
        // No external program is started for an estimate.
        Contender::Program(_) => return limit(time_control, sample).unwrap_or(1.0),
    };
    if let Some(seconds) = limit(time_control, sample).filter(|_| !spec.can(agents::Ability::EndAtDepth)) {
        return seconds;
    }
    let mut agent = spec.agent();
    agent.new_game(0);
    let positions: Vec<Game> = PLIES.iter().filter_map(|&ply| cut(sample, ply)).collect();
    let trials = positions.iter().filter_map(|game| trial(agent.as_mut(), time_control, game, sample));
    let (count, sum) = trials.fold((0_u32, 0.0), |(count, sum), seconds| (count + 1, sum + seconds));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

/// The first plies of a game.
fn cut(game: &Game, plies: usize) -> Option<Game> {
    let mut short = Game::new(*game.start());
    for &mv in game.moves().get(..plies)? {
        short.play(mv).ok()?;
    }
    Some(short)
}

/// The seconds of a move by clock and time limit.
fn limit(time_control: TimeControl, sample: &Game) -> Option<f64> {
    let moves = sample.moves().len() as f64 / 2.0;
    let per_move = |time: Duration| time.as_secs_f64() / moves + time_control.increment.as_secs_f64();
    let clock = time_control.clock.map(per_move);
    let each = time_control.limits.time.map(|time| time.as_secs_f64());
    clock.into_iter().chain(each).reduce(f64::min)
}

/// Searches a position for a short time and projects the seconds of the whole search.
fn trial(
    agent: &mut dyn agents::Agent,
    time_control: TimeControl,
    game: &Game,
    sample: &Game,
) -> Option<f64> {
    let longest = limit(time_control, sample);
    let allowed = longest.map_or(TRIAL, |longest| TRIAL.min(Duration::from_secs_f64(longest)));
    let limits = Limits { time: Some(allowed), clock: None, ..time_control.limits };
    let begun = Instant::now();
    let decision = agent.decide(game, Task::new(&limits, &Control::new(), &mut Silent)).ok()?;
    let taken = begun.elapsed().as_secs_f64();
    Some(projected(&time_control.limits, longest, allowed.as_secs_f64(), taken, &decision.report))
}

/// The seconds of a whole search, from a trial search that took `taken` of `allowed` seconds: one that reached the trial's limit
/// would continue at the same speed to its own counts, but no longer than `longest`.
fn projected(limits: &Limits, longest: Option<f64>, allowed: f64, taken: f64, report: &Report) -> f64 {
    if taken < 0.9 * allowed {
        return taken;
    }
    let share = |wanted: Option<u64>, done: u64| wanted.map(|wanted| wanted as f64 / done.max(1) as f64);
    let shares = [share(limits.playouts, report.playouts), share(limits.nodes, report.nodes)];
    let counted = shares.into_iter().flatten().reduce(f64::min).map(|share| taken * share.max(1.0));
    match (counted, longest) {
        (Some(counted), Some(longest)) => counted.min(longest),
        (counted, longest) => counted.or(longest).unwrap_or(taken),
    }
}

#[cfg(test)]
mod tests {
    use arena::ContestFormat;

    use super::*;
    use crate::conditions::Scale;
    use crate::contests::{contest, from_the_start};

    fn conditions() -> Conditions {
        Conditions::of(Scale::Toy, 1)
    }

    /// The cost of all games of a contest.
    fn cost(estimator: &mut Estimator<'_>, contest: &Contest) -> Estimate {
        let cells = Cells::by_pairing(contest, &conditions(), |_| u64::MAX);
        estimator.games(contest, &cells).unwrap()
    }

    fn of(players: &[&str], pairs: u64) -> Contest {
        let players: Vec<String> = players.iter().map(ToString::to_string).collect();
        let contest =
            contest(&conditions(), &players, ContestFormat::RoundRobin, pairs, from_the_start().unwrap());
        contest.unwrap()
    }

    #[test]
    fn twice_as_many_games_cost_twice_as_much() {
        let conditions = conditions();
        let mut estimator = Estimator::new(&conditions, None);
        let players = ["uct@playouts=20", "mgpeo@playouts=20"];
        let [one, two] = [1, 2].map(|pairs| cost(&mut estimator, &of(&players, pairs)));
        assert!(one.core_seconds > 0.0);
        assert_eq!([one.games, two.games], [2, 4]);
        // The players are tried once, so this is exact.
        assert!((two.core_seconds / one.core_seconds - 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_limit_in_seconds_is_the_estimate() {
        let conditions = conditions();
        let mut estimator = Estimator::new(&conditions, None);
        let estimate = cost(&mut estimator, &of(&["uct@5s", "mgpeo@3s"], 1));
        let plies = sample(&from_the_start().unwrap()[0], 1).moves().len() as f64;
        assert!((estimate.core_seconds - plies * 8.0).abs() < 1e-6, "{estimate:?}");
    }

    #[test]
    fn a_search_that_reaches_the_limit_of_the_trial_is_projected() {
        let report = Report { playouts: 100, nodes: 1_000, ..Report::default() };
        let seconds = |limits: Limits, longest, taken| projected(&limits, longest, 0.25, taken, &report);
        assert_eq!(seconds(Limits::playouts(1_000), None, 0.25), 2.5);
        assert_eq!(seconds(Limits::playouts(10_000), None, 0.25), 25.0);
        assert_eq!(seconds(Limits { nodes: Some(2_000), ..Limits::playouts(1_000) }, None, 0.25), 0.5);
        assert_eq!(seconds(Limits::playouts(1_000), Some(2.0), 0.25), 2.0);
        assert_eq!(seconds(Limits::NONE, Some(2.0), 0.25), 2.0);
        // A search that ended by itself is not projected.
        assert_eq!(seconds(Limits::playouts(1_000), Some(2.0), 0.1), 0.1);
    }
}
