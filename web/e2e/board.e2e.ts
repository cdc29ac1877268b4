// The board under the hand: dragging, marks, wheel, keys, turning it; and the lessons, which are nothing but boards.

import { expect, it } from "vitest";
import { pressLit, pressSquare } from "./player";
import { OPENING, Stage } from "./stage";
import type { Visitor } from "./visitor";

const stage = Stage.set();

async function centre(visitor: Visitor, square: string): Promise<{ x: number; y: number }> {
  const box = (await visitor.page.locator(`[data-square="${square}"]`).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(visitor: Visitor, from: string, to: string, button: "left" | "right" = "left"): Promise<void> {
  const [start, end] = [await centre(visitor, from), await centre(visitor, to)];
  const { mouse } = visitor.page;
  await mouse.move(start.x, start.y);
  await mouse.down({ button });
  await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await mouse.move(end.x, end.y, { steps: 3 });
  await mouse.up({ button });
}

function name(visitor: Visitor, square: string): Promise<string | null> {
  return visitor.page.getAttribute(`[data-square="${square}"]`, "aria-label");
}

it("takes a move by dragging the amazon and pressing where the arrow goes", async () => {
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    await page.click("role=button[name='Pass and play']");
    await page.waitForSelector("[data-square='d1'].lit");
    await drag(visitor, "d1", "e3");
    // Not a square that she can go to: she stays chosen, and nothing has moved.
    await page.waitForSelector("[data-square='d1'][aria-selected='true']");
    await drag(visitor, "d1", "d7");
    await page.waitForSelector("[data-square='d7'][aria-selected='true']");
    await pressLit(page, ["g7"]);
    await page.waitForSelector("[data-square='g7'][aria-label='g7, arrow']");
    expect(await name(visitor, "d7")).toBe("d7, white amazon");
    expect(await name(visitor, "a7")).toBe("a7, black amazon, can move");
    expect(await page.innerText(".frame [role=status]")).toBe("White: d1 to d7, arrow to g7.");
  });
});

it("is walked through by wheel and keys, and turned", async () => {
  const id = await stage.played(OPENING.fen, OPENING.moves);
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go(`#/game/${id}`);
    await page.waitForSelector("[data-square='i2'][aria-label='i2, arrow']");
    const { x, y } = await centre(visitor, "e5");
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -100);
    await page.waitForURL(/node=3/);
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/node=2/);
    await page.keyboard.press("Home");
    await page.waitForURL(/node=0/);
    await page.keyboard.press("End");
    await page.waitForURL(new RegExp(`game/${id}$`));
    // White is at the bottom, then Black.
    expect((await centre(visitor, "a1")).y).toBeGreaterThan((await centre(visitor, "a10")).y);
    await page.keyboard.press("f");
    expect((await centre(visitor, "a1")).y).toBeLessThan((await centre(visitor, "a10")).y);
    await page.reload();
    await page.waitForSelector("[data-square='i2'][aria-label='i2, arrow']");
    expect((await centre(visitor, "a1")).y).toBeLessThan((await centre(visitor, "a10")).y);
    // A link to another position of the same game changes nothing but the address.
    await page.evaluate((address) => (location.hash = address), `#/game/${id}?node=1`);
    await page.waitForSelector("[data-square='b6'][aria-label='b6, empty']");
    expect(await name(visitor, "d7")).toContain("white amazon");
  });
});

/** How many marks are drawn, the one under the pointer not counted. */
function marks(visitor: Visitor): Promise<number> {
  return visitor.page.locator(".board svg .mark:not(.sketch .mark)").count();
}

it("forgets marks in a game that is played when something is pressed, and tells its keys", async () => {
  const id = await stage.begun(OPENING.fen, OPENING.moves);
  await stage.visit({ theme: "dark" }, async (visitor) => {
    const { page } = visitor;
    await visitor.go(`#/game/${id}`);
    await page.waitForSelector("[data-square='i2'][aria-label='i2, arrow']");
    await drag(visitor, "c3", "f6", "right");
    await page.click("[data-square='e5']", { button: "right" });
    expect(await marks(visitor)).toBe(2);
    // The same mark again takes it away.
    await page.click("[data-square='e5']", { button: "right" });
    expect(await marks(visitor)).toBe(1);
    await pressSquare(page, "e5");
    expect(await marks(visitor)).toBe(0);
    await page.keyboard.press("?");
    await page.waitForSelector("role=dialog[name=Keys]");
    await page.waitForSelector("dialog >> text=long press");
    await page.keyboard.press("Escape");
    await page.waitForSelector("role=dialog[name=Keys]", { state: "detached" });
  });
});

