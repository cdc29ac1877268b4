//! The paper's statements and our own questions.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::paper::{GROUPS, RUN_GAMES};
use super::played::Played;
use super::{
    HEURISTIC, HEURISTIC_1, ITERATIVE, LONG_HEURISTIC, LONG_ITERATIVE, LONG_MCTS, LONG_PRINTED, MAIN, MCTS,
    MCTS_1, MCTS_10, MCTS_100, PRINTED, PRINTED_RAYS, PRINTED_REVERSED, RANDOM,
};
use crate::findings::{Cause, Measured, Statement, Unit};
use crate::judge::{self, Region};

impl Played {
    /// All statements that its games can judge.
    pub(super) fn statements(&self) -> Vec<Statement> {
        let mut statements = self.of_the_paper();
        statements.extend(self.of_ours());
        if self.pairings.len() > MAIN {
            statements.extend(self.of_other_counts());
        }
        statements
    }

    /// What the paper says, or shows in its groups.
    fn of_the_paper(&self) -> Vec<Statement> {
        let order = "As printed, the order in which moves are generated alone decides what Iterative plays, and the paper does \
                     not give it; the tables have what each order and each count gives.";
        let few = "How many positions Heuristic looked at is not known. It depends on that, and on the order in which moves are \
                   generated, whether it gets beyond its first moves.";
        let over_random = judge::above("MCTS beats Random.", self.won(MCTS, RANDOM), 0.5).if_not_seen(
            Cause::Open,
            "Its 2 s, or the 9 ms that its times leave, would have to be tried in its own language.",
        );
        let over_heuristic = judge::above("MCTS beats Heuristic.", self.won(MCTS, HEURISTIC), 0.5)
            .if_not_seen(Cause::Conditions, few);
        let lost_to_heuristic =
            other_side("Iterative as printed over Heuristic", self.won(HEURISTIC, PRINTED));
        vec![
            over_random,
            over_heuristic,
            judge::all(
                "Iterative loses to Random (as printed; here: in every order of generation that is played).",
                &self
                    .orders()
                    .map(|printed| judge::below("", self.won(printed, RANDOM), 0.5))
                    .collect::<Vec<_>>(),
            )
            .if_not_seen(Cause::Paper, order),
            judge::all(
                "Heuristic beats Iterative (as printed; here: in every order of generation that is played).",
                &self
                    .orders()
                    .map(|printed| judge::above("", self.won(HEURISTIC, printed), 0.5))
                    .collect::<Vec<_>>(),
            )
            .if_not_seen(Cause::Paper, order),
            judge::greater(
                "MCTS beats Heuristic by more than Random.",
                self.won(MCTS, HEURISTIC),
                self.won(MCTS, RANDOM),
            )
            .if_not_seen(Cause::Conditions, few),
            judge::greater(
                "Iterative (as printed) does better against Heuristic than against Random (in its runs of 100 and 500; in those of \
                 50 it is the reverse).",
                lost_to_heuristic,
                self.won(PRINTED, RANDOM),
            )
            .if_not_seen(Cause::Paper, order),
            self.takes_more_time(),
        ]
    }

    /// Iterative as printed in the orders of generation of this scale.
    fn orders(&self) -> impl Iterator<Item = usize> {
        let others = [PRINTED_RAYS, PRINTED_REVERSED].into_iter().filter(|_| self.pairings.len() > MAIN);
        std::iter::once(PRINTED).chain(others)
    }

    /// The paper's sentence on times, by the seconds of games: groups 1 and 2, and groups 3 and 4.
    fn takes_more_time(&self) -> Statement {
        let part = |mcts: (usize, usize), other: (usize, usize)| {
            let [(name, slow), (other_name, fast)] = [mcts, other].map(|(first, second)| {
                let (name, meeting) = self.meeting(first, second);
                (name, meeting.seconds_a_game())
            });
            let twice = Measured {
                ours: fast.ours.map(|ours| 2.0 * ours),
                interval: fast.interval.map(|(low, high)| (2.0 * low, 2.0 * high)),
                ..fast
            };
            judge::greater("", (name, slow), (&format!("twice {other_name}"), twice))
        };
        judge::all(
            "MCTS takes far more time than Iterative (as printed; here: a game more than twice as long, against Random and \
             against Heuristic).",
            &[part((MCTS, RANDOM), (PRINTED, RANDOM)), part((MCTS, HEURISTIC), (HEURISTIC, PRINTED))],
        )
        .if_not_seen(
            Cause::Paper,
            "Both have the same time limit, and as printed Iterative searches until it is over; 500 games in 0 s contradict that. With \
             equal counts the times of both are of one order.",
        )
    }

