// Keeping: import, export, rename, tag, delete with undo, trash; and the editor.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pressSquare } from "./player";
import { OPENING, Stage } from "./stage";
import { BOTH_SIZES } from "./visitor";

const stage = Stage.set();

const MOVE_LIST = "1. d1-d7/g7 a7-b6/e6 2. g1-g6/h6";

/** What a press lets the browser download, as text or bytes. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

describe("import", () => {
  it("reads pasted moves, a FEN and SGF, and tells what it could not read by its line", async () => {
    const id = await stage.played(OPENING.fen, OPENING.moves, { white: "Aella", black: "Thalestris" });
    const sgf = await (await fetch(`${stage.server.address}/api/games/${id}/export?format=sgf`)).text();
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/library");
      await page.click("role=button[name=Import]");
      const texts = [
        [MOVE_LIST, "1 game imported"],
        ["q5/6/6/6/6/5Q w", "1 game imported"],
        [sgf.replace("Aella", "Somebody else"), "1 game imported"],
        [sgf, "1 game known already"],
      ] as const;
      for (const [text, told] of texts) {
        await page.fill("textarea", text);
        await page.click("role=button[name='Import text']");
        await visitor.until(() => document.querySelector<HTMLTextAreaElement>("textarea")!.value === "", null);
        expect(await page.innerText(".told:first-child")).toContain(told);
      }
      await page.fill("textarea", `${sgf}\n(;GM[18]SZ[10];B[z99-a1/a2])\n`);
      await page.click("role=button[name='Import text']");
      await page.waitForSelector(".told:first-child ul li");
      // Whoever names a line, names the right one.
      const problem = await page.innerText(".told:first-child ul");
      const line = sgf.split("\n").length + 1;
      expect([...problem.matchAll(/line (\d+)/gi)].map((match) => Number(match[1]))).toEqual([line, line]);
      expect(await page.innerText(".told:first-child p")).toContain("1 game known already");
    });
  });

  it("reads files that are dropped anywhere on the page", async () => {
    await stage.visit({ size: "phone" }, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/library");
      await page.waitForSelector("h1");
      await page.evaluate((text) => {
        const carried = new DataTransfer();
        carried.items.add(new File([text], "club.txt", { type: "text/plain" }));
        document.querySelector("main")!.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
      }, `${MOVE_LIST} j7-i6/i2 3. a4-b4/b5`);
      await page.waitForSelector("text=/club.txt.*1 game imported/s");
      await page.click(".told a");
      await page.waitForSelector("[data-node='5']");
    });
  });
});

describe("export", () => {
  it.each(BOTH_SIZES)("gives SGF, JSON, moves, FEN, SVG, PNG and a link that opens the same position (%s)", async (size) => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}?node=2`);
      await page.click("role=tab[name=Share]");
      await page.waitForSelector("[data-node='2'][aria-current]");
      const text = async (name: string) => (await downloaded(page, () => page.click(`.export >> text="${name}"`))).bytes.toString();
      expect(await text("SGF")).toMatch(/^\s*\(;[\s\S]*\)\s*$/);
      expect(JSON.parse((await text("JSON")).split("\n")[0]!)).toBeTypeOf("object");
      expect(await text("Moves")).toContain("d1");
      const { fen } = (await stage.server.ask<{ nodes: { fen: string }[] }>("GET", `/games/${id}`)).nodes[2]!;
      expect((await text("FEN")).trim()).toBe(fen);
      const svg = await text("SVG");
      expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(svg).not.toMatch(/class=|var\(|style=|href=/);
      const png = await downloaded(page, () => page.click('.export >> text="PNG"'));
      expect([...png.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
      const board = await page.evaluate(() => {
        const look = getComputedStyle(document.documentElement);
        return ["--square-light", "--square-dark"].map((name) => look.getPropertyValue(name).trim());
      });
      expect(await colors(page, png.bytes)).toEqual(expect.arrayContaining(board));
      expect(await colors(page, Buffer.from(svg), "image/svg+xml")).toEqual(expect.arrayContaining(board));
      await page.click('.export >> text="Copy link"');
      await page.waitForSelector("text=Link copied.");
      const link = await page.evaluate(() => navigator.clipboard.readText());
      await page.goto("about:blank");
      await page.goto(link);
      await page.waitForSelector("[data-node='2'][aria-current]");
      visitor.forgive(/asked about:blank/);
    });
  });
});

/** The colours of a picture, as the browser draws it. */
function colors(page: Page, picture: Buffer, type = "image/png"): Promise<string[]> {
  return page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [100, 100];
    const context = canvas.getContext("2d")!;
    context.imageSmoothingEnabled = false;
    context.drawImage(image, 0, 0, 100, 100);
    const { data } = context.getImageData(0, 0, 100, 100);
    const found = new Set<string>();
    for (let at = 0; at < data.length; at += 4) {
      found.add(`#${[...data.slice(at, at + 3)].map((part) => part.toString(16).padStart(2, "0")).join("")}`);
    }
    return [...found];
  }, `data:${type};base64,${picture.toString("base64")}`);
}

