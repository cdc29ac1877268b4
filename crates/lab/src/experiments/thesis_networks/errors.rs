//! The errors of the networks: tables, plots, and what the thesis says of them.

use arena::statistics::Summary;
use eval::{Eval, Evaluation, Network, NetworkEval};
use training::{NetworkGame, winner_error};

use super::runs::{Kind, Run};
use super::{AGAINST_ITSELF, GameData};
use crate::conditions::Conditions;
use crate::confidence::Confidence;
use crate::experiments::parts::linear_axis;
use crate::experiments::thesis_errors::boards::{Errors, GameErrors};
use crate::findings::{
    Cause, Cell, Drawing, Figure, Findings, Measured, Point, ResultTable, Series, Span, Statement,
    StatementSource, TableRow, Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// Evaluations that are judged on the same boards, with the thesis's errors.
const OTHERS: [(&str, &str, Option<f64>); 3] = [
    ("Lieberum", "lieberum", Some(0.24)),
    ("minimal distance", "mindist", Some(0.25)),
    ("Otrera", "otrera", None),
];

/// Where they stand after the nine networks.
const LIEBERUM: usize = 9;
const MINIMAL_DISTANCE: usize = 10;

/// Means over several networks on the same boards, after all evaluations.
const ALL_NINE: usize = 12;
const SMALL: usize = 13;
const LARGE: usize = 14;
const UNITS: usize = 15;
const NOT_UNITS: usize = 16;

/// Places of single networks.
const UNITS_80: usize = 1;
const MOBILITY_40: usize = 3;
const MOBILITY_160: usize = 5;
const BITS_160: usize = 8;

/// The ply after which training and test part.
const PART: usize = 50;

/// How the title of the table of all networks begins.
const ALL_BOARDS: &str = "Share of boards with the wrong winner, ";

/// Networks after their training on some games.
pub(super) struct Trained {
    /// What the games are called.
    data: String,
    /// How many training and test games there are.
    games: (usize, usize),
    /// Whether statements are the thesis's: these are its games, or the only ones.
    is_first: bool,
    /// All trainings of each kind.
    runs: Vec<Vec<Run>>,
    /// On test games: the networks, the other evaluations, the means.
    test: Errors,
    /// On training games: the same.
    training: Errors,
}

/// Measures the errors of the best networks on all games.
pub(super) fn measure(
    bench: &mut Workbench<'_>,
    games: &GameData,
    runs: Vec<Vec<Run>>,
    networks: Vec<Network>,
) -> Result<Trained, LabError> {
    let named = networks.into_iter().zip(Kind::all());
    let mut evals: Vec<Eval> =
        named.map(|(network, kind)| Eval::Network(NetworkEval::new(network, &kind.name()))).collect();
    evals.extend(
        OTHERS.iter().map(|(_, eval, _)| eval.parse::<Eval>().expect("an evaluation of the catalogue")),
    );
    let mut on = |what: &str, games: &[NetworkGame]| {
        Ok::<_, LabError>(Errors { games: bench.map(what, games, |game| errors_of(game, &evals))? })
    };
    let data = &games.data;
    let test = on("test games judged", data.test())?;
    let training = on("training games judged", data.training())?;
    let is_first = games.name == super::LITTLE_GOLEM || bench.conditions().collection.is_none();
    let name = data.name().to_owned();
    Ok(Trained {
        data: name,
        games: (data.training().len(), data.test().len()),
        is_first,
        runs,
        test,
        training,
    })
}

/// The errors of all evaluations on a game, by ply, and their means.
fn errors_of(game: &NetworkGame, evals: &[Eval]) -> GameErrors {
    let positions: Vec<_> = game.positions().filter(|position| position.outcome().is_none()).collect();
    let winner = game.winner();
    let of = |eval: &Eval| {
        let error = |position: &amazons::Position<amazons::Board10x10>| {
            let value = eval.value(position);
            winner_error(if position.turn() == winner { value } else { -value })
        };
        positions.iter().map(error).collect()
    };
    with_means(evals.iter().map(of).collect())
}

/// The errors of all evaluations on a game, with the means over several networks after them.
fn with_means(mut errors: GameErrors) -> GameErrors {
    let sets: [&[usize]; 5] =
        [&[0, 1, 2, 3, 4, 5, 6, 7, 8], &[0, 3, 6], &[2, 5, 8], &[0, 1, 2], &[3, 4, 5, 6, 7, 8]];
    for set in sets {
        let mean =
            |ply: usize| set.iter().map(|&network| errors[network][ply]).sum::<f64>() / set.len() as f64;
        let means = (0..errors[0].len()).map(mean).collect();
        errors.push(means);
    }
    errors
}

impl Trained {
    /// Adds tables, plots and statements.
    pub(super) fn add_to(&self, findings: &mut Findings, conditions: &Conditions) {
        let enough = conditions.scale.choose(1, 20, 20, 20);
        findings.tables.push(self.table());
        findings.tables.push(self.by_ply(enough));
        findings.figures.push(self.intervals());
        for first in [0, 3, 6] {
            findings.figures.push(self.curves(first, enough));
        }
        findings.figures.push(self.overfitting(enough));
        let own = |statement: Statement| if self.is_first { statement } else { on_self_play(statement) };
        findings.statements.extend(self.statements().into_iter().map(own));
        if self.is_first {
            judge_mobility(findings);
        }
        let (training, test) = self.games;
        findings.remarks.push(format!(
            "{}: {training} training games and {test} test games with {} boards; {} trainings a network. Intervals are of games.",
            self.data,
            self.test.boards(0..),
            self.runs.iter().map(Vec::len).min().unwrap_or(0),
        ));
    }

    fn names() -> Vec<String> {
        let networks = Kind::all().into_iter().map(Kind::name);
        networks.chain(OTHERS.iter().map(|(name, ..)| (*name).to_owned())).collect()
    }

    /// The error of an evaluation on all test boards, beside the thesis's where it prints one and its kind of games is judged.
    fn error(&self, evaluation: usize) -> Measured {
        let paper = match evaluation {
            _ if !self.is_first => None,
            BITS_160 => Some(0.37),
            UNITS_80 => Some(0.38),
            LIEBERUM.. => OTHERS.get(evaluation - LIEBERUM).and_then(|(_, _, paper)| *paper),
            _ => None,
        };
        Measured { paper, ..self.test.share(evaluation, 0..) }
    }

    fn table(&self) -> ResultTable {
        let row = |(index, name): (usize, String)| {
            let of_runs = |error: fn(&Run) -> f64| {
                let errors: Summary = self.runs.get(index).into_iter().flatten().map(error).collect();
                Measured::mean(&errors, Unit::Decimal, Confidence::USUAL)
            };
            let runs = match self.runs.get(index) {
                Some(_) => [of_runs(|run| run.test_error), of_runs(|run| run.training_error)].map(Cell::from),
                None => [String::new(), String::new()].map(Cell::Text),
            };
            let [mean, training] = runs;
            TableRow {
                name,
                cells: vec![
                    Cell::from(self.error(index)),
                    Cell::from(self.training.share(index, 0..)),
                    mean,
                    training,
                ],
            }
        };
        ResultTable {
            title: format!("{ALL_BOARDS}{}", self.data),
            head: [
                "",
                "best, test games",
                "best, training games",
                "mean of trainings, test",
                "mean, training",
            ]
            .map(str::to_owned)
            .to_vec(),
            rows: Self::names().into_iter().enumerate().map(row).collect(),
        }
    }

    fn by_ply(&self, enough: u64) -> ResultTable {
        let plies: Vec<usize> =
            (0..).step_by(10).take_while(|&ply| self.test.games_at(ply) >= enough).collect();
        let row = |(index, name): (usize, String)| TableRow {
            name,
            cells: plies.iter().map(|&ply| Cell::from(self.test.at(index, ply))).collect(),
        };
        ResultTable {
            title: format!("The same on test games at every tenth ply, {}", self.data),
            head: std::iter::once(String::new())
                .chain(plies.iter().map(|ply| format!("ply {ply}")))
                .collect(),
            rows: Self::names().into_iter().enumerate().map(row).collect(),
        }
    }

    /// The figure of the thesis that one of ours repeats, or resembles where the games are of self-play.
    fn place(&self, figure: u32) -> String {
        if self.is_first { format!("(their Figure {figure})") } else { format!("(as their Figure {figure})") }
    }

    fn intervals(&self) -> Figure {
        let row = |(index, name): (usize, String)| Span { name, measured: self.error(index) };
        Figure {
            title: format!(
                "Share of boards of test games with the wrong winner, {} {}",
                self.data,
                self.place(15)
            ),
            drawing: Drawing::Intervals {
                axis: linear_axis("error", Unit::Decimal, Some((0.0, 0.6))),
                rows: Self::names().into_iter().enumerate().map(row).collect(),
            },
        }
    }

    /// The three networks of a representation by ply, beside Lieberum.
    fn curves(&self, first: usize, enough: u64) -> Figure {
        let names = Self::names();
        let drawn = [first, first + 1, first + 2, LIEBERUM];
        let representation = Kind::all()[first].representation;
        Figure {
            title: format!("Error by ply on test games, {representation}, {} {}", self.data, self.place(16)),
            drawing: lines(
                drawn.iter().map(|&index| curve(&names[index], &self.test, index, enough)).collect(),
            ),
        }
    }

    /// The network with the highest error on test games.
    fn worst(&self) -> usize {
        let error = |index: &usize| self.test.share(*index, 0..).ours.unwrap_or(0.0);
        (0..LIEBERUM).max_by(|one, other| error(one).total_cmp(&error(other))).unwrap_or(0)
    }

    fn best(&self) -> usize {
        let error = |index: &usize| self.test.share(*index, 0..).ours.unwrap_or(0.0);
        (0..LIEBERUM).min_by(|one, other| error(one).total_cmp(&error(other))).unwrap_or(0)
    }

    fn overfitting(&self, enough: u64) -> Figure {
        let worst = self.worst();
        Figure {
            title: format!(
                "Error by ply of the worst network, {}, on training and test games, {} {}",
                Self::names()[worst],
                self.data,
                self.place(17)
            ),
            drawing: lines(vec![
                curve("test games", &self.test, worst, enough),
                curve("training games", &self.training, worst, enough),
            ]),
        }
    }

    fn statements(&self) -> Vec<Statement> {
        let names = Self::names();
        let difference = |one: usize, other: usize| self.test.difference(one, other);
        let among = |place: usize| (0..LIEBERUM).filter(move |&other| other != place);
        let lower = |one: usize, other: usize| {
            let name = format!("{} less {}", names[one], names[other]);
            judge::below("", (&name, difference(one, other)), 0.0)
        };
        let lowest: Vec<Statement> = among(BITS_160).map(|other| lower(BITS_160, other)).collect();
        let highest: Vec<Statement> = among(UNITS_80).map(|other| lower(other, UNITS_80)).collect();
        let classical: Vec<Statement> = (0..LIEBERUM)
            .flat_map(|network| [lower(LIEBERUM, network), lower(MINIMAL_DISTANCE, network)])
            .collect();
        let worst = self.worst();
        let by_part = |errors: &Errors, late: bool| {
            if late { errors.share(worst, PART + 1..) } else { errors.share_within(worst, 0..PART + 1) }
        };
        let seen = |late: bool, region: Region, claim: &str| {
            judge::differs(
                claim,
                ("on test games", by_part(&self.test, late)),
                ("on training games", by_part(&self.training, late)),
                region,
            )
        };
        let nine = |plies: std::ops::Range<usize>| self.test.share_within(ALL_NINE, plies);
        vec![
            judge::below(
                "The errors of the nine networks differ little (0.37 to 0.38; here: by less than 0.05).",
                ("the highest less the lowest", difference(worst, self.best())),
                0.05,
            )
            .if_not_seen(Cause::Conditions, GAMES),
            judge::all("BITS with 160 units has the lowest error of the nine (0.37).", &lowest)
                .if_not_seen(Cause::Open, "The nine differ by little, and which is the lowest depends on the games."),
            judge::all("UNITS with 80 units has the highest (0.38).", &highest)
                .if_not_seen(Cause::Open, "The nine differ by little, and which is the highest depends on the games."),
            judge::all("Every network errs more often than both classical evaluations (0.24 and 0.25).", &classical)
                .if_not_seen(Cause::Conditions, GAMES),
            judge::lies_within(
                "The number of hidden units makes no difference for the error (here: 160 and 40 within 0.03).",
                ("160 units less 40, all representations", difference(LARGE, SMALL)),
                Region::Between(-0.03, 0.03),
            )
            .if_not_seen(Cause::Open, "Which size errs less depends on the games and on the length of the training."),
            judge::lies_within(
                "Neither does the representation; UNITS is a little worse at most (here: UNITS within 0.03 of the others).",
                ("UNITS less the others, all sizes", difference(UNITS, NOT_UNITS)),
                Region::Between(-0.03, 0.03),
            )
            .if_not_seen(Cause::Conditions, GAMES),
            judge::lies_within(
                "At ply 0 the error of the networks is 0.5 (here: 0.4 to 0.6).",
                ("mean of the nine at ply 0", self.test.at(ALL_NINE, 0)),
                Region::Between(0.4, 0.6),
            ),
            judge::differs(
                "From about ply 10 on the networks get no better (here: plies 30 to 49 less than 0.05 better than plies 10 to 29).",
                ("mean of the nine, plies 10 to 29", nine(10..30)),
                ("plies 30 to 49", nine(30..50)),
                Region::Below(0.05),
            )
            .if_not_seen(Cause::Conditions, GAMES),
            judge::above(
                "Until late in the game their error does not fall below 0.30 (here: plies 30 to 49).",
                ("mean of the nine, plies 30 to 49", nine(30..50)),
                0.3,
            )
            .if_not_seen(Cause::Conditions, GAMES),
            seen(
                false,
                Region::Between(-0.05, 0.05),
                "Up to ply 50 the worst network errs as often on its training games as on test games (here: within 0.05).",
            )
            .if_not_seen(Cause::Conditions, FEWER),
            seen(true, Region::Above(0.0), "After ply 50 it errs more often on test games.").if_not_seen(
                Cause::Conditions,
                "Few of our games go on for so long, and what is left of them is easier.",
            ),
        ]
    }
}

/// What Section 6.1 says of the sizes with one representation.
const MOBILITY: &str = "With MOBILITY larger networks err more (Section 6.1 by the reason that it gives; here: 160 units more than 40).";

/// Judges the statement on MOBILITY, which earlier findings do not have, by the first table of errors: it stands after the others of
/// the thesis.
fn judge_mobility(findings: &mut Findings) {
    let table = findings.tables.iter().find(|table| table.title.starts_with(ALL_BOARDS));
    let error = |network: usize| {
        let name = &Trained::names()[network];
        match table?.rows.iter().find(|row| row.name == *name)?.cells.first()? {
            Cell::Number(measured) => Some(*measured),
            Cell::Text(_) => None,
        }
    };
    let (Some(larger), Some(smaller)) = (error(MOBILITY_160), error(MOBILITY_40)) else { return };
    let statement = judge::greater(MOBILITY, ("MOBILITY with 160 units", larger), ("with 40", smaller))
        .if_not_seen(
            Cause::Open,
            "The thesis's reason is that large networks learn more slowly; ours may make more steps.",
        );
    let statements = &mut findings.statements;
    statements.retain(|other| other.claim != MOBILITY);
    let of_thesis = statements.iter().take_while(|other| other.source == StatementSource::Paper).count();
    statements.insert(of_thesis, statement);
}

/// What a question on self-play begins with.
const ON_SELF_PLAY: &str = "On self-play: ";

/// A statement of the thesis as a question of ours on self-play: without the thesis's figures, which are of other games.
fn on_self_play(statement: Statement) -> Statement {
    let claim = statement.claim.trim_start_matches(ON_SELF_PLAY);
    let claim = match claim.split_once(" (") {
        None => claim.to_owned(),
        Some((words, figures)) => match figures.split_once("here:") {
            Some((_, here)) => format!("{words} (here:{here}"),
            None => format!("{words}."),
        },
    };
    Statement { claim: format!("{ON_SELF_PLAY}{claim}"), ..statement }.of_ours()
}

/// Earlier findings in the words of this version: on self-play nothing stands beside the thesis's figures.
pub(super) fn reworded(mut findings: Findings) -> Findings {
    // Where self-play is all there is, its games stand for the thesis's.
    let has_both = findings.statements.iter().any(|statement| statement.claim.starts_with(ON_SELF_PLAY));
    let is_own = |title: &str| has_both && title.contains(AGAINST_ITSELF);
    for table in findings.tables.iter_mut().filter(|table| is_own(&table.title)) {
        for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
            if let Cell::Number(measured) = cell {
                measured.paper = None;
            }
        }
    }
    for figure in findings.figures.iter_mut().filter(|figure| is_own(&figure.title)) {
        if let Drawing::Intervals { rows, .. } = &mut figure.drawing {
            rows.iter_mut().for_each(|row| row.measured.paper = None);
        }
        figure.title = figure.title.replace("(their Figure", "(as their Figure");
    }
    let own = |statement: Statement| match statement.claim.starts_with(ON_SELF_PLAY) {
        true => on_self_play(statement),
        false => statement,
    };
    findings.statements = findings.statements.into_iter().map(own).collect();
    judge_mobility(&mut findings);
    findings
}

