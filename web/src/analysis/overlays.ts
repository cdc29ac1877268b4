// Which overlays there are, and what each of them draws on the board.

import type { AnalysisReport, Overlays, Race, Region } from "../api/study";
import type { SealedArea } from "../api/types";
import type { Tint } from "../board/drawing";
import { partsOf, placeOf, squaresIn } from "../board/squares";
import { t } from "../messages/messages";

export type OverlayName = "queen" | "king" | "regions" | "mobility" | "candidates" | "values" | "arrows";

/** The overlays in the order in which they are offered. */
export const OVERLAYS: readonly OverlayName[] = ["arrows", "values", "queen", "king", "regions", "mobility", "candidates"];

/** All that is to be drawn for the overlays that are switched on; `areas` are shown until the counts of regions are there. */
export function tintsOf(on: ReadonlySet<string>, overlays: Overlays | null, report: AnalysisReport | null, areas: SealedArea[]): Tint[] {
  const tints: Tint[] = [];
  if (overlays && on.has("queen")) tints.push(...raceTints(overlays.queen));
  if (overlays && on.has("king")) tints.push(...raceTints(overlays.king));
  if (on.has("regions")) tints.push(...(overlays ? sealed(overlays.regions).flatMap(regionTints) : areas.flatMap(areaTints)));
  if (overlays && on.has("mobility")) tints.push(...mobilityTints(overlays.mobility));
  if (report && on.has("candidates")) tints.push(...candidateTints(report));
  return tints;
}

/** A race: one flat tint for each side; what is tied is left as it is. */
function raceTints(race: Race): Tint[] {
  const tint = (kind: "white" | "black") => (square: string): Tint => ({ square, kind });
  return [...race.white.map(tint("white")), ...race.black.map(tint("black"))];
}

/** The regions that are worth showing: an open board is one region, which tells nothing. */
export function sealed(regions: readonly Region[]): readonly Region[] {
  return regions.some((region) => region.kind !== "active") || regions.length > 1 ? regions : [];
}

function areaTints({ owner, squares }: SealedArea): Tint[] {
  return squaresIn(squares).map((square) => ({ square, kind: owner ?? "dead" }));
}

/** A region: all its squares, and its count once, in the square nearest to its middle. */
function regionTints(region: Region): Tint[] {
  const middle = middleSquare(region.squares);
  const count = countText(region);
  return region.squares.map((square) => {
    const tint: Tint = { square, kind: region.kind };
    return square === middle && count !== null ? { ...tint, text: count } : tint;
  });
}

/** The count of a region: moves of its owner; for an active one White's margin. What is only a bound says so. */
export function countText(region: Region): string | null {
  if (region.count === null || region.kind === "dead") return null;
  const bound = region.exact ? "" : "≥";
  if (region.kind !== "active") return `${bound}${Math.abs(region.count)}`;
  return `${bound}${region.count > 0 ? "+" : ""}${String(region.count).replace("-", "−")}`;
}

/** What a region is, as a sentence. */
export function regionSentence(region: Region): string {
  const squares = region.squares.length;
  if (region.kind === "dead") return t("analysis.region-dead", { squares });
  if (region.kind === "active") return t("analysis.region-active", { squares });
  const side = region.kind;
  if (region.count === null) return t("analysis.region-alone", { squares, side });
  // Every count is White's: Black's own moves count below nothing.
  const moves = Math.abs(region.count);
  return region.exact ? t("analysis.region-exact", { squares, side, moves }) : t("analysis.region-at-least", { squares, side, moves });
}

function middleSquare(squares: readonly string[]): string | null {
  const places = squares.flatMap((square) => {
    const place = placeOf(square);
    return place ? [{ square, ...place }] : [];
  });
  const column = places.reduce((sum, place) => sum + place.column, 0) / places.length;
  const row = places.reduce((sum, place) => sum + place.row, 0) / places.length;
  let best: string | null = null;
  let nearest = Infinity;
  for (const place of places) {
    const away = (place.column - column) ** 2 + (place.row - row) ** 2;
    if (away < nearest) [best, nearest] = [place.square, away];
  }
  return best;
}

function mobilityTints(mobility: Record<string, number>): Tint[] {
  const most = Math.max(1, ...Object.values(mobility));
  return Object.entries(mobility).map(([square, count]) => ({
    square,
    kind: "mobility" as const,
    strength: 0.15 + 0.6 * (count / most),
    text: String(count),
  }));
}

/** The squares of the engine's moves, the first moves the strongest. */
function candidateTints(report: AnalysisReport): Tint[] {
  const strengths = new Map<string, number>();
  for (const info of report.moveInfos.slice(0, 12)) {
    const parts = partsOf(info.move);
    if (!parts) continue;
    const strength = Math.max(0.2, 1 - info.order * 0.12);
    for (const square of [parts.to, parts.arrow]) strengths.set(square, Math.max(strengths.get(square) ?? 0, strength));
  }
  return [...strengths].map(([square, strength]) => ({ square, kind: "candidate" as const, strength }));
}
