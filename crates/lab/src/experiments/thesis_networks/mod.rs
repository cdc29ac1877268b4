//! THESIS, Tables 2 and 3 and Figures 15 to 17: the nine networks, trained on games of people and on self-play.
//!
//! - `runs`: the trainings, kept one by one;
//! - `errors`: tables, plots and statements about their errors.

mod errors;
mod runs;

use std::path::Path;

use arena::{Adjudication, Contest};
use training::{NetworkData, SelfPlay};

use self::errors::Trained;
pub(super) use self::errors::curve;
use self::runs::{Kind, Runs};
use super::thesis_games::gather;
use crate::conditions::{Conditions, Scale};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::Findings;
use crate::workbench::{LabError, Workbench};

/// THESIS, Tables 2 and 3 and Figures 15 to 17.
pub(super) struct ThesisNetworks;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "thesis-networks",
    paper: Paper::Thesis,
    place: "Tables 2 and 3, Figures 15 to 17",
    title: "Nine networks learnt from games",
    question: "Can a network with one hidden layer learn from recorded games who wins? Three representations of a board and three \
               sizes are trained by TD(0.9) on whole games; of several trainings with other first weights the one with the lowest \
               error on test games counts. The error is the share of boards with the wrong winner.",
    original: "8,618 games of Little Golem, a tenth of them for the test; 200,000 examples, ten trainings a network",
    differences: &[
        "Our collection has about a third as many games as the thesis's. The same networks are therefore trained a second time on \
         8,618 games of our flagship against itself (500 positions a move, one to eight random plies first, each game until \
         it is decided). These are better and longer games than those of people, and other ones. The thesis has no games of \
         self-play: its figures stand beside those of the collection only, and what is asked of self-play is our own question.",
        "The thesis changes weights after every example, which can be read as a position or as a game. Ours change after every position, \
         from the last to the first, with targets from the network as it was before the game: with one step a game, 160 hidden \
         units would be beyond stability at the thesis's rate, by our estimate.",
        "The thesis does not say in which order games are shown; here every pass has another.",
        "Test games are chosen by a digest of their moves, so that a game is one in every collection that has it.",
        "A board's last position is learnt from too; errors are counted on boards that are not over.",
        "The thesis names a representation UNITS and UNITY; we call it units.",
    ],
};

/// The collections in file names.
const LITTLE_GOLEM: &str = "little-golem";
const SELF_PLAY: &str = "self-play";

/// How the name of games of self-play ends.
const AGAINST_ITSELF: &str = "against itself";

/// Who plays the games of our own.
const PLAYER: &str = "otrera@nodes=500";
const OPENINGS: &str = "random:1-8";
const SELF_PLAY_SEED: u64 = 15;

impl Experiment for ThesisNetworks {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, _conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(Vec::new())
    }

    fn uses_collection(&self) -> bool {
        true
    }

    fn other_work(&self, conditions: &Conditions) -> f64 {
        let theirs = conditions.collection.as_ref().map_or(0, |_| trainings(conditions, LITTLE_GOLEM));
        let all = (9 * (theirs + trainings(conditions, SELF_PLAY))) as f64;
        conditions.scale.choose(1.0, 300.0, 25.0 * all, 25.0 * all)
    }

    fn run(&self, bench: &mut Workbench<'_>, _contests: &[Contest]) -> Result<Findings, LabError> {
        let mut findings = Findings::default();
        for data in collections(bench)? {
            let trained = train(bench, &data)?;
            trained.add_to(&mut findings, bench.conditions());
        }
        Ok(findings)
    }

    /// The trainings are no measurements of the findings; their words can be made again.
    fn rejudge(
        &self,
        _bench: &mut Workbench<'_>,
        _contests: &[Contest],
        earlier: &Findings,
    ) -> Result<Findings, LabError> {
        Ok(errors::reworded(earlier.clone()))
    }
}

/// Games with their name in files.
struct GameData {
    name: &'static str,
    data: NetworkData,
}

/// How many trainings a network gets on a collection.
fn trainings(conditions: &Conditions, collection: &str) -> u64 {
    // Ours is a second look: fewer do at the faithful scale.
    let own = if collection == SELF_PLAY { 3 } else { 10 };
    conditions.scale.choose(2, 1, own, 10)
}

fn examples(conditions: &Conditions) -> u64 {
    conditions.scale.choose(30, 20_000, 200_000, 200_000)
}

/// The collection that is given, after the acceptance test, and self-play.
fn collections(bench: &mut Workbench<'_>) -> Result<Vec<GameData>, LabError> {
    let mut collections = Vec::new();
    if bench.conditions().collection.is_some() {
        let sample = gather(bench)?;
        let kept = sample.games.iter().filter(|examined| examined.is_kept).map(|examined| &examined.game);
        let data = NetworkData::new(&sample.origin, kept)?;
        collections.push(GameData { name: LITTLE_GOLEM, data });
    }
    let games = bench.conditions().scale.choose(40, 1_000, 8_618, 8_618);
    collections.push(GameData { name: SELF_PLAY, data: self_play(bench, games)? });
    Ok(collections)
}

/// Games of self-play, kept in the folder of results.
pub(super) fn self_play(bench: &mut Workbench<'_>, games: u64) -> Result<NetworkData, LabError> {
    let scale = bench.conditions().scale;
    let player = if scale == Scale::Toy { "random" } else { PLAYER };
    let selfplay = SelfPlay {
        player: player.parse().expect("a player of the catalogue"),
        start: *amazons::Game::default().start(),
        variety: OPENINGS.parse().expect("a source of openings"),
        strays: None,
        adjudication: Adjudication::Proven,
        seed: SELF_PLAY_SEED,
    };
    // Without a folder of results the games are needed for this run only.
    let temporary = if bench.folder().is_none() { Some(temporary_folder()?) } else { None };
    let folder = bench.folder().or_else(|| temporary.as_ref().map(tempfile::TempDir::path));
    let path = folder.unwrap_or(Path::new(".")).join("self-play.jsonl");
    bench.write_selfplay(&selfplay, &path, games)?;
    let name = format!("{games} games of {player} {AGAINST_ITSELF}");
    Ok(NetworkData::read_lines(&name, &path, games)?)
}

fn temporary_folder() -> Result<tempfile::TempDir, LabError> {
    let fault =
        |error: std::io::Error| LabError::File { path: std::env::temp_dir(), what: error.to_string() };
    tempfile::tempdir().map_err(fault)
}

/// Trains all networks on some games.
fn train(bench: &mut Workbench<'_>, games: &GameData) -> Result<Trained, LabError> {
    let conditions = bench.conditions().clone();
    let commit = bench.commit();
    let mut runs = Runs::load(games.name, &games.data, examples(&conditions), bench.folder())?;
    runs.complete(bench, commit, trainings(&conditions, games.name))?;
    let networks = runs.best_networks(bench, commit)?;
    let of = |kind: Kind| runs.of(kind).into_iter().cloned().collect();
    let finished = Kind::all().into_iter().map(of).collect();
    errors::measure(bench, games, finished, networks)
}
