//! THESIS, Tables 4 and 5: the equity of every search with every evaluation against the good and the simple player.

use amazons::{AnyPosition, Size, Start};
use arena::{Contest, ContestFormat, Opening, OpeningSource};

use super::parts::Meeting;
use crate::cells::Games;
use crate::conditions::{Conditions, Scale};
use crate::contests::{balanced, contest};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, Cause, Cell, Drawing, Figure, Findings, Measured, ResultTable, Span, Statement, TableRow, Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// THESIS, Tables 4 and 5.
pub(super) struct ThesisEquities;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "thesis-equities",
    paper: Paper::Thesis,
    place: "Tables 4 and 5",
    title: "Searches and evaluations against a good and a simple player",
    question: "What is worth more, a search or a better evaluation? Every search (none, alpha-beta with deepening, \
               Monte Carlo) plays with every evaluation (Lieberum, minimal distance, chance) against the good player \
               (Lieberum with alpha-beta) and the simple player (minimal distance without lookahead). The equity is \
               (won - lost) / games: 1 wins all, -1 loses all.",
    original: "neither the number of games nor the time a move is given: steps of 0.02 fit 100 games a cell, and a game took \
               up to 20 minutes",
    differences: &[
        "The rows of the networks are not here: these are work of their own. With each of its nine networks the thesis has \
         Monte Carlo above alpha-beta against the simple player (Table 5); the statements here are of its classical evaluations.",
        "The thesis does not say how its games differ from each other; here every pair of games begins from another \
         balanced opening, colours swapped.",
        "The time a move is not given; we take 1 s, a fraction of it in a quick run, and 40,000 positions or 20,000 playouts, \
         about 0.2 s, at the faithful scale. Monte Carlo is the player of the thesis that needs an evaluation: UCT; random \
         games of 6 plies, 10 visits before a leaf grows and the sign of the evaluation are ours.",
        "Alpha-beta with Lieberum is the good player itself, minimal distance without lookahead the simple one: these \
         two cells measure chance alone.",
        "Not all parameters of Lieberum's function were published; ours are those of open programs, the thesis's were inferred from \
         Lieberum's examples.",
        "Our alpha-beta has a transposition table; the thesis treats the game as a tree, since transpositions are rare, and names \
         no table.",
        "An error of the thesis: it says that for all representations the smallest network is best; in its Table 5 UNITY-80 and \
         MOBILITY-80 are above UNITY-40 and MOBILITY-40 with alpha-beta, and UNITY-80 with Monte Carlo.",
        "By counts all evaluations get the same number of positions, however long they take: cheap ones lose by it.",
    ],
};

/// Why a statement may not be seen.
const TIME: &str = "The thesis does not give the time a move, a game took up to 20 minutes; here a player has 40,000 positions or \
                    20,000 playouts a move.";

/// The searches as the tables name them.
const SEARCHES: [&str; 3] = ["none", "alpha-beta", "MC"];

/// An evaluation with the paper's equities by search, against the good and the simple player. The networks' rows come here
/// with their own players.
struct Evaluated {
    title: &'static str,
    eval: &'static str,
    paper: [[f64; 3]; 2],
}

const EVALUATIONS: [Evaluated; 3] = [
    Evaluated { title: "Lieberum", eval: "lieberum", paper: [[-0.94, -0.02, -0.76], [0.42, 0.98, 0.78]] },
    Evaluated {
        title: "minimal distance",
        eval: "mindist",
        paper: [[-0.98, -0.68, -0.98], [0.0, 0.82, 0.44]],
    },
    Evaluated { title: "random", eval: "random", paper: [[-1.0, -1.0, -1.0], [-1.0, -0.98, -1.0]] },
];

/// The opponents: entrants 0 and 1.
const OPPONENTS: [&str; 2] = ["the good player", "the simple player"];

impl Experiment for ThesisEquities {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        let time = conditions.scale.choose("1s", "50ms", "200ms", "1s");
        // Lieberum's evaluation gets through about so many in that time.
        let nodes = conditions.limit(time, conditions.scale.choose("nodes=20", "", "nodes=40000", ""));
        let playouts =
            conditions.limit(time, conditions.scale.choose("playouts=20", "", "playouts=20000", ""));
        let mut players =
            vec![format!("deepening:eval=lieberum@{nodes}"), "greedy:eval=mindist@depth=1".to_owned()];
        for Evaluated { eval, .. } in &EVALUATIONS {
            players.push(format!("greedy:eval={eval}@depth=1"));
            players.push(format!("deepening:eval={eval}@{nodes}"));
            players.push(format!("short-mcts:eval={eval}@{playouts}"));
        }
        let all = (2..players.len()).flat_map(|player| [(player, 0), (player, 1)]).collect();
        let pairs = conditions.scale.choose(1, 10, 50, 50);
        Ok(vec![contest(conditions, &players, ContestFormat::Listed(all), pairs, openings(conditions)?)?])
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let cells = self.cells(&contests[0], bench.conditions());
        let judged = bench.judge(ABOUT.name, &contests[0], cells, |games| Equities { games }.statements())?;
        let equities = Equities { games: judged.games() };
        let opponents = 0..OPPONENTS.len();
        Ok(Findings {
            tables: opponents.clone().map(|opponent| equities.table(opponent)).collect(),
            figures: opponents.map(|opponent| equities.figure(opponent)).collect(),
            statements: judged.statements.clone(),
            remarks: vec![
                "The equity of several cells together is their mean, each cell counting alike.".to_owned(),
            ],
        })
    }
}

