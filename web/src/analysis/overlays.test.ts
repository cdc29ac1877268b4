import { describe, expect, it } from "vitest";
import type { AnalysisReport, Overlays, Region } from "../api/study";
import { countText, regionSentence, sealed, tintsOf } from "./overlays";

const region = (changes: Partial<Region>): Region => ({
  kind: "white",
  squares: ["a1", "b1", "c1"],
  white: ["a2"],
  black: [],
  count: 3,
  exact: true,
  ...changes,
});
const overlays: Overlays = {
  queen: { white: ["a1"], black: ["c3"], tied: ["b2"], distances: { a1: [1, 2], c3: [null, 1], b2: [2, 2] } },
  king: { white: ["b2"], black: [], tied: [], distances: { b2: [1, 3] } },
  mobility: { a2: 5, c2: 10 },
  regions: [region({})],
};
const report = {
  moveInfos: [
    { move: "a2b2,b2b3", order: 0 },
    { move: "a2b2,b2c3", order: 1 },
  ],
} as AnalysisReport;

describe("overlays", () => {
  it("draw nothing until one is switched on", () => {
    expect(tintsOf(new Set(), overlays, report, [])).toEqual([]);
    expect(tintsOf(new Set(["queen", "candidates"]), null, null, [])).toEqual([]);
  });

  it("tint what each side reaches first, and leave alone what is tied", () => {
    const tints = tintsOf(new Set(["queen"]), overlays, null, []);
    expect(tints).toEqual([{ square: "a1", kind: "white" }, { square: "c3", kind: "black" }]);
  });

  it("are switched on one by one", () => {
    expect(tintsOf(new Set(["king"]), overlays, null, []).map(({ square }) => square)).toEqual(["b2"]);
    expect(tintsOf(new Set(["mobility"]), overlays, null, []).map(({ square, text }) => square + text)).toEqual(["a25", "c210"]);
  });

  it("write a region's count once, in its middle", () => {
    expect(tintsOf(new Set(["regions"]), overlays, null, []).map(({ square, text }) => [square, text])).toEqual([["a1", undefined], ["b1", "3"], ["c1", undefined]]);
  });

  it("show what is sealed before it is counted", () => {
    const areas = [{ owner: "black" as const, squares: "a1a10", moves: null }, { owner: null, squares: "c3", moves: null }];
    const kinds = ["a1 black", "a10 black", "c3 dead"];
    expect(tintsOf(new Set(["regions"]), null, null, areas).map(({ square, kind }) => `${square} ${kind}`)).toEqual(kinds);
  });

  it("mark where the engine's moves go, the first the strongest", () => {
    const tints = tintsOf(new Set(["candidates"]), overlays, report, []);
    expect(tints.map(({ square, strength }) => [square, strength])).toEqual([["b2", 1], ["b3", 1], ["c3", 0.88]]);
  });
});

describe("a region", () => {
  it("says what is exact and what is a bound", () => {
    expect(countText(region({}))).toBe("3");
    expect(countText(region({ exact: false }))).toBe("≥3");
    expect(countText(region({ kind: "black", count: -16 }))).toBe("16");
    expect(countText(region({ kind: "active", count: -2 }))).toBe("−2");
    expect(countText(region({ kind: "active", count: 2 }))).toBe("+2");
    expect(countText(region({ kind: "dead", count: 0 }))).toBeNull();
    expect(countText(region({ count: null }))).toBeNull();
  });

  it("is nothing while the board is open", () => {
    const open = region({ kind: "active" });
    expect(sealed([open])).toEqual([]);
    expect(sealed([open, region({})])).toHaveLength(2);
    expect(sealed([region({})])).toHaveLength(1);
  });

  it("is told as a sentence", () => {
    expect(regionSentence(region({}))).toBe("3 squares of White alone: exactly 3 moves");
    expect(regionSentence(region({ kind: "black", count: -1, exact: false, squares: ["a1"] }))).toBe("1 square of Black alone: at least 1 move");
    expect(regionSentence(region({ kind: "active", count: null }))).toBe("3 squares that both sides fight for");
    expect(regionSentence(region({ kind: "dead" }))).toBe("3 squares that nobody can reach");
  });
});
