// A tree of variations and how it is laid out as text. What was played comes first and stands in rows of two;
// everything else is a line of its own below the move that it replaces, indented by how deep it branches off.

import type { Color, GameNode } from "../api/types";
import { opponent, wordsOfMove } from "../board/squares";

/** The ids of variations begin here; below it an id is the ply of the main line. */
export const FIRST_VARIATION = 10_000;

/** A tree of nodes with the questions that a page asks of it. */
export class Tree {
  private readonly nodes = new Map<number, GameNode>();
  private readonly below = new Map<number | null, GameNode[]>();
  readonly root: GameNode;
  /** Whose turn it is at the root. */
  readonly first: Color;

  /** The nodes in the order of the list are siblings in their order; the main line comes first. */
  constructor(nodes: readonly GameNode[]) {
    for (const node of nodes) {
      this.nodes.set(node.id, node);
      const siblings = this.below.get(node.parent);
      if (siblings) siblings.push(node);
      else this.below.set(node.parent, [node]);
    }
    const root = this.children(null)[0];
    if (!root) throw new Error("a tree without a root");
    this.root = root;
    this.first = root.fen.split(" ")[1] === "b" ? "black" : "white";
  }

  /** The node of an id, or undefined if it is gone. */
  node(id: number): GameNode | undefined {
    return this.nodes.get(id);
  }

  /** The nodes from the root to a node, both included; only the root if the node is gone. */
  path(id: number): GameNode[] {
    const path: GameNode[] = [];
    for (let node = this.nodes.get(id); node; node = node.parent === null ? undefined : this.nodes.get(node.parent)) {
      path.unshift(node);
    }
    return path.length > 0 ? path : [this.root];
  }

  /** How many plies a node is away from the root. */
  ply(id: number): number {
    return this.path(id).length - 1;
  }

  /** The children of a node, the main one first. */
  children(id: number | null): readonly GameNode[] {
    return this.below.get(id) ?? [];
  }

  /** A node and its first children down to the end. */
  line(id: number): GameNode[] {
    const line: GameNode[] = [];
    for (let node = this.nodes.get(id); node; node = this.children(node.id)[0]) line.push(node);
    return line;
  }

  /** The main line, the root included. */
  main(): GameNode[] {
    return this.line(this.root.id);
  }

  /** The neighbour in the same place: another answer to the same position, `step` lines further down. */
  sibling(id: number, step: 1 | -1): number {
    const parent = this.nodes.get(id)?.parent;
    if (parent === null || parent === undefined) return id;
    const siblings = this.children(parent);
    const place = siblings.findIndex((node) => node.id === id);
    return siblings[place + step]?.id ?? id;
  }

  /** Who made the move that led to a ply. */
  mover(ply: number): Color {
    return ply % 2 === 1 ? this.first : opponent(this.first);
  }

  /** The number of the move that led to a ply: both sides' moves share one. */
  moveNumber(ply: number): number {
    return this.first === "white" ? Math.ceil(ply / 2) : Math.floor(ply / 2) + 1;
  }
}

/** A move in the text. */
export interface MoveCell {
  id: number;
  ply: number;
  /** `12.` or `12…` where the reader needs it. */
  label: string | null;
  text: string;
  comment: string | null;
}

/** A row of the main line: what White and Black did; null where nobody moved. */
export interface MainRow {
  kind: "row";
  number: number;
  white: MoveCell | null;
  black: MoveCell | null;
}

/** A comment on a move of the main line, or on the beginning. */
export interface CommentRow {
  kind: "comment";
  id: number;
  text: string;
}

/** A variation. */
export interface LineRow {
  kind: "line";
  depth: number;
  cells: MoveCell[];
}

export type Row = MainRow | CommentRow | LineRow;

/** Lays out a tree as rows. */
export function layout(tree: Tree): Row[] {
  const rows: Row[] = [];
  let open: MainRow | null = null;
  if (tree.root.comment) rows.push({ kind: "comment", id: tree.root.id, text: tree.root.comment });
  for (const [ply, node] of tree.main().entries()) {
    if (ply === 0) continue;
    const side = tree.mover(ply);
    if (!open || side === "white") {
      open = { kind: "row", number: tree.moveNumber(ply), white: null, black: null };
      rows.push(open);
    }
    open[side] = cell(tree, node, ply, true);
    const below = variations(tree, node, ply);
    if (node.comment) below.unshift({ kind: "comment", id: node.id, text: node.comment });
    if (below.length > 0) {
      rows.push(...below);
      open = null;
    }
  }
  return rows;
}

/** The lines that replace a node, which is its parent's first child. */
function variations(tree: Tree, node: GameNode, ply: number): Row[] {
  const siblings = node.parent === null ? [] : tree.children(node.parent).slice(1);
  return siblings.flatMap((sibling) => lines(tree, sibling, ply, 1));
}

/** A variation from its first move on, followed by the variations within it. */
function lines(tree: Tree, start: GameNode, ply: number, depth: number): LineRow[] {
  const nodes = tree.line(start.id);
  const cells = nodes.map((node, index) => {
    const before = index > 0 ? nodes[index - 1]! : null;
    return cell(tree, node, ply + index, before === null || before.comment !== null);
  });
  const within = nodes.slice(1).flatMap((node, index) =>
    tree.children(node.parent!).slice(1).flatMap((sibling) => lines(tree, sibling, ply + 1 + index, depth + 1)),
  );
  return [{ kind: "line", depth, cells }, ...within];
}

function cell(tree: Tree, node: GameNode, ply: number, isFirst: boolean): MoveCell {
  const number = tree.moveNumber(ply);
  const side = tree.mover(ply);
  const label = side === "white" ? `${number}.` : isFirst ? `${number}…` : null;
  return { id: node.id, ply, label, text: wordsOfMove(node.move ?? ""), comment: node.comment };
}
