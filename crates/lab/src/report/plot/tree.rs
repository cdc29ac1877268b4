//! A tree from left to right whose nodes carry the order in which they were expanded.
//!
//! Leaves stand below each other, and a node beside the middle of its children. Where the columns do not fit, the tree is an
//! outline: a line for each node, children indented.

use maud::{Markup, html};

use super::{Anchor, Picture, Width, px, text, text_width};
use crate::findings::TreeNode;

/// A node with its place.
struct Placed<'a> {
    node: &'a TreeNode,
    x: f64,
    y: f64,
    /// Where the line to its children begins.
    end: f64,
    /// The number of its parent.
    above: Option<usize>,
}

const RADIUS: f64 = 11.0;

pub(super) fn draw(root: &TreeNode, width: Width) -> Picture {
    let size = width.text();
    let row = 2.15 * size;
    let columns = columns(root, size);
    let full: f64 = columns.iter().sum();
    let mut layout = Layout { placed: Vec::new(), next: row / 2.0 + 2.0, row, size };
    let is_outline = full > width.pixels();
    if is_outline {
        let step = ((width.pixels() - widest(root, size)) / columns.len() as f64).clamp(12.0, 28.0);
        layout.outline(root, None, RADIUS + 2.0, step);
    } else {
        let gaps = columns.len().saturating_sub(1).max(1) as f64;
        layout.spread(root, None, &starts(&columns, ((width.pixels() - full) / gaps).min(50.0)));
    }
    let placed = &layout.placed;
    let inside = html! {
        @for one in placed {
            @if let Some(above) = one.above { (branch(&placed[above], one, is_outline)) }
        }
        @for one in placed { (node(one, size)) }
    };
    Picture { height: layout.next - row / 2.0 + 6.0, inside }
}

/// Where columns begin with a gap between them.
fn starts(columns: &[f64], gap: f64) -> Vec<f64> {
    let starts = columns.iter().scan(RADIUS + 2.0, |x, column| {
        let start = *x;
        *x += column + gap;
        Some(start)
    });
    starts.collect()
}

/// The width of a node in its column: circle, label, and a part of the line to its children.
fn width_of(node: &TreeNode, size: f64) -> f64 {
    2.0 * RADIUS + 6.0 + text_width(&node.label, size) + 28.0
}

fn columns(node: &TreeNode, size: f64) -> Vec<f64> {
    let mut columns = vec![width_of(node, size)];
    for child in &node.children {
        for (depth, wide) in self::columns(child, size).into_iter().enumerate() {
            match columns.get_mut(depth + 1) {
                Some(column) => *column = column.max(wide),
                None => columns.push(wide),
            }
        }
    }
    columns
}

fn widest(node: &TreeNode, size: f64) -> f64 {
    node.children.iter().map(|child| widest(child, size)).fold(width_of(node, size), f64::max)
}

fn label_end(node: &TreeNode, x: f64, size: f64) -> f64 {
    x + RADIUS + 5.0 + text_width(&node.label, size)
}

/// The placed nodes, and the vertical coordinate of the next row.
struct Layout<'a> {
    placed: Vec<Placed<'a>>,
    next: f64,
    row: f64,
    size: f64,
}

impl<'a> Layout<'a> {
    /// Places a node and its descendants in columns; returns the node's vertical coordinate.
    fn spread(&mut self, node: &'a TreeNode, above: Option<usize>, starts: &[f64]) -> f64 {
        let (number, x) = (self.placed.len(), starts[0]);
        self.placed.push(Placed { node, x, y: 0.0, end: label_end(node, x, self.size) + 6.0, above });
        let heights: Vec<f64> =
            node.children.iter().map(|child| self.spread(child, Some(number), &starts[1..])).collect();
        let y = match (heights.first(), heights.last()) {
            (Some(first), Some(last)) => f64::midpoint(*first, *last),
            _ => self.take_row(),
        };
        self.placed[number].y = y;
        y
    }

    /// Places a node and its descendants on a line each, children indented by a step.
    fn outline(&mut self, node: &'a TreeNode, above: Option<usize>, x: f64, step: f64) {
        let (number, y) = (self.placed.len(), self.take_row());
        self.placed.push(Placed { node, x, y, end: label_end(node, x, self.size), above });
        for child in &node.children {
            self.outline(child, Some(number), x + step, step);
        }
    }

    fn take_row(&mut self) -> f64 {
        self.next += self.row;
        self.next - self.row
    }
}

fn branch(above: &Placed<'_>, below: &Placed<'_>, is_outline: bool) -> Markup {
    let path = if is_outline {
        format!("M{} {}V{}H{}", px(above.x), px(above.y), px(below.y), px(below.x))
    } else {
        let middle = below.x - RADIUS - 12.0;
        format!("M{} {}H{}V{}H{}", px(above.end), px(above.y), px(middle), px(below.y), px(below.x))
    };
    html! { path class="branch" d=(path) {} }
}

fn node(one: &Placed<'_>, size: f64) -> Markup {
    let order = one.node.order.map(|order| order.to_string());
    // A node without an order is a dot; a long number has a wider box.
    let half = order.as_deref().map_or(4.0, |order| (text_width(order, 0.85 * size) / 2.0 + 4.0).max(RADIUS));
    let high = if order.is_some() { RADIUS } else { 4.0 };
    let beside = if order.is_some() { half } else { RADIUS };
    html! {
        rect class=(if order.is_some() { "node" } else { "node dot" }) x=(px(one.x - half)) y=(px(one.y - high))
            width=(px(2.0 * half)) height=(px(2.0 * high)) rx=(px(high)) {}
        @if let Some(order) = &order {
            (text("order", (one.x, one.y + 0.3 * size), Anchor::Middle, order))
        }
        (text("label", (one.x + beside + 4.0, one.y + 0.35 * size), Anchor::Start, &one.node.label))
    }
}
