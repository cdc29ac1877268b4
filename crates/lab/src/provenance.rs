//! Which program made a result, when, on which machine.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::macros::format_description;

/// Which program made a result, when, on which machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// The program's version.
    pub version: String,
    /// The commit that it was built from, `unknown` outside of a repository.
    pub commit: String,
    /// The day.
    pub date: String,
    /// The processor.
    pub machine: String,
    /// The number of cores.
    pub cores: usize,
    /// The number of games at the same time.
    pub concurrency: usize,
    /// The commit of the program that judged the same games and measurements again, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_by: Option<String>,
}

impl Provenance {
    /// The provenance of a result of this machine.
    #[must_use]
    pub fn of_this_machine(commit: &str, concurrency: usize) -> Self {
        let day = format_description!("[year]-[month]-[day]");
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: commit.to_owned(),
            date: OffsetDateTime::now_utc().format(day).unwrap_or_default(),
            machine: processor(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            concurrency,
            judged_by: None,
        }
    }
}

/// The processor's name on Linux, the architecture elsewhere.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(':')).map(|(_, name)| name.trim().to_owned());
    name.unwrap_or_else(|| format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))
}
