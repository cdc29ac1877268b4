// What a review says of a game: grades as signs, how often each occurred, the turning points.

import type { Color, Grade, Review, ReviewedPly } from "../api/types";
import { wordsOfMove } from "../board/squares";
import { t } from "../messages/messages";
import type { Tree } from "../tree/tree";
import { chance, percent } from "./words";

/** The sign of a grade beside a move, as in chess books. */
export const SIGNS: Record<Grade, string> = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The grades that are counted for each side, the worst last. */
export const COUNTED: readonly Grade[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** What of a review is to be brought into sight. */
export type ReviewPart = "progress" | "move";

/** How many positions are searched for each move, by the name of the effort. */
export const EFFORTS = [
  { nodes: 20_000, name: "fast" },
  { nodes: 100_000, name: "careful" },
  { nodes: 500_000, name: "deep" },
] as const;

/** The name of an effort; undefined for one that only the API offers. */
export function effortName(nodes: number): (typeof EFFORTS)[number]["name"] | undefined {
  return EFFORTS.find((effort) => effort.nodes === nodes)?.name;
}

/** The grades of the main line's nodes by ply. */
export function gradesByPly(review: Review | null): Map<number, ReviewedPly> {
  return new Map((review?.plies ?? []).map((ply) => [ply.ply, ply]));
}

/** What a move did, in a few words: "Mistake: win chance −14%". */
export function verdictOf({ grade, loss }: ReviewedPly): string {
  const isCostly = Math.round(loss * 100) > 0;
  return isCostly ? t("analysis.graded-with-loss", { grade, loss: percent(loss) }) : t("analysis.graded", { grade });
}

/** How often a side's moves got a grade. */
export function tally(review: Review, tree: Tree, side: Color): Record<Grade, number> {
  const counts: Record<Grade, number> = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const ply of review.plies) if (tree.mover(ply.ply) === side) counts[ply.grade] += 1;
  return counts;
}

/** A moment at which the game turned. */
export interface TurningPoint {
  ply: number;
  label: string;
  played: string;
  grade: Grade;
  before: string;
  after: string;
  better: { move: string; text: string; value: string } | null;
}

/** The turning points as they are listed. */
export function turningPoints(review: Review, tree: Tree): TurningPoint[] {
  const plies = gradesByPly(review);
  return review.turningPoints.flatMap((ply) => {
    const entry = plies.get(ply);
    if (!entry) return [];
    const dots = tree.mover(ply) === "white" ? "." : "…";
    return {
      ply,
      label: `${tree.moveNumber(ply)}${dots}`,
      played: wordsOfMove(entry.move),
      grade: entry.grade,
      before: chance(entry.before),
      after: chance(entry.after),
      better: entry.better
        ? {
            move: entry.better.move,
            text: wordsOfMove(entry.better.move),
            value: chance(entry.better),
          }
        : null,
    };
  });
}

/** An accuracy with one decimal, or a dash for a side that did not move. */
export function accuracyText(accuracy: number | null): string {
  return accuracy === null ? "–" : t("analysis.accuracy-percent", { share: accuracy / 100 });
}
