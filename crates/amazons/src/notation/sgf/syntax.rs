//! The syntax of SGF: trees of nodes with properties. The meaning of properties is in `read` and `write`.

use std::collections::HashMap;

use super::read::{SgfError, SgfFault};
use crate::notation::{Misread, Place};

/// A game tree as it stands in a file.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    /// A node's parent stands before it.
    pub(super) nodes: Vec<RawNode<'a>>,
}

#[derive(Debug)]
pub(super) struct RawNode<'a> {
    pub(super) parent: Option<usize>,
    pub(super) properties: Vec<RawProperty<'a>>,
    /// Where the node begins.
    pub(super) place: Place,
}

#[derive(Debug)]
pub(super) struct RawProperty<'a> {
    /// Capital letters only: FF[3] allowed small ones that mean nothing.
    pub(super) name: String,
    pub(super) values: Vec<RawValue<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RawValue<'a> {
    /// With its escapes.
    pub(super) text: &'a str,
    pub(super) place: Place,
}

impl RawNode<'_> {
    pub(super) fn values(&self, name: &str) -> &[RawValue<'_>] {
        let found = self.properties.iter().find(|property| property.name == name);
        found.map_or(&[], |property| &property.values)
    }
}

/// Reads all game trees of a file. What stands before the first `(;` is skipped, as mail headers used to be.
pub(super) fn parse(text: &str) -> Result<Vec<Tree<'_>>, SgfError> {
    let mut parser = Parser { rest: text, line: 1, column: 1 };
    let mut trees = Vec::new();
    while parser.skip_to_tree() {
        trees.push(parser.tree()?);
    }
    Ok(trees)
}

struct Parser<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Parser<'a> {
    fn place(&self) -> Place {
        Place::Line(self.line, self.column)
    }

    fn misread(&self, fault: SgfFault) -> SgfError {
        Misread::new(fault, self.rest, self.place())
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn advance(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        if next == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(next)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.advance();
        }
    }

    /// Goes to the next `(` that is followed by a `;`.
    fn skip_to_tree(&mut self) -> bool {
        while let Some(next) = self.peek() {
            if next == '(' && self.rest[1..].trim_start().starts_with(';') {
                return true;
            }
            self.advance();
        }
        false
    }

    /// Reads one tree. Open brackets are kept on a list, not on the stack: a file may nest as deep as it likes.
    fn tree(&mut self) -> Result<Tree<'a>, SgfError> {
        let mut tree = Tree::default();
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut last: Option<usize> = None;
        loop {
            self.skip_space();
            match self.peek() {
                Some('(') => {
                    // A second tree inside the first would have no parent to be a variation of.
                    if last.is_none() && !open.is_empty() {
                        return Err(self.misread(SgfFault::EmptyTree));
                    }
                    open.push(last);
                    self.advance();
                }
                Some(')') => {
                    self.advance();
                    last = open.pop().expect("the loop ends with the last bracket");
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                Some(';') => {
                    let place = self.place();
                    self.advance();
                    let properties = self.properties()?;
                    tree.nodes.push(RawNode { parent: last, properties, place });
                    last = Some(tree.nodes.len() - 1);
                }
                Some(_) => return Err(self.misread(SgfFault::Syntax)),
                None => return Err(self.misread(SgfFault::Unclosed)),
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<RawProperty<'a>>, SgfError> {
        let mut properties: Vec<RawProperty<'a>> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        loop {
            self.skip_space();
            let start = self.rest;
            while self.peek().is_some_and(|letter| letter.is_ascii_alphabetic()) {
                self.advance();
            }
            let letters = &start[..start.len() - self.rest.len()];
            if letters.is_empty() {
                return Ok(properties);
            }
            let name: String = letters.chars().filter(char::is_ascii_uppercase).collect();
            let mut values = Vec::new();
            self.skip_space();
            while self.peek() == Some('[') {
                values.push(self.value()?);
                self.skip_space();
            }
            if values.is_empty() || name.is_empty() {
                return Err(self.misread(SgfFault::NoValue));
            }
            // A name that comes twice is an error of the file that loses nothing when mended.
            match places.get(&name) {
                Some(&place) => properties[place].values.append(&mut values),
                None => {
                    places.insert(name.clone(), properties.len());
                    properties.push(RawProperty { name, values });
                }
            }
        }
    }

    /// Reads `[...]`, where `\` keeps the next character from being the end.
    fn value(&mut self) -> Result<RawValue<'a>, SgfError> {
        self.advance();
        let (start, place) = (self.rest, self.place());
        loop {
            let text = &start[..start.len() - self.rest.len()];
            match self.advance() {
                Some(']') => return Ok(RawValue { text, place }),
                Some('\\') => _ = self.advance(),
                Some(_) => {}
                None => return Err(Misread::new(SgfFault::Unclosed, start, place)),
            }
        }
    }
}

/// The text of a value: without escapes, with uniform line ends.
pub(super) fn unescape(raw: &str) -> String {
    let plain = raw.replace("\r\n", "\n").replace('\r', "\n");
    let mut text = String::with_capacity(plain.len());
    let mut characters = plain.chars();
    while let Some(next) = characters.next() {
        match next {
            // An escaped line end is no line end.
            '\\' => text.extend(characters.next().filter(|&escaped| escaped != '\n')),
            _ => text.push(next),
        }
    }
    text
}

/// The value of a text.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
