import { expect, it } from "vitest";

import { levelName, levelSentence } from "./names";

it("has the levels by number", () => {
  const level = { level: 2, name: "Level 2", about: "" };
  expect(levelName(level)).toBe("Novice");
  expect(levelSentence(level)).toBe("Sees that space matters and often forgets it.");
});

it("leaves a level that the page does not know to the server", () => {
  const level = { level: 11, name: "Oracle", about: "Knows how every game ends." };
  expect(levelName(level)).toBe("Oracle");
  expect(levelSentence(level)).toBe("Knows how every game ends.");
});
