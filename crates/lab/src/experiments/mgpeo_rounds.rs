//! MG-PEO, Tables 6, A2 and A3: at which of its moves a program rates its own chance at 90%, match by match.

use arena::Contest;

use super::mgpeo_ablation::figure;
use super::mgpeo_field::{
    GAMES, MCTS, MG_PEO, Match, OF_TABLE_8, PROGRAMS, PaperMatch, ablation, ablation_cells, matches,
    mean_round, paper_matches, paper_rounds, remarks, rounds, with_enough_iterations,
};
use crate::cells::{Cells, Games};
use crate::conditions::Conditions;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, Bars, Cause, Cell, Drawing, Figure, Findings, Measured, ResultTable, Statement, TableRow, Unit,
};
use crate::judge;
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Tables 6, A2 and A3.
pub(super) struct Rounds;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-rounds",
    paper: Paper::MgPeo,
    place: "Tables 6, A2 and A3",
    title: "Match-point rounds: when a program rates its own chance at 90%",
    question: "At which of its own moves does a program's winning rate, after its search, first reach 90%? A lost match \
               counts 47, which the paper takes as the greatest number of rounds. A stronger program should get there \
               earlier.",
    original: "the 100 matches each of MCTS and MG-PEO against 50 opponents: means 42.57 and 39.68",
    differences: &[
        "The field is another one (see mgpeo-ablation). How an evaluation becomes a winning rate is not told; ours is a \
         logistic curve, and with another slope 90% comes earlier or later for all programs.",
        "That a round is an own move, and that the rate after the own search counts, is our reading.",
        "How the rounds of a match's sets become one number is not said; here it is the rounded mean of its won sets, and 47 \
         for a lost match.",
        "An error of the paper: four of MCTS's lost matches, numbers 55, 56, 69 and 70 of Table A3, are given 45, 42, 44 \
         and 41 and not 47.",
        "Some of the paper's difference is the lost matches: over the 76 matches that both programs won the means are 41.38 \
         and 39.30 (our count).",
    ],
};

impl Experiment for Rounds {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(vec![ablation(conditions)?])
    }

    fn cells(&self, contest: &Contest, conditions: &Conditions) -> Cells {
        ablation_cells(contest, conditions)
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let cells = self.cells(&contests[0], &conditions);
        let judged = bench.judge(GAMES, &contests[0], cells, statements)?;
        let games = judged.games();
        let means: Vec<Measured> = (0..PROGRAMS.len()).map(|program| mean_beside(games, program)).collect();
        let axis = Axis {
            label: "mean match-point round".to_owned(),
            unit: Unit::Decimal,
            is_logarithmic: false,
            range: None,
        };
        let figures = vec![
            figure("Mean match-point rounds: the lower the earlier", &means, axis),
            histogram(
                "Match-point rounds of our matches",
                &[MCTS, MG_PEO].map(|program| rounds(games, program)),
            ),
            histogram("Match-point rounds of the paper's matches", &paper_rounds()),
        ];
        Ok(Findings {
            tables: vec![table(games, &means), by_match(&contests[0], games), paper_by_match()],
            figures,
            statements: judged.statements.clone(),
            remarks: remarks(&conditions, games, OF_TABLE_8),
        })
    }
}

fn mean_beside(games: Games<'_>, program: usize) -> Measured {
    let mean = mean_round(games, program);
    match program {
        MCTS => mean.beside(42.57),
        MG_PEO => mean.beside(39.68),
        _ => mean,
    }
}

fn table(games: Games<'_>, means: &[Measured]) -> ResultTable {
    let row = |program: usize| {
        let matches = matches(games, program);
        let lost = matches.iter().filter(|one| !one.is_won()).count() as u64;
        let lost = Measured { of: Some(matches.len() as u64), ..Measured::number(lost as f64, Unit::Count) };
        TableRow {
            name: PROGRAMS[program].name.to_owned(),
            cells: vec![means[program].into(), Cell::from(lost)],
        }
    };
    ResultTable {
        title: "Mean match-point round; a lost match counts 47 (their Table 6)".to_owned(),
        head: ["program", "mean round", "matches lost"].map(str::to_owned).to_vec(),
        rows: (0..PROGRAMS.len()).map(row).collect(),
    }
}

