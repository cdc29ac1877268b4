import { describe, expect, it } from "vitest";
import type { Color } from "../api/types";
import { type Value, betterChance, brief, chance, count, percent, sentence, sentenceWithChance, share, signed, size, tiny } from "./words";

const open = (winRate: number | null, margin: number | null): Value => ({ winRate, margin, winner: null, wonBy: null, wonByIsExact: null });
const won = (winner: Color, wonBy: number | null = null, wonByIsExact: boolean | null = wonBy === null ? null : true): Value => ({
  winRate: winner === "white" ? 1 : 0,
  margin: null,
  winner,
  wonBy,
  wonByIsExact,
});

describe("a value in words", () => {
  it("names the side that is ahead", () => {
    expect(sentence(open(0.7, 3.24))).toBe("White is ahead by 3.2 moves");
    expect(sentence(open(0.3, -1.04))).toBe("Black is ahead by 1.0 move");
    expect(sentence(open(0.5, 0.04))).toBe("Even");
    expect(sentence(open(0.62, null))).toBe("White wins 62%");
    expect(sentence(open(null, null))).toBe("Not known yet");
  });

  it("tells a proof as a proof", () => {
    expect(sentence(won("white", 7))).toBe("White wins with 7 moves in hand");
    expect(sentence(won("black", 1))).toBe("Black wins with 1 move in hand");
    expect(sentence(won("black", 0))).toBe("Black wins by the last move");
    expect(sentence(won("black"))).toBe("Black wins");
    expect(sentence(won("black", 3, false))).toBe("Black wins with at least 3 moves in hand");
    expect(sentence(won("black", 0, false))).toBe("Black wins");
  });

  it("adds the chance of the better side", () => {
    expect(sentenceWithChance(open(0.3, -2))).toBe("Black is ahead by 2.0 moves, Black wins 70%");
    expect(sentenceWithChance(won("white", 9))).toBe("White wins with 9 moves in hand");
  });

  it("leaves the side out where the place tells it", () => {
    expect(size(open(0.3, -2.04))).toBe("2.0");
    expect(size(won("black", 7))).toBe("7");
    expect(size(won("black"))).toBe("won");
    expect(size(open(0.3, null))).toBe("70%");
    expect(betterChance(open(0.3, -2))).toBe("70%");
    expect(betterChance(won("white"))).toBeNull();
  });

  it("is brief where there is no room", () => {
    expect(brief(open(0.6, 2.25))).toBe("+2.3");
    expect(brief(open(0.6, -2.25))).toBe("−2.3");
    expect(brief(open(0.6, null))).toBe("60%");
    expect(brief(won("black", 4))).toBe("B+4");
    expect(brief(won("white"))).toBe("W wins");
    expect(signed(-0.04)).toBe("0.0");
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
    expect([0, 999, 1000, 12_345, 99_960, 999_499, 999_500, 4_512_000].map(count)).toEqual(["0", "999", "1.0k", "12.3k", "100k", "999k", "1.0M", "4.5M"]);
  });
});
