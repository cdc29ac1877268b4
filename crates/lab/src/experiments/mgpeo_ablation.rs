//! MG-PEO, Tables 5 and 8: what move groups and the faster evaluation are worth, each alone and both together.

use agents::AgentSpec;
use arena::Contest;

use super::mgpeo_field::{
    GAMES, HALF_PLY, MCTS, MG, MG_PEO, OF_TABLE_8, PEO, PROGRAMS, ablation, ablation_cells, matches, remarks,
    with_enough_iterations, won_sets,
};
use super::mgpeo_speed::{Speeds, effort, speeds};
use super::parts::share_axis;
use crate::cells::{Cells, Games};
use crate::conditions::Conditions;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, Cause, Cell, Drawing, Figure, Findings, Measured, ResultTable, Span, Statement, TableRow,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Tables 5 and 8.
pub(super) struct Ablation;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-ablation",
    paper: Paper::MgPeo,
    place: "Tables 5 and 8",
    title: "Move groups and a parallel evaluation, each alone and together",
    question: "What is it worth to give a step and its shot a node each (move groups, MG), and to evaluate faster \
               (parallel evaluation, PEO)? Four programs, with one, both or neither, meet a field of 50 opponents.",
    original: "50 opponents (33 competition programs, 17 of Botzone), two matches of three sets each, 5 s a move, \
               on an i7-11800H; whom the programs with one of the two improvements met is not said",
    differences: &[
        "The paper's fifty opponents are not to be had here. Ours are 47 settings of players of the four other texts, a player that \
         moves at random, and our flagship twice, at full strength and at level 5 (crates/lab/data/field.txt), so shares of sets \
         won can be compared with each other and hardly with the paper's.",
        "97% is 291 of 300 sets (98 of 100 matches) of its Table A2. 74% is neither the sets of its Table A3 (230 of 300) nor its \
         matches (76 of 100). The counts are ours.",
        "The paper does not say in which position iterations a second are counted. Here it is the first move, one \
         search at a time while no games are played.",
        "The paper claims that move groups improve the playing ability 20 to 30 times and the parallel evaluation 2 to 3 \
         times, without a measure of playing ability. Its section 4 has 2,176 to 187 nodes at best (11.6 times, our \
         division) and 114 to 54 us (2.1 times); its Table 8 has 2.6 and 4.6 times as many iterations a second (our divisions).",
        "Its Table 8 cannot be by its Table 3 if an iteration evaluates after each of its two rollouts, as we read it: two parallel \
         evaluations take 108 us, which allow at most 9,259 iterations of whole moves a second, and 10,026 are printed (our \
         division).",
        "How an evaluation becomes a winning rate is not told; ours is a logistic curve.",
        "Depth 4 and 5 of the rollouts are plies in the pseudo-code and steps and shots in the text, as we read them; the last row \
         has the text's.",
    ],
};

impl Experiment for Ablation {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(vec![ablation(conditions)?])
    }

    fn cells(&self, contest: &Contest, conditions: &Conditions) -> Cells {
        ablation_cells(contest, conditions)
    }

    fn other_work(&self, conditions: &Conditions) -> f64 {
        effort(conditions.scale)
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let speeds = speeds(bench)?;
        self.judge(bench, contests, &speeds)
    }

    fn rejudge(
        &self,
        bench: &mut Workbench<'_>,
        contests: &[Contest],
        earlier: &Findings,
    ) -> Result<Findings, LabError> {
        let speeds = Speeds::of(earlier).ok_or(LabError::NothingKept { experiment: ABOUT.name })?;
        self.judge(bench, contests, &speeds)
    }
}

impl Ablation {
    /// Plays the contest, and judges its games and the timings.
    fn judge(
        &self,
        bench: &mut Workbench<'_>,
        contests: &[Contest],
        speeds: &Speeds,
    ) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let (contest, cells) = (&contests[0], self.cells(&contests[0], &conditions));
        let judged = bench.judge(GAMES, contest, cells, |games| statements(contest, games, speeds))?;
        let games = judged.games();
        let sets: Vec<Measured> = (0..PROGRAMS.len()).map(|program| sets_beside(games, program)).collect();
        let mut remarks = remarks(&conditions, games, OF_TABLE_8);
        remarks.push(speeds.remark());
        remarks.extend(lost_to(contest, games));
        Ok(Findings {
            tables: vec![table(games, &sets, speeds), speeds.table()],
            figures: vec![figure("Share of sets won against the field", &sets, share_axis("sets won"))],
            statements: judged.statements.clone(),
            remarks,
        })
    }
}

