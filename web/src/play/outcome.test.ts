import { expect, it } from "vitest";

import { decidedWords, headline, personOf, reason, sealedCount } from "./outcome";
import { yourSeat } from "./plan";

const YOU = yourSeat();
const ENGINE = { kind: "engine", name: "Beginner", agent: "otrera:level=1" } as const;

it("knows who plays alone against an engine", () => {
  expect(personOf({ white: YOU, black: ENGINE })).toBe("white");
  expect(personOf({ white: ENGINE, black: YOU })).toBe("black");
  expect(personOf({ white: YOU, black: YOU })).toBeNull();
  expect(personOf({ white: ENGINE, black: ENGINE })).toBeNull();
});

it.each([
  ["white", 19, "white", "You won by 19"],
  ["white", 19, "black", "You lost by 19"],
  ["black", 3, null, "Black won by 3"],
  ["black", 0, "black", "You won by the last move"],
  ["white", null, "white", "You won"],
  ["white", null, null, "White won"],
  [null, null, "white", "No result"],
] as const)("winner %s by %s, seen by %s: %s", (winner, by, person, words) => {
  expect(headline({ winner, by, ending: "", detail: "" }, person)).toBe(words);
});

it.each([
  [{ winner: "white", ending: "no moves", detail: "" }, "Black cannot move."],
  [{ winner: "white", ending: "noMoves", detail: "" }, "Black cannot move."],
  [{ winner: "black", ending: "resignation", detail: "" }, "White resigned."],
  [{ winner: "black", ending: "time-forfeit", detail: "" }, "White ran out of time."],
  [{ winner: "black", ending: "crash", detail: "the engine fell over." }, "the engine fell over."],
  [{ winner: null, ending: "unfinished", detail: "" }, "unfinished."],
  [{ winner: null, ending: "", detail: "" }, ""],
] as const)("gives the reason of %j", (result, words) => {
  expect(reason({ ...result, by: null })).toBe(words);
});

it("does not say twice by how much a game was won that was counted", () => {
  const counted = { winner: "white", ending: "adjudication", detail: "White wins by 7: all areas were sealed", by: 7 } as const;
  expect(reason(counted)).toBe("All areas are sealed and counted.");
  expect(reason({ ...counted, detail: "the referee has gone home", by: null })).toBe("the referee has gone home.");
});

it("asks whether to finish a game that is decided", () => {
  expect(decidedWords({ winner: "white", by: 11 }, null)).toBe("White wins by 11: finish?");
  expect(decidedWords({ winner: "white", by: 11 }, "white")).toBe("You win by 11: finish?");
  expect(decidedWords({ winner: "white", by: 0 }, "black")).toBe("You lose by the last move: finish?");
});

it("counts the moves in a side's own areas", () => {
  const sealed = [
    { owner: "white", squares: "a1a2", moves: 2 },
    { owner: "white", squares: "c1", moves: 1 },
    { owner: "black", squares: "e1e2e3", moves: null },
    { owner: null, squares: "g1", moves: null },
  ] as const;
  expect(sealedCount({ sealed: [...sealed] }, "white")).toEqual({ moves: 3, isExact: true });
  expect(sealedCount({ sealed: [...sealed] }, "black")).toBeNull();
  const more = [...sealed, { owner: "white", squares: "i1i2", moves: null } as const];
  expect(sealedCount({ sealed: more }, "white")).toEqual({ moves: 3, isExact: false });
});
