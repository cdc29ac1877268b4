// Assessments as text. Every value is White's.

import type { Assessment, Color } from "../api/types";
import { t } from "../messages/messages";

/** What is shown of an assessment. */
export type Value = Omit<Assessment, "pv" | "decidedIn">;

/** A share of one in whole hundredths; never 100 or 0 for what is not certain. */
function hundredths(share: number): number {
  const rounded = Math.round(share * 100);
  if (rounded >= 100 && share < 1) return 99;
  return rounded <= 0 && share > 0 ? 1 : rounded;
}

/** A share of one as a whole percentage; never "100%" or "0%" for what is not certain. */
export function percent(share: number): string {
  return t("analysis.percent", { share: hundredths(share) / 100 });
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
  if (value.winner) return value.winner === mover ? t("analysis.won") : t("analysis.lost");
  if (value.winRate === null) return "–";
  return String(Math.round((mover === "white" ? value.winRate : 1 - value.winRate) * 100));
}

/** The value as a sentence. */
export function sentence({ winner, wonBy, wonByIsExact, margin, winRate }: Value): string {
  if (winner) {
    if (wonBy === null || (wonBy === 0 && !wonByIsExact)) return t("analysis.wins", { side: winner });
    if (wonByIsExact) return t("analysis.wins-by", { side: winner, moves: wonBy });
    return t("analysis.wins-by-or-more", { side: winner, moves: wonBy });
  }
  if (margin !== null) return t("analysis.ahead", { side: margin > 0 ? "white" : "black", moves: rounded(margin) });
  return winRate === null ? t("analysis.not-known-yet") : t("analysis.white-wins-chance", { chance: percent(winRate) });
}

/** The better side, its chance, and the margin in moves that this rests on, where one is known. */
export interface Headline {
  side: Color;
  chance: string;
  moves: number | null;
}

/** The value as a headline; null where the sentence says all, as of a proof. */
export function headline({ winner, winRate, margin }: Value): Headline | null {
  if (winner || winRate === null) return null;
  const isWhite = winRate >= 0.5;
  const chance = percent(isWhite ? winRate : 1 - winRate);
  return { side: isWhite ? "white" : "black", chance, moves: margin === null ? null : rounded(margin) };
}

/** The headline as one sentence. */
export function headlineText(value: Value): string {
  const told = headline(value);
  if (!told) return sentence(value);
  const { side, chance, moves } = told;
  return moves === null ? t("analysis.side-chance", { side, chance }) : t("analysis.headline", { side, chance, moves });
}

/** The chance of the better side as a bare number, for a place that shows whose it is. */
export function size(value: Value): string {
  const white = share(value);
  return white === null ? "" : String(hundredths(Math.max(white, 1 - white)));
}

/** A count as a person reads it at a glance: 950, 12.3k, 4.5M. */
export function compact(value: number): string {
  if (value < 1000) return String(value);
  if (value >= 999_500) return t("analysis.millions", { number: value / 1_000_000 });
  const number = value / 1000;
  return value < 99_950 ? t("analysis.thousands", { number }) : t("analysis.thousands-whole", { number });
}
