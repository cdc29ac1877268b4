//! The options of the engine: the parameters of the player, the board, the seed.
//!
//! An option reads no file: an evaluation `net:FILE` can only be set back to the one that the engine was started with.

use amazons::{AnyPosition, Start, StartSpec};
use thiserror::Error;
use thought::{did_you_mean, nearest};
use wire::ugi::{OptionKind, UgiOption};

use crate::contender::Contender;
use crate::players::{Kind, Parameter, Value};
use crate::spec::SpecError;

/// The names of parameters in user interfaces.
const KNOWN: [(&str, &str); 6] = [
    ("threads", "Threads"),
    ("hash", "Hash"),
    ("multipv", "MultiPV"),
    ("level", "Level"),
    ("book", "OwnBook"),
    ("overhead", "MoveOverhead"),
];

/// Options that interfaces set even if the engine does not offer them.
const COMMON_OPTIONS: [&str; 4] = ["Threads", "Hash", "MultiPV", "Level"];

const VARIANT: &str = "UCI_Variant";
const BOARD: &str = "BoardSize";
const SEED: &str = "Seed";
const PONDER: &str = "Ponder";

/// The current settings.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    contender: Contender,
    /// The initial player and seed, which are the defaults of the options.
    first: (Contender, u64),
    start: AnyPosition,
    pub(super) seed: u64,
}

