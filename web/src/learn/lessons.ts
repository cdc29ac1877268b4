// The lessons: a small position, what to do in it, and how to tell that it is done. What is legal, who is trapped and
// who has won is the server's word; a goal only compares it with what was asked.

import type { Position } from "../api/types";
import type { MoveParts } from "../board/squares";
import type { MessageKey } from "../messages/messages";

/** What a lesson asks for. */
export type Goal =
  | { kind: "step"; to: string }
  | { kind: "move" }
  | { kind: "shoot"; at: string }
  | { kind: "trap"; square: string }
  | { kind: "win" };

export interface Lesson {
  /** Its texts are the messages that end so: `title-step`, `text-step`, `task-step`, `praise-step`. */
  name: "step" | "shot" | "wall" | "trap" | "win" | "room";
  fen: string;
  goal: Goal;
  /** What to say when something else was done than was asked for; null where nothing else can be done. */
  again: MessageKey | null;
}

export const LESSONS: Lesson[] = [
  { name: "step", fen: "4q/5/5/5/Q4 w", goal: { kind: "step", to: "d4" }, again: "learn.again-step" },
  { name: "shot", fen: "4q/5/2Q2/5/5 w", goal: { kind: "move" }, again: null },
  { name: "wall", fen: "4q/5/5/5/Q1*2 w", goal: { kind: "shoot", at: "e1" }, again: "learn.again-wall" },
  { name: "trap", fen: "q2*q/4*/5/5/2Q2 w", goal: { kind: "trap", square: "e5" }, again: "learn.again-trap" },
  { name: "win", fen: "q*2/*3/4/3Q w", goal: { kind: "win" }, again: "learn.again-win" },
  { name: "room", fen: "1*3/q*3/5/1*3/1*2Q w", goal: { kind: "shoot", at: "b3" }, again: "learn.again-room" },
];

/** The square that a lesson frames, if any. */
export function framed(goal: Goal): string | null {
  return goal.kind === "step" ? goal.to : goal.kind === "shoot" ? goal.at : null;
}

/** Whether a whole move, and the position that the server says it leads to, is what was asked for. */
export function isReached(goal: Goal, move: MoveParts, after: Position): boolean {
  switch (goal.kind) {
    case "step":
      return move.to === goal.to;
    case "move":
      return true;
    case "shoot":
      return move.arrow === goal.at;
    case "trap":
      return after.trapped.includes(goal.square);
    case "win":
      return after.winner === "white";
  }
}
