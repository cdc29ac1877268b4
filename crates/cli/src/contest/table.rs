//! The result of a contest as text and tables.

use std::fmt::Write as _;
use std::io::Write as _;

use amazons::Color;
use arena::statistics::{EloEstimate, GameTally, SprtVerdict, elo, wilson};
use arena::{Contest, EntrantStats, Standings};

use super::session::End;
use super::watch::elo_text;
use crate::output;

/// Prints the result of a match or a sequential test.
pub(super) fn of_match(contest: &Contest, end: &End) -> anyhow::Result<()> {
    let standings = &end.standings;
    let tally = standings.tally(0, 1);
    let games = tally.games();
    let mut text = String::new();
    writeln!(text, "{} against {}", contest.entrants[0], contest.entrants[1])?;
    writeln!(text, "  {} of {} games won: {}", games.wins, games.games(), share(games))?;
    let pairs = tally.pairs;
    writeln!(text, "  pairs won {}, split {}, lost {}", pairs.won_both, pairs.split, pairs.lost_both)?;
    if let Some(logistic) = EloEstimate::logistic(&pairs) {
        let normalized = EloEstimate::normalized(&pairs).map_or_else(String::new, |elo| elo_text(&elo));
        writeln!(text, "  Elo {}; normalized {normalized}", elo_text(&logistic))?;
    }
    let superior = 100.0 * elo::likelihood_of_superiority(&pairs);
    let equity = games.equity().unwrap_or(0.0);
    writeln!(text, "  likelihood of superiority {superior:.1}%, equity {equity:+.2}")?;
    if let Some(trial) = standings.sprt() {
        let (parameters, bounds) = (trial.sprt.parameters(), trial.sprt.bounds());
        let verdict = match trial.verdict {
            SprtVerdict::AcceptH0 => format!("not better by {} Elo: elo0 is accepted", parameters.elo1),
            SprtVerdict::AcceptH1 => format!("better by more than {} Elo: elo1 is accepted", parameters.elo0),
            SprtVerdict::Undecided => "undecided".to_owned(),
        };
        writeln!(
            text,
            "  SPRT [{}, {}]: {verdict}; LLR {:.2} of {:.2} to {:.2} after {} pairs",
            parameters.elo0,
            parameters.elo1,
            trial.llr(),
            bounds.lower,
            bounds.upper,
            trial.pairs.pairs()
        )?;
    }
    for (entrant, figures) in contest.entrants.iter().zip(standings.stats()) {
        writeln!(
            text,
            "  {entrant}: as White {}, as Black {}",
            share(figures.games[Color::White]),
            share(figures.games[Color::Black])
        )?;
        writeln!(text, "    {}", cost(&figures))?;
    }
    common(&mut text, standings, end)?;
    print(&text)
}

/// Prints the result of a tournament.
pub(super) fn of_tournament(contest: &Contest, end: &End) -> anyhow::Result<()> {
    let standings = &end.standings;
    let figures = standings.stats();
    let ratings = standings.ratings().ok();
    let elo = |player: usize| ratings.as_ref().map_or(0.0, |ratings| ratings[player].elo);
    let mut order: Vec<usize> = (0..contest.entrants.len()).collect();
    order.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
    let names: Vec<String> = contest.entrants.iter().map(ToString::to_string).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);

    let mut text = String::new();
    writeln!(
        text,
        "     {:width$}  rating         won of games     White  Black  s/move    nodes/s",
        "player"
    )?;
    for (place, &player) in (1..).zip(&order) {
        let rating = ratings.as_ref().map_or_else(
            || "        -    ".to_owned(),
            |ratings| {
                format!("{:>+6.0} +- {:<4.0}", ratings[player].elo, 1.96 * ratings[player].standard_error)
            },
        );
        let own = &figures[player];
        let total = own.total();
        let percent = |games: GameTally| games.score().map_or(0.0, |score| 100.0 * score);
        writeln!(
            text,
            "{place:>3}. {:width$}  {rating}  {:>4} of {:<4} {:>5.1}%  {:>5.1}  {:>5.1}  {:>6.3} {:>10.0}",
            names[player],
            total.wins,
            total.games(),
            percent(total),
            percent(own.games[Color::White]),
            percent(own.games[Color::Black]),
            own.seconds.mean().unwrap_or(0.0),
            own.speed.nodes_a_second().unwrap_or(0.0)
        )?;
    }
    crosstable(&mut text, standings, &order, &names, width)?;
    common(&mut text, standings, end)?;
    print(&text)
}

/// Wins of the row against the column.
fn crosstable(
    text: &mut String,
    standings: &Standings,
    order: &[usize],
    names: &[String],
    width: usize,
) -> anyhow::Result<()> {
    let table = standings.crosstable();
    writeln!(text, "\nwins of the row against the column")?;
    write!(text, "     {:width$}", "")?;
    for place in 1..=order.len() {
        write!(text, " {place:>3}")?;
    }
    for (place, &player) in (1..).zip(order) {
        write!(text, "\n{place:>3}. {:width$}", names[player])?;
        for &opponent in order {
            match table.games(player, opponent).games() {
                0 => write!(text, "   .")?,
                _ => write!(text, " {:>3}", table.wins(player, opponent))?,
            }
        }
    }
    writeln!(text)?;
    Ok(())
}

/// What all contests end with.
fn common(text: &mut String, standings: &Standings, end: &End) -> anyhow::Result<()> {
    let lengths = standings.lengths();
    let (mean, deviation) = (lengths.mean().unwrap_or(0.0), lengths.deviation().unwrap_or(0.0));
    writeln!(text, "  White won {}; games of {mean:.1} plies (sd {deviation:.1})", share(standings.white()))?;
    let endings: Vec<String> =
        standings.endings().iter().map(|(ending, count)| format!("{ending} {count}")).collect();
    writeln!(text, "  ended by {}", endings.join(", "))?;
    let (games, different) = (standings.games(), standings.different_games());
    if different < games {
        writeln!(
            text,
            "  only {different} of {games} games differ: the intervals count repeated games as new ones and are too narrow"
        )?;
    }
    writeln!(text, "  run {} in {}", end.run, end.store.display())?;
    Ok(())
}

fn cost(figures: &EntrantStats) -> String {
    let seconds = figures.seconds.mean().unwrap_or(0.0);
    let speed =
        figures.speed.nodes_a_second().map_or_else(String::new, |speed| format!(", {speed:.0} nodes/s"));
    let round = figures.match_points.mean();
    let round = round.map_or_else(String::new, |round| format!(", match-point round {round:.1}"));
    let failures: String =
        figures.failures.iter().map(|(ending, count)| format!(", lost by {ending} {count}")).collect();
    format!("{seconds:.3} s/move{speed}{round}{failures}")
}

/// A share of games with Wilson's interval.
fn share(games: GameTally) -> String {
    let Some(score) = games.score() else { return "no game".to_owned() };
    let interval = wilson(games.wins, games.games());
    format!("{:.1}% ({:.1} to {:.1})", 100.0 * score, 100.0 * interval.lower, 100.0 * interval.upper)
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut out = output::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
