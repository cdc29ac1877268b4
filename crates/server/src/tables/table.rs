//! One game in memory: who watches, whose turn it is, and what the clock says.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use agents::Agent;
use amazons::{ByColor, Color, Game};
use store::{End, Ending, GameId, Plan, StoredGame};
use thought::Control;
use tokio::sync::OwnedMutexGuard;
use tokio::task::AbortHandle;

use super::{ATTENTION, seed_of};
use crate::api::{ClockState, GameDocument, Live, ServerMessage};
use crate::document::document;
use crate::mailbox::{Mailbox, Topic, written};
use crate::refusal::Refusal;
use crate::state::AppState;

/// A game in memory.
#[derive(Debug)]
pub(crate) struct Table {
    pub(super) id: GameId,
    pub(super) seed: u64,
    watchers: Mutex<Vec<Mailbox>>,
    looked: Mutex<Instant>,
    pub(super) thinking: Mutex<Option<Thinking>>,
    play: Arc<tokio::sync::Mutex<Play>>,
}

/// A search for the move of an engine.
#[derive(Clone, Debug)]
pub(super) struct Thinking {
    pub(super) control: Control,
    /// Tells it from searches before it.
    pub(super) number: u64,
}

/// How a game stands.
pub(super) struct Play {
    pub(super) game: Game,
    /// Who sits where and what the clock said when the turn began; nothing if the game is not played.
    pub(super) plan: Option<Plan>,
    /// When the turn began.
    pub(super) since: Instant,
    /// What wakes up when a flag falls.
    flag: Option<AbortHandle>,
    /// The engines, with what they remember.
    pub(super) minds: ByColor<Option<Box<dyn Agent>>>,
    /// Counts searches.
    pub(super) searches: u64,
}

impl std::fmt::Debug for Play {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Play").field("plies", &self.game.moves().len()).field("plan", &self.plan).finish()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Table {
    pub(super) fn new(stored: &StoredGame) -> Self {
        let play = Play {
            game: stored.record.game.clone(),
            plan: live_plan(stored),
            since: Instant::now(),
            flag: None,
            minds: ByColor::default(),
            searches: 0,
        };
        Self {
            id: stored.id,
            seed: seed_of(stored),
            watchers: Mutex::default(),
            looked: Mutex::new(Instant::now()),
            thinking: Mutex::default(),
            play: Arc::new(tokio::sync::Mutex::new(play)),
        }
    }

    pub(super) fn watch(&self, mailbox: &Mailbox) {
        let mut watchers = locked(&self.watchers);
        if !watchers.iter().any(|other| other.is(mailbox)) {
            watchers.push(mailbox.clone());
        }
    }

    /// Takes a mailbox off; how many are left.
    pub(super) fn unwatch(&self, mailbox: &Mailbox) -> usize {
        let mut watchers = locked(&self.watchers);
        watchers.retain(|other| !other.is(mailbox));
        watchers.len()
    }

    /// Somebody looks at the game.
    pub(super) fn look(&self) {
        *locked(&self.looked) = Instant::now();
    }

    /// Whether somebody watches or has asked lately.
    pub(super) fn is_attended(&self) -> bool {
        !locked(&self.watchers).is_empty() || locked(&self.looked).elapsed() < ATTENTION
    }

    /// Whether it holds nothing that the store does not have.
    pub(super) fn is_idle(&self) -> bool {
        let has_clock = || self.play.try_lock().is_ok_and(|play| play.running().is_some());
        locked(&self.watchers).is_empty() && locked(&self.thinking).is_none() && !has_clock()
    }

    /// Ends the search that runs, if one does: what it finds is not played.
    pub(super) fn stop_thinking(&self) {
        if let Some(thinking) = locked(&self.thinking).take() {
            thinking.control.stop();
        }
    }

    pub(super) fn is_thinking(&self, number: u64) -> bool {
        locked(&self.thinking).as_ref().is_some_and(|thinking| thinking.number == number)
    }

    /// Sends a message to all who watch.
    pub(super) fn tell(&self, topic: Topic, message: &ServerMessage) {
        let watchers = locked(&self.watchers).clone();
        if !watchers.is_empty() {
            let text = written(message);
            for mailbox in watchers {
                mailbox.put_text(topic, text.clone());
            }
        }
    }
}

/// The plan of a game that can be played on.
fn live_plan(stored: &StoredGame) -> Option<Plan> {
    let is_live = stored.record.is_live() && stored.deleted_at.is_none();
    stored.record.plan.clone().filter(|_| is_live)
}

impl Play {
    /// Whose clock runs. The first move is free: nobody's does before it.
    pub(super) fn running(&self) -> Option<Color> {
        let plan = self.plan.as_ref()?;
        let runs = plan.clock.is_some() && !plan.is_paused && !self.game.moves().is_empty();
        runs.then(|| self.game.position().turn())
    }

