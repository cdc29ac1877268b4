// How far a person has come, remembered by the browser: whether a game was begun here, and which levels were beaten.

import type { GameDocument } from "../api/types";
import { beatenIn } from "./levels";

interface Progress {
  hasPlayed: boolean;
  beaten: number[];
}

const KEY = "otrera.progress";

function recall(): Progress {
  const nothing: Progress = { hasPlayed: false, beaten: [] };
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>) };
  } catch {
    return nothing;
  }
}

export const progress: Progress = $state(recall());

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Remembers that a game was begun. */
export function rememberBegun(): void {
  progress.hasPlayed = true;
  keep();
}

/** Remembers the level that a game shows to be beaten, if it does. */
export function rememberEnd(document: GameDocument): void {
  const level = beatenIn(document);
  if (level === null || progress.beaten.includes(level)) return;
  progress.beaten = [...progress.beaten, level].sort((one, other) => one - other);
  keep();
}
