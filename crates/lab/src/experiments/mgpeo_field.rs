//! MG-PEO's programs and the field of 50 that they meet: the contest that Tables 5, 6, 7 and 8 are made of, and its
//! matches.

use std::collections::BTreeMap;

use agents::AgentSpec;
use amazons::Color;
use arena::statistics::{GameTally, PairScore, Summary, match_point};
use arena::{Contest, ContestFormat};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::cells::{CellSet, Cells, Games};
use crate::conditions::{Conditions, Scale};
use crate::contests::{contest, from_the_start};
use crate::findings::{Measured, Statement, StatementVerdict, Unit};
use crate::workbench::LabError;

/// The opponents, a spec a line.
const FIELD: &str = include_str!("../../data/field.txt");

/// The paper's matches: opponent, seat, sets and rounds of both programs.
const MATCHES: &str = include_str!("../../../../testdata/mgpeo_matches.csv");

/// The name of the contest's file of games.
pub(super) const GAMES: &str = "mgpeo-field";

/// A program of the paper's ablation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program {
    /// Its spec with our bit-parallel evaluation.
    pub(super) spec: &'static str,
    /// Its spec with an evaluation of plain loops, for limits in seconds: the programs without PEO.
    plain: Option<&'static str>,
    /// What it is called in tables.
    pub(super) name: &'static str,
    /// The paper's winning rate and iterations a second, where the paper has the program.
    pub(super) paper: Option<(f64, f64)>,
    /// Simulations a move where counts limit: the paper's iterations a second times its 5 s.
    pub(super) iterations: u64,
    /// The most pairs of games at the faithful scale.
    most_pairs: u64,
}

/// The four programs of the paper, and the last one with rollouts whose depth counts steps and shots.
pub(super) const PROGRAMS: [Program; 5] = [
    Program {
        spec: "mcts:eval=mgpeo",
        plain: Some("mcts"),
        name: "MCTS",
        paper: Some((0.74, 2_176.0)),
        iterations: 10_880,
        most_pairs: 150,
    },
    Program {
        spec: "mcts-peo",
        plain: None,
        name: "MCTS + PEO",
        paper: Some((0.89, 10_026.0)),
        iterations: 50_130,
        most_pairs: 100,
    },
    Program {
        spec: "mcts-mg:eval=mgpeo",
        plain: Some("mcts-mg"),
        name: "MCTS + MG",
        paper: Some((0.83, 5_663.0)),
        iterations: 28_315,
        most_pairs: 100,
    },
    Program {
        spec: "mgpeo",
        plain: None,
        name: "MG-PEO",
        paper: Some((0.97, 45_536.0)),
        iterations: 227_680,
        most_pairs: 50,
    },
    Program {
        spec: "mgpeo:unit=half-ply",
        plain: None,
        name: "MG-PEO, depth in steps and shots",
        paper: None,
        iterations: 227_680,
        most_pairs: 25,
    },
];

/// The places of programs in [`PROGRAMS`].
pub(super) const MCTS: usize = 0;
pub(super) const PEO: usize = 1;
pub(super) const MG: usize = 2;
pub(super) const MG_PEO: usize = 3;
pub(super) const HALF_PLY: usize = 4;

/// The moves of the start: so many nodes has a tree of whole moves before it can decide (the paper's Table 2).
const CONVERGENCE: f64 = 2_176.0;

/// The time of every player per move by seconds: 5 s in the paper.
fn seconds(scale: Scale) -> &'static str {
    scale.choose("20ms", "20ms", "", "5s")
}

/// The specs of the field in an order drawn once: its first opponents are of all kinds.
pub(super) fn field() -> Vec<&'static str> {
    let lines = FIELD.lines().map(str::trim);
    let mut specs: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    specs.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(1));
    specs
}

/// An opponent with its time control. Counts take about a tenth of a second at the faithful scale: simulations for those who
/// make them, few for those whose simulations rank candidates, positions for the others.
pub(super) fn opponent(conditions: &Conditions, spec: &str) -> Result<String, LabError> {
    let read: AgentSpec = spec.parse().map_err(|error: agents::SpecError| LabError::Player {
        player: spec.to_owned(),
        error: arena::EntrantError::Contender(error.into()),
    })?;
    let counts = if read.can(agents::Ability::EndAtDepth) {
        conditions.scale.choose("nodes=20", "", "nodes=50000", "")
    } else if read.info().name == "egreedy" || spec.contains("rollout=candidates") {
        conditions.scale.choose("playouts=1", "", "playouts=100", "")
    } else {
        conditions.scale.choose("playouts=4", "", "playouts=5000", "")
    };
    Ok(format!("{spec}@{}", conditions.limit(seconds(conditions.scale), counts)))
}