/// The share of sets that a program won against all opponents.
fn won(games: Games<'_>, program: usize) -> Measured {
    won_sets(games, program, |_| true)
}

/// The same beside the paper's.
fn sets_beside(games: Games<'_>, program: usize) -> Measured {
    let won = won(games, program);
    PROGRAMS[program].paper.map_or(won, |(share, _)| won.beside(share))
}

fn table(games: Games<'_>, sets: &[Measured], speeds: &Speeds) -> ResultTable {
    let row = |program: usize| {
        let matches = matches(games, program);
        let won = matches.iter().filter(|one| one.is_won()).count() as u64;
        let won = Measured::share(won, matches.len() as u64, games.confidence);
        TableRow {
            name: PROGRAMS[program].name.to_owned(),
            cells: [sets[program], won, speeds.of_paper(program)].map(Cell::from).to_vec(),
        }
    };
    ResultTable {
        title: "The four programs against the field of 50 (their Tables 5 and 8)".to_owned(),
        head: ["program", "sets won", "matches won", "iterations a second, first move"]
            .map(str::to_owned)
            .to_vec(),
        rows: (0..PROGRAMS.len()).map(row).collect(),
    }
}

/// A row a program.
pub(super) fn figure(title: &str, values: &[Measured], axis: Axis) -> Figure {
    let rows = PROGRAMS.iter().zip(values);
    let rows = rows.map(|(program, &measured)| Span { name: program.name.to_owned(), measured }).collect();
    Figure { title: title.to_owned(), drawing: Drawing::Intervals { axis, rows } }
}

fn statements(contest: &Contest, games: Games<'_>, speeds: &Speeds) -> Vec<Statement> {
    let named = |program: usize| (PROGRAMS[program].name, won(games, program));
    let is_traditional = |opponent: usize| is_traditional(contest, opponent);
    let opponents = "The opponents are others, and so is what a program can still gain against them.";
    let statements = [
        (
            vec![MCTS, MG],
            judge::greater("Move groups alone make MCTS stronger (74% to 83%).", named(MG), named(MCTS))
                .if_not_seen(Cause::Conditions, opponents),
        ),
        (
            vec![MCTS, PEO],
            judge::greater(
                "The parallel evaluation alone makes MCTS stronger (74% to 89%).",
                named(PEO),
                named(MCTS),
            )
            .if_not_seen(Cause::Conditions, opponents),
        ),
        (
            vec![PEO, MG],
            judge::greater(
                "The parallel evaluation alone gains more than move groups alone (89% and 83%).",
                named(PEO),
                named(MG),
            )
            .if_not_seen(Cause::Conditions, opponents),
        ),
        (
            vec![MCTS, PEO, MG, MG_PEO],
            judge::all(
                "Both together are the best of the four (97%).",
                &[MCTS, PEO, MG].map(|other| judge::greater("", named(MG_PEO), named(other))),
            )
            .if_not_seen(Cause::Conditions, opponents),
        ),
        (
            vec![MCTS, MG_PEO],
            judge::differs(
                "Both together raise the winning rate by 23 points (here: by 10 at least).",
                named(MG_PEO),
                named(MCTS),
                Region::Above(0.1),
            )
            .if_not_seen(Cause::Conditions, opponents),
        ),
        (
            vec![MG_PEO],
            judge::above(
                "Some traditional programs, such as minimax and plain MCTS, are clearly weaker than MG-PEO (here: it wins two sets in \
                 three against all those of the field).",
                ("MG-PEO won against them", won_sets(games, MG_PEO, is_traditional)),
                2.0 / 3.0,
            ),
        ),
        (
            vec![MG_PEO, HALF_PLY],
            judge::differs(
                "The two readings of the rollouts' depth play alike (within 15 points).",
                named(HALF_PLY),
                named(MG_PEO),
                Region::Between(-0.15, 0.15),
            )
            .of_ours(),
        ),
    ];
    let judged = statements.into_iter().map(|(programs, one)| with_enough_iterations(games, &programs, one));
    judged.chain(speeds.statements()).collect()
}

