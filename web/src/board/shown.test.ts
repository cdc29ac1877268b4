import { expect, it } from "vitest";

import { IDLE } from "./entry";
import { changeBetween, shownOf } from "./shown";
import { position } from "./testing";

const POSITION = position({ white: ["a2", "b1"], black: ["a5"], arrows: ["c3"] });
const PLAYED = { ...POSITION, white: ["a2", "b4"], arrows: ["b1", "c3"] };
const PARTS = { from: "b1", to: "b4", arrow: "b1" };

it("shows a landed amazon before its arrow is shot", () => {
  const shown = shownOf(POSITION, { stage: "arrow", from: "b1", to: "b4" }, null);
  expect(shown.white).toEqual(["a2", "b4"]);
  expect(shown.arrows).toEqual(["c3"]);
  expect(shownOf(POSITION, { stage: "landing", from: "b1" }, null).white).toEqual(["a2", "b1"]);
});

it("shows a sent move as made, before and after it comes back", () => {
  const sent = shownOf(POSITION, IDLE, "b1b4,b4b1");
  expect(sent.white).toEqual(["a2", "b4"]);
  expect(sent.arrows).toEqual(["c3", "b1"]);
  expect(shownOf(PLAYED, IDLE, "b1b4,b4b1").arrows).toEqual(["b1", "c3"]);
});

it("animates one step and one shot", () => {
  const change = changeBetween(shownOf(POSITION, IDLE, null), shownOf(PLAYED, IDLE, null), [null, PARTS]);
  expect(change).toEqual({ steps: [{ color: "white", from: "b1", to: "b4" }], shot: { from: "b4", to: "b1" } });
});

it("animates the way back, without a shot", () => {
  const change = changeBetween(shownOf(PLAYED, IDLE, null), shownOf(POSITION, IDLE, null), [PARTS]);
  expect(change).toEqual({ steps: [{ color: "white", from: "b4", to: "b1" }], shot: null });
});

it("only flies the arrow where the amazon stands already", () => {
  const before = shownOf(POSITION, { stage: "arrow", from: "b1", to: "b4" }, null);
  const change = changeBetween(before, shownOf(POSITION, IDLE, "b1b4,b4b1"), [PARTS]);
  expect(change).toEqual({ steps: [], shot: { from: "b4", to: "b1" } });
});

it("animates nothing after a jump or on another board", () => {
  const nothing = { steps: [], shot: null };
  const start = shownOf(POSITION, IDLE, null);
  expect(changeBetween(start, { ...start, white: ["a1", "b2"] }, [])).toEqual(nothing);
  expect(changeBetween(start, { ...start, arrows: ["a1", "b2"] }, [])).toEqual(nothing);
  expect(changeBetween(start, { ...start, white: ["a2", "b4"], black: ["a6"] }, [])).toEqual(nothing);
  expect(changeBetween(start, { ...start, rows: 7, white: ["a2", "b4"] }, [])).toEqual(nothing);
});
