//! The games of every pairing, run by run, and their tables and figures.

use std::ops::Range;

use super::super::parts::{Meeting, share_axis};
use super::paper::{GROUPS, PaperGroup, RUN_GAMES};
use super::{Pairing, Runs};
use crate::cells::Games;
use crate::findings::{Cell, Drawing, Figure, Measured, ResultTable, Span, TableRow, Unit};

/// The rounds of each run, in the order in which they are played.
pub(super) fn rounds_of(all: &[Runs]) -> Vec<(Runs, Vec<Range<u64>>)> {
    let mut next = 0;
    let mut rounds_of_one = |runs: &Runs| {
        let first = next;
        next += runs.runs * runs.pairs;
        let of_run = |run| first + run * runs.pairs..first + (run + 1) * runs.pairs;
        (*runs, (0..runs.runs).map(of_run).collect())
    };
    all.iter().map(&mut rounds_of_one).collect()
}

/// The games of every pairing, all together and run by run.
pub(super) struct Played {
    pub(super) pairings: &'static [Pairing],
    pub(super) all: Vec<Meeting>,
    /// For every pairing the runs of each length.
    pub(super) runs: Vec<Vec<(Runs, Vec<Meeting>)>>,
}

impl Played {
    pub(super) fn of(games: Games<'_>, pairings: &'static [Pairing], runs: &[Runs]) -> Self {
        let of_pairing = |pairing: &Pairing| {
            let (first, second) = pairing.players;
            let of_run = |rounds: &Range<u64>| {
                let results = games
                    .standings
                    .results()
                    .filter(|(slot, _)| rounds.contains(&(slot.pair / pairings.len() as u64)));
                Meeting::among(games, results, first, second)
            };
            let of_length =
                |(runs, ranges): (Runs, Vec<Range<u64>>)| (runs, ranges.iter().map(of_run).collect());
            rounds_of(runs).into_iter().map(of_length).collect()
        };
        Self {
            pairings,
            all: pairings.iter().map(|one| Meeting::of(games, one.players.0, one.players.1)).collect(),
            runs: pairings.iter().map(of_pairing).collect(),
        }
    }

    /// The games of two players.
    pub(super) fn meeting(&self, first: usize, second: usize) -> (&'static str, &Meeting) {
        let place = self.pairings.iter().position(|pairing| pairing.players == (first, second));
        let place = place.expect("the pairing is in the list");
        (self.pairings[place].name, &self.all[place])
    }

    /// The share of games that the first of two players won.
    pub(super) fn won(&self, first: usize, second: usize) -> (&'static str, Measured) {
        let (name, meeting) = self.meeting(first, second);
        (name, meeting.won())
    }

    /// All games of some pairings, one row for every length of runs that the paper has.
    pub(super) fn games_table(&self, title: &str, is_wanted: impl Fn(&Pairing) -> bool) -> ResultTable {
        let chosen = self.pairings.iter().zip(&self.all).filter(|(pairing, _)| is_wanted(pairing));
        let row = |(pairing, meeting): (&Pairing, &Meeting)| {
            let paper = |column: usize| Measured {
                paper: pairing.paper().map(|group| group.share(column)),
                unit: Unit::Share,
                ..Measured::default()
            };
            let cells = [meeting.won(), paper(0), paper(1), paper(2)];
            TableRow { name: pairing.name.to_owned(), cells: cells.map(Cell::from).to_vec() }
        };
        ResultTable {
            title: title.to_owned(),
            head: ["pairing", "here", "5 runs of 50", "5 runs of 100", "5 runs of 500"]
                .map(str::to_owned)
                .to_vec(),
            rows: chosen.map(row).collect(),
        }
    }

    /// A row for every group and length of the paper's, with its five runs and ours of that length.
    fn table_of_runs(
        &self,
        title: &str,
        ours: impl Fn(&Runs, &Meeting) -> Measured,
        paper: impl Fn(&PaperGroup, usize, usize) -> f64,
        mean: impl Fn(&PaperGroup, usize) -> f64,
    ) -> ResultTable {
        let mut rows = Vec::new();
        for (number, group) in GROUPS.iter().enumerate() {
            // The groups come first.
            let (pairing, lengths) = (&self.pairings[number], &self.runs[number]);
            for (column, games) in RUN_GAMES.into_iter().enumerate() {
                let here = lengths.iter().find(|(runs, _)| runs.column == column);
                let cell = |run: usize| {
                    let found = here.and_then(|(runs, all)| Some(ours(runs, all.get(run)?)));
                    found.unwrap_or_else(|| ours(&Runs { runs: 0, pairs: 0, column }, &Meeting::default()))
                };
                let runs = (0..5)
                    .map(|run| Measured { interval: None, ..cell(run).beside(paper(group, column, run)) });
                let mean =
                    Measured { ours: None, interval: None, of: None, ..cell(0) }.beside(mean(group, column));
                let length = match here {
                    Some((runs, _)) if 2 * runs.pairs != games => {
                        format!("{games} games (here {})", 2 * runs.pairs)
                    }
                    _ => format!("{games} games"),
                };
                rows.push(TableRow {
                    name: format!("{}: {}, {length}", number + 1, pairing.name),
                    cells: runs.chain([mean]).map(Cell::from).collect(),
                });
            }
        }
        let head = ["group and length", "run 1", "run 2", "run 3", "run 4", "run 5", "mean"];
        ResultTable { title: title.to_owned(), head: head.map(str::to_owned).to_vec(), rows }
    }

