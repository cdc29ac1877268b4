//! THESIS, Figures 13 to 16: how often evaluations name the wrong winner, overall and by ply.
//!
//! - `boards`: the errors and their intervals;
//! - `figures`: tables and plots.

pub(super) mod boards;
mod figures;

use arena::Contest;
use arena::statistics::Summary;

use self::boards::{Errors, TestedEvaluation, errors_of, seed_of};
use super::thesis_games::{self, Sample, gather};
use crate::conditions::Conditions;
use crate::confidence::Confidence;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{Cause, Findings, Measured, Statement, Unit};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// THESIS, Figures 13 to 16.
pub(super) struct ThesisErrors;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "thesis-errors",
    paper: Paper::Thesis,
    place: "Figures 13 to 16, without the networks",
    title: "How often evaluations name the wrong winner",
    question: "An evaluation that sees a single board says who is ahead; the game says who has won. On how many boards of \
               games of Little Golem is it wrong, and how does that change from ply to ply? The value 0 counts as half \
               wrong (ours). Games without a result are decided by the thesis's acceptance test: played out by a simple player \
               for the side that seems to win against a good one, and kept only if the simple side wins.",
    original: "games of the 60 best players of Little Golem, 8,618 kept and 2,624 rejected; 863 test games, 37,322 boards",
    differences: &[
        "Our collection is another selection from the same site: 3,804 games of people and programs. All our figures \
         depend on which games are kept.",
        "The thesis lets the test decide every game that was not played to its end, resigned ones too, and throws out games \
         that were given up early; here a game that was resigned keeps its result.",
        "Nothing is learnt from these games here, so at the faithful scale the evaluations are judged on all of them; the \
         thesis has test games because of its networks. At other scales a tenth is drawn before the acceptance test.",
        "Boards that were played out by the test are not counted, as the thesis's number of boards a game suggests.",
        "The time of the good player is not given; we take 1 s a move, and a tenth of it in a quick run.",
        "Who seems to win is not defined in the thesis; we ask Lieberum's evaluation. That favours this evaluation a \
         little: a game that it misjudges at its end is kept only if it turns out to be right.",
        "Not all parameters of Lieberum's function were published; the thesis inferred its own from Lieberum's examples, ours are those of \
         open programs, with a fifth of a point to the side \
         to move for every square that both reach at once. So at the start it says White, where minimal distance says 0.",
        "That a value of 0 counts half is our reading; the thesis speaks of mistaken boards.",
        "The thesis's networks are an experiment of their own, thesis-networks, which judges them on their test games and the \
         classical evaluations on the same games.",
    ],
};

/// Where the thesis's classical evaluations stay below a tenth.
const SETTLED: usize = 37;

/// Plies with fewer games than this are not drawn.
const MIN_GAMES: u64 = 20;

/// All evaluations that are judged, those of the thesis first. Others, such as networks, are added here.
fn evaluations() -> Vec<TestedEvaluation> {
    vec![
        TestedEvaluation::of("Lieberum", "lieberum", Some(0.24)),
        TestedEvaluation::of("minimal distance", "mindist", Some(0.25)),
        TestedEvaluation::of("random", "random", Some(0.50)),
        TestedEvaluation::of("Otrera", "otrera", None),
        TestedEvaluation::of("MG-PEO", "mgpeo", None),
        TestedEvaluation::of("Lieberum, mix (a)", "lieberum-a", None),
        TestedEvaluation::of("territory, ties a fifth", "territory", None),
        TestedEvaluation::of("relative territory", "relative", None),
        TestedEvaluation::of("legal moves", "mobility", None),
        TestedEvaluation::of("steps", "steps", None),
        TestedEvaluation::of("COURSE", "course", None),
    ]
}

/// Places in that list.
const LIEBERUM: usize = 0;
const MINIMAL_DISTANCE: usize = 1;
const RANDOM: usize = 2;
/// Those beyond the thesis that are drawn beside it.
const DRAWN: [usize; 4] = [0, 3, 4, 8];