/// The effect of setting an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// The player or its seed may have changed.
    Player,
    /// The start has changed.
    Board,
    /// None: the player does not have the parameter.
    Nothing,
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum SettingError {
    #[error("unknown option {name:?}{}", did_you_mean(*.nearest))]
    Name { name: String, nearest: Option<&'static str> },
    #[error("{name} cannot be {value:?}: it takes {allowed}")]
    Value { name: &'static str, value: String, allowed: String },
    #[error(transparent)]
    Parameter(#[from] SpecError),
}

impl Settings {
    pub(super) fn new(contender: Contender, seed: u64) -> Self {
        let start =
            AnyPosition::from_setup(&Start::STANDARD.setup()).expect("the standard start is playable");
        Self { first: (contender.clone(), seed), contender, start, seed }
    }

    /// The current player.
    pub(super) fn contender(&self) -> &Contender {
        &self.contender
    }

    /// The start of `position startpos`.
    pub(super) fn start(&self) -> AnyPosition {
        self.start
    }

    /// The parameters of the player with the values that it had at first.
    fn parameters(&self) -> Vec<Parameter> {
        match &self.first.0 {
            Contender::Player(spec) => spec.parameters(),
            Contender::Program(_) => Vec::new(),
        }
    }

    /// All that can be set.
    pub(super) fn options(&self) -> Vec<UgiOption> {
        let option = |name: &str, kind| UgiOption { name: name.to_owned(), kind };
        let text = |default: &str| OptionKind::Text { default: default.to_owned() };
        let combo =
            |default: &str, values: Vec<String>| OptionKind::Combo { default: default.to_owned(), values };
        let boards = Start::ALL.map(|start| start.size.to_string()).to_vec();
        let mut options: Vec<UgiOption> = self
            .parameters()
            .iter()
            .map(|parameter| option(shown(parameter.name), kind(parameter)))
            .collect();
        // The options with names of user interfaces come first, in the order of `KNOWN`.
        options.sort_by_key(|option| {
            KNOWN.iter().position(|(_, known)| *known == option.name).unwrap_or(KNOWN.len())
        });
        options.push(option(PONDER, OptionKind::Check { default: false }));
        options.push(option(VARIANT, combo("amazons", vec!["amazons".to_owned()])));
        options.push(option(BOARD, combo("10x10", boards)));
        options.push(option(SEED, text(&self.first.1.to_string())));
        options
    }

    /// The option with the most similar name.
    fn nearest(&self, name: &str) -> Option<&'static str> {
        // In small letters, as they are compared.
        let ours = [("ponder", PONDER), ("uci_variant", VARIANT), ("boardsize", BOARD), ("seed", SEED)];
        let parameters =
            self.parameters().into_iter().map(|parameter| (parameter.name, shown(parameter.name)));
        let all: Vec<(&'static str, &'static str)> = parameters.chain(ours).collect();
        let small = nearest(name, all.iter().map(|(small, _)| *small))?;
        all.into_iter().find(|(other, _)| *other == small).map(|(_, shown)| shown)
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, SettingError> {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        let text = value.unwrap_or_default();
        let wrong = |name, allowed: &str| {
            let allowed = allowed.to_owned();
            Err(SettingError::Value { name, value: text.to_owned(), allowed })
        };
        if let Some(parameter) = self.parameters().iter().find(|parameter| is(shown(parameter.name))) {
            if let Contender::Player(spec) = &mut self.contender {
                // Interfaces send defaults too, and the network of one is in memory already.
                if parameter.value.to_string() == text {
                    spec.set_value(parameter.name, parameter.value.clone());
                } else {
                    spec.set(parameter.name, text)?;
                }
            }
            return Ok(Change::Player);
        }
        match name {
            // `go ponder` starts to ponder; the option only allows it.
            _ if is(PONDER) => Ok(Change::Player),
            _ if is(VARIANT) && text == "amazons" => Ok(Change::Player),
            _ if is(VARIANT) => wrong(VARIANT, "amazons"),
            _ if is(SEED) => match text.parse() {
                Ok(seed) => {
                    self.seed = seed;
                    Ok(Change::Player)
                }
                Err(_) => wrong(SEED, "a whole number of 0 or more"),
            },
            _ if is(BOARD) => {
                let setup = text.parse::<StartSpec>().map_err(|error| error.to_string());
                let setup = setup.and_then(|start| start.setup().map_err(|error| error.to_string()));
                let start = setup
                    .and_then(|setup| AnyPosition::from_setup(&setup).map_err(|error| error.to_string()));
                match start {
                    Ok(start) => {
                        self.start = start;
                        Ok(Change::Board)
                    }
                    Err(error) => wrong(BOARD, &format!("the name of a start ({error})")),
                }
            }
            _ if COMMON_OPTIONS.into_iter().any(is) => Ok(Change::Nothing),
            _ => Err(SettingError::Name { name: name.to_owned(), nearest: self.nearest(name) }),
        }
    }
}

/// A parameter as an option whose default is its value.
fn kind(parameter: &Parameter) -> OptionKind {
    let default = parameter.value.to_string();
    match (parameter.kind, &parameter.value) {
        (Kind::Integer(min, max), Value::Integer(value)) => {
            let [default, min, max] = [*value, min, max].map(|it| i64::try_from(it).unwrap_or(i64::MAX));
            OptionKind::Spin { default, min, max }
        }
        (Kind::Word(["off", "on"], _), _) => OptionKind::Check { default: default == "on" },
        (Kind::Word(..) | Kind::Eval, _) => {
            let mut values: Vec<String> = parameter.kind.words().into_iter().map(str::to_owned).collect();
            if !values.contains(&default) {
                values.push(default.clone());
            }
            OptionKind::Combo { default, values }
        }
        _ => OptionKind::Text { default },
    }
}

/// The name by which a parameter is shown.
fn shown(name: &'static str) -> &'static str {
    KNOWN.iter().find(|(parameter, _)| *parameter == name).map_or(name, |(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(spec: &str) -> Settings {
        Settings::new(spec.parse().unwrap(), 0)
    }

    #[test]
    fn options_are_the_parameters_of_the_player() {
        let mut settings = settings("deepening");
        let shown: Vec<String> = settings.options().iter().map(ToString::to_string).collect();
        assert_eq!(shown[0], "option name Hash type spin default 16 min 1 max 65536");
        assert_eq!(shown[1], "option name MultiPV type spin default 1 min 1 max 500");
        assert!(
            shown
                .iter()
                .any(|option| option.starts_with("option name order type combo default evaluated var"))
        );
        assert_eq!(settings.set("hash", Some("64")), Ok(Change::Player));
        assert_eq!(settings.contender().to_string(), "deepening:hash=64");
        assert_eq!(settings.set("Threads", Some("4")), Ok(Change::Nothing), "it has none");
        assert!(matches!(settings.set("Hash", Some("0")), Err(SettingError::Parameter(_))));
        let error = settings.set("MultPV", Some("2")).unwrap_err();
        assert_eq!(error.to_string(), r#"unknown option "MultPV" (did you mean MultiPV?)"#);
    }

    #[test]
    fn a_level_is_an_option_of_the_flagship() {
        let mut settings = settings("otrera");
        let shown: Vec<String> = settings.options().iter().map(ToString::to_string).collect();
        assert_eq!(shown[3], "option name Level type spin default 0 min 0 max 10");
        assert_eq!(settings.set("level", Some("3")), Ok(Change::Player));
        assert_eq!(settings.contender().to_string(), "otrera:level=3");
        assert!(settings.set("Level", Some("11")).is_err());
    }

    #[test]
    fn what_is_set_does_not_become_the_default() {
        let mut settings = settings("otrera:threads=2");
        let shown = |settings: &Settings| -> Vec<String> {
            settings.options().iter().map(ToString::to_string).collect()
        };
        let before = shown(&settings);
        assert_eq!(before[0], "option name Threads type spin default 2 min 1 max 256");
        for (name, value) in [("Threads", "1"), ("Hash", "32"), ("Seed", "7"), ("BoardSize", "8x8")] {
            assert!(settings.set(name, Some(value)).is_ok());
        }
        assert_eq!(shown(&settings), before);
    }

    #[test]
    fn an_option_reads_no_file_and_gives_back_the_first_network() {
        let folder = testkit::network_files(&["a.net", "a b.net"]);
        let path = folder.path().join("a b.net").display().to_string();
        let first = format!("net:\"{path}\"");
        let mut settings = settings(&format!("deepening:eval={first}"));
        std::fs::remove_file(&path).unwrap();
        let shown: Vec<String> = settings.options().iter().map(ToString::to_string).collect();
        let eval = shown.iter().find(|option| option.starts_with("option name eval type combo")).unwrap();
        assert!(eval.contains(&format!("default {first} var mgpeo")), "{eval}");
        assert!(eval.ends_with(&format!("var thesis-bits-160 var {first}")), "{eval}");
        assert_eq!(settings.set("eval", Some("territory")), Ok(Change::Player));
        let other = folder.path().join("a.net").display().to_string();
        for path in [other.as_str(), "no/such.net"] {
            let error = settings.set("eval", Some(&format!("net:{path}"))).unwrap_err().to_string();
            assert_eq!(
                error,
                format!(
                    "eval of deepening: \"net:{path}\" names a file, and files are read only for the command line: \
                     use one of the evaluations by name"
                )
            );
        }
        assert_eq!(settings.contender().to_string(), "deepening:eval=territory");
        assert_eq!(settings.set("eval", Some(&first)), Ok(Change::Player));
        assert_eq!(settings.contender().to_string(), format!("deepening:eval={first}"));
    }

    #[test]
    fn boards_and_seeds_are_checked() {
        let mut settings = settings("random");
        assert_eq!(settings.set("BoardSize", Some("6x6")), Ok(Change::Board));
        assert_eq!(settings.start().size().to_string(), "6x6");
        assert!(settings.set("BoardSize", Some("7x7")).is_err());
        assert!(settings.set("BoardSize", None).is_err());
        assert_eq!(settings.set("Seed", Some("18446744073709551615")), Ok(Change::Player));
        assert_eq!(settings.seed, u64::MAX);
        assert!(settings.set("seed", Some("-1")).is_err());
        assert!(settings.set("UCI_Variant", Some("chess")).is_err());
        assert_eq!(settings.set("UCI_Variant", Some("amazons")), Ok(Change::Player));
    }
}
