import { describe, expect, it } from "vitest";
import { commented, grown, planted, promoted, pruned } from "./local";

function tree() {
  let nodes = planted("root w");
  const add = (parent: number, move: string) => {
    const added = grown(nodes, parent, move, `${move} b`);
    nodes = added.nodes;
    return added.id;
  };
  const first = add(0, "m1");
  const second = add(0, "m2");
  const below = add(first, "m3");
  return { nodes, first, second, below };
}
const shape = (nodes: ReturnType<typeof planted>) => nodes.map((node) => `${node.id}:${node.children.join(",")}`);

describe("a tree of the page's own", () => {
  it("grows and finds again what was tried", () => {
    const { nodes, first, second, below } = tree();
    expect([first, second, below]).toEqual([10_000, 10_001, 10_002]);
    expect(shape(nodes)).toEqual(["0:10000,10001", "10000:10002", "10001:", "10002:"]);
    expect(grown(nodes, 0, "m2", "x")).toEqual({ nodes, id: second });
  });

  it("loses a node with all below it, and never its root", () => {
    const { nodes, first } = tree();
    expect(shape(pruned(nodes, first))).toEqual(["0:10001", "10001:"]);
    expect(pruned(nodes, 0)).toBe(nodes);
  });

  it("puts a line before another", () => {
    const { nodes, first, second } = tree();
    expect(promoted(nodes, second)[0]!.children).toEqual([second, first]);
    expect(promoted(nodes, first)[0]!.children).toEqual([first, second]);
  });

  it("takes comments and empty ones back", () => {
    const { nodes, first } = tree();
    const told = commented(nodes, first, " bold ");
    expect(told[1]!.comment).toBe("bold");
    expect(commented(told, first, "  ")[1]!.comment).toBeNull();
  });
});
