// A server whose memory is all in use: who comes then is told the place in the queue, and is served when somebody leaves.

import { expect, it } from "vitest";
import { turnOrEnd } from "./player";
import { Stage } from "./stage";
import { BOTH_SIZES, type Visitor } from "./visitor";

/** Room for four searches. */
const stage = Stage.set(["--memory", "64"]);

/** Four people who analyse. */
async function crowd(): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (let count = 0; count < 4; count++) {
    const visitor = await stage.open({});
    visitors.push(visitor);
    await visitor.go("#/analyse");
    await visitor.page.check("role=switch[name=Engine]");
    await visitor.page.waitForSelector(".analysis .list li");
  }
  return visitors;
}

async function leave(visitors: Visitor[]): Promise<void> {
  for (const visitor of visitors) expect(await visitor.leave()).toEqual([]);
}

it.each(BOTH_SIZES)("tells an analysis its place (%s)", async (size) => {
  const [first, ...others] = await crowd();
  await stage.visit({ size }, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/analyse");
    await page.check("role=switch[name=Engine]");
    await page.waitForSelector("text=All engines are busy: you are number 1 in the queue.");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await leave([first!]);
    await page.waitForSelector(".analysis .list li");
    expect(await page.locator("text=in the queue").count()).toBe(0);
  });
  await leave(others);
});

it("tells a person that the opponent waits", async () => {
  const [first, ...others] = await crowd();
  const white = { kind: "engine", name: "Beginner", agent: "otrera:level=1" };
  const { id } = await stage.server.ask<{ id: number }>("POST", "/games", { board: "6x6", white, black: { kind: "human", name: "You", agent: null } });
  await stage.visit({}, async (visitor) => {
    await visitor.go(`#/game/${id}`);
    await visitor.page.waitForSelector("text=Beginner waits for a free engine: number 1 in the queue.");
    await leave([first!]);
    await turnOrEnd(visitor, 0);
  });
  await leave(others);
});