impl Experiment for ThesisErrors {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, _conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(Vec::new())
    }

    fn uses_collection(&self) -> bool {
        true
    }

    fn other_work(&self, conditions: &Conditions) -> f64 {
        let Some(path) = &conditions.collection else {
            return conditions.scale.choose(1.0, 250.0, 250.0, 10_000.0);
        };
        let Ok(games) = training::read_games(path) else { return 0.0 };
        // About seventy plies make a game, every other one of those to come is the good player's.
        let to_come = |index: &usize| match games[*index].winner {
            None => 70_usize.saturating_sub(games[*index].game.moves().len()).max(8) as f64 / 2.0,
            Some(_) => 0.0,
        };
        let (_, examined) = thesis_games::split(games.len(), conditions);
        examined.iter().map(to_come).sum::<f64>() * thesis_games::seconds_a_move(conditions)
    }

    fn run(&self, bench: &mut Workbench<'_>, _contests: &[Contest]) -> Result<Findings, LabError> {
        let evaluations = evaluations();
        let sample = gather(bench)?;
        let errors = judge_boards(bench, &sample, &evaluations)?;
        let enough = bench.conditions().scale.choose(1, MIN_GAMES, MIN_GAMES, MIN_GAMES);
        let mut tables = vec![figures::games(&sample, &errors)];
        let mut drawn = figures::last_positions(&sample);
        drawn.push(figures::lengths(&sample));
        let mut statements = Vec::new();
        if !errors.games.is_empty() {
            tables.push(figures::overall(&evaluations, &errors));
            tables.push(figures::by_ply(&evaluations, &errors, enough));
            drawn.push(figures::bars(&evaluations, &errors));
            drawn.push(figures::curves(
                "Share of boards with the wrong winner, by ply (their Figure 16a)",
                &evaluations,
                &[LIEBERUM, MINIMAL_DISTANCE, RANDOM],
                &errors,
                enough,
            ));
            drawn.push(figures::curves(
                "The same of other evaluations (ours)",
                &evaluations,
                &DRAWN,
                &errors,
                enough,
            ));
            statements = self::statements(&errors);
            statements.push(on_lengths(&sample));
        }
        Ok(Findings { tables, figures: drawn, statements, remarks: remarks(&sample, &errors, enough) })
    }
}

/// Lets every evaluation judge every board of the test games that were kept.
fn judge_boards(
    bench: &mut Workbench<'_>,
    sample: &Sample,
    evaluations: &[TestedEvaluation],
) -> Result<Errors, LabError> {
    let seed = bench.conditions().seed;
    let test = sample.games.iter().filter(|examined| examined.is_test);
    let kept = test.filter_map(|examined| Some((&examined.game, examined.winner?)));
    let numbered: Vec<_> = kept.enumerate().collect();
    let games = bench.map("games judged board by board", &numbered, |&(number, (game, winner))| {
        errors_of(game, winner, evaluations, seed_of(seed, number))
    })?;
    Ok(Errors { games })
}

fn statements(errors: &Errors) -> Vec<Statement> {
    let both = [("Lieberum", LIEBERUM), ("minimal distance", MINIMAL_DISTANCE)];
    let each =
        |judge: &dyn Fn(&str, usize) -> Statement| both.map(|(name, evaluation)| judge(name, evaluation));
    vec![
        judge::below(
            "Lieberum's evaluation errs less often than minimal distance.",
            ("error of Lieberum less that of minimal distance, on the same boards", errors.difference(0, 1)),
            0.0,
        ),
        judge::all(
            "Both classical evaluations are wrong on about a quarter of all boards (0.24 and 0.25; here: 0.2 to 0.3).",
            &each(&|name, evaluation| {
                judge::lies_within(
                    "a quarter",
                    (name, errors.share(evaluation, 0..)),
                    Region::Between(0.2, 0.3),
                )
            }),
        ),
        judge::all(
            "At ply 0 the error is 0.5 (here: 0.4 to 0.6).",
            &each(&|name, evaluation| {
                judge::lies_within(
                    "a half",
                    (&format!("{name} at ply 0"), errors.at(evaluation, 0)),
                    Region::Between(0.4, 0.6),
                )
            }),
        ),
        judge::all(
            "Both classical evaluations are wrong on less than a tenth of the boards from ply 37 on.",
            // Later boards are easier: at the ply itself it has to hold already.
            &[
                each(&|name, evaluation| {
                    judge::below(
                        "a tenth",
                        (&format!("{name} at ply {SETTLED}"), errors.at(evaluation, SETTLED)),
                        0.1,
                    )
                }),
                each(&|name, evaluation| {
                    let name = format!("{name} on all boards from there");
                    judge::below("a tenth", (&name, errors.share(evaluation, SETTLED..)), 0.1)
                }),
            ]
            .concat(),
        )
        .if_not_seen(
            Cause::Conditions,
            "Our games are another selection of the same site; at ply 37 the errors are about a tenth.",
        ),
        judge::lies_within(
            "Chance is wrong half the time (0.50; here: 0.45 to 0.55).",
            ("random", errors.share(RANDOM, 0..)),
            Region::Between(0.45, 0.55),
        ),
        judge::all(
            "The error gets smaller as the game goes on (here: at ply 20 below ply 0, at ply 40 below ply 20).",
            &each(&|name, evaluation| {
                let at = |ply: usize| errors.at(evaluation, ply);
                let names = [0, 20, 40].map(|ply| format!("{name} at ply {ply}"));
                judge::all(
                    "",
                    &[
                        judge::greater("", (&names[0], at(0)), (&names[1], at(20))),
                        judge::greater("", (&names[1], at(20)), (&names[2], at(40))),
                    ],
                )
            }),
        ),
    ]
}

