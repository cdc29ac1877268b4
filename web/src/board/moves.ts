// What may be played in a position, as the server told it.

import type { Position, Shots } from "../api/types";
import { squaresIn } from "./squares";

/** All legal moves: amazon, then landing square, then the squares its arrow may hit; null while those are not known. */
export type Moves = Record<string, Record<string, readonly string[] | null>>;

/** The moves of a position; `asked` are the shots of amazons that were asked for where the position does not tell all. */
export function movesOf({ destinations, shots }: Position, asked: Record<string, Shots> = {}): Moves {
  const moves: Moves = {};
  for (const [from, landings] of Object.entries(destinations)) {
    const known = (shots ?? asked)[from];
    moves[from] = Object.fromEntries(
      squaresIn(landings).map((to) => [to, known ? squaresIn(known[to] ?? "") : null]),
    );
  }
  return moves;
}
