// What the page asks the server about positions, reviews and the library: the words and the calls.

import { request } from "./client";
import type { components } from "./schema";
import type { Acknowledgement, GameDocument, GameSummary, Review } from "./types";

type Schemas = components["schemas"];

/** What a running search thinks of a move; every value is White's. */
export type MoveInfo = Schemas["AnalysisLine"];
/** A report of a running search. */
export type AnalysisReport = Schemas["AnalysisReport"];
/** Who reaches the empty squares first. */
export type Race = Schemas["Race"];
/** A part of the board that no amazon can leave. */
export type Region = Schemas["RegionView"];
export type Overlays = Schemas["Overlays"];
export type { GameSummary } from "./types";
export type Explored = Schemas["Explored"];
/** The engine's opening book at a position. */
export type BookPosition = Schemas["BookPosition"];
/** What the stored proofs say of a position and its moves. */
export type Proven = Schemas["ProvenPosition"];
/** A position as the editor has it: anything may be wrong with it. */
export type Draft = Schemas["CheckRequest"] & { delay: number };
export type Check = Schemas["Checked"];
/** What is to become a study: a position with a line from it, or a stored game. */
export type StudyRequest = Schemas["StudyRequest"];
export type NodeChange = Schemas["NodeChange"];
export type ImportProblem = Schemas["ImportProblem"];
export type Imported = Schemas["Imported"];
export type ExportFormat = Schemas["ExportFormat"];

export const study = {
  overlays: (fen: string, signal?: AbortSignal) => request<Overlays>("POST", "/positions/overlays", { fen }, signal),
  explore: (question: { fen: string; player?: string; source?: string }, signal?: AbortSignal) =>
    request<Explored>("POST", "/positions/explore", question, signal),
  book: (fen: string, signal?: AbortSignal) => request<BookPosition>("POST", "/positions/book", { fen }, signal),
  proof: (fen: string, signal?: AbortSignal) => request<Proven>("POST", "/positions/proof", { fen }, signal),
  check: (draft: Draft, signal?: AbortSignal) => request<Check>("POST", "/positions/check", draft, signal),
  games: (query: URLSearchParams, signal?: AbortSignal) =>
    request<{ games: GameSummary[]; total: number }>("GET", `/games?${query.toString()}`, undefined, signal),
  change: (id: number, changes: { title?: string; tags?: string[]; whiteName?: string; blackName?: string }) =>
    request<Acknowledgement>("PATCH", `/games/${id}`, changes),
  remove: (id: number) => request<Acknowledgement>("DELETE", `/games/${id}`),
  restore: (id: number) => request<Acknowledgement>("POST", `/games/${id}/restore`, {}),
  create: (question: StudyRequest) => request<GameDocument>("POST", "/studies", question),
  changeNode: (id: number, node: number, change: NodeChange) =>
    request<Acknowledgement>("PATCH", `/games/${id}/nodes/${node}`, change),
  undo: (id: number) => request<Acknowledgement>("POST", `/games/${id}/undo`, {}),
  removeNode: (id: number, node: number) => request<Acknowledgement>("DELETE", `/games/${id}/nodes/${node}`),
  promote: (id: number, node: number) => request<Acknowledgement>("POST", `/games/${id}/nodes/${node}/promote`, {}),
  startReview: (id: number, nodes?: number) => request<Review>("POST", `/games/${id}/review`, nodes ? { nodes } : {}),
  stopReview: (id: number) => request<Review>("DELETE", `/games/${id}/review`),
  /** Imports the games that come with the program. */
  importCollection: () => request<Imported>("POST", "/import/collection", {}),
  import: (text: string, name?: string) => request<Imported>("POST", "/import", name ? { text, name } : { text }),
};

/** Where a game can be downloaded. */
export function exportAddress(id: number, format: ExportFormat, node?: number): string {
  return `/api/games/${id}/export?format=${format}${node === undefined ? "" : `&node=${node}`}`;
}