/// A player of MG-PEO's family with its time control.
pub(super) fn player(conditions: &Conditions, spec: &str, iterations: u64) -> String {
    let counts = format!("playouts={}", conditions.scale.choose(2 + iterations / 50_000, 0, iterations, 0));
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

/// The contest of Tables 5 to 8. Where counts limit the programs all evaluate bit-parallel, since the evaluation cannot change
/// what they play; where seconds do, those without PEO evaluate by plain loops.
pub(super) fn ablation(conditions: &Conditions) -> Result<Contest, LabError> {
    let programs = PROGRAMS.iter().map(|program| {
        let plain = program.plain.filter(|_| !conditions.scale.is_counted());
        player(conditions, plain.unwrap_or(program.spec), program.iterations)
    });
    // A toy meets two opponents only, quick but different ones.
    let field = match conditions.scale {
        Scale::Toy => vec!["greedy", "course-random"],
        _ => field(),
    };
    against(conditions, programs.collect(), &field, conditions.scale.choose(1, 1, 3, 3))
}

/// The cells of that contest: one for each program.
pub(super) fn ablation_cells(contest: &Contest, conditions: &Conditions) -> Cells {
    Cells::new(contest, conditions, |program, _| program, |program| PROGRAMS[program].most_pairs)
}

/// The share of sets that a program won against some opponents.
pub(super) fn won_sets(games: Games<'_>, program: usize, is_met: impl Fn(usize) -> bool) -> Measured {
    let all = games.standings.results();
    let of_program = all.filter(|(slot, _)| slot.white == program || slot.black == program);
    let results: Vec<_> = of_program.filter(|(slot, _)| is_met(slot.white + slot.black - program)).collect();
    let mut tally = arena::statistics::MatchTally::default();
    for pair in results.chunk_by(|(one, _), (other, _)| one.pair == other.pair) {
        let has_won = |(slot, result): &(arena::ScheduledGame, &arena::GameResult)| {
            (result.winner == Color::White) == (slot.white == program)
        };
        let wins = pair.iter().filter(|game| has_won(game)).count() as u8;
        match pair.len() {
            2 => tally.pairs.add(PairScore::from_wins(wins)),
            _ if wins > 0 => tally.unpaired.wins += 1,
            _ => tally.unpaired.losses += 1,
        }
    }
    let won = Measured::won(&tally, games.confidence);
    Measured { cells: CellSet::one(program), ..won }
}

/// A match: some sets against one opponent with one colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Match {
    /// The opponent's place among the players.
    pub(super) opponent: usize,
    /// Whether the program moved first.
    pub(super) is_first: bool,
    /// Sets won and lost.
    pub(super) sets: GameTally,
    /// Match-point rounds of the won sets.
    rounds: Vec<u32>,
}

impl Match {
    /// Whether most sets were won.
    pub(super) fn is_won(&self) -> bool {
        self.sets.wins > self.sets.losses
    }

    /// The match-point round: 47 of a lost match, else the rounded mean of its won sets'.
    pub(super) fn round(&self) -> Option<u32> {
        if self.is_won() { match_point::of_won_sets(&self.rounds) } else { Some(match_point::LOST) }
    }
}

/// The matches of a program, opponent by opponent, first as White.
pub(super) fn matches(games: Games<'_>, program: usize) -> Vec<Match> {
    let mut matches: BTreeMap<(usize, bool), Match> = BTreeMap::new();
    for (slot, result) in games.standings.results() {
        let (side, opponent) = match () {
            () if slot.white == program => (Color::White, slot.black),
            () if slot.black == program => (Color::Black, slot.white),
            () => continue,
        };
        let entry = matches.entry((opponent, side == Color::Black)).or_default();
        (entry.opponent, entry.is_first) = (opponent, side == Color::White);
        let has_won = result.winner == side;
        entry.sets += GameTally { wins: u64::from(has_won), losses: u64::from(!has_won) };
        entry.rounds.extend(result.sides[side].match_point.filter(|_| has_won));
    }
    matches.into_values().collect()
}

