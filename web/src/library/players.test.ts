import { expect, it } from "vitest";
import { gameName, numberedName, playerName } from "./players";

it("names players as people do", () => {
  const names = { "otrera:level=5": "Level 5", otrera: "Otrera", "otrera:nodes=500,threads=1": "Otrera (nodes=500, threads=1)", uct: "uct", "Myrina of Libya": "Myrina of Libya", "": "" };
  for (const [name, said] of Object.entries(names)) expect(playerName(name)).toBe(said);
});

it("names a game by its title, else by who played it", () => {
  expect(gameName({ id: 7, title: "Final", white: "a b", black: "c" })).toBe("Final");
  expect(gameName({ id: 7, title: "", white: "Otrere", black: "otrera:level=2" })).toBe("Otrere – Level 2");
  expect(gameName({ id: 7, title: "", white: "", black: "" })).toBe("Game 7");
  expect(numberedName({ id: 1234, title: "" })).toBe("Game 1234");
  expect(numberedName({ id: 7, title: "Final" })).toBe("Final");
});
