// The editor's state: the draft with its undo and redo, what the server says of it, and what a reload brings back.

import { api, wordsOf } from "../api/client";
import { positionOf } from "../api/positions";
import { study, type Check, type Draft } from "../api/study";
import type { Color } from "../api/types";
import { say } from "../shell/notices.svelte";
import { draftOf, emptyDraft, fenOf, put, strokeTool, type Tool } from "./draft";

const KEY = "otrera.editor";
const STEPS = 200;

export class Drafting {
  draft = $state.raw<Draft>(emptyDraft(10, 10));
  past = $state.raw<Draft[]>([]);
  future = $state.raw<Draft[]>([]);
  /** What the server says of the draft; null while it is asked. */
  check = $state.raw<Check | null>(null);
  /** Who has won in a position that can be played no further. */
  winner = $state<Color | null>(null);
  /** Why a FEN that was typed is not on the board. */
  refusal = $state<string | null>(null);
  /** Whether the first position is there. */
  isReady = $state(false);

  /** The text of the draft: the server's spelling where it has one. */
  fen = $derived(this.check?.fen ?? fenOf(this.draft));
  /** What the pointer does until it is released. */
  #stroke: { tool: Tool; before: Draft } | null = null;

  /** Begins with the position of an address; one that was edited before is found again, also if it is not possible. */
  async open(fen: string | null): Promise<void> {
    const kept = remembered();
    if (kept && (fen === null || fenOf(kept) === fen)) this.#take(kept);
    else if (fen === null) await this.load({ board: "10x10" });
    else await this.load({ fen });
    if (this.isReady) return;
    // The reason why the address could not be read stays beside the board that stands in for it.
    const { refusal } = this;
    await this.load({ board: "10x10" });
    this.refusal = refusal;
  }

  /** Puts a position on the board; what cannot be read leaves the board as it is. */
  async load(question: { fen: string } | { board: string }): Promise<void> {
    try {
      const position = await api.position(question);
      this.refusal = null;
      this.#take(draftOf(position, delayOf(position.fen)));
    } catch (error) {
      this.refusal = wordsOf(error);
    }
  }

  #take(draft: Draft): void {
    if (this.isReady) this.change(draft);
    else this.draft = draft;
    this.isReady = true;
  }

  change(next: Draft): void {
    if (next === this.draft) return;
    this.past = [...this.past.slice(1 - STEPS), this.draft];
    this.future = [];
    this.#show(next);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.draft];
    this.#show(before);
  }

  redo(): void {
    const after = this.future.at(-1);
    if (!after) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.draft];
    this.#show(after);
  }

  /** A press, or a pointer that is drawn over the squares: a stroke is one step of undo. */
  paint(tool: Tool, square: string, isFirst: boolean): void {
    if (isFirst || !this.#stroke) {
      this.#stroke = { tool: strokeTool(this.draft, tool, square), before: this.draft };
      this.change(put(this.draft, this.#stroke.tool, square));
    } else {
      this.#show(put(this.draft, this.#stroke.tool, square));
    }
  }

  #show(draft: Draft): void {
    this.draft = draft;
    this.refusal = null;
  }

  /** Shows the draft to the server; for an effect. Only the newest answer counts. */
  ask(): () => void {
    const { draft } = this;
    const question = new AbortController();
    this.check = null;
    this.winner = null;
    remember(draft);
    void this.#verdictOn(draft, question.signal);
    return () => question.abort();
  }

  async #verdictOn(draft: Draft, signal: AbortSignal): Promise<void> {
    try {
      const check = await study.check(draft, signal);
      const position = check.fen === null ? null : await positionOf(check.fen);
      if (signal.aborted) return;
      this.check = check;
      this.winner = position?.winner ?? null;
    } catch (error) {
      if (!signal.aborted) say("error", wordsOf(error));
    }
  }
}

/** The variant's number in a FEN, `k3:` at its end; 0 for the standard game. */
function delayOf(fen: string): number {
  return Number(/ k(\d+):/.exec(fen)?.[1] ?? 0);
}

function remember(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still edits.
  }
}

function remembered(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Draft | null;
  } catch {
    return null;
  }
}