/// The match-point rounds of a program's matches.
pub(super) fn rounds(games: Games<'_>, program: usize) -> Vec<f64> {
    matches(games, program).iter().filter_map(Match::round).map(f64::from).collect()
}

/// The mean match-point round of a program's matches.
pub(super) fn mean_round(games: Games<'_>, program: usize) -> Measured {
    let mean = Measured::mean(&summary(&rounds(games, program)), Unit::Decimal, games.confidence);
    Measured { cells: CellSet::one(program), ..mean.not_below_zero() }
}

/// Mean and spread of rounds.
pub(super) fn summary(rounds: &[f64]) -> Summary {
    rounds.iter().copied().collect()
}

/// A statement on some programs, if these had enough iterations: as many as the paper's, or at least as many as a tree needs
/// before it can decide. Otherwise nothing can be said.
pub(super) fn with_enough_iterations(
    games: Games<'_>,
    programs: &[usize],
    statement: Statement,
) -> Statement {
    for &program in programs {
        let iterations = iterations_a_move(games, program);
        let paper = PROGRAMS[program].iterations as f64;
        if iterations.is_some_and(|made| made < 0.95 * paper && made < CONVERGENCE) {
            let because = format!(
                "too few iterations to judge: {} made {} a move, the paper's {}, and before {} a tree of whole moves cannot \
                 decide; {}",
                PROGRAMS[program].name,
                Unit::Count.write(iterations.unwrap_or_default()),
                Unit::Count.write(paper),
                Unit::Count.write(CONVERGENCE),
                statement.because
            );
            return Statement { verdict: StatementVerdict::Undecided, because, why: None, ..statement };
        }
    }
    statement
}

/// The mean number of iterations of a program's moves.
fn iterations_a_move(games: Games<'_>, program: usize) -> Option<f64> {
    let mut sum = (0, 0);
    for (slot, result) in games.standings.results() {
        for (player, side) in [(slot.white, Color::White), (slot.black, Color::Black)] {
            if player == program {
                sum = (sum.0 + result.sides[side].nodes, sum.1 + u64::from(result.sides[side].moves));
            }
        }
    }
    (sum.1 > 0).then(|| sum.0 as f64 / sum.1 as f64)
}

/// A match of the paper's Tables A2 and A3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PaperMatch {
    /// The opponent's name there.
    pub(super) opponent: &'static str,
    /// Whether the program moved first.
    pub(super) is_first: bool,
    /// The sets of MCTS and of MG-PEO: won and lost.
    pub(super) sets: [(u64, u64); 2],
    /// Their match-point rounds.
    pub(super) rounds: [u32; 2],
}

/// The paper's 100 matches of MCTS and of MG-PEO.
pub(super) fn paper_matches() -> Vec<PaperMatch> {
    let lines = MATCHES.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    lines.filter_map(paper_match).collect()
}

fn paper_match(line: &'static str) -> Option<PaperMatch> {
    // Number, number of the opponent, then from the end: rounds and sets; names have commas.
    let fields: Vec<&str> = line.split(',').collect();
    let [.., seat, mg_peo_sets, mg_peo_round, mcts_sets, mcts_round] = fields.as_slice() else { return None };
    let sets =
        |text: &str| text.split_once(':').map(|(won, lost)| Some((won.parse().ok()?, lost.parse().ok()?)))?;
    let name = line.splitn(3, ',').nth(2)?;
    let end = name.len()
        - [seat, mg_peo_sets, mg_peo_round, mcts_sets, mcts_round]
            .map(|field| field.len() + 1)
            .iter()
            .sum::<usize>();
    Some(PaperMatch {
        opponent: name[..end].trim_matches('"'),
        is_first: *seat == "first",
        sets: [sets(mcts_sets)?, sets(mg_peo_sets)?],
        rounds: [mcts_round.parse().ok()?, mg_peo_round.parse().ok()?],
    })
}

