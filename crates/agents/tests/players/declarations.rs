//! Declarations hold: parameters, defaults and abilities; every spec in the repository is read.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use agents::{Ability, AgentError, AgentSpec, Kind, PLAYERS, RootMoves, SpecError, Task};
use amazons::Move;
use eval::EvalError;
use testkit::game_on;
use thought::{Control, Limits, Observer, Report, Silent};

use crate::everyone;

/// Texts at the bounds of a kind and between them.
fn samples(kind: Kind) -> Vec<String> {
    match kind {
        Kind::Integer(min, max) => [min, min + (max - min) / 3, max].map(|it| it.to_string()).to_vec(),
        Kind::Real(min, max) => [min, 0.7 * min + 0.3 * max, max].map(|it| it.to_string()).to_vec(),
        Kind::Plies => ["0", "4+5", "99+0+7"].map(str::to_owned).to_vec(),
        Kind::Word(words, _) => words.iter().map(|&word| word.to_owned()).collect(),
        Kind::Eval => eval::Eval::ALL.map(|named| named.name.to_owned()).to_vec(),
    }
}

#[test]
fn every_parameter_is_set_written_and_read_again() {
    for player in PLAYERS {
        let defaults = player.parameters();
        let untouched: AgentSpec = player.name.parse().unwrap();
        assert_eq!(untouched.parameters(), defaults, "{}", player.name);
        for (place, parameter) in defaults.iter().enumerate() {
            for text in samples(parameter.kind).into_iter().chain([parameter.value.to_string()]) {
                let mut spec = untouched.clone();
                spec.set(parameter.name, &text).unwrap();
                let now = spec.parameters();
                assert_eq!(now[place].value.to_string(), text, "{spec}");
                let others = |all: &[agents::Parameter]| [&all[..place], &all[place + 1..]].concat();
                assert_eq!(others(&now), others(&defaults), "{spec} sets one parameter");
                let again: AgentSpec = spec.to_string().parse().unwrap();
                assert_eq!(again.parameters(), now, "{spec}");
                assert!(again == spec && again.is_set(parameter.name) && !untouched.is_set(parameter.name));
            }
            let mut default = untouched.clone();
            default.set(parameter.name, &parameter.value.to_string()).unwrap();
            assert_eq!(default.parameters(), defaults, "{default}");
        }
    }
}

#[test]
fn values_out_of_bounds_are_refused() {
    for mut spec in everyone() {
        for parameter in spec.parameters() {
            let wrong = match parameter.kind {
                Kind::Integer(_, max) => (max + 1).to_string(),
                Kind::Real(_, max) => (max + 0.5).to_string(),
                Kind::Plies => "100".to_owned(),
                Kind::Word(..) | Kind::Eval => "nothing".to_owned(),
            };
            assert!(spec.set(parameter.name, &wrong).is_err(), "{spec}: {} = {wrong}", parameter.name);
        }
    }
}

/// All files of a folder and those below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The words of a text that look like the spec of a player with parameters, those with a placeholder left out.
fn specs(text: &str) -> BTreeSet<String> {
    let is_border =
        |letter: char| letter.is_whitespace() || letter.is_control() || "\"'`()|<>;{}[]\\".contains(letter);
    let words = text.split(is_border).map(|word| word.split('@').next().unwrap_or(word));
    let words = words.map(|word| word.trim_end_matches(['.', ',', ':']));
    let is_spec = |word: &&str| {
        word.split_once(':').is_some_and(|(name, rest)| {
            PLAYERS.iter().any(|player| player.name == name)
                && rest.contains('=')
                && !rest.contains(char::is_uppercase)
        })
    };
    words.filter(is_spec).map(str::to_owned).collect()
}

#[test]
fn every_spec_in_docs_experiments_and_testdata_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = vec![root.join("README.md"), root.join("CHANGELOG.md")];
    for folder in ["docs", "experiments", "testdata"] {
        paths.extend(files(&root.join(folder)));
    }
    let mut found = BTreeSet::new();
    for path in paths {
        // Databases too: specs stand in them as text.
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        for spec in specs(&text) {
            let read = spec.parse::<AgentSpec>();
            // Networks are not in the repository; a path in quotes is cut off here.
            let is_file = matches!(&read, Err(SpecError::Eval { error: EvalError::FileRefused(_), .. }));
            assert!(read.is_ok() || is_file || spec.ends_with("=net"), "{spec} in {}", path.display());
            found.insert(spec);
        }
    }
    assert!(found.len() > 50, "only {found:?}");
}

