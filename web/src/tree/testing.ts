// What a server does to a tree, for tests of what follows it.

import type { GameNode } from "../api/types";

/** Puts a node before the sibling that precedes it. */
export function promoted(nodes: GameNode[], id: number): GameNode[] {
  const place = nodes.findIndex((node) => node.id === id);
  const before = nodes.findLastIndex((node, index) => index < place && node.parent === nodes[place]!.parent);
  if (before < 0) return nodes;
  const rest = nodes.filter((node) => node.id !== id);
  return [...rest.slice(0, before), nodes[place]!, ...rest.slice(before)];
}

/** Writes a comment; an empty one is none. */
export function commented(nodes: GameNode[], id: number, comment: string): GameNode[] {
  return nodes.map((node) => (node.id === id ? { ...node, comment: comment.trim() || null } : node));
}
