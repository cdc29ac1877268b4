//! THESIS, Tables 4 and 5: the equity of every search with every evaluation against the good and the simple player.

use amazons::{AnyPosition, Size, Start};
use arena::{Contest, ContestFormat, Opening, OpeningSource};

use super::parts::Meeting;
use crate::cells::{Cells, Games};
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
               Monte Carlo) plays with every evaluation (Lieberum, minimal distance, chance, nine networks) against the good player \
               (Lieberum with alpha-beta) and the simple player (minimal distance without lookahead). The equity is \
               (won - lost) / games: 1 wins all, -1 loses all.",
    original: "neither the number of games nor the time a move is given (its steps of 0.02 fit 100 games a cell: our inference), and a game took \
               up to 20 minutes",
    differences: &[
        "The networks are ours, trained as the thesis's were on a third as many games (thesis-networks); they play a contest of \
         their own, at the faithful scale of at most forty games a cell, and against the good player of 54: the fewest with which a \
         network that loses them all, with three searches, is below -0.8 by our rule. Fewer could not have decided it.",
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
const TRAINED: &str = "Our networks were trained on other and fewer games, and play by other limits.";

/// The searches as the tables name them.
const SEARCHES: [&str; 3] = ["none", "alpha-beta", "MC"];

/// An evaluation with the paper's equities by search, against the good and the simple player.
struct Evaluated {
    title: &'static str,
    eval: &'static str,
    paper: [[f64; 3]; 2],
}

const CLASSICAL: [Evaluated; 3] = [
    Evaluated { title: "Lieberum", eval: "lieberum", paper: [[-0.94, -0.02, -0.76], [0.42, 0.98, 0.78]] },
    Evaluated {
        title: "minimal distance",
        eval: "mindist",
        paper: [[-0.98, -0.68, -0.98], [0.0, 0.82, 0.44]],
    },
    Evaluated { title: "random", eval: "random", paper: [[-1.0, -1.0, -1.0], [-1.0, -0.98, -1.0]] },
];

const LOST: [f64; 3] = [-1.0, -1.0, -1.0];

/// The networks, three sizes of a representation after each other.
const NETWORKS: [Evaluated; 9] = [
    network("UNITS-40", "thesis-units-40", LOST, [-0.92, -0.86, -0.70]),
    network("UNITS-80", "thesis-units-80", LOST, [-1.0, -0.84, -0.68]),
    network("UNITS-160", "thesis-units-160", LOST, [-0.96, -0.86, -0.72]),
    network("MOBILITY-40", "thesis-mobility-40", [-1.0, -1.0, -0.98], [-0.92, -0.80, -0.50]),
    network("MOBILITY-80", "thesis-mobility-80", LOST, [-0.92, -0.76, -0.70]),
    network("MOBILITY-160", "thesis-mobility-160", LOST, [-0.92, -0.88, -0.78]),
    network("BITS-40", "thesis-bits-40", LOST, [-0.94, -0.86, -0.66]),
    network("BITS-80", "thesis-bits-80", [-1.0, -0.98, -1.0], [-0.96, -0.90, -0.84]),
    network("BITS-160", "thesis-bits-160", LOST, [-0.96, -0.90, -0.78]),
];

const fn network(title: &'static str, eval: &'static str, good: [f64; 3], simple: [f64; 3]) -> Evaluated {
    Evaluated { title, eval, paper: [good, simple] }
}

/// The pairs of a network and a search against the good player at the faithful scale: the fewest after which three such cells without
/// a win lie below [`PRACTICALLY_ALL`] at a look. With fewer no record at all would do, so no earlier look can call it so.
const LOST_PAIRS: u64 = 27;

/// Below this equity practically every game is lost.
const PRACTICALLY_ALL: f64 = -0.8;

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
        let of = |evaluations: &[Evaluated], pairs: u64| {
            let mut players =
                vec![format!("deepening:eval=lieberum@{nodes}"), "greedy:eval=mindist@depth=1".to_owned()];
            for Evaluated { eval, .. } in evaluations {
                players.push(format!("greedy:eval={eval}@depth=1"));
                players.push(format!("deepening:eval={eval}@{nodes}"));
                players.push(format!("short-mcts:eval={eval}@{playouts}"));
            }
            let all = (2..players.len()).flat_map(|player| [(player, 0), (player, 1)]).collect();
            contest(conditions, &players, ContestFormat::Listed(all), pairs, openings(conditions)?)
        };
        let pairs = conditions.scale.choose([1, 1], [10, 2], [50, LOST_PAIRS], [50, 50]);
        Ok(vec![of(&CLASSICAL, pairs[0])?, of(&NETWORKS, pairs[1])?])
    }

    fn cells(&self, contest: &Contest, conditions: &Conditions) -> Cells {
        let is_of_networks = contest.entrants.len() == OPPONENTS.len() + SEARCHES.len() * NETWORKS.len();
        Cells::by_pairing(contest, conditions, |(_, opponent)| match (is_of_networks, opponent) {
            (true, 0) => LOST_PAIRS,
            (true, _) => 20,
            (false, _) => u64::MAX,
        })
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let cells = [0, 1].map(|contest| self.cells(&contests[contest], bench.conditions()));
        let [classical, networks] = cells;
        let classical = bench.judge(ABOUT.name, &contests[0], classical, |games| {
            Equities { games, evaluations: &CLASSICAL }.classical_statements()
        })?;
        let networks = bench.judge("thesis-equities-networks", &contests[1], networks, |games| {
            Equities { games, evaluations: &NETWORKS }.network_statements()
        })?;
        let both = [
            Equities { games: classical.games(), evaluations: &CLASSICAL },
            Equities { games: networks.games(), evaluations: &NETWORKS },
        ];
        let opponents = 0..OPPONENTS.len();
        Ok(Findings {
            tables: opponents.clone().map(|opponent| Equities::table(&both, opponent)).collect(),
            figures: opponents.map(|opponent| Equities::figure(&both, opponent)).collect(),
            statements: [classical.statements.clone(), networks.statements.clone()].concat(),
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

/// The cells of both tables with some evaluations.
struct Equities<'a> {
    games: Games<'a>,
    evaluations: &'static [Evaluated],
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
        self.of(&[place]).beside(self.evaluations[evaluation].paper[opponent][search])
    }

    fn table(parts: &[Self], opponent: usize) -> ResultTable {
        let rows = parts.iter().flat_map(|part| {
            part.evaluations.iter().enumerate().map(move |(evaluation, evaluated)| TableRow {
                name: evaluated.title.to_owned(),
                cells: (0..3).map(|search| Cell::from(part.cell((evaluation, search, opponent)))).collect(),
            })
        });
        ResultTable {
            title: format!("Equity against {} (their Table {})", OPPONENTS[opponent], 4 + opponent),
            head: ["evaluation"].iter().chain(&SEARCHES).map(ToString::to_string).collect(),
            rows: rows.collect(),
        }
    }

    fn figure(parts: &[Self], opponent: usize) -> Figure {
        let rows = parts.iter().flat_map(|part| {
            let cells = (0..part.evaluations.len())
                .flat_map(|evaluation| (0..3).map(move |search| (evaluation, search)));
            cells.map(move |(evaluation, search)| Span {
                name: format!("{}, {}", part.evaluations[evaluation].title, SEARCHES[search]),
                measured: part.cell((evaluation, search, opponent)),
            })
        });
        Figure {
            title: format!("Equity against {}, ours and the thesis's", OPPONENTS[opponent]),
            drawing: Drawing::Intervals {
                axis: Axis {
                    label: "equity".to_owned(),
                    unit: Unit::Equity,
                    is_logarithmic: false,
                    range: Some((-1.0, 1.0)),
                },
                rows: rows.collect(),
            },
        }
    }

    /// What the thesis says of its networks in play.
    fn network_statements(&self) -> Vec<Statement> {
        let cells = |networks: &[usize], searches: &[usize], opponent: usize| {
            let place = |&network: &usize| searches.iter().map(move |&search| (network, search, opponent));
            self.of(&networks.iter().flat_map(place).collect::<Vec<_>>())
        };
        let nine: Vec<usize> = (0..NETWORKS.len()).collect();
        let lost = |opponent: usize, bound: f64| {
            let one = |&network: &usize| {
                judge::below("", (NETWORKS[network].title, cells(&[network], &[0, 1, 2], opponent)), bound)
            };
            nine.iter().map(one).collect::<Vec<_>>()
        };
        let with = |search: usize| cells(&nine, &[search], 1);
        vec![
            judge::all(
                "Every network loses practically every game to the good player (-1.00, twice -0.98; here: below -0.8, all \
                 searches together).",
                &lost(0, PRACTICALLY_ALL),
            )
            .if_not_seen(Cause::Conditions, TRAINED),
            judge::all("Every network loses to the simple player (-1.00 to -0.50; here: all searches together).", &lost(1, 0.0))
                .if_not_seen(Cause::Conditions, TRAINED),
            judge::all(
                "With the networks, Monte Carlo is better against the simple player than alpha-beta, and that than no lookahead.",
                &[
                    judge::greater("", ("nine networks with Monte Carlo", with(2)), ("alpha-beta", with(1))),
                    judge::greater("", ("nine networks with alpha-beta", with(1)), ("no lookahead", with(0))),
                ],
            )
            .if_not_seen(Cause::Conditions, TIME),
            judge::greater(
                "With Monte Carlo the smallest networks are better than the largest, against the simple player (-0.70, -0.50, -0.66 \
                 and -0.72, -0.78, -0.78).",
                ("40 units", cells(&[0, 3, 6], &[2], 1)),
                ("160 units", cells(&[2, 5, 8], &[2], 1)),
            )
            .if_not_seen(
                Cause::Conditions,
                "The thesis explains it by the speed of small networks; here all get the same number of playouts.",
            ),
        ]
    }

    /// What it says of the classical evaluations.
    fn classical_statements(&self) -> Vec<Statement> {
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
            (0..CLASSICAL.len()).flat_map(|evaluation| (0..3).map(move |search| (evaluation, search)));
        let others: Vec<Place> = others
            .filter(|&cell| cell != (0, 1))
            .map(|(evaluation, search)| (evaluation, search, 0))
            .collect();
        let worse = others.iter().map(|&place| {
            let (evaluation, search, _) = place;
            let name = format!("{} with {}", CLASSICAL[evaluation].title, SEARCHES[search]);
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
                "A random evaluation loses practically every game with every search (-1.00, once -0.98; here: below -0.9, all searches together).",
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
    use arena::statistics::{MatchTally, PairScore};
    use arena::{GameResult, Standings};
    use store::Ending;

    use super::super::parts::tests::meeting;
    use super::*;
    use crate::confidence::Confidence;
    use crate::findings::StatementVerdict;

    #[test]
    fn the_thesis_has_steps_of_two_hundredths() {
        let cells = CLASSICAL.iter().chain(&NETWORKS).flat_map(|evaluated| evaluated.paper.as_flattened());
        assert_eq!(cells.clone().count(), 72);
        for &cell in cells {
            let games = 50.0 * (cell + 1.0);
            assert!((games - games.round()).abs() < 1e-9, "{cell}: 100 games a cell");
        }
    }

    /// The thesis's own equities as 100 games a cell: its statements come out of its tables.
    #[test]
    fn the_theses_own_tables_support_its_statements() {
        let conditions = Conditions::of(Scale::Paper, 1);
        let contests = ThesisEquities.contests(&conditions).unwrap();
        for (contest, evaluations) in contests.iter().zip([&CLASSICAL[..], &NETWORKS]) {
            let cells = ThesisEquities.cells(contest, &conditions);
            let schedule = contest.schedule();
            let mut standings = Standings::new(schedule.clone(), contest.entrants.len(), None);
            let mut played = std::collections::BTreeMap::new();
            for number in 0..schedule.len() {
                let slot = schedule.slot(number);
                let (player, opponent) = (slot.white.max(slot.black), slot.white.min(slot.black));
                let equity = evaluations[(player - 2) / 3].paper[opponent][(player - 2) % 3];
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
            let equities = Equities { games, evaluations };
            let statements = match evaluations.len() {
                3 => equities.classical_statements(),
                _ => equities.network_statements(),
            };
            for statement in statements {
                let Statement { claim, because, verdict, .. } = statement;
                assert_eq!(verdict, StatementVerdict::Seen, "{claim}: {because}");
            }
        }
    }

    #[test]
    fn a_network_without_a_win_needs_just_so_many_games() {
        let verdict = |pairs: u64| {
            let mut tally = MatchTally::default();
            (0..pairs).for_each(|_| tally.pairs.add(PairScore::from_wins(0)));
            let cell = equity(Measured::won(&tally, Confidence::of_looks(5)));
            judge::below("", ("", judge::mean(&[cell; 3])), PRACTICALLY_ALL).verdict
        };
        assert_eq!(verdict(LOST_PAIRS), StatementVerdict::Seen);
        assert_eq!(verdict(LOST_PAIRS - 1), StatementVerdict::Undecided);
        let conditions = Conditions::of(Scale::Faithful, 1);
        let contest = ThesisEquities.contests(&conditions).unwrap().remove(1);
        let cells = ThesisEquities.cells(&contest, &conditions);
        let games = cells.slots(&contest.schedule(), cells.looks() - 1, |_| true).len();
        assert_eq!(games, 27 * (54 + 40), "against the good and the simple player");
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
