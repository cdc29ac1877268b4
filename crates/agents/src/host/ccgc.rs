//! The platform of the Chinese competitions: one clock for the whole game, which the platform does not report.
//!
//! One thread reads lines, one searches, and the session handles the events of both, so that `quit`, `end` and `name?` do
//! not wait for a move. On the opponent's time a player that keeps its tree searches the opponent's position: whatever
//! move follows, its subtree is known.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use amazons::{ByColor, Color, Game, Move};
use thought::{GameClock, Limits};
use wire::ccgc::{Command, Reply};

use super::{HostError, HostedAgent, HostedPlayer, start};
use crate::agent::AgentError;
use crate::jobs::JobQueue;
use crate::players::Ability;
use crate::process::lines::{LongLine, read_line};

/// The capacity of the event channel; a platform that sends more has to wait.
const EVENTS: usize = 64;

/// The options of a game on the platform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CcgcOptions {
    /// The time for all our moves of a game.
    pub time: Duration,
    /// Whether to search on the opponent's time.
    pub pondering: Pondering,
}

/// Whether a player searches on the opponent's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pondering {
    /// If the player keeps its tree and has no limit of counts.
    On,
    /// Never.
    Off,
}

/// A task of the thread that searches.
enum CcgcTask {
    NewGame,
    Search(Box<Game>, Limits),
}

/// An event of the session.
enum Event {
    /// A line of the platform; `None` at the end of the input.
    Line(io::Result<Option<Result<String, LongLine>>>),
    /// The move of the search with a number; `None` if there is none or the player resigns.
    Decided(u64, Result<Option<Move>, AgentError>),
}

/// Serves a player on a 10x10 board. Without limits for a move it divides the time of the game among its moves.
///
/// A line that cannot be parsed or is out of turn is answered by `error`. `end`, `new` and `quit` stop the search, whose
/// move is then discarded; at the end of the input the best move so far is still written.
///
/// # Errors
/// When the player fails, the input cannot be read, or the output cannot be written.
pub fn serve(
    player: &HostedPlayer,
    name: &str,
    options: &CcgcOptions,
    reader: impl BufRead + Send + 'static,
    writer: impl Write,
) -> Result<(), HostError> {
    let agent = player.start()?;
    let (sender, events) = mpsc::sync_channel(EVENTS);
    let lines = sender.clone();
    // It may block in a read that never returns, so it is not joined.
    thread::spawn(move || read_lines(reader, &lines));
    let queue = &JobQueue::default();
    thread::scope(|scope| {
        // Dropped before the worker is joined, so that it cannot block in a send.
        let events = events;
        scope.spawn(move || work(agent, queue, &sender));
        let ponders = options.pondering == Pondering::On && profits(player);
        let session = CcgcSession { player, name, time: options.time, ponders, writer, queue, game: None };
        let served = session.serve(&events);
        queue.stop();
        queue.close();
        served
    })
}

/// Sends all lines as events while the session receives them.
fn read_lines(mut reader: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let line = read_line(&mut reader);
        let is_last = !matches!(line, Ok(Some(_)));
        if events.send(Event::Line(line)).is_err() || is_last {
            return;
        }
    }
}

/// Does all jobs while the session receives the results.
fn work(mut agent: HostedAgent, queue: &JobQueue<CcgcTask>, events: &SyncSender<Event>) {
    while let Some(job) = queue.pop() {
        match &job.task {
            CcgcTask::NewGame => agent.new_game(),
            CcgcTask::Search(game, limits) => {
                let mv = agent.decide(game, limits, &job.control);
                if events.send(Event::Decided(job.number, mv)).is_err() {
                    return;
                }
            }
        }
    }
}

/// Whether a player profits from a search on the opponent's time. With a limit of counts its moves must not depend on time.
fn profits(player: &HostedPlayer) -> bool {
    let counts = |limits: &Limits| limits.nodes.is_some() || limits.playouts.is_some();
    player.contender.can(Ability::Ponder) && !counts(&player.first) && !counts(&player.other)
}

/// The state between two events.
struct CcgcSession<'a, W> {
    player: &'a HostedPlayer,
    name: &'a str,
    /// The time for all our moves of a game.
    time: Duration,
    ponders: bool,
    writer: W,
    queue: &'a JobQueue<CcgcTask>,
    game: Option<CcgcGame>,
}

