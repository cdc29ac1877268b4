import { describe, expect, it } from "vitest";
import { parseHash } from "../shell/router.svelte";
import type { GameNode } from "../api/types";
import { Tree } from "../tree/tree";
import { addressOf, gameAddress, placeOf, placeOfLine } from "./address";

describe("the address of a position", () => {
  const fen = "3q2q3/10/10/q8q/10/10/Q4*3Q/10/10/3Q2Q3 b 1 1";

  it("opens the same position", () => {
    expect(addressOf({ fen, moves: [] })).toBe("#/position/3q2q3/10/10/q8q/10/10/Q4*3Q/10/10/3Q2Q3_b_1_1");
    expect(placeOf(parseHash(addressOf({ fen, moves: [] })))).toEqual({ fen, moves: [] });
  });

  it("opens the same line", () => {
    const moves = ["d1d7,d7g7", "a10j10,j10a1"];
    expect(placeOf(parseHash(addressOf({ fen, moves })))).toEqual({ fen, moves });
  });

  it("tells where on the line the board stands", () => {
    const moves = ["d1d7,d7g7", "a10j10,j10a1"];
    expect(addressOf({ fen, moves, ply: 1 })).toMatch(/&ply=1$/);
    for (const ply of [0, 1]) expect(placeOf(parseHash(addressOf({ fen, moves, ply })))).toEqual({ fen, moves, ply });
    expect(placeOf(parseHash(addressOf({ fen, moves, ply: 2 })))).toEqual({ fen, moves });
  });

  it("carries a whole game from any of its positions", () => {
    const node = (id: number, parent: number | null) => ({ id, parent, move: parent === null ? null : `m${id}`, fen });
    const tree = new Tree([node(0, null), node(1, 0), node(2, 1), node(10_000, 0)] as GameNode[]);
    expect(placeOfLine(tree, 1)).toEqual({ fen, moves: ["m1", "m2"], ply: 1 });
    expect(placeOfLine(tree, 10_000)).toEqual({ fen, moves: ["m10000"], ply: 1 });
  });

  it("opens what a link encoder has been at", () => {
    expect(placeOf(parseHash(`#/position/${encodeURIComponent(fen)}`))?.fen).toBe(fen);
    expect(placeOf(parseHash("#/position/"))).toBeNull();
    expect(placeOf(parseHash("#/analyse"))).toBeNull();
  });

  it("names a node only where it is not the last", () => {
    expect(gameAddress(7, 12, 12)).toBe("#/game/7");
    expect(gameAddress(7, 10_001, 12)).toBe("#/game/7?node=10001");
  });
});