/// The paper's rounds: MCTS's, then MG-PEO's.
pub(super) fn paper_rounds() -> [Vec<f64>; 2] {
    let matches = paper_matches();
    [0, 1].map(|program: usize| matches.iter().map(|one| f64::from(one.rounds[program])).collect())
}

/// The iterations of the ablation's programs at the faithful scale, in words.
pub(super) const OF_TABLE_8: &str =
    "as many iterations a move as the paper's in 5 s by its Table 8 (our product)";

/// What has to be known of all experiments on this field; `made` is what its programs make at the faithful scale.
pub(super) fn remarks(conditions: &Conditions, games: Games<'_>, made: &str) -> Vec<String> {
    let standings = games.standings;
    let mut remarks = vec![format!(
        "{} games, {} of them different, from the standard start; {} plies on average.",
        standings.games(),
        standings.different_games(),
        standings.lengths().mean().unwrap_or(0.0).round()
    )];
    match conditions.scale {
        Scale::Quick => remarks.push(
            "At this size a match is one set in place of three, and a move takes 20 ms in place of 5 s: programs \
             with slow evaluations do not look at every move once before they have to choose."
                .to_owned(),
        ),
        Scale::Faithful => remarks.push(format!(
            "The programs make {made}, with our bit-parallel evaluation, whose values are those of the plain one. The opponents \
             have 5,000 simulations, 50,000 positions, or 100 simulations where each ranks candidates: about a tenth of a \
             second. Every match is as many sets as were needed, one to three; the opponents come in an order drawn once."
        )),
        Scale::Toy | Scale::Paper => {}
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_has_50_opponents_who_all_exist() {
        let mut specs = field();
        assert_eq!(specs.len(), 50);
        specs.sort_unstable();
        specs.dedup();
        assert_eq!(specs.len(), 50, "no opponent is listed twice");
        for scale in [Scale::Toy, Scale::Quick, Scale::Faithful, Scale::Paper] {
            let conditions = Conditions::of(scale, 1);
            ablation(&conditions).unwrap().check().unwrap();
            for spec in &specs {
                opponent(&conditions, spec).unwrap();
            }
        }
    }

    #[test]
    fn the_paper_plays_300_sets_a_program() {
        let contest = ablation(&Conditions::of(Scale::Paper, 1)).unwrap();
        assert_eq!(contest.schedule().len(), 300 * PROGRAMS.len() as u64);
        assert_eq!(contest.entrants[MCTS].to_string(), "mcts@5s");
        let contest = ablation(&Conditions::of(Scale::Faithful, 1)).unwrap();
        assert_eq!(contest.entrants[MCTS].to_string(), "mcts:eval=mgpeo@playouts=10880");
        assert_eq!(contest.entrants[MG_PEO].to_string(), "mgpeo@playouts=227680");
    }

    #[test]
    fn the_papers_matches_add_up_to_what_it_prints() {
        let matches = paper_matches();
        assert_eq!(matches.len(), 100);
        let [mcts, mg_peo] = paper_rounds();
        let mean = |rounds: &[f64]| summary(rounds).mean().unwrap();
        assert!((mean(&mcts) - 42.57).abs() < 1e-9);
        assert!((mean(&mg_peo) - 39.68).abs() < 1e-9);
        let sets = |program: usize| matches.iter().map(|one| one.sets[program].0).sum::<u64>();
        // 74% is printed for the first: neither its sets nor its matches.
        assert_eq!([sets(0), sets(1)], [230, 291]);
        let lost =
            |program: usize| matches.iter().filter(move |one| one.sets[program].0 < one.sets[program].1);
        assert_eq!([lost(0).count(), lost(1).count()], [24, 2]);
        let exceptions: Vec<u32> =
            lost(0).map(|one| one.rounds[0]).filter(|&round| round != match_point::LOST).collect();
        assert_eq!(exceptions, [45, 42, 44, 41], "lost, and not 47");
        assert_eq!(matches[90].opponent, "Love Will Disappear, Right?");
    }

    #[test]
    fn a_lost_match_counts_47_whatever_its_sets_did() {
        let of = |wins, losses| Match {
            sets: GameTally { wins, losses },
            rounds: vec![30, 35],
            ..Match::default()
        };
        assert_eq!((of(2, 1).round(), of(1, 2).round()), (Some(33), Some(47)));
    }
}
