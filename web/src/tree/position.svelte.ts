// A position that belongs to no game, and one line from it: both stand in the page's address. What an address does not
// hold (a comment, a second line, a drawn shape) makes a study of it, which the server keeps.

import { api, wordsOf } from "../api/client";
import { positionOf } from "../api/positions";
import { study } from "../api/study";
import type { GameDocument, GameNode } from "../api/types";
import { t } from "../messages/messages";
import { attempt } from "../shell/notices.svelte";
import { treeOf, withMove, without } from "./edits";
import { rememberChange } from "./game.svelte";
import type { TreeSource } from "./source";

export class BarePosition implements TreeSource {
  nodes = $state.raw<GameNode[]>([]);
  /** Why there is no position. */
  failure = $state<string | null>(null);
  readonly game = null;

  /** Called with the study that was made, and the node that corresponds to the one on the board. */
  readonly #kept: (study: GameDocument, node: number) => void;

  constructor(kept: (study: GameDocument, node: number) => void) {
    this.#kept = kept;
  }

  /** Begins with a position and a line from it; `opened` is called with the nodes of the line, the root first. */
  async open(fen: string, moves: string[], opened: (line: readonly GameNode[]) => void): Promise<void> {
    try {
      let position = await positionOf(fen);
      let tree = { nodes: treeOf(position.fen), id: 0 };
      for (const move of moves) {
        position = await positionOf(position.fen, [move]);
        tree = withMove(tree.nodes, tree.id, move, position.fen);
      }
      this.failure = null;
      this.nodes = tree.nodes;
      opened(tree.nodes);
    } catch (error) {
      this.failure = wordsOf(error);
      this.nodes = [];
    }
  }

  /** Adds a move at the end of the line. Elsewhere it begins a variation, and with it a study. */
  async add(parent: number, move: string): Promise<number | null> {
    if (this.nodes.some((node) => node.parent === parent)) {
      await this.#keep(parent, async (id, node) => (await api.addNode(id, node, move)).node ?? node);
      return null;
    }
    const before = this.nodes.find((node) => node.id === parent);
    const after = before && (await attempt(() => positionOf(before.fen, [move])));
    if (!after) return null;
    const { nodes, id } = withMove(this.nodes, parent, move, after.fen);
    this.nodes = nodes;
    return id;
  }

  comment(id: number, words: string): Promise<void> {
    return this.#change(id, { comment: words });
  }

  draw(id: number, shapes: string[]): Promise<void> {
    return this.#change(id, { shapes });
  }

  async remove(id: number): Promise<void> {
    this.nodes = without(this.nodes, id);
  }

  /** A single line has nothing to promote. */
  async promote(): Promise<void> {}

  #change(id: number, change: { comment: string } | { shapes: string[] }): Promise<void> {
    return this.#keep(id, async (game, node) => {
      await study.changeNode(game, node, change);
      return node;
    });
  }

  /** Makes a study of the line, changes it at the node that corresponds to `id`, and goes on there. */
  async #keep(id: number, change: (game: number, node: number) => Promise<number>): Promise<void> {
    const place = this.nodes.findIndex((node) => node.id === id);
    const root = this.nodes[0];
    if (!root || place < 0) return;
    await attempt(async () => {
      const moves = this.nodes.flatMap((node) => node.move ?? []);
      // Until a person gives it another name.
      const title = t("analysis.study-of-date", { now: Date.now() });
      const document = await study.create({ fen: root.fen, moves, title });
      // One line: its nodes are in the order of the plies.
      const node = await change(document.id, document.nodes[place]?.id ?? 0);
      rememberChange(document.id);
      this.#kept(document, node);
    });
  }
}