it("shows a mark while it is drawn, and keeps the marks of a game that is over", async () => {
  const id = await stage.played(OPENING.fen, OPENING.moves);
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go(`#/game/${id}`);
    await page.waitForSelector("[data-square='i2'][aria-label='i2, arrow']");
    const [start, end] = [await centre(visitor, "c3"), await centre(visitor, "f6")];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down({ button: "right" });
    await page.waitForSelector(".sketch circle");
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.waitForSelector(".sketch path.mark-head");
    expect(await marks(visitor)).toBe(0);
    await page.mouse.up({ button: "right" });
    await visitor.until(() => document.querySelectorAll(".board svg .mark").length === 1, null);
    expect(await page.locator(".sketch").count()).toBe(0);
    await pressSquare(page, "e5");
    await page.reload();
    await page.waitForSelector(".board svg .mark");
    // They belong to this position alone, and can be undone.
    await page.keyboard.press("ArrowLeft");
    await visitor.until(() => document.querySelectorAll(".board svg .mark").length === 0, null);
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(".board svg .mark");
    await page.keyboard.press("Control+z");
    await visitor.until(() => document.querySelectorAll(".board svg .mark").length === 0, null);
  });
});

/** A finger that rests on a square, walks over others and is lifted; `hold` is for how long it rests. */
async function finger(visitor: Visitor, squares: string[], hold: number): Promise<void> {
  const places = await Promise.all(squares.map((square) => centre(visitor, square)));
  const session = await visitor.context.newCDPSession(visitor.page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", point?: { x: number; y: number }) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
  await touch("touchStart", places[0]);
  await visitor.page.waitForTimeout(hold);
  for (const [index, { x, y }] of places.slice(1).entries()) {
    const from = places[index]!;
    for (let step = 1; step <= 5; step++) await touch("touchMove", { x: from.x + ((x - from.x) * step) / 5, y: from.y + ((y - from.y) * step) / 5 });
  }
  await touch("touchEnd");
  await session.detach();
}

const LONG = 600;

it("takes marks from a long press on a touch screen, and disturbs neither a tap nor scrolling", async () => {
  const id = await stage.begun(OPENING.fen, OPENING.moves);
  await stage.visit({ size: "phone" }, async (visitor) => {
    const { page } = visitor;
    const scrolled = () => page.evaluate(() => scrollY);
    await visitor.go(`#/game/${id}`);
    await page.waitForSelector("[data-square='d7'].lit");
    // An arrow upwards, where a finger would otherwise scroll the page; then a square; one more time takes it away.
    await finger(visitor, ["c2", "c5", "c9"], LONG);
    await page.waitForSelector(".board svg .mark-head");
    expect(await scrolled()).toBe(0);
    await finger(visitor, ["e5"], LONG);
    await visitor.until(() => document.querySelectorAll(".board svg .mark").length === 2, null);
    await finger(visitor, ["e5"], LONG);
    await visitor.until(() => document.querySelectorAll(".board svg .mark").length === 1, null);
    // An amazon that can move is marked and not chosen.
    await finger(visitor, ["d7"], LONG);
    await visitor.until(() => document.querySelectorAll(".board svg .mark").length === 2, null);
    expect(await page.locator("[aria-selected=true][role=gridcell]").count()).toBe(0);
    // Without the rest a finger scrolls, and draws nothing.
    await finger(visitor, ["c2", "c5", "c9"], 0);
    await visitor.until(() => scrollY > 0, null);
    expect(await marks(visitor)).toBe(2);
    await page.evaluate(() => scrollTo(0, 0));
    // A tap enters a move, and the marks are gone.
    for (const square of ["d7", "d5", "d7"]) {
      await page.waitForSelector(`[data-square="${square}"].lit`);
      await page.tap(`[data-square="${square}"]`);
    }
    await page.waitForSelector("[data-square='d7'][aria-label='d7, arrow']");
    expect(await marks(visitor)).toBe(0);
  });
});

it("keeps the marks that a finger draws in a game that is over", async () => {
  const id = await stage.played(OPENING.fen, OPENING.moves);
  await stage.visit({ size: "phone" }, async (visitor) => {
    const { page } = visitor;
    await visitor.go(`#/game/${id}`);
    await page.waitForSelector("[data-square='i2'][aria-label='i2, arrow']");
    await finger(visitor, ["c3", "f6"], LONG);
    await page.waitForSelector(".board svg .mark-head");
    await page.tap("[data-square='e5']");
    await page.reload();
    await page.waitForSelector(".board svg .mark-head");
  });
});

it("forgets a hint when another amazon is taken up", async () => {
  const id = await stage.begun("q5/6/6/6/6/Q4Q w", []);
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go(`#/game/${id}`);
    await page.waitForSelector("[data-square='a1'].lit");
    await page.keyboard.press("h");
    await page.waitForSelector(".move.hint");
    const advised = /Hint: ([a-f]\d)-/.exec(await page.innerText("main"))![1];
    await pressSquare(page, advised!);
    expect(await page.locator(".move.hint").count()).toBe(1);
    await pressSquare(page, advised === "a1" ? "f1" : "a1");
    await page.waitForSelector(".move.hint", { state: "detached" });
  });
});