/// Whether an opponent is what the paper calls a traditional program: minimax in some form, or plain Monte Carlo.
fn is_traditional(contest: &Contest, opponent: usize) -> bool {
    let text = contest.entrants[opponent].contender.to_string();
    let name = text.parse::<AgentSpec>().map_or("", |spec| spec.info().name);
    [
        "alphabeta",
        "minimax",
        "deepening",
        "egreedy-minimax",
        "egreedy-alphabeta",
        "course-heuristic",
        "course-iterative",
    ]
    .contains(&name)
        || ["uct", "flat-mc", "short-mcts", "egreedy-uct", "course-mcts"].contains(&name)
}

/// The opponents that beat MG-PEO.
fn lost_to(contest: &Contest, games: Games<'_>) -> Vec<String> {
    let matches = matches(games, MG_PEO);
    let lost: Vec<String> = matches
        .chunk_by(|one, other| one.opponent == other.opponent)
        .filter(|both| both.iter().all(|one| !one.is_won()))
        .map(|both| contest.entrants[both[0].opponent].contender.to_string())
        .collect();
    let lost = if lost.is_empty() { "none".to_owned() } else { lost.join(", ") };
    vec![
        format!("Opponents that beat MG-PEO with both colours: {lost}."),
        "The paper observed somewhat weaker play against networks trained on many games and does not say which of its \
         opponents are such; by its Table A2 it lost both matches to one opponent, and one set each to three others (our count). \
         None of the field plays by one of the thesis's networks; our flagship, whose evaluation was learnt from its own games, \
         is the nearest to such a program."
            .to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::mgpeo_field::PROGRAMS;
    use super::*;
    use crate::confidence::Confidence;
    use crate::findings::StatementVerdict;
    use crate::{Conditions, Scale};
    use amazons::{ByColor, Color};
    use arena::{GameResult, SideStats, Standings};
    use store::Ending;

    /// The paper's shares of 300 sets each, and its iterations a second, as if we had measured them.
    #[test]
    fn the_papers_own_figures_support_its_statements() {
        let conditions = Conditions::of(Scale::Paper, 1);
        let contest = ablation(&conditions).unwrap();
        let cells = ablation_cells(&contest, &conditions);
        let schedule = contest.schedule();
        let mut standings = Standings::new(schedule.clone(), contest.entrants.len(), None);
        let wins =
            PROGRAMS.map(|program| (300.0 * program.paper.map_or(0.97, |(share, _)| share)).round() as u64);
        let mut played = PROGRAMS.map(|_| 0);
        for number in 0..schedule.len() {
            let slot = schedule.slot(number);
            let program = slot.white.min(slot.black);
            let side = if slot.white == program { Color::White } else { Color::Black };
            // Spread evenly over the 300 sets, so that the two of a pair do not hang together.
            let won_before = |sets: u64| sets * wins[program] / 300;
            let has_won = won_before(played[program] + 1) > won_before(played[program]);
            played[program] += 1;
            let nodes = PROGRAMS[program].iterations;
            standings.add(GameResult {
                slot: number,
                winner: if has_won { side } else { !side },
                ending: Ending::NoMoves,
                plies: 2,
                sides: ByColor::from_fn(|_| SideStats { moves: 1, nodes, ..SideStats::default() }),
                fingerprint: number,
            });
        }
        let games = Games::new(&standings, &cells, Confidence::USUAL);
        let statements = statements(&contest, games, &Speeds::of_the_paper());
        let wrong: Vec<&str> = statements
            .iter()
            .filter(|statement| statement.verdict != StatementVerdict::Seen)
            .map(|statement| statement.claim.as_str())
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn programs_that_cannot_look_at_every_move_are_not_judged() {
        let conditions = Conditions::of(Scale::Quick, 1);
        let contest = ablation(&conditions).unwrap();
        let cells = ablation_cells(&contest, &conditions);
        let mut standings = Standings::new(contest.schedule(), contest.entrants.len(), None);
        for slot in 0..contest.schedule().len() {
            let sides = ByColor::from_fn(|_| SideStats { moves: 1, nodes: 150, ..SideStats::default() });
            let (winner, ending) = (Color::White, Ending::NoMoves);
            standings.add(GameResult { slot, winner, ending, plies: 2, sides, fingerprint: slot });
        }
        let games = Games::new(&standings, &cells, Confidence::USUAL);
        let statements = statements(&contest, games, &Speeds::of_the_paper());
        assert!(statements[0].because.starts_with("too few iterations to judge: MCTS made 150 a move"));
        assert_eq!(statements[0].verdict, StatementVerdict::Undecided);
    }
}
