import { expect, it } from "vitest";
import { edgesOf } from "./image";

it("writes the coordinates as the side at the bottom sees them", () => {
  expect(edgesOf(3, 2, "white")).toEqual({ files: ["a", "b", "c"], ranks: ["2", "1"] });
  expect(edgesOf(3, 2, "black")).toEqual({ files: ["c", "b", "a"], ranks: ["1", "2"] });
});
