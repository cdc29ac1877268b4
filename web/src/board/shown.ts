// What the board shows of a position: its pieces with a half-made or just sent move already on them, and what changed
// between two such pictures, so that it can be animated.

import type { Color, Position } from "../api/types";
import type { Entry } from "./entry";
import { partsOf, type MoveParts } from "./squares";

export interface Shown {
  columns: number;
  rows: number;
  white: string[];
  black: string[];
  arrows: string[];
}

/** The picture of a position; `pending` is a move that was sent and has not come back yet. */
export function shownOf(position: Position, entry: Entry, pending: string | null): Shown {
  const sent = pending ? partsOf(pending) : null;
  const step = sent ?? (entry.stage === "arrow" ? entry : null);
  const { columns, rows, white, black, arrows } = position;
  return {
    columns,
    rows,
    white: step ? stepped(white, step) : white,
    black: step ? stepped(black, step) : black,
    arrows: sent && !arrows.includes(sent.arrow) ? [...arrows, sent.arrow] : arrows,
  };
}

function stepped(squares: string[], step: { from: string; to: string }): string[] {
  return squares.map((square) => (square === step.from ? step.to : square));
}

/** What to animate: amazons that went from one square to another, and an arrow that flew. */
export interface Change {
  steps: { color: Color; from: string; to: string }[];
  shot: { from: string | null; to: string } | null;
}

/**
 * Compares two pictures. Where more changed than one step and one shot, as after a jump in the move list, nothing
 * is animated. `shooters` are moves that may explain a new arrow.
 */
export function changeBetween(before: Shown, after: Shown, shooters: (MoveParts | null)[]): Change {
  const nothing: Change = { steps: [], shot: null };
  if (before.columns !== after.columns || before.rows !== after.rows) return nothing;
  const steps: Change["steps"] = [];
  for (const color of ["white", "black"] as const) {
    const gone = before[color].filter((square) => !after[color].includes(square));
    const come = after[color].filter((square) => !before[color].includes(square));
    if (gone.length > 1 || come.length > 1 || gone.length !== come.length) return nothing;
    if (gone.length === 1) steps.push({ color, from: gone[0]!, to: come[0]! });
  }
  const shot = after.arrows.filter((square) => !before.arrows.includes(square));
  if (shot.length > 1 || steps.length > 1) return nothing;
  const square = shot[0];
  if (square === undefined) return { steps, shot: null };
  const shooter = shooters.find((parts) => parts?.arrow === square);
  return { steps, shot: { from: shooter?.to ?? null, to: square } };
}
