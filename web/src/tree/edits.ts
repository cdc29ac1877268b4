// Changes to a tree that lives in the page alone. Each gives a new list in the order of the server's: a parent before its
// children, siblings in their order.

import type { GameNode } from "../api/types";
import { FIRST_VARIATION } from "./tree";

/** A tree of one position. */
export function treeOf(fen: string): GameNode[] {
  return [{ id: 0, parent: null, move: null, fen, comment: null, shapes: [], evaluation: null, seconds: null }];
}

/** Adds a move below a node, or finds it there. */
export function withMove(nodes: GameNode[], parent: number, move: string, fen: string): { nodes: GameNode[]; id: number } {
  const known = nodes.find((node) => node.parent === parent && node.move === move);
  if (known) return { nodes, id: known.id };
  const id = Math.max(FIRST_VARIATION - 1, ...nodes.map((node) => node.id)) + 1;
  return { nodes: [...nodes, { id, parent, move, fen, comment: null, shapes: [], evaluation: null, seconds: null }], id };
}

/** Takes a node and all below it away; the root stays. */
export function without(nodes: GameNode[], id: number): GameNode[] {
  const gone = new Set<number>();
  for (const node of nodes) if (node.parent !== null && (node.id === id || gone.has(node.parent))) gone.add(node.id);
  return nodes.filter((node) => !gone.has(node.id));
}
