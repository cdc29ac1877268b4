// Positions that were asked for, remembered: stepping through a game asks the server once for each.

import { api } from "./client";
import type { Position } from "./types";

const KEPT = 400;
const asked = new Map<string, Promise<Position>>();

/** The position of a FEN, from the server or from memory. A failed question is asked again the next time. */
export function positionOf(fen: string): Promise<Position> {
  const known = asked.get(fen);
  if (known) return known;
  const answer = api.position({ fen });
  asked.set(fen, answer);
  answer.catch(() => asked.delete(fen));
  if (asked.size > KEPT) asked.delete(asked.keys().next().value!);
  return answer;
}
