// Takes the pictures of docs/images: each page, by day and by night, on a desk and on a phone. `npm run screenshots`.

import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { it } from "vitest";
import { pressSquare, enterByClicks, turnOrEnd } from "./player";
import { seeded } from "./seeded";
import { Stage } from "./stage";
import type { Size, Theme, Visitor } from "./visitor";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
mkdirSync(FOLDER, { recursive: true });

const stage = Stage.set();
let library: Promise<number> | null = null;

/** A library worth looking at: games of engines, one of them reviewed. Made once. */
function filled(): Promise<number> {
  library ??= fill();
  return library;
}

async function fill(): Promise<number> {
  const engine = (level: number) => ({ kind: "engine", name: `Otrera, level ${level}`, agent: `otrera:level=${level}` });
  const { server } = stage;
  const titles = ["Training game", "The long diagonal", "Six by six", "A quick loss", "Evening game"];
  const ids: number[] = [];
  for (const [index, title] of titles.entries()) {
    const board = index === 2 ? "6x6" : "10x10";
    const { id } = await server.ask<{ id: number }>("POST", "/games", { board, white: engine(2 + (index % 3)), black: engine(1 + ((index * 2) % 4)), pace: 0 });
    await server.ask("PATCH", `/games/${id}`, { title, tags: index % 2 ? ["engines"] : ["engines", "training"] });
    ids.push(id);
  }
  // Engines think while somebody watches.
  const watcher = await stage.open({});
  for (const id of ids) {
    await watcher.go(`#/game/${id}`);
    await watcher.page.waitForSelector(".status.over", { timeout: 110_000 });
  }
  await watcher.go(`#/game/${ids[1]}`);
  await watcher.page.click("role=tab[name=Review]");
  await watcher.page.click("role=button[name='Review the game']");
  await watcher.page.waitForSelector("role=button[name='Review again']", { timeout: 110_000 });
  await watcher.leave();
  return ids[1]!;
}

async function engineOn(visitor: Visitor): Promise<void> {
  await visitor.page.check("role=switch[name=Engine]");
  await visitor.page.waitForSelector(".analysis .list li:nth-child(3)");
  await visitor.until(() => /\d+(\.\d)?[kM] nodes/.test(document.querySelector(".analysis .state")?.textContent ?? ""), null);
}

const PAGES: Record<string, (visitor: Visitor) => Promise<void>> = {
  play: async (visitor) => {
    await visitor.go("#/");
    await visitor.page.waitForSelector("[data-square=d1]");
  },
  game: async (visitor) => {
    await visitor.go("#/");
    await visitor.page.click("[data-level='2']");
    await turnOrEnd(visitor, -1);
    const random = seeded(4);
    for (let move = 0; move < 4; move++) {
      await enterByClicks(visitor.page, random);
      await turnOrEnd(visitor, move * 2 + 1);
    }
    const amazon = await visitor.page.$eval("[role=gridcell].lit", (cell) => (cell as HTMLElement).dataset["square"]!);
    await pressSquare(visitor.page, amazon);
  },
  analysis: async (visitor) => {
    const id = await filled();
    await visitor.go(`#/game/${id}?node=12`);
    await visitor.page.click("role=tab[name=Analysis]");
    await engineOn(visitor);
    await visitor.page.click('role=button[name="Territory"]');
    await visitor.page.waitForSelector(".tint");
  },
  review: async (visitor) => {
    const id = await filled();
    await visitor.go(`#/game/${id}?node=20`);
    await visitor.page.click("role=tab[name=Review]");
    await visitor.page.waitForSelector(".review table");
  },
  explorer: async (visitor) => {
    await filled();
    await visitor.go("#/analyse");
    await visitor.page.click("role=tab[name=Explorer]");
    await visitor.page.waitForSelector(".explorer table");
  },
  library: async (visitor) => {
    await filled();
    await visitor.go("#/library");
    await visitor.page.waitForSelector("tr[data-game]");
  },
  editor: async (visitor) => {
    await visitor.go("#/editor");
    await visitor.page.waitForSelector("text=This position can be played.");
  },
  learn: async (visitor) => {
    await visitor.go("#/learn");
    await visitor.page.waitForSelector("h1");
  },
};

const LOOKS: { size: Size; theme: Theme }[] = [
  { size: "desktop", theme: "light" },
  { size: "desktop", theme: "dark" },
  { size: "phone", theme: "light" },
  { size: "phone", theme: "dark" },
];

for (const [name, open] of Object.entries(PAGES)) {
  for (const { size, theme } of LOOKS) {
    it(`${name} ${size} ${theme}`, { timeout: 600_000 }, async () => {
      const visitor = await stage.open({ size, theme });
      if (size === "desktop") await visitor.page.setViewportSize({ width: 1440, height: 900 });
      await open(visitor);
      await visitor.page.evaluate(async () => {
        window.scrollTo(0, 0);
        for (const panel of document.querySelectorAll("[role=tabpanel]")) panel.scrollTop = 0;
        await document.fonts.ready;
      });
      await visitor.page.mouse.move(1, 1);
      const path = join(FOLDER, `${name}-${size}-${theme}.png`);
      await visitor.page.screenshot({ path, animations: "disabled", fullPage: size === "phone" });
      await visitor.leave();
    });
  }
}
