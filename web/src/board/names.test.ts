import { expect, it } from "vitest";

import { cellName, litName, moveAnnouncement, sideName, stageAnnouncement } from "./names";
import { position } from "./testing";

const POSITION = position({ white: ["d1"], black: ["a4"], arrows: ["a3", "b4", "c2"], vacated: ["c2"], trapped: ["a4"] });

it("names the sides", () => {
  expect([sideName("white"), sideName("black")]).toEqual(["White", "Black"]);
});

it("names every square with what stands on it", () => {
  expect(cellName(POSITION, "d1")).toBe("d1, white amazon");
  expect(cellName(POSITION, "a4")).toBe("a4, black amazon, trapped");
  expect(cellName(POSITION, "a3")).toBe("a3, arrow");
  expect(cellName(POSITION, "c2")).toBe("c2, blocked for a while");
  expect(cellName(POSITION, "b2")).toBe("b2, empty");
  expect(cellName(null, "b2")).toBe("b2, empty");
});

it("says what may be done with a lit square", () => {
  expect(litName(POSITION, "d1", { stage: "amazon" })).toBe("d1, white amazon, can move");
  expect(litName(POSITION, "d2", { stage: "landing", from: "d1" })).toBe("d2, empty, can step here");
  expect(litName(POSITION, "d1", { stage: "arrow", from: "d1", to: "d2" })).toBe("d1, white amazon, can shoot here");
});

it("announces moves and stages", () => {
  expect(moveAnnouncement("d1d7,d7g7", "white")).toBe("White: d1 to d7, arrow to g7.");
  expect(moveAnnouncement("resign", "black")).toBe("Black: resign.");
  expect(stageAnnouncement({ stage: "amazon" }, 4)).toBe("");
  expect(stageAnnouncement({ stage: "landing", from: "d1" }, 1)).toBe("Amazon d1 chosen. It can step to 1 square.");
  expect(stageAnnouncement({ stage: "arrow", from: "d1", to: "d7" }, 12)).toBe(
    "Steps to d7. The arrow can go to 12 squares.",
  );
});
