import { expect, it } from "vitest";

import { FIRST_PLAN, YOU, agentSeat, levelSeat, requestOf, seatsAgainst } from "./plan";

it("asks for the plain game with nothing that was not chosen", () => {
  const seats = seatsAgainst(levelSeat(3), "white", () => false);
  expect(requestOf(FIRST_PLAN, seats)).toEqual({
    white: YOU,
    black: { kind: "engine", name: "Level 3", agent: "otrera:level=3" },
    board: "10x10",
  });
});

it("seats the person where they want to sit", () => {
  const level = levelSeat(1);
  expect(seatsAgainst(level, "black", () => true)).toEqual({ white: level, black: YOU });
  expect(seatsAgainst(level, "either", () => true).white).toEqual(YOU);
  expect(seatsAgainst(level, "either", () => false).black).toEqual(YOU);
});

it("asks for clock and variant where they were chosen", () => {
  const plan = { ...FIRST_PLAN, board: "8x8" as const, delay: 2, minutes: 2.5, increment: 3 };
  expect(requestOf(plan, { white: YOU, black: YOU })).toMatchObject({
    board: "8x8",
    delay: 2,
    clock: { seconds: 150, increment: 3 },
  });
});

it("lets a FEN speak for itself", () => {
  const game = requestOf({ ...FIRST_PLAN, board: "fen", fen: " 1q1/3/1Q1 w ", delay: 2 }, { white: YOU, black: YOU });
  expect(game).toEqual({ white: YOU, black: YOU, fen: "1q1/3/1Q1 w" });
});

it("names a level by its number and others by their first word", () => {
  expect(agentSeat("otrera:level=7")).toEqual(levelSeat(7));
  expect(agentSeat(" alphabeta:eval=territory ")).toEqual({
    kind: "engine",
    name: "alphabeta",
    agent: "alphabeta:eval=territory",
  });
});
