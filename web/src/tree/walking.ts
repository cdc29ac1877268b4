// The keys that walk through a tree of moves and turn its board, the same on every page that shows one.

import { isTaken } from "../shell/keys";
import type { TreeSession } from "./session.svelte";

type Walker = Pick<TreeSession, "back" | "forward" | "sibling" | "first" | "last" | "flip">;

const WALKS: Record<string, (session: Walker) => void> = {
  ArrowLeft: (session) => session.back(),
  ArrowRight: (session) => session.forward(),
  ArrowUp: (session) => session.sibling(-1),
  ArrowDown: (session) => session.sibling(1),
  Home: (session) => session.first(),
  End: (session) => session.last(),
  f: (session) => session.flip(),
};

/** Does what a pressed key stands for; whether it was one of these and not taken by a field or the like. */
export function walk(event: KeyboardEvent, session: Walker): boolean {
  const step = WALKS[keyOf(event)];
  if (!step || isTaken(event)) return false;
  event.preventDefault();
  step(session);
  return true;
}

/** The name of a pressed key; a letter is the same with and without the shift. */
export function keyOf({ key }: KeyboardEvent): string {
  return key.length === 1 ? key.toLowerCase() : key;
}
