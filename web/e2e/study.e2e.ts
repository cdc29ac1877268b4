// Thinking: live analysis, overlays, variations, the review of a game with a planted blunder, the explorer.

import { describe, expect, it } from "vitest";
import { litSquares, pressLit, pressSquare } from "./player";
import { BLUNDER, OPENING, Stage } from "./stage";
import { BOTH_SIZES } from "./visitor";

const stage = Stage.set();

describe("analysis", () => {
  it.each(BOTH_SIZES)("shows lines with values, and plays into them (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/analyse");
      await page.check("role=switch[name=Engine]");
      await page.waitForSelector(".analysis .list li:nth-child(3)");
      expect(await page.getAttribute("[role=meter]", "aria-valuetext")).toMatch(/ahead|Even|wins/);
      await page.hover(".analysis .list li:first-child .move:first-child");
      await page.waitForSelector(".board.ghostly");
      await page.mouse.move(2, 2);
      await page.waitForSelector(".board.ghostly", { state: "detached" });
      const first = await page.innerText(".analysis .list li:first-child .move:first-child");
      await page.click(".analysis .list li:first-child .move:first-child");
      await page.waitForSelector("[data-node][aria-current]");
      // The engine may have changed its mind between looking and pressing, but a line was entered.
      expect(await page.innerText("[data-node][aria-current] .text")).toMatch(/^[a-j]\d+-[a-j]\d+\/[a-j]\d+$/);
      expect(first).toMatch(/^[a-j]\d+-/);
      await visitor.until(() => location.hash.includes("moves="), null);
    });
  });

  it("is on when it was left on, and the address opens the same line", async () => {
    await stage.visit({ size: "phone" }, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/position/q5/6/6/6/6/5Q_w?moves=f1f4~f4f1.a6a3~a3a6");
      await page.waitForSelector("[data-node][aria-current]");
      expect(await page.$$eval("[data-node] .text", (moves) => moves.map((move) => move.textContent))).toEqual(["f1-f4/f1", "a6-a3/a6"]);
      await page.check("role=switch[name=Engine]");
      await page.waitForSelector(".analysis .list li");
      await page.reload();
      await page.waitForSelector(".analysis .list li");
      expect(await page.isChecked("role=switch[name=Engine]")).toBe(true);
      await page.uncheck("role=switch[name=Engine]");
      await page.waitForSelector(".analysis .list", { state: "detached" });
    });
  });

  it("writes values on squares at each stage of a move", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/position/q5/6/6/6/6/5Q_w");
      await page.check("role=switch[name=Engine]");
      for (const stageOfMove of ["amazon", "landing", "arrow"]) {
        await page.waitForSelector(".board .value");
        await page.waitForSelector("[role=gridcell].lit");
        const lit = await litSquares(page);
        expect(lit.length, stageOfMove).toBeGreaterThan(0);
        const best = await page.evaluate(() => {
          const badge = document.querySelector(".board .value.best")!.getBoundingClientRect();
          const cells = document.elementsFromPoint(badge.x + badge.width / 2, badge.y + badge.height / 2);
          return cells.find((cell): cell is HTMLElement => cell instanceof HTMLElement && !!cell.dataset["square"])?.dataset["square"];
        });
        expect(lit).toContain(best);
        await pressSquare(page, best!);
      }
      await page.waitForSelector("[data-node][aria-current]");
    });
  });

  it("lays overlays on the board one by one", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/position/q4*/6/6/******/6/Q4*_w");
      await page.waitForSelector("[role=gridcell].lit");
      for (const name of ["Territory", "King territory", "Sealed regions", "Mobility"]) {
        expect(await page.$$(".tint")).toEqual([]);
        await page.click(`role=button[name="${name}"]`);
        await page.waitForSelector(".tint");
        await page.click(`role=button[name="${name}"]`);
        await page.waitForSelector(".tint", { state: "detached" });
      }
    });
  });
});

