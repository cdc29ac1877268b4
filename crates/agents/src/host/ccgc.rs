//! The platform of the Chinese competitions: a clock for the whole game, which nobody tells us.
//!
//! One thread reads lines, one thinks, and the session hears both, so that `quit`, `end` and `name?` need not wait for a
//! move. While the opponent thinks a player that keeps its tree goes on thinking about his position: whatever he
//! plays, what was found below it is found already.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use amazons::{ByColor, Color, Game, Move};
use thought::{GameClock, Limits};
use wire::ccgc::{Command, Reply};

use super::thinker::{self, Decided, Thinker};
use super::{Guest, HostError, next_line, start};
use crate::players::Ability;

/// Events that may wait to be heard; a platform that says more has to wait.
const EVENTS: usize = 64;

/// What a game on the platform is played by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The time for all our moves of a game.
    pub time: Duration,
    /// Whether to think on the opponent's time.
    pub pondering: Pondering,
}

/// Whether a player thinks on the opponent's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pondering {
    /// Where it is of use: the player keeps what it has found, and is held back by nothing but time.
    On,
    /// Never.
    Off,
}

/// What the session hears.
enum Event {
    /// A line of the platform's; `None` at the end of them.
    Heard(io::Result<Option<String>>),
    Decided(Decided),
}

impl From<Decided> for Event {
    fn from(decided: Decided) -> Self {
        Self::Decided(decided)
    }
}

/// Serves a player on their 10x10 board. Without limits for a move it shares a time for the game among its moves.
///
/// What is not understood, or comes out of turn, is answered by `error`. `end`, `new` and `quit` stop the thinking, and
/// nothing more is said of it; at the end of the input the best move so far is still said.
///
/// # Errors
/// When the player fails or nothing can be read or written.
pub fn serve(
    guest: &Guest,
    name: &str,
    terms: &Terms,
    reader: impl BufRead + Send + 'static,
    writer: impl Write,
) -> Result<(), HostError> {
    let seat = guest.seat()?;
    let (tell, events) = mpsc::sync_channel(EVENTS);
    let (jobs, queue) = mpsc::channel();
    let heard = tell.clone();
    // It may wait for a line that never comes, so that nobody may wait for it.
    thread::spawn(move || listen(reader, &heard));
    thread::scope(|scope| {
        // Dropped before the thinker is waited for, who then has nobody to tell.
        let events = events;
        scope.spawn(move || thinker::work(seat, &queue, &tell));
        let ponders = terms.pondering == Pondering::On && profits(guest);
        let thinker = Thinker::new(jobs);
        Session { guest, name, time: terms.time, ponders, writer, thinker, table: None }.serve(&events)
    })
}

/// Tells all lines, as long as there is somebody to tell.
fn listen(mut reader: impl BufRead, tell: &SyncSender<Event>) {
    loop {
        let line = next_line(&mut reader);
        let is_last = !matches!(line, Ok(Some(_)));
        if tell.send(Event::Heard(line)).is_err() || is_last {
            return;
        }
    }
}

/// Whether thinking on the opponent's time does a guest good. Who counts is to count the same every time.
fn profits(guest: &Guest) -> bool {
    let counts = |limits: &Limits| limits.nodes.is_some() || limits.playouts.is_some();
    guest.contender.can(Ability::Ponder) && !counts(&guest.first) && !counts(&guest.other)
}

/// What is known between two events.
struct Session<'a, W> {
    guest: &'a Guest,
    name: &'a str,
    /// For all our moves of a game.
    time: Duration,
    ponders: bool,
    writer: W,
    thinker: Thinker,
    table: Option<Table>,
}

/// A game on the platform.
struct Table {
    game: Game,
    own: Color,
    /// What is left of our time.
    left: Duration,
    /// The question whose answer is our next move, and when it was asked.
    awaited: Option<(u64, Instant)>,
}

/// Whether to go on listening.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

