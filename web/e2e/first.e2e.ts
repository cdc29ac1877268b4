// The first screen: what the game is, a board that plays it, the levels and what one has beaten, options that stay open.

import { expect, it } from "vitest";
import { BLUNDER, OPENING, Stage } from "./stage";
import { BOTH_SIZES, type Visitor } from "./visitor";

const stage = Stage.set();

function stones({ page }: Visitor): Promise<number> {
  return page.locator(".side [data-stone]").count();
}

function gameId({ page }: Visitor): string {
  return /game\/(\d+)/.exec(page.url())![1]!;
}

it("shows a game that plays by itself until it is stopped, and where to begin", async () => {
  await stage.visit({ moves: true }, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    await visitor.until(() => document.querySelectorAll(".side [data-stone]").length >= 2, null);
    await page.click("role=button[name='Stop the example game']");
    const stopped = await stones(visitor);
    await page.waitForTimeout(1500);
    expect(await stones(visitor)).toBe(stopped);
    // It is for the eye alone: nothing of it is pressed, read or reached by keys.
    const hasFocus = await page.locator(".side [role=gridcell]").first().evaluate((cell: HTMLElement) => {
      cell.focus();
      return document.activeElement === cell;
    });
    expect(hasFocus).toBe(false);
    await page.click("role=link[name='Never played? Start here']");
    await page.waitForSelector("role=grid[name='Lesson 1']");
  });
});

it("stands still where the system asks for calm, and fills the screen of a laptop", async () => {
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await page.setViewportSize({ width: 1440, height: 900 });
    await visitor.go("#/");
    await page.waitForSelector(".side [data-stone]");
    const before = await stones(visitor);
    const box = (await page.locator(".side svg").first().boundingBox())!;
    expect(box.height).toBeGreaterThan(600);
    expect(box.y + box.height).toBeLessThan(900);
    await page.waitForTimeout(1500);
    expect(await stones(visitor)).toBe(before);
  });
});

it("names the levels with a sentence each, in the server's words", async () => {
  const { levels } = await stage.server.ask<{ levels: { name: string; about: string }[] }>("GET", "/agents");
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    await page.waitForSelector("role=button[name=/Beginner/]");
    await page.waitForSelector("role=button[name=/Merciless/]");
    expect(await page.locator("[data-level] .name").allInnerTexts()).toEqual(levels.map(({ name }) => name));
    const about = await page.locator("[data-level] .about").allInnerTexts();
    expect(about).toEqual(levels.map(({ about }) => about));
    expect(about).toHaveLength(10);
    for (const words of about) expect(words).toMatch(/^[A-Z].*\.$/);
  });
});

it("remembers a level that was beaten and offers the next", async () => {
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    await page.click("text='6 × 6'");
    await page.click("[data-level='1']");
    await page.waitForURL(/#\/game\/\d+/);
    const id = gameId(visitor);
    // The flagship plays for the person; who has more sealed moves than a beginner is done.
    for (let isOver = false; !isOver; ) {
      const game = await stage.server.ask<{ result: unknown; lastPly: number; live: { turn: string } | null }>("GET", `/games/${id}`);
      isOver = game.result !== null;
      if (game.live?.turn !== "white") continue;
      const { move } = await stage.server.ask<{ move: string }>("POST", `/games/${id}/hint`, {});
      await stage.play(Number(id), game.lastPly + 1, move);
    }
    await page.waitForSelector(".status.over.won");
    expect(await page.innerText(".headline")).toMatch(/^You won/);
    await page.click("role=button[name='Next: Novice']");
    await page.waitForFunction((before) => !location.hash.endsWith(`/${before}`), id);
    await page.waitForSelector("text=Novice");
    await visitor.go("#/");
    await page.waitForSelector("role=button[name='Play Novice']");
    await page.waitForSelector("role=button[name=/Beginner beaten/]");
    await page.reload();
    await page.waitForSelector("role=button[name=/Beginner beaten/]");
  });
});

it.each(BOTH_SIZES)("keeps the options open while they are changed and when a game cannot begin (%s)", async (size) => {
  await stage.visit({ size }, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    await page.click("summary");
    const form = page.locator("details form");
    await form.getByLabel("Clock").selectOption({ label: "5 minutes" });
    await form.getByLabel("Increment").selectOption({ label: "3 seconds" });
    await form.getByLabel("Variant").selectOption("2");
    await form.getByLabel("Board").selectOption("8x8");
    await form.locator("select").first().selectOption("engine");
    await form.locator("input").first().fill("no-such-player");
    await page.click("role=button[name='Watch them play']");
    await page.waitForSelector(".notice.error");
    expect(await form.isVisible()).toBe(true);
    visitor.forgive(/status of 4\d\d/);
    await form.locator("select").first().selectOption("human");
    // Shut by hand, it still tells what it has set.
    await page.click("summary", { position: { x: 20, y: 15 } });
    expect(await page.innerText("summary")).toContain("Clock 5 min + 3 s");
    expect(await page.innerText("summary")).toContain("Variant: squares blocked for 2 moves");
    await page.click("[data-level='1']");
    await page.waitForURL(/#\/game\/\d+/);
    await page.waitForSelector("role=timer[name=\"white's clock\"]");
    const facts = await page.innerText(".facts");
    expect(facts).toContain("Clock: 5 min + 3 s");
    expect(facts).toContain("Variant: squares blocked for 2 moves");
  });
});

