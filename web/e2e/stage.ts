// What the tests of one file share: a server, a browser, and visitors who have nothing to complain about.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { TestServer } from "./server";
import { Visitor, openBrowser, type Look } from "./visitor";

export class Stage {
  server!: TestServer;
  #browser!: Browser;

  /** Sets up a stage for the tests of a file; `options` are of `otrera serve`. */
  static set(options: string[] = []): Stage {
    const stage = new Stage();
    beforeAll(async () => {
      [stage.server, stage.#browser] = await Promise.all([TestServer.start(options), openBrowser()]);
    });
    afterAll(async () => {
      await stage.#browser?.close();
      await stage.server?.stop();
    });
    return stage;
  }

  /** Runs a test as a visitor. */
  async visit(look: Look, test: (visitor: Visitor) => Promise<void>): Promise<void> {
    const visitor = await this.open(look);
    await test(visitor);
    expect(await visitor.leave()).toEqual([]);
  }

  open(look: Look): Promise<Visitor> {
    return Visitor.come(this.#browser, this.server.address, look);
  }

  /** Begins a game between two people and plays its first moves. */
  async begun(fen: string, moves: string[], names: { white?: string; black?: string } = {}): Promise<number> {
    const seat = (name: string) => ({ kind: "human", name, agent: null });
    const seats = { white: seat(names.white ?? "Penthesilea"), black: seat(names.black ?? "Hippolyta") };
    const { id } = await this.server.ask<{ id: number }>("POST", "/games", { fen, ...seats });
    for (const [index, move] of moves.entries()) await this.play(id, index + 1, move);
    return id;
  }

  play(id: number, ply: number, move: string): Promise<unknown> {
    return this.server.ask("POST", `/games/${id}/moves`, { ply, move });
  }

  /** Plays a game between two people by its moves; they end it themselves, or the last one to move resigns. */
  async played(fen: string, moves: string[], names: { white?: string; black?: string } = {}): Promise<number> {
    const id = await this.begun(fen, moves, names);
    const { result } = await this.server.ask<{ result: unknown }>("GET", `/games/${id}`);
    if (result === null) await this.server.ask("POST", `/games/${id}/resign`, {});
    return id;
  }
}

/** White has one door and shuts it from inside: the first move throws the game away. */
export const BLUNDER = {
  fen: "q5/6/6/6/4*1/4*Q w",
  moves: ["f1f2,f2f3", "a6a3,a3e3", "f2f1,f1f2", "a3a4,a4a3"],
};

/** A short game on ten by ten. */
export const OPENING = {
  fen: "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
  moves: ["d1d7,d7g7", "a7b6,b6e6", "g1g6,g6h6", "j7i6,i6i2"],
};

/** Forty plies on ten by ten: a deep review of them is still running when a visitor looks. */
export const FORTY_PLIES = {
  fen: OPENING.fen,
  moves: `
    g1g8,g8g9 g10b5,b5c4 a4c2,c2i8 d10i5,i5i4 j4g1,g1g3 i5g5,g5d2 c2e4,e4h4 g5f5,f5f3 d1b3,b3a4 j7g7,g7b2 e4b7,b7d7
    a7b8,b8e8 b3e3,e3c5 b5b3,b3d3 e3d4,d4g4 f5e5,e5e3 g8h7,h7f5 e5d5,d5e5 d4c3,c3c2 d5c6,c6c8 g1j4,j4j3 g7h8,h8g8
    c3a5,a5c3 b8d10,d10a7 a5e9,e9c9 d10b10,b10b8 e9d10,d10c10 b3a3,a3b3 j4g1,g1b1 a3b4,b4b6 g1j4,j4g7 h8i7,i7j6 d10f8,f8d6
    b10b9,b9b10 h7h6,h6i6 i7h8,h8i7 f8f10,f10j10 h8h9,h9g10 h6h8,h8i9 c6d5,d5f7
  `.trim().split(/\s+/),
};