impl<W: Write> Session<'_, W> {
    fn serve(mut self, events: &Receiver<Event>) -> Result<(), HostError> {
        for event in events {
            match event {
                Event::Decided(decided) => self.play(decided)?,
                Event::Heard(line) => match line? {
                    Some(line) if self.obey(&line)? == Next::Quit => break,
                    Some(_) => {}
                    None => return self.end(events),
                },
            }
        }
        Ok(())
    }

    /// Says the move that is still awaited, as good as it is by now.
    fn end(&mut self, events: &Receiver<Event>) -> Result<(), HostError> {
        self.thinker.stop();
        while self.table.as_ref().is_some_and(|table| table.awaited.is_some()) {
            match events.recv() {
                Ok(Event::Decided(decided)) => self.play(decided)?,
                Ok(Event::Heard(_)) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn obey(&mut self, line: &str) -> Result<Next, HostError> {
        match line.parse() {
            Ok(Command::Name) => self.say(&Reply::Name(self.name.to_owned()))?,
            Ok(Command::New(own)) => {
                self.thinker.new_game();
                let game = Game::new(start(10).expect("the start of 10x10 has a name and is playable"));
                self.table = Some(Table { game, own, left: self.time, awaited: None });
                if own == Color::White {
                    self.think();
                }
            }
            Ok(Command::Move(mv)) => match self.table.as_mut().is_some_and(|table| table.hears(mv)) {
                true => self.think(),
                false => self.say(&Reply::Error)?,
            },
            Ok(Command::Error) => {}
            Ok(Command::End) => {
                self.thinker.stop();
                self.table = None;
            }
            Ok(Command::Quit) => return Ok(Next::Quit),
            Err(_) => self.say(&Reply::Error)?,
        }
        Ok(Next::Listen)
    }

    /// Begins to think about our move.
    fn think(&mut self) {
        let Some(table) = &mut self.table else { return };
        let given = self.guest.limits(table.game.moves().len() < 2);
        let clock = GameClock { left: ByColor::from_fn(|_| table.left), ..GameClock::default() };
        let limits = if given.is_none() { Limits::clock(clock) } else { given };
        let number = self.thinker.think(table.game.clone(), limits);
        table.awaited = Some((number, Instant::now()));
    }

    /// Plays and says the move that was awaited, if there is one, and goes on thinking where that is of use.
    fn play(&mut self, Decided { number, mv }: Decided) -> Result<(), HostError> {
        let mv = mv?;
        let Some(table) = &mut self.table else { return Ok(()) };
        let Some((_, asked)) = table.awaited.take_if(|(awaited, _)| *awaited == number) else {
            return Ok(());
        };
        table.left = table.left.saturating_sub(asked.elapsed());
        let Some(mv) = mv else { return Ok(()) };
        table.game.play(mv).map_err(|error| HostError::input(&error))?;
        if self.ponders && table.game.outcome().is_none() {
            self.thinker.think(table.game.clone(), Limits::NONE);
        }
        self.say(&Reply::Move(mv))
    }

    fn say(&mut self, reply: &Reply) -> Result<(), HostError> {
        writeln!(self.writer, "{reply}")?;
        self.writer.flush()?;
        Ok(())
    }
}

impl Table {
    /// Takes over the opponent's move; `false` where it is not his turn or the move not legal.
    fn hears(&mut self, mv: Move) -> bool {
        self.game.position().turn() != self.own && self.game.play(mv).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::thinker::Job;
    use super::*;

    fn guest(agent: &str, limits: Limits) -> Guest {
        Guest { contender: agent.parse().unwrap(), seed: 0, first: limits, other: limits }
    }

    /// A session whose thinker is the test.
    fn session(guest: &Guest) -> (Session<'_, Vec<u8>>, Receiver<Job>) {
        let (jobs, queue) = mpsc::channel();
        let (time, ponders) = (Duration::from_secs(60), profits(guest));
        let thinker = Thinker::new(jobs);
        (Session { guest, name: "o", time, ponders, writer: Vec::new(), thinker, table: None }, queue)
    }

    fn question(queue: &Receiver<Job>) -> thinker::Question {
        loop {
            match queue.try_recv().expect("something to think about") {
                Job::NewGame => {}
                Job::Think(question) => return *question,
            }
        }
    }

    #[test]
    fn it_thinks_on_the_opponents_time_until_he_moves() {
        let guest = guest("otrera", Limits::NONE);
        let (mut session, queue) = session(&guest);
        session.obey("new black").ok().unwrap();
        let first = question(&queue);
        let clock = first.limits.clock.expect("the time is ours to share");
        assert_eq!(clock.left.white, Duration::from_secs(60));
        let mv: Move = "d1-d7/g7".parse().unwrap();
        session.play(Decided { number: first.number, mv: Ok(Some(mv)) }).unwrap();
        assert_eq!(session.writer, b"move DJDDGD\n");
        let pondered = question(&queue);
        assert_eq!((pondered.game.moves(), pondered.limits), ([mv].as_slice(), Limits::NONE));
        // What is no move of his changes nothing.
        session.obey("move AAAAAA").ok().unwrap();
        assert!(!pondered.control.is_stopped() && queue.try_recv().is_err());
        session.obey("move DADBEB").ok().unwrap();
        assert!(pondered.control.is_stopped());
        let second = question(&queue);
        assert_eq!(second.game.moves().len(), 2);
        assert!(!second.control.is_stopped());
        // The answer to what nobody asks any more.
        session.play(Decided { number: pondered.number, mv: Ok(Some(mv)) }).unwrap();
        assert_eq!(session.writer, b"move DJDDGD\nerror\n");
        session.obey("end").ok().unwrap();
        assert!(second.control.is_stopped());
        session.play(Decided { number: second.number, mv: Ok(Some(mv)) }).unwrap();
        assert_eq!(session.writer, b"move DJDDGD\nerror\n");
    }

    #[test]
    fn only_who_keeps_a_tree_and_counts_nothing_thinks_on_the_opponents_time() {
        let second = Limits::time(Duration::from_secs(1));
        assert!(profits(&guest("otrera", Limits::NONE)) && profits(&guest("otrera:hash=64", second)));
        assert!(!profits(&guest("otrera", Limits::nodes(1_000))));
        assert!(!profits(&guest("otrera:level=3", Limits::NONE)) && !profits(&guest("mgpeo", Limits::NONE)));
    }

    #[test]
    fn a_new_game_ends_the_thinking_about_the_last() {
        let guest = guest("otrera", Limits::NONE);
        let (mut session, queue) = session(&guest);
        session.obey("new black").ok().unwrap();
        let old = question(&queue);
        session.obey("new black").ok().unwrap();
        assert!(old.control.is_stopped());
        let new = question(&queue);
        let mv = "d1-d7/g7".parse().unwrap();
        session.play(Decided { number: old.number, mv: Ok(Some(mv)) }).unwrap();
        assert!(session.writer.is_empty(), "that was the last game's");
        session.play(Decided { number: new.number, mv: Ok(Some(mv)) }).unwrap();
        assert_eq!(session.writer, b"move DJDDGD\n");
    }
}