/// Why a statement may not be seen.
const GAMES: &str = "Our games are others than the thesis's, and a step of the training is made after every position: where the thesis's \
                     networks stop learning, ours may not.";
const FEWER: &str = "We have a third of the thesis's games, each of which is shown three times as often.";

fn lines(series: Vec<Series>) -> Drawing {
    Drawing::Lines {
        x: linear_axis("ply", Unit::Count, None),
        y: linear_axis("error", Unit::Decimal, Some((0.0, 0.6))),
        series,
    }
}

/// The errors of an evaluation by ply, as long as enough games go on.
pub(in crate::experiments) fn curve(name: &str, errors: &Errors, index: usize, enough: u64) -> Series {
    let plies = (0..).take_while(|&ply| errors.games_at(ply) >= enough);
    let point = |ply: usize| {
        let at = errors.at(index, ply);
        // An interval at every ply would hide the curves.
        Some(Point { x: ply as f64, y: at.ours?, interval: at.interval.filter(|_| ply.is_multiple_of(10)) })
    };
    Series { name: name.to_owned(), is_paper: false, points: plies.filter_map(point).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::StatementVerdict;

    /// Games whose errors are the thesis's numbers: 0.5 at ply 0, then level; 0.37 for BITS-160, 0.38 for UNITS-80, and between for
    /// the others; after ply 50 fewer errors on training games. Its curves are pictures: what is between is ours.
    fn games(count: u64, late: f64) -> Errors {
        let rate = |evaluation: usize, ply: usize| match evaluation {
            LIEBERUM => 0.24,
            MINIMAL_DISTANCE => 0.25,
            11 => 0.22,
            _ if ply == 0 => 0.5,
            _ => {
                let level = [(BITS_160, 0.37), (UNITS_80, 0.38)]
                    .into_iter()
                    .find(|(network, _)| *network == evaluation);
                level.map_or(0.375, |(_, level)| level) - if ply > PART { late } else { 0.0 }
            }
        };
        let game = |number: u64| {
            let plies = 30 + (number % 40) as usize;
            // One number a board: an evaluation that errs less errs on fewer of the same boards.
            let drawn = |ply: usize| (arena::mix(number, ply as u64) >> 11) as f64 / (1_u64 << 53) as f64;
            let errors = |evaluation: usize| {
                (0..plies).map(|ply| f64::from(u8::from(drawn(ply) < rate(evaluation, ply)))).collect()
            };
            with_means((0..12).map(errors).collect())
        };
        Errors { games: (0..count).map(game).collect() }
    }

    fn trained(data: &str, is_first: bool) -> Trained {
        Trained {
            data: data.to_owned(),
            games: (7_755, 863),
            is_first,
            runs: vec![Vec::new(); 9],
            test: games(863, 0.0),
            training: games(7_755, 0.06),
        }
    }

    #[test]
    fn the_theses_own_numbers_support_its_statements() {
        for statement in trained("the thesis's games", true).statements() {
            let Statement { claim, because, verdict, .. } = statement;
            assert_eq!(verdict, StatementVerdict::Seen, "{claim}: {because}");
        }
    }

    /// Beside self-play stand no figures of the thesis, neither in new findings nor in the words of earlier ones.
    #[test]
    fn on_self_play_nothing_is_the_theses() {
        let conditions = Conditions::of(crate::Scale::Faithful, 1);
        let mut findings = Findings::default();
        trained("the thesis's games", true).add_to(&mut findings, &conditions);
        let of_thesis = findings.clone();
        trained("8618 games of otrera against itself", false).add_to(&mut findings, &conditions);
        let own = &findings.statements[of_thesis.statements.len()..];
        assert!(own.iter().all(|statement| statement.source == StatementSource::Ours));
        assert_eq!(
            own[0].claim,
            "On self-play: The errors of the nine networks differ little (here: by less than 0.05)."
        );
        assert_eq!(own[1].claim, "On self-play: BITS with 160 units has the lowest error of the nine.");
        assert_eq!(reworded(findings.clone()), findings, "these words are the present ones");
        let mut earlier = findings.clone();
        earlier.statements[of_thesis.statements.len()].claim =
            format!("{ON_SELF_PLAY}{}", of_thesis.statements[0].claim);
        let first = of_thesis.tables.len();
        earlier.tables[first].rows[0].cells[0] =
            Cell::from(Measured::number(0.4, Unit::Decimal).beside(0.37));
        let mended = reworded(earlier);
        assert_eq!(mended.statements, findings.statements);
        assert_eq!(mended.tables[first].rows[0].cells[0], Cell::from(Measured::number(0.4, Unit::Decimal)));
        assert_eq!(reworded(of_thesis.clone()), of_thesis, "the thesis's own stay as they are");
    }

    /// It is judged once, after the thesis's others, by the table alone: findings of before it get it too.
    #[test]
    fn mobility_is_judged_by_the_table() {
        let mut findings = Findings::default();
        trained("the thesis's games", true).add_to(&mut findings, &Conditions::of(crate::Scale::Faithful, 1));
        let own = Statement { claim: format!("{ON_SELF_PLAY}A question."), ..Statement::default() }.of_ours();
        findings.statements.push(own);
        let place = findings.statements.len() - 2;
        assert_eq!(findings.statements[place].claim, MOBILITY);
        assert_eq!(reworded(findings.clone()), findings, "it is not judged twice");
        let mut earlier = findings.clone();
        earlier.statements.remove(place);
        assert_eq!(reworded(earlier.clone()), findings);
        // The thesis does not print these two errors.
        for (larger, smaller, verdict) in [
            (0.38, 0.36, StatementVerdict::Seen),
            (0.36, 0.38, StatementVerdict::NotSeen),
            (0.37, 0.37, StatementVerdict::Undecided),
        ] {
            for (network, error) in [(MOBILITY_160, larger), (MOBILITY_40, smaller)] {
                let measured = Measured {
                    interval: Some((error - 0.005, error + 0.005)),
                    ..Measured::number(error, Unit::Decimal)
                };
                earlier.tables[0].rows[network].cells[0] = Cell::from(measured);
            }
            assert_eq!(reworded(earlier.clone()).statements[place].verdict, verdict);
        }
    }
}
