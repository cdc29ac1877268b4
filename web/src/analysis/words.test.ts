import { describe, expect, it } from "vitest";
import type { Color } from "../api/types";
import { type Value, brief, chance, compact, headlineText, marginText, percent, sentence, share, size, tiny } from "./words";

const open = (winRate: number | null, margin: number | null): Value => ({ winRate, margin, winner: null, wonBy: null, wonByIsExact: null });
const won = (winner: Color, wonBy: number | null = null, wonByIsExact: boolean | null = wonBy === null ? null : true): Value => ({
  winRate: winner === "white" ? 1 : 0,
  margin: null,
  winner,
  wonBy,
  wonByIsExact,
});

describe("a value in words", () => {
  it("names the side that is ahead, and claims no more than an estimate knows", () => {
    expect(sentence(open(0.7, 3.24))).toBe("White is ahead by about 3 moves");
    expect(sentence(open(0.3, -1.04))).toBe("Black is ahead by about 1 move");
    expect(sentence(open(0.99, 28.5))).toBe("White is ahead by about 30 moves");
    expect(sentence(open(0.5, 0.04))).toBe("Even");
    expect(sentence(open(0.62, null))).toBe("White wins 62%");
    expect(sentence(open(null, null))).toBe("Not known yet");
  });

  it("tells a proof as a proof", () => {
    expect(sentence(won("white", 7))).toBe("White wins by 7");
    expect(sentence(won("black", 0))).toBe("Black wins by the last move");
    expect(sentence(won("black"))).toBe("Black wins");
    expect(sentence(won("black", 3, false))).toBe("Black wins by 3 or more");
    expect(sentence(won("black", 0, false))).toBe("Black wins");
  });

  it("says the chance of the better side first", () => {
    expect(headlineText(open(0.3, -2))).toBe("Black 70%, ahead by about 2 moves");
    expect(headlineText(open(0.51, 0.2))).toBe("White 51%, even");
    expect(headlineText(open(0.3, null))).toBe("Black 70%");
    expect(headlineText(won("white", 9))).toBe("White wins by 9");
  });

  it("leaves the side out where the place tells it", () => {
    expect(size(open(0.3, -2.04))).toBe("70");
    expect(size(won("black", 7))).toBe("100");
    expect(size(open(0.999, null))).toBe("99");
    expect(size(open(null, 2))).toBe("");
  });

  it("tells an exact margin from a bound and from an estimate", () => {
    expect([open(0.6, 2.25), open(0.4, -2.25), open(0.5, -0.04), open(0.99, -28.5)].map(marginText)).toEqual(["≈+2", "≈−2", "≈0", "≈−30"]);
    expect([won("black", 4), won("white", 4), won("white", 4, false), won("black", 4, false)].map(marginText)).toEqual(["−4", "+4", "≥+4", "≤−4"]);
    expect([open(0.6, null), won("white")].map(marginText)).toEqual([null, null]);
  });

  it("is brief where there is no room", () => {
    expect(brief(open(0.6, 2.25))).toBe("60% (≈+2)");
    expect(brief(open(0.6, null))).toBe("60%");
    expect(brief(won("black", 4))).toBe("0% (−4)");
  });

  it("sees a square with the mover's eyes", () => {
    expect(tiny(open(0.3, -2), "black")).toBe("70");
    expect(tiny(open(0.3, -2), "white")).toBe("30");
    expect(tiny(won("white"), "black")).toBe("lost");
    expect(tiny(won("white"), "white")).toBe("won");
  });

  it("never calls certain what is not", () => {
    expect(percent(0.999)).toBe("99%");
    expect(percent(0.001)).toBe("1%");
    expect(percent(1)).toBe("100%");
    expect(percent(0)).toBe("0%");
    expect(chance({ ...won("black"), winRate: 0.98 })).toBe("0%");
    expect([share(won("white")), share(open(0.3, null)), share(open(null, 2))]).toEqual([1, 0.3, null]);
  });

  it("shortens counts", () => {
    expect([0, 999, 1000, 12_345, 99_960, 999_499, 999_500, 4_512_000].map(compact)).toEqual(["0", "999", "1.0k", "12.3k", "100k", "999k", "1.0M", "4.5M"]);
  });
});
