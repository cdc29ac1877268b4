// Measures the page as the binary has it embedded: how soon it paints, and its longest task while the engine thinks beside it.
// `npm run measure` prints the figures; nothing is asserted, because they depend on the machine and on what else it does.

import { it } from "vitest";
import { Stage } from "./stage";
import { SIZES, type Visitor } from "./visitor";

const stage = Stage.set();

const RUNS = 3;
const THINKING_MS = 10_000;
const SCREENS = [
  { size: "desktop", width: 1440, height: 900 },
  { size: "phone", ...SIZES.phone },
] as const;

/** Collects the tasks over 50 ms, which is what a browser calls long. */
function watchTasks(): void {
  const tasks: number[] = [];
  Object.assign(window, { tasks });
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
}

/** Milliseconds from asking for the page to its first text or picture. */
async function firstPaint({ page }: Visitor): Promise<number> {
  const paint = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  return Math.round((await paint.jsonValue())!);
}

/** The long tasks of ten seconds, from the press that switches the engine on. */
async function longTasks({ page }: Visitor): Promise<number[]> {
  await page.waitForSelector("[role=gridcell].lit");
  await page.evaluate(() => ((window as unknown as { tasks: number[] }).tasks.length = 0));
  await page.check("role=switch[name=Engine]");
  await page.waitForTimeout(THINKING_MS);
  await page.waitForSelector(".analysis .list li:nth-child(3)");
  return page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.map(Math.round));
}

it.each(SCREENS)("$width px", async ({ size, width, height }) => {
  const paints: number[] = [];
  const tasks: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    const visitor = await stage.open({ size, moves: true });
    await visitor.page.setViewportSize({ width, height });
    await visitor.page.addInitScript(watchTasks);
    await visitor.go("#/");
    paints.push(await firstPaint(visitor));
    await visitor.go("#/analyse");
    const long = await longTasks(visitor);
    tasks.push(long.length > 0 ? `${Math.max(...long)} ms of ${long.length} over 50 ms` : "none over 50 ms");
    await visitor.leave();
  }
  console.log(`${width} px: first contentful paint ${paints.join(", ")} ms; longest task in ${THINKING_MS / 1000} s of analysis: ${tasks.join("; ")}`);
});
