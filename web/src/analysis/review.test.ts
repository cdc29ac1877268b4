import { describe, expect, it } from "vitest";
import type { Assessment, Evaluation, GameNode, Review, ReviewedPly } from "../api/types";
import { accuracyText, gradesByPly, tally, turningPoints, verdictOf } from "./review";
import { Tree } from "../tree/tree";

const unknown: Assessment = { winRate: null, margin: null, winner: null, wonBy: null, wonByIsExact: null, decidedIn: null, pv: [] };
const evaluation = (winRate: number): Evaluation => ({ ...unknown, winRate, margin: 0, nodes: 1 });
const nodes: GameNode[] = [0, 1, 2, 3].map((id) => ({
  id,
  parent: id === 0 ? null : id - 1,
  move: id === 0 ? null : "a1a2,a2a1",
  fen: "x w",
  comment: null,
  shapes: [],
  evaluation: null,
  seconds: null,
}));
const plies = [
  { ply: 1, move: "a1a2,a2a1", before: evaluation(0.5), after: evaluation(0.5), loss: 0, grade: "best", better: null },
  {
    ply: 2,
    move: "d10d4,d4d3",
    before: evaluation(0.5),
    after: evaluation(0.9),
    loss: 0.4,
    grade: "blunder",
    better: { ...unknown, move: "d10d5,d5g5", pv: ["d10d5,d5g5"], winRate: 0.48, margin: -0.3 },
  },
  { ply: 3, move: "a1a2,a2a1", before: evaluation(0.9), after: evaluation(0.88), loss: 0.02, grade: "good", better: null },
] as ReviewedPly[];
const review: Review = { state: "done", done: 3, total: 3, plies, accuracy: { white: 97.12, black: null }, turningPoints: [2] };

describe("a review", () => {
  it("counts the grades of each side", () => {
    const tree = new Tree(nodes);
    expect(tally(review, tree, "white")).toEqual({ best: 1, good: 1, inaccuracy: 0, mistake: 0, blunder: 0 });
    expect(tally(review, tree, "black").blunder).toBe(1);
  });

  it("lists the turning points with the better move", () => {
    expect(turningPoints(review, new Tree(nodes))).toEqual([
      {
        ply: 2,
        label: "1…",
        played: "d10-d4/d3",
        grade: "blunder",
        before: "50%",
        after: "90%",
        better: { move: "d10d5,d5g5", text: "d10-d5/g5", value: "48%" },
      },
    ]);
  });

  it("finds a ply's grade", () => {
    expect(gradesByPly(review).get(2)?.grade).toBe("blunder");
    expect(gradesByPly(null).size).toBe(0);
  });

  it("says what a move cost", () => {
    expect(plies.map(verdictOf)).toEqual(["Best move", "Blunder: win chance −40%", "Good move: win chance −2%"]);
  });

  it("says accuracies", () => {
    expect([97.12, 100, null].map(accuracyText)).toEqual(["97.1%", "100.0%", "–"]);
  });
});
