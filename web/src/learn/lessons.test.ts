import { expect, it } from "vitest";

import { placeOf } from "../board/squares";
import { position } from "../board/testing";
import { LESSONS, framed, isReached } from "./lessons";

const AFTER = position({ white: ["d4"], black: ["e5"], turn: "black", trapped: ["e5"], winner: "white" });
const MOVE = { from: "a1", to: "d4", arrow: "b2" };

it("knows when a goal is reached, by the server's word", () => {
  expect(isReached({ kind: "step", to: "d4" }, MOVE, AFTER)).toBe(true);
  expect(isReached({ kind: "step", to: "d5" }, MOVE, AFTER)).toBe(false);
  expect(isReached({ kind: "shoot", at: "b2" }, MOVE, AFTER)).toBe(true);
  expect(isReached({ kind: "shoot", at: "d4" }, MOVE, AFTER)).toBe(false);
  expect(isReached({ kind: "trap", square: "e5" }, MOVE, AFTER)).toBe(true);
  expect(isReached({ kind: "trap", square: "a5" }, MOVE, AFTER)).toBe(false);
  expect(isReached({ kind: "win" }, MOVE, AFTER)).toBe(true);
  expect(isReached({ kind: "win" }, MOVE, { ...AFTER, winner: null })).toBe(false);
  expect(isReached({ kind: "move" }, MOVE, AFTER)).toBe(true);
});

it("frames squares that are on the board", () => {
  for (const { fen, goal, name } of LESSONS) {
    const square = framed(goal);
    const rows = fen.split("/").length;
    if (square) expect(placeOf(square)?.row, name).toBeLessThan(rows);
  }
});
