// A game that is looked at: its document from the server, the node that the board shows, and what can be done from there.
//
// Everything on the game page hangs on one of these: the board, the move list, and the panels of `analysis/`.

import { api, wordsOf } from "../api/client";
import { live } from "../api/live.svelte";
import { positionOf } from "../api/positions";
import type { Color, GameDocument, GameNode, Hint, Position, Seat } from "../api/types";
import { NOTHING, type BoardDrawing } from "../board/drawing";
import { IDLE, type Entry } from "../board/entry";
import { opponent, partsOf } from "../board/squares";
import { say } from "../shell/notices.svelte";

export class GameSession {
  readonly id: number;
  document = $state.raw<GameDocument | null>(null);
  /** Why there is no document. */
  failure = $state<string | null>(null);
  /** The node that the board shows. */
  cursor = $state(0);
  /** The position that the board shows; it lags the cursor by one answer of the server. */
  position = $state.raw<Position | null>(null);
  /** What analysis wants drawn on the board. */
  drawing = $state.raw<BoardDrawing>(NOTHING);
  /** How far a move has been entered, for values at each stage. */
  entry = $state.raw<Entry>(IDLE);
  /** The side that sits at the bottom of the board. */
  view = $state<Color>("white");
  /** A move that was sent and is not acknowledged yet. */
  sending = $state(false);
  /** A move that the engine advises, until the board shows something else. */
  hint = $state.raw<Hint | null>(null);
  /** When the document arrived, by the page's own clock: chess clocks run on from here. */
  receivedAt = $state(0);

  nodes = $derived(new Map((this.document?.nodes ?? []).map((node) => [node.id, node])));
  node = $derived<GameNode | null>(this.nodes.get(this.cursor) ?? null);
  /** The nodes from the root to the cursor. */
  path = $derived(this.pathTo(this.cursor));
  /** How many plies ago the arrow on a square was shot, as seen from the cursor. */
  ages = $derived(this.agesOf(this.path));
  /** Whether the board's position has caught up with the cursor: until then its moves are those of another turn. */
  isShown = $derived(this.position !== null && this.position.fen === this.node?.fen);
  /** Whether the board shows the newest position of the game as played. */
  atTip = $derived(this.document !== null && this.cursor === this.document.lastPly);
  isLive = $derived(this.document !== null && this.document.live !== null && this.document.result === null);
  /** Whether a person sits at the side to move of the live game. */
  humanToMove = $derived(this.isLive && this.seatOf(this.document!.live!.turn)?.kind === "human");
  /** Whether a move entered on the board now is a move of the live game; otherwise it begins a variation. */
  playsGame = $derived(this.atTip && this.humanToMove);

  constructor(id: number, startNode?: number) {
    this.id = id;
    this.wanted = startNode ?? null;
  }

  /** The node to begin with, from the address. */
  protected wanted: number | null;
  /** Fulfilled when the position of the cursor is on the board. */
  protected arriving: Promise<void> = Promise.resolve();

  /** Loads the game and follows it until the returned function is called. */
  follow(): () => void {
    const stopListening = live.listen((frame) => {
      if (frame.type === "game" && frame.document.id === this.id) this.receive(frame.document);
    });
    const stopWatching = live.watch(this.id);
    void this.load();
    return () => {
      stopWatching();
      stopListening();
    };
  }

  async load(): Promise<void> {
    try {
      this.receive(await api.game(this.id));
    } catch (error) {
      this.failure = wordsOf(error);
    }
  }

  /** Takes a newer document; one that is older than what is shown is passed over. */
  receive(document: GameDocument): void {
    const known = this.document;
    if (known && document.revision < known.revision) return;
    const atTip = known === null || this.cursor === known.lastPly;
    const shown = this.node?.fen;
    this.document = document;
    this.receivedAt = performance.now();
    this.failure = null;
    if (known === null) {
      this.view = rememberedView(document.id) ?? viewOf(document);
      const wanted = this.wanted;
      this.goTo(wanted !== null && document.nodes.some((node) => node.id === wanted) ? wanted : document.lastPly);
    } else {
      // News that change nothing on the board leave a half-made move in peace.
      const id = atTip || !this.nodes.has(this.cursor) ? document.lastPly : this.cursor;
      if (id !== this.cursor || this.nodes.get(id)?.fen !== shown) this.goTo(id);
    }
  }

