//! COURSE, groups 1 to 4: four agents on 15x15 in the variant where a vacated square stays blocked for five plies.

mod paper;
mod played;
mod statements;

use amazons::{AnyPosition, Game, RandomStart, Size, StartSymmetry};
use arena::{Contest, ContestFormat, Opening};
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::Rng;

use self::paper::{GROUPS, PaperGroup, RUN_GAMES};
use self::played::Played;
use self::statements::scatter_of_the_paper;
use super::parts::remark_on_games;
use crate::cells::Cells;
use crate::conditions::{Conditions, Scale};
use crate::contests::contest;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::Findings;
use crate::workbench::{LabError, Workbench};

/// COURSE, groups 1 to 4.
pub(super) struct CourseTables;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "course-tables",
    paper: Paper::Course,
    place: "Groups 1 to 4 (appendix 3)",
    title: "Four agents on 15x15, where a vacated square stays blocked",
    question: "Which of four agents is better on a board of 15x15 with random symmetric starts, in a variant where the \
               square that an amazon leaves stays blocked for five moves: Random, Heuristic (alpha-beta of depth 4), MCTS \
               (a tree of signs of an evaluation), or Iterative (minimax with deepening)?",
    original: "Four groups, each with 5 runs of 50, 100 and 500 games, a time limit of 2.0, read as seconds a move, and a depth of 4; appendix 3 \
               gives the games won and the time of every run, and their means",
    differences: &[
        "The paper's shares are repeated in all rows of a pairing, also in those that the slides do not have: other counts, other \
         orders of moves.",
        "A contradiction of the paper: its time limit, as we read it, against its times. 50 games of MCTS against Random take 30.2 s. With some 65 \
         moves of MCTS a game, as here, that is about 9 ms a move (our division). Its games of Iterative against Random take 0 s, \
         500 of them too, although it says that Iterative had too little time.",
        "So the faithful scale has counts worth 9 ms a move in a slow language (the slides name none), by our estimate that an evaluation of such a board takes some \
         tenths of a millisecond to a millisecond there: MCTS with 30 iterations, and 10 and 100 beside it; Heuristic and Iterative \
         with 30 positions (their group leaves about 4 ms a move, by our division too). The 2 s are 220 times as much, 6,600 of each: a table beside it.",
        "An error of the paper: its Iterative keeps every root move as the best one. So it returns the last root move, in the \
         order in which moves are generated, of the last depth it finished, and what it plays depends on that order alone. The \
         order is not given. Nothing in the printed code catches the error that ends a depth when the time is over; ours then keeps the \
         last finished depth, and plays the same move where none is finished. Three \
         orders are played: row by row, as Heuristic generates moves here too, ray by ray, as a program walks the lines of a queen, \
         and the reverse of that; beside them Iterative built right.",
        "Heuristic searches four plies without deepening, and a position has thousands of moves: with 30 or 6,600 positions it \
         rarely finishes its first root move and then plays that one. A Heuristic of depth 1 stands beside it.",
        "Errors of the paper's code as printed, built right here: the printed half of alpha-beta never compares alpha with beta, minimax returns a value that does not \
         exist, and MCTS does not choose a move (ours plays the most visited one).",
        "The paper does not say which symmetry its starts have, how far from the edge they keep, whose moves are counted until a \
         square is free again, or what territory and centrality are exactly; ours are half a turn, one square, the plies of both, \
         and the usual definitions.",
        "Every two games with swapped colours share a start; the paper draws one for every game.",
    ],
};

/// A player: its spec, what it is counted in, and how many of them it has at the faithful scale.
struct Player {
    spec: &'static str,
    unit: &'static str,
    count: u64,
}

const fn player(spec: &'static str, unit: &'static str, count: u64) -> Player {
    Player { spec, unit, count }
}

/// About 9 ms a move of the paper's program.
const SHORT: u64 = 30;
/// About 2 s a move of the paper's program: 220 times as much.
const LONG: u64 = 220 * SHORT;

