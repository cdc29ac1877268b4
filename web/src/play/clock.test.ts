import { expect, it } from "vitest";

import { clockWords } from "./clock";

it.each([
  [300_000, "5:00"],
  [299_001, "5:00"],
  [299_000, "4:59"],
  [61_000, "1:01"],
  [3_909_000, "1:05:09"],
  [10_000, "0:10"],
  [9_999, "0:09.9"],
  [50, "0:00.0"],
  [-20, "0:00.0"],
])("%i ms is %s", (milliseconds, words) => {
  expect(clockWords(milliseconds)).toBe(words);
});
