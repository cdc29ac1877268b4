// What is to be known of a game besides its moves, in a few words: board, clock, variant, whose turn it is.

import type { Color, GameDocument } from "../api/types";
import { sideName } from "../board/names";
import { t } from "../messages/messages";
import { variantWords } from "./plan";

/** "10 × 10", "Clock: 5 min + 5 s", "Variant: squares blocked for 2 moves". */
export function factsOf({ board, delay, timeControl }: Pick<GameDocument, "board" | "delay" | "timeControl">): string[] {
  const facts = [board.replace("x", " × ")];
  if (timeControl) {
    const { seconds, increment = 0 } = timeControl;
    facts.push(
      seconds >= 60
        ? t("play.clock-minutes", { minutes: Math.round(seconds / 6) / 10, increment })
        : t("play.clock-seconds", { seconds, increment }),
    );
  }
  if (delay > 0) facts.push(variantWords(delay));
  return facts;
}

/** Whose turn it is in a game that is played; of an engine whether it thinks or waits in the server's queue. */
export function turnWords({ turn, place }: NonNullable<GameDocument["live"]>, seats: Pick<GameDocument, Color>): string {
  const seat = seats[turn];
  if (seat.kind === "human") {
    const isAlone = seats.white.kind !== seats.black.kind;
    return isAlone ? t("play.your-move", { side: turn }) : t("play.side-to-move", { side: turn });
  }
  const name = seat.name || sideName(turn);
  return place === null ? t("play.name-is-thinking", { name }) : t("play.name-waits", { name, place });
}

/** Whether there is a move of a person to take back; it is taken back with what was answered to it. */
export function canTakeBack({ nodes, lastPly, live, result, white, black }: GameDocument): boolean {
  if (!live || result) return false;
  const isWhiteFirst = nodes[0]?.fen.split(" ")[1] !== "b";
  const movedWhite = isWhiteFirst ? lastPly >= 1 : lastPly >= 2;
  const movedBlack = isWhiteFirst ? lastPly >= 2 : lastPly >= 1;
  return (movedWhite && white.kind === "human") || (movedBlack && black.kind === "human");
}
