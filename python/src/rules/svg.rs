//! The picture of a position, in the colours and shapes of the page: see `web/src/board` and `web/src/theme/tokens.css`.

use std::fmt::Write;

use amazons::{AnyPosition, Color, Move, Piece, Size, Square};

/// How wide a picture is when nothing is said, in pixels.
pub(super) const WIDTH: u32 = 400;

/// The room for coordinates, in units of which a square has a hundred.
const MARGIN: u32 = 44;

/// White's amazon in a square of a hundred: the crown of the page.
const WHITE: &str = concat!(
    r##"<g transform="translate(-4 -5) scale(1.08)" fill="#fffdf6" stroke="#3b3128" stroke-width="4" stroke-linejoin="round">"##,
    r##"<path d="M27 86h46v-8c-7-3-11-9-12-18l12-27-14 10-9-20-9 20-14-10 12 27c-1 9-5 15-12 18z"/>"##,
    r##"<circle cx="50" cy="18" r="6"/><circle cx="25" cy="29" r="5.5"/><circle cx="75" cy="29" r="5.5"/>"##,
    r##"<path d="M38 61h24M33 77h34" fill="none" stroke-linecap="round"/></g>"##,
);
/// Black's: the crescent, the shield of the Amazons.
const BLACK: &str = concat!(
    r##"<g transform="translate(-4 -5) scale(1.08)" fill="#2b2725" stroke="#15120f" stroke-width="4" stroke-linejoin="round">"##,
    r##"<path d="M27 86h46v-8c-7-3-11-9-12-18l-2-9h-18l-2 9c-1 9-5 15-12 18z"/>"##,
    r##"<path d="M23 17c-3 21 8 36 27 36s30-15 27-36c-4 13-13 20-27 20s-23-7-27-20z"/><circle cx="50" cy="24" r="6.5"/>"##,
    r##"<path d="M38 62h24M33 77h34M34 44c9 6 23 6 32 0" fill="none" stroke="#f2e7d3" stroke-linecap="round"/></g>"##,
);
const ARROW: &str = r##"<rect x="9" y="9" width="82" height="82" rx="12" fill="#7a6a5a" opacity="0.82"/>"##;
/// A vacated square that is still blocked.
const WAITING: &str = r##"<rect x="9" y="9" width="82" height="82" rx="12" fill="none" stroke="#7a6a5a" stroke-width="6" stroke-dasharray="10 8"/>"##;
/// The arrow of the last move, with its feathers.
const NEWEST: &str = concat!(
    r##"<rect x="9" y="9" width="82" height="82" rx="12" fill="#43362b" stroke="#a8b04c" stroke-width="8"/>"##,
    r##"<path d="M50 82V30M38 68 50 84 62 68M36 18 50 30 64 18M36 32 50 44 64 32" fill="none" stroke="#f6ead6" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>"##,
);

/// The SVG of a position, `width` pixels wide, with the squares of the move that led to it marked.
pub(super) fn draw(position: &AnyPosition, last_move: Option<Move>, width: u32) -> String {
    let size = position.size();
    let (columns, rows) = (u32::from(size.columns()) * 100, u32::from(size.rows()) * 100);
    let (outer_width, outer_height) = (columns + MARGIN, rows + MARGIN);
    let height = (u64::from(width) * u64::from(outer_height)).div_ceil(u64::from(outer_width));
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{MARGIN} 0 {outer_width} {outer_height}" width="{width}" height="{height}">"##
    );
    // Writing to a text cannot fail.
    let _ = write!(
        svg,
        r##"<rect x="-{MARGIN}" width="{outer_width}" height="{outer_height}" fill="#fffdf9"/><rect width="{columns}" height="{rows}" fill="#efdcbb"/>"##
    );
    draw_squares(&mut svg, size);
    if let Some(mv) = last_move.filter(|mv| size.contains(mv.from) && size.contains(mv.to)) {
        let ((to_x, to_y), (x, y)) = (corner(mv.to, size), corner(mv.from, size));
        let _ = write!(
            svg,
            r##"<rect x="{to_x}" y="{to_y}" width="100" height="100" fill="#a8b04c" opacity="0.6"/><rect x="{}" y="{}" width="86" height="86" fill="none" stroke="#a8b04c" stroke-width="7" stroke-dasharray="14 10"/>"##,
            x + 7,
            y + 7,
        );
    }
    draw_pieces(&mut svg, position, last_move);
    draw_coordinates(&mut svg, size);
    svg.push_str("</svg>");
    svg
}

/// The upper left corner of a square.
fn corner(square: Square, size: Size) -> (u32, u32) {
    let row = size.rows() - 1 - square.rank().index();
    (u32::from(square.file().index()) * 100, u32::from(row) * 100)
}

fn draw_squares(svg: &mut String, size: Size) {
    svg.push_str(r##"<path fill="#d3ad7f" shape-rendering="crispEdges" d=""##);
    for square in size.squares().filter(|square| (square.file().index() + square.rank().index()) % 2 == 0) {
        let (x, y) = corner(square, size);
        let _ = write!(svg, "M{x} {y}h100v100h-100z");
    }
    svg.push_str(r##""/>"##);
}

fn draw_pieces(svg: &mut String, position: &AnyPosition, last_move: Option<Move>) {
    let setup = position.to_setup();
    for square in setup.size.squares() {
        let Some(piece) = setup.get(square) else { continue };
        let wait = setup.reopening.iter().find(|(waiting, _)| *waiting == square);
        let (name, shape) = match piece {
            Piece::Amazon(Color::White) => ("white", WHITE),
            Piece::Amazon(Color::Black) => ("black", BLACK),
            Piece::Arrow if wait.is_some() => ("waiting", WAITING),
            Piece::Arrow if last_move.is_some_and(|mv| mv.arrow == square) => ("newest", NEWEST),
            Piece::Arrow => ("arrow", ARROW),
        };
        let (x, y) = corner(square, setup.size);
        // Each shape is written out: readers of plain SVG, pygame's among them, know no <use>, and a page with several
        // boards would have its names twice.
        let _ = write!(svg, r##"<g class="{name}" transform="translate({x} {y})">{shape}</g>"##);
        if let Some((_, plies)) = wait {
            let _ = write!(
                svg,
                r##"<text x="{}" y="{}" fill="#3b3128" font-family="sans-serif" font-size="40" text-anchor="middle">{plies}</text>"##,
                x + 50,
                y + 64,
            );
        }
    }
}

fn draw_coordinates(svg: &mut String, size: Size) {
    svg.push_str(r##"<g fill="#3b3128" font-family="sans-serif" font-size="27" text-anchor="middle">"##);
    let rows = u32::from(size.rows()) * 100;
    for file in size.files() {
        let _ = write!(
            svg,
            r##"<text x="{}" y="{}">{file}</text>"##,
            u32::from(file.index()) * 100 + 50,
            rows + 32
        );
    }
    for rank in size.ranks() {
        let y = rows - u32::from(rank.index()) * 100 - 40;
        let _ = write!(svg, r##"<text x="-22" y="{y}">{rank}</text>"##);
    }
    svg.push_str("</g>");
}
