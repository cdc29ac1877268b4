// What may be drawn on a board besides its pieces: the words in which analysis, editor and hints speak to Board.svelte.

import type { Position } from "../api/types";
import { squaresIn } from "./squares";

/** How a square is tinted; an `active` one shows no more than its text. */
export type TintKind = "white" | "black" | "active" | "dead" | "candidate" | "mobility" | "complaint";

export interface Tint {
  square: string;
  kind: TintKind;
  /** How strongly, 0 to 1; 1 when left out. */
  strength?: number;
  /** A word or number in the square's corner, such as a distance or a count. */
  text?: string;
}

export interface SquareValue {
  square: string;
  /** At most about five characters: `63%`, `+2.5`. */
  text: string;
  /** How good for the side that moves, 0 to 1: a badge's strength. */
  strength: number;
  /** The best of them gets an outline. */
  best?: boolean;
  /** At the lower edge, where a piece stands on the square. */
  low?: boolean;
}

/** A move drawn as a step and a shot. */
export interface DrawnMove {
  /** On the wire: `d1d7,d7g7`. */
  move: string;
  /** `hint` and `best` are solid, `line` is numbered, `other` thin. */
  kind: "hint" | "best" | "other" | "line";
  /** The number beside it, for the moves of a line. */
  label?: string;
}

/** All that others ask the board to draw. Replace the whole value to change it. */
export interface BoardDrawing {
  /** Overlays under the pieces. Several tints of one square are drawn in order. */
  tints: Tint[];
  /** Badges over the squares, such as values at a stage of entering a move. */
  values: SquareValue[];
  /** Moves drawn as arrows, the most important last. */
  moves: DrawnMove[];
  /** A position shown instead of the real one, half lit, for instance the end of a hovered line. */
  ghost: Position | null;
}

export const NOTHING: BoardDrawing = { tints: [], values: [], moves: [], ghost: null };

/** Marks that a person draws with the right button or a long press: a square (`from === to`) or an arrow. */
export interface Mark {
  from: string;
  to: string;
}

/** The mark of a shape as a game keeps it: `d4` is a circle, `d1d7` an arrow; null for anything else. */
export function markOf(shape: string): Mark | null {
  const [from, to = from, ...more] = squaresIn(shape);
  return from && to && more.length === 0 ? { from, to } : null;
}

/** A mark as a game keeps it. */
export function shapeOf({ from, to }: Mark): string {
  return from === to ? from : `${from}${to}`;
}

/** The marks after one more was drawn: the same one again takes it away. */
export function toggled(marks: readonly Mark[], { from, to }: Mark): Mark[] {
  const rest = marks.filter((mark) => mark.from !== from || mark.to !== to);
  return rest.length === marks.length ? [...marks, { from, to }] : rest;
}
