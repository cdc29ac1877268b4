//! What people and engines make of a stored game: titles and tags, variations and remarks, values and reviews.

use std::collections::BTreeMap;
use std::path::Path;

use amazons::{ByColor, Color, Game, Move, Record};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::assessment::Columns;
use crate::error::StoreError;
use crate::model::{Annotations, GameId, GameRecord};
use crate::open::Store;
use crate::play::ChangeError;
use crate::read::{self, PackedMoves, SqlColor};
use crate::sgf;
use crate::study::{Evaluation, Shape, Study};
use crate::write::{Batch, Identity, pack, player_id};

impl Store {
    /// Sets or removes the title of a game.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be written.
    pub fn set_title(&mut self, id: GameId, title: Option<&str>) -> Result<(), StoreError> {
        self.write(id, |connection, _| {
            connection.execute("UPDATE game SET title = ?2 WHERE id = ?1", params![id.0, title])?;
            Ok(())
        })
    }

    /// Replaces the tags of a game.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be written.
    pub fn set_tags(&mut self, id: GameId, tags: &[String]) -> Result<(), StoreError> {
        self.write(id, |connection, _| Ok(write_tags(connection, id, tags)?))
    }

    /// Renames the players of a game; a side without a new name keeps its own.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be written.
    pub fn rename_players(&mut self, id: GameId, names: ByColor<Option<&str>>) -> Result<(), StoreError> {
        self.write(id, |connection, path| {
            let mut game = read::game(connection, path, id)?.to_record();
            for (color, name) in [(Color::White, names.white), (Color::Black, names.black)] {
                if let Some(name) = name {
                    name.clone_into(&mut game.players[color]);
                }
            }
            let white = player_id(connection, &game.players.white)?;
            let black = player_id(connection, &game.players.black)?;
            let sql = "UPDATE game SET white = ?2, black = ?3, fingerprint = ?4 WHERE id = ?1";
            connection.execute(sql, params![id.0, white, black, Identity::of(&game).fingerprint()])?;
            Ok(())
        })
    }

    /// Adds a move after a node and gives the number of the node it leads to, which may exist already.
    ///
    /// # Errors
    /// When there is no such game or node, the move is not legal there, or it cannot be written.
    pub fn add_variation(&mut self, id: GameId, parent: u32, mv: Move) -> Result<u32, StoreError> {
        self.change_study(id, |game, study| {
            let node = study.tree(game).into_iter().find(|node| node.id == parent);
            let node = node.ok_or(StoreError::NoSuchNode { game: id, node: parent })?;
            let refused = |reason| StoreError::IllegalMove { game: id, reason };
            node.position.check(mv).map_err(|error| refused(error.to_string()))?;
            Ok((study.add(game, parent, mv), Vec::new()))
        })
    }

    /// Sets or removes the comment of a node.
    ///
    /// # Errors
    /// When there is no such game or node, or it cannot be written.
    pub fn set_comment(&mut self, id: GameId, node: u32, comment: Option<&str>) -> Result<(), StoreError> {
        self.change_study(id, |game, study| {
            let remark = study.remark_mut(game, node).ok_or(StoreError::NoSuchNode { game: id, node })?;
            remark.comment = comment.map(str::to_owned);
            study.remarks.retain(|_, remark| !remark.is_empty());
            Ok(((), Vec::new()))
        })
    }

    /// Sets the shapes that are drawn on a node.
    ///
    /// # Errors
    /// When there is no such game or node, or it cannot be written.
    pub fn set_shapes(&mut self, id: GameId, node: u32, shapes: &[Shape]) -> Result<(), StoreError> {
        self.change_study(id, |game, study| {
            let remark = study.remark_mut(game, node).ok_or(StoreError::NoSuchNode { game: id, node })?;
            remark.set_shapes(shapes);
            study.remarks.retain(|_, remark| !remark.is_empty());
            Ok(((), Vec::new()))
        })
    }

    /// Takes the last change of the study of a game back.
    ///
    /// # Errors
    /// [`StoreError::NothingToUndo`] when there is none, else when there is no such game, or it cannot be written.
    pub fn undo_study(&mut self, id: GameId) -> Result<(), StoreError> {
        self.write(id, |connection, path| {
            let sql = "DELETE FROM study_history WHERE game = ?1 AND change = \
                       (SELECT max(change) FROM study_history WHERE game = ?1) RETURNING tree";
            let text: Option<String> =
                connection.prepare_cached(sql)?.query_row([id.0], |row| row.get(0)).optional()?;
            let text = text.ok_or(StoreError::NothingToUndo(id))?;
            let mut study = parse_study(path, id, &text)?;
            // Numbers are never reused, also not those of the change that is undone.
            let stored = read::game(connection, path, id)?.annotations.study;
            study.next = study.next.max(stored.next);
            Ok(write_study(connection, id, &study)?)
        })
    }