/// The balanced openings; a toy is played on a small board, where it takes a second.
fn openings(conditions: &Conditions) -> Result<Vec<Opening>, LabError> {
    if conditions.scale != Scale::Toy {
        return balanced();
    }
    let size: Size = "6x6".parse().expect("a size");
    let setup = Start::of(size).expect("a start of 6x6").setup();
    let start = AnyPosition::from_setup(&setup).expect("it is playable");
    Ok(OpeningSource::Random(2).openings(&start, "", 1, conditions.seed)?)
}

/// All cells of both tables.
struct Equities<'a> {
    games: Games<'a>,
}

/// A cell: evaluation, search, opponent.
type Place = (usize, usize, usize);

impl Equities<'_> {
    /// The mean equity of some cells, each counting alike.
    fn of(&self, places: &[Place]) -> Measured {
        let cell = |&(evaluation, search, opponent): &Place| {
            equity(Meeting::of(self.games, 2 + 3 * evaluation + search, opponent).won())
        };
        judge::mean(&places.iter().map(cell).collect::<Vec<_>>())
    }

    fn cell(&self, place: Place) -> Measured {
        let (evaluation, search, opponent) = place;
        self.of(&[place]).beside(EVALUATIONS[evaluation].paper[opponent][search])
    }

    fn table(&self, opponent: usize) -> ResultTable {
        let row = |evaluation: usize| TableRow {
            name: EVALUATIONS[evaluation].title.to_owned(),
            cells: (0..3).map(|search| Cell::from(self.cell((evaluation, search, opponent)))).collect(),
        };
        ResultTable {
            title: format!("Equity against {} (their Table {})", OPPONENTS[opponent], 4 + opponent),
            head: ["evaluation"].iter().chain(&SEARCHES).map(ToString::to_string).collect(),
            rows: (0..EVALUATIONS.len()).map(row).collect(),
        }
    }

    fn figure(&self, opponent: usize) -> Figure {
        let cells =
            (0..EVALUATIONS.len()).flat_map(|evaluation| (0..3).map(move |search| (evaluation, search)));
        let row = |(evaluation, search): (usize, usize)| Span {
            name: format!("{}, {}", EVALUATIONS[evaluation].title, SEARCHES[search]),
            measured: self.cell((evaluation, search, opponent)),
        };
        Figure {
            title: format!("Equity against {}, ours and the thesis's", OPPONENTS[opponent]),
            drawing: Drawing::Intervals {
                axis: Axis {
                    label: "equity".to_owned(),
                    unit: Unit::Equity,
                    is_logarithmic: false,
                    range: Some((-1.0, 1.0)),
                },
                rows: cells.map(row).collect(),
            },
        }
    }

    fn statements(&self) -> Vec<Statement> {
        let both =
            |evaluation: usize, search: usize| self.of(&[(evaluation, search, 0), (evaluation, search, 1)]);
        // Chance is the same with every search, so the two real evaluations decide which search is best.
        let search = |search: usize| {
            let places = [0, 1].map(|evaluation| [(evaluation, search, 0), (evaluation, search, 1)]);
            self.of(places.as_flattened())
        };
        let evaluation = |evaluation: usize| {
            let places = [0, 1, 2].map(|search| [(evaluation, search, 0), (evaluation, search, 1)]);
            self.of(places.as_flattened())
        };
        let named = ("alpha-beta with both evaluations against both players", search(1));
        let best = [("no lookahead", search(0)), ("Monte Carlo", search(2))]
            .map(|other| judge::greater("alpha-beta is better", named, other));
        let lieberum = [
            ("Lieberum without lookahead, against both players", both(0, 0)),
            ("with Monte Carlo", both(0, 2)),
            ("with alpha-beta", both(0, 1)),
        ];
        let between = [
            judge::greater("better than none", lieberum[1], lieberum[0]),
            judge::greater("worse than alpha-beta", lieberum[2], lieberum[1]),
        ];
        let others =
            (0..EVALUATIONS.len()).flat_map(|evaluation| (0..3).map(move |search| (evaluation, search)));
        let others: Vec<Place> = others
            .filter(|&cell| cell != (0, 1))
            .map(|(evaluation, search)| (evaluation, search, 0))
            .collect();
        let worse = others.iter().map(|&place| {
            let (evaluation, search, _) = place;
            let name = format!("{} with {}", EVALUATIONS[evaluation].title, SEARCHES[search]);
            judge::below("", (&name, self.of(&[place])), 0.0)
        });
        let worse: Vec<Statement> = worse.collect();
        vec![
            judge::all(
                "With both classical evaluations alpha-beta is the best of the three searches.",
                &best,
            )
            .if_not_seen(Cause::Conditions, TIME),
            judge::all("Every other combination loses to the good player.", &worse)
                .if_not_seen(Cause::Conditions, TIME),
            judge::greater(
                "Lieberum's evaluation is better than minimal distance.",
                ("Lieberum with all searches against both players", evaluation(0)),
                ("minimal distance", evaluation(1)),
            )
            .if_not_seen(Cause::Conditions, TIME),
            judge::all(
                "With Lieberum, Monte Carlo is better than no lookahead and worse than alpha-beta.",
                &between,
            )
            .if_not_seen(Cause::Conditions, TIME),
            judge::below(
                "A random evaluation loses practically every game with every search (-1.00, once -0.98; here: below -0.9).",
                ("random with all searches against both players", evaluation(2)),
                -0.9,
            ),
            judge::lies_within(
                "The good player against itself is even (-0.02; here: within 0.3).",
                ("alpha-beta with Lieberum against the good player", self.of(&[(0, 1, 0)])),
                Region::Between(-0.3, 0.3),
            ),
            judge::lies_within(
                "The simple player against itself is even (0.00; here: within 0.3).",
                ("minimal distance without lookahead against the simple player", self.of(&[(1, 0, 1)])),
                Region::Between(-0.3, 0.3),
            ),
        ]
    }
}

