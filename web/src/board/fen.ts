// What stands where, read from the first words of a FEN: enough to draw a position that nobody plays on.

import type { Color } from "../api/types";
import { nameOf } from "./squares";

/** A position as it is drawn: nothing is known of what can be played in it. */
export interface Still {
  columns: number;
  rows: number;
  white: string[];
  black: string[];
  arrows: string[];
  turn: Color;
}

const FIELDS: Record<string, "white" | "black" | "arrows"> = { Q: "white", q: "black", "*": "arrows" };

/** The picture of a FEN; null if it cannot be read. */
export function stillOf(fen: string): Still | null {
  const [placement = "", turn = "w"] = fen.trim().split(/\s+/);
  const rows = placement.split("/").map((row) => row.match(/\d+|[Qq*]/g) ?? []);
  const width = (row: string[]) => row.reduce((sum, word) => sum + (Number(word) || 1), 0);
  const columns = Math.max(...rows.map(width));
  if (columns < 1 || columns > 16 || rows.length > 16 || rows.some((row) => width(row) !== columns)) return null;
  const still: Still = { columns, rows: rows.length, white: [], black: [], arrows: [], turn: turn === "b" ? "black" : "white" };
  rows.forEach((row, index) => {
    let column = 0;
    for (const word of row) {
      const field = FIELDS[word];
      if (field) still[field].push(nameOf({ column, row: rows.length - 1 - index }));
      column += Number(word) || 1;
    }
  });
  return still;
}
