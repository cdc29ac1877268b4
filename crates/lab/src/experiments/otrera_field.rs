//! Our own experiment: the flagship against every player of every paper.

use std::collections::BTreeMap;

use agents::{AgentSpec, PLAYERS, PlayerInfo};
use arena::{Adjudication, Contest, ContestFormat};

use super::parts::{Meeting, remark_on_games, share_axis};
use crate::cells::Games;
use crate::conditions::{Conditions, Scale};
use crate::confidence::Confidence;
use crate::contests::{balanced, contest};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Cell, Drawing, Figure, Findings, Measured, ResultTable, Span, Statement, TableRow, Unit,
};
use crate::judge;
use crate::workbench::{LabError, Workbench};

/// The flagship against every player of every paper.
pub(super) struct OtreraField;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "otrera-field",
    paper: Paper::Otrera,
    place: "our own",
    title: "The flagship against every player of every paper",
    question: "Does the flagship win 95 of 100 games at least against every player that the papers describe, when both \
               have the same time?",
    original: "Our own question: 100 games a pairing over the balanced openings, 0.2 s a move for both.",
    differences: &[
        "Where a paper gives a time it is 2 to 30 s a move (COURSE's 2.0 read as seconds); here all have 0.2 s, on one core each. Who \
         stops at a fixed depth uses less.",
        "A game ends when the areas are separate and counting them proves who wins; no paper ends its games so.",
        "Every player has its paper's parameters, ours where there are none, and plays in this program, where the evaluations are faster than in \
         the papers. MG-PEO's baselines keep the paper's plain loops.",
        "All pairings play from the same openings. At the quick scale these are two: a game lost there may be the \
         opening's fault.",
    ],
};

/// What the flagship is to win at least.
const AIM: f64 = 0.95;

/// Players beside those with their default options: all evaluations of UCT-AB's alpha-beta and of the thesis's deepening.
const EXTRA_OPPONENTS: [&str; 4] =
    ["alphabeta:eval=mobility", "alphabeta:eval=relative", "deepening:eval=mindist", "deepening:eval=random"];

/// How many positions a player looks at in a second where it is not 500,000; a plain-looped evaluation is slow, a fixed
/// depth of 2 never reaches its number. For limits that do not depend on a machine.
const NODES_A_SECOND: [(&str, u64); 11] = [
    ("otrera", 500_000),
    ("mgpeo", 150_000),
    ("mcts-peo", 150_000),
    ("mcts", 15_000),
    ("mcts-mg", 15_000),
    ("uct", 100_000),
    ("flat-mc", 100_000),
    ("egreedy", 50_000),
    ("egreedy-uct", 100_000),
    ("deepening", 400_000),
    ("minimax", 300_000),
];

/// Whether a player is one of the papers'. The plain random one is not: COURSE has it too.
fn is_of_a_paper(player: &PlayerInfo) -> bool {
    !["our own", "a baseline"].contains(&player.paper)
}

/// The opponents: every player of every paper.
fn opponents() -> Vec<String> {
    let mut opponents: Vec<String> =
        PLAYERS.iter().filter(|player| is_of_a_paper(player)).map(|player| player.name.to_owned()).collect();
    for also in EXTRA_OPPONENTS {
        let name = also.split(':').next().unwrap_or(also);
        let place = opponents.iter().rposition(|other| other.split(':').next() == Some(name));
        opponents.insert(place.map_or(opponents.len(), |place| place + 1), also.to_owned());
    }
    opponents
}

/// Those of a scale: a toy meets the fastest ones.
fn met(conditions: &Conditions) -> Vec<String> {
    let mut opponents = opponents();
    if conditions.scale == Scale::Toy {
        opponents.retain(|name| ["greedy", "course-random", "egreedy-dfs"].contains(&name.as_str()));
    }
    opponents
}

/// The paper of a player, as the catalogue has it.
fn paper_of(player: &str) -> &'static str {
    player.parse::<AgentSpec>().map_or("unknown", |spec| spec.info().paper)
}

impl Experiment for OtreraField {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        let milliseconds: u64 = conditions.scale.choose(1, 200, 200, 200);
        let players: Vec<String> = std::iter::once("otrera".to_owned())
            .chain(met(conditions))
            .map(|player| {
                let name = player.split(':').next().unwrap_or(&player);
                let known = NODES_A_SECOND.iter().find(|(known, _)| *known == name);
                let nodes = known.map_or(500_000, |(_, nodes)| *nodes) * milliseconds / 1_000;
                let counts = format!("nodes={nodes}");
                format!("{player}@{}", conditions.limit("200ms", &counts))
            })
            .collect();
        let pairs = conditions.scale.choose(1, 2, 2, 50);
        let mut contest = contest(conditions, &players, ContestFormat::Gauntlet, pairs, balanced()?)?;
        contest.rules.adjudication = Adjudication::Proven;
        Ok(vec![contest])
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let cells = self.cells(&contests[0], &conditions);
        let field = |games: Games<'_>| -> Vec<(String, Meeting)> {
            let met = met(&conditions).into_iter().zip(1..);
            met.map(|(name, place)| (name, Meeting::of(games, 0, place))).collect()
        };
        let judged = bench.judge(ABOUT.name, &contests[0], cells, |games| statements(&field(games)))?;
        let field = field(judged.games());
        Ok(Findings {
            tables: vec![players_table(&field), papers_table(&field)],
            figures: vec![figure(&field)],
            remarks: vec![remark_on_games(&judged.standings), needed()],
            statements: judged.statements,
        })
    }
}

