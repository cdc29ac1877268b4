// Moves in groups by what is proven of them.

import type { Proven } from "../api/study";

export type Verdict = Proven["moves"][number]["verdict"];

/** The order in which groups are shown. */
const ORDER: Verdict[] = ["won", "lost", "open"];

/** The moves of each verdict that there is, the won ones first. */
export function byVerdict(moves: Proven["moves"]): { verdict: Verdict; moves: string[] }[] {
  return ORDER.map((verdict) => ({
    verdict,
    moves: moves.filter((move) => move.verdict === verdict).map((move) => move.move),
  })).filter((group) => group.moves.length > 0);
}

/** What is proven of a move, if a proof of the board is stored. */
export function verdictOf(proven: Proven | null, move: string): Verdict | null {
  return proven?.moves.find((found) => found.move === move)?.verdict ?? null;
}