    /// Our own questions at every scale.
    fn of_ours(&self) -> Vec<Statement> {
        let right = self.won(ITERATIVE, RANDOM);
        [
            judge::below(
                "MCTS wins fewer than 70 of 100 games against Random (its runs: 56 to 68).",
                self.won(MCTS, RANDOM),
                0.7,
            ),
            judge::above("Iterative beats Random if it returns the best move.", right, 0.5),
            judge::below(
                "Iterative beats Heuristic if it returns the best move.",
                self.won(HEURISTIC, ITERATIVE),
                0.5,
            ),
            judge::greater(
                "The best move instead of the last makes Iterative better against Random.",
                right,
                self.won(PRINTED, RANDOM),
            ),
            self.scatter(),
        ]
        .map(Statement::of_ours)
        .to_vec()
    }

    /// Whether the runs of a group scatter no more than chance has it, when all of them are played.
    fn scatter(&self) -> Statement {
        let parts = (0..GROUPS.len()).flat_map(|group| {
            self.runs[group].iter().map(move |(runs, meetings)| {
                let tallies: Vec<(u64, u64)> = meetings
                    .iter()
                    .map(|meeting| (meeting.games.games().wins, meeting.games.games().games()))
                    .collect();
                let is_whole = tallies.iter().all(|(_, games)| *games == 2 * runs.pairs);
                let p = is_whole.then(|| scatter(&tallies));
                let cells = self.all[group].won().cells;
                let measured = Measured { ours: p, unit: Unit::Probability, cells, ..Measured::default() };
                let name = format!("{}, chi-square of {} runs, p", self.pairings[group].name, runs.runs);
                judge::exact("", (&name, measured), Region::Above(0.01))
            })
        });
        let parts: Vec<Statement> = parts.collect();
        judge::all("The runs of a group scatter no more than chance has it.", &parts)
    }

    /// Our own questions at the faithful scale: other counts, orders and players.
    fn of_other_counts(&self) -> Vec<Statement> {
        let above = |first, second| judge::above("", self.won(first, second), 0.5);
        let below = |first, second| judge::below("", self.won(first, second), 0.5);
        [
            judge::all(
                "MCTS beats Random with 10 and with 100 iterations too.",
                &[above(MCTS_10, RANDOM), above(MCTS_100, RANDOM)],
            ),
            judge::all(
                "MCTS beats Heuristic with 10 and with 100 iterations too.",
                &[above(MCTS_10, HEURISTIC), above(MCTS_100, HEURISTIC)],
            ),
            judge::above(
                "MCTS of a single iteration, which compares nothing, beats Random: it draws among whole moves, Random an amazon, \
                 a square and an arrow.",
                self.won(MCTS_1, RANDOM),
                0.5,
            ),
            judge::all(
                "Iterative as printed loses to Random in the other two orders too.",
                &[below(PRINTED_RAYS, RANDOM), below(PRINTED_REVERSED, RANDOM)],
            ),
            judge::differs(
                "Rays or their reverse make no difference for Iterative as printed against Random beyond 10 points.",
                self.won(PRINTED_RAYS, RANDOM),
                self.won(PRINTED_REVERSED, RANDOM),
                Region::Between(-0.1, 0.1),
            ),
            judge::all(
                "Heuristic beats Iterative as printed in the other two orders too.",
                &[above(HEURISTIC, PRINTED_RAYS), above(HEURISTIC, PRINTED_REVERSED)],
            ),
            judge::below("Heuristic loses to Random.", self.won(HEURISTIC, RANDOM), 0.5),
            judge::above("Heuristic of depth 1 beats Random.", self.won(HEURISTIC_1, RANDOM), 0.5),
            judge::above("MCTS beats Heuristic of depth 1.", self.won(MCTS, HEURISTIC_1), 0.5),
            judge::above("MCTS beats Iterative that returns the best move.", self.won(MCTS, ITERATIVE), 0.5),
            judge::all(
                "By the counts of 2 s MCTS beats Random and Heuristic.",
                &[above(LONG_MCTS, RANDOM), above(LONG_MCTS, LONG_HEURISTIC)],
            ),
            judge::all(
                "By the counts of 2 s Iterative as printed loses to Random and to Heuristic.",
                &[below(LONG_PRINTED, RANDOM), above(LONG_HEURISTIC, LONG_PRINTED)],
            ),
            judge::all(
                "By the counts of 2 s Iterative that returns the best move beats Random and Heuristic.",
                &[above(LONG_ITERATIVE, RANDOM), below(LONG_HEURISTIC, LONG_ITERATIVE)],
            ),
        ]
        .map(Statement::of_ours)
        .to_vec()
    }
}

