// Playing: whole games by clicks and by keyboard, taking back, and what survives a reload and a power cut.

import { describe, expect, it } from "vitest";
import { enterByClicks, enterByKeys, litSquares, playToTheEnd, plies, pressSquare, turnOrEnd } from "./player";
import { seeded } from "./seeded";
import { Stage } from "./stage";
import { BOTH_SIZES, type Visitor } from "./visitor";

/** Five columns, two amazons a side: a game of a dozen plies. */
const SMALL = "q3q/5/5/5/Q3Q w";

const stage = Stage.set();

/** Begins a game against level 1 by the two clicks that it takes. */
async function begin(visitor: Visitor, fen: string | null): Promise<void> {
  await visitor.go(fen ? `#/?fen=${encodeURIComponent(fen)}` : "#/");
  await visitor.page.click("[data-level='1']");
  await visitor.page.waitForURL(/#\/game\/\d+/);
  await turnOrEnd(visitor, -1);
}

function gameOf(visitor: Visitor): Promise<{ result: unknown; lastPly: number; nodes: { fen: string }[] }> {
  return stage.server.ask("GET", `/games/${/game\/(\d+)/.exec(visitor.page.url())![1]}`);
}

describe("a whole game against level 1", () => {
  it.each(["desktop", "phone"] as const)("is played by clicks on a small board (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      await begin(visitor, SMALL);
      const random = seeded(7);
      const played = await playToTheEnd(visitor, (page) => enterByClicks(page, random));
      const game = await gameOf(visitor);
      expect(game.result).not.toBeNull();
      expect(game.lastPly).toBe(played);
      expect(await litSquares(visitor.page)).toEqual([]);
    });
  });

  it("is played by clicks on ten by ten", async () => {
    await stage.visit({ size: "desktop" }, async (visitor) => {
      await begin(visitor, null);
      const random = seeded(1);
      const played = await playToTheEnd(visitor, (page) => enterByClicks(page, random));
      expect((await gameOf(visitor)).lastPly).toBe(played);
      expect(played).toBeGreaterThan(20);
    });
  });

  it.each(BOTH_SIZES)("is played by keyboard alone (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/?fen=${encodeURIComponent(SMALL)}`);
      await page.waitForSelector("[data-level='1']");
      await tabTo(visitor, "[data-level='1']");
      await page.keyboard.press("Enter");
      await page.waitForURL(/#\/game\/\d+/);
      await turnOrEnd(visitor, -1);
      await tabTo(visitor, "[role=gridcell]");
      const random = seeded(3);
      await playToTheEnd(visitor, () => enterByKeys(page, random));
      expect((await gameOf(visitor)).result).not.toBeNull();
    });
  });
});

