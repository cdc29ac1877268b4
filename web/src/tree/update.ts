// What an update makes of a game's document. A function of the two and nothing else.

import type { GameDocument, GameNode, GameUpdate } from "../api/types";
import { FIRST_VARIATION } from "./tree";

/** The document after an update; `known` if it contains the update already, `missed` if another one comes before it. */
export function applied(document: GameDocument, update: GameUpdate): GameDocument | "known" | "missed" {
  if (update.base !== document.revision) return update.revision <= document.revision ? "known" : "missed";
  const { revision, lastPly, live, result, details, review = document.review } = update;
  return { ...document, ...details, revision, lastPly, live, result, review, nodes: nodesAfter(document.nodes, update) };
}

/** The main line by ply, then the variations: changed ones in their places, new ones last, or all as `order` says. */
function nodesAfter(before: GameNode[], { nodes, removed, order }: GameUpdate): GameNode[] {
  // The same list says that the tree has not changed: nothing is laid out anew when a clock is pressed.
  if (nodes.length === 0 && removed.length === 0 && !order) return before;
  const after = new Map(before.map((node) => [node.id, node]));
  for (const id of removed) after.delete(id);
  // A map leaves a changed node in its place.
  for (const node of nodes) after.set(node.id, node);
  const list = [...after.values()];
  const variations = order ? order.flatMap((id) => after.get(id) ?? []) : list.filter((node) => node.id >= FIRST_VARIATION);
  return [...list.filter((node) => node.id < FIRST_VARIATION), ...variations];
}