/// The players; those after the first five play at the faithful scale only.
const PLAYERS: [Player; 15] = [
    player("course-random", "nodes", 1),
    player("course-heuristic", "nodes", SHORT),
    player("course-mcts", "playouts", SHORT),
    player("course-iterative", "nodes", SHORT),
    player("course-iterative:choice=as-printed,generation=rows", "nodes", SHORT),
    player("course-iterative:choice=as-printed,generation=rays", "nodes", SHORT),
    player("course-iterative:choice=as-printed,generation=rays-reversed", "nodes", SHORT),
    player("course-mcts", "playouts", 1),
    player("course-mcts", "playouts", 10),
    player("course-mcts", "playouts", 100),
    player("course-heuristic:depth=1", "nodes", SHORT),
    player("course-heuristic", "nodes", LONG),
    player("course-mcts", "playouts", LONG),
    player("course-iterative", "nodes", LONG),
    player("course-iterative:choice=as-printed,generation=rows", "nodes", LONG),
];
const RANDOM: usize = 0;
const HEURISTIC: usize = 1;
const MCTS: usize = 2;
const ITERATIVE: usize = 3;
const PRINTED: usize = 4;
const PRINTED_RAYS: usize = 5;
const PRINTED_REVERSED: usize = 6;
const MCTS_1: usize = 7;
const MCTS_10: usize = 8;
const MCTS_100: usize = 9;
const HEURISTIC_1: usize = 10;
const LONG_HEURISTIC: usize = 11;
const LONG_MCTS: usize = 12;
const LONG_ITERATIVE: usize = 13;
const LONG_PRINTED: usize = 14;

/// Two players that meet.
struct Pairing {
    name: &'static str,
    players: (usize, usize),
    /// The group of the paper whose numbers stand beside it.
    group: Option<usize>,
}

const fn pairing(name: &'static str, first: usize, second: usize, group: Option<usize>) -> Pairing {
    Pairing { name, players: (first, second), group }
}

/// The pairings of every scale.
const MAIN: usize = 6;

/// The pairings; those after the main ones are played at the faithful scale only, and the last ones by the counts of 2 s.
const PAIRINGS: [Pairing; 25] = [
    pairing("MCTS over Random", MCTS, RANDOM, Some(0)),
    pairing("Iterative as printed over Random", PRINTED, RANDOM, Some(1)),
    pairing("MCTS over Heuristic", MCTS, HEURISTIC, Some(2)),
    pairing("Heuristic over Iterative as printed", HEURISTIC, PRINTED, Some(3)),
    pairing("Iterative built right over Random", ITERATIVE, RANDOM, None),
    pairing("Heuristic over Iterative built right", HEURISTIC, ITERATIVE, None),
    pairing("MCTS of 10 iterations over Random", MCTS_10, RANDOM, Some(0)),
    pairing("MCTS of 100 iterations over Random", MCTS_100, RANDOM, Some(0)),
    pairing("MCTS of 10 iterations over Heuristic", MCTS_10, HEURISTIC, Some(2)),
    pairing("MCTS of 100 iterations over Heuristic", MCTS_100, HEURISTIC, Some(2)),
    pairing("Iterative as printed, ray by ray, over Random", PRINTED_RAYS, RANDOM, Some(1)),
    pairing("Iterative as printed, rays reversed, over Random", PRINTED_REVERSED, RANDOM, Some(1)),
    pairing("Heuristic over Iterative as printed, ray by ray", HEURISTIC, PRINTED_RAYS, Some(3)),
    pairing("Heuristic over Iterative as printed, rays reversed", HEURISTIC, PRINTED_REVERSED, Some(3)),
    pairing("MCTS of 1 iteration over Random", MCTS_1, RANDOM, None),
    pairing("Heuristic over Random", HEURISTIC, RANDOM, None),
    pairing("Heuristic of depth 1 over Random", HEURISTIC_1, RANDOM, None),
    pairing("MCTS over Heuristic of depth 1", MCTS, HEURISTIC_1, None),
    pairing("MCTS over Iterative built right", MCTS, ITERATIVE, None),
    pairing("MCTS over Random", LONG_MCTS, RANDOM, Some(0)),
    pairing("Iterative as printed over Random", LONG_PRINTED, RANDOM, Some(1)),
    pairing("MCTS over Heuristic", LONG_MCTS, LONG_HEURISTIC, Some(2)),
    pairing("Heuristic over Iterative as printed", LONG_HEURISTIC, LONG_PRINTED, Some(3)),
    pairing("Iterative built right over Random", LONG_ITERATIVE, RANDOM, None),
    pairing("Heuristic over Iterative built right", LONG_HEURISTIC, LONG_ITERATIVE, None),
];

