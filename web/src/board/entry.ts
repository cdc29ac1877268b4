// Entering a move by squares: amazon, landing, arrow. A state and a function of it, without a screen and without a rule:
// what is legal stands in `Moves`, as the server told it.
//
//     idle --amazon--> landing --square--> arrow --square--> a whole move
//
// A square that is not lit takes the half-made move back, unless it is another amazon that can move: that one is chosen.
// While it is not known where an arrow may go, nothing is lit and a press changes nothing.

import type { Moves } from "./moves";
import { SQUARES, moveOf, squaresIn } from "./squares";

export type Entry =
  | { stage: "amazon" }
  | { stage: "landing"; from: string }
  | { stage: "arrow"; from: string; to: string };

export const IDLE: Entry = { stage: "amazon" };

/** What a press on a square leads to: the next state, and the move when it is whole. */
export interface Outcome {
  entry: Entry;
  move: string | null;
}

/** The squares that may be chosen next. */
export function litSquares(moves: Moves, entry: Entry): readonly string[] {
  switch (entry.stage) {
    case "amazon":
      return Object.keys(moves);
    case "landing":
      return Object.keys(moves[entry.from] ?? {});
    case "arrow":
      return moves[entry.from]?.[entry.to] ?? [];
  }
}

/** Chooses a square. */
export function choose(moves: Moves, entry: Entry, square: string): Outcome {
  if (entry.stage === "arrow" && moves[entry.from]?.[entry.to] === null) return { entry, move: null };
  if (!litSquares(moves, entry).includes(square)) return { entry: astray(moves, entry, square), move: null };
  switch (entry.stage) {
    case "amazon":
      return { entry: { stage: "landing", from: square }, move: null };
    case "landing":
      return { entry: { stage: "arrow", from: entry.from, to: square }, move: null };
    case "arrow":
      return { entry: IDLE, move: moveOf({ from: entry.from, to: entry.to, arrow: square }) };
  }
}

/** Where a square that is not lit leads: to another amazon that can move, or back to the beginning. */
function astray(moves: Moves, entry: Entry, square: string): Entry {
  const chosenAgain = entry.stage === "landing" && square === entry.from;
  return square in moves && !chosenAgain ? { stage: "landing", from: square } : IDLE;
}

/** Takes one step of a half-made move back. */
export function stepBack(entry: Entry): Entry {
  return entry.stage === "arrow" ? { stage: "landing", from: entry.from } : IDLE;
}

/** Whether a typed text is a legal move of `moves`, or may be one; returns it as it goes on the wire. */
export function typedMove(moves: Moves, text: string): string | null {
  const squares = squaresIn(text.toLowerCase());
  if (!/^[\s\-–/,.>()x:]*$/.test(text.toLowerCase().replace(SQUARES, ""))) return null;
  const three = squares.length === 4 && squares[1] === squares[2] ? [squares[0], squares[1], squares[3]] : squares;
  if (three.length !== 3) return null;
  const [from, to, arrow] = three as [string, string, string];
  const arrows = moves[from]?.[to];
  return arrows === null || arrows?.includes(arrow) ? moveOf({ from, to, arrow }) : null;
}

/** How far a typed text has come: the entry that its whole squares stand for, to light what may follow. */
export function typedEntry(moves: Moves, text: string): Entry {
  const [from, to] = squaresIn(text.toLowerCase());
  if (!from) return IDLE;
  return keep(moves, to ? { stage: "arrow", from, to } : { stage: "landing", from });
}

/** Keeps a half-made move across a change of what is legal, as far as it is still legal. */
export function keep(moves: Moves, entry: Entry): Entry {
  if (entry.stage === "amazon" || !(entry.from in moves)) return IDLE;
  if (entry.stage === "arrow" && moves[entry.from]?.[entry.to] === undefined) return { stage: "landing", from: entry.from };
  return entry;
}
