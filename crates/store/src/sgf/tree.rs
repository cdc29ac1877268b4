//! Conversion of comments and variations between a [`Record`] and a [`Study`].

use std::collections::HashMap;

use amazons::{Game, Move, NodeId, Property, Record};

use super::PLAYED;
use crate::study::{Remark, Study};

/// The properties of the root that a game has fields for.
const KNOWN: [&str; 5] = [super::ENDING, super::OPENING, super::TITLE, super::TAGS, PLAYED];

/// The game of a record: its main line, or as much of it as was played if the record says so.
pub(super) fn game_of(record: &Record) -> Game {
    let mut game = record.to_game();
    let root = record.node(Record::ROOT);
    let played = root.other.iter().find(|property| property.name == PLAYED);
    let plies = played.and_then(|property| property.values.first()?.trim().parse::<usize>().ok());
    while plies.is_some_and(|plies| game.moves().len() > plies) {
        game.undo();
    }
    game
}

/// The study of a record. Comments of a node without a move belong to the position before; equal sibling moves are
/// merged.
pub(super) fn study_of(record: &Record, game: &Game) -> Study {
    let mut study = Study::default();
    // The numbers of the variations by parent and move: a file may have hundreds of thousands of them.
    let mut numbers: HashMap<(u32, Move), u32> = HashMap::new();
    // The parent's number with each node, kept in a list because a record may be deep.
    let mut waiting = vec![(Record::ROOT, 0)];
    while let Some((id, parent)) = waiting.pop() {
        let node = record.node(id);
        let number = match node.mv() {
            None => parent,
            Some(mv) if game.moves().get(parent as usize) == Some(&mv) => parent + 1,
            Some(mv) => *numbers.entry((parent, mv)).or_insert_with(|| study.push(parent, mv)),
        };
        let is_root = id == Record::ROOT;
        let is_ours = |property: &&Property| !(is_root && KNOWN.contains(&property.name.as_str()));
        let properties = node.other.iter().filter(is_ours).cloned().collect();
        let remark = Remark { comment: node.comment.clone(), properties };
        if !remark.is_empty() {
            // Nothing has been removed: the variations stand in the order of their numbers.
            let existing = match number.checked_sub(Study::FIRST) {
                Some(at) => &mut study.variations[at as usize].remark,
                None => study.remarks.entry(number).or_default(),
            };
            existing.merge(remark);
        }
        waiting.extend(node.children().iter().rev().map(|&child| (child, number)));
    }
    study.remarks.retain(|_, remark| !remark.is_empty());
    study
}

/// Adds comments and variations to the record of a game.
pub(super) fn add_study(record: &mut Record, game: &Game, study: &Study) {
    let main: Vec<NodeId> = main_line(record, game.moves());
    let mut places: std::collections::BTreeMap<u32, NodeId> = (0..).zip(main.iter().copied()).collect();
    for variation in &study.variations {
        // Stored studies were checked; a modified file may lack nodes.
        let Some(&parent) = places.get(&variation.parent) else { continue };
        let Ok(node) = record.add_move(parent, variation.mv) else { continue };
        places.insert(variation.id, node);
        add_remark(record, node, &variation.remark);
    }
    for (ply, remark) in &study.remarks {
        if let Some(&node) = places.get(ply) {
            add_remark(record, node, remark);
        }
    }
    let is_last = |variation: &crate::study::Variation| variation.parent as usize == game.moves().len();
    if study.variations.iter().any(is_last) {
        // Variations after the last move would be read as played.
        let played = Property { name: PLAYED.to_owned(), values: vec![game.moves().len().to_string()] };
        record.node_mut(Record::ROOT).other.push(played);
    }
}

fn main_line(record: &Record, moves: &[Move]) -> Vec<NodeId> {
    let mut line = vec![Record::ROOT];
    for &mv in moves {
        line.extend(record.child(line[line.len() - 1], mv));
    }
    line
}

fn add_remark(record: &mut Record, node: NodeId, remark: &Remark) {
    let node = record.node_mut(node);
    node.comment.clone_from(&remark.comment);
    node.other.extend(remark.properties.iter().cloned());
}
