// A position in the making: what stands where, how large the board is, whose turn it is. Every change gives a new draft,
// so that undo is a list of old ones. Nothing here knows what is allowed; the server complains.

import type { Draft } from "../api/study";
import type { Position } from "../api/types";
import { nameOf, placeOf } from "../board/squares";

export type Piece = "white" | "black" | "arrow";
/** What a press on a square does; `erase` empties it. */
export type Tool = Piece | "erase";

export const SMALLEST = 1;
export const LARGEST = 16;

const FIELDS: Record<Piece, "white" | "black" | "arrows"> = { white: "white", black: "black", arrow: "arrows" };

/** A board without anything on it. */
export function emptyDraft(columns: number, rows: number): Draft {
  return { columns: clamp(columns), rows: clamp(rows), white: [], black: [], arrows: [], turn: "white", delay: 0 };
}

/** The draft of a position. */
export function draftOf(position: Position, delay = 0): Draft {
  const { columns, rows, white, black, arrows, turn } = position;
  return { columns, rows, white: [...white], black: [...black], arrows: [...arrows], turn, delay };
}

/** What stands on a square. */
export function pieceAt(draft: Draft, square: string): Piece | null {
  if (draft.white.includes(square)) return "white";
  if (draft.black.includes(square)) return "black";
  return draft.arrows.includes(square) ? "arrow" : null;
}

/** What a stroke that begins on a square does: the same piece again takes it away, another one replaces what is there. */
export function strokeTool(draft: Draft, tool: Tool, square: string): Tool {
  return pieceAt(draft, square) === tool ? "erase" : tool;
}

/** Puts a piece on a square, or empties it; the same draft where nothing changes. */
export function put(draft: Draft, tool: Tool, square: string): Draft {
  const there = pieceAt(draft, square);
  if (there === (tool === "erase" ? null : tool)) return draft;
  const cleared = without(draft, square);
  if (tool === "erase") return cleared;
  const field = FIELDS[tool];
  return { ...cleared, [field]: [...cleared[field], square] };
}

/** Changes the size; what no longer has a square is gone. */
export function resize(draft: Draft, columns: number, rows: number): Draft {
  const size = { columns: clamp(columns), rows: clamp(rows) };
  const fits = (square: string) => {
    const place = placeOf(square);
    return place !== null && place.column < size.columns && place.row < size.rows;
  };
  return {
    ...draft,
    ...size,
    white: draft.white.filter(fits),
    black: draft.black.filter(fits),
    arrows: draft.arrows.filter(fits),
  };
}

function without(draft: Draft, square: string): Draft {
  const others = (squares: string[]) => squares.filter((other) => other !== square);
  return { ...draft, white: others(draft.white), black: others(draft.black), arrows: others(draft.arrows) };
}

function clamp(size: number): number {
  return Math.max(SMALLEST, Math.min(LARGEST, Math.round(Number.isFinite(size) ? size : LARGEST)));
}

const LETTERS: Record<Piece, string> = { white: "Q", black: "q", arrow: "*" };

/** The draft spelled as a FEN, possible or not: it always says what stands on the board. */
export function fenOf(draft: Draft): string {
  const rows = Array.from({ length: draft.rows }, (_, index) => {
    const row = draft.rows - 1 - index;
    const squares = Array.from({ length: draft.columns }, (_, column) => {
      const piece = pieceAt(draft, nameOf({ column, row }));
      return piece ? LETTERS[piece] : " ";
    });
    return squares.join("").replace(/ +/g, (gap) => String(gap.length));
  });
  const variant = draft.delay > 0 ? ` - - 0 1 k${draft.delay}:` : "";
  return `${rows.join("/")} ${draft.turn === "white" ? "w" : "b"}${variant}`;
}

/** The position that a board draws of a draft, before the server has seen it: nothing can move in it. */
export function picture(draft: Draft): Position {
  const { columns, rows, white, black, arrows, turn } = draft;
  const still = { vacated: [], trapped: [], winner: null, destinations: {}, shots: {}, sealed: [], decided: null };
  return { fen: "", columns, rows, white, black, arrows, turn, ply: 0, ...still };
}
