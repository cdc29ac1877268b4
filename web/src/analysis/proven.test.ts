import { describe, expect, it } from "vitest";

import type { Proven } from "../api/study";
import { byVerdict, verdictOf } from "./proven";

const PROVEN: Proven = {
  isSmall: true,
  proof: { file: "proofs/5x4.proof", positions: 22 },
  winner: "white",
  moves: [
    { move: "a2a3,a3a2", verdict: "open" },
    { move: "b1b2,b2d2", verdict: "won" },
    { move: "b1b2,b2b1", verdict: "open" },
  ],
};

describe("what is proven", () => {
  it("comes in groups, the won moves first, without empty ones", () => {
    expect(byVerdict(PROVEN.moves)).toEqual([
      { verdict: "won", moves: ["b1b2,b2d2"] },
      { verdict: "open", moves: ["a2a3,a3a2", "b1b2,b2b1"] },
    ]);
    expect(byVerdict([])).toEqual([]);
  });

  it("is found for a move", () => {
    expect(verdictOf(PROVEN, "b1b2,b2d2")).toBe("won");
    expect(verdictOf(PROVEN, "e1e2,e2e1")).toBeNull();
    expect(verdictOf(null, "b1b2,b2d2")).toBeNull();
  });
});
