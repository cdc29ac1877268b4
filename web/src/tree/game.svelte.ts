// A game that the server keeps: live, over, or a study with variations. The socket is the one way in which its document
// comes, whole at first and then by updates; what a person does goes over HTTP, which answers with a revision to wait for.

import { SvelteSet } from "svelte/reactivity";

import { ApiError, api } from "../api/client";
import { live, type Frame, type LiveSocket } from "../api/live.svelte";
import { learn } from "../api/positions";
import { study } from "../api/study";
import type { Acknowledgement, Clock, Color, GameDocument, Position, Result, Review, Seat } from "../api/types";
import { t } from "../messages/messages";
import { attempt, say } from "../shell/notices.svelte";
import type { TreeSource } from "./source";
import { applied } from "./update";

/** How long what is on its way may take before it is asked for (again). */
const PATIENCE_MS = 2000;

/** The games whose variations, comments or shapes were changed here since the page was loaded: something to undo. */
const changed = new SvelteSet<number>();

/** Remembers that a game was changed here. */
export function rememberChange(id: number): void {
  changed.add(id);
}

export class StoredGame implements TreeSource {
  readonly id: number;
  readonly game = this;
  document = $state.raw<GameDocument | null>(null);
  /** Why there is no document. */
  failure = $state<string | null>(null);
  /** When the state of play arrived, by the page's own clock: chess clocks run on from here. */
  receivedAt = $state(0);
  /** The clocks, as they were last told; they stay when the game is over. */
  clock = $state.raw<Clock | null>(null);

  nodes = $derived(this.document?.nodes ?? []);
  isLive = $derived(this.document !== null && this.document.live !== null && this.document.result === null);
  /** Whether a person sits at the side to move of the live game. */
  humanToMove = $derived(this.isLive && this.seatOf(this.document!.live!.turn)?.kind === "human");
  /** How many people play. */
  people = $derived([this.document?.white, this.document?.black].filter((seat) => seat?.kind === "human").length);

  readonly #socket: Pick<LiveSocket, "listen" | "onOpen" | "send">;
  /** What to call with a new document; null while the game is not followed. */
  #changed: ((document: GameDocument) => void) | null = null;
  /** What waits for a revision, each with that revision. */
  #waiting = new Map<() => void, number>();
  #reviewsHeard = 0;
  /** The server's word for what its revisions belong to. */
  #epoch: string | null = null;
  /** When it was last asked what was missed, unless something came since. */
  #askedAt = -Infinity;

  constructor(id: number, socket: Pick<LiveSocket, "listen" | "onOpen" | "send"> = live) {
    this.id = id;
    this.#socket = socket;
  }

  /** Follows the game until the returned function is called; `changed` is called with every new document. */
  follow(changed: (document: GameDocument) => void): () => void {
    this.#changed = changed;
    const stopListening = this.#socket.listen((frame) => this.#hear(frame));
    const stopWatching = this.#socket.onOpen(() => this.#watch());
    return () => {
      stopListening();
      stopWatching();
      this.#socket.send({ type: "unwatch", game: this.id });
      this.#changed = null;
      this.#wake();
    };
  }

  seatOf(color: Color): Seat | null {
    return this.document?.[color] ?? null;
  }

  /** Asks the server for a change and waits until the document shows it; null if it was refused. */
  ask(question: (id: number) => Promise<Acknowledgement>): Promise<Acknowledgement | null> {
    return attempt(() => this.#settled(question));
  }

  async #settled(question: (id: number) => Promise<Acknowledgement>): Promise<Acknowledgement> {
    const answer = await question(this.id);
    // A connection that is dead without saying so, or a watch that was refused, brings nothing: ask again.
    const again = setInterval(() => this.#watch(), PATIENCE_MS);
    await new Promise<void>((arrived) => {
      this.#waiting.set(arrived, answer.revision);
      this.#wake();
    });
    clearInterval(again);
    return answer;
  }

  /** Asks for a change that can be undone. */
  async #change(question: (id: number) => Promise<Acknowledgement>): Promise<Acknowledgement | null> {
    const answer = await this.ask(question);
    if (answer) rememberChange(this.id);
    return answer;
  }

