// Thinking: live analysis, overlays, variations, the review of a game with a planted blunder, the explorer.

import { describe, expect, it } from "vitest";
import { litSquares, pressLit, pressSquare } from "./player";
import { BLUNDER, FORTY_PLIES, OPENING, Stage } from "./stage";
import { BOTH_SIZES } from "./visitor";

const stage = Stage.set();

/** Each side walks up and down in its own half: long enough to scroll. */
const LONG = {
  fen: "q9/10/10/10/10/10/10/10/10/9Q w",
  moves: [
    ...["j1i1,i1j1", "a10b10,b10a10", "i1h1,h1i1", "b10c10,c10b10", "h1g1,g1h1", "c10d10,d10c10", "g1f1,f1g1", "d10e10,e10d10"],
    ...["f1f2,f2f1", "e10e9,e9e10", "f2g2,g2f2", "e9d9,d9e9", "g2h2,h2g2", "d9c9,c9d9", "h2i2,i2h2", "c9b9,b9c9"],
    ...["i2j2,j2i2", "b9a9,a9b9", "j2j3,j3j2", "a9a8,a8a9", "j3i3,i3j3", "a8b8,b8a8", "i3h3,h3i3", "b8c8,c8b8"],
  ],
};

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

  it("enters the line that was pressed though the lines change before the button is let go", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/analyse");
      await page.check("role=switch[name=Engine]");
      await page.hover(".analysis .list li:nth-child(3) .move:first-child");
      await page.mouse.down();
      // With one line the third one has no place.
      await page.selectOption(".analysis select.lines", "1");
      const pressed = await page.innerText(".analysis .list li:nth-child(3) .move:first-child");
      await page.mouse.up();
      await page.waitForSelector("[data-node][aria-current]");
      expect(await page.innerText("[data-node][aria-current] .text")).toBe(pressed);
      await page.waitForSelector(".analysis .list li:nth-child(2)", { state: "detached" });
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

  it("has a value for nearly every square that an amazon can step to", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/analyse");
      await page.check("role=switch[name=Engine]");
      await page.waitForSelector(".analysis .list li");
      for (const [amazon, landing] of [["a4", "a5"], ["g1", "g2"]] as const) {
        await pressLit(page, [amazon]);
        await page.waitForSelector("[data-square='" + landing + "'].lit");
        const lit = (await litSquares(page)).length;
        await visitor.until((least) => document.querySelectorAll(".board .value").length >= least, Math.ceil(lit * 0.7));
        await pressLit(page, [landing]);
        await page.waitForSelector(".board .value");
        await page.keyboard.press("Escape");
      }
    });
  });

  it.each(BOTH_SIZES)("lists its lines by value, the chance first, and nothing overflows (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/analyse");
      await page.check("role=switch[name=Engine]");
      await page.selectOption("select[aria-label=Lines]", "5");
      await page.waitForSelector(".analysis .list li:nth-child(5)");
      for (let look = 0; look < 4; look++) {
        const badges = await page.$$eval(".analysis .list .value", (values) =>
          values.map((value) => ({ chance: parseInt(value.textContent!), text: value.textContent, over: value.scrollWidth - value.clientWidth })),
        );
        const chances = badges.map(({ chance }) => chance);
        expect(chances).toEqual([...chances].sort((a, b) => b - a));
        for (const { text, over } of badges) {
          expect(text).toMatch(/^\s*\d+%\s*≈[+−]?\d+\s*$/);
          expect(over).toBeLessThanOrEqual(0);
        }
        const told = await page.innerText(".analysis .state");
        await visitor.until((before) => (document.querySelector(".analysis .state") as HTMLElement).innerText !== before, told);
      }
      // A phone has no room for the bar's number.
      expect(await page.isVisible(".bar .text")).toBe(size === "desktop");
      const bar = await page.$eval(".bar .text", (text) => ({ words: text.textContent, over: text.scrollWidth - text.clientWidth }));
      expect(bar.words).toMatch(/^\d+$/);
      expect(bar.over).toBeLessThanOrEqual(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });

  it.each(["phone", "tablet"] as const)("leaves the board at its size when it is switched on and off (%s)", async (size) => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
      for (const address of ["#/analyse", `#/game/${id}`]) {
        await visitor.go(address);
        await page.waitForSelector("[role=gridcell].lit");
        await page.click("role=tab[name=Analysis]");
        // Where it stands on the screen depends on the scroll.
        const place = async () => ({ ...(await box(".board .frame")), y: 0 });
        const before = await place();
        await page.check("role=switch[name=Engine]");
        await page.waitForSelector("role=meter");
        await page.waitForSelector(".analysis .list li");
        expect(await place()).toEqual(before);
        // The bar stands beside the board and within the screen.
        const bar = await box("role=meter");
        expect(bar.x).toBeGreaterThanOrEqual(0);
        expect(bar.width).toBeGreaterThan(6);
        expect(bar.x + bar.width).toBeLessThanOrEqual(before.x);
        await page.uncheck("role=switch[name=Engine]");
        await page.waitForSelector(".analysis .list", { state: "detached" });
        expect(await place()).toEqual(before);
      }
    });
  });

  it("says why a square has no number", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/position/q5/6/6/6/6/5Q_w");
      await page.check("role=switch[name=Engine]");
      await page.waitForSelector("text=No number on a square: the engine hardly looked there.");
      expect(await page.getAttribute("role=button[name=Values]", "title")).toContain("no number: the engine hardly looked there");
      await page.click("role=button[name=Values]");
      await page.waitForSelector("text=No number on a square: the engine hardly looked there.", { state: "detached" });
    });
  });

  it("tells an exact result as exact", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      // Two sealed rooms: White has three moves, Black one.
      await visitor.go("#/position/Q3*q1_w");
      await page.check("role=switch[name=Engine]");
      await page.waitForSelector("[data-verdict] >> text=/^White wins by \\d+( or more)?$/");
      expect(await page.innerText(".analysis .list li:first-child .value")).toMatch(/100%\s*≥?\+\d+/);
      await page.waitForSelector(".bar .text >> text=/^100$/");
    });
  });

  it("has one legend for its territory, with the numbers", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/position/q4*/6/6/******/6/Q4*_w");
      await page.waitForSelector("[role=gridcell].lit");
      await page.click("role=button[name=Territory]");
      await page.waitForSelector(".legend");
      expect((await page.innerText(".legend")).replace(/\s+/g, " ")).toBe("White 10 Black 16 Tied 0");
      expect(await page.locator(".tint.white").count()).toBe(10);
      expect(await page.locator(".tint text").count()).toBe(0);
      // Another tint of the whole board takes its place.
      await page.click("role=button[name='King territory']");
      expect(await page.getAttribute("role=button[name=Territory]", "aria-pressed")).toBe("false");
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
      await page.click("role=button[name=Save]");
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

describe("the list of moves", () => {
  it("shows its beginning at the start, and each tab has a scroll of its own", async () => {
    const id = await stage.played(LONG.fen, LONG.moves);
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      const scrolled = () => page.$eval("[role=tabpanel]", (panel) => panel.scrollTop);
      await page.setViewportSize({ width: 1280, height: 560 });
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector(`[data-node='${LONG.moves.length}'][aria-current]`);
      await visitor.until(() => document.querySelector("[role=tabpanel]")!.scrollTop > 0, null);
      const end = await scrolled();
      await page.click("role=tab[name=Share]");
      await visitor.until(() => document.querySelector("[role=tabpanel]")!.scrollTop === 0, null);
      await page.click("role=tab[name=Moves]");
      await visitor.until((before) => document.querySelector("[role=tabpanel]")!.scrollTop === before, end);
      await page.keyboard.press("Home");
      await visitor.until(() => document.querySelector("[role=tabpanel]")!.scrollTop === 0, null);
      await page.keyboard.press("End");
      await visitor.until(() => document.querySelector("[role=tabpanel]")!.scrollTop > 0, null);
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
      // The graph's labels stand beside it, at the heights that they name.
      const area = (await page.locator(".review .area").boundingBox())!;
      const labels = await Promise.all((await page.locator(".review .axis span").all()).map(async (label) => (await label.boundingBox())!));
      expect(labels).toHaveLength(3);
      for (const [index, { x, y, width, height }] of labels.entries()) {
        expect(x + width).toBeLessThanOrEqual(area.x);
        expect(Math.abs(y + height / 2 - (area.y + (area.height * index) / 2))).toBeLessThanOrEqual(height);
      }
      // A point of the graph leads to its ply; so does a turning point; the better move is a variation.
      await page.click(".review .area", { position: { x: 2, y: 20 } });
      await visitor.until(() => location.hash.endsWith("node=0"), null);
      await page.click(".review .turn");
      await page.waitForSelector("[data-node='1'][aria-current]");
      // "Better" shows the better move itself, and not where its line ends.
      const better = (await page.innerText(".review .better strong")).trim();
      await page.click(".review .better");
      await visitor.until((text) => document.querySelector("[data-node][aria-current] .text")?.textContent === text, better);
      expect(await page.$$eval("[data-node]", (moves) => moves.filter((move) => Number((move as HTMLElement).dataset["node"]) >= 10_000).length)).toBe(1);
      await page.click("[data-node='1']");
      await page.waitForSelector("text=/Blunder: win chance −\\d+%/");
      // It is kept with the game.
      await page.reload();
      await page.waitForSelector("[data-node='1'].blunder");
    });
  });

  it("can be stopped, and says how far it came", async () => {
    const id = await stage.played(FORTY_PLIES.fen, FORTY_PLIES.moves);
    await stage.visit({ size: "phone" }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.click("role=tab[name=Review]");
      await page.selectOption(".review select", { label: "Deep" });
      await page.click("role=button[name='Review the game']");
      // Before its first position a stopped review leaves nothing behind, and before its second no move.
      await visitor.until(() => (document.querySelector<HTMLProgressElement>(".review progress")?.value ?? 0) >= 2, null);
      await page.click("role=button[name=Stop]");
      await page.waitForSelector("text=/Stopped after \\d+ of 41 positions/");
      // What was not looked at may still have turned the game.
      await page.waitForSelector(".review >> text=None so far.");
    });
  });

  it("is seen while it runs after a reload, and goes on at its own effort after the server was killed", async () => {
    const id = await stage.played(FORTY_PLIES.fen, FORTY_PLIES.moves, { white: "Bremusa", black: "Bremusa" });
    await stage.server.ask("POST", `/games/${id}/review`, { nodes: 500_000 });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("role=tab[name=Review][selected]");
      await visitor.until(() => (document.querySelector<HTMLProgressElement>(".review progress")?.value ?? 0) >= 2, null);
      await page.click("role=tab[name=Moves]");
      await page.click("role=button[name=/^Review: \\d+ of 41 positions$/]");
      await page.waitForSelector("role=tab[name=Review][selected]");
    });
    await stage.server.kill();
    await stage.server.start();
    await stage.visit({ size: "phone" }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.click("role=tab[name=Review]");
      await page.waitForSelector(".review >> text=Effort: Deep");
      expect(await page.locator(".review select").inputValue()).toBe("500000");
      expect(await page.isVisible("role=button[name='Review again']")).toBe(true);
      // Two players of one name are told apart by their sides.
      expect(await page.locator(".review thead th").allInnerTexts()).toEqual([expect.anything(), expect.stringMatching(/Bremusa\s+White/), expect.stringMatching(/Bremusa\s+Black/)]);
      const done = Number(/after (\d+) of/.exec(await page.innerText(".review"))![1]);
      await page.click("role=button[name='Go on']");
      await visitor.until((before) => (document.querySelector<HTMLProgressElement>(".review progress")?.value ?? 0) >= before, done);
      await page.waitForSelector("role=button[name='Go on']", { state: "detached" });
      await page.click("role=button[name=Stop]");
    });
  });

  it("says nothing in its graph of a variation that nobody has evaluated", async () => {
    const id = await stage.played(BLUNDER.fen, BLUNDER.moves);
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.click("role=tab[name=Review]");
      await page.click("role=button[name='Review the game']");
      await page.waitForSelector("role=button[name='Review again']");
      await page.click(".review .better");
      await visitor.until(() => /node=1\d{4}/.test(location.hash), null);
      const words = () => page.innerText(".review figcaption .words");
      expect(await words()).toBe("");
      await page.click("role=tab[name=Analysis]");
      await page.check("role=switch[name=Engine]");
      await page.waitForSelector(".analysis .list li");
      await page.click("role=tab[name=Review]");
      await page.waitForSelector(".review figcaption .words >> text=/^Move 1\\.: White \\d+%/");
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
      await page.waitForSelector("text=1 game of the library reached this position.");
      await page.fill(".explorer input", "Nobody at all");
      await page.waitForSelector("text=No game of the library reached this position.");
    });
  });

  it.each(BOTH_SIZES)("marks the move with which the game goes on (%s)", async (size) => {
    const id = await stage.played(OPENING.fen, OPENING.moves);
    const other = ["d1d7,d7g7", "d10d8,d8d9"];
    await stage.played(OPENING.fen, other);
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}?node=1`);
      await page.click("role=tab[name=Explorer]");
      await page.waitForSelector("role=button[name='d10-d8/d9']");
      const marked = () =>
        page.$$eval(".explorer tr.next button", (buttons) =>
          buttons.map((button) => [button.textContent, document.getElementById(button.getAttribute("aria-describedby")!)?.textContent]),
        );
      expect(await marked()).toEqual([["a7-b6/e6", "The next move here"]]);
      await page.click(".explorer tr.next button");
      await visitor.until(() => document.querySelector(".explorer tr.next button")?.textContent === "g1-g6/h6", null);
      // After the last move nothing goes on.
      await page.keyboard.press("End");
      await page.waitForSelector(".explorer tr.next", { state: "detached" });
    });
  });

  it.each(BOTH_SIZES)("shows the engine's opening book apart from the games, and plays from it (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/analyse");
      await page.click("role=tab[name=Explorer]");
      await page.waitForSelector(".book >> text=The engine's opening book");
      await page.waitForSelector(".book th >> text=White wins");
      const rows = await page.$$eval(".book tbody tr", (rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent?.trim())));
      expect(rows.length).toBe(6);
      const chances = rows.map(([, chance]) => Number(chance?.replace("%", "")));
      expect(chances).toEqual(chances.toSorted((one, other) => other - one));
      expect(rows[0]).toEqual([expect.stringMatching(/^[a-j]\d+-[a-j]\d+\/[a-j]\d+$/), expect.stringMatching(/^[45]\d\.\d%$/), expect.stringMatching(/M nodes$/)]);
      await page.click(".book button.more");
      expect(await page.$$eval(".book tbody tr", (rows) => rows.length)).toBeGreaterThan(6);
      await page.waitForSelector(".book button.more", { state: "detached" });
      await page.hover(".book tbody tr:first-child");
      await page.waitForSelector(".board.ghostly");
      await page.click(".book tbody tr:first-child button");
      await visitor.until((text) => document.querySelector("[data-node][aria-current] .text")?.textContent === text, rows[0]![0]!);
      // Black's answers, as Black's chances.
      await page.waitForSelector(".book th >> text=Black wins");
      // No book has this.
      await visitor.go("#/position/3q2q3/10/10/q8q/10/10/Q8Q/10/3Q6/3*2Q3_b_-_-_1_1");
      await page.click("role=tab[name=Explorer]");
      await page.waitForSelector("text=No game of the library reached this position.");
      await page.waitForSelector(".book", { state: "detached" });
    });
  });

  it.each(BOTH_SIZES)("tells of every move on a small board whether it is proven to win or lose (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/position/1qq1/q2q/4/Q2Q/1QQ1_w_-_-_0_1");
      await page.click("role=tab[name=Explorer]");
      // Black, who moves second, wins 4x5.
      await page.waitForSelector(".proven >> text=/^Proven: Black wins\\. .* proofs\\/4x5\\.proof, 51,273 positions/");
      const groups = () => page.$$eval(".proven summary", (summaries) => summaries.map((summary) => summary.textContent));
      const [lost, ...others] = await groups();
      expect(lost).toMatch(/^\d+ moves lost$/);
      expect(others).toEqual([]);
      await page.click(".proven summary");
      await page.click(".proven button >> text='b1-b2/b1'");
      // A move of White's later Black has one that wins, and it is played from the list.
      await page.waitForSelector(".proven summary.won");
      const played = await page.innerText(".proven summary.won + ul button");
      await page.hover(".proven summary.won + ul button");
      await page.waitForSelector(".board.ghostly");
      await page.click(".proven summary.won + ul button");
      await visitor.until((text) => document.querySelector("[data-node][aria-current] .text")?.textContent === text, played);
      await page.waitForSelector(".proven >> text=Proven: Black wins.");
      // A small board without a proof says so, a large one has nothing to say.
      await visitor.go("#/position/1q2q1/q4q/6/Q4Q/1Q2Q1_w_-_-_0_1");
      await page.click("role=tab[name=Explorer]");
      await page.waitForSelector("text=Not proven: no proof of this board is stored.");
      await visitor.go("#/analyse");
      await page.click("role=tab[name=Explorer]");
      await page.waitForSelector(".explorer label");
      await page.waitForSelector(".proven", { state: "detached" });
    });
  });
});
