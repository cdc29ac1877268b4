// Playing by what the page shows: only squares that are lit are pressed, and which of them is drawn from a seed.

import type { Page } from "playwright-core";
import type { Visitor } from "./visitor";

export function litSquares(page: Page): Promise<string[]> {
  return page.$$eval("[role=gridcell].lit", (cells) => cells.map((cell) => (cell as HTMLElement).dataset["square"]!));
}

export function pressSquare(page: Page, square: string): Promise<void> {
  return page.click(`[data-square="${square}"]`);
}

/** Presses squares one after the other, each when it is lit: where an arrow may go is known a moment after the step. */
export async function pressLit(page: Page, squares: string[]): Promise<void> {
  for (const square of squares) {
    await page.waitForSelector(`[data-square="${square}"].lit`);
    await pressSquare(page, square);
  }
}

/** One of the squares that are lit, or will be in a moment. */
async function anyLit(page: Page, random: () => number): Promise<string> {
  await page.waitForSelector("[role=gridcell].lit");
  const lit = await litSquares(page);
  return lit[Math.floor(random() * lit.length)]!;
}

/** How many moves the list shows of the game as played. */
export function plies(page: Page): Promise<number> {
  return page.$$eval("[data-node]", (moves) => moves.filter((move) => Number((move as HTMLElement).dataset["node"]) < 10_000).length);
}

/** Waits until it is this person's turn after more than `played` plies, or the game is over; says which. */
export async function turnOrEnd(visitor: Visitor, played: number): Promise<"turn" | "over"> {
  await visitor.until((before) => {
    const moves = [...document.querySelectorAll<HTMLElement>("[data-node]")].filter((move) => Number(move.dataset["node"]) < 10_000);
    const isLit = document.querySelector("[role=gridcell].lit") !== null;
    return document.querySelector(".status.over") !== null || (isLit && moves.length > before);
  }, played);
  return (await visitor.page.$(".status.over")) ? "over" : "turn";
}

/** Enters one move by three presses. */
export async function enterByClicks(page: Page, random: () => number): Promise<string[]> {
  const pressed: string[] = [];
  for (let stage = 0; stage < 3; stage++) {
    pressed.push(await anyLit(page, random));
    await pressSquare(page, pressed[stage]!);
  }
  return pressed;
}

/** Enters one move with arrow keys and Enter alone, from whichever square has the focus. */
export async function enterByKeys(page: Page, random: () => number): Promise<void> {
  for (let stage = 0; stage < 3; stage++) {
    await walkTo(page, await anyLit(page, random));
    await page.keyboard.press("Enter");
  }
}

async function walkTo(page: Page, square: string): Promise<void> {
  const here = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset["square"] ?? null);
  if (!here) throw new Error("no square of the board has the focus");
  const columns = square.charCodeAt(0) - here.charCodeAt(0);
  const rows = Number(square.slice(1)) - Number(here.slice(1));
  for (let step = 0; step < Math.abs(columns); step++) await page.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
  for (let step = 0; step < Math.abs(rows); step++) await page.keyboard.press(rows > 0 ? "ArrowUp" : "ArrowDown");
}

/** Plays on until the game is over; says how many plies the list shows then. */
export async function playToTheEnd(visitor: Visitor, enter: (page: Page) => Promise<unknown>): Promise<number> {
  let played = await plies(visitor.page);
  while ((await turnOrEnd(visitor, played - 1)) === "turn") {
    played = (await plies(visitor.page)) + 1;
    await enter(visitor.page);
    // My own move, and then the answer or the end.
    if ((await turnOrEnd(visitor, played)) === "over") break;
    played = await plies(visitor.page);
  }
  return plies(visitor.page);
}
