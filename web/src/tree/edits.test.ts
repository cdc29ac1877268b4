import { describe, expect, it } from "vitest";
import type { GameNode } from "../api/types";
import { treeOf, withMove, without } from "./edits";

/** Two answers to the root, `first` with a move below it. */
function tree() {
  let nodes = treeOf("root w");
  const add = (parent: number, move: string) => {
    const added = withMove(nodes, parent, move, `${move} b`);
    nodes = added.nodes;
    return added.id;
  };
  const first = add(0, "m1");
  const below = add(first, "m3");
  const second = add(0, "m2");
  return { nodes, first, second, below };
}
const shape = (nodes: GameNode[]) => nodes.map((node) => `${node.id}<${node.parent}`);

describe("a tree of the page's own", () => {
  it("grows and finds again what was tried", () => {
    const { nodes, second } = tree();
    expect(shape(nodes)).toEqual(["0<null", "10000<0", "10001<10000", "10002<0"]);
    expect(withMove(nodes, 0, "m2", "x")).toEqual({ nodes, id: second });
  });

  it("loses a node with all below it, and never its root", () => {
    const { nodes, first } = tree();
    expect(shape(without(nodes, first))).toEqual(["0<null", "10002<0"]);
    expect(without(nodes, 0)).toEqual(nodes);
  });
});