it("marks the newest arrow alone", async () => {
  const id = await stage.played(OPENING.fen, OPENING.moves);
  await stage.visit({}, async (visitor) => {
    await visitor.go(`#/game/${id}`);
    await visitor.page.waitForSelector("[data-stone='i2'] .newest path");
    expect(await visitor.page.locator("[data-stone] .stone").count()).toBe(4);
    expect(await visitor.page.locator("[data-stone] .stone path").count()).toBe(1);
  });
});

it("has its coordinates in the squares on a phone, and a large board can be enlarged there", async () => {
  await stage.visit({ size: "phone" }, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/position/q15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15Q_w");
    await page.waitForSelector("[data-square='p1'].lit");
    await page.waitForSelector(".inside text >> text=16");
    expect(await page.locator(".ranks").isVisible()).toBe(false);
    const before = (await page.locator("[data-square='a16']").boundingBox())!.width;
    await page.click("role=button[name=Enlarge]");
    expect((await page.locator("[data-square='a16']").boundingBox())!.width).toBeGreaterThan(before * 1.5);
    // A move is entered where the board is scrolled to, and nothing sticks out of the page.
    await pressLit(page, ["p1", "p9", "i9"]);
    await page.waitForSelector("[data-square='i9'][aria-label='i9, arrow']");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.click("role=button[name=Enlarge]");
    expect((await page.locator("[data-square='a16']").boundingBox())!.width).toBeCloseTo(before, 0);
  });
});

it("has another set of pieces", async () => {
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/analyse");
    await page.waitForSelector("[data-amazon='d1'] .body");
    const crown = await page.locator("[data-amazon='d1'] .body").count();
    await page.evaluate(() => localStorage.setItem("otrera.settings", JSON.stringify({ pieces: "plain" })));
    await page.reload();
    await page.waitForSelector("[data-amazon='d1'] circle.body");
    expect(await page.locator("[data-amazon='d1'] .body").count()).toBeLessThan(crown);
    // The sides differ by shape.
    await page.waitForSelector("[data-amazon='d10'] path.body");
  });
});

it.each(["desktop", "phone"] as const)("teaches the game (%s)", async (size) => {
  const lessons: string[][] = [
    ["a1", "d4"],
    ["c3", "d2", "d5"],
    ["a1", "a5", "e1"],
    ["c1", "c3", "d4"],
    ["d1", "c2", "b3"],
    ["e1", "e3", "b3"],
  ];
  await stage.visit({ size }, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/learn/3");
    // A shot at another square is no fault, and can be tried again.
    await pressLit(page, ["a1", "a2", "a4"]);
    await page.click("role=button[name='Try again']");
    await visitor.go("#/learn");
    for (const [index, squares] of lessons.entries()) {
      await page.waitForSelector(`role=grid[name="Lesson ${index + 1}"]`);
      await pressLit(page, squares);
      await page.waitForSelector(".verdict .done");
      await page.click("role=link[name=Next]");
    }
    await page.click("role=button[name=/small game/]");
    await page.waitForURL(/#\/game\/\d+/);
  });
});
