import { describe, expect, it } from "vitest";
import type { AnalysisReport, MoveInfo } from "../api/study";
import type { Assessment, Evaluation } from "../api/types";
import { Memory, OFF, asked, bestValue, heard, linesOf, queued, refused } from "./live";

const unknown: Assessment = { winRate: null, margin: null, winner: null, wonBy: null, wonByIsExact: null, decidedIn: null, pv: [] };

function report(id: string, nodes: number, changes: Partial<AnalysisReport["rootInfo"]> = {}, isDuringSearch = true): AnalysisReport {
  return {
    id,
    isDuringSearch,
    turn: "white",
    rootInfo: { ...unknown, winRate: 0.6, margin: 2, visits: 0, nodes, depth: null, seconds: 1, ...changes },
    moveInfos: [info("a1a2,a2a1", 0, { winRate: 0.6, margin: 2 })],
  };
}

function info(move: string, order: number, changes: Partial<MoveInfo> = {}): MoveInfo {
  return { ...unknown, move, order, visits: 100, ...changes };
}

describe("the engine's lines", () => {
  const shown = (infos: MoveInfo[], count: number, turn: "white" | "black" = "white") =>
    linesOf({ ...report("1", 1), turn, moveInfos: infos }, count).map(({ move, winRate }) => [move, winRate]);

  it("stand in the order of their values, which moves they are is the engine's choice", () => {
    const infos = [info("a", 0, { winRate: 0.53 }), info("b", 1, { winRate: 0.55 }), info("c", 2, { winRate: 0.5 }), info("d", 3, { winRate: 0.9 })];
    expect(shown(infos, 3)).toEqual([["b", 0.55], ["a", 0.53], ["c", 0.5]]);
    expect(shown(infos, 3, "black")).toEqual([["c", 0.5], ["a", 0.53], ["b", 0.55]]);
  });

  it("do not begin with a move that was hardly looked at", () => {
    const infos = [info("a", 0, { winRate: 0.53, visits: 9000 }), info("b", 1, { winRate: 0.7, visits: 20 })];
    expect(shown(infos, 2)).toEqual([["a", 0.53], ["b", 0.53]]);
  });

  it("put proofs where they belong", () => {
    const infos = [
      info("slow", 0, { winRate: 1, winner: "white", wonBy: 1 }),
      info("lost", 1, { winRate: 0, winner: "black", wonBy: 3 }),
      info("open", 2, { winRate: 0.97 }),
      info("won", 3, { winRate: 1, winner: "white", wonBy: 4 }),
    ];
    expect(shown(infos, 4).map(([move]) => move)).toEqual(["won", "slow", "open", "lost"]);
  });
});

describe("a live analysis", () => {
  it("hears the answers to its question", () => {
    const state = heard(asked("1", "fen", null), report("1", 10));
    expect([state.status, state.report?.rootInfo.nodes]).toEqual(["thinking", 10]);
    expect(heard(state, report("1", 20, {}, false)).status).toBe("done");
  });

  it("passes over answers to an older one", () => {
    const state = asked("2", "fen", null);
    expect(heard(state, report("1", 10))).toBe(state);
    expect(refused(state, "1", "no")).toBe(state);
    expect(heard(OFF, report("1", 10))).toBe(OFF);
  });

  it("shows what was known until more is", () => {
    const known = report("0", 1000);
    const state = heard(asked("1", "fen", known), report("1", 10));
    expect(state.report).toBe(known);
    expect(heard(state, report("1", 1000)).report?.id).toBe("1");
  });

  it("takes a proof before any number of positions", () => {
    const proof = report("1", 1, { winner: "black" });
    expect(heard(asked("1", "fen", report("0", 1000)), proof).report).toBe(proof);
    expect(heard(asked("2", "fen", proof), report("2", 9999)).report).toBe(proof);
  });

  it("does not forget its moves for an empty report", () => {
    const known = report("0", 5);
    const empty = { ...report("1", 9), moveInfos: [] };
    expect(heard(asked("1", "fen", known), empty).report).toBe(known);
  });

  it("says why it does not think", () => {
    expect(refused(asked("1", "fen", null), "1", "too many")).toMatchObject({ status: "refused", words: "too many" });
  });
});

describe("an analysis in the queue", () => {
  const waiting = queued(asked("1", "fen", null), "1", 3);

  it("knows its place until it is answered or refused", () => {
    expect(waiting).toMatchObject({ status: "asked", place: 3 });
    expect(queued(waiting, "1", 2).place).toBe(2);
    expect(heard(waiting, report("1", 10))).toMatchObject({ status: "thinking", place: null });
    expect(refused(waiting, "1", "too many")).toMatchObject({ status: "refused", place: null });
    expect(asked("2", "fen", null).place).toBeNull();
  });

  it("passes over the place of an older question", () => {
    expect(queued(waiting, "0", 1)).toBe(waiting);
    expect(queued(OFF, "1", 1)).toBe(OFF);
  });
});

describe("the value of a position", () => {
  const stored: Evaluation = { ...unknown, winRate: 0.4, margin: -1, nodes: 500 };

  it("is the deeper of what runs and what is stored", () => {
    expect(bestValue(report("1", 100), 1, stored)).toBe(stored);
    expect(bestValue(report("1", 600), 1, stored)?.winRate).toBe(0.6);
    expect(bestValue(report("1", 1, { winner: "white" }), 1, stored)?.winner).toBe("white");
    expect(bestValue(null, 1, stored)).toBe(stored);
    expect(bestValue(report("1", 600, { winRate: null }), 1, null)).toBeNull();
  });
});

describe("the memory", () => {
  it("keeps the deepest report and forgets the oldest position", () => {
    const memory = new Memory(2);
    memory.keep("a", report("1", 10));
    memory.keep("a", report("2", 5));
    expect(memory.recall("a")?.id).toBe("1");
    memory.keep("b", report("3", 1));
    memory.keep("c", report("4", 1));
    expect([memory.recall("a"), memory.recall("c")?.id]).toEqual([null, "4"]);
  });
});
