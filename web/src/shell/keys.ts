// Keys that work on a whole page, and where they must not.

/** Whether a key belongs to something else: a field that is typed in, a dialog, the browser's own shortcuts. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]")) return true;
  // Arrow keys walk among tabs, radios and the squares of the board.
  return event.key.startsWith("Arrow") && target.closest("[role=tablist], [type=radio], [role=grid], [role=tree]") !== null;
}
