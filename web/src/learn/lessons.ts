// The lessons: a small position, what to do in it, and how to tell that it is done. What is legal, who is trapped and
// who has won is the server's word; a goal only compares it with what was asked.

import type { Position } from "../api/types";
import type { MoveParts } from "../board/squares";

/** What a lesson asks for. */
export type Goal =
  | { kind: "step"; to: string }
  | { kind: "move" }
  | { kind: "shoot"; at: string }
  | { kind: "trap"; square: string }
  | { kind: "win" };

export interface Lesson {
  title: string;
  text: string;
  task: string;
  fen: string;
  goal: Goal;
  /** What to say when it is done, and when something else was done. */
  praise: string;
  again: string;
}

export const LESSONS: Lesson[] = [
  {
    title: "An amazon steps",
    text: "She goes as far as she likes in a straight line: forwards, sideways or diagonally, like the queen of chess.",
    task: "Press the white amazon, then the framed square.",
    fen: "4q/5/5/5/Q4 w",
    goal: { kind: "step", to: "d4" },
    praise: "That is all there is to stepping.",
    again: "She can go there too. Now try the framed square.",
  },
  {
    title: "Then she shoots",
    text: "From where she stands now she shoots an arrow, again in any straight line. The square it hits is blocked for the rest of the game.",
    task: "Step anywhere, then shoot anywhere.",
    fen: "4q/5/2Q2/5/5 w",
    goal: { kind: "move" },
    praise: "A step and a shot: that is one move. Now it would be Black's turn.",
    again: "",
  },
  {
    title: "Nothing passes an arrow",
    text: "Neither an amazon nor an arrow can go over something that is in the way.",
    task: "Hit the framed square. The straight way is blocked: step to where you can see it.",
    fen: "4q/5/5/5/Q1*2 w",
    goal: { kind: "shoot", at: "e1" },
    praise: "Good shot.",
    again: "That arrow went elsewhere. From the top left corner you can see it, for instance.",
  },
  {
    title: "A trapped amazon",
    text: "An amazon with no free square around her is trapped. She stays where she is and can do nothing.",
    task: "Close the last way out of the black amazon in the top right corner.",
    fen: "q2*q/4*/5/5/2Q2 w",
    goal: { kind: "trap", square: "e5" },
    praise: "She is trapped: the sign beside her says so.",
    again: "She can still get out. Which square around her is free?",
  },
  {
    title: "Who cannot move has lost",
    text: "The two sides take turns. Whoever has no amazon left that can move, loses the game.",
    task: "Black has one amazon. Trap her and win.",
    fen: "q*2/*3/4/3Q w",
    goal: { kind: "win" },
    praise: "Black cannot move. You have won!",
    again: "Black can still move. Look at the one free square beside her.",
  },
  {
    title: "Room of your own",
    text: "So the game is about room. A closed room that is all yours is a store of moves: every step in it uses up a square, and nobody can disturb you.",
    task: "Shut the door: shoot at the framed square.",
    fen: "1*3/q*3/5/1*3/1*2Q w",
    goal: { kind: "shoot", at: "b3" },
    praise: "Your room is far larger than Black's. You will still be moving when Black cannot.",
    again: "The door is still open. Go somewhere in the same row and shoot along it.",
  },
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
