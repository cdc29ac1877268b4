// How a game ended or will end, in words: by whom it was won, by how much, and why.

import type { Color, GameDocument, Position, Result } from "../api/types";
import { opponent } from "../board/squares";
import { t } from "../messages/messages";

/** The side of the one person who plays against an engine; null where two people or none play. */
export function personOf({ white, black }: Pick<GameDocument, "white" | "black">): Color | null {
  if (white.kind === black.kind) return null;
  return white.kind === "human" ? "white" : "black";
}

/** "You won by 19", "White won by 3", "No result". */
export function headline({ winner, by }: Result, person: Color | null): string {
  if (!winner) return t("play.no-result");
  const who = fortune(winner, person);
  if (by === null) return t("play.ended", { who });
  return by === 0 ? t("play.ended-by-the-last-move", { who }) : t("play.ended-by", { who, by });
}

/** Whom a sentence about the winner is about: the person who reads it, or a side. */
function fortune(winner: Color, person: Color | null): "winner" | "loser" | Color {
  if (person === null) return winner;
  return person === winner ? "winner" : "loser";
}

/** Why it ended so: "Black cannot move." The server's own words are kept where they say more. */
export function reason({ winner, ending, detail, by }: Result): string {
  // The count of sealed areas stands in the headline.
  const isCounted = ending === "adjudication" && by !== null;
  const words = (isCounted ? "" : detail) || reasonOf(winner, ending);
  return words === "" || /[.!?]$/.test(words) ? words : `${words}.`;
}

function reasonOf(winner: Color | null, ending: string): string {
  const kind = ending.toLowerCase().replace(/[^a-z]/g, "");
  if (kind === "adjudication") return t("play.all-areas-counted");
  if (!winner) return ending;
  const side = opponent(winner);
  switch (kind) {
    case "nomoves":
      return t("play.cannot-move", { side });
    case "resignation":
      return t("play.resigned", { side });
    case "timeforfeit":
    case "time":
      return t("play.out-of-time", { side });
    default:
      return ending;
  }
}

/** What a position whose areas are all sealed and counted says: "White wins by 11: finish?" */
export function decidedWords({ winner, by }: NonNullable<Position["decided"]>, person: Color | null): string {
  const who = fortune(winner, person);
  return by === 0 ? t("play.decided-by-the-last-move", { who }) : t("play.decided-by", { who, by });
}

/** How many moves a side has left in the areas that only it can reach. */
export interface SealedCount {
  moves: number;
  /** Whether all of them were counted out; otherwise it has at least so many. */
  isExact: boolean;
}

/** The count of a side's sealed areas; null where it has none. */
export function sealedCount({ sealed }: Pick<Position, "sealed">, side: Color): SealedCount | null {
  const areas = sealed.filter(({ owner }) => owner === side);
  const counted = areas.flatMap(({ moves }) => moves ?? []);
  if (counted.length === 0) return null;
  return { moves: counted.reduce((sum, moves) => sum + moves, 0), isExact: counted.length === areas.length };
}