describe("the library", () => {
  it("finds, renames, tags, deletes and brings back", async () => {
    const id = await stage.played(OPENING.fen, OPENING.moves, { white: "Otrere", black: "Myrina" });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      const row = `tr[data-game='${id}']`;
      await visitor.go("#/library");
      await page.waitForSelector(row);
      await page.fill("input[placeholder=Player]", "Myrina");
      await page.waitForSelector("text=1 game found");
      await page.click(`${row} >> text=Edit`);
      await page.fill("dialog >> text=Title", "The long diagonal");
      await page.fill("dialog >> text=Tags", "study, diagonal");
      await page.click("dialog >> text=Save");
      await page.waitForSelector(`${row} >> text=The long diagonal`);
      await page.click(`${row} >> text=diagonal >> nth=-1`);
      await visitor.until(() => location.hash.includes("tag=diagonal"), null);
      await page.click(`${row} >> text=Delete`);
      await page.waitForSelector(row, { state: "detached" });
      await page.click("role=button[name=Undo]");
      await page.waitForSelector(row);
      await page.click(`${row} >> text=Delete`);
      await page.waitForSelector(row, { state: "detached" });
      await page.click("role=button[name=Trash]");
      await page.click(`${row} >> text=Restore`);
      await page.waitForSelector(row, { state: "detached" });
      await page.click("role=button[name=Trash]");
      await page.waitForSelector(row);
      await page.click(`${row} a`);
      await page.waitForSelector("[data-node='4']");
    });
  });

  it("asks for all that was typed and chosen, however fast, and finds names by their beginning", async () => {
    await stage.played(OPENING.fen, OPENING.moves, { white: "Kleite of Kaulonia", black: "Polemusa" });
    await stage.played(OPENING.fen, OPENING.moves, { white: "Kleite of Kaulonia", black: "Derinoe" });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/library");
      await page.waitForSelector("tr[data-game]");
      // Within the pause after which a text is asked for.
      await page.evaluate(() => {
        const type = (name: string, text: string) => {
          const field = document.querySelector<HTMLInputElement>(`input[placeholder^="${name}"]`)!;
          field.value = text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
        };
        type("Search", "kaulonia");
        type("Player", "pole");
        const winner = [...document.querySelectorAll("select")].find((select) => select.textContent!.includes("White won"))!;
        winner.value = "white";
        winner.dispatchEvent(new Event("change", { bubbles: true }));
      });
      await page.waitForURL(/winner=white/);
      expect(page.url()).toContain("text=kaulonia");
      expect(page.url()).toContain("player=pole");
      await page.selectOption("search select >> nth=0", "");
      await page.waitForSelector("text=1 game found");
      // Half a tag is not asked for.
      await page.locator("input[placeholder^=Tag]").pressSequentially("endga");
      await page.waitForTimeout(400);
      expect(page.url()).not.toContain("tag=");
      await page.keyboard.press("Enter");
      await page.waitForURL(/tag=endga/);
      // Who leaves while the words still wait is not brought back.
      await page.fill("input[placeholder=Player]", "nobody");
      await page.evaluate(() => void (location.hash = "#/learn"));
      await page.waitForTimeout(400);
      expect(page.url()).toContain("#/learn");
    });
  });

  it("shuts a dialog when the address changes", async () => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/library");
      await page.click(`tr[data-game='${id}'] >> text=Edit`);
      await page.waitForSelector("dialog[open]");
      await page.evaluate(() => void (location.hash = "#/library?sort=length"));
      await page.waitForSelector("dialog[open]", { state: "detached" });
      await page.keyboard.press("?");
      await page.waitForSelector("dialog[open] >> text=Keys");
      await page.goBack();
      await visitor.until(() => document.querySelector("dialog[open]") === null, null);
    });
  });

  it("sorts by a column, both ways", async () => {
    await stage.played("q5/6/6/6/6/5Q w", ["f1f4,f4f1"], { white: "Aaa", black: "Bbb" });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      const column = () => page.$$eval("td.plies .wide", (cells) => cells.map((cell) => Number(cell.textContent)));
      await visitor.go("#/library");
      await page.click("th >> text=Moves");
      await page.waitForSelector("th[aria-sort=descending] >> text=Moves");
      await visitor.until(() => Number(document.querySelector("tr:last-child td.plies .wide")?.textContent) <= 1, null);
      const down = await column();
      expect(down).toEqual([...down].sort((a, b) => b - a));
      expect(new Set(down).size).toBeGreaterThan(1);
      await page.click("th >> text=Moves");
      await page.waitForSelector("th[aria-sort=ascending] >> text=Moves");
      await visitor.until((first) => Number(document.querySelector("td.plies .wide")?.textContent) === first, down.at(-1));
      expect(await column()).toEqual([...down].reverse().sort((a, b) => a - b));
    });
  });
});