    /// Removes a variation with all that follows it. The game's own moves cannot be removed.
    ///
    /// # Errors
    /// When there is no such game or variation, or it cannot be written.
    pub fn remove_variation(&mut self, id: GameId, node: u32) -> Result<(), StoreError> {
        self.change_study(id, |_, study| {
            let removed = study.remove(node);
            match removed.is_empty() {
                true => Err(StoreError::NoSuchNode { game: id, node }),
                false => Ok(((), removed)),
            }
        })
    }

    /// Makes a variation the first of its siblings; the move that was played stays before it.
    ///
    /// # Errors
    /// When there is no such game or variation, or it cannot be written.
    pub fn promote_variation(&mut self, id: GameId, node: u32) -> Result<(), StoreError> {
        self.change_study(id, |_, study| {
            study.variation(node).ok_or(StoreError::NoSuchNode { game: id, node })?;
            study.promote(node);
            Ok(((), Vec::new()))
        })
    }

    /// Stores the evaluation of a node, unless the stored one is better: a proof instead of an estimate, or more nodes of
    /// the same engine. Gives whether it was stored.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be written.
    pub fn keep_evaluation(
        &mut self,
        id: GameId,
        node: u32,
        evaluation: &Evaluation,
    ) -> Result<bool, StoreError> {
        self.write(id, |connection, _| {
            let old = read_evaluations(connection, id, Some(node))?.remove(&node);
            let is_worse = |old: &Evaluation| match (old.assessment.proof, evaluation.assessment.proof) {
                (Some(_), None) => true,
                (None, Some(_)) => false,
                _ => old.agent == evaluation.agent && old.nodes > evaluation.nodes,
            };
            if old.as_ref().is_some_and(is_worse) {
                return Ok(false);
            }
            Ok(write_evaluation(connection, id, node, evaluation)?)
        })
    }

    /// The stored evaluation of a node.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn evaluation(&self, id: GameId, node: u32) -> Result<Option<Evaluation>, StoreError> {
        let read = read_evaluations(&self.connection, id, Some(node));
        Ok(read.map_err(|error| self.fault(error))?.remove(&node))
    }

    /// Stores or removes the review of a game; the text is the caller's.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be written.
    pub fn keep_review(&mut self, id: GameId, review: Option<&str>) -> Result<(), StoreError> {
        self.write(id, |connection, _| Ok(write_review(connection, id, review)?))
    }

    /// Changes the study of a game; `change` returns a value and the nodes that it removed.
    fn change_study<T>(
        &mut self,
        id: GameId,
        change: impl FnOnce(&Game, &mut Study) -> Result<(T, Vec<u32>), StoreError>,
    ) -> Result<T, StoreError> {
        self.write(id, |connection, path| {
            let mut stored = read::game(connection, path, id)?;
            let study = &mut stored.annotations.study;
            let before = study.clone();
            let (value, removed) = change(&stored.game, study)?;
            if *study != before {
                keep_history(connection, id, &before)?;
            }
            write_study(connection, id, study)?;
            for node in removed {
                remove_evaluation(connection, id, node)?;
            }
            Ok(value)
        })
    }

    /// Changes a game atomically and increments its revision. When this returns it is on the disk.
    fn write<T>(
        &mut self,
        id: GameId,
        change: impl FnOnce(&Connection, &Path) -> Result<T, ChangeError>,
    ) -> Result<T, StoreError> {
        self.commit(|batch| batch.write(id, change))
    }
}

impl Batch<'_> {
    /// Changes a game and increments its revision. On failure the batch is unchanged.
    pub(crate) fn write<T>(
        &mut self,
        id: GameId,
        change: impl FnOnce(&Connection, &Path) -> Result<T, ChangeError>,
    ) -> Result<T, StoreError> {
        let path = self.path;
        let to_error = |fault| match fault {
            ChangeError::Store(error) => error,
            ChangeError::Sqlite(error) => StoreError::of(path, error),
        };
        let fault = |error| to_error(ChangeError::Sqlite(error));
        let savepoint = self.transaction.savepoint().map_err(fault)?;
        let sql = "UPDATE game SET revision = revision + 1 WHERE id = ?1";
        let there = savepoint.prepare_cached(sql).and_then(|mut statement| statement.execute([id.0]));
        if there.map_err(fault)? == 0 {
            return Err(StoreError::NoSuchGame(id));
        }
        migrate_annotations(&savepoint, path, id).map_err(to_error)?;
        let value = change(&savepoint, path).map_err(to_error)?;
        savepoint.commit().map_err(fault)?;
        Ok(value)
    }
}