/// Our matches of MCTS and MG-PEO, opponent by opponent.
fn by_match(contest: &Contest, games: Games<'_>) -> ResultTable {
    let [mcts, mg_peo] = [MCTS, MG_PEO].map(|program| matches(games, program));
    let find = |all: &[Match], opponent: usize, is_first: bool| {
        let found = all.iter().find(|one| one.opponent == opponent && one.is_first == is_first);
        let sets = found.map(|one| format!("{}:{}", one.sets.wins, one.sets.losses));
        let round = found.and_then(Match::round).map(|round| round.to_string());
        [sets, round].map(|text| Cell::from(text.unwrap_or_default()))
    };
    let rows = (PROGRAMS.len()..contest.entrants.len()).flat_map(|opponent| {
        [true, false].map(|is_first| TableRow {
            name: contest.entrants[opponent].contender.to_string(),
            cells: [
                vec![seat(is_first)],
                find(&mg_peo, opponent, is_first).to_vec(),
                find(&mcts, opponent, is_first).to_vec(),
            ]
            .concat(),
        })
    });
    ResultTable {
        title: "Our matches: sets and match-point rounds, as their Tables A2 and A3".to_owned(),
        head: match_head(),
        rows: rows.collect(),
    }
}

/// The paper's own matches.
fn paper_by_match() -> ResultTable {
    let cells = |program: usize, one: &PaperMatch| {
        let (won, lost) = one.sets[program];
        [format!("{won}:{lost}"), one.rounds[program].to_string()].map(Cell::from)
    };
    let row = |one: &PaperMatch| TableRow {
        name: one.opponent.to_owned(),
        cells: [vec![seat(one.is_first)], cells(1, one).to_vec(), cells(0, one).to_vec()].concat(),
    };
    ResultTable {
        title: "The paper's matches (Tables A2 and A3), from which its means and tests follow".to_owned(),
        head: match_head(),
        rows: paper_matches().iter().map(row).collect(),
    }
}

fn seat(is_first: bool) -> Cell {
    Cell::from(if is_first { "first" } else { "second" })
}

fn match_head() -> Vec<String> {
    ["opponent", "program moves", "MG-PEO, sets", "round", "MCTS, sets", "round"].map(str::to_owned).to_vec()
}

/// How many matches have which round, in classes of four.
fn histogram(title: &str, [mcts, mg_peo]: &[Vec<f64>; 2]) -> Figure {
    let most = mcts.iter().chain(mg_peo).copied().fold(47.0, f64::max);
    let edges: Vec<f64> =
        (0..).map(|class| 4.0 * f64::from(class)).take_while(|&edge| edge < most + 4.5).collect();
    let counts = |rounds: &[f64]| {
        let within =
            |class: &[f64]| rounds.iter().filter(|&&round| (class[0]..class[1]).contains(&round)).count();
        edges.windows(2).map(|class| within(class) as f64).collect()
    };
    let bars = |name: &str, rounds: &[f64]| Bars { name: name.to_owned(), counts: counts(rounds) };
    let axis =
        |label: &str| Axis { label: label.to_owned(), unit: Unit::Count, is_logarithmic: false, range: None };
    Figure {
        title: title.to_owned(),
        drawing: Drawing::Histogram {
            x: axis("match-point round"),
            y: axis("matches"),
            series: vec![bars("MCTS", mcts), bars("MG-PEO", mg_peo)],
            edges,
        },
    }
}

fn statements(games: Games<'_>) -> Vec<Statement> {
    let of = |program: usize| (PROGRAMS[program].name, mean_round(games, program));
    let earlier = judge::greater(
        "MG-PEO rates its chance at 90% earlier than MCTS (means 39.68 and 42.57).",
        of(MCTS),
        of(MG_PEO),
    )
    .if_not_seen(Cause::Conditions, "The opponents are others, and so are the matches that are lost.");
    vec![with_enough_iterations(games, &[MCTS, MG_PEO], earlier)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_has_its_class() {
        let rounds = [vec![0.0, 3.0, 4.0, 47.0], vec![46.0, 70.0]];
        let Drawing::Histogram { edges, series, .. } = histogram("", &rounds).drawing else { panic!() };
        assert_eq!(edges[..2], [0.0, 4.0]);
        assert!(edges.last().is_some_and(|&last| last > 70.0));
        for (bars, rounds) in series.iter().zip(&rounds) {
            assert_eq!(bars.counts.iter().sum::<f64>(), rounds.len() as f64);
            assert_eq!(bars.counts.len(), edges.len() - 1);
        }
        assert_eq!(series[0].counts[..2], [2.0, 1.0]);
    }
}
