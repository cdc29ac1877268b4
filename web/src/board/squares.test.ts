import { expect, it } from "vitest";

import { allSquares, drawnAt, edgesOf, moveOf, nameOf, partsOf, placeAt, placeOf, squaresIn, wordsOfMove } from "./squares";

it("names every place of the largest board and finds it again", () => {
  for (let column = 0; column < 16; column++) {
    for (let row = 0; row < 16; row++) expect(placeOf(nameOf({ column, row }))).toEqual({ column, row });
  }
  for (const name of ["", "a0", "a17", "q1", "a01", "A1", "1a"]) expect(placeOf(name)).toBeNull();
});

it("reads squares that are written without gaps", () => {
  expect(squaresIn("d2d10p16a1")).toEqual(["d2", "d10", "p16", "a1"]);
  for (const text of ["", "q1", "a17", "a0"]) expect(squaresIn(text)).toEqual([]);
});

it("draws White at the bottom, or Black", () => {
  expect(drawnAt({ column: 0, row: 0 }, 10, 8, "white")).toEqual({ x: 0, y: 7 });
  expect(drawnAt({ column: 0, row: 0 }, 10, 8, "black")).toEqual({ x: 9, y: 0 });
  expect(allSquares(2, 3, "white")).toEqual(["a3", "b3", "a2", "b2", "a1", "b1"]);
  expect(allSquares(2, 3, "black")).toEqual(["b1", "a1", "b2", "a2", "b3", "a3"]);
});

it("finds the square under a point, and none beside the board", () => {
  for (const view of ["white", "black"] as const) {
    const { x, y } = drawnAt({ column: 3, row: 1 }, 5, 4, view);
    expect(placeAt(x, y, 5, 4, view)).toEqual({ column: 3, row: 1 });
  }
  expect(placeAt(-1, 0, 5, 4, "white")).toBeNull();
  expect(placeAt(0, 4, 5, 4, "white")).toBeNull();
});

it("takes moves apart and puts them together", () => {
  expect(partsOf("d1d10,d10g10")).toEqual({ from: "d1", to: "d10", arrow: "g10" });
  expect(moveOf({ from: "d1", to: "d10", arrow: "g10" })).toBe("d1d10,d10g10");
  expect(wordsOfMove("d1d10,d10g10")).toBe("d1-d10/g10");
  for (const text of ["", "d1d7", "d1d7,d8g7", "resign"]) expect(partsOf(text)).toBeNull();
});

it("writes the coordinates as the side at the bottom sees them", () => {
  expect(edgesOf(3, 2, "white")).toEqual({ files: ["a", "b", "c"], ranks: ["2", "1"] });
  expect(edgesOf(3, 2, "black")).toEqual({ files: ["c", "b", "a"], ranks: ["1", "2"] });
});
