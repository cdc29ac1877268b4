import { describe, expect, it } from "vitest";
import { markOf, shapeOf, toggled } from "./drawing";

describe("marks", () => {
  it("are kept as squares", () => {
    for (const shape of ["d4", "d1d7", "a10j10", "p16"]) expect(shapeOf(markOf(shape)!)).toBe(shape);
    expect([markOf(""), markOf("z9"), markOf("a1b1c1")]).toEqual([null, null, null]);
  });

  it("go when they are drawn again", () => {
    const arrow = { from: "a1", to: "b2" };
    expect(toggled([], arrow)).toEqual([arrow]);
    expect(toggled([arrow, { from: "a1", to: "a1" }], arrow)).toEqual([{ from: "a1", to: "a1" }]);
  });
});