/// Reads the annotations of a game of version 1 from its SGF record: there are no others.
pub(crate) fn read_sgf_annotations(sgf: Option<&str>, annotations: &mut Annotations) {
    let Some(imported) = sgf.and_then(sgf::read_imported) else { return };
    let Annotations { title, tags, study, .. } = imported.annotations;
    annotations.study = study;
    annotations.title = annotations.title.take().or(title);
    if annotations.tags.is_empty() {
        annotations.tags = tags;
    }
}

/// Writes the annotations of a game of version 1 to the tables of version 2, before the game changes.
fn migrate_annotations(connection: &Connection, path: &Path, id: GameId) -> Result<(), ChangeError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM record WHERE game = ?1 AND sgf IS NOT NULL) \
               AND NOT EXISTS (SELECT 1 FROM study WHERE game = ?1)";
    if connection.prepare_cached(sql)?.query_row([id.0], |row| row.get(0))? {
        let Annotations { title, tags, study, .. } = read::game(connection, path, id)?.annotations;
        let sql = "UPDATE game SET title = ?2 WHERE id = ?1";
        connection.prepare_cached(sql)?.execute(params![id.0, title])?;
        write_tags(connection, id, &tags)?;
        write_study(connection, id, &study)?;
    }
    Ok(())
}

/// The title, tags and tree of a game, for comparison.
pub(crate) fn comparable(game: &GameRecord) -> (Option<&str>, Vec<String>, Record) {
    let Annotations { title, tags, .. } = &game.annotations;
    let mut tags: Vec<String> = tags.iter().map(|tag| tag.to_ascii_lowercase()).collect();
    tags.sort();
    (title.as_deref(), tags, sgf::tree_of(game))
}

/// Whether there are neither title nor tags, comments and variations.
pub(crate) fn is_bare(Annotations { title, tags, study, .. }: &Annotations) -> bool {
    title.is_none() && tags.is_empty() && study.is_empty()
}

/// Gives a game without annotations those of another copy.
pub(crate) fn copy_annotations(
    connection: &Connection,
    id: GameId,
    game: &GameRecord,
) -> rusqlite::Result<()> {
    let Annotations { title, tags, study, .. } = &game.annotations;
    let sql = "UPDATE game SET title = ?2, revision = revision + 1 WHERE id = ?1";
    connection.execute(sql, params![id.0, title])?;
    connection
        .execute("UPDATE record SET sgf = ?2 WHERE game = ?1 AND ?2 IS NOT NULL", params![id.0, game.sgf])?;
    write_tags(connection, id, tags)?;
    write_study(connection, id, study)
}

/// Writes the annotations of a new game.
pub(crate) fn write_all(connection: &Connection, id: GameId, game: &GameRecord) -> rusqlite::Result<()> {
    let Annotations { tags, study, evaluations, review, .. } = &game.annotations;
    write_tags(connection, id, tags)?;
    if !study.is_empty() || study.next > Study::FIRST || game.sgf.is_some() {
        write_study(connection, id, study)?;
    }
    for (node, evaluation) in evaluations {
        write_evaluation(connection, id, *node, evaluation)?;
    }
    write_review(connection, id, review.as_deref())
}

pub(crate) fn write_tags(connection: &Connection, id: GameId, tags: &[String]) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM tag WHERE game = ?1")?.execute([id.0])?;
    for tag in tags {
        let sql = "INSERT OR IGNORE INTO tag (game, name) VALUES (?1, ?2)";
        connection.prepare_cached(sql)?.execute(params![id.0, tag])?;
    }
    Ok(())
}

pub(crate) fn write_study(connection: &Connection, id: GameId, study: &Study) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO study (game, tree) VALUES (?1, ?2)";
    connection.prepare_cached(sql)?.execute(params![id.0, text_of(study)])?;
    Ok(())
}

/// The study of a game as text, if it has one.
pub(crate) fn read_study(connection: &Connection, id: GameId) -> rusqlite::Result<Option<String>> {
    let mut statement = connection.prepare_cached("SELECT tree FROM study WHERE game = ?1")?;
    statement.query_row([id.0], |row| row.get(0)).optional()
}

/// The most changes that can be undone.
const MAX_HISTORY: i64 = 64;

