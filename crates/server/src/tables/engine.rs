//! The thinking of engines, on threads of their own, within the cores that all searches share.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use agents::{Agent, AgentError, AgentSpec, Task};
use amazons::{Color, Game};
use store::{End, Ending, Thought};
use thought::{Clock, Control, Decision, Limits, Report, Silent};
use tokio::sync::oneshot;

use super::table::{Thinking, capital};
use super::{Table, Turn};
use crate::api::Hint;
use crate::desk::Errand;
use crate::refusal::Refusal;
use crate::state::AppState;
use crate::view;

/// The most that a hint looks at, and the longest that it may take.
const HINT: Limits = Limits { nodes: Some(60_000), ..Limits::time(Duration::from_secs(3)) };

/// How often it is asked whether somebody still listens.
const LISTEN: Duration = Duration::from_secs(5);

/// The longest that an engine thinks about a move, whatever the clock says: others wait for its cores.
const LONGEST: Duration = Duration::from_secs(10);

/// What a search came to.
struct Found {
    agent: Box<dyn Agent>,
    decision: Result<Decision, AgentError>,
    time: Duration,
}

impl Turn {
    /// Begins to think if it is an engine's turn, somebody listens, and nobody thinks yet.
    pub(super) fn think(&mut self) {
        let side = self.play.game.position().turn();
        let Some(plan) = &self.play.plan else { return };
        let Some(text) = plan.agents[side].clone().filter(|_| !plan.is_paused) else { return };
        let is_busy = self.table.thinking.lock().is_ok_and(|thinking| thinking.is_some());
        if is_busy || !self.table.is_attended() || *self.state.closing().borrow() {
            return;
        }
        let number = self.play.searches + 1;
        self.play.searches = number;
        let control = Control::new();
        let thinking = Thinking { control: control.clone(), number };
        *self.table.thinking.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(thinking);
        // The spec may come from a file: what may not be asked for over the network does not play.
        let spec = match view::read_agent(&text, self.state.desk.cores.total()) {
            Ok(spec) => spec,
            Err(refusal) => return self.fail_later(number, side, refusal.to_string()),
        };
        let limits = self.limits(&spec);
        let agent = self.play.minds[side].take().unwrap_or_else(|| {
            let mut agent = spec.agent();
            agent.new_game(self.table.seed ^ u64::from(side == Color::Black));
            agent
        });
        let (state, game) = (self.state.clone(), self.play.game.clone());
        let table = Arc::clone(&self.table);
        let cores = spec.value("threads").and_then(|threads| threads.parse().ok()).unwrap_or(1);
        let search = on_own_thread(state.clone(), agent, game, limits, control, cores);
        tokio::spawn(async move {
            match listened(&table, search).await {
                Ok(Some(found)) => act(&state, table, number, side, found).await,
                Ok(None) => {}
                Err(_) => fail(&state, table, number, side, "the engine broke down".to_owned()).await,
            }
        });
    }

    /// How long an engine may think: within the clock if there is one, else as it likes best.
    fn limits(&self, spec: &AgentSpec) -> Limits {
        let clock = self.play.plan.as_ref().and_then(|plan| plan.clock);
        let own = spec.default_limits();
        match clock.zip(self.play.left()) {
            None => Limits { time: Some(own.time.map_or(LONGEST, |time| time.min(LONGEST))), ..own },
            Some((clock, left)) => {
                let increment = amazons::ByColor { white: clock.increment, black: clock.increment };
                // What it can count stays its limit; the time is the clock's.
                Limits {
                    time: Some(LONGEST),
                    clock: Some(Clock { left, increment, moves_to_go: None }),
                    ..own
                }
            }
        }
    }

    fn fail_later(&self, number: u64, side: Color, words: String) {
        let (state, table) = (self.state.clone(), Arc::clone(&self.table));
        tokio::spawn(async move { fail(&state, table, number, side, words).await });
    }
}

/// Waits for a search as long as somebody listens, and stops it when nobody does.
async fn listened(
    table: &Table,
    mut search: oneshot::Receiver<Option<Found>>,
) -> Result<Option<Found>, oneshot::error::RecvError> {
    loop {
        tokio::select! {
            found = &mut search => return found,
            () = tokio::time::sleep(LISTEN) => {
                if !table.is_attended() {
                    table.stop_thinking();
                }
            }
        }
    }
}

