//! The line that a search is at, for people who wait: of each ply how many moves are refuted.
//!
//! A depth-first search has no proof numbers. What is true of it is where it stands: at each ply of its current line some moves are
//! refuted, one is being searched and the rest waits, unless the one that is searched wins.

use std::sync::Mutex;

use super::area::Ply;

/// The most plies that are told.
const TOLD: usize = 12;

/// A ply of the current line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LinePly {
    /// The move that is being searched; `None` for a free move.
    pub(crate) ply: Option<Ply>,
    /// How many moves were searched before and do not win.
    pub(crate) refuted: u32,
    /// How many moves have to be searched if none wins: counting and the table decide the others.
    pub(crate) moves: u32,
}

/// The line of one thread. Areas that are solved by themselves are left out.
#[derive(Default)]
pub(crate) struct CurrentLine {
    plies: Vec<LinePly>,
    /// Areas by themselves, one within the other.
    asides: u32,
}

/// What one thread tells the others of it.
#[derive(Default)]
pub(crate) struct ToldLine(Mutex<Vec<LinePly>>);

impl CurrentLine {
    pub(crate) fn push(&mut self, moves: usize) {
        if self.asides == 0 {
            self.plies.push(LinePly { ply: None, refuted: 0, moves: moves as u32 });
        }
    }

    /// A move is searched, after so many that do not win.
    pub(crate) fn set(&mut self, ply: Option<Ply>, refuted: usize) {
        if self.asides == 0
            && let Some(last) = self.plies.last_mut()
        {
            (last.ply, last.refuted) = (ply, refuted as u32);
        }
    }

    pub(crate) fn pop(&mut self) {
        if self.asides == 0 {
            self.plies.pop();
        }
    }

    /// Calls that are not of the line begin, or end.
    pub(crate) fn begin_aside(&mut self) {
        self.asides += 1;
    }

    pub(crate) fn end_aside(&mut self) {
        self.asides -= 1;
    }
}

impl ToldLine {
    /// Tells the line, unless it is being read.
    pub(crate) fn tell(&self, line: &CurrentLine) {
        if let Ok(mut told) = self.0.try_lock() {
            told.clear();
            told.extend(line.plies.iter().take(TOLD));
        }
    }

    pub(crate) fn read(&self) -> Vec<LinePly> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}
