import { expect, it } from "vitest";

import { FIRST_PLAN, agentSeat, levelSeat, requestOf, seatsAgainst, unusual, yourSeat } from "./plan";

const YOU = yourSeat();
const LEVELS = [
  { level: 3, name: "Casual" },
  { level: 7, name: "Strong" },
];

it("asks for the plain game with nothing that was not chosen", () => {
  const seats = seatsAgainst(levelSeat(LEVELS[0]!), "white", () => false);
  expect(requestOf(FIRST_PLAN, seats, false)).toEqual({
    white: YOU,
    black: { kind: "engine", name: "Casual", agent: "otrera:level=3" },
    board: "10x10",
    pace: 600,
  });
});

it("lets engines answer like a partner, or at once, and play each other so that one can follow", () => {
  const engine = levelSeat(LEVELS[0]!);
  expect(requestOf(FIRST_PLAN, { white: engine, black: YOU }, true).pace).toBe(0);
  expect(requestOf(FIRST_PLAN, { white: engine, black: engine }, true).pace).toBe(800);
  expect(requestOf(FIRST_PLAN, { white: YOU, black: YOU }, false)).not.toHaveProperty("pace");
});

it("seats the person where they want to sit", () => {
  const level = levelSeat(LEVELS[0]!);
  expect(seatsAgainst(level, "black", () => true)).toEqual({ white: level, black: YOU });
  expect(seatsAgainst(level, "random", () => true).white).toEqual(YOU);
  expect(seatsAgainst(level, "random", () => false).black).toEqual(YOU);
});

it("asks for clock and variant where they were chosen, and names them", () => {
  const plan = { ...FIRST_PLAN, board: "8x8" as const, delay: 2, minutes: 2.5, increment: 3 };
  expect(requestOf(plan, { white: YOU, black: YOU }, false)).toMatchObject({
    board: "8x8",
    delay: 2,
    clock: { seconds: 150, increment: 3 },
  });
  expect(unusual(plan)).toEqual(["Clock 2.5 min + 3 s", "Variant: squares blocked for 2 moves"]);
  expect(unusual(FIRST_PLAN)).toEqual([]);
});

it("lets a FEN speak for itself", () => {
  const game = requestOf({ ...FIRST_PLAN, board: "fen", fen: " 1q1/3/1Q1 w ", delay: 2 }, { white: YOU, black: YOU }, false);
  expect(game).toEqual({ white: YOU, black: YOU, fen: "1q1/3/1Q1 w" });
});

it("names a level by its name and others by their first word", () => {
  expect(agentSeat("otrera:level=7", LEVELS)).toEqual(levelSeat(LEVELS[1]!));
  expect(agentSeat(" alphabeta:eval=territory ", LEVELS)).toEqual({
    kind: "engine",
    name: "alphabeta",
    agent: "alphabeta:eval=territory",
  });
});