    /// Games won, run by run.
    pub(super) fn runs_table(&self) -> ResultTable {
        let ours = |_: &Runs, meeting: &Meeting| {
            let won = meeting.won();
            Measured { of: won.of.filter(|&games| games > 0), ..won }
        };
        let paper = |group: &PaperGroup, column: usize, run: usize| {
            group.won[column][run] as f64 / RUN_GAMES[column] as f64
        };
        self.table_of_runs("Games won by the first of two, run by run", ours, paper, PaperGroup::share)
    }

    /// The seconds of every run; ours where it has all its games.
    pub(super) fn run_seconds_table(&self) -> ResultTable {
        let ours = |runs: &Runs, meeting: &Meeting| {
            let seconds = meeting.game_seconds;
            let is_whole = runs.pairs > 0 && seconds.count() == 2 * runs.pairs;
            let sum = seconds.mean().filter(|_| is_whole).map(|mean| mean * seconds.count() as f64);
            Measured { ours: sum, unit: Unit::Seconds, ..Measured::default() }
        };
        let paper = |group: &PaperGroup, column: usize, run: usize| group.seconds[column][run] as f64;
        self.table_of_runs("Time of a run, run by run", ours, paper, PaperGroup::seconds_a_run)
    }

    /// The time of a game, and of a move of each player.
    pub(super) fn seconds_table(&self) -> ResultTable {
        let row = |(pairing, meeting): (&Pairing, &Meeting)| {
            let paper = pairing.paper().map(|group| group.seconds_a_run(2) / RUN_GAMES[2] as f64);
            let game = Measured { paper, ..meeting.seconds_a_game() };
            let [first, second] = meeting.seconds_a_move();
            let long = if pairing.is_long() { ", 2 s" } else { "" };
            let name = format!("{}{long}", pairing.name);
            TableRow { name, cells: [game, first, second].map(Cell::from).to_vec() }
        };
        ResultTable {
            title: "Time of a game (the paper: its runs of 500 divided by their games, our division, repeated in every row of a pairing), and \
                    of a move of each"
                .to_owned(),
            head: ["pairing", "a game", "the first's move", "the second's move"].map(str::to_owned).to_vec(),
            rows: self.pairings.iter().zip(&self.all).map(row).collect(),
        }
    }

    /// The shares beside those of the paper's longest runs.
    pub(super) fn figure(&self, title: &str, is_wanted: impl Fn(&Pairing) -> bool) -> Figure {
        let chosen = self.pairings.iter().zip(&self.all).filter(|(pairing, _)| is_wanted(pairing));
        let row = |(pairing, meeting): (&Pairing, &Meeting)| {
            let paper = pairing.paper().map(|group| group.share(2));
            Span { name: pairing.name.to_owned(), measured: Measured { paper, ..meeting.won() } }
        };
        Figure {
            title: title.to_owned(),
            drawing: Drawing::Intervals { axis: share_axis("games won"), rows: chosen.map(row).collect() },
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::super::parts::tests::meeting;
    use super::super::{MAIN, PAIRINGS, runs};
    use super::*;
    use crate::conditions::{Conditions, Scale};

    /// The paper's own games and seconds as if they had been played.
    pub(in crate::experiments) fn of_the_paper() -> Played {
        let of_group = |group: &PaperGroup, column: usize, run: usize| {
            let (won, games) = (group.won[column][run], RUN_GAMES[column]);
            let seconds = group.seconds[column][run] as f64 / games as f64;
            let mut meeting = meeting(won, games - won);
            meeting.game_seconds.add(seconds);
            meeting
        };
        let runs = runs(&Conditions::of(Scale::Paper, 1));
        let of_pairing = |pairing: &Pairing| -> Vec<(Runs, Vec<Meeting>)> {
            let Some(group) = pairing.paper() else { return Vec::new() };
            let of_length =
                |length: &Runs| (*length, (0..5).map(|run| of_group(group, length.column, run)).collect());
            runs.iter().map(of_length).collect()
        };
        let runs: Vec<Vec<(Runs, Vec<Meeting>)>> = PAIRINGS[..MAIN].iter().map(of_pairing).collect();
        let all = runs.iter().map(|runs| Meeting::all(runs.iter().flat_map(|(_, meetings)| meetings)));
        Played { pairings: &PAIRINGS[..MAIN], all: all.collect(), runs }
    }

    #[test]
    fn the_tables_have_every_run_of_the_paper() {
        let played = of_the_paper();
        let table = played.runs_table();
        assert_eq!(table.rows.len(), 12);
        assert_eq!(table.rows[2].name, "1: MCTS over Random, 500 games");
        let Cell::Number(cell) = table.rows[2].cells[1] else { unreachable!("a number") };
        assert_eq!((cell.ours, cell.paper, cell.of), (Some(0.624), Some(0.624), Some(500)));
        let Cell::Number(mean) = table.rows[2].cells[5] else { unreachable!("a number") };
        assert_eq!((mean.ours, mean.paper), (None, Some(0.6304)));
        let seconds = played.run_seconds_table();
        let Cell::Number(cell) = seconds.rows[8].cells[4] else { unreachable!("a number") };
        assert_eq!(
            (seconds.rows[8].name.as_str(), cell.paper),
            ("3: MCTS over Heuristic, 500 games", Some(728.0))
        );
        assert_eq!(played.games_table("", |one| !one.is_long()).rows.len(), MAIN);
        assert_eq!(played.seconds_table().rows.len(), MAIN);
    }
}
