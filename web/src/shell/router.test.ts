import { expect, it } from "vitest";

import { href, parseHash } from "./router.svelte";

it("reads an address", () => {
  expect(parseHash("").path).toEqual([]);
  expect(parseHash("#/").path).toEqual([]);
  const { path, query } = parseHash("#/game/7?node=12");
  expect(path).toEqual(["game", "7"]);
  expect(query.get("node")).toBe("12");
});

it("reads back what it writes", () => {
  const fen = "1q1/3/1Q1 w - - 0 1 k5:c3=4,d7=1";
  expect(parseHash(href(["editor"], { fen })).query.get("fen")).toBe(fen);
  expect(parseHash(href(["position", fen])).path).toEqual(["position", fen]);
  expect(href([])).toBe("#/");
  expect(href(["game", 7], { node: 0 })).toBe("#/game/7?node=0");
});

it("bears an address that nobody wrote", () => {
  expect(parseHash("#/game/%zz").path).toEqual(["game", "%zz"]);
  expect(parseHash("#?a=b").path).toEqual([]);
});
