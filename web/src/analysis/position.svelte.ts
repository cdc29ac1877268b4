// A position that belongs to no game, looked at like one: its variations live in this page and in its address.

import { wordsOf } from "../api/client";
import { positionAfter } from "../api/lines";
import type { GameDocument, GameNode } from "../api/types";
import { GameSession } from "../play/session.svelte";
import { say } from "../shell/notices.svelte";
import { grown, planted } from "./local";

export class PositionSession extends GameSession {
  constructor() {
    super(0);
  }

  /** There is nothing to follow: nobody else changes it. */
  override follow(): () => void {
    return () => {};
  }

  override async load(): Promise<void> {}

  /** Begins with a position and perhaps a line from it. */
  async open(fen: string, moves: string[] = []): Promise<void> {
    try {
      const root = await positionAfter(fen, []);
      let nodes = planted(root.fen);
      let id = 0;
      for (let ply = 1; ply <= moves.length; ply++) {
        const after = await positionAfter(root.fen, moves.slice(0, ply));
        ({ nodes, id } = grown(nodes, id, moves[ply - 1]!, after.fen));
      }
      this.failure = null;
      this.document = documentOf(nodes, `${root.columns}x${root.rows}`);
      this.goTo(id);
    } catch (error) {
      this.document = null;
      this.failure = wordsOf(error);
    }
  }

  override async play(move: string): Promise<void> {
    const { document, node } = this;
    if (!document || !node || this.sending) return;
    this.sending = true;
    try {
      const after = await positionAfter(node.fen, [move]);
      const { nodes, id } = grown(document.nodes, node.id, move, after.fen);
      this.document = { ...document, nodes };
      this.goTo(id);
    } catch (error) {
      say("error", wordsOf(error));
    } finally {
      this.sending = false;
    }
  }

  /** Puts changed nodes in place of the old ones; a cursor whose node is gone goes to `fallback`. */
  change(nodes: GameNode[], fallback: number): void {
    if (!this.document) return;
    this.document = { ...this.document, nodes };
    if (!nodes.some((node) => node.id === this.cursor)) this.goTo(fallback);
  }
}

function documentOf(nodes: GameNode[], board: string): GameDocument {
  const seat = { kind: "human" as const, name: "", agent: null };
  return {
    id: 0,
    title: "",
    tags: [],
    white: seat,
    black: seat,
    start: nodes[0]!.fen,
    board,
    delay: 0,
    source: "",
    event: null,
    playedAt: null,
    result: null,
    nodes,
    lastPly: 0,
    live: null,
    review: null,
    revision: 0,
    deleted: false,
  };
}