impl Pairing {
    fn paper(&self) -> Option<&'static PaperGroup> {
        self.group.map(|group| &GROUPS[group])
    }

    /// Whether a player has the counts of 2 s.
    fn is_long(&self) -> bool {
        self.players.0 >= LONG_HEURISTIC
    }
}

/// The pairings of a scale.
fn pairings(conditions: &Conditions) -> &'static [Pairing] {
    if conditions.scale == Scale::Faithful { &PAIRINGS } else { &PAIRINGS[..MAIN] }
}

/// Runs of one length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Runs {
    runs: u64,
    pairs: u64,
    /// The column of the paper that it is compared with.
    column: usize,
}

/// The runs of a scale, played one after another.
fn runs(conditions: &Conditions) -> Vec<Runs> {
    let of = |runs, pairs, column| Runs { runs, pairs, column };
    conditions.scale.choose(
        vec![of(2, 1, 2)],
        vec![of(5, 3, 2)],
        vec![of(5, 50, 1)],
        RUN_GAMES.iter().enumerate().map(|(column, games)| of(5, games / 2, column)).collect(),
    )
}

impl Experiment for CourseTables {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        let time = conditions.scale.choose("1ms", "50ms", "2s", "2s");
        let players = PLAYERS.iter().map(|player| {
            let count = if conditions.scale == Scale::Toy { player.count.min(10) } else { player.count };
            let counts = format!("{}={count}", player.unit);
            format!("{}@{}", player.spec, conditions.limit(time, &counts))
        });
        let pairings = pairings(conditions);
        let last = pairings.iter().map(|pairing| pairing.players.0.max(pairing.players.1)).max().unwrap_or(0);
        let players: Vec<String> = players.take(last + 1).collect();
        let format = ContestFormat::Listed(pairings.iter().map(|pairing| pairing.players).collect());
        let rounds: u64 = runs(conditions).iter().map(|runs| runs.runs * runs.pairs).sum();
        let rounds = conditions.scale.choose(rounds, rounds, rounds, conditions.pairs(rounds));
        let openings = starts(rounds, conditions.seed);
        Ok(vec![contest(conditions, &players, format, rounds, openings)?])
    }

    fn cells(&self, contest: &Contest, conditions: &Conditions) -> Cells {
        // A game of the long ones takes seconds, the others some hundredths of a second.
        let most = |(first, _)| if first >= LONG_HEURISTIC { 50 } else { 250 };
        Cells::by_pairing(contest, conditions, most)
    }

    fn run(&self, bench: &mut Workbench<'_>, contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let (pairings, runs) = (pairings(&conditions), runs(&conditions));
        let cells = self.cells(&contests[0], &conditions);
        let judged = bench.judge(ABOUT.name, &contests[0], cells, |games| {
            Played::of(games, pairings, &runs).statements()
        })?;
        let played = Played::of(judged.games(), pairings, &runs);
        let mut remarks = vec![remark_on_games(&judged.standings)];
        if conditions.scale == Scale::Faithful {
            remarks.push(
                "Agents without a number have 30 iterations or positions a move, about 9 ms of the paper's program. A table and a \
                 figure say so where they have 6,600, about 2 s of it."
                    .to_owned(),
            );
        }
        remarks.push(scatter_of_the_paper());
        let mut figures = vec![played.figure("Share of games won by the first of two", |one| !one.is_long())];
        let mut tables = vec![played.games_table("Games won by the first of two", |one| !one.is_long())];
        if conditions.scale == Scale::Faithful {
            let long = "Games won by the first of two, by the counts of 2 s a move";
            tables.push(played.games_table(long, Pairing::is_long));
            figures.push(played.figure(long, Pairing::is_long));
        }
        tables.extend([played.runs_table(), played.run_seconds_table(), played.seconds_table()]);
        Ok(Findings { tables, figures, statements: judged.statements, remarks })
    }
}