describe("a row of the library", () => {
  it.each(BOTH_SIZES)("shows the last position, names its players, and opens by a press anywhere (%s)", async (size) => {
    const engine = (agent: string) => ({ kind: "engine", name: "", agent });
    const { id } = await stage.server.ask<{ id: number }>("POST", "/games", {
      ...{ fen: "q5/6/6/6/6/5Q w", white: engine("otrera:level=2"), black: engine("otrera:level=1") },
    });
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      const row = `tr[data-game='${id}']`;
      await visitor.go("#/library");
      await page.waitForSelector(`${row} .picture svg`);
      expect(await page.locator(`${row} .picture .amazon`).count()).toBe(2);
      const words = await page.innerText(row);
      expect(words).not.toContain("otrera:");
      await page.click(`${row} .result`);
      await page.waitForURL(new RegExp(`#/game/${id}`));
    });
  });
});

describe("the list of games", () => {
  it("is whole at every width, with long names in it", async () => {
    await stage.server.ask("POST", "/import/collection", {});
    const id = await stage.begun(OPENING.fen, OPENING.moves, { white: "Penthesilea, daughter of Otrera", black: "Hippolyta of the Thermodon river" });
    await stage.server.ask("PATCH", `/games/${id}`, { title: "A game with quite a long title of its own", tags: ["diagonal", "training"] });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      for (const width of [390, 640, 820, 960, 1024, 1120, 1136, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await visitor.go("#/library");
        await page.waitForSelector(`tr[data-game='${id}'] .picture svg`);
        // Nothing sticks out of the page, nor out of the column that all its parts stand in.
        const edges = await page.evaluate(() => ["search", "table", ".acts"].map((part) => document.querySelector(part)!.getBoundingClientRect().right));
        expect(Math.max(...edges), `${width} px`).toBeLessThanOrEqual(edges[0]! + 1);
        const picture = (await page.locator(`tr[data-game='${id}'] .picture svg`).boundingBox())!;
        expect(picture.width, `${width} px`).toBeGreaterThan(60);
      }
    });
  });
});