/// How many games without a loss a statement needs.
fn needed() -> String {
    let is_enough = |games: &u64| {
        Measured::share(*games, *games, Confidence::USUAL).interval.is_some_and(|(low, _)| low > AIM)
    };
    let games = (1..10_000).find(is_enough).unwrap_or(10_000);
    format!(
        "That somebody wins 95% at least is seen from {games} games on if none is lost; with fewer games a clean score \
         stays undecided."
    )
}

fn players_table(field: &[(String, Meeting)]) -> ResultTable {
    let row = |(name, meeting): &(String, Meeting)| {
        let [ours, theirs] = meeting.seconds_a_move().map(Cell::from);
        let won = meeting.won().into();
        TableRow { name: name.clone(), cells: vec![Cell::from(paper_of(name)), won, ours, theirs] }
    };
    ResultTable {
        title: "Games won by the flagship".to_owned(),
        head: ["against", "paper", "won", "flagship, a move", "opponent, a move"].map(str::to_owned).to_vec(),
        rows: field.iter().map(row).collect(),
    }
}

/// The games against all players of each paper.
fn by_paper(field: &[(String, Meeting)]) -> BTreeMap<&'static str, Vec<&Meeting>> {
    let mut papers: BTreeMap<&str, Vec<&Meeting>> = BTreeMap::new();
    for (name, meeting) in field {
        papers.entry(paper_of(name)).or_default().push(meeting);
    }
    papers
}

fn papers_table(field: &[(String, Meeting)]) -> ResultTable {
    let mut rows: Vec<TableRow> = by_paper(field)
        .into_iter()
        .map(|(paper, games)| TableRow {
            name: paper.to_owned(),
            cells: vec![
                Measured::number(games.len() as f64, Unit::Count).into(),
                Meeting::all(games).won().into(),
            ],
        })
        .collect();
    rows.push(TableRow {
        name: "all".to_owned(),
        cells: vec![Measured::number(field.len() as f64, Unit::Count).into(), total(field).won().into()],
    });
    ResultTable {
        title: "Games won by the flagship, by paper".to_owned(),
        head: ["paper", "players", "won"].map(str::to_owned).to_vec(),
        rows,
    }
}

fn total(field: &[(String, Meeting)]) -> Meeting {
    Meeting::all(field.iter().map(|(_, meeting)| meeting))
}

fn figure(field: &[(String, Meeting)]) -> Figure {
    let row = |(name, meeting): &(String, Meeting)| Span {
        name: format!("{name} ({})", paper_of(name)),
        measured: meeting.won(),
    };
    Figure {
        title: "Share of games that the flagship wins against each player".to_owned(),
        drawing: Drawing::Intervals { axis: share_axis("games won"), rows: field.iter().map(row).collect() },
    }
}

fn statements(field: &[(String, Meeting)]) -> Vec<Statement> {
    let all = judge::above(
        "The flagship wins 95% of its games against all players of the papers together.",
        ("it won", total(field).won()),
        AIM,
    )
    .of_ours();
    let one = |(name, meeting): &(String, Meeting)| {
        let claim = format!("The flagship wins 95% at least against {name} ({}).", paper_of(name));
        judge::above(&claim, ("it won", meeting.won()), AIM).of_ours()
    };
    std::iter::once(all).chain(field.iter().map(one)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::parts::tests::meeting;
    use super::*;
    use crate::findings::StatementVerdict;

    #[test]
    fn every_player_is_met_once() {
        let opponents = opponents();
        assert_eq!(opponents.len(), 21 + EXTRA_OPPONENTS.len(), "the papers have 21 players");
        for player in PLAYERS.iter().filter(|player| is_of_a_paper(player)) {
            let is_met = |other: &&String| other.as_str() == player.name;
            assert_eq!(opponents.iter().filter(is_met).count(), 1, "{}", player.name);
        }
        let place = |name: &str| opponents.iter().position(|other| other == name).unwrap();
        assert_eq!(place("deepening:eval=random"), place("deepening") + 2, "beside its like");
        assert_eq!(paper_of("deepening:eval=mindist"), "THESIS");
        for (name, _) in NODES_A_SECOND {
            assert!(PLAYERS.iter().any(|player| player.name == name), "{name}");
        }
    }

    #[test]
    fn limits_are_the_same_time_for_all_or_counts() {
        let texts = |scale, games: u64| {
            let contest = OtreraField.contests(&Conditions::of(scale, 1)).unwrap().remove(0);
            assert_eq!(contest.schedule().len(), games * opponents().len() as u64);
            contest.entrants.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(texts(Scale::Paper, 100).iter().all(|text| text.ends_with("@200ms")));
        let counted = texts(Scale::Faithful, 4);
        assert_eq!(counted[0], "otrera@nodes=100000");
        assert!(counted.contains(&"mcts@nodes=3000".to_owned()), "{counted:?}");
    }

    #[test]
    fn a_clean_score_is_seen_once_there_are_games_enough() {
        let field = |wins, losses| vec![("mgpeo".to_owned(), meeting(wins, losses))];
        let verdict = |wins, losses| statements(&field(wins, losses))[1].verdict;
        assert_eq!(verdict(4, 0), StatementVerdict::Undecided);
        assert_eq!(verdict(73, 0), StatementVerdict::Seen);
        assert_eq!(verdict(72, 0), StatementVerdict::Undecided);
        assert!(needed().contains("from 73 games on"));
        assert_eq!(verdict(80, 20), StatementVerdict::NotSeen);
    }
}
