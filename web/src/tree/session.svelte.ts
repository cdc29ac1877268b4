// A tree of moves that is looked at: the node that the board shows, its position, and how one goes on from there.
//
// Everything beside the board hangs on one of these: the move list, and the panels of `analysis/`. Where the tree comes
// from is its source's affair; what only a stored game has is asked of `game`, which a bare position has not.

import { api } from "../api/client";
import { positionOf } from "../api/positions";
import type { Color, GameDocument, GameNode, Hint, Position } from "../api/types";
import { NOTHING, type BoardDrawing } from "../board/drawing";
import { IDLE, type Entry } from "../board/entry";
import { opponent, partsOf } from "../board/squares";
import { attempt } from "../shell/notices.svelte";
import type { StoredGame } from "./game.svelte";
import type { TreeSource } from "./source";
import { Tree } from "./tree";

export class TreeSession {
  readonly source: TreeSource;
  /** The node that the board shows. */
  cursor = $state(0);
  /** The position that the board shows; it may lag the cursor by one answer of the server. */
  position = $state.raw<Position | null>(null);
  /** What analysis wants drawn on the board. */
  drawing = $state.raw<BoardDrawing>(NOTHING);
  /** The side that sits at the bottom of the board. */
  view = $state<Color>("white");
  /** A move that the engine advises, until the board shows something else. */
  hint = $state.raw<Hint | null>(null);

  /** What was drawn here and is kept; null in a game that is being played, where marks are passing. */
  shapes = $derived.by(() => (this.game?.isLive ? null : (this.node?.shapes ?? [])));

  tree = $derived.by(() => (this.source.nodes.length > 0 ? new Tree(this.source.nodes) : null));
  node = $derived<GameNode | null>(this.tree?.node(this.cursor) ?? null);
  /** The nodes from the root to the cursor. */
  path = $derived(this.tree?.path(this.cursor) ?? []);
  /** The node after the cursor, in the line that goes on from there. */
  next = $derived<GameNode | null>(this.tree?.children(this.cursor)[0] ?? null);
  /** How many plies ago the arrow on a square was shot, as seen from the cursor. */
  ages = $derived(agesOf(this.path));
  /** Whether the board's position has caught up with the cursor: until then its moves are those of another turn. */
  isShown = $derived(this.position !== null && this.position.fen === this.node?.fen);
  /** Whether the board shows the newest position of a game as played. */
  atTip = $derived.by(() => this.cursor === this.game?.document?.lastPly);
  /** Whether a move entered on the board now is a move of the live game; otherwise it begins a variation. */
  playsGame = $derived.by(() => this.atTip && this.game?.humanToMove === true);

  /** The node to begin with, from the address. */
  readonly #wanted: number | null;
  /** The end of the game when the board was last taken along; null before the game is known. */
  #tip: number | null = null;
  /** The position that the board shows or waits for. */
  #fen: string | null = null;
  /** Fulfilled when it is on the board. */
  #arriving: Promise<unknown> = Promise.resolve();
  #isSending = false;
  #entry = $state.raw<Entry>(IDLE);
  /** The nodes from the root to the cursor, by their ids: where the board goes when its node is taken away. */
  #trail: number[] = [0];

  constructor(source: TreeSource, startNode: number | null = null) {
    this.source = source;
    this.#wanted = startNode;
  }

  /** How far a move has been entered, for values at each stage. */
  get entry(): Entry {
    return this.#entry;
  }

  set entry(entry: Entry) {
    this.#entry = entry;
    // Advice for one amazon is of no use once another one is taken up.
    const advised = this.hint && partsOf(this.hint.move)?.from;
    if (entry.stage !== "amazon" && advised && advised !== entry.from) this.hint = null;
  }

  /** The stored game that is looked at; null for a bare position. */
  get game(): StoredGame | null {
    return this.source.game;
  }

