import { expect, it } from "vitest";
import { stillOf } from "./fen";

it("reads what stands where", () => {
  expect(stillOf("3q/4/1*2/Q3 b - - 1 1")).toEqual({ columns: 4, rows: 4, white: ["a1"], black: ["d4"], arrows: ["b2"], turn: "black" });
  expect(stillOf("10/Q9 w")).toMatchObject({ columns: 10, rows: 2, white: ["a1"], turn: "white" });
});

it("reads nothing where nothing can be read", () => {
  for (const fen of ["", "3/4 w", "17/17 w", "hello"]) expect(stillOf(fen)).toBeNull();
});