fn decide(
    spec: &AgentSpec,
    size: &str,
    limits: &Limits,
    root_moves: RootMoves<'_>,
) -> Result<(Move, Report), AgentError> {
    let (control, mut silent) = (Control::new(), Silent);
    let mut agent = spec.agent();
    agent.new_game(1);
    let task = Task { root_moves, ..Task::new(limits, &control, &mut silent) };
    agent.decide(&game_on(size), task).map(|decision| (decision.mv, decision.report))
}

#[test]
fn root_moves_are_kept_to_or_refused() {
    let moves: Vec<Move> =
        game_on("6x6").position().legal_moves().into_iter().skip(5).step_by(40).take(3).collect();
    assert_eq!(moves.len(), 3);
    let leveled: AgentSpec = "otrera:level=3".parse().unwrap();
    for spec in everyone().chain([leveled]) {
        let decided = decide(&spec, "6x6", &Limits::nodes(500), RootMoves::Only(&moves));
        if spec.can(Ability::RootMoves) {
            let (mv, report) = decided.unwrap();
            assert!(moves.contains(&mv), "{spec}");
            assert!(report.lines.iter().all(|line| moves.contains(&line.moves[0])), "{spec}");
        } else {
            assert_eq!(decided.unwrap_err(), AgentError::RootMoves(spec.to_string()));
        }
    }
}

#[test]
fn players_with_multipv_report_several_lines() {
    for mut spec in everyone() {
        let can = spec.can(Ability::MultiPv);
        assert_eq!(spec.set("multipv", "3").is_ok(), can, "{spec}");
        let limits = Limits { depth: Some(1), ..Limits::nodes(2_000) };
        let (_, report) = decide(&spec, "6x6", &limits, RootMoves::All).unwrap();
        assert_eq!(report.lines.len(), if can { 3 } else { 1 }, "{spec}");
        let first: BTreeSet<String> = report.lines.iter().map(|line| line.moves[0].to_string()).collect();
        assert_eq!(first.len(), report.lines.len(), "{spec}: no move twice");
    }
}

/// Breaks a search off that does not end.
struct Watchdog {
    start: Instant,
    has_bitten: bool,
}

impl Observer for Watchdog {
    fn report(&mut self, _report: &Report) -> ControlFlow<()> {
        self.has_bitten = self.start.elapsed() > Duration::from_secs(60);
        if self.has_bitten { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn players_that_declare_it_end_at_a_depth() {
    let game = game_on("6x6");
    for spec in everyone().filter(|spec| spec.can(Ability::EndAtDepth)) {
        let mut watchdog = Watchdog { start: Instant::now(), has_bitten: false };
        let (limits, control) = (Limits::depth(1), Control::new());
        let decision = spec.agent().decide(&game, Task::new(&limits, &control, &mut watchdog)).unwrap();
        assert!(!watchdog.has_bitten, "{spec} does not end at a depth");
        let moves = game.position().legal_moves().len() as u64;
        assert!(decision.report.nodes <= moves, "{spec} visited {} of {moves}", decision.report.nodes);
        assert_eq!(spec.limits_or(limits, Limits::nodes(7)), limits);
    }
    let tree: AgentSpec = "mgpeo".parse().unwrap();
    assert_eq!(
        tree.limits_or(Limits::depth(3), Limits::nodes(7)),
        Limits { depth: Some(3), ..Limits::nodes(7) }
    );
    assert_eq!(tree.limits_or(Limits::playouts(3), Limits::nodes(7)), Limits::playouts(3));
    assert_eq!(tree.limits_or(Limits::NONE, Limits::nodes(7)), Limits::nodes(7));
}

#[test]
fn players_that_declare_it_keep_their_tree() {
    let leveled: AgentSpec = "otrera:level=10".parse().unwrap();
    for spec in everyone().chain([leveled]) {
        let mut agent = spec.agent();
        agent.new_game(1);
        let mut game = game_on("6x6");
        let mut visits = |limits: &Limits| {
            let control = Control::new();
            let decision = agent.decide(&game, Task::new(limits, &control, &mut Silent)).unwrap();
            let line = &decision.report.lines[0];
            for mv in line.moves.iter().take(2) {
                game.play(*mv).unwrap();
            }
            (line.visits.unwrap_or(0), decision.report.playouts)
        };
        visits(&Limits::playouts(4_000));
        let (visits, playouts) = visits(&Limits::playouts(1));
        assert_eq!(
            visits > playouts,
            spec.can(Ability::KeepTree),
            "{spec}: {visits} visits, {playouts} playouts"
        );
        assert!(spec.can(Ability::KeepTree) || !spec.can(Ability::Ponder), "{spec} ponders in vain");
    }
}

#[test]
fn a_level_does_not_ponder() {
    let can = |spec: &str| spec.parse::<AgentSpec>().unwrap().can(Ability::Ponder);
    assert!(can("otrera") && !can("otrera:level=1") && !can("mgpeo"));
}
