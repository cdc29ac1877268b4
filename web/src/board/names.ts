// The board in words, for those who hear it.

import type { Color, Position } from "../api/types";
import type { Entry } from "./entry";
import { SIDE, partsOf } from "./squares";

/** The name of a square with what stands on it: "d1, white amazon". */
export function cellName(position: Position | null, square: string): string {
  return `${square}, ${pieceName(position, square)}`;
}

function pieceName(position: Position | null, square: string): string {
  if (!position) return "empty";
  const trapped = position.trapped.includes(square) ? ", trapped" : "";
  if (position.white.includes(square)) return `white amazon${trapped}`;
  if (position.black.includes(square)) return `black amazon${trapped}`;
  if (position.vacated.includes(square)) return "blocked for a while";
  if (position.arrows.includes(square)) return "arrow";
  return "empty";
}

/** What may be done with a lit square, in a word or two behind its name. */
export function litName(entry: Entry): string {
  switch (entry.stage) {
    case "amazon":
      return "can move";
    case "landing":
      return "can step here";
    case "arrow":
      return "can shoot here";
  }
}

/** A move that was made: "White: d1 to d7, arrow to g7." */
export function moveAnnouncement(move: string, mover: Color): string {
  const parts = partsOf(move);
  return parts ? `${SIDE[mover]}: ${parts.from} to ${parts.to}, arrow to ${parts.arrow}.` : `${SIDE[mover]}: ${move}.`;
}

/** Where the entry of a move stands. */
export function stageAnnouncement(entry: Entry, lit: number): string {
  const squares = lit === 1 ? "1 square" : `${lit} squares`;
  switch (entry.stage) {
    case "amazon":
      return "";
    case "landing":
      return `Amazon ${entry.from} chosen. It can step to ${squares}.`;
    case "arrow":
      return `Steps to ${entry.to}. The arrow can go to ${squares}.`;
  }
}