/// Whether rejected games are shorter than kept ones.
fn on_lengths(sample: &Sample) -> Statement {
    let mean = |is_kept: bool| {
        let games = sample.games.iter().filter(|examined| examined.is_kept == is_kept);
        let plies: Summary = games.map(|examined| examined.game.game.moves().len() as f64).collect();
        Measured::mean(&plies, Unit::Decimal, Confidence::USUAL)
    };
    judge::greater(
        "Rejected games are shorter than accepted ones.",
        ("plies of games that were kept", mean(true)),
        ("of those that were rejected", mean(false)),
    )
    .of_ours()
}

fn remarks(sample: &Sample, errors: &Errors, enough: u64) -> Vec<String> {
    let examined = sample.games.len();
    let tally = &sample.tally;
    let mut remarks = vec![
        format!(
            "The games are {}: {} of {} were examined, {} of them test games. {} had a result, {} were accepted and {} \
             rejected by the acceptance test, {}.",
            sample.origin,
            examined,
            sample.all,
            sample.games.iter().filter(|game| game.is_test).count(),
            tally.finished,
            tally.accepted,
            tally.rejected,
            sample.test
        ),
        "Intervals are of games: boards of one game are not independent of each other. Plies are counted from the start, \
         and every game has one board at a ply."
            .to_owned(),
    ];
    if tally.finished == examined as u64 {
        remarks
            .push("All these games had a result, so the acceptance test had nothing to decide.".to_owned());
    }
    for (name, evaluation) in [("Lieberum", LIEBERUM), ("Minimal distance", MINIMAL_DISTANCE)] {
        if let Some(ply) = errors.below_from(evaluation, 0.1, enough) {
            remarks.push(format!(
                "{name} stays below 0.10 from ply {ply} on, as long as {enough} games go on (the thesis: from ply {SETTLED})."
            ));
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::StatementVerdict;

    /// Games whose errors are the thesis's numbers: 0.5 at ply 0, below 0.1 from ply 37 on, 0.24 and 0.25 in all. Its curves are
    /// pictures: what is between is ours.
    #[test]
    fn the_theses_own_numbers_support_its_statements() {
        let rate = |evaluation: usize, ply: usize| {
            let left = (1.0 - ply as f64 / SETTLED as f64).max(0.0);
            match evaluation {
                RANDOM => 0.5,
                LIEBERUM => 0.07 + 0.43 * left.powf(1.2),
                _ => 0.07 + 0.43 * left.powf(1.1),
            }
        };
        let game = |number: u64| {
            let plies = 30 + (number % 30) as usize;
            let drawn = |ply: usize| (arena::mix(number, ply as u64) >> 11) as f64 / (1_u64 << 53) as f64;
            let errors = |evaluation: usize| {
                (0..plies).map(|ply| f64::from(u8::from(drawn(ply) < rate(evaluation, ply)))).collect()
            };
            (0..3).map(errors).collect()
        };
        let errors = Errors { games: (0..863).map(game).collect() };
        for (evaluation, overall) in [(LIEBERUM, 0.24), (MINIMAL_DISTANCE, 0.25)] {
            let ours = errors.share(evaluation, 0..).ours.unwrap();
            assert!((ours - overall).abs() < 0.015, "{ours}, the thesis has {overall}");
        }
        for statement in statements(&errors) {
            let Statement { claim, because, verdict, .. } = statement;
            assert_eq!(verdict, StatementVerdict::Seen, "{claim}: {because}");
        }
    }
}
