// Squares as text and as places: `a1` is column 0, row 0. No rule is known here, only geometry and spelling.

import type { Color } from "../api/types";

export interface Place {
  column: number;
  row: number;
}

const FILES = "abcdefghijklmnop";

/** The name of a place: `{column: 3, row: 0}` is `d1`. */
export function nameOf({ column, row }: Place): string {
  return `${FILES[column] ?? "?"}${row + 1}`;
}

/** The place of a name, or null when it names no square of the largest board. */
export function placeOf(name: string): Place | null {
  const match = /^([a-p])([1-9][0-9]?)$/.exec(name);
  if (!match) return null;
  const row = Number(match[2]) - 1;
  return row < 16 ? { column: FILES.indexOf(match[1]!), row } : null;
}

/** The squares in a text. */
export const SQUARES = /[a-p](?:1[0-6]|[1-9])(?![0-9])/g;

/** The squares that a text names, in their order: `d2d10e2` is d2, d10 and e2. */
export function squaresIn(text: string): string[] {
  return text.match(SQUARES) ?? [];
}

export interface MoveParts {
  from: string;
  to: string;
  arrow: string;
}

const MOVE = /^([a-p][0-9]{1,2})([a-p][0-9]{1,2}),([a-p][0-9]{1,2})([a-p][0-9]{1,2})$/;

/** The squares of a move on the wire, `d1d7,d7g7`; null for anything else. */
export function partsOf(move: string): MoveParts | null {
  const match = MOVE.exec(move);
  return match && match[2] === match[3] ? { from: match[1]!, to: match[2]!, arrow: match[4]! } : null;
}

/** A move on the wire. */
export function moveOf({ from, to, arrow }: MoveParts): string {
  return `${from}${to},${to}${arrow}`;
}

/** A move as people read it: `d1-d7/g7`. */
export function wordsOfMove(move: string): string {
  const parts = partsOf(move);
  return parts ? `${parts.from}-${parts.to}/${parts.arrow}` : move;
}

/** The other side. */
export function opponent(color: Color): Color {
  return color === "white" ? "black" : "white";
}

/** Where a square is drawn, in squares from the top left corner, on a board seen from `view`'s side. */
export function drawnAt(place: Place, columns: number, rows: number, view: Color): { x: number; y: number } {
  return view === "white"
    ? { x: place.column, y: rows - 1 - place.row }
    : { x: columns - 1 - place.column, y: place.row };
}

/** The square drawn there: the inverse of {@link drawnAt}. */
export function placeAt(x: number, y: number, columns: number, rows: number, view: Color): Place | null {
  if (x < 0 || y < 0 || x >= columns || y >= rows) return null;
  return view === "white" ? { column: x, row: rows - 1 - y } : { column: columns - 1 - x, row: y };
}

/** All squares in the order in which they are drawn, row by row from the top. */
export function allSquares(columns: number, rows: number, view: Color): string[] {
  const squares: string[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) squares.push(nameOf(placeAt(x, y, columns, rows, view)!));
  }
  return squares;
}

/** The letters below a board, from the left, and the numbers beside it, from the top. */
export interface Edges {
  files: string[];
  ranks: string[];
}

/** The coordinates of a board as it is seen from a side. */
export function edgesOf(columns: number, rows: number, view: Color): Edges {
  const squares = allSquares(columns, rows, view);
  return {
    files: squares.slice(0, columns).map((square) => square.slice(0, 1)),
    ranks: squares.filter((_, index) => index % columns === 0).map((square) => square.slice(1)),
  };
}