/// Searches on a thread of its own; nothing comes back if it was stopped before it began.
fn on_own_thread(
    state: AppState,
    mut agent: Box<dyn Agent>,
    game: Game,
    limits: Limits,
    control: Control,
    cores: usize,
) -> oneshot::Receiver<Option<Found>> {
    let (tell, told) = oneshot::channel();
    let search = move || {
        let Some(permit) = state.desk.cores.take_some(Errand::Play, cores, &control) else {
            let _ = tell.send(None);
            return;
        };
        let began = Instant::now();
        let thought =
            catch_unwind(AssertUnwindSafe(|| agent.decide(&game, Task::new(&limits, &control, &mut Silent))));
        drop(permit);
        // Where it panicked nothing is told, and whoever waits knows by that.
        if let Ok(decision) = thought {
            let _ = tell.send(Some(Found { agent, decision, time: began.elapsed() }));
        }
    };
    // Without a thread nothing is told either.
    if let Err(error) = std::thread::Builder::new().name("engine".to_owned()).spawn(search) {
        tracing::error!("no thread for an engine: {error}");
    }
    told
}

/// Plays what a search has found, unless the game has gone another way meanwhile.
async fn act(state: &AppState, table: Arc<Table>, number: u64, side: Color, found: Found) {
    let pace = {
        let turn = Turn::take(state, Arc::clone(&table)).await;
        let plan = turn.play.plan.as_ref();
        let is_exhibition = |plan: &&store::Plan| plan.agents.white.is_some() && plan.agents.black.is_some();
        let pace = plan.filter(is_exhibition).map_or(Duration::ZERO, |plan| plan.pace);
        pace.saturating_sub(turn.play.since.elapsed())
    };
    if !pace.is_zero() {
        tokio::time::sleep(pace).await;
    }
    let mut turn = Turn::take(state, Arc::clone(&table)).await;
    let Found { agent, decision, time } = found;
    if !table.is_thinking(number) {
        return;
    }
    let decision = match decision {
        Ok(decision) => decision,
        Err(error) => {
            drop(turn);
            return fail(state, table, number, side, error.to_string()).await;
        }
    };
    turn.play.minds[side] = Some(agent);
    let thought = thought_of(&decision.report, side, time);
    let played = turn.store_ply(decision.mv, thought).await;
    let shown = match played {
        Ok(turn) => turn.publish().await.map(drop),
        Err(refusal) => Err(refusal),
    };
    if let Err(refusal) = shown {
        tracing::warn!("an engine's move in game {}: {refusal}", table.id);
        // Another server may have played it, or the disk is full: nobody thinks until somebody looks again.
        table.stop_thinking();
        let _ = state.tables.changed(state, table.id.0).await;
    }
}

/// Ends a game whose engine cannot go on.
async fn fail(state: &AppState, table: Arc<Table>, number: u64, side: Color, words: String) {
    let turn = Turn::take(state, Arc::clone(&table)).await;
    if !table.is_thinking(number) {
        return;
    }
    tracing::warn!("the engine of game {}: {words}", table.id);
    let detail = format!("{}'s engine could not go on: {words}", capital(side));
    let _ = turn.finish(End { winner: Some(!side), ending: Ending::Crash, detail }).await;
}

/// What is kept of a search, as White sees it.
fn thought_of(report: &Report, side: Color, time: Duration) -> Thought {
    let best = report.lines.first();
    Thought {
        time,
        nodes: report.nodes,
        playouts: report.playouts,
        depth: report.depth,
        score: best.and_then(|line| line.score).map(|score| score.for_white(side).to_units()),
        win_rate: best.and_then(|line| line.win_rate).map(|rate| for_white(rate, side)),
        line: best.map(|line| line.moves.clone()).unwrap_or_default(),
    }
}

fn for_white(rate: f64, side: Color) -> f64 {
    if side == Color::White { rate } else { 1.0 - rate }
}

/// What the flagship would play. The search ends if whoever asked goes away.
pub(crate) async fn hint(state: &AppState, game: Game) -> Result<Hint, Refusal> {
    if game.outcome().is_some() {
        return Err(Refusal::conflict("the game is over: there is no move to advise"));
    }
    let side = game.position().turn();
    let spec = view::read_agent("otrera:hash=64", 1)?;
    let control = Control::new();
    let _stopper = StopOnDrop(control.clone());
    let found = on_own_thread(state.clone(), spec.agent(), game, HINT, control, 1).await;
    let broken = || Refusal::ours(&"a hint's search broke down");
    let decision =
        found.ok().flatten().ok_or_else(broken)?.decision.map_err(|error| Refusal::ours(&error))?;
    let best = decision.report.lines.first();
    Ok(Hint {
        mv: view::wire_move(decision.mv),
        win_rate: best.and_then(|line| line.win_rate).map(|rate| for_white(rate, side)),
        margin: best.and_then(|line| line.score).map(|score| score.for_white(side).to_moves()),
    })
}

struct StopOnDrop(Control);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
