// The state of a live analysis, without a socket: what was asked, what has been heard, and what is still known of
// positions that were thought about before.

import type { AnalysisReport, MoveInfo } from "../api/study";
import type { Color, Evaluation } from "../api/types";
import { share, type Value } from "./words";

export type Status = "off" | "asked" | "thinking" | "done" | "refused";

export interface LiveAnalysis {
  status: Status;
  /** The id of the question that is open or was answered last. */
  id: string | null;
  fen: string | null;
  report: AnalysisReport | null;
  /** Why the server does not think, if it refused. */
  words: string | null;
  /** The place in the queue of those who wait for the engine, from 1. */
  place: number | null;
}

export const OFF: LiveAnalysis = { status: "off", id: null, fen: null, report: null, words: null, place: null };

/** A question was sent. What was known of the position is shown until more is known. */
export function asked(id: string, fen: string, known: AnalysisReport | null): LiveAnalysis {
  return { status: "asked", id, fen, report: known, words: null, place: null };
}

/** A report came in; one that answers an older question changes nothing. */
export function heard(state: LiveAnalysis, report: AnalysisReport): LiveAnalysis {
  if (report.id !== state.id) return state;
  const status: Status = report.isDuringSearch ? "thinking" : "done";
  return { ...state, status, place: null, report: state.report && !saysMore(report, state.report) ? state.report : report };
}

/** The server is at its limit: the question waits. */
export function queued(state: LiveAnalysis, id: string, place: number): LiveAnalysis {
  return id === state.id ? { ...state, place } : state;
}

/** The server refused the open question. */
export function refused(state: LiveAnalysis, id: string | null, words: string): LiveAnalysis {
  return id === state.id ? { ...state, status: "refused", words, place: null } : state;
}

/** Whether a report is worth more than what was known: more positions visited, or a proof. */
export function saysMore(report: AnalysisReport, known: AnalysisReport): boolean {
  if (report.rootInfo.winner && !known.rootInfo.winner) return true;
  if (known.rootInfo.winner && !report.rootInfo.winner) return false;
  if (report.moveInfos.length === 0 && known.moveInfos.length > 0) return false;
  return report.rootInfo.nodes >= known.rootInfo.nodes;
}

/** A move that was visited less than this share of the first one's visits may be better only by chance. */
const SERIOUS = 0.1;

/** The mover's chance after a move; what is proven is certain. */
export function worth(value: Value, mover: Color): number {
  const white = share(value) ?? 0.5;
  return mover === "white" ? white : 1 - white;
}

/** The engine's lines in the order of their values. The engine's own order is its choice and then by visits; it chooses which moves are lines. */
export function linesOf({ moveInfos, turn }: AnalysisReport, count: number): MoveInfo[] {
  const chosen = [...moveInfos].sort((a, b) => a.order - b.order).slice(0, count);
  return byValue(chosen, turn);
}

/**
 * Moves in the order of their values; the first one is the engine's choice. A move that was hardly looked at beside it is not
 * worth more than it: if it were, the engine would look.
 */
export function byValue(infos: readonly MoveInfo[], mover: Color): MoveInfo[] {
  const first = infos[0];
  if (!first) return [];
  const { winRate, margin } = first;
  const settled = infos.map((info) => {
    const isGuess = !info.winner && !first.winner && (info.visits ?? Infinity) < SERIOUS * (first.visits ?? 0);
    return isGuess && worth(info, mover) > worth(first, mover) ? { ...info, winRate, margin } : info;
  });
  return settled.sort((a, b) => ranking(b, mover) - ranking(a, mover) || a.order - b.order);
}

/** A number to sort by: the chance, and among proofs the moves that are left over. */
function ranking(info: MoveInfo, mover: Color): number {
  const inHand = (info.wonBy ?? 0) / 1000;
  if (info.winner) return info.winner === mover ? 1 + inHand : -inHand;
  return worth(info, mover);
}

/** The best that is known of a position: the running report's best line, or what is stored with the game. */
export function bestValue(report: AnalysisReport | null, lines: number, stored: Evaluation | null): Value | null {
  const root = report?.rootInfo;
  if (!root || share(root) === null) return stored;
  if (stored && root.nodes < stored.nodes && !root.winner) return stored;
  // The headline and the first line say the same.
  return (root.winner ? null : linesOf(report, lines)[0]) ?? root;
}

/** The last reports by position, the oldest forgotten first. */
export class Memory {
  private readonly reports = new Map<string, AnalysisReport>();

  constructor(private readonly kept = 300) {}

  recall(fen: string): AnalysisReport | null {
    return this.reports.get(fen) ?? null;
  }

  keep(fen: string, report: AnalysisReport): void {
    const known = this.reports.get(fen);
    if (known && !saysMore(report, known)) return;
    this.reports.delete(fen);
    this.reports.set(fen, report);
    if (this.reports.size > this.kept) this.reports.delete(this.reports.keys().next().value!);
  }
}
