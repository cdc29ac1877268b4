//! What the thesis left open about its networks, asked with its own training: distance maps as inputs, a second hidden layer, ten
//! times the games.

use std::path::PathBuf;

use amazons::{Board10x10, Position};
use arena::Contest;
use arena::statistics::Summary;
use eval::{Eval, Evaluation, Network, NetworkEval, Representation};
use store::{AtomicFile, IfExists};
use training::{NetworkData, NetworkGame, NetworkTraining, winner_error};

use super::parts::linear_axis;
use super::thesis_errors::boards::Errors;
use super::thesis_networks::{curve, self_play};
use crate::conditions::Conditions;
use crate::confidence::Confidence;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{Cell, Drawing, Figure, Findings, Measured, ResultTable, Statement, TableRow, Unit};
use crate::judge;
use crate::workbench::{LabError, Workbench};

/// Our questions about networks.
pub(super) struct OtreraNetworks;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "otrera-networks",
    paper: Paper::Otrera,
    place: "open questions of THESIS, section 6",
    title: "What would make the thesis's networks better",
    question: "The thesis asks for better inputs and other layers; that more games might help is our question. Its training is repeated on self-play with distance maps \
               beside the squares, with a second hidden layer, and with ten times as many games. All are judged on the same test \
               games, by the share of boards with the wrong winner and by the log loss of a probability of winning, beside \
               Lieberum's evaluation and the flagship's.",
    original: "none: section 6 of the thesis proposes features, deeper networks and windows of squares for further work",
    differences: &[
        "Three trainings of each network at the faithful scale, seeds 1 to 3: the error of a training on self-play swings, so that \
         one compares nothing. Intervals hold the spread of trainings (Student's, of three) and that of test games; the \
         curves are those of the first training.",
        "The probability of winning is the logistic function of the value times a factor that is fitted on the training games, \
         one factor for each evaluation.",
        "The flagship's weights were learnt from other games of the same player, and its search made these games: it is at home here.",
    ],
};

/// A network that is trained: its name, what it reads, its hidden layers, and how many times as many games it sees.
type Variant = (&'static str, Representation, &'static [usize], u64);

const VARIANTS: [Variant; 6] = [
    ("squares, 40", Representation::Units, &[40], 1),
    ("distances, 40", Representation::Distances, &[40], 1),
    ("squares, 64 and 32", Representation::Units, &[64, 32], 1),
    ("distances, 64 and 32", Representation::Distances, &[64, 32], 1),
    ("squares, 40, ten times the games", Representation::Units, &[40], 10),
    ("distances, 64 and 32, ten times the games", Representation::Distances, &[64, 32], 10),
];

/// Evaluations beside them.
const OTHERS: [(&str, &str); 3] =
    [("minimal distance", "mindist"), ("Lieberum", "lieberum"), ("Otrera", "otrera")];

impl Experiment for OtreraNetworks {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, _conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(Vec::new())
    }

    fn other_work(&self, conditions: &Conditions) -> f64 {
        conditions.scale.choose(1.0, 200.0, 4_000.0, 4_000.0)
    }

    fn run(&self, bench: &mut Workbench<'_>, _contests: &[Contest]) -> Result<Findings, LabError> {
        let games = bench.conditions().scale.choose(40, 1_000, 8_618, 8_618);
        let (few, many) = (self_play(bench, games)?, self_play(bench, 10 * games)?);
        let trainings = bench.conditions().scale.choose(1, 1, 3, 3);
        let networks = train(bench, trainings, &few, &many)?;
        let names = VARIANTS.iter().flat_map(|(name, ..)| std::iter::repeat_n(*name, trainings));
        let mut evals: Vec<Eval> = names
            .zip(networks)
            .map(|(name, network)| Eval::Network(NetworkEval::new(network, name)))
            .collect();
        evals.extend(OTHERS.map(|(_, eval)| eval.parse().expect("an evaluation of the catalogue")));
        let judged = Judged::measure(bench, trainings, &few, &evals)?;
        Ok(Findings {
            tables: vec![judged.table()],
            figures: vec![judged.curves(bench.conditions().scale.choose(1, 20, 20, 20))],
            statements: judged.statements(),
            remarks: vec![format!(
                "{} training games and {} test games; with ten times the games {} training games. Test games are never learnt from.",
                few.training().len(),
                few.test().len(),
                many.training().len()
            )],
        })
    }
}

