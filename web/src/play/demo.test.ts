import { expect, it } from "vitest";

import { framesOf } from "./demo";

it.each(["10x10", "8x8", "6x6"])("plays the game on %s picture by picture", (board) => {
  const frames = framesOf(board);
  expect(frames.length).toBeGreaterThan(20);
  for (const [ply, { position, last, ages }] of frames.entries()) {
    expect(position.arrows).toHaveLength(ply);
    // Nothing stands on anything else.
    const taken = [...position.white, ...position.black, ...position.arrows];
    expect(new Set(taken).size).toBe(taken.length);
    expect(last === null).toBe(ply === 0);
    if (ply > 0) expect(ages[position.arrows.at(-1)!]).toBe(0);
  }
});

it("has no game for a board by its FEN", () => {
  expect(framesOf("fen")).toEqual([]);
});
