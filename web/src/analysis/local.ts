// A tree of variations that lives in the page alone, for positions that belong to no game. Every change gives new nodes.

import type { GameNode } from "../api/types";

/** The first id of a node that was not played, as on the server. */
const FIRST_ID = 10_000;

/** A tree of one position. */
export function planted(fen: string): GameNode[] {
  return [{ id: 0, parent: null, move: null, fen, comment: null, children: [], evaluation: null, seconds: null }];
}

/** Adds a move below a node, or finds it there. */
export function grown(nodes: GameNode[], parent: number, move: string, fen: string): { nodes: GameNode[]; id: number } {
  const known = nodes.find((node) => node.parent === parent && node.move === move);
  if (known) return { nodes, id: known.id };
  const id = Math.max(FIRST_ID - 1, ...nodes.map((node) => node.id)) + 1;
  const changed = nodes.map((node) => (node.id === parent ? { ...node, children: [...node.children, id] } : node));
  return {
    nodes: [...changed, { id, parent, move, fen, comment: null, children: [], evaluation: null, seconds: null }],
    id,
  };
}

/** Takes a node and all below it away; the root stays. */
export function pruned(nodes: GameNode[], id: number): GameNode[] {
  if (nodes.find((node) => node.id === id)?.parent === null) return nodes;
  const gone = new Set([id]);
  // A child always stands behind its parent in the list.
  for (const node of nodes) if (node.parent !== null && gone.has(node.parent)) gone.add(node.id);
  return nodes
    .filter((node) => !gone.has(node.id))
    .map((node) => (node.children.includes(id) ? { ...node, children: node.children.filter((child) => child !== id) } : node));
}

/** Puts a node one place forward among its siblings. */
export function promoted(nodes: GameNode[], id: number): GameNode[] {
  return nodes.map((node) => {
    const place = node.children.indexOf(id);
    if (place < 1) return node;
    const children = [...node.children];
    children.splice(place - 1, 2, id, children[place - 1]!);
    return { ...node, children };
  });
}

/** Writes a comment; an empty one is none. */
export function commented(nodes: GameNode[], id: number, comment: string): GameNode[] {
  return nodes.map((node) => (node.id === id ? { ...node, comment: comment.trim() || null } : node));
}