/// Keeps the study before a change.
fn keep_history(connection: &Connection, id: GameId, study: &Study) -> rusqlite::Result<()> {
    let sql = "INSERT INTO study_history (game, change, tree) \
               SELECT ?1, coalesce(max(change), 0) + 1, ?2 FROM study_history WHERE game = ?1";
    connection.prepare_cached(sql)?.execute(params![id.0, text_of(study)])?;
    let sql = "DELETE FROM study_history WHERE game = ?1 \
               AND change <= (SELECT max(change) FROM study_history WHERE game = ?1) - ?2";
    connection.prepare_cached(sql)?.execute(params![id.0, MAX_HISTORY])?;
    Ok(())
}

/// Forgets earlier studies of a game: their nodes have other numbers now.
pub(crate) fn forget_history(connection: &Connection, id: GameId) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM study_history WHERE game = ?1")?.execute([id.0])?;
    Ok(())
}

fn text_of(study: &Study) -> String {
    serde_json::to_string(study).expect("a study has only texts and numbers")
}

/// Parses the text of a study.
pub(crate) fn parse_study(path: &Path, id: GameId, text: &str) -> Result<Study, StoreError> {
    let damaged = |reason| StoreError::Damaged { path: path.to_owned(), reason };
    serde_json::from_str(text).map_err(|error| damaged(format!("the study of game {id}: {error}")))
}

/// Stores an evaluation if it has an estimate or a proof, and a win rate; gives whether it was stored.
fn write_evaluation(
    connection: &Connection,
    id: GameId,
    node: u32,
    evaluation: &Evaluation,
) -> rusqlite::Result<bool> {
    let Columns { score: Some(score), win_rate: Some(win_rate), winner, won_by } =
        Columns::from(&evaluation.assessment)
    else {
        return Ok(false);
    };
    let sql = "INSERT OR REPLACE INTO evaluation \
               (game, node, score, win_rate, winner, won_by, nodes, line, agent) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    connection.prepare_cached(sql)?.execute(params![
        id.0,
        node,
        score,
        win_rate,
        winner.map(Color::name),
        won_by,
        evaluation.nodes.cast_signed(),
        pack(&evaluation.assessment.line),
        evaluation.agent,
    ])?;
    Ok(true)
}

/// The evaluations of a game's nodes, or of one of them.
pub(crate) fn read_evaluations(
    connection: &Connection,
    id: GameId,
    node: Option<u32>,
) -> rusqlite::Result<BTreeMap<u32, Evaluation>> {
    let sql = "SELECT node, score, win_rate, winner, won_by, nodes, line, agent FROM evaluation \
               WHERE game = ?1 AND node BETWEEN ?2 AND ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let evaluation = |row: &Row<'_>| {
        let PackedMoves(line) = row.get(6)?;
        let columns = Columns {
            score: row.get(1)?,
            win_rate: row.get(2)?,
            winner: row.get::<_, Option<SqlColor>>(3)?.map(|side| side.0),
            won_by: row.get(4)?,
        };
        let evaluation = Evaluation {
            assessment: columns.assessment(line),
            nodes: row.get::<_, i64>(5)?.cast_unsigned(),
            agent: row.get(7)?,
        };
        Ok((row.get(0)?, evaluation))
    };
    let bounds = params![id.0, node.unwrap_or(0), node.unwrap_or(u32::MAX)];
    statement.query_map(bounds, evaluation)?.collect()
}

pub(crate) fn move_evaluation(
    connection: &Connection,
    id: GameId,
    from: u32,
    to: u32,
) -> rusqlite::Result<()> {
    let sql = "UPDATE OR REPLACE evaluation SET node = ?3 WHERE game = ?1 AND node = ?2";
    connection.prepare_cached(sql)?.execute(params![id.0, from, to])?;
    Ok(())
}

pub(crate) fn remove_evaluation(connection: &Connection, id: GameId, node: u32) -> rusqlite::Result<()> {
    let sql = "DELETE FROM evaluation WHERE game = ?1 AND node = ?2";
    connection.prepare_cached(sql)?.execute(params![id.0, node])?;
    Ok(())
}

fn write_review(connection: &Connection, id: GameId, review: Option<&str>) -> rusqlite::Result<()> {
    match review {
        Some(text) => {
            let sql = "INSERT OR REPLACE INTO review (game, text) VALUES (?1, ?2)";
            connection.prepare_cached(sql)?.execute(params![id.0, text])?;
        }
        None => {
            connection.prepare_cached("DELETE FROM review WHERE game = ?1")?.execute([id.0])?;
        }
    }
    Ok(())
}

pub(crate) fn read_review(connection: &Connection, id: GameId) -> rusqlite::Result<Option<String>> {
    let mut statement = connection.prepare_cached("SELECT text FROM review WHERE game = ?1")?;
    statement.query_row([id.0], |row| row.get(0)).optional()
}
