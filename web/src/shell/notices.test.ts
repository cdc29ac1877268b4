import { expect, it } from "vitest";

import { dismiss, notices, warn } from "./notices.svelte";

it("says a warning until it is closed, and never again", () => {
  const shown = () => notices.map(({ words }) => words);
  warn("one");
  warn("one");
  expect(shown()).toEqual(["one"]);
  dismiss(notices[0]!.id);
  warn("one");
  expect(shown()).toEqual([]);
  warn("another");
  expect(shown()).toEqual(["another"]);
});
