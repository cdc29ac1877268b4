// The scales and the paths of the graph over a game. Plies run to the right; White's side is above the middle.

import { share, type Value } from "./words";

/** What the graph shows. */
export type Measure = "chance" | "margin";

/** A point of the game: its value may be unknown. */
export interface Point {
  ply: number;
  id: number;
  value: Value | null;
}

/** A point with its place in the picture. */
export interface Place {
  ply: number;
  id: number;
  x: number;
  y: number;
}

/** The size of the picture in its own units. */
export interface Frame {
  width: number;
  height: number;
}

/** A proven game is drawn like a margin of this many moves. */
const PROVEN_MARGIN = 20;
const SMALLEST_SCALE = 4;

/** How far up a value stands: 1 is all White's, 0 the middle, -1 all Black's. */
export function height(value: Value, measure: Measure, scale: number): number | null {
  if (measure === "chance") {
    const white = share(value);
    return white === null ? null : white * 2 - 1;
  }
  const margin = marginOf(value);
  return margin === null ? null : Math.max(-1, Math.min(1, margin / scale));
}

/** The margin at which a value is drawn: the estimate, or one more than what the winner is proven to have in hand. */
export function marginOf(value: Value): number | null {
  if (value.winner) {
    const size = value.wonBy === null ? PROVEN_MARGIN : value.wonBy + 1;
    return value.winner === "white" ? size : -size;
  }
  return value.margin;
}

/** The margin at the upper edge: a round number that holds all but what is decided. */
export function marginScale(points: readonly Point[]): number {
  let largest = SMALLEST_SCALE;
  for (const { value } of points) {
    const margin = value ? marginOf(value) : null;
    if (margin !== null) largest = Math.max(largest, Math.min(PROVEN_MARGIN, Math.abs(margin)));
  }
  return [4, 5, 8, 10, 15, 20].find((round) => round >= largest) ?? PROVEN_MARGIN;
}

/** Where a ply stands. */
export function abscissa(ply: number, last: number, frame: Frame): number {
  return last === 0 ? frame.width / 2 : (ply / last) * frame.width;
}

/** Places of all points whose value is known, in runs without a gap. */
export function runs(points: readonly Point[], measure: Measure, frame: Frame): Place[][] {
  const last = points.at(-1)?.ply ?? 0;
  const scale = marginScale(points);
  const found: Place[][] = [];
  let run: Place[] = [];
  for (const point of points) {
    const up = point.value ? height(point.value, measure, scale) : null;
    if (up === null) {
      if (run.length > 0) found.push(run);
      run = [];
    } else {
      const y = ((1 - up) / 2) * frame.height;
      run.push({ ply: point.ply, id: point.id, x: abscissa(point.ply, last, frame), y });
    }
  }
  if (run.length > 0) found.push(run);
  return found;
}

/** The path of a run's line. */
export function linePath(run: readonly Place[]): string {
  return run.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

/** The path of the area between a run and the bottom, which is White's share of the picture. */
export function areaPath(run: readonly Place[], frame: Frame): string {
  const first = run[0];
  const last = run.at(-1);
  if (!first || !last) return "";
  return `${linePath(run)}L${round(last.x)} ${frame.height}L${round(first.x)} ${frame.height}Z`;
}

/** The point nearest to a place across, given as a share of the width. */
export function nearest(points: readonly Point[], share: number): Point | null {
  const last = points.at(-1)?.ply ?? 0;
  const ply = Math.round(Math.max(0, Math.min(1, share)) * last);
  return points.reduce<Point | null>(
    (best, point) => (best === null || Math.abs(point.ply - ply) < Math.abs(best.ply - ply) ? point : best),
    null,
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
