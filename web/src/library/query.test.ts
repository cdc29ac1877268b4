import { describe, expect, it } from "vitest";
import { EVERYTHING, dateText, endingName, fromAddress, isNarrow, resultText, sortedBy, tagsOf, toAddress, toServer } from "./query";

describe("a question to the library", () => {
  const asked = { ...EVERYTHING, text: " opening ", winner: "black" as const, sort: "length" as const, order: "asc" as const, page: 2, trash: true };

  it("stands in the address and comes back", () => {
    const address = toAddress(asked);
    expect(address).toEqual({ text: "opening", winner: "black", sort: "length", order: "asc", page: "3", trash: "true" });
    expect(fromAddress(new URLSearchParams(address))).toEqual({ ...asked, text: "opening" });
    expect(toAddress(EVERYTHING)).toEqual({});
  });

  it("passes over what it does not know", () => {
    expect(fromAddress(new URLSearchParams("winner=nobody&sort=colour&page=-4&order=up"))).toEqual(EVERYTHING);
  });

  it("goes to the server with its page", () => {
    expect(toServer(asked).toString()).toBe("text=opening&winner=black&sort=length&order=asc&offset=100&limit=50&trash=true");
  });

  it("finds players by how their names begin, or by a pattern", () => {
    expect(toServer({ ...EVERYTHING, player: " otr " }).get("player")).toBe("otr*");
    expect(toServer({ ...EVERYTHING, player: "*rera" }).get("player")).toBe("*rera");
    expect(toServer(EVERYTHING).has("player")).toBe(false);
    expect(toAddress({ ...EVERYTHING, player: "otr" })).toEqual({ player: "otr" });
  });

  it("turns round when a column is pressed again", () => {
    const byDate = sortedBy(asked, "date");
    expect([byDate.sort, byDate.order, byDate.page]).toEqual(["date", "desc", 0]);
    expect(sortedBy(byDate, "date").order).toBe("asc");
    expect(sortedBy(sortedBy(byDate, "date"), "date").order).toBe("desc");
  });

  it("knows whether it asks for anything", () => {
    expect(isNarrow(asked)).toBe(true);
    expect(isNarrow({ ...EVERYTHING, sort: "date" })).toBe(false);
  });
});

describe("tags", () => {
  it("stand between commas", () => {
    expect(tagsOf(" a, b c ,,a ")).toEqual(["a", "b c"]);
    expect(tagsOf(" ")).toEqual([]);
  });
});

describe("a game in the list", () => {
  it("tells its result and its day", () => {
    expect(resultText({ winner: "black", live: false })).toBe("0–1");
    expect(resultText({ winner: null, live: true })).toBe("in play");
    expect(resultText({ winner: null, live: false })).toBe("–");
    expect(endingName("time forfeit")).toBe("Time");
    expect(endingName("thunder")).toBe("thunder");
    expect(dateText("2026-11-15T16:00:00Z")).toBe("2026-11-15");
    expect(dateText(null)).toBe("");
  });
});
