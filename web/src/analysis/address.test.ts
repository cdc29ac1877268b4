import { describe, expect, it } from "vitest";
import { parseHash } from "../shell/router.svelte";
import { addressOf, gameAddress, placeOf } from "./address";

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
