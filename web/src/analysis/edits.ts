// Changes to a tree of variations, wherever it lives: with a game on the server, or in the page alone.

import { wordsOf } from "../api/client";
import { study } from "../api/study";
import type { GameDocument, GameNode } from "../api/types";
import type { GameSession } from "../play/session.svelte";
import { say } from "../shell/notices.svelte";
import { commented, promoted, pruned } from "./local";
import { PositionSession } from "./position.svelte";
import { Tree } from "./tree";

async function change(
  session: GameSession,
  fallback: number,
  here: (nodes: GameNode[]) => GameNode[],
  there: () => Promise<GameDocument>,
): Promise<void> {
  if (session instanceof PositionSession) {
    session.change(here(session.document?.nodes ?? []), fallback);
    return;
  }
  try {
    session.receive(await there());
    if (!session.nodes.has(session.cursor)) session.goTo(fallback);
  } catch (error) {
    say("error", wordsOf(error));
  }
}

/** Writes a comment on a node. */
export function comment(session: GameSession, id: number, words: string): Promise<void> {
  return change(session, id, (nodes) => commented(nodes, id, words), () => study.comment(session.id, id, words));
}

/** Takes a variation away from a node on. */
export async function remove(session: GameSession, id: number): Promise<void> {
  const parent = session.nodes.get(id)?.parent ?? 0;
  // The board leaves the line before it is gone, so that it never shows what is not there.
  if (session.path.some((node) => node.id === id)) session.goTo(parent);
  await change(session, parent, (nodes) => pruned(nodes, id), () => study.removeNode(session.id, id));
}

/** Puts a variation one place forward. */
export function promote(session: GameSession, id: number): Promise<void> {
  return change(session, id, (nodes) => promoted(nodes, id), () => study.promote(session.id, id));
}

/** Goes to another answer to the same position, one line further down or up. */
export function goToSibling(session: GameSession, step: 1 | -1): void {
  if (session.document) session.goTo(new Tree(session.document.nodes).sibling(session.cursor, step));
}

/** Plays a line from a node, move by move, along what is there. */
export async function playLine(session: GameSession, from: number, line: readonly string[]): Promise<void> {
  session.goTo(from);
  for (const move of line) {
    const before = session.cursor;
    await session.play(move);
    if (session.cursor === before) return;
  }
}
