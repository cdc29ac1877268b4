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

/** A margin with its sign, a real minus and one decimal. */
export function signed(margin: number): string {
  const size = Math.abs(margin).toFixed(1);
  if (size === "0.0") return "0.0";
  return `${margin < 0 ? "−" : "+"}${size}`;
}

/** The value in a few characters: `+3.2`, `−0.4`, `W+7` (White wins with seven moves in hand), `B wins`. */
export function brief(value: Value): string {
  if (value.winner) {
    const letter = value.winner === "white" ? "W" : "B";
    return value.wonBy === null ? `${letter} wins` : `${letter}+${value.wonBy}`;
  }
  if (value.margin !== null) return signed(value.margin);
  return value.winRate === null ? "–" : percent(value.winRate);
}

/** The value on a square, where there is room for three or four characters. */
export function tiny(value: Value, mover: Color): string {
  if (value.winner) return value.winner === mover ? "won" : "lost";
  if (value.winRate === null) return value.margin === null ? "–" : signed(value.margin);
  return String(Math.round((mover === "white" ? value.winRate : 1 - value.winRate) * 100));
}

/** The value as a sentence. */
export function sentence(value: Value): string {
  if (value.winner) {
    const name = SIDE[value.winner];
    if (value.wonBy === null) return `${name} wins`;
    if (!value.wonByIsExact) return value.wonBy === 0 ? `${name} wins` : `${name} wins with at least ${moves(value.wonBy)} in hand`;
    return value.wonBy === 0 ? `${name} wins by the last move` : `${name} wins with ${moves(value.wonBy)} in hand`;
  }
  if (value.margin !== null) {
    const size = Math.abs(value.margin).toFixed(1);
    if (size === "0.0") return "Even";
    const unit = size === "1.0" ? "move" : "moves";
    return `${SIDE[value.margin > 0 ? "white" : "black"]} is ahead by ${size} ${unit}`;
  }
  if (value.winRate === null) return "Not known yet";
  return `White wins ${percent(value.winRate)}`;
}

/** The sentence with the chance of the better side. */
export function sentenceWithChance(value: Value): string {
  const words = sentence(value);
  const chance = betterChance(value);
  return chance && value.winRate !== null ? `${words}, ${SIDE[value.winRate >= 0.5 ? "white" : "black"]} wins ${chance}` : words;
}

/** The chance of the better side; null where it is proven or unknown. */
export function betterChance(value: Value): string | null {
  if (value.winner || value.winRate === null) return null;
  return percent(Math.max(value.winRate, 1 - value.winRate));
}

/** The value without a side, for a place that shows whose it is: `1.4`, `7` for a proof. */
export function size(value: Value): string {
  if (value.winner) return value.wonBy === null ? "won" : String(value.wonBy);
  if (value.margin !== null) return Math.abs(value.margin).toFixed(1);
  return betterChance(value) ?? "";
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
