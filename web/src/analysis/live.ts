// The state of a live analysis, without a socket: what was asked, what has been heard, and what is still known of
// positions that were thought about before.

import type { AnalysisReport } from "../api/study";
import type { Evaluation } from "../api/types";
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
}

export const OFF: LiveAnalysis = { status: "off", id: null, fen: null, report: null, words: null };

/** A question was sent. What was known of the position is shown until more is known. */
export function asked(id: string, fen: string, known: AnalysisReport | null): LiveAnalysis {
  return { status: "asked", id, fen, report: known, words: null };
}

/** A report came in; one that answers an older question changes nothing. */
export function heard(state: LiveAnalysis, report: AnalysisReport): LiveAnalysis {
  if (report.id !== state.id) return state;
  const status: Status = report.isDuringSearch ? "thinking" : "done";
  return { ...state, status, report: state.report && !saysMore(report, state.report) ? state.report : report };
}

/** The server refused the open question. */
export function refused(state: LiveAnalysis, id: string | null, words: string): LiveAnalysis {
  return id === state.id ? { ...state, status: "refused", words } : state;
}

/** Whether a report is worth more than what was known: more positions visited, or a proof. */
export function saysMore(report: AnalysisReport, known: AnalysisReport): boolean {
  if (report.rootInfo.winner && !known.rootInfo.winner) return true;
  if (known.rootInfo.winner && !report.rootInfo.winner) return false;
  if (report.moveInfos.length === 0 && known.moveInfos.length > 0) return false;
  return report.rootInfo.nodes >= known.rootInfo.nodes;
}

/** The best that is known of a position: the running report, or what is stored with the game. */
export function bestValue(report: AnalysisReport | null, stored: Evaluation | null): Value | null {
  const root = report?.rootInfo;
  if (root && share(root) !== null && (!stored || root.nodes >= stored.nodes || root.winner)) return root;
  return stored;
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
