//! A thread that thinks for a platform, so that the platform is heard meanwhile.
//!
//! Whoever listens gives it one position after the other; a new one ends the thinking about the last. What was decided comes
//! back among the other events of the listener, under the number of its question: an answer to a question that nobody asks
//! any more is known by its number.

use std::sync::mpsc::{Receiver, Sender, SyncSender};

use amazons::{Game, Move};
use thought::{Control, Limits};

use super::Seat;
use crate::agent::AgentError;

/// What a thinker is to do.
pub(super) enum Job {
    /// Forgets the last game.
    NewGame,
    /// Decides on a move.
    Think(Box<Question>),
}

/// A position to think about.
pub(super) struct Question {
    pub(super) number: u64,
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) control: Control,
}

/// What a thinker says to a question: a move, or none where there is none or it resigns.
pub(super) struct Decided {
    pub(super) number: u64,
    pub(super) mv: Result<Option<Move>, AgentError>,
}

/// The handle on a thread that thinks: without it the thread stops and ends.
pub(super) struct Thinker {
    jobs: Sender<Job>,
    /// Of the last question.
    control: Control,
    asked: u64,
}

impl Thinker {
    pub(super) fn new(jobs: Sender<Job>) -> Self {
        Self { jobs, control: Control::new(), asked: 0 }
    }

    /// Stops the thinking and forgets the game.
    pub(super) fn new_game(&mut self) {
        self.do_next(Job::NewGame);
    }

    /// Thinks about a position, and no longer about the one before. Gives the number of the question.
    pub(super) fn think(&mut self, game: Game, limits: Limits) -> u64 {
        let control = Control::new();
        self.asked += 1;
        let number = self.asked;
        self.do_next(Job::Think(Box::new(Question { number, game, limits, control: control.clone() })));
        self.control = control;
        number
    }

    /// Stops the thinking; what was found so far is still told.
    pub(super) fn stop(&self) {
        self.control.stop();
    }

    fn do_next(&self, job: Job) {
        self.stop();
        // The thread ends only after this handle, or after it has told why.
        let _ = self.jobs.send(job);
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Does all jobs, as long as there is somebody to tell.
pub(super) fn work<E: From<Decided>>(mut seat: Seat, jobs: &Receiver<Job>, tell: &SyncSender<E>) {
    for job in jobs {
        match job {
            Job::NewGame => seat.new_game(),
            Job::Think(question) => {
                let Question { number, game, limits, control } = *question;
                let mv = seat.decide(&game, &limits, &control);
                if tell.send(Decided { number, mv }.into()).is_err() {
                    return;
                }
            }
        }
    }
}
