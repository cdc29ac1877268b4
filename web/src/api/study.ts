// What the page asks the server about positions, reviews and the library: the words and the calls.

import { request } from "./client";
import type { Color, GameDocument, Review } from "./types";

/** What a running search thinks of a move; every value is White's. */
export interface MoveInfo {
  move: string;
  order: number;
  visits: number | null;
  winRate: number | null;
  margin: number | null;
  winner: Color | null;
  decidedIn: number | null;
  wonBy?: number | null;
  pv: string[];
}

/** A report of a running search. */
export interface AnalysisReport {
  id: string;
  isDuringSearch: boolean;
  turn: Color;
  rootInfo: {
    winRate: number | null;
    margin: number | null;
    winner: Color | null;
    visits: number;
    nodes: number;
    depth: number | null;
    seconds: number;
  };
  moveInfos: MoveInfo[];
}

/** Who reaches the empty squares first. */
export interface Race {
  white: string[];
  black: string[];
  tied: string[];
  /** Moves that White and Black need to each square; null where a side cannot come. */
  distances: Record<string, [number | null, number | null]>;
}

/** A part of the board that no amazon can leave. */
export interface Region {
  kind: "white" | "black" | "active" | "dead";
  squares: string[];
  white: string[];
  black: string[];
  /** The moves that fit in it, or White's margin in it where both sides are. */
  count: number | null;
  exact: boolean;
}

export interface Overlays {
  queen: Race;
  king: Race;
  mobility: Record<string, number>;
  regions: Region[];
}

export interface GameSummary {
  id: number;
  title: string;
  white: string;
  black: string;
  winner: Color | null;
  ending: string;
  plies: number;
  board: string;
  source: string;
  event: string | null;
  playedAt: string | null;
  tags: string[];
  opening: string | null;
  live: boolean;
}

export interface Explored {
  games: number;
  moves: { move: string; games: number; whiteWins: number; blackWins: number }[];
  examples: GameSummary[];
}

/** A position as the editor has it: anything may be wrong with it. */
export interface Draft {
  columns: number;
  rows: number;
  white: string[];
  black: string[];
  arrows: string[];
  turn: Color;
  delay: number;
}

export interface Complaint {
  square: string | null;
  words: string;
}

export interface Check {
  fen: string | null;
  complaints: Complaint[];
}

export interface ImportProblem {
  line: number;
  words: string;
}

export interface Imported {
  /** In the text's order, those included that were there before. */
  games: number[];
  /** How many of them were there before. */
  known: number;
  problems: ImportProblem[];
}

export type ExportFormat = "sgf" | "json" | "fen" | "moves";

export const study = {
  overlays: (fen: string, signal?: AbortSignal) => request<Overlays>("POST", "/positions/overlays", { fen }, signal),
  explore: (question: { fen: string; player?: string; source?: string }, signal?: AbortSignal) =>
    request<Explored>("POST", "/positions/explore", question, signal),
  check: (draft: Draft, signal?: AbortSignal) => request<Check>("POST", "/positions/check", draft, signal),
  games: (query: URLSearchParams, signal?: AbortSignal) =>
    request<{ games: GameSummary[]; total: number }>("GET", `/games?${query.toString()}`, undefined, signal),
  change: (id: number, changes: { title?: string; tags?: string[]; whiteName?: string; blackName?: string }) =>
    request<GameDocument>("PATCH", `/games/${id}`, changes),
  remove: (id: number) => request<unknown>("DELETE", `/games/${id}`),
  restore: (id: number) => request<unknown>("POST", `/games/${id}/restore`, {}),
  comment: (id: number, node: number, comment: string) =>
    request<GameDocument>("PATCH", `/games/${id}/nodes/${node}`, { comment }),
  removeNode: (id: number, node: number) => request<GameDocument>("DELETE", `/games/${id}/nodes/${node}`),
  promote: (id: number, node: number) => request<GameDocument>("POST", `/games/${id}/nodes/${node}/promote`, {}),
  startReview: (id: number, nodes?: number) => request<Review>("POST", `/games/${id}/review`, nodes ? { nodes } : {}),
  stopReview: (id: number) => request<Review>("DELETE", `/games/${id}/review`),
  import: (text: string, name?: string) => request<Imported>("POST", "/import", name ? { text, name } : { text }),
};

/** Where a game can be downloaded. */
export function exportAddress(id: number, format: ExportFormat, node?: number): string {
  return `/api/games/${id}/export?format=${format}${node === undefined ? "" : `&node=${node}`}`;
}