/// Trains every network some times, or takes those that are kept from an earlier session.
fn train(
    bench: &mut Workbench<'_>,
    trainings: usize,
    few: &NetworkData,
    many: &NetworkData,
) -> Result<Vec<Network>, LabError> {
    let examples = bench.conditions().scale.choose(30, 20_000, 200_000, 200_000);
    let (commit, stop) = (bench.commit(), bench.pool().stop);
    let file = |name: &str, seed: u64| -> Option<PathBuf> {
        let name = name.replace(", ", "-").replace(' ', "-");
        Some(bench.folder()?.join("networks").join(format!("open-{name}-{seed}.net")))
    };
    let jobs: Vec<(NetworkTraining, &NetworkData, Option<PathBuf>)> = VARIANTS
        .iter()
        .flat_map(|variant| (1..=trainings as u64).map(move |seed| (variant, seed)))
        .map(|(&(name, representation, hidden, times), seed)| {
            let training = NetworkTraining {
                hidden: hidden.to_vec(),
                examples,
                ..NetworkTraining::thesis(representation, hidden[0], seed)
            };
            (training, if times == 1 { few } else { many }, file(name, seed))
        })
        .collect();
    if let Some(folder) = bench.folder() {
        let networks = folder.join("networks");
        let fault =
            |error: std::io::Error| LabError::File { path: networks.clone(), what: error.to_string() };
        std::fs::create_dir_all(&networks).map_err(fault)?;
    }
    let trained = bench.map("networks trained", &jobs, |(training, data, file)| {
        let digest = format!("{:016x}", data.digest());
        let kept = file.as_ref().and_then(|file| Network::read(file).ok());
        let is_same =
            |kept: &Network| kept.training.digest == digest && kept.training.examples == training.examples;
        if let Some(kept) = kept.filter(is_same) {
            return Ok::<_, LabError>(kept);
        }
        let network = training.train(data, commit, None, stop, |_| ())?.network;
        if let Some(file) = file {
            AtomicFile::write(file, &network.to_bytes(), IfExists::Replace)?;
        }
        Ok(network)
    })?;
    trained.into_iter().collect()
}

/// All evaluations on the boards of the test games: the trainings of each network together, then the others.
struct Judged {
    trainings: usize,
    errors: Errors,
    losses: Errors,
}

/// The mean of what was measured with each training; the interval has the spread of trainings and that of games.
fn over_trainings(each: &[Measured]) -> Measured {
    let mut seen = Summary::default();
    each.iter().filter_map(|one| one.ours).for_each(|value| seen.add(value));
    let half = |(low, high): (f64, f64)| (high - low) / 2.0;
    let of_games = each.iter().filter_map(|one| one.interval).map(half).fold(0.0, f64::max);
    let mean = Measured::mean(&seen, Unit::Decimal, Confidence::USUAL);
    let whole = of_games.hypot(mean.interval.map_or(0.0, half));
    Measured { ours: mean.ours, interval: mean.ours.map(|mean| (mean - whole, mean + whole)), ..each[0] }
}

/// The value of a position to the winner.
fn value(eval: &Eval, position: &Position<Board10x10>, game: &NetworkGame) -> f64 {
    let value = eval.value(position);
    if position.turn() == game.winner() { value } else { -value }
}

fn boards(game: &NetworkGame) -> impl Iterator<Item = Position<Board10x10>> + '_ {
    game.positions().filter(|position| position.outcome().is_none())
}

/// The log loss of a value to the winner, times a factor.
fn log_loss(value: f64, factor: f64) -> f64 {
    let odds = -value * factor;
    // ln(1 + e^x) without overflow.
    odds.max(0.0) + (-odds.abs()).exp().ln_1p()
}

/// The factor with the lowest mean log loss of some values: golden section, as the loss is convex in it.
fn best_factor(values: &[f64]) -> f64 {
    let loss = |factor: f64| values.iter().map(|&value| log_loss(value, factor)).sum::<f64>();
    let shrink = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0, 20.0);
    while high - low > 1e-3 {
        let (left, right) = (high - shrink * (high - low), low + shrink * (high - low));
        if loss(left) < loss(right) { high = right } else { low = left }
    }
    (low + high) / 2.0
}

impl Judged {
    fn measure(
        bench: &mut Workbench<'_>,
        trainings: usize,
        data: &NetworkData,
        evals: &[Eval],
    ) -> Result<Self, LabError> {
        // A board of every training game is enough for one factor.
        let factors = bench.map("factors fitted", evals, |eval| {
            let one = |(number, game): (usize, &NetworkGame)| {
                let boards: Vec<_> = boards(game).collect();
                boards.get(number * 7 % boards.len().max(1)).map(|position| value(eval, position, game))
            };
            best_factor(&data.training().iter().enumerate().filter_map(one).collect::<Vec<_>>())
        })?;
        let judged = bench.map("test games judged", data.test(), |game| {
            let positions: Vec<_> = boards(game).collect();
            let of = |eval: &Eval| -> Vec<f64> {
                positions.iter().map(|position| value(eval, position, game)).collect()
            };
            let values: Vec<Vec<f64>> = evals.iter().map(of).collect();
            let wrong = |value: &f64| winner_error(*value);
            let errors = values.iter().map(|values| values.iter().map(wrong).collect()).collect();
            let losses = values
                .iter()
                .zip(&factors)
                .map(|(values, &factor)| values.iter().map(|&value| log_loss(value, factor)).collect())
                .collect();
            (errors, losses)
        })?;
        let (errors, losses) = judged.into_iter().unzip();
        Ok(Self { trainings, errors: Errors { games: errors }, losses: Errors { games: losses } })
    }

