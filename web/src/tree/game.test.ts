// Two tabs and a server over bad wires: whatever is lost, doubled or cut, in the end each tab has the server's document.

import { afterEach, expect, it, vi } from "vitest";

import { seeded } from "../../e2e/seeded";
import type { Frame } from "../api/live.svelte";
import { positionOf } from "../api/positions";
import type { Acknowledgement, ClientMessage, GameDocument, GameNode, GameUpdate, Review } from "../api/types";
import { position } from "../board/testing";
import { treeOf, withMove, without } from "./edits";
import { StoredGame } from "./game.svelte";
import { commented, promoted } from "./testing";
import { FIRST_VARIATION } from "./tree";

const GAME = 7;
const EPOCH = "the model server's";
/** How many updates the server can tell again. */
const KEPT = 4;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const variations = (nodes: GameNode[]) => nodes.map(({ id }) => id).filter((id) => id >= FIRST_VARIATION);
const tipOf = ({ nodes, lastPly }: GameDocument) => position({ fen: nodes[lastPly]!.fen });
const detailsOf = ({ title, tags, white, black, deleted }: GameDocument) => ({ title, tags, white, black, deleted });
/** All that a revision counts; the state of play has none. */
const counted = (document: GameDocument) => ({ ...document, live: null });

/** The update that makes one document of another. */
function difference(before: GameDocument, after: GameDocument): GameUpdate {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const present = new Set(after.nodes.map(({ id }) => id));
  const nodes = after.nodes.filter((node) => !isSame(node, old.get(node.id)));
  const removed = [...old.keys()].filter((id) => !present.has(id));
  const order = variations(after.nodes);
  const expected = [...variations(before.nodes).filter((id) => present.has(id)), ...order.filter((id) => !old.has(id))];
  const { revision, lastPly, live, result, review } = after;
  return {
    ...{ game: GAME, base: before.revision, revision, nodes, removed, lastPly, live, result },
    ...(isSame(order, expected) ? {} : { order }),
    ...(isSame(detailsOf(before), detailsOf(after)) ? {} : { details: detailsOf(after) }),
    ...(isSame(before.review, review) ? {} : { review }),
    ...(isSame(tipOf(before), tipOf(after)) ? {} : { position: tipOf(after) }),
  };
}

class ModelServer {
  document: GameDocument;
  /** The document at each revision. */
  readonly history: GameDocument[] = [];
  readonly watchers = new Set<Wire>();
  readonly #log: GameUpdate[] = [];
  #count = 0;

