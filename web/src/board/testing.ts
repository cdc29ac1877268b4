// A position for tests of what only looks at parts of it.

import type { Position } from "../api/types";

/** White to move on an empty board of six by six, but for what is given. */
export function position(parts: Partial<Position>): Position {
  const board = { fen: "", columns: 6, rows: 6, white: [], black: [], arrows: [], vacated: [], trapped: [] };
  return { ...board, turn: "white", ply: 0, winner: null, destinations: {}, shots: {}, sealed: [], decided: null, ...parts };
}