  seatOf(color: Color): Seat | null {
    return this.document?.[color] ?? null;
  }

  /** Shows a node. */
  goTo(id: number): void {
    const node = this.nodes.get(id);
    if (!node) return;
    this.cursor = id;
    this.hint = null;
    // A half-made move stays on the board until the position is there, so that nothing steps back and forth.
    this.arriving = positionOf(node.fen).then(
      (position) => {
        if (this.cursor !== id) return;
        this.position = position;
        this.entry = IDLE;
      },
      (error: unknown) => say("error", wordsOf(error)),
    );
    const next = this.nodes.get(node.children[0] ?? -1);
    if (next) positionOf(next.fen).catch(() => {});
  }

  back(): void {
    if (this.node?.parent != null) this.goTo(this.node.parent);
  }

  forward(): void {
    const next = this.node?.children[0];
    if (next !== undefined) this.goTo(next);
  }

  first(): void {
    this.goTo(0);
  }

  last(): void {
    let node = this.node;
    while (node && node.children.length > 0) node = this.nodes.get(node.children[0]!) ?? null;
    if (node) this.goTo(node.id);
  }

  /** Turns the board. */
  flip(): void {
    this.view = opponent(this.view);
    if (this.id > 0) sessionStorage.setItem(viewKey(this.id), this.view);
  }

  /** Asks the server for something about this game and takes the document that it answers with. */
  async ask(question: (id: number) => Promise<GameDocument>): Promise<void> {
    try {
      this.receive(await question(this.id));
    } catch (error) {
      say("error", wordsOf(error));
    }
  }

  /** Asks for a good move where the live game stands. */
  async askHint(): Promise<void> {
    try {
      const hint = await api.hint(this.id);
      if (this.atTip) this.hint = hint;
    } catch (error) {
      say("error", wordsOf(error));
    }
  }

  /** Plays a move and waits until the board shows it: what the board and the field of typed moves call. */
  async enter(move: string): Promise<void> {
    await this.play(move);
    await this.arriving;
  }

  /** Plays a move where the board stands: in the live game, along a line that is there, or as a new variation. */
  async play(move: string): Promise<void> {
    if (!this.document || this.sending) return;
    const known = this.node?.children.find((child) => this.nodes.get(child)?.move === move);
    // In the live game a move is played, even where somebody has tried it as a variation before.
    if (known !== undefined && !this.playsGame) return this.goTo(known);
    this.sending = true;
    try {
      if (this.playsGame) {
        this.receive(await api.move(this.id, this.document.lastPly + 1, move));
      } else {
        const { document, node } = await api.addNode(this.id, this.cursor, move);
        this.receive(document);
        this.goTo(node);
      }
    } catch (error) {
      say("error", wordsOf(error));
      await this.load();
    } finally {
      this.sending = false;
    }
  }

  /** The nodes from the root to a node. */
  pathTo(id: number): GameNode[] {
    const path: GameNode[] = [];
    for (let node = this.nodes.get(id); node; node = node.parent === null ? undefined : this.nodes.get(node.parent)) {
      path.push(node);
    }
    return path.reverse();
  }

  protected agesOf(path: GameNode[]): Record<string, number> {
    const ages: Record<string, number> = {};
    path.forEach((node, ply) => {
      const arrow = node.move && partsOf(node.move)?.arrow;
      if (arrow) ages[arrow] = path.length - 1 - ply;
    });
    return ages;
  }
}

function viewKey(id: number): string {
  return `otrera.view.${id}`;
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
