//! MG-PEO's programs and the field of 50 that they meet: the contest that Tables 5, 6, 7 and 8 are made of, and its
//! matches.

use std::collections::BTreeMap;

use agents::AgentSpec;
use amazons::Color;
use arena::statistics::{GameTally, Summary, match_point};
use arena::{Contest, ContestFormat, Standings};

use crate::conditions::{Conditions, Scale};
use crate::contests::{contest, from_the_start};
use crate::workbench::LabError;

/// The opponents, a spec a line.
const FIELD: &str = include_str!("../../data/field.txt");

/// The paper's match-point rounds of 100 matches each.
const ROUNDS: &str = include_str!("../../../../testdata/match_points.csv");

/// A program of the paper's ablation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program {
    /// Its spec.
    pub(super) spec: &'static str,
    /// What it is called in tables.
    pub(super) name: &'static str,
    /// The paper's share of sets won and iterations a second, where the paper has the program.
    pub(super) paper: Option<(f64, f64)>,
    /// Simulations a move where counts limit: the paper's iterations in its 5 s.
    pub(super) iterations: u64,
}

/// The four programs of the paper, and its two parallel ones again with our evaluation.
pub(super) const PROGRAMS: [Program; 6] = [
    Program { spec: "mcts", name: "MCTS", paper: Some((0.74, 2_176.0)), iterations: 10_880 },
    Program {
        spec: "mcts-peo:eval=mgpeo-parallel",
        name: "MCTS + PEO",
        paper: Some((0.89, 10_026.0)),
        iterations: 50_130,
    },
    Program { spec: "mcts-mg", name: "MCTS + MG", paper: Some((0.83, 5_663.0)), iterations: 28_315 },
    Program {
        spec: "mgpeo:eval=mgpeo-parallel",
        name: "MG-PEO",
        paper: Some((0.97, 45_536.0)),
        iterations: 227_680,
    },
    Program { spec: "mcts-peo", name: "MCTS, our evaluation", paper: None, iterations: 50_130 },
    Program { spec: "mgpeo", name: "MCTS + MG, our evaluation", paper: None, iterations: 227_680 },
];

/// The places of programs in [`PROGRAMS`].
pub(super) const MCTS: usize = 0;
pub(super) const PEO: usize = 1;
pub(super) const MG: usize = 2;
pub(super) const MG_PEO: usize = 3;
pub(super) const OUR_MCTS: usize = 4;
pub(super) const OUR_MG: usize = 5;

/// The time of every player per move by seconds: 5 s in the paper.
pub(super) fn seconds(scale: Scale) -> &'static str {
    scale.choose("20ms", "20ms", "5s")
}

/// The specs of the field.
pub(super) fn field() -> impl Iterator<Item = &'static str> {
    FIELD.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// An opponent with its time control. Counts are simulations for those who make them, positions for the others, such as take
/// them about as long as the paper's baseline thinks.
pub(super) fn opponent(conditions: &Conditions, spec: &str) -> Result<String, LabError> {
    let read: AgentSpec = spec.parse().map_err(|error: agents::SpecError| LabError::Player {
        player: spec.to_owned(),
        error: arena::EntrantError::Contender(error.into()),
    })?;
    let counts = if !read.can(agents::Ability::EndAtDepth) {
        conditions.scale.choose("playouts=4", "playouts=200", "playouts=10000")
    } else {
        conditions.scale.choose("nodes=20", "nodes=2000", "nodes=100000")
    };
    Ok(format!("{spec}@{}", conditions.limit(seconds(conditions.scale), counts)))
}

/// A player of MG-PEO's family with its time control; the simulations are those of 5 s, and fewer at a smaller scale.
pub(super) fn player(conditions: &Conditions, spec: &str, iterations: u64) -> String {
    let counted = conditions.scale.choose(2 + iterations / 50_000, iterations / 50, iterations);
    let counts = format!("playouts={counted}");
    format!("{spec}@{}", conditions.limit(seconds(conditions.scale), &counts))
}

/// Some programs against some opponents: so many pairs of sets each, all from the standard start.
pub(super) fn against(
    conditions: &Conditions,
    programs: Vec<String>,
    opponents: &[&str],
    pairs: u64,
) -> Result<Contest, LabError> {
    let count = programs.len();
    let mut players = programs;
    for spec in opponents {
        players.push(opponent(conditions, spec)?);
    }
    let opponents = count..players.len();
    let all = (0..count).flat_map(|program| opponents.clone().map(move |opponent| (program, opponent)));
    contest(conditions, &players, ContestFormat::Listed(all.collect()), pairs, from_the_start()?)
}

