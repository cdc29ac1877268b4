// A position that belongs to no game: its variations live in this page, and the line on the board in its address.

import { wordsOf } from "../api/client";
import { positionOf } from "../api/positions";
import type { GameNode } from "../api/types";
import { attempt } from "../shell/notices.svelte";
import { commented, promoted, treeOf, withMove, without } from "./edits";
import type { TreeSource } from "./source";

export class BarePosition implements TreeSource {
  nodes = $state.raw<GameNode[]>([]);
  /** Why there is no position. */
  failure = $state<string | null>(null);
  readonly game = null;

  /** Begins with a position and a line from it; `opened` is called with the node at the end of the line. */
  async open(fen: string, moves: string[], opened: (end: number) => void): Promise<void> {
    try {
      let position = await positionOf(fen);
      let tree = { nodes: treeOf(position.fen), id: 0 };
      for (const move of moves) {
        position = await positionOf(position.fen, [move]);
        tree = withMove(tree.nodes, tree.id, move, position.fen);
      }
      this.failure = null;
      this.nodes = tree.nodes;
      opened(tree.id);
    } catch (error) {
      this.failure = wordsOf(error);
      this.nodes = [];
    }
  }

  async add(parent: number, move: string): Promise<number | null> {
    const before = this.nodes.find((node) => node.id === parent);
    const after = before && (await attempt(() => positionOf(before.fen, [move])));
    if (!after) return null;
    const { nodes, id } = withMove(this.nodes, parent, move, after.fen);
    this.nodes = nodes;
    return id;
  }

  async comment(id: number, words: string): Promise<void> {
    this.nodes = commented(this.nodes, id, words);
  }

  async remove(id: number): Promise<void> {
    this.nodes = without(this.nodes, id);
  }

  async promote(id: number): Promise<void> {
    this.nodes = promoted(this.nodes, id);
  }
}
