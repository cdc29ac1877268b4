import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { GameDocument } from "../api/types";
import { notices } from "../shell/notices.svelte";
import { keepAsStudy } from "./keeping";

const asked: unknown[] = [];
const remembered: Record<string, string> = {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { hash: "#/study/7" });
  vi.stubGlobal("sessionStorage", { setItem: (key: string, value: string) => void (remembered[key] = value) });
  // A server that copies: what is not asked for stays as it was.
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    const question = JSON.parse(body) as { title?: string };
    asked.push(question);
    return Promise.resolve(new Response(JSON.stringify({ id: 8, title: question.title ?? "Antiope - Melanippe" })));
  });
});

afterEach(() => {
  asked.length = 0;
  notices.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stored = (source: "study" | "play", title: string) => ({ id: 7, document: { source, title, lastPly: 4 } as GameDocument });

it("names the copy of a study so, opens it, and leads back", async () => {
  await keepAsStudy(stored("study", "Openings"), 2, "black");
  expect(asked).toEqual([{ game: 7, title: "Copy of Openings" }]);
  expect(location.hash).toBe("#/study/8?node=2");
  expect(remembered).toEqual({ "otrera.view.8": "black" });
  expect(notices.map(({ words }) => words)).toEqual(["This is the copy, “Copy of Openings”."]);
  notices[0]!.action!.run();
  expect(location.hash).toBe("#/study/7?node=2");
});

it("makes a study of a game, which keeps its name", async () => {
  await keepAsStudy(stored("play", ""), 4, "white");
  expect(asked).toEqual([{ game: 7 }]);
  expect(notices.map(({ words }) => words)).toEqual(["Saved as study."]);
  notices[0]!.action!.run();
  expect(location.hash).toBe("#/game/7");
});

it("asks for no longer name than there may be", async () => {
  await keepAsStudy(stored("study", "♛".repeat(200)), 0, "white");
  expect([...(asked[0] as { title: string }).title]).toHaveLength(200);
});
