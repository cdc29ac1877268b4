import { describe, expect, it } from "vitest";

import { IDLE, choose, keep, litSquares, stepBack, typedEntry, typedMove, type Entry } from "./entry";
import { movesOf, type Moves } from "./moves";
import { position } from "./testing";

// Not the moves of any real position: the machine must believe whatever it is told.
const MOVES: Moves = {
  d1: { d7: ["g7", "d1"], e2: ["d1"] },
  g1: { g2: ["a2"] },
};
const LANDING: Entry = { stage: "landing", from: "d1" };
const ARROW: Entry = { stage: "arrow", from: "d1", to: "d7" };

describe("the lit squares", () => {
  it("are exactly what the server told, stage by stage", () => {
    expect(litSquares(MOVES, IDLE)).toEqual(["d1", "g1"]);
    expect(litSquares(MOVES, LANDING)).toEqual(["d7", "e2"]);
    expect(litSquares(MOVES, ARROW)).toEqual(["g7", "d1"]);
  });

  it("are none where nothing may be moved", () => {
    expect(litSquares({}, IDLE)).toEqual([]);
    expect(litSquares({}, LANDING)).toEqual([]);
    expect(litSquares(MOVES, { stage: "arrow", from: "g1", to: "d7" })).toEqual([]);
  });
});

describe("the moves of a position", () => {
  const told = position({ destinations: { d1: "d7e2", g1: "g2" }, shots: { d1: { d7: "g7d1", e2: "d1" }, g1: { g2: "a2" } } });

  it("are read from its texts", () => {
    expect(movesOf(told)).toEqual(MOVES);
  });

  it("have unknown arrows until those of an amazon are asked for", () => {
    const partly = { ...told, shots: null };
    expect(movesOf(partly)).toEqual({ d1: { d7: null, e2: null }, g1: { g2: null } });
    expect(movesOf(partly, { g1: { g2: "a2" } })).toEqual({ d1: { d7: null, e2: null }, g1: { g2: ["a2"] } });
  });
});

describe("unknown arrows", () => {
  const unknown: Moves = { d1: { d7: null, e2: null }, g1: { g2: null } };

  it("are waited for: nothing is lit, and no press is lost or taken for another", () => {
    expect(choose(unknown, LANDING, "d7").entry).toEqual(ARROW);
    expect(litSquares(unknown, ARROW)).toEqual([]);
    for (const square of ["g7", "g1", "d7", "a10"]) expect(choose(unknown, ARROW, square)).toEqual({ entry: ARROW, move: null });
    expect(keep(unknown, ARROW)).toEqual(ARROW);
  });

  it("are left to the server where a move is typed", () => {
    expect(typedMove(unknown, "d1-d7/g7")).toBe("d1d7,d7g7");
    expect(typedMove(unknown, "d1-a7/g7")).toBeNull();
    expect(typedEntry(unknown, "d1-d7")).toEqual(ARROW);
  });
});

describe("choosing squares", () => {
  it("makes a move of amazon, landing and arrow", () => {
    let outcome = choose(MOVES, IDLE, "d1");
    expect(outcome).toEqual({ entry: LANDING, move: null });
    outcome = choose(MOVES, outcome.entry, "d7");
    expect(outcome).toEqual({ entry: ARROW, move: null });
    expect(choose(MOVES, outcome.entry, "g7")).toEqual({ entry: IDLE, move: "d1d7,d7g7" });
  });

  it("may shoot at the square that the amazon left", () => {
    expect(choose(MOVES, ARROW, "d1").move).toBe("d1d7,d7d1");
  });

  it("takes the half-made move back on a square that is not lit", () => {
    expect(choose(MOVES, LANDING, "a10")).toEqual({ entry: IDLE, move: null });
    expect(choose(MOVES, ARROW, "a10")).toEqual({ entry: IDLE, move: null });
    expect(choose(MOVES, IDLE, "a10")).toEqual({ entry: IDLE, move: null });
  });

  it("chooses another amazon instead", () => {
    expect(choose(MOVES, LANDING, "g1").entry).toEqual({ stage: "landing", from: "g1" });
    expect(choose(MOVES, ARROW, "g1").entry).toEqual({ stage: "landing", from: "g1" });
  });

  it("lets go of an amazon that is chosen twice", () => {
    expect(choose(MOVES, LANDING, "d1").entry).toEqual(IDLE);
  });
});

describe("going back", () => {
  it("goes one step at a time", () => {
    expect(stepBack(ARROW)).toEqual(LANDING);
    expect(stepBack(LANDING)).toEqual(IDLE);
    expect(stepBack(IDLE)).toEqual(IDLE);
  });

  it("keeps of a half-made move what is still legal", () => {
    expect(keep(MOVES, ARROW)).toEqual(ARROW);
    expect(keep({ d1: { e2: ["d1"] } }, ARROW)).toEqual(LANDING);
    expect(keep({ g1: { g2: ["a2"] } }, ARROW)).toEqual(IDLE);
    expect(keep({}, IDLE)).toEqual(IDLE);
  });
});

describe("typed moves", () => {
  it.each(["d1d7,d7g7", "d1-d7/g7", "D1 D7 G7", "d1d7g7", "d1-d7(g7)", " d1 - d7 / g7 "])("reads %s", (text) => {
    expect(typedMove(MOVES, text)).toBe("d1d7,d7g7");
  });

  it.each(["", "d1", "d1d7", "d1d7,e7g7", "d1-d7/a1", "d1-d7/g7 g7", "d1 to d7 g7", "d11d7g7"])("refuses %j", (text) => {
    expect(typedMove(MOVES, text)).toBeNull();
  });

  it("reads two-digit ranks", () => {
    expect(typedMove({ d10: { d11: ["a16"] } }, "d10d11a16")).toBe("d10d11,d11a16");
  });

  it("lights what may follow while they are typed", () => {
    expect(typedEntry(MOVES, "d")).toEqual(IDLE);
    expect(typedEntry(MOVES, "a1")).toEqual(IDLE);
    expect(typedEntry(MOVES, "d1")).toEqual(LANDING);
    expect(typedEntry(MOVES, "d1-d7/")).toEqual(ARROW);
    expect(typedEntry(MOVES, "d1-a7")).toEqual(LANDING);
  });
});
