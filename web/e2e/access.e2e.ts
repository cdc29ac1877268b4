// Each page for everybody: axe finds no serious fault, by day and by night, on a desk, a tablet and a phone.

import { describe, expect, it } from "vitest";
import { pressSquare } from "./player";
import { BLUNDER, OPENING, Stage } from "./stage";
import type { Visitor } from "./visitor";

const stage = Stage.set();

/** The pages, each with what has to be there before it is looked at. */
const PAGES: { name: string; open: (visitor: Visitor) => Promise<void> }[] = [
  { name: "play", open: (visitor) => at(visitor, "#/", "[data-level='1']") },
  { name: "learn", open: (visitor) => at(visitor, "#/learn", "h1") },
  {
    name: "game",
    open: async (visitor) => {
      const id = await stage.played(OPENING.fen, OPENING.moves);
      await at(visitor, `#/game/${id}`, "[data-node='4']");
    },
  },
  {
    name: "analysis",
    open: async (visitor) => {
      await at(visitor, "#/analyse", "[role=gridcell].lit");
      await visitor.page.check("role=switch[name=Engine]");
      for (const overlay of ["Territory", "Mobility"]) await visitor.page.click(`role=button[name="${overlay}"]`);
      await visitor.page.waitForSelector(".analysis .list li:nth-child(3)");
      await pressSquare(visitor.page, "d1");
    },
  },
  {
    name: "review",
    open: async (visitor) => {
      const id = await stage.played(BLUNDER.fen, BLUNDER.moves);
      await at(visitor, `#/game/${id}`, "[data-node='4']");
      await visitor.page.click("role=tab[name=Review]");
      await visitor.page.click("role=button[name='Review the game']");
      await visitor.page.waitForSelector("role=button[name='Review again']");
    },
  },
  {
    name: "study",
    open: async (visitor) => {
      const { id } = await stage.server.ask<{ id: number }>("POST", "/studies", { fen: OPENING.fen, moves: OPENING.moves });
      await stage.server.ask("PATCH", `/games/${id}/nodes/10001`, { comment: "Bold.", shapes: ["d4", "d1d3"] });
      await at(visitor, `#/study/${id}?node=10001`, ".board .mark");
      await visitor.page.click("role=tab[name=Position]");
    },
  },
  {
    name: "library",
    open: async (visitor) => {
      await stage.played(OPENING.fen, OPENING.moves);
      await at(visitor, "#/library", "tr[data-game]");
      await visitor.page.click("role=button[name=Import]");
    },
  },
  {
    name: "editor",
    open: async (visitor) => {
      await at(visitor, "#/editor", "text=This position can be played.");
      await visitor.page.click("role=button[name=Clear]");
      await visitor.page.waitForSelector(".complaints li");
    },
  },
];

async function at(visitor: Visitor, hash: string, sign: string): Promise<void> {
  await visitor.go(hash);
  await visitor.page.waitForSelector(sign);
}

describe.each(PAGES.map(({ name, open }) => [name, open] as const))("the page %s", (_, open) => {
  it.each([
    { size: "desktop", theme: "light" },
    { size: "phone", theme: "dark" },
    { size: "desktop", theme: "dark" },
    { size: "phone", theme: "light" },
    { size: "tablet", theme: "light" },
    { size: "tablet", theme: "dark" },
  ] as const)("has no serious fault ($size, $theme)", async (look) => {
    await stage.visit(look, async (visitor) => {
      await open(visitor);
      expect(await visitor.faults()).toEqual([]);
      // Nothing sticks out to the side.
      const overflow = await visitor.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
});
