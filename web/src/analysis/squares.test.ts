import { describe, expect, it } from "vitest";
import type { MoveInfo } from "../api/study";
import { IDLE, type Entry } from "../board/entry";
import { worth } from "./live";
import { squareValues } from "./squares";

function info(move: string, winRate: number, order: number, winner: "white" | "black" | null = null): MoveInfo {
  return { move, order, visits: null, winRate, margin: null, winner, decidedIn: null, wonBy: null, wonByIsExact: null, pv: [move] } as MoveInfo;
}

const infos = [
  info("d1d7,d7g7", 0.7, 0),
  info("d1d7,d7d8", 0.6, 1),
  info("d1e2,e2e3", 0.65, 2),
  info("a4a5,a5a6", 0.5, 3),
];
const brief = (entry: Entry, mover: "white" | "black" = "white") =>
  squareValues(infos, entry, mover).map(({ square, text }) => `${square}:${text}`);

describe("values on squares", () => {
  it("are those of the best move of each amazon first", () => {
    expect(brief(IDLE)).toEqual(["d1:70", "a4:50"]);
  });

  it("are those of each landing square next", () => {
    expect(brief({ stage: "landing", from: "d1" })).toEqual(["d7:70", "e2:65"]);
  });

  it("are those of each arrow last", () => {
    expect(brief({ stage: "arrow", from: "d1", to: "d7" })).toEqual(["g7:70", "d8:60"]);
    expect(brief({ stage: "landing", from: "j4" })).toEqual([]);
  });

  it("are Black's where Black moves", () => {
    expect(brief(IDLE, "black")).toEqual(["a4:50", "d1:30"]);
  });

  it("are the fainter the more a choice gives away", () => {
    expect(squareValues(infos, { stage: "arrow", from: "d1", to: "d7" }, "white").map(({ strength, best }) => [Math.round(strength * 100), best])).toEqual([[100, true], [50, false]]);
    expect(squareValues([info("a1a2,a2a1", 0.9, 0), info("b1b2,b2b1", 0.1, 1)], IDLE, "white")[1]!.strength).toBe(0);
  });

  it("do not praise a lucky guess", () => {
    const guessed = [{ ...info("a1a2,a2a1", 0.99, 1), visits: 1 }, { ...info("b1b2,b2b1", 0.6, 0), visits: 900 }];
    expect(squareValues(guessed, IDLE, "white").map(({ square, text, best }) => [square, text, best])).toEqual([["b1", "60", true], ["a1", "60", false]]);
  });

  it("trust a proof more than a chance", () => {
    expect(worth(info("a1a2,a2a3", 0.9, 0, "black"), "white")).toBe(0);
    expect(squareValues([info("b1b2,b2b1", 0.2, 0, "white")], IDLE, "white")[0]!.text).toBe("won");
  });
});