/** Presses Tab until something has the focus. */
async function tabTo(visitor: Visitor, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await visitor.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await visitor.page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

describe("a game that goes on", () => {
  it.each(BOTH_SIZES)("takes a move back with its answer (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      await begin(visitor, null);
      await enterByClicks(visitor.page, seeded(5));
      await turnOrEnd(visitor, 1);
      expect(await plies(visitor.page)).toBe(2);
      await visitor.page.click("role=button[name=/take ?back/i]");
      await visitor.until(() => document.querySelectorAll("[data-node]").length === 0, null);
      expect((await gameOf(visitor)).lastPly).toBe(0);
    });
  });

  it("plays a move again that was remarked on and taken back", async () => {
    await stage.visit({ size: "desktop" }, async (visitor) => {
      await begin(visitor, null);
      const type = async (): Promise<void> => {
        await visitor.page.keyboard.press("/");
        await visitor.page.keyboard.type("d1-d7/g7");
        await visitor.page.keyboard.press("Enter");
        await turnOrEnd(visitor, 1);
      };
      await type();
      const id = /game\/(\d+)/.exec(visitor.page.url())![1];
      await stage.server.ask("PATCH", `/games/${id}/nodes/1`, { comment: "Bold." });
      await visitor.page.click("role=button[name=/take ?back/i]");
      // What was remarked on stays as a variation.
      await visitor.until(() => document.querySelector("[data-node='10000']") !== null, null);
      expect((await gameOf(visitor)).lastPly).toBe(0);
      await type();
      expect((await gameOf(visitor)).lastPly).toBe(2);
    });
  });

  it("lets a half-made move go with Escape or a press elsewhere", async () => {
    await stage.visit({ size: "desktop" }, async (visitor) => {
      await begin(visitor, null);
      const amazons = await litSquares(visitor.page);
      await pressSquare(visitor.page, amazons[0]!);
      await pressSquare(visitor.page, (await litSquares(visitor.page))[0]!);
      await visitor.page.keyboard.press("Escape");
      expect(await litSquares(visitor.page)).toEqual(amazons);
      await pressSquare(visitor.page, amazons[1]!);
      await visitor.page.click("header");
      expect(await litSquares(visitor.page)).toEqual(amazons);
    });
  });

  it("takes back a step of a half-made move with Backspace, wherever the focus is", async () => {
    await stage.visit({ size: "desktop" }, async (visitor) => {
      const { page } = visitor;
      await begin(visitor, null);
      const amazons = await litSquares(page);
      await pressSquare(page, amazons[0]!);
      const landings = await litSquares(page);
      await pressSquare(page, landings[0]!);
      await visitor.until((square) => !document.querySelector(`[data-square="${square}"].lit`), landings[0]!);
      await page.keyboard.press("Backspace");
      expect(await litSquares(page)).toEqual(landings);
      // In a field it is the field's.
      await page.keyboard.press("/");
      await page.keyboard.press("Backspace");
      expect(await litSquares(page)).toEqual(landings);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press("Backspace");
      expect(await litSquares(page)).toEqual(amazons);
    });
  });

  it.each(BOTH_SIZES)("is as it was after a reload (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      await begin(visitor, null);
      await enterByClicks(visitor.page, seeded(11));
      await turnOrEnd(visitor, 1);
      const before = await gameOf(visitor);
      await visitor.page.reload();
      await turnOrEnd(visitor, 1);
      expect(await plies(visitor.page)).toBe(2);
      expect(await gameOf(visitor)).toEqual(before);
      await enterByClicks(visitor.page, seeded(12));
      await turnOrEnd(visitor, 3);
    });
  });

  it.each(BOTH_SIZES)("is as it was after the server was killed, and goes on (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      await begin(visitor, null);
      await enterByClicks(visitor.page, seeded(21));
      await turnOrEnd(visitor, 1);
      const before = await gameOf(visitor);
      await stage.server.kill();
      await visitor.page.waitForSelector(".connection");
      await stage.server.start();
      await visitor.page.waitForSelector(".connection", { state: "detached" });
      expect((await gameOf(visitor)).nodes).toEqual(before.nodes);
      await enterByClicks(visitor.page, seeded(22));
      await turnOrEnd(visitor, 3);
      expect((await gameOf(visitor)).lastPly).toBe(4);
      // The socket and questions that met a dead server are told in the console.
      visitor.forgive(/ERR_CONNECTION_REFUSED|WebSocket connection|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
    });
  });
});
describe("what one can do at the table", () => {
  it.each(BOTH_SIZES)("gives a hint, resigns and begins again (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await begin(visitor, SMALL);
      const before = page.url();
      await page.click("role=button[name=Hint]");
      await page.waitForSelector(".board .move.hint");
      await page.click("role=button[name=Resign]");
      await page.click("role=button[name='Yes, resign']");
      await page.waitForSelector(".status.over");
      expect((await gameOf(visitor)).result).toMatchObject({ winner: "black", ending: "resignation" });
      await page.click("role=button[name=Rematch]");
      await page.waitForURL((url) => url.href !== before);
      await page.waitForSelector(".status.over", { state: "detached" });
    });
  });

  it("takes a move that is typed", async () => {
    await stage.visit({}, async (visitor) => {
      await begin(visitor, null);
      await visitor.page.keyboard.press("/");
      await visitor.page.keyboard.type("d1-d7/g7");
      await visitor.page.keyboard.press("Enter");
      await turnOrEnd(visitor, 1);
      expect(await visitor.page.innerText("[data-node='1'] .text")).toBe("d1-d7/g7");
    });
  });

  it("is shared by two people at one screen", async () => {
    await stage.visit({ size: "phone" }, async (visitor) => {
      await visitor.go("#/");
      await visitor.page.click("role=button[name='Pass and play']");
      await visitor.page.waitForURL(/#\/game\/\d+/);
      const random = seeded(2);
      for (let ply = 0; ply < 4; ply++) {
        await turnOrEnd(visitor, ply - 1);
        await enterByClicks(visitor.page, random);
      }
      await turnOrEnd(visitor, 3);
      expect((await gameOf(visitor)).lastPly).toBe(4);
    });
  });

  it("lets engines be watched, paused and let go on", async () => {
    const engine = { kind: "engine", name: "Level 1", agent: "otrera:level=1" };
    const { id } = await stage.server.ask<{ id: number }>("POST", "/games", { fen: SMALL, white: engine, black: engine, pace: 60_000 });
    await stage.server.ask("POST", `/games/${id}/pause`, {});
    await stage.server.ask("POST", `/games/${id}/pace`, { pace: 0 });
    await stage.visit({}, async (visitor) => {
      await visitor.go(`#/game/${id}`);
      await visitor.page.click("role=button[name=Resume]");
      await visitor.page.waitForSelector(".status.over");
      expect((await gameOf(visitor)).result).not.toBeNull();
    });
  });
});
