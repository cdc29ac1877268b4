// Every text of the page comes from the message files. In the language `pseudo` each of them stands between ⟦ and ⟧; what is
// read or heard outside of them was forgotten in the code.

import { describe, expect, it } from "vitest";
import { pressLit } from "./player";
import { BLUNDER, OPENING, Stage } from "./stage";
import { BOTH_SIZES, type Visitor } from "./visitor";

const stage = Stage.set();

/**
 * What stands outside of brackets because it is no text of the page: the name of the program; the names, titles and comments
 * that these tests have given; what the server says; squares, moves and coordinates. Passed over as well is what has no
 * letters, and what the page marks as not to be translated (`translate="no"`), as the server's words (`data-server`) or as
 * the name of a key (`kbd`).
 */
const DATA = [
  "Otrera",
  "Penthesilea|Hippolyta|The long diagonal|diagonal|Bold\\.",
  "[a-p]|\\d+x\\d+|(\\d+\\.+ )?[a-p]\\d+(-[a-p]\\d+/[a-p]\\d+)?",
].join("|");

/** What is read or heard on the page and does not stand between brackets, each with the place where it stands. */
function nakedTexts(visitor: Visitor): Promise<string[]> {
  return visitor.page.evaluate((data) => {
    const isData = new RegExp(`^(${data})$`);
    const ATTRIBUTES = ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt", "label"];
    const DATA_IN = "[translate=no], [data-server], kbd, script, style";
    const found: string[] = [];

    function placeOf(element: Element): string {
      const names: string[] = [];
      for (let at: Element | null = element; at && at !== document.body && names.length < 3; at = at.parentElement) {
        const own = [...at.classList].filter((name) => !name.startsWith("svelte-"));
        names.unshift(`${at.tagName.toLowerCase()}${own.map((name) => `.${name}`).join("")}`);
      }
      return names.join(" > ");
    }

    /** What of a text is outside of brackets, given how many are open; a message with tags goes over several texts. */
    function outside(text: string, open: number): { words: string; open: number } {
      let words = "";
      for (const sign of text) {
        if (sign === "⟦") open += 1;
        else if (sign === "⟧") open -= 1;
        else if (open === 0) words += sign;
      }
      return { words: words.replace(/\s+/g, " ").trim(), open };
    }

    function tell(words: string, where: string): void {
      if (/\p{L}/u.test(words) && !isData.test(words)) found.push(`${where}: ${words}`);
    }

    function isShown(element: Element): boolean {
      // The browser draws the options of a shut list elsewhere. A datalist has the specs of players and the server's words.
      const drawn = element.closest("select") ?? element;
      return !element.closest("datalist") && drawn.checkVisibility({ visibilityProperty: true });
    }

    tell(outside(document.title, 0).words, "document.title");
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest(DATA_IN) || !isShown(element)) continue;
      for (const name of ATTRIBUTES) {
        const value = element.getAttribute(name);
        if (value !== null) tell(outside(value, 0).words, `${placeOf(element)} [${name}]`);
      }
      for (const pseudo of ["::before", "::after"]) {
        const { content } = getComputedStyle(element, pseudo);
        if (content.startsWith('"')) tell(outside(content.slice(1, -1), 0).words, `${placeOf(element)} ${pseudo}`);
      }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let open = 0;
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement!;
      if (!isShown(element)) continue;
      const told = outside(text.nodeValue ?? "", open);
      open = told.open;
      if (!element.closest(DATA_IN)) tell(told.words, placeOf(element));
    }
    if (open !== 0) found.push(`${open} brackets are open at the end`);
    return [...new Set(found)];
  }, DATA);
}

/** Something that is named by a text, between brackets or not. */
function named(role: string, name: string): string {
  return `role=${role}[name=/^⟦*${name}⟧*$/]`;
}

type Look = (state: string) => Promise<void>;

async function at(visitor: Visitor, hash: string, sign: string): Promise<void> {
  await visitor.go(hash);
  await visitor.page.waitForSelector(sign);
}

/** Looks at each tab of the panel. */
async function eachTab(visitor: Visitor, look: Look): Promise<void> {
  const tabs = visitor.page.locator("[role=tab]");
  for (let index = 0; index < (await tabs.count()); index++) {
    await tabs.nth(index).click();
    await visitor.page.waitForLoadState("networkidle");
    await look(`tab ${index + 1}`);
  }
}

