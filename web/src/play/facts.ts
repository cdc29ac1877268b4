// What is to be known of a game besides its moves, in a few words: board, clock, variant.

import type { GameDocument } from "../api/types";
import { variantWords } from "./plan";

/** "10 × 10", "Clock: 5 min + 5 s", "Variant: squares blocked for 2 moves". */
export function factsOf({ board, delay, timeControl }: Pick<GameDocument, "board" | "delay" | "timeControl">): string[] {
  const facts = [board.replace("x", " × ")];
  if (timeControl) {
    const { seconds, increment = 0 } = timeControl;
    const base = seconds >= 60 ? `${Math.round(seconds / 6) / 10} min` : `${seconds} s`;
    facts.push(increment > 0 ? `Clock: ${base} + ${increment} s` : `Clock: ${base}`);
  }
  if (delay > 0) facts.push(variantWords(delay));
  return facts;
}

/** Whether there is a move of a person to take back; it is taken back with what was answered to it. */
export function canTakeBack({ nodes, lastPly, live, result, white, black }: GameDocument): boolean {
  if (!live || result) return false;
  const isWhiteFirst = nodes[0]?.fen.split(" ")[1] !== "b";
  const movedWhite = isWhiteFirst ? lastPly >= 1 : lastPly >= 2;
  const movedBlack = isWhiteFirst ? lastPly >= 2 : lastPly >= 1;
  return (movedWhite && white.kind === "human") || (movedBlack && black.kind === "human");
}
