import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { TYPE, parse, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { beforeEach, describe, expect, it } from "vitest";

import { settings } from "../shell/settings.svelte";
import { english } from "./en";
import { count, listed, t, tagged, type MessageKey } from "./messages";

const SOURCES = join(import.meta.dirname, "..");

const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(svelte|ts)$/.test(path) && !path.endsWith(".test.ts") && !path.startsWith("messages/"))
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), "utf8") }));

const keys = Object.keys(english) as MessageKey[];

/** The arguments of a message; tags are none. */
function argumentsOf(elements: MessageFormatElement[]): Set<string> {
  const names = new Set<string>();
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type !== TYPE.tag) names.add(element.value);
    const within = element.type === TYPE.tag ? [element.children] : "options" in element ? Object.values(element.options).map(({ value }) => value) : [];
    for (const children of within) for (const name of argumentsOf(children)) names.add(name);
  }
  return names;
}

/** The names in an object that begins at `at`: `{ a, b: c() }` has a and b. */
function namesAt(text: string, at: number): string[] {
  const names: string[] = [];
  let depth = 0;
  let expectsName = false;
  for (let index = at; index < text.length; index++) {
    const sign = text[index]!;
    if ("{([".includes(sign)) {
      depth += 1;
      expectsName = depth === 1;
    } else if ("})]".includes(sign)) {
      depth -= 1;
      if (depth === 0) break;
    } else if (sign === "," && depth === 1) {
      expectsName = true;
    } else if (expectsName && /\w/.test(sign)) {
      const name = /^\w+/.exec(text.slice(index))![0];
      names.push(name);
      index += name.length - 1;
      expectsName = false;
    }
  }
  return names;
}

/** Every place where a text is asked for by its whole key, with the names of its values. */
const uses = sources.flatMap(({ path, text }) => {
  const calls = [...text.matchAll(/\bt\(\s*"([\w.-]+)"(?:,\s*(?=\{))?/g), ...text.matchAll(/<Message\s+id="([\w.-]+)"(?:\s+values=\{(?=\{))?/g)];
  return calls.map((call) => {
    const end = call.index + call[0].length;
    return { path, key: call[1] as MessageKey, names: /[,{]\s*$/.test(call[0]) ? namesAt(text, end) : [] };
  });
});

/** The beginnings of keys that the page completes: `shell.theme-` of `shell.theme-${theme}`. */
const beginnings = sources.flatMap(({ text }) => [...text.matchAll(/`(\w+\.[\w-]*)\$\{/g)].map((match) => match[1]!));

describe("the messages", () => {
  it("can all be read", () => {
    for (const key of keys) expect(() => parse(english[key]), key).not.toThrow();
  });

  it("are asked for with the values that they have places for", () => {
    expect(uses.length).toBeGreaterThan(20);
    for (const { path, key, names } of uses) {
      expect([...argumentsOf(parse(english[key]))].sort(), `${key} in ${path}`).toEqual(names.sort());
    }
  });

  it("are all used", () => {
    const text = sources.map(({ text }) => text).join("\n");
    const idle = keys.filter((key) => !text.includes(`"${key}"`) && !beginnings.some((beginning) => key.startsWith(beginning)));
    expect(idle).toEqual([]);
  });
});

beforeEach(() => {
  settings.language = "en";
});

it("are the words that players know", () => {
  const texts = keys.map((key) => english[key]);
  const known = [
    ...["Play the computer", "Random", "Pass and play", "Continue", "Engine", "Variant", "Increment", "{nodes} nodes"],
    ...["Engine off during play", "Turn on anyway", "Fast", "Win %", "Score", "Share and export", "Save", "Settings", "System"],
    ...["Any result", "Moves", "Back to game"],
  ];
  for (const words of known) expect(texts).toContain(words);
  expect(t("analysis.graded-with-loss", { grade: "mistake", loss: "14%" })).toBe("Mistake: win chance −14%");
  const former = /Press a level|misjudges|Either|at this screen|Go on with|Its player|Left squares|Added with|\bseen\b|silent|all the same|of winning|Quick|Take along|Look and sound|As the system|slantwise|any end|Plies|To the game/;
  expect(texts.filter((text) => former.test(text) || /^(Keep|Chance|Margin)$/.test(text))).toEqual([]);
});

describe("a text", () => {
  it("has its values in it", () => {
    expect(t("shell.title", { page: "Library" })).toBe("Library · Otrera");
  });

  it("stands between brackets in the language of the tests", () => {
    settings.language = "pseudo";
    expect(t("shell.close")).toBe("⟦Close⟧");
    expect(tagged("shell.close")).toEqual(["⟦Close⟧"]);
  });
});

it("writes large numbers, dates and lists as the language does", () => {
  expect(count(12_345)).toBe("12,345");
  expect(t("analysis.study-of-date", { now: new Date(2025, 2, 12, 14, 5).getTime() })).toBe("Study, 12 Mar 2025, 14:05");
  expect(listed(["a", "b", "c"])).toBe("a, b, c");
});
