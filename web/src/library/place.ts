// How far the list was scrolled when it was left. The entry of the browser's history keeps it: Back finds the place again,
// and somebody who comes anew begins at the top.

/** How far the list was scrolled at this place of the history; 0 where it is new. */
export function keptScroll(): number {
  const state = history.state as { scrolled?: unknown } | null;
  return typeof state?.scrolled === "number" ? state.scrolled : 0;
}

/** Keeps how far the list is scrolled. */
export function keepScroll(): void {
  history.replaceState({ scrolled: scrollY }, "");
}
