// What a new game is to be, before it is asked for: the choices of the Play page, and the request that they make.

import type { Color, NewGame, Seat } from "../api/types";

export type Side = Color | "either";
export type BoardChoice = "10x10" | "8x8" | "6x6" | "fen";

export interface Plan {
  side: Side;
  board: BoardChoice;
  /** Used where `board` is "fen". */
  fen: string;
  /** For how many plies a vacated square stays blocked; 0 is the standard game. */
  delay: number;
  /** Minutes for each side; 0 is no clock. */
  minutes: number;
  /** Seconds added with every move. */
  increment: number;
}

export const FIRST_PLAN: Plan = { side: "white", board: "10x10", fen: "", delay: 0, minutes: 0, increment: 5 };

export const YOU: Seat = { kind: "human", name: "You", agent: null };

/** The seat of a level, 1 to 10. */
export function levelSeat(level: number): Seat {
  return { kind: "engine", name: `Level ${level}`, agent: `otrera:level=${level}` };
}

/** The seat of any player by its spec; a level keeps its short name. */
export function agentSeat(spec: string): Seat {
  const level = /^otrera:level=(\d+)$/.exec(spec.trim());
  if (level) return levelSeat(Number(level[1]));
  return { kind: "engine", name: spec.trim().split(":")[0] || "engine", agent: spec.trim() };
}

/** Seats the person on the chosen side; `coin` decides where either will do. */
export function seatsAgainst(opponent: Seat, side: Side, coin: () => boolean): { white: Seat; black: Seat } {
  const isWhite = side === "either" ? coin() : side === "white";
  return isWhite ? { white: YOU, black: opponent } : { white: opponent, black: YOU };
}

/** The request for a game between two seats. */
export function requestOf(plan: Plan, seats: { white: Seat; black: Seat }): NewGame {
  const game: NewGame = { ...seats };
  if (plan.board === "fen") game.fen = plan.fen.trim();
  else game.board = plan.board;
  // A FEN says itself whether it is of the variant.
  if (plan.delay > 0 && plan.board !== "fen") game.delay = plan.delay;
  if (plan.minutes > 0) game.clock = { seconds: Math.round(plan.minutes * 60), increment: plan.increment };
  return game;
}