  constructor(readonly random: () => number) {
    const seat = { kind: "human" as const, name: "", agent: null };
    this.document = {
      ...{ id: GAME, title: "", tags: [], white: seat, black: seat, start: "", board: "6x6", delay: 0, timeControl: null, source: "play" },
      ...{ event: null, playedAt: null, result: null, nodes: treeOf(this.#fresh()), lastPly: 0, live: null },
      ...{ review: null, revision: 0, deleted: false },
    };
    this.history.push(this.document);
  }

  one<Thing>(things: readonly Thing[]): Thing {
    return things[Math.floor(this.random() * things.length)]!;
  }

  #fresh(): string {
    return `${this.random()} ${++this.#count}`;
  }

  /** Makes a random change of those that have a revision. */
  change(): Acknowledgement {
    const before = this.document;
    const changed = { ...before, ...this.one(this.#changes)(before), revision: before.revision + 1 };
    const update = difference(before, changed);
    this.document = changed;
    this.history.push(changed);
    this.#log.push(update);
    if (this.#log.length > KEPT) this.#log.shift();
    this.#tell(update);
    return { revision: changed.revision };
  }

  /** News of the state of play alone. */
  think(): void {
    const thinking = this.random() < 0.5;
    this.document = { ...this.document, live: { turn: "white", thinking, place: null, paused: false, pace: this.#count++, clock: null } };
    this.#tell(difference(this.document, this.document));
  }

  hear(wire: Wire, message: ClientMessage): void {
    if (message.type === "unwatch") this.watchers.delete(wire);
    if (message.type !== "watch") return;
    this.watchers.add(wire);
    const { document } = this;
    const missed = this.#log.filter(({ base }) => base >= (message.since ?? 0));
    const isOurs = message.epoch === EPOCH;
    if (isOurs && (message.since === document.revision || (message.since != null && missed[0]?.base === message.since))) {
      // The last one tells how play stands now.
      for (const update of [...missed, difference(document, document)]) wire.carry({ type: "update", ...update });
    } else {
      wire.carry({ type: "game", document, position: tipOf(document), epoch: EPOCH });
    }
  }

  #tell(update: GameUpdate): void {
    for (const wire of this.watchers) wire.carry({ type: "update", ...update });
  }

  readonly #changes: ((before: GameDocument) => Partial<GameDocument>)[] = [
    ({ nodes, lastPly }) => {
      const ply = { ...treeOf(this.#fresh())[0]!, id: lastPly + 1, parent: lastPly, move: "played" };
      return { nodes: [...nodes.slice(0, lastPly + 1), ply, ...nodes.slice(lastPly + 1)], lastPly: lastPly + 1, result: null };
    },
    ({ nodes, lastPly }) => (lastPly === 0 ? {} : { nodes: without(nodes, lastPly), lastPly: lastPly - 1 }),
    // A ply that is taken back may stay as a variation, with those below it.
    ({ nodes, lastPly }) => {
      if (lastPly === 0) return {};
      const id = Math.max(FIRST_VARIATION, ...nodes.map((node) => node.id + 1));
      const below = (node: GameNode) => (node.parent === lastPly ? { ...node, parent: id } : node);
      return { nodes: nodes.map((node) => (node.id === lastPly ? { ...node, id } : below(node))), lastPly: lastPly - 1 };
    },
    ({ nodes }) => ({ nodes: withMove(nodes, this.one(nodes).id, this.#fresh(), this.#fresh()).nodes }),
    ({ nodes }) => ({ nodes: commented(nodes, this.one(nodes).id, this.one(["", this.#fresh()])) }),
    ({ nodes, lastPly }) => ({ nodes: [...nodes.slice(0, lastPly + 1), ...promoted(nodes.slice(lastPly + 1), this.one(nodes).id)] }),
    ({ nodes }) => ({ nodes: without(nodes, this.one([-1, ...variations(nodes)])) }),
    () => ({ title: this.#fresh(), tags: [this.#fresh()] }),
    ({ deleted }) => ({ deleted: !deleted }),
    () => ({ result: { winner: "white", ending: "resignation", detail: "", by: null }, live: null }),
    () => ({ review: this.one([null, { done: this.#count++ } as Review]) }),
  ];
}

/** The socket of one tab. It breaks, and until it is sound it loses and doubles frames; their order it keeps. */
class Wire {
  isOpen = true;
  isSound = false;
  #frames: Frame[] = [];
  #listener: (frame: Frame) => void = () => {};
  #opened: () => void = () => {};

  constructor(readonly server: ModelServer) {}

  listen(listener: (frame: Frame) => void): () => void {
    this.#listener = listener;
    return () => (this.#listener = () => {});
  }

  onOpen(opened: () => void): () => void {
    this.#opened = opened;
    if (this.isOpen) opened();
    return () => (this.#opened = () => {});
  }

  send(message: ClientMessage): boolean {
    if (this.isOpen) this.server.hear(this, message);
    return this.isOpen;
  }

  carry(frame: Frame): void {
    if (this.#happens(0.15)) return;
    for (let copy = this.#happens(0.15) ? 2 : 1; copy > 0; copy--) this.#frames.push(JSON.parse(JSON.stringify(frame)) as Frame);
  }

  /** Hands the oldest frame over; says whether there was one. */
  deliver(): boolean {
    const frame = this.#frames.shift();
    if (frame) this.#listener(frame);
    return frame !== undefined;
  }

  /** Loses the oldest frame. */
  lose(): void {
    this.#frames.shift();
  }

  /** Hands all frames over; a tab that asks again and again would never end. */
  deliverAll(): void {
    for (let frames = 0; this.deliver(); frames++) expect(frames).toBeLessThan(100);
  }

  cut(): void {
    this.isOpen = false;
    this.#frames = [];
    this.server.watchers.delete(this);
  }

  mend(): void {
    this.isOpen = true;
    this.#opened();
  }

  #happens(chance: number): boolean {
    return !this.isSound && this.server.random() < chance;
  }
}

/** A page that is loaded again from time to time. */
class Tab {
  readonly wire: Wire;
  game!: StoredGame;
  #leave = () => {};

  constructor(server: ModelServer) {
    this.wire = new Wire(server);
    this.load();
  }

  load(): void {
    this.#leave();
    this.game = new StoredGame(GAME, this.wire);
    // At every moment it has what the server had at that revision.
    const { history } = this.wire.server;
    this.#leave = this.game.follow((document) => expect(counted(document)).toEqual(counted(history[document.revision]!)));
  }

  /** Asks for a change: when the answer is there, so is the change, unless the page was left. */
  async act(): Promise<void> {
    const { game } = this;
    const answer = await game.ask(async () => this.wire.server.change());
    expect(answer).not.toBeNull();
    if (game === this.game) expect(game.document?.revision).toBeGreaterThanOrEqual(answer!.revision);
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each(Array.from({ length: 100 }, (_, seed) => seed))("every tab ends with the server's document (seed %i)", async (seed) => {
  // Frames are far apart: a question that was lost is asked again with the next of them.
  let moment = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (moment += 10_000));
  const server = new ModelServer(seeded(seed));
  const tabs = [new Tab(server), new Tab(server)];
  const acts: Promise<void>[] = [];
  for (let step = 0; step < 300; step++) {
    const tab = server.one(tabs);
    const chance = server.random();
    if (chance < 0.5) tab.wire.deliver();
    else if (chance < 0.75) server.change();
    else if (chance < 0.85) server.think();
    else if (chance < 0.93) acts.push(tab.act());
    else if (chance < 0.98) tab.wire[tab.wire.isOpen ? "cut" : "mend"]();
    else tab.load();
    await null;
  }
  // A tab that was cut asks when it is back; one that was not finds by the next update what it has missed.
  for (const { wire } of tabs) {
    wire.isSound = true;
    if (!wire.isOpen) wire.mend();
  }
  server.change();
  // Nothing has to be asked for that the socket brought.
  vi.stubGlobal("fetch", () => Promise.reject(new Error("asked")));
  for (const { wire, game } of tabs) {
    wire.deliverAll();
    expect(game.document).toEqual(server.document);
    expect((await positionOf(tipOf(server.document).fen)).fen).toBe(tipOf(server.document).fen);
  }
  await Promise.all(acts);
});

it("asks once for all that stands behind a gap", () => {
  const server = new ModelServer(seeded(0));
  const { wire } = new Tab(server);
  wire.isSound = true;
  wire.mend();
  wire.deliverAll();
  server.change();
  const asked = vi.spyOn(server, "hear");
  for (let change = 0; change < 3; change++) server.change();
  wire.lose();
  wire.deliverAll();
  expect(asked).toHaveBeenCalledTimes(1);
});

it("says why there is no game", () => {
  const wire = new Wire(new ModelServer(seeded(0)));
  wire.isSound = true;
  const game = new StoredGame(77, wire);
  game.follow(() => {});
  wire.carry({ type: "refused", id: null, game: 77, error: "no game 77" });
  wire.deliverAll();
  expect([game.failure, game.document]).toEqual(["no game 77", null]);
});
