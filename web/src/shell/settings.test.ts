import { expect, it } from "vitest";

import { DEFAULTS, settingsFrom } from "./settings.svelte";

it("is as at first where nothing is kept, or nothing that can be read", () => {
  expect(settingsFrom(null)).toEqual(DEFAULTS);
  expect(settingsFrom("{")).toEqual(DEFAULTS);
});

it("keeps what it knows and leaves out the words of an older page", () => {
  const kept = { board: "slate", volume: 0.2, side: "either", muted: "yes", sound: false, overlays: [] };
  expect(settingsFrom(JSON.stringify(kept))).toEqual({ ...DEFAULTS, board: "slate", volume: 0.2, overlays: [] });
});
