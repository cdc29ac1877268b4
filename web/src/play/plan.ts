// What a new game is to be, before it is asked for: the choices of the Play page, and the request that they make.

import type { Color, NewGame, Seat } from "../api/types";
import { t } from "../messages/messages";
import { levelName } from "./names";

export type Side = Color | "random";
export type NamedBoard = "10x10" | "8x8" | "6x6";
export type BoardChoice = NamedBoard | "fen";

/** How the named boards begin. */
export const STARTS: Record<NamedBoard, string> = {
  "10x10": "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
  "8x8": "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
  "6x6": "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w",
};

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

/** The seat of a person, by name. */
export function personSeat(name: string): Seat {
  return { kind: "human", name, agent: null };
}

/** The seat of the one person who plays. */
export function yourSeat(): Seat {
  return personSeat(t("play.you"));
}

/** How long engines that play each other wait between moves, and one that answers a person, in milliseconds. */
export const WATCHED_PACE = 800;
export const ANSWER_PACE = 600;

/** The seat of a level. */
export function levelSeat(level: { level: number; name: string }): Seat {
  return { kind: "engine", name: levelName(level), agent: `otrera:level=${level.level}` };
}

/** The seat of any player by its spec; a level has its own name. */
export function agentSeat(spec: string, levels: readonly { level: number; name: string }[]): Seat {
  const agent = spec.trim();
  const level = levels.find((row) => agent === `otrera:level=${row.level}`);
  return level ? levelSeat(level) : { kind: "engine", name: agent.split(":")[0] || "engine", agent };
}

/** Seats the person on the chosen side; `coin` decides where chance does. */
export function seatsAgainst(opponent: Seat, side: Side, coin: () => boolean): { white: Seat; black: Seat } {
  const isWhite = side === "random" ? coin() : side === "white";
  return isWhite ? { white: yourSeat(), black: opponent } : { white: opponent, black: yourSeat() };
}

/** The request for a game between two seats; `atOnce`: an engine does not let a person wait longer than it needs. */
export function requestOf(plan: Plan, seats: { white: Seat; black: Seat }, atOnce: boolean): NewGame {
  const game: NewGame = { ...seats };
  const engines = [seats.white, seats.black].filter((seat) => seat.kind === "engine").length;
  if (engines > 0) game.pace = engines === 2 ? WATCHED_PACE : atOnce ? 0 : ANSWER_PACE;
  if (plan.board === "fen") game.fen = plan.fen.trim();
  else game.board = plan.board;
  // A FEN says itself whether it is of the variant.
  if (plan.delay > 0 && plan.board !== "fen") game.delay = plan.delay;
  if (plan.minutes > 0) game.clock = { seconds: Math.round(plan.minutes * 60), increment: plan.increment };
  return game;
}

/** What of a plan is not as usual, in a few words: what the panel of options has set while it is shut. */
export function unusual({ delay, minutes, increment, board }: Plan): string[] {
  const words: string[] = [];
  if (minutes > 0) words.push(t("play.clock-set", { minutes, increment }));
  if (delay > 0 && board !== "fen") words.push(variantWords(delay));
  return words;
}

/** The name of the variant. */
export function variantWords(delay: number): string {
  return t("play.variant-set", { delay });
}
