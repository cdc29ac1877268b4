//! One run of a contest: store, threads, interrupts, progress.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::Context;
use arena::{Contest, ContestState, Runner, Standings, StopSignal, Threads};
use store::{RunId, Store};

use super::ContestArgs;
use super::watch::Watcher;
use crate::output;

/// How a contest stands when the program ends it.
pub(crate) struct End {
    /// All its games so far.
    pub(crate) standings: Standings,
    /// Its run in the store.
    pub(crate) run: RunId,
    /// The store.
    pub(crate) store: PathBuf,
}

/// Plays a contest, or the rest of it.
pub(crate) fn run(contest: &Contest, arguments: &ContestArgs) -> anyhow::Result<End> {
    let mut store = crate::files::open_store(arguments.store.as_deref())?;
    let path = store.path().to_owned();
    contest.check_programs()?;
    let progress = progress(contest, arguments, &mut store)?;
    warn_if_overloaded(contest, arguments)?;
    let run = progress.run;
    let stop = StopSignal::new();
    let interrupts = Arc::new(AtomicU32::new(0));
    handle_interrupts(&stop, &interrupts)?;
    let store = Mutex::new(store);
    let runner = Runner { contest, store: &store, stop: &stop };
    let mut threads = Threads::new(arguments.concurrency.into(), &stop);
    let mut watcher = Watcher::new(contest, arguments.json, &progress.standings);
    let standings =
        runner.run(progress, &mut threads, &mut |event, standings| watcher.print(event, standings));
    let printed = watcher.finish();
    // This error holds a game that could not be stored: it takes precedence over an error of printing.
    let standings = standings.with_context(|| format!("run {run} in {}", path.display()))?;
    printed?;
    if interrupts.load(Ordering::Relaxed) > 0 && standings.games() < standings.scheduled() {
        note(&format!(
            "broken off after {} of {} games; the same command with --resume goes on",
            standings.games(),
            standings.scheduled()
        ))?;
    }
    Ok(End { standings, run, store: path })
}

/// Finds the contest in the store if it is to be resumed, or begins it.
fn progress(contest: &Contest, arguments: &ContestArgs, store: &mut Store) -> anyhow::Result<ContestState> {
    let before = contest.find(store)?;
    let Some(before) = before.filter(|before| arguments.resume || !before.is_finished) else {
        return Ok(contest.begin(store)?);
    };
    let (done, all) = (before.state.standings.games(), before.state.standings.scheduled());
    let is_wanted = arguments.resume || {
        let what = format!(
            "run {} of the same contest was broken off after {done} of {all} games",
            before.state.run
        );
        offer(&what)?
    };
    if !is_wanted {
        return Ok(contest.begin(store)?);
    }
    if !contest.is_counted() && done < all {
        note("time limits are used: the remaining games are not reproducible")?;
    }
    Ok(before.state)
}

/// Asks on a terminal whether to go on; elsewhere prints how to.
fn offer(what: &str) -> anyhow::Result<bool> {
    let mut out = std::io::stderr();
    if !(std::io::stdin().is_terminal() && out.is_terminal()) {
        note(&format!("{what}; this starts a new run, --resume continues that one"))?;
        return Ok(false);
    }
    write!(out, "{what}. Go on with it? [Y/n] ")?;
    out.flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(!answer.trim_start().starts_with(['n', 'N']))
}

/// More threads than cores take time from each other, and a clock does not see it.
fn warn_if_overloaded(contest: &Contest, arguments: &ContestArgs) -> anyhow::Result<()> {
    let threads = contest.entrants.iter().map(|entrant| entrant.contender.threads()).max().unwrap_or(1);
    let busy = usize::from(arguments.concurrency).saturating_mul(threads);
    let cores = output::cores();
    if busy > cores {
        note(&format!(
            "{busy} threads search at once on {cores} cores: players are slower and weaker than alone"
        ))?;
    }
    let (rounds, openings) = (contest.rounds, contest.openings.len());
    if rounds > openings as u64 && contest.sprt.is_none() {
        note(&format!(
            "{rounds} pairs a pairing on {openings} openings: deterministic players will repeat games"
        ))?;
    }
    Ok(())
}

/// The first interrupt lets the running games finish, the second stops them, the third ends the program.
pub(crate) fn handle_interrupts(stop: &StopSignal, pressed: &Arc<AtomicU32>) -> anyhow::Result<()> {
    let (stop, pressed) = (stop.clone(), Arc::clone(pressed));
    let on_interrupt = move || match pressed.fetch_add(1, Ordering::Relaxed) {
        0 => {
            stop.finish();
            let _ = note("the running games are played to their end; Ctrl-C again stops them now");
        }
        1 => stop.stop(),
        _ => std::process::exit(130),
    };
    ctrlc::set_handler(on_interrupt).context("cannot listen to interrupts")
}

/// Prints a line to standard error.
pub(crate) fn note(what: &str) -> anyhow::Result<()> {
    writeln!(std::io::stderr(), "otrera: {what}")?;
    Ok(())
}
