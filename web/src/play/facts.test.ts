import { expect, it } from "vitest";

import type { GameDocument } from "../api/types";
import { canTakeBack, factsOf, turnWords } from "./facts";
import { yourSeat } from "./plan";

const YOU = yourSeat();
const ENGINE = { kind: "engine", name: "Beginner", agent: "otrera:level=1" } as const;
const LIVE = { turn: "white", thinking: false, place: null, paused: false, pace: 0, clock: null } as const;

function game(parts: Partial<GameDocument>): GameDocument {
  const nodes = [{ id: 0, fen: "q2/3/2Q w - - 0 1" }];
  return { board: "10x10", delay: 0, nodes, lastPly: 0, live: LIVE, result: null, white: YOU, black: ENGINE, ...parts } as GameDocument;
}

it("names board, clock and variant", () => {
  expect(factsOf(game({}))).toEqual(["10 × 10"]);
  const facts = factsOf(game({ board: "8x8", delay: 2, timeControl: { seconds: 300, increment: 5 }, live: null }));
  expect(facts).toEqual(["8 × 8", "Clock: 5 min + 5 s", "Variant: squares blocked for 2 moves"]);
  expect(factsOf(game({ timeControl: { seconds: 45, increment: 0 } }))).toContain("Clock: 45 s");
});

it("says whose turn it is, and that an engine waits in the queue", () => {
  const seats = { white: YOU, black: ENGINE };
  expect(turnWords(LIVE, seats)).toBe("Your move: you play White.");
  expect(turnWords(LIVE, { white: YOU, black: YOU })).toBe("White to move.");
  expect(turnWords({ ...LIVE, turn: "black", thinking: true }, seats)).toBe("Beginner is thinking.");
  expect(turnWords({ ...LIVE, turn: "black", place: 3 }, seats)).toBe("Beginner waits for a free engine: number 3 in the queue.");
});

it("takes back only what a person has played", () => {
  expect(canTakeBack(game({}))).toBe(false);
  expect(canTakeBack(game({ lastPly: 1 }))).toBe(true);
  const asBlack = { white: ENGINE, black: YOU };
  expect(canTakeBack(game({ ...asBlack, lastPly: 1 }))).toBe(false);
  expect(canTakeBack(game({ ...asBlack, lastPly: 2 }))).toBe(true);
  const blackFirst = { nodes: [{ id: 0, fen: "q2/3/2Q b - - 0 1" }] as GameDocument["nodes"] };
  expect(canTakeBack(game({ ...blackFirst, lastPly: 1 }))).toBe(false);
  expect(canTakeBack(game({ ...blackFirst, ...asBlack, lastPly: 1 }))).toBe(true);
  expect(canTakeBack(game({ lastPly: 1, live: null }))).toBe(false);
});
