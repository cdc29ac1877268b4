// The board in words, for those who hear it.

import type { Color, Position } from "../api/types";
import { t } from "../messages/messages";
import type { Entry } from "./entry";
import { partsOf } from "./squares";

/** The name of a side where it stands alone; in a sentence the message itself chooses: `{side, select, …}`. */
export function sideName(side: Color): string {
  return t("board.side", { side });
}

/** The name of a square with what stands on it: "d1, white amazon". */
export function cellName(position: Position | null, square: string): string {
  return t("board.cell", { square, piece: pieceOn(position, square) });
}

function pieceOn(position: Position | null, square: string): string {
  if (!position) return "none";
  const trapped = position.trapped.includes(square) ? "Trapped" : "";
  if (position.white.includes(square)) return `white${trapped}`;
  if (position.black.includes(square)) return `black${trapped}`;
  if (position.vacated.includes(square)) return "vacated";
  return position.arrows.includes(square) ? "arrow" : "none";
}

/** The name of a lit square: what may be done with it stands behind: "d1, white amazon, can move". */
export function litName(position: Position | null, square: string, { stage }: Entry): string {
  return t("board.cell-lit", { cell: cellName(position, square), stage });
}

/** A move that was made: "White: d1 to d7, arrow to g7." */
export function moveAnnouncement(move: string, side: Color): string {
  const parts = partsOf(move);
  return parts ? t("board.moved", { side, from: parts.from, to: parts.to, arrow: parts.arrow }) : t("board.moved-otherwise", { side, move });
}

/** Where the entry of a move stands. */
export function stageAnnouncement(entry: Entry, squares: number): string {
  switch (entry.stage) {
    case "amazon":
      return "";
    case "landing":
      return t("board.amazon-chosen", { from: entry.from, squares });
    case "arrow":
      return t("board.landing-chosen", { to: entry.to, squares });
  }
}
