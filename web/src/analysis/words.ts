// Assessments as text. Every value is White's.

import type { Assessment, Color } from "../api/types";
import { SIDE } from "../board/squares";

/** What is shown of an assessment. */
export type Value = Omit<Assessment, "pv" | "decidedIn">;

/** A share of one as a whole percentage; never "100%" or "0%" for what is not certain. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded >= 100 && share < 1) return "99%";
  if (rounded <= 0 && share > 0) return "1%";
  return `${rounded}%`;
}

/** White's chance, 0 to 1: certain where the winner is proven, null where it is unknown. */
export function share(value: Value): number | null {
  if (value.winner) return value.winner === "white" ? 1 : 0;
  return value.winRate;
}

/** White's chance as a percentage. */
export function chance(value: Value): string {
  const white = share(value);
  return white === null ? "–" : percent(white);
}

/** The size of an estimated margin: whole moves, and beyond ten in steps of five, because an estimate knows no more. */
function rounded(margin: number): number {
  const size = Math.abs(margin);
  return size < 10 ? Math.round(size) : Math.round(size / 5) * 5;
}

/** A whole number with its sign and a real minus. */
function signed(number: number): string {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

/** White's margin in moves: `+7` is exact, `≥+7` proven, `≈+7` an estimate; null where none is known. */
export function marginText(value: Value): string | null {
  if (value.winner) {
    if (value.wonBy === null) return null;
    const isWhite = value.winner === "white";
    const number = signed(isWhite ? value.wonBy : -value.wonBy);
    return value.wonByIsExact ? number : `${isWhite ? "≥" : "≤"}${number}`;
  }
  return value.margin === null ? null : `≈${signed(Math.sign(value.margin) * rounded(value.margin) || 0)}`;
}

/** The value where there is room for a few characters: White's chance, then the margin. */
export function brief(value: Value): string {
  const margin = marginText(value);
  return margin === null ? chance(value) : `${chance(value)} (${margin})`;
}

/** The value on a square, where there is room for three or four characters. */
export function tiny(value: Value, mover: Color): string {
  if (value.winner) return value.winner === mover ? "won" : "lost";
  if (value.winRate === null) return "–";
  return String(Math.round((mover === "white" ? value.winRate : 1 - value.winRate) * 100));
}

/** The value as a sentence. */
export function sentence(value: Value): string {
  if (value.winner) {
    const name = SIDE[value.winner];
    if (value.wonBy === null) return `${name} wins`;
    if (!value.wonByIsExact) return value.wonBy === 0 ? `${name} wins` : `${name} wins by ${value.wonBy} or more`;
    return value.wonBy === 0 ? `${name} wins by the last move` : `${name} wins by ${value.wonBy}`;
  }
  if (value.margin !== null) return ahead(value.margin);
  if (value.winRate === null) return "Not known yet";
  return `White wins ${percent(value.winRate)}`;
}

function ahead(margin: number): string {
  const size = rounded(margin);
  return size === 0 ? "Even" : `${SIDE[margin > 0 ? "white" : "black"]} is ahead by about ${moves(size)}`;
}

/** The value as a headline: the chance of the better side first, then what it rests on; a proof alone. */
export function headline(value: Value): { chance: string | null; words: string } {
  if (value.winner || value.winRate === null) return { chance: null, words: sentence(value) };
  const isWhite = value.winRate >= 0.5;
  const chance = `${SIDE[isWhite ? "white" : "black"]} ${percent(isWhite ? value.winRate : 1 - value.winRate)}`;
  if (value.margin === null) return { chance, words: "" };
  const size = rounded(value.margin);
  return { chance, words: size === 0 ? "even" : `ahead by about ${moves(size)}` };
}

/** The headline as one sentence. */
export function headlineText(value: Value): string {
  const { chance, words } = headline(value);
  return [chance, words].filter(Boolean).join(", ");
}

/** The chance of the better side as a bare number, for a place that shows whose it is. */
export function size(value: Value): string {
  const white = share(value);
  return white === null ? "" : percent(Math.max(white, 1 - white)).replace("%", "");
}

/** "1 move", "7 moves". */
export function moves(count: number): string {
  return count === 1 ? "1 move" : `${count} moves`;
}

/** A count as a person reads it at a glance: 950, 12.3k, 4.5M. */
export function count(value: number): string {
  if (value < 1000) return String(value);
  if (value < 999_500) return `${(value / 1000).toFixed(value < 99_950 ? 1 : 0)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}
