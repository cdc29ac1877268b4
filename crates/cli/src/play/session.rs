//! A game being played, with everything that was taken back, kept in a file after every ply.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use amazons::notation::sgf;
use amazons::{AnyPosition, ByColor, Color, Game, Move, NodeId, Piece, Record, Square, Verdict};
use anyhow::Context;
use etcetera::BaseStrategy;
use time::macros::format_description;

use store::{AtomicFile, IfExists, WriteError};

/// Where a game is to be saved.
#[derive(PartialEq, Eq)]
pub(super) enum Saving {
    Nowhere,
    To(PathBuf),
    /// In the folder of the user's games.
    NewFile,
}

pub(super) struct Session {
    record: Record,
    /// Where in the record the players are.
    here: NodeId,
    /// `None` when nothing is to be saved.
    path: Option<PathBuf>,
    /// Whether we may choose another name.
    is_our_choice: bool,
    /// Whether the file is ours.
    is_saved: bool,
    /// Why the last ply is not in the file.
    trouble: Option<WriteError>,
    /// Who gave the game up.
    resigned: Option<Color>,
}

impl Session {
    pub(super) fn new(start: AnyPosition, names: ByColor<String>, saving: Saving) -> anyhow::Result<Self> {
        let is_our_choice = saving == Saving::NewFile;
        let path = match saving {
            Saving::Nowhere => None,
            Saving::To(path) => {
                anyhow::ensure!(!path.exists(), "{} is there already: choose another file", path.display());
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                anyhow::ensure!(
                    folder.is_none_or(Path::is_dir),
                    "{} is in a folder that is not there: choose another file",
                    path.display()
                );
                Some(path)
            }
            Saving::NewFile => Some(new_file()?),
        };
        let mut record = Record::new(start);
        record.players = names.map(Some);
        record.date = Some(time::OffsetDateTime::now_utc().date().to_string());
        Ok(Self {
            record,
            here: Record::ROOT,
            path,
            is_our_choice,
            is_saved: false,
            trouble: None,
            resigned: None,
        })
    }

    pub(super) fn position(&self) -> &AnyPosition {
        self.record.node(self.here).position()
    }

    /// The line that led here, for the opponent.
    pub(super) fn game(&self) -> Game {
        let mut moves = Vec::new();
        let mut node = self.record.node(self.here);
        while let Some(parent) = node.parent() {
            moves.extend(node.mv());
            node = self.record.node(parent);
        }
        let mut game = Game::new(*self.record.start());
        for &mv in moves.iter().rev() {
            game.play(mv).expect("every move of a record is legal");
        }
        game
    }

    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || !self.position().has_move()
    }

    pub(super) fn verdict_sentence(&self) -> String {
        match self.resigned {
            Some(color) => format!("{color} has given up: {} has won. Type undo or quit.", !color),
            None => {
                let loser = self.position().turn();
                format!("{loser} cannot move: {} has won. Type undo or quit.", !loser)
            }
        }
    }

    /// Plays a legal move. If another was played here before and taken back, that one stays as a variation.
    pub(super) fn play(&mut self, mv: Move) -> anyhow::Result<()> {
        self.here = match self.record.child(self.here, mv) {
            Some(known) => known,
            None => self.record.add_move(self.here, mv)?,
        };
        self.record.promote(self.here);
        self.settle();
        Ok(())
    }

    pub(super) fn resign(&mut self, color: Color) {
        self.resigned = Some(color);
        self.settle();
    }

    /// Goes back to before the last move of a side, or of its giving up; `false` where there is none.
    pub(super) fn undo(&mut self, human: Color) -> bool {
        if self.resigned.take().is_some() {
            self.settle();
            return true;
        }
        let mut node = self.here;
        while let Some(parent) = self.record.node(node).parent() {
            node = parent;
            if self.record.node(node).position().turn() == human {
                self.here = node;
                self.settle();
                return true;
            }
        }
        false
    }

    /// The squares to which the amazon on a square can step, or why there are none.
    pub(super) fn steps(&self, from: Square) -> Result<Vec<Square>, String> {
        let setup = self.position().to_setup();
        if setup.get(from) != Some(Piece::Amazon(setup.turn)) {
            return Err(format!("No amazon of {} stands on {from}.", setup.turn));
        }
        let steps = self.position().steps(from);
        if steps.is_empty() { Err(format!("The amazon on {from} cannot move.")) } else { Ok(steps) }
    }

    /// The squares at which the amazon on `from` could shoot from `to`, or why there are none.
    pub(super) fn shots(&self, from: Square, to: Square) -> Result<Vec<Square>, String> {
        if self.steps(from)?.contains(&to) {
            Ok(self.position().shots(from, to))
        } else {
            Err(format!("The amazon on {from} cannot step to {to}."))
        }
    }

    /// Where the game is saved, if all of it is.
    pub(super) fn saved_to(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.is_saved && self.trouble.is_none())
    }

    /// Why the last ply is not saved, and the whole game as SGF, so that it need not be lost.
    pub(super) fn unsaved(&self) -> Option<(&WriteError, String)> {
        self.trouble.as_ref().map(|trouble| (trouble, self.to_sgf()))
    }

    /// The record with its main line ending here, also where moves were taken back.
    fn to_sgf(&self) -> String {
        if self.record.node(self.here).children().is_empty() {
            return sgf::to_text(&self.record);
        }
        let mut record = self.record.clone();
        let end = record.add_remark(self.here);
        record.node_mut(end).comment = Some("What follows was taken back.".to_owned());
        record.promote(end);
        sgf::to_text(&record)
    }

    /// Writes down who has won, if somebody has, and saves. The game goes on where that fails.
    fn settle(&mut self) {
        let winner = match self.resigned {
            Some(color) => Some((!color, "R")),
            None => self.position().outcome().map(|outcome| (outcome.winner, "")),
        };
        self.record.verdict = winner.map(|(winner, how)| Verdict { winner, how: how.to_owned() });
        let text = self.to_sgf();
        let Some(path) = &mut self.path else { return };
        // The first time the file must be ours to make; afterwards it is ours.
        let if_exists = if self.is_saved { IfExists::Replace } else { IfExists::Fail };
        self.trouble = AtomicFile::write(path, text.as_bytes(), if_exists).err();
        let is_taken = self.trouble.as_ref().is_some_and(|trouble| trouble.kind == ErrorKind::AlreadyExists);
        if is_taken && self.is_our_choice && !self.is_saved {
            // Another game began in the same second and took the name.
            if let Ok(other) = new_file() {
                self.trouble = AtomicFile::write(&other, text.as_bytes(), IfExists::Fail).err();
                *path = other;
            }
        }
        self.is_saved |= self.trouble.is_none();
    }
}

/// A file that is not there yet, in the folder of the user's games.
fn new_file() -> anyhow::Result<PathBuf> {
    let hint = "choose where with --save FILE, or play with --no-save";
    let base =
        etcetera::choose_base_strategy().with_context(|| format!("you have no home folder: {hint}"))?;
    let folder = base.data_dir().join("otrera").join("games");
    let what = || format!("the folder of your games, {}, cannot be made: {hint}", folder.display());
    std::fs::create_dir_all(&folder).with_context(what)?;
    let format = format_description!("[year]-[month]-[day]-[hour][minute][second]");
    let name = time::OffsetDateTime::now_utc().format(&format).context("the clock")?;
    let candidates = std::iter::once(format!("{name}.sgf")).chain((2..).map(|n| format!("{name}-{n}.sgf")));
    let free = candidates.map(|name| folder.join(name)).find(|path| !path.exists());
    free.context("no name is free for the game")
}