/// The share of the other of two players.
fn other_side(name: &'static str, (_, won): (&'static str, Measured)) -> (&'static str, Measured) {
    let interval = won.interval.map(|(low, high)| (1.0 - high, 1.0 - low));
    (name, Measured { ours: won.ours.map(|share| 1.0 - share), interval, ..won })
}

/// The probability of a scatter at least as large among runs with one share, each given by its games won and its games: Pearson's
/// chi-square test.
fn scatter(runs: &[(u64, u64)]) -> f64 {
    let (won, games) = runs.iter().fold((0, 0), |(won, games), run| (won + run.0, games + run.1));
    if runs.len() < 2 || won == 0 || won == games {
        return 1.0;
    }
    let share = won as f64 / games as f64;
    let term = |&(won, games): &(u64, u64)| {
        let expected = share * games as f64;
        (won as f64 - expected).powi(2) / (expected * (1.0 - share))
    };
    let distribution = ChiSquared::new((runs.len() - 1) as f64).expect("there are two runs or more");
    distribution.sf(runs.iter().map(term).sum())
}

/// What the test of scatter says of the paper's own runs.
pub(super) fn scatter_of_the_paper() -> String {
    let mut unlikely = Vec::new();
    for (number, group) in GROUPS.iter().enumerate() {
        for (column, games) in RUN_GAMES.into_iter().enumerate() {
            let p = scatter(&group.won[column].map(|won| (won, games)));
            if p < 0.05 {
                let p = Unit::Probability.write(p);
                unlikely.push(format!("group {} with {games} games (p = {p})", number + 1));
            }
        }
    }
    format!(
        "Of the paper's twelve sets of five runs, these scatter more than chance has it in one of twenty (Pearson's chi-square, our \
         computation): {}.",
        unlikely.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::super::played::tests::of_the_paper;
    use super::*;
    use crate::findings::{StatementSource, StatementVerdict};

    /// No statement of the paper contradicts its own tables; its times contradict its time limit, which is among the differences.
    #[test]
    fn the_papers_own_runs_support_its_statements() {
        let played = of_the_paper();
        let statements = played.statements();
        let of_paper: Vec<&Statement> =
            statements.iter().filter(|statement| statement.source == StatementSource::Paper).collect();
        assert_eq!(of_paper.len(), 7);
        for statement in of_paper {
            assert_eq!(statement.verdict, Seen, "{statement:?}");
        }
        let ours: Vec<StatementVerdict> = statements[7..].iter().map(|statement| statement.verdict).collect();
        use StatementVerdict::{NotSeen, Seen, Undecided};
        assert_eq!(ours, [Seen, Undecided, Undecided, Undecided, NotSeen], "group 2's runs of 100 scatter");
        let a_move = GROUPS[0].seconds_a_run(0) / (50.0 * 65.0);
        assert!((0.009..0.0095).contains(&a_move), "9 ms a move, where the paper has 2 s: {a_move}");
        assert!(scatter_of_the_paper().contains("group 2 with 100 games"));
    }

    #[test]
    fn scatter_is_pearsons() {
        // 2 x 2 without correction: 10 of 30 against 20 of 30 has chi-square 20/3 and p = 0.0098.
        assert!((scatter(&[(10, 30), (20, 30)]) - 0.009_823).abs() < 1e-5);
        assert_eq!(scatter(&[(5, 5), (5, 5)]), 1.0);
        assert!(scatter(&[(3, 6), (3, 6), (3, 6)]) > 0.99);
    }
}