it.each(BOTH_SIZES)("does not move its options while one chooses among them (%s)", async (size) => {
  await stage.visit({ size }, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    await page.click("summary");
    const form = page.locator("details form");
    const heights = () => form.locator("select, button").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top + window.scrollY));
    await form.getByLabel("Variant").waitFor();
    const before = await heights();
    await form.getByLabel("Clock").selectOption({ label: "5 minutes" });
    expect(await heights()).toEqual(before);
    for (const delay of ["1", "3", "10"]) {
      await form.getByLabel("Variant").selectOption(delay);
      expect(await heights(), `variant ${delay}`).toEqual(before);
    }
  });
});

it.each(BOTH_SIZES)("shows the whole choice of boards where a FEN is brought along (%s)", async (size) => {
  await stage.visit({ size }, async (visitor) => {
    const { page } = visitor;
    await visitor.go(`#/?fen=${encodeURIComponent(BLUNDER.fen)}`);
    const segment = page.locator("fieldset label", { hasText: "FEN" });
    const [inner, outer] = [(await segment.boundingBox())!, (await page.locator("fieldset", { hasText: "FEN" }).boundingBox())!];
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(await segment.evaluate((label) => label.scrollWidth - label.clientWidth)).toBeLessThanOrEqual(0);
  });
});

it("seats a person on the chosen side in the options too", async () => {
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    await page.click("summary");
    const kinds = () => page.$$eval("details .seat select", (seats) => seats.map((seat) => (seat as HTMLSelectElement).value));
    expect(await kinds()).toEqual(["human", "engine"]);
    await page.click(".rows >> text=Black");
    expect(await kinds()).toEqual(["engine", "human"]);
    await page.click("role=button[name=Begin]");
    await page.waitForURL(/#\/game\/\d+/);
    await page.waitForSelector(".bottom .name >> text=You");
    // It is remembered, and so are the seats.
    await visitor.go("#/");
    expect(await kinds()).toEqual(["engine", "human"]);
  });
});

it("begins no game from a FEN that cannot be read", async () => {
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go(`#/?fen=${encodeURIComponent("q5/6/6/6/6/5Q w")}`);
    await page.waitForSelector("[data-level='1']:enabled");
    await page.fill("[aria-describedby=fen-fault]", "nonsense");
    await page.waitForSelector("[data-level='1']:disabled");
    expect(await page.isDisabled("role=button[name='Pass and play']")).toBe(true);
    expect(await page.isDisabled("role=button[name='Watch two engines']")).toBe(true);
    await page.fill("[aria-describedby=fen-fault]", "q5/6/6/6/6/5Q w");
    await page.waitForSelector("[data-level='1']:enabled");
    visitor.forgive(/status of 4\d\d/);
  });
});

it.each(BOTH_SIZES)("says what the variant changes (%s)", async (size) => {
  await stage.visit({ size }, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    await page.click("summary");
    const form = page.locator("details form");
    const variant = form.getByLabel("Variant");
    const means = page.locator("#variant-means");
    expect(await means.innerText()).toContain("free as soon as");
    await variant.selectOption("1");
    expect(await means.innerText()).toContain("until the other side has moved");
    await variant.selectOption("3");
    expect(await means.innerText()).toContain("for the next 3 moves of both sides");
    await form.getByLabel("Board").selectOption("fen");
    expect(await means.innerText()).toContain("A FEN says itself");
  });
});

it("does not offer to go on with a game in which nobody has moved", async () => {
  await stage.begun(OPENING.fen, OPENING.moves.slice(0, 1), { white: "Thermodosa", black: "Bremusa" });
  for (let game = 0; game < 6; game++) await stage.begun(OPENING.fen, [], { white: "Nobody", black: "Nothing" });
  await stage.visit({}, async (visitor) => {
    await visitor.go("#/");
    await visitor.page.waitForSelector("text=Thermodosa – Bremusa");
    expect(await visitor.page.locator("text=Nobody – Nothing").count()).toBe(0);
  });
});

it("lists games in progress behind any number of newer ones that are over", async () => {
  const id = await stage.begun(OPENING.fen, OPENING.moves.slice(0, 2), { white: "Aella", black: "Molpadia" });
  for (let game = 0; game < 32; game++) await stage.played("q5/6/6/6/6/5Q w", []);
  await stage.visit({}, async (visitor) => {
    await visitor.go("#/");
    await visitor.page.click("text=Aella – Molpadia");
    await visitor.page.waitForURL(new RegExp(`game/${id}$`));
  });
});

it.each(["light", "dark"] as const)("shows what is pointed at, held down and focused, each in its own way (%s)", async (theme) => {
  await stage.visit({ theme }, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    for (const name of ["Pass and play", /Novice/, "Never played? Start here"]) {
      const button = page.getByRole(name === "Never played? Start here" ? "link" : "button", { name });
      const look = () =>
        button.evaluate((element) => {
          const { backgroundColor, boxShadow, outlineStyle } = getComputedStyle(element);
          return [backgroundColor, boxShadow, outlineStyle].join();
        });
      const settled = async () => {
        await page.waitForTimeout(250);
        return look();
      };
      const looks = [await settled()];
      await button.hover();
      looks.push(await settled());
      await page.mouse.down();
      looks.push(await settled());
      // Let go elsewhere: nothing begins.
      await page.mouse.move(2, 2);
      await page.mouse.up();
      await page.keyboard.press("Tab");
      await button.focus();
      looks.push(await settled());
      expect(new Set(looks).size, String(name)).toBe(4);
    }
  });
});