describe("the example games", () => {
  it.each(BOTH_SIZES)("are told apart by players, margin and length, and Back finds the place in their list (%s)", async (size) => {
    await stage.server.ask("POST", "/import/collection", {});
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      // None of them has a date: nothing stands where it would be.
      await visitor.go("#/library?source=match");
      await page.waitForSelector("tr[data-game] .result small >> text=/^by (\\d+|the last move)$/");
      expect(await page.locator(".date").count()).toBe(0);
      const row = await page.innerText("tr[data-game]");
      expect(row).toMatch(/Game \d+/);
      expect(row).toMatch(/(1–0|0–1)\s+by/);
      expect(row).toMatch(size === "phone" ? /\d+ moves/ : /\b\d{2}\b/);
      // Beside a game with a date those without one say so, where there is a column for it.
      await stage.played("q5/6/6/6/6/5Q w", ["f1f4,f4f1"]);
      await visitor.go("#/library?sort=date&order=asc");
      await page.waitForSelector("td.undated", { state: size === "phone" ? "attached" : "visible" });
      expect(await page.locator("td.undated >> visible=true").count()).toBe(size === "phone" ? 0 : 50);
      // The second page, somewhere in its middle.
      const { games } = await stage.server.ask<{ games: { id: number }[] }>("GET", "/games?source=match&sort=id&order=desc&offset=50&limit=50");
      const game = games[30]!.id;
      await visitor.go("#/library?source=match");
      await page.click("role=button[name=Older]");
      const link = page.locator(`tr[data-game='${game}'] a`);
      await link.waitFor();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await link.scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
      const { y } = (await link.boundingBox())!;
      const isThere = () =>
        visitor.until(([id, wanted]) => Math.abs((document.querySelector(`tr[data-game='${id}'] a`)?.getBoundingClientRect().y ?? 1e9) - wanted!) < 5, [game, y]);
      await link.click();
      await page.waitForSelector("[data-node='4']");
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.goBack();
      await isThere();
      expect(await page.evaluate(() => location.hash)).toContain("page=2");
      // After a reload too.
      await page.reload();
      await isThere();
      // Who comes anew begins at the top.
      await page.evaluate(() => (location.hash = "#/learn"));
      await page.waitForSelector("role=grid[name='Lesson 1']");
      await page.evaluate(() => (location.hash = "#/library?source=match&page=2"));
      await page.waitForSelector(`tr[data-game='${game}']`);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });
});

/** The words of the editor's check. */
function verdict(page: Page): Promise<string> {
  return page.innerText(".editor .check");
}

