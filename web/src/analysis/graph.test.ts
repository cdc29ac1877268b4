import { describe, expect, it } from "vitest";
import { type Point, areaPath, height, linePath, marginOf, marginScale, nearest, runs } from "./graph";
import type { Value } from "./words";

const unknown: Value = { winRate: null, margin: null, winner: null, wonBy: null, wonByIsExact: null };
const frame = { width: 100, height: 40 };
const point = (ply: number, winRate: number | null, margin: number | null = null): Point => ({
  ply,
  id: ply,
  value: winRate === null ? null : { ...unknown, winRate, margin },
});

describe("the graph over a game", () => {
  it("puts White's chance above the middle", () => {
    const [run] = runs([point(0, 0.5), point(1, 1), point(2, 0)], "chance", frame);
    expect(run!.map(({ x, y }) => [x, y])).toEqual([[0, 20], [50, 0], [100, 40]]);
  });

  it("leaves a gap where nothing is known", () => {
    const found = runs([point(0, 0.5), point(1, null), point(2, 0.5), point(3, 0.75)], "chance", frame);
    expect(found.map((run) => run.map(({ ply }) => ply))).toEqual([[0], [2, 3]]);
  });

  it("draws White's share from the bottom", () => {
    const [run] = runs([point(0, 0.5), point(1, 1)], "chance", frame);
    expect(linePath(run!)).toBe("M0 20L100 0");
    expect(areaPath(run!, frame)).toBe("M0 20L100 0L100 40L0 40Z");
    expect(areaPath([], frame)).toBe("");
  });

  it("scales margins to a round number", () => {
    expect(marginScale([point(0, 0.5, 0)])).toBe(4);
    expect(marginScale([point(0, 0.5, -6.3)])).toBe(8);
    expect(marginScale([point(0, 0.5, 300)])).toBe(20);
    expect(height({ ...unknown, winRate: 0.9, margin: 300 }, "margin", 20)).toBe(1);
    expect(height({ ...unknown, winRate: 0.9, margin: -2 }, "margin", 4)).toBe(-0.5);
    expect(height({ ...unknown, winRate: 0.9, margin: null }, "margin", 4)).toBeNull();
  });

  it("takes a proof for what it is", () => {
    expect(marginOf({ ...unknown, winRate: 1, margin: null, winner: "white", wonBy: 6 })).toBe(7);
    expect(marginOf({ ...unknown, winRate: 0, margin: null, winner: "black", wonBy: 0 })).toBe(-1);
    expect(height({ ...unknown, winRate: 0.6, margin: 0.1, winner: "black" }, "chance", 4)).toBe(-1);
  });

  it("finds the point under the pointer", () => {
    const points = [0, 1, 2, 3, 4].map((ply) => point(ply, 0.5));
    expect(nearest(points, 0.3)?.ply).toBe(1);
    expect(nearest(points, 2)?.ply).toBe(4);
    expect(nearest(points, -1)?.ply).toBe(0);
    expect(nearest([], 0.5)).toBeNull();
  });

  it("stands in the middle while there is one point", () => {
    expect(runs([point(0, 0.5)], "chance", frame)[0]![0]!.x).toBe(50);
  });
});