  /** Follows a stored game until the returned function is called. */
  follow(): (() => void) | undefined {
    return this.game?.follow((document) => this.#takeAlong(document));
  }

  /** At the tip the board follows the game; elsewhere it stays, as long as its node is there. */
  #takeAlong(document: GameDocument): void {
    const isFirst = this.#tip === null;
    if (isFirst) this.view = rememberedView(document.id) ?? viewOf(document);
    const kept = isFirst ? this.#wanted : this.cursor === this.#tip ? null : this.cursor;
    const node = (kept === null ? undefined : this.#nearest(kept)) ?? this.tree?.node(document.lastPly);
    this.#tip = document.lastPly;
    // News that change nothing on the board leave a half-made move in peace.
    if (node && (node.id !== this.cursor || node.fen !== this.#fen)) this.goTo(node.id);
  }

  /** A node, or where it is gone the nearest one before it on the way to the cursor. */
  #nearest(id: number): GameNode | undefined {
    const before = this.#trail.findLast((ancestor) => this.tree?.node(ancestor));
    return this.tree?.node(id) ?? (this.#trail.includes(id) && before !== undefined ? this.tree?.node(before) : undefined);
  }

  /** Keeps what is drawn on the board that is shown. */
  draw(shapes: string[]): void {
    if (this.node) void this.source.draw(this.node.id, shapes);
  }

  /** Shows a node. */
  goTo(id: number): void {
    const fen = this.tree?.node(id)?.fen;
    if (fen === undefined) return;
    this.cursor = id;
    this.#trail = this.path.map((node) => node.id);
    this.hint = null;
    this.#fen = fen;
    this.#arriving = attempt(async () => {
      const position = await positionOf(fen);
      if (this.#fen !== fen) return;
      // A half-made move stays on the board until the position is there, so that nothing steps back and forth.
      this.position = position;
      this.entry = IDLE;
    });
    if (this.next) positionOf(this.next.fen).catch(() => {});
  }

  back(): void {
    if (this.node?.parent != null) this.goTo(this.node.parent);
  }

  forward(): void {
    if (this.next) this.goTo(this.next.id);
  }

  first(): void {
    this.goTo(0);
  }

  last(): void {
    this.goTo(this.tree?.line(this.cursor).at(-1)?.id ?? 0);
  }

  /** Goes to another answer to the same position, one line further down or up. */
  sibling(step: 1 | -1): void {
    this.goTo(this.tree?.sibling(this.cursor, step) ?? 0);
  }

  /** Turns the board. */
  flip(): void {
    this.view = opponent(this.view);
    if (this.game) rememberView(this.game.id, this.view);
  }

  /** Asks for a good move where the live game stands. */
  async askHint(): Promise<void> {
    const { game } = this;
    const hint = game && (await attempt(() => api.hint(game.id)));
    if (hint && this.atTip) this.hint = hint;
  }

  /** Plays a move and waits until the board shows it: what the board and the field of typed moves call. */
  async enter(move: string): Promise<void> {
    await this.play(move);
    await this.#arriving;
  }

  /** Plays a move where the board stands: in the live game, along a line that is there, or as a new variation. */
  async play(move: string): Promise<void> {
    if (!this.tree || this.#isSending) return;
    this.#isSending = true;
    if (this.playsGame) {
      // In the live game a move is played, even where somebody has tried it as a variation before.
      await this.game?.play(move);
    } else {
      const known = this.tree.children(this.cursor).find((child) => child.move === move);
      const id = known?.id ?? (await this.source.add(this.cursor, move));
      if (id !== null) this.goTo(id);
    }
    this.#isSending = false;
  }

  /** Plays a line from a node, move by move, along what is there. */
  async playLine(from: number, line: readonly string[]): Promise<void> {
    this.goTo(from);
    for (const move of line) {
      const before = this.cursor;
      await this.play(move);
      if (this.cursor === before) return;
    }
  }

  /** Takes a variation away from a node on. */
  async remove(id: number): Promise<void> {
    // The board leaves the line before it is gone, so that it never shows what is not there.
    if (this.path.some((node) => node.id === id)) this.goTo(this.tree?.node(id)?.parent ?? 0);
    await this.source.remove(id);
  }
}

/** How many plies ago each arrow of a path was shot. */
function agesOf(path: readonly GameNode[]): Record<string, number> {
  const ages: Record<string, number> = {};
  path.forEach((node, ply) => {
    const arrow = node.move && partsOf(node.move)?.arrow;
    if (arrow) ages[arrow] = path.length - 1 - ply;
  });
  return ages;
}

function viewKey(id: number): string {
  return `otrera.view.${id}`;
}

/** Turns a game to a side when it is opened. */
export function rememberView(id: number, view: Color): void {
  sessionStorage.setItem(viewKey(id), view);
}

/** The side that a person has turned to the bottom of this game before the page was loaded again. */
function rememberedView(id: number): Color | null {
  const view = sessionStorage.getItem(viewKey(id));
  return view === "white" || view === "black" ? view : null;
}

/** The side at the bottom at first: the person's, or White's. */
function viewOf(document: GameDocument): Color {
  return document.black.kind === "human" && document.white.kind === "engine" ? "black" : "white";
}