/// The contest of Tables 5 to 8.
pub(super) fn ablation(conditions: &Conditions) -> Result<Contest, LabError> {
    let programs = PROGRAMS.iter().map(|program| player(conditions, program.spec, program.iterations));
    // A toy meets two opponents only, quick but different ones.
    let field: Vec<&str> = match conditions.scale {
        Scale::Toy => vec!["greedy", "course-random"],
        _ => field().collect(),
    };
    against(conditions, programs.collect(), &field, conditions.scale.choose(1, 1, 3))
}

/// A match: some sets against one opponent with one colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Match {
    /// The opponent's place among the players.
    pub(super) opponent: usize,
    /// Sets won and lost.
    pub(super) sets: GameTally,
    /// Match-point rounds of the sets.
    rounds: Vec<u32>,
}

impl Match {
    /// Whether most sets were won.
    pub(super) fn is_won(&self) -> bool {
        self.sets.wins > self.sets.losses
    }

    /// The match-point round: the rounded mean of its sets'.
    pub(super) fn round(&self) -> Option<u32> {
        match_point::of_sets(&self.rounds)
    }
}

/// The matches of a program, opponent by opponent, first as White.
pub(super) fn matches(standings: &Standings, program: usize) -> Vec<Match> {
    let mut matches: BTreeMap<(usize, bool), Match> = BTreeMap::new();
    for (slot, outcome) in standings.results() {
        let (side, opponent) = match () {
            () if slot.white == program => (Color::White, slot.black),
            () if slot.black == program => (Color::Black, slot.white),
            () => continue,
        };
        let entry = matches.entry((opponent, side == Color::Black)).or_default();
        entry.opponent = opponent;
        let won = u64::from(outcome.winner == side);
        entry.sets += GameTally { wins: won, losses: 1 - won };
        entry.rounds.extend(outcome.sides[side].match_point);
    }
    matches.into_values().collect()
}

/// The match-point rounds of a program's matches.
pub(super) fn rounds(standings: &Standings, program: usize) -> Vec<f64> {
    matches(standings, program).iter().filter_map(Match::round).map(f64::from).collect()
}

/// Mean and spread of rounds.
pub(super) fn summary(rounds: &[f64]) -> Summary {
    rounds.iter().copied().collect()
}

/// The paper's rounds: MCTS's, then MG-PEO's.
pub(super) fn paper_rounds() -> [Vec<f64>; 2] {
    let rows = ROUNDS.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let column = |number: usize| {
        let read = |line: &str| line.split(',').nth(number).and_then(|cell| cell.trim().parse().ok());
        rows.clone().filter_map(read).collect()
    };
    [column(1), column(2)]
}

/// What has to be known of all experiments on this field.
pub(super) fn remarks(conditions: &Conditions, standings: &Standings) -> Vec<String> {
    let mut remarks = vec![format!(
        "{} games, {} of them different, from the standard start; {} plies on average.",
        standings.games(),
        standings.different_games(),
        standings.lengths().mean().unwrap_or(0.0).round()
    )];
    if conditions.scale == Scale::Quick {
        remarks.push(
            "At this size a match is one set in place of three, and a move takes 20 ms in place of 5 s: programs \
             with slow evaluations do not look at every move once before they have to choose."
                .to_owned(),
        );
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::By;

    #[test]
    fn the_field_has_50_opponents_who_all_exist() {
        let mut specs: Vec<&str> = field().collect();
        assert_eq!(specs.len(), 50);
        specs.sort_unstable();
        specs.dedup();
        assert_eq!(specs.len(), 50, "nobody stands there twice");
        for by in [By::Seconds, By::Counts] {
            for scale in [Scale::Toy, Scale::Quick, Scale::Paper] {
                let conditions = Conditions { scale, by, seed: 1, collection: None };
                ablation(&conditions).unwrap().check().unwrap();
                for spec in &specs {
                    opponent(&conditions, spec).unwrap();
                }
            }
        }
    }

    #[test]
    fn the_paper_plays_300_sets_a_program() {
        let conditions = Conditions { scale: Scale::Paper, by: By::Seconds, seed: 1, collection: None };
        let contest = ablation(&conditions).unwrap();
        assert_eq!(contest.schedule().len(), 300 * PROGRAMS.len() as u64);
        assert_eq!(contest.entrants[MG_PEO].to_string(), "mgpeo:eval=mgpeo-parallel@5s");
    }

    #[test]
    fn the_papers_rounds_have_the_means_that_it_prints() {
        let [mcts, mg_peo] = paper_rounds();
        assert_eq!([mcts.len(), mg_peo.len()], [100, 100]);
        let mean = |rounds: &[f64]| summary(rounds).mean().unwrap();
        assert!((mean(&mcts) - 42.57).abs() < 1e-9);
        assert!((mean(&mg_peo) - 39.68).abs() < 1e-9);
    }
}
