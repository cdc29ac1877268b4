//! What every experiment declares as data, and how it is run.

use arena::Contest;
use serde::{Deserialize, Serialize};

use crate::cells::Cells;
use crate::conditions::Conditions;
use crate::findings::Findings;
use crate::provenance::Provenance;
use crate::workbench::{LabError, Workbench};

/// An experiment of a paper, or one of ours.
///
/// Everything that is fixed before it starts is data: its description, and its contests under given conditions. Only the
/// analysis of the games is code.
pub trait Experiment: Sync {
    /// Its description.
    fn about(&self) -> &'static ExperimentInfo;

    /// Its contests in order. As few contests as possible, with listed pairings: cores are idle during the last games of each.
    ///
    /// # Errors
    /// When a file that it needs cannot be read.
    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError>;

    /// The cells of one of its contests, which say how many games are played at the faithful scale: by default every pairing is a
    /// cell, with as many games as are scheduled.
    fn cells(&self, contest: &Contest, conditions: &Conditions) -> Cells {
        Cells::by_pairing(contest, conditions, |_| u64::MAX)
    }

    /// Core seconds of all work besides games.
    fn other_work(&self, _conditions: &Conditions) -> f64 {
        0.0
    }

    /// Whether it uses the collection of games of the conditions.
    fn uses_collection(&self) -> bool {
        false
    }

    /// Plays its contests and analyses them.
    ///
    /// # Errors
    /// When games cannot be played or stored, or a file cannot be read.
    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError>;

    /// Makes the findings again from what is kept: games that are all played, and the measurements among the earlier findings.
    /// Without contests there is nothing to judge again by default.
    ///
    /// # Errors
    /// When games are missing, or it keeps no measurements.
    fn rejudge(
        &self,
        bench: &mut Workbench<'_>,
        contests: &[Contest],
        _earlier: &Findings,
    ) -> Result<Findings, LabError> {
        match contests {
            [] => Err(LabError::NothingKept { experiment: self.about().name }),
            _ => self.run(bench, contests),
        }
    }
}

/// The description of an experiment: the part of a report that is known before it is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExperimentInfo {
    /// Its name on the command line: `mgpeo-ablation`.
    pub name: &'static str,
    /// Where it comes from.
    pub paper: Paper,
    /// Which tables and figures of the paper: `Tables 5 and 8`.
    pub place: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What it asks, in a few plain sentences.
    pub question: &'static str,
    /// What the paper had: machine, limits, games.
    pub original: &'static str,
    /// Why our figures may differ: hardware, ambiguities of the paper, its errors.
    pub differences: &'static [&'static str],
}

/// Where an experiment comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    /// Zhang, Zou, Zhu 2024.
    MgPeo,
    /// UCT against alpha-beta.
    UctAb,
    /// Tian, epsilon-greedy.
    EGreedy,
    /// Fugers 2017.
    Thesis,
    /// Four agents on 15x15.
    Course,
    /// Our own.
    Otrera,
}

impl Paper {
    /// All of them in the order of a report.
    pub const ALL: [Self; 6] =
        [Self::MgPeo, Self::UctAb, Self::EGreedy, Self::Thesis, Self::Course, Self::Otrera];

    /// What it is called here.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MgPeo => "MG-PEO",
            Self::UctAb => "UCT-AB",
            Self::EGreedy => "EGREEDY",
            Self::Thesis => "THESIS",
            Self::Course => "COURSE",
            Self::Otrera => "Otrera",
        }
    }

    /// Authors, title, place and year.
    #[must_use]
    pub const fn citation(self) -> &'static str {
        match self {
            Self::MgPeo => {
                "Lijun Zhang, Han Zou, Yungang Zhu: An Efficient Optimization of the Monte Carlo Tree Search Algorithm for \
                 Amazons, Algorithms 17 (2024), 334, doi:10.3390/a17080334"
            }
            Self::UctAb => "UCT and alpha-beta in C#; our copy has neither title nor authors",
            Self::EGreedy => {
                "Chuan Tian: Monte-Carlo tree search with Epsilon-Greedy for game of amazons, University of Queensland"
            }
            Self::Thesis => {
                "Michel Fugers: A data-driven approach for making a quick evaluation function for Amazons, MSc thesis, \
                 Utrecht University, May 2017"
            }
            Self::Course => {
                "Game of the Amazon: slides of a course project, 15x15 with squares that stay blocked"
            }
            Self::Otrera => "our own",
        }
    }

    /// Authors and year, or what it is.
    #[must_use]
    pub const fn short_citation(self) -> &'static str {
        match self {
            Self::MgPeo => "Zhang, Zou, Zhu 2024",
            Self::UctAb => "UCT and alpha-beta",
            Self::EGreedy => "Tian",
            Self::Thesis => "Fugers 2017",
            Self::Course => "slides of a course",
            Self::Otrera => "our own",
        }
    }
}

/// The result of an experiment: the content of its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExperimentResult {
    /// The experiment's name.
    pub experiment: String,
    /// Under which conditions it was run.
    pub conditions: Conditions,
    /// A digest of the collection of games, if one was looked at: files of one name may differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection_digest: Option<String>,
    /// Every contest's own conditions, as the store has them.
    pub contests: Vec<serde_json::Value>,
    /// Which program made it, when, on which machine.
    pub provenance: Provenance,
    /// Wall-clock seconds, with the thinking time of resumed games.
    pub seconds: f64,
    /// Whether it was stopped before its last look: the findings are those of the games so far.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unfinished: bool,
    /// The findings.
    pub findings: Findings,
}