  /** Plays a move in the live game. */
  play(move: string): Promise<unknown> {
    return this.ask((id) => api.move(id, (this.document?.lastPly ?? 0) + 1, move));
  }

  async add(parent: number, move: string): Promise<number | null> {
    return (await this.#change((id) => api.addNode(id, parent, move)))?.node ?? null;
  }

  comment(node: number, words: string): Promise<unknown> {
    return this.#change((id) => study.changeNode(id, node, { comment: words }));
  }

  draw(node: number, shapes: string[]): Promise<unknown> {
    return this.#change((id) => study.changeNode(id, node, { shapes }));
  }

  /** Takes back the last change of variations, comments and shapes. */
  undo(): Promise<unknown> {
    return attempt(async () => {
      try {
        await this.#settled(study.undo);
        changed.add(this.id);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        changed.delete(this.id);
        say("info", t("analysis.nothing-to-undo"));
      }
    });
  }

  /** Whether there is something to undo, as far as this page knows: of what was done elsewhere only the server does. */
  get canUndo(): boolean {
    return changed.has(this.id);
  }

  rename(title: string): Promise<unknown> {
    return this.ask((id) => study.change(id, { title }));
  }

  remove(node: number): Promise<unknown> {
    return this.#change((id) => study.removeNode(id, node));
  }

  promote(node: number): Promise<unknown> {
    return this.#change((id) => study.promote(id, node));
  }

  /** Asks for a review or for its end, and shows the answer unless the socket has told more in the meantime. */
  async askReview(question: (id: number) => Promise<Review>): Promise<void> {
    const heard = this.#reviewsHeard;
    const review = await attempt(() => question(this.id));
    if (review && heard === this.#reviewsHeard) this.#review(review);
  }

  #hear(frame: Frame): void {
    if (frame.type === "game" && frame.document.id === this.id) {
      this.#epoch = frame.epoch;
      this.#take(frame.document, frame.position);
    } else if (frame.type === "update" && frame.game === this.id) {
      const next = this.document ? applied(this.document, frame) : "missed";
      // Many updates may stand behind a gap: one question is enough.
      if (next === "missed") {
        if (performance.now() - this.#askedAt > PATIENCE_MS) this.#watch();
      } else if (next !== "known") this.#take(next, frame.position);
    } else if (frame.type === "review" && frame.game === this.id) {
      this.#reviewsHeard += 1;
      this.#review(frame.review);
    } else if (frame.type === "refused" && frame.game === this.id) {
      this.#askedAt = -Infinity;
      this.failure = frame.error;
    }
  }

  /** Asks for the game from now on, and for what has changed since the revision that is here. */
  #watch(): void {
    this.#askedAt = performance.now();
    const since = this.document?.revision ?? null;
    this.#socket.send({ type: "watch", game: this.id, since, epoch: this.#epoch });
  }

  #take(document: GameDocument, position: Position | null | undefined): void {
    if (position) learn(position);
    this.#askedAt = -Infinity;
    const now = performance.now();
    if (document.live) this.clock = document.live.clock ?? null;
    else if (this.clock) this.clock = stopped(this.clock, document.result, now - this.receivedAt);
    this.document = document;
    this.receivedAt = now;
    this.failure = null;
    this.#changed?.(document);
    this.#wake();
  }

  /** What a review has found goes into the document, where all parts read it; it has no revision of its own. */
  #review(review: Review): void {
    if (this.document) this.document = { ...this.document, review };
  }

  /** Ends the waits for what is here; once the game is left there is nothing to wait for. */
  #wake(): void {
    const reached = this.#changed ? (this.document?.revision ?? 0) : Infinity;
    for (const [arrived, revision] of this.#waiting) {
      if (revision <= reached && this.#waiting.delete(arrived)) arrived();
    }
  }
}

/** The clocks of a game that is over, which the server does not tell: the one that ran has run on until now, or out. */
function stopped(clock: Clock, result: Result | null, elapsed: number): Clock {
  const { running } = clock;
  if (!running) return clock;
  const left = result?.ending === "time forfeit" ? 0 : Math.max(0, clock[running] - elapsed);
  return { ...clock, [running]: left, running: null };
}
