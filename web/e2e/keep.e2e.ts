// Studies: what is made of a position or of a game is kept, named, listed, undone and exported; and links that carry it all.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pressLit } from "./player";
import { OPENING, Stage } from "./stage";
import { BOTH_SIZES } from "./visitor";

const stage = Stage.set();

const SMALL = "#/position/q5/6/6/6/6/5Q_w?moves=f1f4~f4f1.a6a3~a3a6";

/** The moves of the list, and its comments. */
function told(page: Page): Promise<string[]> {
  return page.$$eval(".tree .text, .tree .comment, .tree .remark", (words) => words.map((word) => word.textContent ?? ""));
}

async function comment(page: Page, words: string): Promise<void> {
  await page.click("role=button[name=/^(Edit comment|Comment)$/]");
  await page.fill("textarea", words);
  await page.click("role=button[name=Save]");
}

async function games(query: string): Promise<{ id: number; title: string }[]> {
  return (await stage.server.ask<{ games: { id: number; title: string }[] }>("GET", `/games?${query}`)).games;
}

describe("a position that is analysed", () => {
  it("stays bare while it is only looked at", async () => {
    const before = (await games("source=study")).length;
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(SMALL);
      await page.waitForSelector("[data-node][aria-current]");
      await page.keyboard.press("Home");
      await visitor.until(() => location.hash.endsWith("&ply=0"), null);
      // The line stands in the address: a reload keeps what comes after the board's position.
      await page.reload();
      await page.waitForSelector("[data-square='f1'].lit");
      await page.keyboard.press("End");
      await page.waitForSelector("[data-node][aria-current]");
      await pressLit(page, ["f4", "f5", "e5"]);
      await visitor.until(() => document.querySelectorAll("[data-node]").length === 3, null);
      expect(await page.evaluate(() => location.hash)).toContain("#/position/");
    });
    expect(await games("source=study")).toHaveLength(before);
  });

  it.each(BOTH_SIZES)("becomes a study with its first comment, and is found again (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(SMALL);
      await page.waitForSelector("[data-node][aria-current]");
      await comment(page, "A door that shuts.");
      await page.waitForSelector("text=Saved as study.");
      await page.waitForURL(/#\/study\/\d+\?node=10001$/);
      const name = `The door (${size})`;
      await page.fill("role=textbox[name='Name of the study']", name);
      await page.keyboard.press("Enter");
      await visitor.until((title) => document.title.startsWith(title), name);
      await page.reload();
      await page.waitForSelector("[data-node='10001'][aria-current]");
      expect(await told(page)).toEqual(["f1-f4/f1", "a6-a3/a6", "A door that shuts."]);
      // Another answer is a variation of the study, and undo takes it back.
      await page.click("[data-node='10000']");
      await page.waitForSelector("[data-node='10000'][aria-current]");
      await pressLit(page, ["a6", "b6", "a6"]);
      await page.waitForSelector("[data-node='10002'][aria-current]");
      await page.click("role=button[name=Undo]");
      await page.waitForSelector("[data-node='10002']", { state: "detached" });
      await page.waitForSelector("[data-node='10000'][aria-current]");
      await visitor.go("#/library?source=study");
      await page.click(`tr[data-game] >> text=${name}`);
      await page.waitForURL(/#\/study\/\d+/);
      await page.waitForSelector("text=A door that shuts.");
    });
  });

  it("becomes a study with its first variation, and with its first shape", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(SMALL);
      await page.waitForSelector("[data-node][aria-current]");
      await page.keyboard.press("Home");
      await pressLit(page, ["f1", "e1", "f1"]);
      await page.waitForURL(/#\/study\/\d+\?node=10002$/);
      await page.waitForSelector("[data-node='10002'][aria-current]");
      expect(await told(page)).toEqual(["f1-f4/f1", "f1-e1/f1", "a6-a3/a6"]);
      await visitor.go(`${SMALL}&ply=1`);
      await page.waitForSelector("[data-square='a6'].lit");
      await page.click("[data-square='c3']", { button: "right" });
      await page.waitForURL(/#\/study\/\d+\?node=10000$/);
      await page.waitForSelector(".board svg circle.mark");
      await page.reload();
      await page.waitForSelector(".board svg circle.mark");
      const id = Number(/study\/(\d+)/.exec(page.url())![1]);
      const sgf = await (await fetch(`${stage.server.address}/api/games/${id}/export?format=sgf`)).text();
      expect(sgf).toMatch(/CR\[/);
    });
  });
});

