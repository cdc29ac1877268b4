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
    await page.click("role=button[name=/two people/i]");
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

it("keeps marks until something is pressed, and tells its keys", async () => {
  const id = await stage.played(OPENING.fen, OPENING.moves);
  await stage.visit({ theme: "dark" }, async (visitor) => {
    const { page } = visitor;
    await visitor.go(`#/game/${id}`);
    await page.waitForSelector("[data-square='i2'][aria-label='i2, arrow']");
    await drag(visitor, "c3", "f6", "right");
    await page.click("[data-square='e5']", { button: "right" });
    expect(await page.locator("svg .mark").count()).toBe(2);
    // The same mark again takes it away.
    await page.click("[data-square='e5']", { button: "right" });
    expect(await page.locator("svg .mark").count()).toBe(1);
    await pressSquare(page, "e5");
    expect(await page.locator("svg .mark").count()).toBe(0);
    await page.keyboard.press("?");
    await page.waitForSelector("role=dialog[name=Keys]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("role=dialog[name=Keys]", { state: "detached" });
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