describe("a tree of variations", () => {
  it.each(BOTH_SIZES)("grows, is commented, promoted and cut, and stays with the game (%s)", async (size) => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      const shown = () => page.$$eval("[data-node]", (moves) => moves.map((move) => Number((move as HTMLElement).dataset["node"])));
      await visitor.go(`#/game/${id}?node=1`);
      for (const arrow of ["b3", "b2"]) {
        await page.click("[data-node='1']");
        await page.waitForSelector("[data-node='1'][aria-current]");
        await pressLit(page, ["d10", "d8", arrow === "b3" ? "d9" : "e9"]);
        await visitor.until((count) => document.querySelectorAll("[data-node]").length === count, arrow === "b3" ? 5 : 6);
      }
      const [first, second] = (await shown()).filter((node) => node >= 10_000) as [number, number];
      await page.click("role=button[name=Comment]");
      await page.fill("textarea", "Too slow?");
      await page.click("role=button[name=Keep]");
      await page.waitForSelector("text=Too slow?");
      await page.click("role=button[name=Promote]");
      await visitor.until(([before, after]) => {
        const nodes = [...document.querySelectorAll<HTMLElement>("[data-node]")].map((move) => Number(move.dataset["node"]));
        return nodes.indexOf(after!) < nodes.indexOf(before!);
      }, [first, second]);
      await page.click(`[data-node='${first}']`);
      await page.click("role=button[name='Delete line']");
      await page.waitForSelector(`[data-node='${first}']`, { state: "detached" });
      await page.reload();
      await page.waitForSelector(`[data-node='${second}']`);
      await page.waitForSelector("text=Too slow?");
      expect(await shown()).toEqual([1, 2, second, 3, 4]);
    });
  });
});

describe("a review", () => {
  it.each(BOTH_SIZES)("finds the planted blunder and the better move (%s)", async (size) => {
    const id = await stage.played(BLUNDER.fen, BLUNDER.moves);
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.click("role=tab[name=Review]");
      await page.click("role=button[name='Review the game']");
      await page.waitForSelector("role=button[name='Review again']");
      await page.waitForSelector("[data-node='1'].blunder");
      const turn = await page.innerText(".review ol li:first-child");
      expect(turn).toContain("f1-f2/f3");
      expect(turn).toMatch(/Better:\s*f1-/);
      expect(turn).not.toMatch(/Better:\s*f1-f2\/f3/);
      expect(await page.innerText(".review .accuracy")).toMatch(/Accuracy\s+\d+\.\d%\s+\d+\.\d%/);
      // A point of the graph leads to its ply; so does a turning point; the better move is a variation.
      await page.click(".area", { position: { x: 2, y: 20 } });
      await visitor.until(() => location.hash.endsWith("node=0"), null);
      await page.click(".review .turn");
      await page.waitForSelector("[data-node='1'][aria-current]");
      await page.click(".review .better");
      await visitor.until(() => Number(document.querySelector<HTMLElement>("[data-node][aria-current]")?.dataset["node"]) >= 10_000, null);
      // It is kept with the game.
      await page.reload();
      await page.waitForSelector("[data-node='1'].blunder");
    });
  });

  it("can be stopped, and says how far it came", async () => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    await stage.visit({ size: "phone" }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.click("role=tab[name=Review]");
      await page.selectOption(".review select", { label: "Deep, 500k" });
      await page.click("role=button[name='Review the game']");
      // Before its first position a stopped review leaves nothing behind.
      await visitor.until(() => (document.querySelector<HTMLProgressElement>(".review progress")?.value ?? 0) >= 1, null);
      await page.click("role=button[name=Stop]");
      await page.waitForSelector("text=/Stopped after [1-4] of 5 positions/");
    });
  });
});

describe("the explorer", () => {
  it("tells what was played from here, and plays it", async () => {
    await stage.played(OPENING.fen, OPENING.moves, { white: "Antiope", black: "Melanippe" });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/analyse");
      await page.click("role=tab[name=Explorer]");
      await page.click("role=button[name='d1-d7/g7']");
      await page.waitForSelector("role=button[name='a7-b6/e6']");
      expect(await page.$$eval("[data-node] .text", (moves) => moves.map((move) => move.textContent))).toEqual(["d1-d7/g7"]);
      await page.fill(".explorer input", "Antiope");
      await page.waitForSelector("text=1 game of the library came here.");
      await page.fill(".explorer input", "Nobody at all");
      await page.waitForSelector("text=No game of the library came to this position.");
    });
  });
});