/// (won - lost) / games, with Wilson's interval of the share won.
fn equity(share: Measured) -> Measured {
    let of = |share: f64| 2.0 * share - 1.0;
    Measured {
        ours: share.ours.map(of),
        interval: share.interval.map(|(low, high)| (of(low), of(high))),
        unit: Unit::Equity,
        ..share
    }
}

#[cfg(test)]
mod tests {
    use amazons::{ByColor, Color};
    use arena::{GameResult, Standings};
    use store::Ending;

    use super::super::parts::tests::meeting;
    use super::*;
    use crate::confidence::Confidence;
    use crate::findings::StatementVerdict;

    #[test]
    fn the_thesis_has_steps_of_two_hundredths() {
        let cells = EVALUATIONS.iter().flat_map(|evaluated| evaluated.paper.as_flattened());
        assert_eq!(cells.clone().count(), 18);
        for &cell in cells {
            let games = 50.0 * (cell + 1.0);
            assert!((games - games.round()).abs() < 1e-9, "{cell}: 100 games a cell");
        }
    }

    /// The thesis's own equities as 100 games a cell: its statements come out of its tables.
    #[test]
    fn the_theses_own_tables_support_its_statements() {
        let conditions = Conditions::of(Scale::Paper, 1);
        let contest = ThesisEquities.contests(&conditions).unwrap().remove(0);
        let cells = ThesisEquities.cells(&contest, &conditions);
        let schedule = contest.schedule();
        let mut standings = Standings::new(schedule.clone(), contest.entrants.len(), None);
        let mut played = std::collections::BTreeMap::new();
        for number in 0..schedule.len() {
            let slot = schedule.slot(number);
            let (player, opponent) = (slot.white.max(slot.black), slot.white.min(slot.black));
            let equity = EVALUATIONS[(player - 2) / 3].paper[opponent][(player - 2) % 3];
            let wins = (50.0 * (equity + 1.0)).round() as u64;
            let before: &mut u64 = played.entry((player, opponent)).or_default();
            let has_won = (*before + 1) * wins / 100 > *before * wins / 100;
            *before += 1;
            let side = if slot.white == player { Color::White } else { Color::Black };
            standings.add(GameResult {
                slot: number,
                winner: if has_won { side } else { !side },
                ending: Ending::NoMoves,
                plies: 2,
                sides: ByColor::default(),
                fingerprint: number,
            });
        }
        let games = Games::new(&standings, &cells, Confidence::USUAL);
        for statement in (Equities { games }).statements() {
            assert_eq!(
                statement.verdict,
                StatementVerdict::Seen,
                "{}: {}",
                statement.claim,
                statement.because
            );
        }
    }

    #[test]
    fn equity_is_the_difference_of_shares() {
        let measured = equity(meeting(30, 10).won());
        assert_eq!(measured.ours, Some(0.5));
        let (low, high) = measured.interval.unwrap();
        assert!(low > 0.15 && high < 0.75, "{low} {high}");
        assert_eq!(measured.of, Some(40));
        let lost = equity(meeting(0, 20).won());
        assert_eq!(lost.ours, Some(-1.0));
        assert!(lost.interval.unwrap().1 > -1.0);
    }
}
