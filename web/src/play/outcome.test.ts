import { expect, it } from "vitest";

import { outcomeWords } from "./outcome";

it.each([
  [{ winner: "white", ending: "no moves", detail: "" }, "White wins: Black cannot move."],
  [{ winner: "white", ending: "noMoves", detail: "" }, "White wins: Black cannot move."],
  [{ winner: "black", ending: "resignation", detail: "" }, "Black wins: White resigned."],
  [{ winner: "black", ending: "time-forfeit", detail: "" }, "Black wins: White ran out of time."],
  [{ winner: "black", ending: "crash", detail: "the engine fell over." }, "Black wins: the engine fell over."],
  [{ winner: null, ending: "unfinished", detail: "" }, "No result: unfinished."],
  [{ winner: null, ending: "", detail: "" }, "No result."],
] as const)("says %j", (result, words) => {
  expect(outcomeWords(result)).toBe(words);
});