    /// The names of the networks and of the other evaluations.
    fn names() -> Vec<&'static str> {
        VARIANTS.iter().map(|(name, ..)| *name).chain(OTHERS.map(|(name, _)| name)).collect()
    }

    /// The evaluation of a network's training; the others have one, which stands for all.
    fn eval(&self, row: usize, training: usize) -> usize {
        match row.checked_sub(VARIANTS.len()) {
            Some(other) => VARIANTS.len() * self.trainings + other,
            None => row * self.trainings + training,
        }
    }

    fn over(&self, row: usize, measure: impl Fn(usize) -> Measured) -> Measured {
        let trainings = if row < VARIANTS.len() { self.trainings } else { 1 };
        over_trainings(&(0..trainings).map(|training| measure(self.eval(row, training))).collect::<Vec<_>>())
    }

    fn table(&self) -> ResultTable {
        let row = |(row, name): (usize, &'static str)| TableRow {
            name: name.to_owned(),
            cells: vec![
                Cell::from(self.over(row, |eval| self.errors.share(eval, 0..))),
                Cell::from(self.over(row, |eval| self.errors.share_within(eval, 10..30))),
                Cell::from(self.over(row, |eval| self.errors.share_within(eval, 30..50))),
                Cell::from(self.over(row, |eval| self.losses.share(eval, 0..))),
            ],
        };
        ResultTable {
            title: "Wrong winners and log loss on test games of self-play".to_owned(),
            head: ["evaluation", "error", "plies 10 to 29", "plies 30 to 49", "log loss"]
                .map(str::to_owned)
                .to_vec(),
            rows: Self::names().into_iter().enumerate().map(row).collect(),
        }
    }

    fn curves(&self, enough: u64) -> Figure {
        let series = |row: usize| curve(Self::names()[row], &self.errors, self.eval(row, 0), enough);
        Figure {
            title: "Share of boards with the wrong winner, by ply".to_owned(),
            drawing: Drawing::Lines {
                x: linear_axis("ply", Unit::Count, None),
                y: linear_axis("error", Unit::Decimal, Some((0.0, 0.6))),
                series: [0, 1, 5, 7, 8].into_iter().map(series).collect(),
            },
        }
    }

    fn statements(&self) -> Vec<Statement> {
        let less = |claim: &str, one: usize, other: usize| {
            let name = format!("log loss of {} less that of {}", Self::names()[one], Self::names()[other]);
            let difference = |training: usize| {
                self.losses.difference(self.eval(one, training), self.eval(other, training))
            };
            let difference = over_trainings(&(0..self.trainings).map(difference).collect::<Vec<_>>());
            judge::below(claim, (&name, Measured { unit: Unit::Decimal, ..difference }), 0.0).of_ours()
        };
        vec![
            less("Distance maps as inputs make a network better.", 1, 0),
            less("A second hidden layer makes a network of squares better.", 2, 0),
            less("A second hidden layer makes a network of distances better.", 3, 1),
            less("Ten times the games make a network of squares better.", 4, 0),
            less("Ten times the games make the best network better.", 5, 3),
            less("The best network is better than Lieberum's evaluation.", 5, 7),
            less("The best network is better than the flagship's evaluation.", 5, 8),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_the_spread_of_trainings_and_of_games() {
        let one = |ours: f64| Measured {
            ours: Some(ours),
            interval: Some((ours - 0.3, ours + 0.3)),
            ..Measured::default()
        };
        let alone = over_trainings(&[one(1.0)]);
        assert_eq!((alone.ours, alone.interval), (Some(1.0), Some((0.7, 1.3))));
        // Student's 4.3027 times 1 / sqrt(3), and the games' 0.3.
        let three = over_trainings(&[one(1.0), one(2.0), one(3.0)]);
        let (low, high) = three.interval.unwrap();
        assert!(
            (three.ours.unwrap() - 2.0).abs() < 1e-12 && (high - 2.0 - 2.484_f64.hypot(0.3)).abs() < 1e-3,
            "{low} {high}"
        );
    }

    #[test]
    fn the_factor_is_the_one_with_the_lowest_loss() {
        // Right three times in four at the same value: the logistic function of the factor is 3/4.
        let factor = best_factor(&[1.0, 1.0, 1.0, -1.0]);
        assert!((factor - 3.0_f64.ln()).abs() < 2e-3, "{factor}");
        assert!((log_loss(0.0, 5.0) - 2.0_f64.ln()).abs() < 1e-12);
        assert!(log_loss(-100.0, 20.0).is_finite());
    }
}