/// A game on the platform.
struct CcgcGame {
    game: Game,
    own: Color,
    /// Our remaining time.
    left: Duration,
    /// The number and the start of the search for our next move.
    awaited: Option<(u64, Instant)>,
}

/// Whether to go on listening.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

impl<W: Write> CcgcSession<'_, W> {
    fn serve(mut self, events: &Receiver<Event>) -> Result<(), HostError> {
        for event in events {
            match event {
                Event::Decided(number, mv) => self.play(number, mv)?,
                Event::Line(line) => match line? {
                    Some(Ok(line)) if line.trim().is_empty() => {}
                    Some(Ok(line)) if self.execute(&line)? == Next::Quit => break,
                    Some(Ok(_)) => {}
                    Some(Err(LongLine)) => self.reply(&Reply::Error)?,
                    None => return self.finish(events),
                },
            }
        }
        Ok(())
    }

    /// Stops the search for our move, if one runs, and writes its best move so far.
    fn finish(&mut self, events: &Receiver<Event>) -> Result<(), HostError> {
        self.queue.stop();
        while self.game.as_ref().is_some_and(|game| game.awaited.is_some()) {
            match events.recv() {
                Ok(Event::Decided(number, mv)) => self.play(number, mv)?,
                Ok(Event::Line(_)) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn execute(&mut self, line: &str) -> Result<Next, HostError> {
        match line.parse() {
            Ok(Command::Name) => self.reply(&Reply::Name(self.name.to_owned()))?,
            Ok(Command::New(own)) => {
                self.replace(CcgcTask::NewGame);
                let game = Game::new(start(10).expect("the start of 10x10 has a name and is playable"));
                self.game = Some(CcgcGame { game, own, left: self.time, awaited: None });
                if own == Color::White {
                    self.search();
                }
            }
            Ok(Command::Move(mv)) => match self.game.as_mut().is_some_and(|game| game.play_opponent(mv)) {
                true => self.search(),
                false => self.reply(&Reply::Error)?,
            },
            Ok(Command::Error) => {}
            Ok(Command::End) => {
                self.queue.stop();
                self.game = None;
            }
            Ok(Command::Quit) => return Ok(Next::Quit),
            Err(_) => self.reply(&Reply::Error)?,
        }
        Ok(Next::Listen)
    }

    /// Stops the search that runs and does a task after it; returns the number of its job.
    fn replace(&self, task: CcgcTask) -> u64 {
        self.queue.stop();
        self.queue.push(task)
    }

    /// Starts the search for our move.
    fn search(&mut self) {
        let Some(game) = &self.game else { return };
        let given = self.player.limits(game.game.moves().len() < 2);
        let clock = GameClock { left: ByColor::from_fn(|_| game.left), ..GameClock::default() };
        let limits = if given.is_none() { Limits::clock(clock) } else { given };
        let number = self.replace(CcgcTask::Search(Box::new(game.game.clone()), limits));
        if let Some(game) = &mut self.game {
            game.awaited = Some((number, Instant::now()));
        }
    }

    /// Plays and writes the awaited move, then starts to ponder. The move of a search that was replaced is discarded.
    fn play(&mut self, number: u64, mv: Result<Option<Move>, AgentError>) -> Result<(), HostError> {
        let mv = mv?;
        let Some(game) = &mut self.game else { return Ok(()) };
        let Some((_, asked)) = game.awaited.take_if(|(awaited, _)| *awaited == number) else {
            return Ok(());
        };
        game.left = game.left.saturating_sub(asked.elapsed());
        let Some(mv) = mv else { return Ok(()) };
        game.game.play(mv).map_err(|error| HostError::input(&error))?;
        if self.ponders && game.game.outcome().is_none() {
            let task = CcgcTask::Search(Box::new(game.game.clone()), Limits::NONE);
            self.replace(task);
        }
        self.reply(&Reply::Move(mv))
    }

    fn reply(&mut self, reply: &Reply) -> Result<(), HostError> {
        writeln!(self.writer, "{reply}")?;
        self.writer.flush()?;
        Ok(())
    }
}

impl CcgcGame {
    /// Plays the opponent's move; `false` if it is not the opponent's turn or the move is illegal.
    fn play_opponent(&mut self, mv: Move) -> bool {
        self.game.position().turn() != self.own && self.game.play(mv).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::RunningJob;

    fn player(agent: &str, limits: Limits) -> HostedPlayer {
        HostedPlayer {
            contender: agent.parse().unwrap(),
            seed: 0,
            given: limits,
            first: limits,
            other: limits,
        }
    }

    /// A session without a worker: the test takes the jobs.
    fn session<'a>(player: &'a HostedPlayer, queue: &'a JobQueue<CcgcTask>) -> CcgcSession<'a, Vec<u8>> {
        let (time, ponders) = (Duration::from_secs(60), profits(player));
        CcgcSession { player, name: "o", time, ponders, writer: Vec::new(), queue, game: None }
    }

    /// The next search, which runs until it is dropped.
    fn next_search(queue: &JobQueue<CcgcTask>) -> RunningJob<'_, CcgcTask> {
        loop {
            assert!(queue.any(|_| true), "there is a job");
            let job = queue.pop().unwrap();
            if matches!(job.task, CcgcTask::Search(..)) {
                return job;
            }
        }
    }

    fn game_and_limits(task: &CcgcTask) -> (&Game, &Limits) {
        match task {
            CcgcTask::Search(game, limits) => (game, limits),
            CcgcTask::NewGame => panic!("no search"),
        }
    }

    #[test]
    fn it_ponders_until_the_opponent_moves() {
        let (player, queue) = (player("otrera", Limits::NONE), JobQueue::default());
        let mut session = session(&player, &queue);
        session.execute("new black").ok().unwrap();
        let first = next_search(&queue);
        let clock = game_and_limits(&first.task).1.clock.expect("the time of the game is divided");
        assert_eq!(clock.left.white, Duration::from_secs(60));
        let mv: Move = "d1-d7/g7".parse().unwrap();
        let number = first.number;
        drop(first);
        session.play(number, Ok(Some(mv))).unwrap();
        assert_eq!(session.writer, b"move DJDDGD\n");
        let pondered = next_search(&queue);
        let (game, limits) = game_and_limits(&pondered.task);
        assert_eq!((game.moves(), *limits), ([mv].as_slice(), Limits::NONE));
        // An illegal move changes nothing.
        session.execute("move AAAAAA").ok().unwrap();
        assert!(!pondered.control.is_stopped());
        session.execute("move DADBEB").ok().unwrap();
        assert!(pondered.control.is_stopped());
        let second = next_search(&queue);
        assert_eq!(game_and_limits(&second.task).0.moves().len(), 2, "the illegal move started no search");
        assert!(!second.control.is_stopped());
        // The move of the search that was replaced.
        session.play(pondered.number, Ok(Some(mv))).unwrap();
        assert_eq!(session.writer, b"move DJDDGD\nerror\n");
        session.execute("end").ok().unwrap();
        assert!(second.control.is_stopped());
        session.play(second.number, Ok(Some(mv))).unwrap();
        assert_eq!(session.writer, b"move DJDDGD\nerror\n");
    }

    #[test]
    fn only_a_player_that_keeps_its_tree_and_has_no_limit_of_counts_ponders() {
        let second = Limits::time(Duration::from_secs(1));
        assert!(profits(&player("otrera", Limits::NONE)) && profits(&player("otrera:hash=64", second)));
        assert!(!profits(&player("otrera", Limits::nodes(1_000))));
        assert!(
            !profits(&player("otrera:level=3", Limits::NONE)) && !profits(&player("mgpeo", Limits::NONE))
        );
    }

    #[test]
    fn a_new_game_stops_the_search_of_the_last() {
        let (player, queue) = (player("otrera", Limits::NONE), JobQueue::default());
        let mut session = session(&player, &queue);
        session.execute("new black").ok().unwrap();
        let old = next_search(&queue);
        session.execute("new black").ok().unwrap();
        assert!(old.control.is_stopped());
        let new = next_search(&queue);
        let mv = "d1-d7/g7".parse().unwrap();
        session.play(old.number, Ok(Some(mv))).unwrap();
        assert!(session.writer.is_empty(), "that was the move of the last game");
        session.play(new.number, Ok(Some(mv))).unwrap();
        assert_eq!(session.writer, b"move DJDDGD\n");
    }
}
