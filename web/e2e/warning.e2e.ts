// A server that was started with a network that cannot be read: the page says so until the person closes it.

import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Stage } from "./stage";
import { BOTH_SIZES } from "./visitor";

const folder = mkdtempSync(join(tmpdir(), "otrera-e2e-"));
const network = join(folder, "foreign.net");
writeFileSync(network, "something else\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stage = Stage.set(["--network", network]);

it.each(BOTH_SIZES)("warns that the flagship plays without its network (%s)", async (size) => {
  await stage.visit({ size }, async (visitor) => {
    const { page } = visitor;
    await visitor.go("#/");
    const warning = page.locator(".notice", { hasText: "the flagship evaluates without a network" });
    await warning.waitFor();
    expect(await warning.innerText()).toContain("Warning: network ");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await warning.getByRole("button", { name: "Close" }).click();
    await warning.waitFor({ state: "detached" });

    // The page asks again when the connection is back.
    await stage.server.kill();
    await page.waitForSelector("text=Connection lost");
    const answer = page.waitForResponse(/\/api\/version$/);
    await stage.server.start();
    await (await answer).finished();
    await visitor.until(() => !document.body.innerText.includes("Connection lost"), null);
    await page.evaluate(() => new Promise((settle) => setTimeout(settle, 100)));
    expect(await warning.count()).toBe(0);
    visitor.forgive(/ERR_CONNECTION|WebSocket connection|ERR_EMPTY_RESPONSE/);
  });
});
