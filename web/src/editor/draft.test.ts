import { describe, expect, it } from "vitest";
import { apply, emptyDraft, pieceAt, picture, resize } from "./draft";

const draft = { ...emptyDraft(4, 4), white: ["a1"], black: ["d4"], arrows: ["b2"] };

describe("a draft", () => {
  it("takes pieces", () => {
    expect(apply(draft, "white", "c1").white).toEqual(["a1", "c1"]);
    expect(pieceAt(apply(draft, "arrow", "c3"), "c3")).toBe("arrow");
  });

  it("holds one piece a square", () => {
    const replaced = apply(draft, "black", "a1");
    expect(replaced.white).toEqual([]);
    expect(replaced.black).toEqual(["d4", "a1"]);
  });

  it("gives up a piece that is put twice, and any to the eraser", () => {
    expect(pieceAt(apply(draft, "white", "a1"), "a1")).toBeNull();
    expect(pieceAt(apply(draft, "erase", "b2"), "b2")).toBeNull();
    expect(apply(draft, "erase", "c3")).toEqual(draft);
  });

  it("loses what lies beyond a smaller board", () => {
    const small = resize(draft, 3, 2);
    expect([small.columns, small.rows, small.white, small.black, small.arrows]).toEqual([3, 2, ["a1"], [], ["b2"]]);
    expect(resize(draft, 99, 0)).toMatchObject({ columns: 16, rows: 1 });
    expect(resize(draft, NaN, 5)).toMatchObject({ columns: 16, rows: 5 });
  });

  it("is drawn without a move in it", () => {
    expect(picture(draft)).toMatchObject({ columns: 4, white: ["a1"], destinations: {}, winner: null });
  });
});
