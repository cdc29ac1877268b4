// The levels of the computer: their names, and which of them a person has beaten.

import type { Agents, GameDocument, Seat } from "../api/types";
import { personOf } from "./outcome";
import { STARTS } from "./plan";

export type Level = Agents["levels"][number];

const LEVEL = /^otrera:level=(\d+)$/;

/** The number of a level's seat; null for a person and for any other engine. */
export function levelOf(seat: Pick<Seat, "agent"> | null): number | null {
  const match = LEVEL.exec(seat?.agent ?? "");
  return match ? Number(match[1]) : null;
}

/** The level that a finished game shows to be beaten: by one person, on a named board from its start. */
export function beatenIn(document: GameDocument): number | null {
  const person = personOf(document);
  const isWhole = document.delay === 0 && Object.values(STARTS).some((start) => document.start.startsWith(start));
  if (!person || !isWhole || document.result?.winner !== person) return null;
  return levelOf(person === "white" ? document.black : document.white);
}

/** The level to try next: the one above the highest that was beaten, or the last. */
export function nextLevel(beaten: readonly number[], count: number): number {
  return Math.min(Math.max(0, ...beaten) + 1, count);
}
