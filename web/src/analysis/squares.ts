// Values on squares while a move is entered: at each of its three stages a square is worth what the best move through
// it is worth to whoever moves. Nothing here knows a rule; the moves come from the engine.

import type { MoveInfo } from "../api/study";
import type { Color } from "../api/types";
import type { SquareValue } from "../board/drawing";
import type { Entry } from "../board/entry";
import { partsOf } from "../board/squares";
import { byValue, worth } from "./live";
import { tiny } from "./words";

/** What is worse than the best by this much of a chance is faint. */
const FAINT = 0.2;

/** The square of a move at a stage, or null if the move does not go on from there. */
function squareAt(move: string, entry: Entry): string | null {
  const parts = partsOf(move);
  if (!parts) return null;
  if (entry.stage === "amazon") return parts.from;
  if (parts.from !== entry.from) return null;
  if (entry.stage === "landing") return parts.to;
  return parts.to === entry.to ? parts.arrow : null;
}

/** The values of all squares that the engine's moves go through at a stage, the best first. */
export function squareValues(infos: readonly MoveInfo[], entry: Entry, mover: Color): SquareValue[] {
  // Of the moves through a square the engine's first counts, and not the one with the highest value: a move that was
  // looked at once may look better than it is.
  const first = new Map<string, MoveInfo>();
  for (const info of [...infos].sort((a, b) => a.order - b.order)) {
    const square = squareAt(info.move, entry);
    if (square !== null && !first.has(square)) first.set(square, info);
  }
  const values = byValue([...first.values()], mover);
  const top = values[0] ? worth(values[0], mover) : 0;
  return values.map((value, index) => ({
    square: squareAt(value.move, entry)!,
    text: tiny(value, mover),
    strength: Math.max(0, 1 - (top - worth(value, mover)) / FAINT),
    best: index === 0,
    low: entry.stage === "amazon",
  }));
}
