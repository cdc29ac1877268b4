// Positions at the end of a line, remembered by the line: hovering over an engine's lines asks for each once.

import { request } from "./client";
import type { Position } from "./types";

const KEPT = 400;
const asked = new Map<string, Promise<Position>>();

/** The position after some moves. A failed question is asked again the next time. */
export function positionAfter(fen: string, moves: readonly string[]): Promise<Position> {
  const key = `${fen}|${moves.join(" ")}`;
  const known = asked.get(key);
  if (known) return known;
  const answer = request<Position>("POST", "/positions", moves.length > 0 ? { fen, moves } : { fen });
  asked.set(key, answer);
  answer.catch(() => asked.delete(key));
  if (asked.size > KEPT) asked.delete(asked.keys().next().value!);
  return answer;
}
