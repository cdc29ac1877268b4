// One way to ask the server: JSON in, JSON out, and an error that a person can read.

import { t } from "../messages/messages";
import type { Acknowledgement, Agents, GameDocument, Hint, NewGame, Position, PositionRequest, Shots, Version } from "./types";

/** What the server refused, or that it could not be reached (`status` 0). */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    message: string,
    readonly status: number,
    /** The part of the request that is at fault, where the server knows it. */
    readonly field: string | null,
  ) {
    super(message);
  }
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Asks `path` under `/api`. Rejects with an {@link ApiError} and with nothing else. */
export async function request<Answer>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  const init: RequestInit = { method, headers: { accept: "application/json" } };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { ...init.headers, "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch {
    if (signal?.aborted) throw new ApiError(t("api.withdrawn"), 0, "aborted");
    throw new ApiError(t("api.connection-lost"), 0, null);
  }
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}

function refusal(status: number, text: string): ApiError {
  try {
    const told = JSON.parse(text) as { error?: string; field?: string | null };
    if (told.error) return new ApiError(told.error, status, told.field ?? null);
  } catch {
    // Not JSON: a proxy or the network spoke, not our server.
  }
  return new ApiError(text.trim().slice(0, 200) || t("api.status", { status }), status, null);
}

/** The words for a person of whatever was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export const api = {
  position: (question: PositionRequest, signal?: AbortSignal) =>
    request<Position>("POST", "/positions", question, signal),
  shots: (fen: string, from: string) => request<Shots>("POST", "/positions/shots", { fen, from }),
  agents: () => request<Agents>("GET", "/agents"),
  version: () => request<Version>("GET", "/version"),
  newGame: (game: NewGame) => request<GameDocument>("POST", "/games", game),
  move: (id: number, ply: number, move: string) => request<Acknowledgement>("POST", `/games/${id}/moves`, { ply, move }),
  takeback: (id: number) => request<Acknowledgement>("POST", `/games/${id}/takeback`, {}),
  resign: (id: number) => request<Acknowledgement>("POST", `/games/${id}/resign`, {}),
  pause: (id: number) => request<Acknowledgement>("POST", `/games/${id}/pause`, {}),
  resume: (id: number) => request<Acknowledgement>("POST", `/games/${id}/resume`, {}),
  pace: (id: number, pace: number) => request<Acknowledgement>("POST", `/games/${id}/pace`, { pace }),
  /** Plays one ply of a paused game between two engines. */
  step: (id: number) => request<Acknowledgement>("POST", `/games/${id}/step`, {}),
  /** Ends a game whose areas are all sealed and counted. */
  finish: (id: number) => request<Acknowledgement>("POST", `/games/${id}/finish`, {}),
  rematch: (id: number) => request<GameDocument>("POST", `/games/${id}/rematch`, {}),
  hint: (id: number) => request<Hint>("POST", `/games/${id}/hint`, {}),
  addNode: (id: number, parent: number, move: string) =>
    request<Acknowledgement>("POST", `/games/${id}/nodes`, { parent, move }),
};
