// The library of somebody who has just begun: it offers games that come with the program.

import { expect, it } from "vitest";
import { Stage } from "./stage";

const stage = Stage.set();

it("offers a hundred games while it is empty, and the explorer knows them then", async () => {
  await stage.visit({}, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/library");
    await page.click("role=button[name='Add 100 example games']");
    await page.waitForSelector("tr[data-game]");
    expect((await stage.server.ask<{ total: number }>("GET", "/games?limit=1")).total).toBe(100);
    expect(await page.locator("role=button[name='Add 100 example games']").count()).toBe(0);
    await visitor.go("#/analyse");
    await page.click("role=tab[name=Explorer]");
    await page.waitForSelector(".explorer tbody tr");
  });
});
