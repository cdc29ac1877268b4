import { describe, expect, it } from "vitest";
import type { GameNode } from "../api/types";
import { commented, promoted, treeOf, withMove, without } from "./edits";

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

  it("puts a line before another, and a parent always before its children", () => {
    const { nodes, first, second, below } = tree();
    expect(promoted(nodes, second).map((node) => node.id)).toEqual([0, second, first, below]);
    for (const id of [0, first, below]) expect(promoted(nodes, id)).toBe(nodes);
  });

  it("takes comments and empty ones back", () => {
    const { nodes, first } = tree();
    const told = commented(nodes, first, " bold ");
    expect(told[1]!.comment).toBe("bold");
    expect(commented(told, first, "  ")[1]!.comment).toBeNull();
  });
});
