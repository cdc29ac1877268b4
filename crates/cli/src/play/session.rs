//! A game in the terminal: its record with what was taken back, stored after every ply.

use std::path::{Path, PathBuf};

use amazons::notation::sgf;
use amazons::{AnyPosition, ByColor, Color, Game, Move, NodeId, Piece, Record, RecordResult, Square};
use anyhow::ensure;
use store::{
    AtomicFile, Ending, GameEnd, GameId, GameRecord, IfExists, LivePlan, Ply, Source, Store, StoreError,
    Thought,
};

/// The live game in the store.
pub(super) struct StoredSession {
    store: Store,
    plan: LivePlan,
    /// `None` before the first ply.
    id: Option<GameId>,
    /// The moves that are stored.
    moves: Vec<Move>,
    is_finished: bool,
}

/// An SGF file that is rewritten after every ply.
pub(super) struct SgfFile {
    path: PathBuf,
    is_written: bool,
}

impl SgfFile {
    /// A file that does not exist yet, in a folder that does.
    pub(super) fn new(path: PathBuf) -> anyhow::Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        ensure!(!path.exists(), "{} exists: choose another file", path.display());
        ensure!(folder.is_none_or(Path::is_dir), "the folder of {} does not exist", path.display());
        Ok(Self { path, is_written: false })
    }
}

pub(super) struct Session {
    record: Record,
    /// The node of the record that is on the board.
    here: NodeId,
    /// What was thought before each ply that led here.
    thoughts: Vec<Thought>,
    stored: Option<StoredSession>,
    sgf: Option<SgfFile>,
    /// Why the last ply is not saved.
    error: Option<anyhow::Error>,
    /// The side that has resigned.
    resigned: Option<Color>,
}

impl StoredSession {
    pub(super) fn new(store: Store, plan: LivePlan) -> Self {
        Self { store, plan, id: None, moves: Vec::new(), is_finished: false }
    }

    /// Brings the store up to date. Moves that were taken back stay as a variation.
    fn update(
        &mut self,
        names: ByColor<String>,
        game: &Game,
        thoughts: &[Thought],
        resigned: Option<Color>,
    ) -> Result<(), StoreError> {
        let id = match self.id {
            Some(id) => id,
            None => {
                let start = GameRecord::new(names, Game::new(*game.start()), Source::Play);
                let id = self.store.add_game(&GameRecord { plan: Some(self.plan.clone()), ..start }, None)?;
                *self.id.insert(id)
            }
        };
        if self.is_finished {
            self.store.commit(|batch| batch.reopen(id))?;
            self.is_finished = false;
        }
        let common = self.moves.iter().zip(game.moves()).take_while(|(stored, mv)| stored == mv).count();
        if common < self.moves.len() {
            self.store.commit(|batch| batch.take_back(id, common as u32, None, None))?;
            let mut node = common as u32;
            for mv in self.moves.split_off(common) {
                node = self.store.add_variation(id, node, mv)?;
            }
        }
        let mut stored = Game::new(*game.start());
        for (number, (&mv, thought)) in game.moves().iter().zip(thoughts).enumerate() {
            stored.play(mv).expect("the moves of a game are legal");
            if number >= common {
                let ply = Ply::last_of(&stored, thought.clone(), None);
                self.store.commit(|batch| batch.append(id, &ply))?;
                self.moves.push(mv);
            }
        }
        if let Some(color) = resigned {
            let detail = format!("{color} resigned");
            self.store.commit(|batch| {
                batch.finish(id, &GameEnd { winner: Some(!color), ending: Ending::Resignation, detail })
            })?;
        }
        self.is_finished = resigned.is_some() || game.outcome().is_some();
        Ok(())
    }
}

impl Session {
    pub(super) fn new(
        start: AnyPosition,
        names: ByColor<String>,
        stored: Option<StoredSession>,
        sgf: Option<SgfFile>,
    ) -> Self {
        let mut record = Record::new(start);
        record.players = names.map(Some);
        record.date = Some(time::OffsetDateTime::now_utc().date().to_string());
        let (here, thoughts) = (Record::ROOT, Vec::new());
        Self { record, here, thoughts, stored, sgf, error: None, resigned: None }
    }

    pub(super) fn position(&self) -> &AnyPosition {
        self.record.node(self.here).position()
    }

    /// The game up to here.
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
    pub(super) fn play(&mut self, mv: Move, thought: Thought) -> anyhow::Result<()> {
        self.here = match self.record.child(self.here, mv) {
            Some(known) => known,
            None => self.record.add_move(self.here, mv)?,
        };
        self.record.promote(self.here);
        self.thoughts.push(thought);
        self.save();
        Ok(())
    }

    pub(super) fn resign(&mut self, color: Color) {
        self.resigned = Some(color);
        self.save();
    }

    /// Takes back the last move of a side, or its resignation; `false` where there is none.
    pub(super) fn undo(&mut self, human: Color) -> bool {
        if self.resigned.take().is_some() {
            self.save();
            return true;
        }
        let mut node = self.here;
        while let Some(parent) = self.record.node(node).parent() {
            node = parent;
            if self.record.node(node).position().turn() == human {
                self.here = node;
                self.thoughts.truncate(self.game().moves().len());
                self.save();
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

    /// Where the whole game is saved.
    pub(super) fn saved_to(&self) -> Vec<String> {
        let stored = self.stored.as_ref().and_then(|stored| Some((stored.id?, stored.store.path())));
        let stored = stored.map(|(id, path)| format!("game {id} of {}", path.display()));
        let sgf = self.sgf.as_ref().filter(|sgf| sgf.is_written).map(|sgf| sgf.path.display().to_string());
        if self.error.is_some() { Vec::new() } else { stored.into_iter().chain(sgf).collect() }
    }

    /// Why the last ply is not saved, and the whole game as SGF.
    pub(super) fn unsaved(&self) -> Option<(&anyhow::Error, String)> {
        self.error.as_ref().map(|error| (error, self.to_sgf()))
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

    /// Records the winner, if there is one, and saves. A failure does not end the game; the next ply tries again.
    fn save(&mut self) {
        let winner = match self.resigned {
            Some(color) => Some((!color, "R")),
            None => self.position().outcome().map(|outcome| (outcome.winner, "")),
        };
        self.record.result = winner.map(|(winner, how)| RecordResult { winner, how: how.to_owned() });
        let (game, text) = (self.game(), self.to_sgf());
        let names = self.record.players.clone().map(Option::unwrap_or_default);
        let stored = self.stored.as_mut().map_or(Ok(()), |stored| {
            stored.update(names, &game, &self.thoughts, self.resigned).map_err(anyhow::Error::from)
        });
        let written = self.sgf.as_mut().map_or(Ok(()), |sgf| {
            let if_exists = if sgf.is_written { IfExists::Replace } else { IfExists::Fail };
            let written = AtomicFile::write(&sgf.path, text.as_bytes(), if_exists);
            sgf.is_written |= written.is_ok();
            written.map_err(anyhow::Error::from)
        });
        self.error = stored.and(written).err();
    }
}
