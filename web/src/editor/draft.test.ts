import { describe, expect, it } from "vitest";
import { emptyDraft, fenOf, pieceAt, picture, put, resize, strokeTool } from "./draft";

const draft = { ...emptyDraft(4, 4), white: ["a1"], black: ["d4"], arrows: ["b2"] };

describe("a draft", () => {
  it("takes pieces", () => {
    expect(put(draft, "white", "c1").white).toEqual(["a1", "c1"]);
    expect(pieceAt(put(draft, "arrow", "c3"), "c3")).toBe("arrow");
  });

  it("holds one piece a square", () => {
    const replaced = put(draft, "black", "a1");
    expect(replaced.white).toEqual([]);
    expect(replaced.black).toEqual(["d4", "a1"]);
  });

  it("gives any piece to the eraser, and is the same draft where nothing changes", () => {
    expect(pieceAt(put(draft, "erase", "b2"), "b2")).toBeNull();
    expect(put(draft, "erase", "c3")).toBe(draft);
    expect(put(draft, "white", "a1")).toBe(draft);
  });

  it("is emptied by a stroke that begins on the same piece", () => {
    expect(["a1", "b2", "c3"].map((square) => strokeTool(draft, "white", square))).toEqual(["erase", "white", "white"]);
  });

  it("is spelled as it stands, possible or not", () => {
    expect(fenOf(draft)).toBe("3q/4/1*2/Q3 w");
    expect(fenOf({ ...emptyDraft(12, 2), turn: "black", delay: 3 })).toBe("12/12 b - - 0 1 k3:");
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
