import { describe, expect, it } from "vitest";
import type { GameDocument, GameNode, GameUpdate } from "../api/types";
import { applied } from "./update";

function node(id: number, parent: number | null, comment: string | null = null): GameNode {
  return { id, parent, move: parent === null ? null : `m${id}`, fen: `f${id}`, comment, shapes: [], evaluation: null, seconds: null };
}

const DOCUMENT = {
  title: "before",
  nodes: [node(0, null), node(1, 0), node(2, 1), node(10_000, 0), node(10_001, 10_000), node(10_002, 0)],
  lastPly: 2,
  live: null,
  result: null,
  review: { state: "done" },
  revision: 7,
} as unknown as GameDocument;

function update(changes: Partial<GameUpdate>): GameUpdate {
  return { game: 1, base: 7, revision: 8, nodes: [], removed: [], lastPly: 2, live: null, result: null, ...changes };
}

function after(changes: Partial<GameUpdate>): GameDocument {
  const document = applied(DOCUMENT, update(changes));
  if (typeof document === "string") throw new Error(document);
  return document;
}
const ids = (document: GameDocument) => document.nodes.map(({ id }) => id);

describe("an update", () => {
  it("is applied to its base, ignored where it is known, and missed where others come before it", () => {
    expect(after({}).revision).toBe(8);
    for (const [base, revision] of [[6, 7], [5, 6], [5, 7]]) expect(applied(DOCUMENT, update({ base, revision }))).toBe("known");
    for (const [base, revision] of [[8, 9], [8, 8], [6, 8]]) expect(applied(DOCUMENT, update({ base, revision }))).toBe("missed");
  });

  it("may bring the state of play alone, and leaves the tree as it is then", () => {
    const live = { turn: "white", thinking: true, place: null, paused: false, pace: 0, clock: null } as const;
    const document = after({ revision: 7, live });
    expect(document).toEqual({ ...DOCUMENT, live });
    expect(document.nodes).toBe(DOCUMENT.nodes);
  });

  it("adds plies to the main line, and variations behind the others", () => {
    expect(ids(after({ nodes: [node(3, 2)], lastPly: 3 }))).toEqual([0, 1, 2, 3, 10_000, 10_001, 10_002]);
    expect(ids(after({ nodes: [node(10_003, 1)] }))).toEqual([0, 1, 2, 10_000, 10_001, 10_002, 10_003]);
  });

  it("changes nodes in their places", () => {
    const document = after({ nodes: [node(1, 0, "bold"), node(10_000, 0, "bolder")] });
    expect(ids(document)).toEqual(ids(DOCUMENT));
    expect(document.nodes.map(({ comment }) => comment)).toEqual([null, "bold", null, "bolder", null, null]);
  });

  it("takes nodes away, and back into a variation", () => {
    expect(ids(after({ removed: [2], lastPly: 1 }))).toEqual([0, 1, 10_000, 10_001, 10_002]);
    expect(ids(after({ removed: [2], nodes: [node(10_003, 1)], lastPly: 1 }))).toEqual([0, 1, 10_000, 10_001, 10_002, 10_003]);
  });

  it("puts variations in another order", () => {
    const order = [10_002, 10_003, 10_000, 10_001];
    expect(ids(after({ nodes: [node(10_003, 10_002)], order }))).toEqual([0, 1, 2, ...order]);
    expect(ids(after({ removed: [10_000, 10_001], order: [10_002] }))).toEqual([0, 1, 2, 10_002]);
  });

  it("changes names and the review only where it brings them", () => {
    expect(after({})).toMatchObject({ title: "before", review: { state: "done" } });
    expect(after({ review: null }).review).toBeNull();
    const seat = { kind: "human" as const, name: "Aella", agent: null };
    const details = { title: "after", tags: ["study"], white: seat, black: seat, deleted: true };
    expect(after({ details })).toMatchObject({ ...details, revision: 8, lastPly: 2 });
  });
});
