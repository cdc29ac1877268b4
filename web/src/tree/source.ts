// Where a tree of moves comes from and where its changes go: a stored game (`game.svelte.ts`), which may be live, over or
// a study with variations; or a bare position (`position.svelte.ts`), whose tree lives in the page.

import type { GameNode } from "../api/types";
import type { StoredGame } from "./game.svelte";

/** A tree that can be changed. A promise is fulfilled when `nodes` shows the change; refusals are said by a notice. */
export interface TreeSource {
  /** The nodes, a parent before its children and siblings in their order; none while they are not known. */
  readonly nodes: readonly GameNode[];
  /** The game that the tree belongs to, for all that a bare position has not: players, clocks, a review, an id. */
  readonly game: StoredGame | null;
  /** Adds a move below a node, or finds it there; gives the id of its node, or null if it was refused. */
  add(parent: number, move: string): Promise<number | null>;
  /** Writes a comment on a node; an empty one is none. */
  comment(id: number, words: string): Promise<unknown>;
  /** Keeps what is drawn on a node's board: `d4` is a circle, `d1d7` an arrow. */
  draw(id: number, shapes: string[]): Promise<unknown>;
  /** Takes a variation away from a node on. */
  remove(id: number): Promise<unknown>;
  /** Puts a variation one place forward. */
  promote(id: number): Promise<unknown>;
}
