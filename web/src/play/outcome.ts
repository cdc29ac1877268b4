// How a game ended, in a sentence.

import type { Color, Result } from "../api/types";
import { SIDE, opponent } from "../board/squares";

/** "White wins: Black cannot move." The server's own words are kept where they say more. */
export function outcomeWords({ winner, ending, detail }: Result): string {
  const reason = detail || reasonOf(winner, ending);
  if (!winner) return reason ? `No result: ${sentence(reason)}` : "No result.";
  return reason ? `${SIDE[winner]} wins: ${sentence(reason)}` : `${SIDE[winner]} wins.`;
}

function reasonOf(winner: Color | null, ending: string): string {
  const loser = winner ? SIDE[opponent(winner)] : "";
  switch (ending.toLowerCase().replace(/[^a-z]/g, "")) {
    case "nomoves":
      return `${loser} cannot move`;
    case "resignation":
      return `${loser} resigned`;
    case "timeforfeit":
    case "time":
      return `${loser} ran out of time`;
    default:
      return ending;
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