describe("a stored game", () => {
  it("is copied to a study, with what was said of it, and stays as it is", async () => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    await stage.server.ask("PATCH", `/games/${id}/nodes/2`, { comment: "Bold." });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}?node=2`);
      await page.click("role=tab[name=Share]");
      await page.click("role=button[name='Save as study']");
      await page.waitForURL(/#\/study\/\d+\?node=2$/);
      await page.waitForSelector("text=Bold.");
      await comment(page, "Too bold.");
      await page.waitForSelector("text=Too bold.");
      await page.click("role=tab[name=Position]");
      await page.click("role=button[name='Delete study']");
      await page.waitForSelector("h1 >> text=Library");
      await page.click("role=button[name=Undo]");
      await page.waitForURL(/#\/study\/\d+$/);
      await page.waitForSelector("text=Too bold.");
    });
    const { nodes } = await stage.server.ask<{ nodes: { comment: string | null }[] }>("GET", `/games/${id}`);
    expect(nodes[2]!.comment).toBe("Bold.");
  });

  it("offers to undo what was done here alone, and has nothing to say against the key", async () => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    const { id: copy } = await stage.server.ask<{ id: number }>("POST", "/studies", { game: id });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      const undo = "role=button[name=Undo]";
      for (const address of [`#/game/${id}`, `#/study/${copy}`]) {
        await visitor.go(address);
        await page.waitForSelector("[data-node]");
        expect(await page.locator(undo).count()).toBe(0);
        await comment(page, "Hm.");
        await page.waitForSelector(".tree >> text=Hm.");
        await page.click(undo);
        await page.waitForSelector(".tree >> text=Hm.", { state: "detached" });
        await page.click(undo);
        await page.waitForSelector(undo, { state: "detached" });
        await page.waitForSelector(".notice >> text=Nothing to undo.");
        await page.click(".notice >> role=button");
        await page.keyboard.press("Control+z");
        await page.waitForSelector(".notice >> text=Nothing to undo.");
        await page.click(".notice >> role=button");
        expect(await page.locator(".notice.error").count()).toBe(0);
      }
      visitor.forgive(/status of 409/);
      // A position that becomes a study by a comment can be undone at once.
      await visitor.go(SMALL);
      await page.waitForSelector("[data-node][aria-current]");
      await comment(page, "A door.");
      await page.waitForURL(/#\/study\//);
      await page.waitForSelector(".tree >> text=A door.");
      await page.click(undo);
      await page.waitForSelector(".tree >> text=A door.", { state: "detached" });
    });
  });

  it("keeps the board turned when it becomes a study", async () => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      const first = () => page.getAttribute("[role=gridcell]", "data-square");
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("[data-node='4']");
      await page.keyboard.press("f");
      await visitor.until(() => document.querySelector("[role=gridcell]")?.getAttribute("data-square") === "j1", null);
      await page.click("role=tab[name=Share]");
      await page.click("role=button[name='Save as study']");
      await page.waitForURL(/#\/study\//);
      await page.waitForSelector("[data-node]");
      expect(await first()).toBe("j1");
      await visitor.go(SMALL);
      await page.waitForSelector("[data-square='f4'][aria-label*=amazon]");
      await page.keyboard.press("f");
      await visitor.until(() => document.querySelector("[role=gridcell]")?.getAttribute("data-square") === "f1", null);
      await comment(page, "Turned.");
      await page.waitForURL(/#\/study\//);
      await page.waitForSelector(".tree >> text=Turned.");
      expect(await first()).toBe("f1");
    });
  });

  it.each(BOTH_SIZES)("is copied under another name, and the copy says what it is (%s)", async (size) => {
    const { id } = await stage.server.ask<{ id: number }>("POST", "/studies", { fen: "q5/6/6/6/6/5Q w", moves: ["f1f4,f4f1"], title: "Twins" });
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      // The address changes before the page does: until then the other study is still there, with moves and a name.
      const opened = async (title: string) => {
        await visitor.until((page) => document.title === page, `${title} · Otrera`);
        await page.waitForSelector("[data-node]");
        expect(await page.inputValue("role=textbox[name='Name of the study']")).toBe(title);
      };
      await visitor.go(`#/study/${id}`);
      await page.click("role=tab[name=Position]");
      await page.click("role=button[name='Copy study']");
      await page.waitForSelector("role=status >> text=This is the copy, “Copy of Twins”.");
      await visitor.until((before) => !location.hash.startsWith(`#/study/${before}`), id);
      await opened("Copy of Twins");
      await page.click("role=button[name='To the original']");
      await visitor.until((before) => location.hash === `#/study/${before}`, id);
      await opened("Twins");
    });
  });

  it("travels in a link with all its moves", async () => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}?node=2`);
      await page.click("role=tab[name=Share]");
      await page.waitForSelector("[data-node='2'][aria-current]");
      await page.click("role=button[name='Copy link with moves']");
      await page.waitForSelector("text=Link with all moves copied.");
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).not.toContain("/game/");
      await page.goto("about:blank");
      await page.goto(link);
      await page.waitForSelector("[data-node='10001'][aria-current]");
      expect(await told(page)).toEqual(["d1-d7/g7", "a7-b6/e6", "g1-g6/h6", "j7-i6/i2"]);
      visitor.forgive(/asked about:blank/);
    });
  });

  it("is drawn as a GIF with every position", async () => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    await stage.visit({ size: "phone" }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.click("role=tab[name=Share]");
      await page.waitForSelector("[data-node='4'][aria-current]");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(".export >> text=GIF")]);
      expect(download.suggestedFilename()).toBe(`game-${id}.gif`);
      const bytes = readFileSync(await download.path());
      expect(bytes.subarray(0, 6).toString()).toBe("GIF89a");
      // The browser itself reads it back: five frames, all of them different.
      const frames = await page.evaluate(async (data) => {
        const decoder = new ImageDecoder({ data: Uint8Array.from(data), type: "image/gif" });
        await decoder.completed;
        await decoder.tracks.ready;
        return decoder.tracks.selectedTrack!.frameCount;
      }, [...bytes]);
      expect(frames).toBe(5);
    });
  });
});