    /// What stands on the clocks now.
    pub(super) fn left(&self) -> Option<ByColor<Duration>> {
        let mut left = self.plan.as_ref()?.clock?.left;
        if let Some(side) = self.running() {
            left[side] = left[side].saturating_sub(self.since.elapsed());
        }
        Some(left)
    }

    fn live(&self, is_thinking: bool) -> Option<Live> {
        let plan = self.plan.as_ref()?;
        let millis = |time: Duration| time.as_millis() as u64;
        let clock = plan.clock.zip(self.left()).map(|(clock, left)| ClockState {
            white: millis(left.white),
            black: millis(left.black),
            increment: millis(clock.increment),
            running: self.running().map(Into::into),
        });
        Some(Live {
            turn: self.game.position().turn().into(),
            thinking: is_thinking,
            paused: plan.is_paused,
            pace: millis(plan.pace) as u32,
            clock,
        })
    }
}

/// A table that nobody else changes meanwhile.
pub(crate) struct Turn {
    pub(super) state: AppState,
    pub(super) table: Arc<Table>,
    pub(super) play: OwnedMutexGuard<Play>,
}

impl Turn {
    /// Waits for one's turn to change a table.
    pub(crate) async fn take(state: &AppState, table: Arc<Table>) -> Self {
        let play = Arc::clone(&table.play).lock_owned().await;
        Self { state: state.clone(), table, play }
    }

    /// Reads the game again; what another server has done is taken over.
    pub(super) async fn refresh(&mut self) -> Result<StoredGame, Refusal> {
        let id = self.table.id;
        let stored = self.state.archive.read(move |store| store.game(id)).await?;
        let plan = live_plan(&stored);
        let is_same = stored.record.game == self.play.game && plan == self.play.plan;
        if !is_same {
            self.table.stop_thinking();
            self.play.game = stored.record.game.clone();
            self.play.plan = plan;
            self.play.since = Instant::now();
        }
        Ok(stored)
    }

    /// The game as it is now, while the engine whose turn it is begins to think.
    pub(crate) async fn show(mut self) -> Result<GameDocument, Refusal> {
        let stored = self.refresh().await?;
        self.go_on();
        Ok(self.document(&stored))
    }

    /// The same, and all who watch are told.
    pub(crate) async fn publish(mut self) -> Result<GameDocument, Refusal> {
        let stored = self.refresh().await?;
        self.go_on();
        let document = self.document(&stored);
        let message = ServerMessage::Game { document: Box::new(document.clone()) };
        self.table.tell(Topic::Game(self.table.id.0), &message);
        Ok(document)
    }

    fn document(&self, stored: &StoredGame) -> GameDocument {
        let is_thinking = locked(&self.table.thinking).is_some();
        let review = self.state.desk.review_of(stored.id.0, &stored.record);
        document(stored, self.play.live(is_thinking), review)
    }

    /// Lets engines rest, and forget.
    pub(super) fn rest(mut self) {
        self.table.stop_thinking();
        self.play.minds = ByColor::default();
    }

    /// Does what follows from how the game stands: an engine begins to think, a flag is watched.
    fn go_on(&mut self) {
        if let Some(flag) = self.play.flag.take() {
            flag.abort();
        }
        if self.play.plan.is_none() {
            self.play.minds = ByColor::default();
            return;
        }
        if let Some((side, left)) = self.play.running().zip(self.play.left()) {
            let (state, table, since) = (self.state.clone(), Arc::clone(&self.table), self.play.since);
            let waiting = tokio::spawn(async move {
                tokio::time::sleep(left[side]).await;
                let turn = Self::take(&state, table).await;
                if turn.play.since == since {
                    // Whoever watches is told there.
                    let _ = turn.fall(side).await;
                }
            });
            self.play.flag = Some(waiting.abort_handle());
        }
        self.think();
    }

    /// A side's time is over, if it is.
    async fn fall(mut self, side: Color) -> Result<(), Refusal> {
        // Another server may have played on.
        self.refresh().await?;
        let is_over = self.play.left().is_some_and(|left| left[side].is_zero());
        if is_over && self.play.running() == Some(side) {
            self.forfeit(side).await?;
        } else {
            self.go_on();
        }
        Ok(())
    }

    /// Ends the game because a side's time is over.
    pub(super) async fn forfeit(self, side: Color) -> Result<GameDocument, Refusal> {
        let detail = format!("{}'s time was over", capital(side));
        self.finish(End { winner: Some(!side), ending: Ending::TimeForfeit, detail }).await
    }
}

/// A side's name at the beginning of a sentence.
pub(super) fn capital(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}
