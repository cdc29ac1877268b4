// One game in several places: what is done in one tab is seen in the other, and a page that was cut off catches up.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pressLit } from "./player";
import { OPENING, Stage } from "./stage";
import type { Visitor } from "./visitor";

const stage = Stage.set();

/** The squares of the moves of the opening, as they are pressed. */
const PRESSED = OPENING.moves.map((move) => /^([a-j]\d+)([a-j]\d+),\2([a-j]\d+)$/.exec(move)!.slice(1));

/** What the list of moves says, moves and comments. */
function told(page: Page): Promise<string[]> {
  return page.$$eval(".tree .text, .tree .comment, .tree .remark", (words) => words.map((word) => word.textContent ?? ""));
}

/** Waits until a node is the one on the board. */
async function shows(page: Page, node: number): Promise<void> {
  await page.waitForSelector(`[data-node='${node}'][aria-current]`);
}

/** The page's questions to the server from now on, as `POST /api/positions`. */
function questions({ page }: Visitor): string[] {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return asked;
}

/** Stands between the page's socket and the server: what the page sends is kept, and the socket can be cut. */
async function tapped({ page }: Visitor) {
  const sent: { type: string; game?: number; since?: number | null }[] = [];
  const ends: (() => Promise<void>)[] = [];
  let isCut = false;
  await page.routeWebSocket(/\/api\/live$/, (socket) => {
    if (isCut) return void socket.close();
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      sent.push(JSON.parse(String(message)) as (typeof sent)[number]);
      server.send(message);
    });
    ends.push(() => socket.close(), () => server.close());
  });
  return {
    sent,
    cut: async () => {
      isCut = true;
      await Promise.all(ends.splice(0).map((end) => end()));
      await page.waitForSelector(".connection");
    },
    mend: () => (isCut = false),
  };
}

describe("two tabs", () => {
  it("show the same moves, comments and takebacks", async () => {
    const id = await stage.begun(OPENING.fen, []);
    await stage.visit({}, (first) =>
      stage.visit({ size: "phone" }, async (second) => {
        const [one, other] = [first.page, second.page];
        for (const visitor of [first, second]) {
          await visitor.go(`#/game/${id}`);
          await visitor.page.waitForSelector("[data-square='d1'].lit");
        }
        await pressLit(one, PRESSED[0]!);
        await shows(other, 1);
        await pressLit(other, PRESSED[1]!);
        await shows(one, 2);
        await one.click("role=button[name=/take ?back/i]");
        await other.waitForSelector("[data-node='2']", { state: "detached" });
        await shows(other, 1);
        // News that change nothing on the board leave a half-made move in peace.
        await pressLit(one, PRESSED[1]!.slice(0, 2));
        await other.click("role=button[name=Comment]");
        await other.fill("textarea", "Bold.");
        await other.click("role=button[name=Save]");
        await one.waitForSelector("text=Bold.");
        await one.waitForSelector("[data-square='b6'][aria-selected='true']");
        // One looks back and tries something; the other stays where the game is.
        await one.click("role=button[name='To the start']");
        await pressLit(one, ["g1", "g2", "g3"]);
        await other.waitForSelector("[data-node='10000']");
        await shows(other, 1);
        await pressLit(other, PRESSED[1]!);
        await one.waitForSelector("[data-node='2']");
        await shows(one, 10_000);
        await one.click("role=button[name='Delete line']");
        await other.waitForSelector("[data-node='10000']", { state: "detached" });
        expect(await told(one)).toEqual(["d1-d7/g7", "Bold.", "a7-b6/e6"]);
        expect(await told(other)).toEqual(await told(one));
      }),
    );
  });
});

describe("a page whose socket is cut", () => {
  it("shows all that happened when it is back, without a reload", async () => {
    const id = await stage.begun(OPENING.fen, [OPENING.moves[0]!]);
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      const socket = await tapped(visitor);
      const asked = questions(visitor);
      await visitor.go(`#/game/${id}`);
      await shows(page, 1);
      await page.evaluate(() => (document.body.dataset["loaded"] = "once"));
      await socket.cut();
      // A move of its own reaches the server, and comes back with what others did meanwhile.
      await pressLit(page, PRESSED[1]!);
      await expect.poll(async () => (await stage.server.ask<{ lastPly: number }>("GET", `/games/${id}`)).lastPly).toBe(2);
      await stage.play(id, 3, OPENING.moves[2]!);
      await stage.server.ask("PATCH", `/games/${id}/nodes/1`, { comment: "Bold." });
      expect(await told(page)).toEqual(["d1-d7/g7"]);
      socket.mend();
      await shows(page, 3);
      await page.waitForSelector("text=Bold.");
      await pressLit(page, PRESSED[3]!);
      await shows(page, 4);
      expect(await page.evaluate(() => document.body.dataset["loaded"])).toBe("once");
      expect(asked).not.toContain(`GET /api/games/${id}`);
      const watched = socket.sent.filter(({ type }) => type === "watch");
      expect(watched[0]).toMatchObject({ game: id, since: null });
      expect(watched.at(-1)).toMatchObject({ game: id, since: expect.any(Number) as number });
    });
  });
});

describe("a page that plays", () => {
  it("asks for nothing that it was told", async () => {
    const id = await stage.begun(OPENING.fen, []);
    await stage.visit({}, async (visitor) => {
      const asked = questions(visitor);
      await visitor.go(`#/game/${id}`);
      for (const [index, squares] of PRESSED.entries()) {
        await pressLit(visitor.page, squares);
        await shows(visitor.page, index + 1);
      }
      await visitor.page.waitForSelector("[role=gridcell].lit");
      expect(asked.filter((question) => question === `POST /api/games/${id}/moves`)).toHaveLength(4);
      expect(asked).not.toContain("POST /api/positions");
      expect(asked).not.toContain(`GET /api/games/${id}`);
      // The arrows of an amazon are asked for once, when she is chosen.
      expect(asked.filter((question) => question === "POST /api/positions/shots")).toHaveLength(4);
    });
  });

  it("says so where there is no such game", async () => {
    await stage.visit({}, async (visitor) => {
      await visitor.go("#/game/987654321");
      await visitor.page.waitForSelector("text=No such game");
      await visitor.page.waitForSelector("text=987654321");
    });
  });
});
