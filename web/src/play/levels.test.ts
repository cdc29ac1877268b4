import { expect, it } from "vitest";

import type { GameDocument } from "../api/types";
import { beatenIn, levelOf, nextLevel } from "./levels";
import { STARTS, yourSeat } from "./plan";

const YOU = yourSeat();
const ENGINE = { kind: "engine", name: "Beginner", agent: "otrera:level=1" } as const;

function game(parts: Partial<GameDocument>): GameDocument {
  const result = { winner: "white", ending: "no moves", detail: "", by: 3 };
  return { white: YOU, black: ENGINE, start: `${STARTS["10x10"]} - - 0 1`, delay: 0, result, ...parts } as GameDocument;
}

it("counts a level as beaten by a person who won a whole game", () => {
  expect(beatenIn(game({}))).toBe(1);
  expect(beatenIn(game({ white: ENGINE, black: YOU }))).toBeNull();
  expect(beatenIn(game({ result: null }))).toBeNull();
  expect(beatenIn(game({ black: YOU }))).toBeNull();
  expect(beatenIn(game({ black: { ...ENGINE, agent: "random" } }))).toBeNull();
});

it("does not count what began in the middle, or with other rules", () => {
  expect(beatenIn(game({ start: "q3q/5/5/5/Q3Q w - - 0 1" }))).toBeNull();
  expect(beatenIn(game({ delay: 2 }))).toBeNull();
});

it("offers the level above the highest that was beaten", () => {
  expect(nextLevel([], 10)).toBe(1);
  expect(nextLevel([1, 3], 10)).toBe(4);
  expect(nextLevel([10], 10)).toBe(10);
});

it("knows a level by its seat", () => {
  expect(levelOf(ENGINE)).toBe(1);
  expect(levelOf(YOU)).toBeNull();
  expect(levelOf({ agent: "otrera:level=3,threads=2" })).toBeNull();
});