async function drawOver(page: Page, squares: string[]): Promise<void> {
  const places: { x: number; y: number }[] = [];
  for (const square of squares) {
    const box = (await page.locator(`[data-square='${square}']`).boundingBox())!;
    places.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  await page.mouse.move(places[0]!.x, places[0]!.y);
  await page.mouse.down();
  for (const { x, y } of places.slice(1)) await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

describe("the editor", () => {
  it("says what stands on the board, possible or not, and keeps it across a reload", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      const fen = () => page.inputValue(".editor form input");
      const arrows = () => page.locator("[role=gridcell][aria-label$=', arrow']").count();
      await visitor.go(`#/editor?fen=${encodeURIComponent("q5/6/6/6/6/5Q w")}`);
      await page.waitForSelector("text=This position can be played.");
      // Without a white amazon it is not possible: its FEN is there all the same, and after a reload too.
      await page.keyboard.press("e");
      await pressSquare(page, "f1");
      await page.waitForSelector(".complaints li");
      expect(await fen()).toBe("q5/6/6/6/6/6 w");
      await page.reload();
      await page.waitForSelector(".complaints li");
      expect(await fen()).toBe("q5/6/6/6/6/6 w");
      // A stroke paints all that it goes over, and is undone at once.
      await page.keyboard.press("a");
      await drawOver(page, ["a1", "b1", "c1", "d1"]);
      expect(await arrows()).toBe(4);
      // A stroke that begins on an arrow takes arrows away.
      await drawOver(page, ["b1", "c1"]);
      expect(await arrows()).toBe(2);
      await page.keyboard.press("Control+z");
      expect(await arrows()).toBe(4);
      await page.keyboard.press("Control+z");
      expect(await arrows()).toBe(0);
    });
  });

  it("says so where a FEN cannot be read, and where the game is over", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/editor");
      await page.waitForSelector("text=This position can be played.");
      await page.fill(".editor form input", "q5/6/nonsense w");
      expect(await verdict(page)).toContain("Press Set");
      await page.click("role=button[name=Set]");
      await page.waitForSelector("text=This FEN cannot be read");
      expect(await verdict(page)).not.toContain("can be played");
      expect(await page.isDisabled("role=button[name=Analyse]")).toBe(true);
      visitor.forgive(/422|400/);
      // White cannot move.
      await page.fill(".editor form input", "Q*q/**1 w");
      await page.click("role=button[name=Set]");
      await page.waitForSelector("text=The game is over here: Black has won.");
      expect(await page.isDisabled("role=button[name='Play from here']")).toBe(true);
      expect(await page.isDisabled("role=button[name=Analyse]")).toBe(false);
      await page.fill("text=Columns", "40");
      await page.keyboard.press("Tab");
      await visitor.until(() => document.querySelectorAll("[role=row]:first-child [role=gridcell]").length === 16, null);
      expect(await page.inputValue("text=Columns")).toBe("16");
      await page.fill("text=Columns", "40");
      await page.keyboard.press("Tab");
      expect(await page.inputValue("text=Columns")).toBe("16");
      // The variant's number is explained where it stands.
      await page.waitForSelector("role=spinbutton[name=Variant]");
      const about = await page.getAttribute("role=spinbutton[name=Variant]", "aria-describedby");
      expect(await page.innerText(`#${about}`)).toContain("stays blocked");
    });
  });


  it.each(BOTH_SIZES)("complains beside the board, and hands a sound position on (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/editor");
      await page.waitForSelector("text=This position can be played.");
      await page.click("role=button[name=Clear]");
      await page.waitForSelector(".complaints li");
      expect(await page.isDisabled("role=button[name=Analyse]")).toBe(true);
      await page.fill("text=Columns", "5");
      await page.keyboard.press("Tab");
      await page.fill("text=Rows", "4");
      await page.keyboard.press("Tab");
      await visitor.until(() => document.querySelectorAll("[role=gridcell]").length === 20, null);
      for (const [key, square] of [["w", "a1"], ["b", "e4"], ["a", "c2"], ["a", "c3"], ["e", "c3"]] as const) {
        await page.keyboard.press(key);
        await pressSquare(page, square);
      }
      await page.waitForSelector("text=This position can be played.");
      await page.click("role=button[name=Undo]");
      await page.click("role=button[name=Redo]");
      await page.selectOption("text=To move", "black");
      await visitor.until(() => (document.querySelector<HTMLInputElement>(".editor form input")?.value ?? "").includes(" b"), null);
      await page.click("role=button[name=Analyse]");
      await page.waitForURL(/#\/position\//);
      await visitor.until(() => document.querySelectorAll("[role=gridcell]").length === 20, null);
      await page.waitForSelector("[data-square=e4].lit");
      expect(await page.getAttribute("[data-square=c2]", "aria-label")).toMatch(/arrow/);
    });
  });

  it("hands a position to a game", async () => {
    await stage.visit({ size: "phone" }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/editor?fen=${encodeURIComponent("q5/6/6/6/6/5Q w")}`);
      await page.waitForSelector("text=This position can be played.");
      await page.click("role=button[name='Play from here']");
      await page.click("[data-level='1']");
      await page.waitForURL(/#\/game\/\d+/);
      await visitor.until(() => document.querySelectorAll("[role=gridcell]").length === 36, null);
    });
  });
});