/// The starts of all pairs of games, drawn from a seed: 15x15, four amazons a side, a margin of one square, half a turn, and
/// vacated squares blocked for five plies.
fn starts(count: u64, seed: u64) -> Vec<Opening> {
    let mut seeds = SplitMix64::seed_from_u64(seed);
    let size = Size::new(15, 15).expect("boards go to 16x16");
    let one = |number| {
        let start = RandomStart {
            size,
            amazons: 4,
            margin: 1,
            symmetry: StartSymmetry::Turn,
            seed: seeds.next_u64(),
        };
        let mut setup = start.setup().expect("four amazons a side fit a board of 15x15");
        setup.delay = 5;
        let position = AnyPosition::from_setup(&setup).expect("a random start is playable");
        Opening { name: format!("random start {number}"), game: Game::new(position) }
    };
    (1..=count).map(one).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::Range;

    use super::played::rounds_of;
    use super::*;

    fn conditions(scale: Scale) -> Conditions {
        Conditions::of(scale, 1)
    }

    #[test]
    fn every_pair_has_a_start_of_its_own_in_the_variant() {
        let starts = starts(50, 1);
        let hashes: HashSet<u64> = starts.iter().map(|start| start.game.position().key()).collect();
        assert_eq!(hashes.len(), 50);
        for start in &starts {
            let setup = start.game.start().to_setup();
            assert_eq!((setup.size.to_string().as_str(), setup.delay), ("15x15", 5));
        }
        assert_eq!(starts, super::starts(50, 1), "a seed says everything");
        assert_ne!(starts, super::starts(50, 2));
    }

    #[test]
    fn the_papers_runs_follow_each_other() {
        let paper = runs(&conditions(Scale::Paper));
        let games: Vec<(u64, u64)> = paper.iter().map(|runs| (runs.runs, 2 * runs.pairs)).collect();
        assert_eq!(games, [(5, 50), (5, 100), (5, 500)]);
        let rounds: Vec<Range<u64>> = rounds_of(&paper).into_iter().flat_map(|(_, rounds)| rounds).collect();
        assert_eq!(rounds.len(), 15);
        assert_eq!((rounds[0].clone(), rounds[5].clone(), rounds[14].clone()), (0..25, 125..175, 1375..1625));
        assert!(rounds.windows(2).all(|next| next[0].end == next[1].start), "no gap, no game twice");
        let contest = CourseTables.contests(&conditions(Scale::Quick)).unwrap().remove(0);
        assert_eq!((contest.rounds, contest.openings.len(), contest.entrants.len()), (15, 15, 5));
        assert_eq!(contest.schedule().len(), 15 * 2 * 6);
    }

    #[test]
    fn the_faithful_scale_has_counts_and_at_most_500_games_a_cell() {
        let conditions = conditions(Scale::Faithful);
        let contest = CourseTables.contests(&conditions).unwrap().remove(0);
        assert!(contest.entrants.iter().all(|entrant| {
            let limits = entrant.time_control_or(contest.time_control).limits;
            limits.time.is_none() && (limits.nodes.is_some() || limits.playouts.is_some())
        }));
        assert_eq!(
            CourseTables.cells(&contest, &conditions).slots(&contest.schedule(), 4, |_| true).len(),
            19 * 500 + 6 * 100
        );
        let groups: Vec<Option<usize>> = PAIRINGS[..4].iter().map(|pairing| pairing.group).collect();
        assert_eq!(groups, [0, 1, 2, 3].map(Some), "the table of runs counts on it");
    }
}
