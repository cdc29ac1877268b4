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
