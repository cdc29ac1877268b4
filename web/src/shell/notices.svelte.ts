// Short words to the person: an error, something done that can be undone. They go away by themselves, but for warnings, which
// stay until they are closed.

import { ApiError, wordsOf } from "../api/client";
import { live } from "../api/live.svelte";

export interface Notice {
  id: number;
  kind: "error" | "info";
  words: string;
  action: { label: string; run: () => void } | null;
}

const SHOWN_MS = 6000;
let count = 0;
const warned = new Set<string>();

/** What is shown now, oldest first. */
export const notices = $state<Notice[]>([]);

/** Says something for a few seconds, perhaps with one thing to do about it (such as undo). */
export function say(kind: Notice["kind"], words: string, action: Notice["action"] = null): void {
  const id = show(kind, words, action);
  if (id !== null) setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Says something that stays until the person closes it, and is not said again then. */
export function warn(words: string): void {
  if (warned.has(words)) return;
  warned.add(words);
  show("error", words, null);
}

/** Shows words unless they are shown already, and tells their number. */
function show(kind: Notice["kind"], words: string, action: Notice["action"]): number | null {
  if (notices.some((notice) => notice.words === words && !notice.action)) return null;
  const id = ++count;
  notices.push({ id, kind, words, action });
  return id;
}

/** Does what may fail; a failure is said, and the answer is null. That the connection is lost is said by the shell alone. */
export async function attempt<Answer>(act: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 0 && live.state === "lost")) say("error", wordsOf(error));
    return null;
  }
}

export function dismiss(id: number): void {
  const index = notices.findIndex((notice) => notice.id === id);
  if (index >= 0) notices.splice(index, 1);
}
