import { describe, expect, it } from "vitest";
import type { GameNode } from "../api/types";
import { Tree, layout } from "./tree";

/** Builds a tree from `id<parent:move`, in the order of the children. */
function tree(lines: string, options: { turn?: "w" | "b"; comments?: Record<number, string> } = {}): Tree {
  const nodes: GameNode[] = [];
  const add = (id: number, parent: number | null, move: string | null) => {
    const comment = options.comments?.[id] ?? null;
    nodes.push({ id, parent, move, fen: `x ${options.turn ?? "w"} 0 1`, comment, shapes: [], evaluation: null, seconds: null });
  };
  add(0, null, null);
  for (const word of lines.split(/\s+/).filter(Boolean)) {
    const [, id, parent] = /^(\d+)<(\d+)$/.exec(word)!;
    add(Number(id), Number(parent), `a1a${id!.slice(-2).replace(/^0/, "")},a${id!.slice(-2).replace(/^0/, "")}b1`);
  }
  return new Tree(nodes);
}

/** The layout as text, one row a line. */
function text(built: Tree): string[] {
  return layout(built).map((row) => {
    if (row.kind === "comment") return `# ${row.text}`;
    if (row.kind === "row") return `${row.number} ${row.white?.id ?? "-"} ${row.black?.id ?? "-"}`;
    return `${">".repeat(row.depth)} ${row.cells.map((one) => (one.label ? `${one.label}${one.id}` : `${one.id}`)).join(" ")}`;
  });
}

describe("the layout of a tree", () => {
  it("puts what was played into rows of two", () => {
    expect(text(tree("1<0 2<1 3<2"))).toEqual(["1 1 2", "2 3 -"]);
  });

  it("begins with Black where Black begins", () => {
    expect(text(tree("1<0 2<1 3<2", { turn: "b" }))).toEqual(["1 - 1", "2 2 3"]);
  });

  it("breaks the row where a variation stands", () => {
    expect(text(tree("1<0 2<1 3<2 10<0 11<10 12<11"))).toEqual(["1 1 -", "> 1.10 11 2.12", "1 - 2", "2 3 -"]);
  });

  it("nests variations below the line that they leave", () => {
    expect(text(tree("1<0 2<1 10<0 11<10 12<11 13<10 14<13 15<13 16<0"))).toEqual([
      "1 1 -",
      "> 1.10 11 2.12",
      ">> 1…13 2.14",
      ">>> 2.15",
      "> 1.16",
      "1 - 2",
    ]);
  });

  it("numbers a black move again after a comment", () => {
    expect(text(tree("1<0 10<0 11<10", { comments: { 10: "bold" } }))).toEqual(["1 1 -", "> 1.10 1…11"]);
    expect(text(tree("1<0 2<1", { comments: { 0: "a fine day", 1: "bold" } }))).toEqual(["# a fine day", "1 1 -", "# bold", "1 - 2"]);
  });
});

describe("walking in a tree", () => {
  const built = tree("1<0 2<1 10<0 11<10 12<10");

  it("goes to the next line and back", () => {
    expect(built.sibling(1, 1)).toBe(10);
    expect(built.sibling(10, -1)).toBe(1);
    expect(built.sibling(10, 1)).toBe(10);
    expect(built.sibling(0, 1)).toBe(0);
  });

  it("knows what was played", () => {
    expect(built.main().map((node) => node.id)).toEqual([0, 1, 2]);
    expect(built.path(12).map((node) => node.id)).toEqual([0, 10, 12]);
    expect(built.path(99).map((node) => node.id)).toEqual([0]);
  });
});