const PAGES: Record<string, (visitor: Visitor, look: Look) => Promise<void>> = {
  play: async (visitor, look) => {
    const { page } = visitor;
    await stage.begun(OPENING.fen, OPENING.moves);
    await at(visitor, "#/", "[data-level='1']");
    await look("first");
    await page.click("summary");
    await look("more options");
    await at(visitor, `#/?fen=${encodeURIComponent(BLUNDER.fen)}`, "details[open]");
    await look("with a FEN");
    await page.evaluate(() => localStorage.setItem("otrera.progress", JSON.stringify({ beaten: [1, 2], hasPlayed: true })));
    await at(visitor, "#/", "[data-level='1']");
    await look("again");
  },
  "a game that is played": async (visitor, look) => {
    const { page } = visitor;
    await at(visitor, "#/", "[data-level='1']");
    await page.click("[data-level='1']");
    await page.waitForSelector("[role=gridcell].lit");
    await look("my turn");
    await pressLit(page, ["d1"]);
    await look("half a move");
    await page.keyboard.press("Escape");
    await page.keyboard.press("h");
    await page.waitForSelector(".move.hint");
    await look("a hint");
    await eachTab(visitor, look);
    const pass = await stage.begun(BLUNDER.fen, BLUNDER.moves.slice(0, 2));
    await at(visitor, `#/game/${pass}`, "[data-node='2']");
    await look("two people");
  },
  "a game that is over": async (visitor, look) => {
    const { page } = visitor;
    const id = await stage.played(BLUNDER.fen, BLUNDER.moves);
    await at(visitor, `#/game/${id}`, "[data-node='4']");
    await look("over");
    await page.click(named("tab", "Review"));
    await page.click(named("button", "Review the game"));
    await page.waitForSelector(named("button", "Review again"));
    await look("review");
    await eachTab(visitor, look);
    await page.keyboard.press("Home");
    await page.waitForURL(/node=0/);
    await look("its start");
  },
  "no game": async (visitor, look) => {
    await visitor.go("#/game/99999");
    await visitor.page.waitForSelector("h1");
    await look("none");
    visitor.forgive(/404/);
  },
  analyse: async (visitor, look) => {
    const { page } = visitor;
    await at(visitor, "#/analyse", "[role=gridcell].lit");
    await look("engine off");
    await page.check("role=switch");
    await page.waitForSelector(".analysis .list li:nth-child(3)");
    // All overlays, one after the other.
    const overlays = page.locator(".analysis button[aria-pressed=false]");
    for (let left = await overlays.count(); left > 0; left--) await overlays.first().click();
    await page.waitForLoadState("networkidle");
    await look("engine on");
    await pressLit(page, ["d1"]);
    await look("half a move");
    await eachTab(visitor, look);
  },
  study: async (visitor, look) => {
    const { id } = await stage.server.ask<{ id: number }>("POST", "/studies", { fen: OPENING.fen, moves: OPENING.moves });
    await stage.server.ask("PATCH", `/games/${id}/nodes/10001`, { comment: "Bold.", shapes: ["d4", "d1d3"] });
    await stage.server.ask("PATCH", `/games/${id}`, { title: "The long diagonal" });
    await at(visitor, `#/study/${id}?node=10001`, ".board .mark");
    await look("study");
    await eachTab(visitor, look);
  },
  library: async (visitor, look) => {
    const { page } = visitor;
    await stage.server.ask("POST", "/import/collection", {});
    await stage.played(OPENING.fen, OPENING.moves);
    const id = await stage.played(BLUNDER.fen, BLUNDER.moves);
    await stage.begun(OPENING.fen, OPENING.moves);
    await stage.server.ask("PATCH", `/games/${id}`, { title: "The long diagonal", tags: ["diagonal"] });
    await at(visitor, "#/library", "tr[data-game] .result small");
    await page.click(named("button", "Import"));
    for (const text of ["1. d1-d7/g7 a7-b6/e6 2. g1-g6/h6 j7-j5/i6", "1. nonsense"]) {
      await page.fill("textarea", text);
      await page.click(named("button", "Import text"));
      await visitor.until(() => document.querySelector("[role=status] .told") !== null, null);
    }
    await page.waitForSelector(".told li, .told .fault");
    await look("games");
    await page.click(`tr[data-game='${id}'] .acts button:first-child`);
    await page.waitForSelector("dialog[open]");
    await look("renamed");
    await page.keyboard.press("Escape");
    await page.click(`tr[data-game='${id}'] .acts button:last-child`);
    await page.waitForSelector(`tr[data-game='${id}']`, { state: "detached" });
    await look("removed");
    await at(visitor, "#/library?text=nothing+has+this+name", ".none");
    await look("none found");
    await at(visitor, "#/library?sort=date&player=Hippolyta", "td.date");
    await look("filtered, with dates");
    await at(visitor, "#/library?trash=true", "tr[data-game]");
    await look("trash");
    visitor.forgive(/4\d\d/);
  },
  editor: async (visitor, look) => {
    const { page } = visitor;
    await at(visitor, "#/editor", ".fine");
    await look("playable");
    await page.fill(".editor form input", "q5/6/nonsense w");
    await look("typed");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".check .fault");
    await look("refused");
    await page.fill(".editor form input", "Q*q/**1 w");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".check strong");
    await look("over");
    await page.click(named("button", "Clear"));
    await page.waitForSelector(".complaints li");
    await look("complaints");
    visitor.forgive(/4\d\d/);
  },
  learn: async (visitor, look) => {
    for (let lesson = 1; lesson <= 7; lesson++) {
      await at(visitor, `#/learn/${lesson}`, "h1");
      await look(`lesson ${lesson}`);
    }
    await at(visitor, "#/learn/1", "[data-square='a1'].lit");
    await pressLit(visitor.page, ["a1", "d4"]);
    await visitor.page.waitForSelector(".verdict .done");
    await look("done");
  },
  "settings and keys": async (visitor, look) => {
    const { page } = visitor;
    await at(visitor, "#/learn", "h1");
    await page.click("header .settings > button");
    await page.waitForSelector(".sheet");
    await look("settings");
    await page.click(".sheet > button");
    await page.waitForSelector("dialog[open]");
    await look("keys");
  },
};

describe.each(Object.entries(PAGES))("the page: %s", (_, open) => {
  it.each(BOTH_SIZES)("has no text of its own (%s)", async (size) => {
    await stage.visit({ size }, async (visitor) => {
      await visitor.page.addInitScript(() => {
        const kept = JSON.parse(localStorage.getItem("otrera.settings") ?? "{}") as object;
        localStorage.setItem("otrera.settings", JSON.stringify({ ...kept, language: "pseudo" }));
      });
      const naked: string[] = [];
      let messages = 0;
      await open(visitor, async (state) => {
        naked.push(...(await nakedTexts(visitor)).map((text) => `${state}: ${text}`));
        messages += (await visitor.page.innerText("body")).split("⟦").length;
      });
      expect(naked).toEqual([]);
      // The page did speak that language.
      expect(messages).toBeGreaterThan(5);
    });
  });
});
