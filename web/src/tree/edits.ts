// Changes to a tree that lives in the page alone. Each gives a new list in the order of the server's: a parent before its
// children, siblings in their order.

import type { GameNode } from "../api/types";
import { FIRST_VARIATION } from "./tree";

/** A tree of one position. */
export function treeOf(fen: string): GameNode[] {
  return [{ id: 0, parent: null, move: null, fen, comment: null, evaluation: null, seconds: null }];
}

/** Adds a move below a node, or finds it there. */
export function withMove(nodes: GameNode[], parent: number, move: string, fen: string): { nodes: GameNode[]; id: number } {
  const known = nodes.find((node) => node.parent === parent && node.move === move);
  if (known) return { nodes, id: known.id };
  const id = Math.max(FIRST_VARIATION - 1, ...nodes.map((node) => node.id)) + 1;
  return { nodes: [...nodes, { id, parent, move, fen, comment: null, evaluation: null, seconds: null }], id };
}

/** Takes a node and all below it away; the root stays. */
export function without(nodes: GameNode[], id: number): GameNode[] {
  const gone = new Set<number>();
  for (const node of nodes) if (node.parent !== null && (node.id === id || gone.has(node.parent))) gone.add(node.id);
  return nodes.filter((node) => !gone.has(node.id));
}

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
