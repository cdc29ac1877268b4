// At the table: engines that are watched, an answer that waits its turn, the end of a game, hints, a second press, words
// that cover nothing, a game in the trash, a connection that is lost.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { enterByClicks, plies, pressLit, pressSquare, turnOrEnd } from "./player";
import { seeded } from "./seeded";
import { BLUNDER, OPENING, Stage } from "./stage";
import { BOTH_SIZES, SIZES, type Size, type Visitor } from "./visitor";

const stage = Stage.set();

const BEGINNER = { kind: "engine", name: "Beginner", agent: "otrera:level=1" };
const YOU = { kind: "human", name: "You", agent: null };
/** White has nine moves of her own, Black has one: all areas are sealed. */
const SEALED = "2*1q/2***/2*2/2*2/Q1*2 w";

interface Game {
  id: number;
  result: { winner: string; by: number | null; ending: string } | null;
  lastPly: number;
  live: { pace: number; paused: boolean } | null;
}

function game(id: number): Promise<Game> {
  return stage.server.ask("GET", `/games/${id}`);
}

async function begin(request: object): Promise<number> {
  return (await stage.server.ask<Game>("POST", "/games", request)).id;
}

/** Changes settings as the browser keeps them. */
async function set(visitor: Visitor, settings: object): Promise<void> {
  await visitor.page.addInitScript((kept) => localStorage.setItem("otrera.settings", kept), JSON.stringify(settings));
}

describe("two engines", () => {
  it("are watched at a pace that one can follow, paused, stepped and let go", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/");
      await page.click("role=button[name='Watch two engines']");
      await page.waitForURL(/#\/game\/\d+/);
      const id = Number(/game\/(\d+)/.exec(page.url())![1]);
      expect((await game(id)).live?.pace).toBe(800);
      await page.click("role=button[name=Pause]");
      await page.waitForSelector("role=button[name=Resume]");
      const before = (await game(id)).lastPly;
      await page.click("role=button[name=Step]");
      await visitor.until((count) => document.querySelectorAll("[data-node]").length === count, before + 1);
      expect(await game(id)).toMatchObject({ lastPly: before + 1, live: { paused: true } });
      await page.locator("role=slider[name=/Speed/]").fill("6");
      await expect.poll(async () => (await game(id)).live?.pace).toBe(0);
      await page.click("role=button[name=Resume]");
      await visitor.until((count) => document.querySelectorAll("[data-node]").length > count, before + 2);
    });
  });
});

describe("an engine's answer", () => {
  it("is asked for like a partner's, or at once by a setting and where the system asks for calm", async () => {
    const asked = async (look: { moves?: boolean }, settings: object): Promise<number | undefined> => {
      let pace: number | undefined;
      await stage.visit(look, async (visitor) => {
        await set(visitor, settings);
        await visitor.go("#/");
        await visitor.page.click("[data-level='1']");
        await visitor.page.waitForURL(/#\/game\/\d+/);
        pace = (await game(Number(/game\/(\d+)/.exec(visitor.page.url())![1]))).live?.pace;
      });
      return pace;
    };
    expect(await asked({ moves: true }, {})).toBe(600);
    expect(await asked({ moves: true }, { answersAtOnce: true })).toBe(0);
    expect(await asked({}, {})).toBe(0);
  });

  it("begins to move when one's own move has been drawn", async () => {
    // A game without a pace: the answer is there long before the arrow has landed.
    const id = await begin({ board: "6x6", white: YOU, black: BEGINNER, pace: 0 });
    await stage.visit({ moves: true }, async (visitor) => {
      const { page } = visitor;
      await page.addInitScript(() => {
        const drawn: { from: number; to: number; stone: boolean }[] = [];
        Object.assign(window, { drawn });
        const { animate } = Element.prototype;
        Element.prototype.animate = function (this: Element, frames, options) {
          const { duration = 0, delay = 0 } = options as KeyframeAnimationOptions;
          const from = performance.now();
          drawn.push({ from, to: from + Number(duration) + delay, stone: this.closest("[data-stone]") !== null });
          return animate.call(this, frames, options);
        };
      });
      await visitor.go(`#/game/${id}`);
      await pressLit(page, ["b1", "b4"]);
      await page.waitForTimeout(400);
      await pressLit(page, ["d4"]);
      await turnOrEnd(visitor, 1);
      await page.waitForTimeout(600);
      const drawn = await page.evaluate(() => (window as unknown as { drawn: { from: number; to: number; stone: boolean }[] }).drawn);
      // My step; my shot, its flight and its landing; the step of the answer, its flight and its landing.
      const landings = drawn.filter(({ stone }) => stone);
      expect(landings).toHaveLength(2);
      const answer = drawn.slice(drawn.indexOf(landings[0]!) + 1);
      expect(answer.length).toBeGreaterThanOrEqual(2);
      expect(Math.min(...answer.map(({ from }) => from))).toBeGreaterThanOrEqual(landings[0]!.to);
    });
  });
});

describe("the end", () => {
  it.each(BOTH_SIZES)("is offered when all areas are sealed and counted (%s)", async (size) => {
    const id = await begin({ fen: SEALED, white: YOU, black: BEGINNER });
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("text=You win by 7: finish?");
      expect(await page.innerText(".bottom .sealed")).toContain("9 moves left in areas that only White can reach");
      expect(await page.innerText(".top .sealed")).toContain("1 move left in areas that only Black can reach");
      await page.click("role=button[name=Finish]");
      await page.waitForSelector(".status.over.won");
      expect(await page.innerText(".headline")).toBe("You won by 7");
      expect((await game(id)).result).toMatchObject({ winner: "white", by: 7, ending: "adjudication" });
      expect(await visitor.faults()).toEqual([]);
    });
  });

  it("looks otherwise for who has lost, and leads to the review and to the turning point", async () => {
    const id = await begin({ fen: BLUNDER.fen, white: YOU, black: YOU });
    for (const [index, move] of BLUNDER.moves.entries()) await stage.play(id, index + 1, move);
    const lost = await begin({ board: "6x6", white: YOU, black: BEGINNER });
    await stage.server.ask("POST", `/games/${lost}/resign`, {});
    await stage.visit({ theme: "dark" }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${lost}`);
      await page.waitForSelector(".status.over.lost");
      expect(await page.innerText(".headline")).toBe("You lost");
      expect(await page.innerText(".reason")).toBe("White resigned.");
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("[data-node='4']");
      if ((await game(id)).result === null) await stage.server.ask("POST", `/games/${id}/resign`, {});
      await page.click("role=button[name='Review this game']");
      await page.waitForSelector("role=tab[name=Review][selected]");
      await page.click("role=button[name=/The game turned with 1\\. f1-f2\\/f3/]");
      await page.waitForURL(/node=1/);
    });
  });
});

describe("what leads to the review", () => {
  it.each(BOTH_SIZES)("brings what it says into sight (%s)", async (size) => {
    const id = await stage.played(BLUNDER.fen, BLUNDER.moves);
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      if (size === "desktop") await page.setViewportSize({ width: 1280, height: 720 });
      const isSeen = (selector: string) =>
        page.$eval(selector, (element) => {
          const [box, panel] = [element, document.querySelector("[role=tabpanel]")!].map((each) => each.getBoundingClientRect());
          return box!.top >= Math.max(0, panel!.top) && box!.bottom <= Math.min(innerHeight, panel!.bottom);
        });
      await visitor.go(`#/game/${id}`);
      await page.click("role=button[name='Review this game']");
      await page.waitForSelector(".review .head");
      expect(await isSeen(".review .head")).toBe(true);
      await page.waitForSelector("role=button[name='Review again']");
      await page.click("role=tab[name=Moves]");
      await page.evaluate(() => window.scrollTo(0, 0));
      // It has been reviewed: the button leads there, but nothing is begun by it.
      expect(await page.getAttribute("role=button[name='Review this game']", "class")).not.toContain("primary");
      await page.click("role=button[name=/The game turned with/]");
      await page.waitForSelector("role=tab[name=Review][selected]");
      await page.waitForSelector(".review p.here");
      expect(await isSeen(".review p.here")).toBe(true);
    });
  });
});

describe("a game that ends in the middle of a move", () => {
  it.each([
    ["the other side resigns", { seconds: 60, increment: 0 }, /^0?0:5\d|^1:00/],
    ["the time is up", { seconds: 3, increment: 0 }, /^0?0:00/],
  ] as const)("drops it, and the clocks stay: %s", async (why, clock, shown) => {
    const id = await begin({ board: "6x6", white: YOU, black: { ...YOU, name: "Hippolyta" }, clock });
    // A clock begins to run with the first move.
    await stage.play(id, 1, "b1b4,b4d4");
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("[role=timer] >> nth=1");
      const amazon = (await page.getAttribute("[role=gridcell].lit", "data-square"))!;
      await pressSquare(page, amazon);
      await page.waitForSelector(".board .chosen");
      if (why !== "the time is up") await stage.server.ask("POST", `/games/${id}/resign`, {});
      await page.waitForSelector(".status.over");
      await page.waitForSelector(".board .chosen", { state: "detached" });
      expect(await page.locator("[role=timer]").count()).toBe(2);
      expect((await page.innerText("role=timer[name=\"black's clock\"]")).trim()).toMatch(shown);
    });
  });
});

describe("the engine, left on elsewhere", () => {
  const questions = (page: Page) => page.evaluate(() => (window as unknown as { asked: string[] }).asked.filter((frame) => frame.includes('"analyse"')).length);

  it("starts after a game with a press alone, and is on elsewhere as before", async () => {
    const id = await begin({ board: "6x6", white: YOU, black: BEGINNER });
    await stage.visit({ size: "phone" }, async (visitor) => {
      const { page } = visitor;
      await page.addInitScript(() => {
        localStorage.setItem("otrera.settings", localStorage.getItem("otrera.settings") ?? JSON.stringify({ engine: true }));
        const asked: string[] = [];
        Object.assign(window, { asked });
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (this: WebSocket, frame) {
          asked.push(String(frame));
          send.call(this, frame);
        };
      });
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("[role=gridcell].lit");
      const before = (await page.locator(".frame").boundingBox())!;
      await page.click("role=button[name=Resign]");
      await page.click("role=button[name='Yes, resign']");
      await page.waitForSelector(".status.over");
      await page.waitForTimeout(600);
      expect(await questions(page)).toBe(0);
      expect((await page.locator(".frame").boundingBox())!).toEqual(before);
      await page.click("role=tab[name=Analysis]");
      await page.check("role=switch[name=Engine]");
      await expect.poll(() => questions(page)).toBeGreaterThan(0);
      await page.uncheck("role=switch[name=Engine]");
      await visitor.go("#/analyse");
      expect(await page.isChecked("role=switch[name=Engine]")).toBe(false);
    });
  });

  it("is on again on other pages where it was not touched", async () => {
    const id = await begin({ board: "6x6", white: YOU, black: BEGINNER });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await set(visitor, { engine: true });
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("[role=gridcell].lit");
      await stage.server.ask("POST", `/games/${id}/resign`, {});
      await page.waitForSelector(".status.over");
      await page.click("role=tab[name=Analysis]");
      expect(await page.isChecked("role=switch[name=Engine]")).toBe(false);
      await page.click("role=link[name=Analyse]");
      await page.waitForSelector("role=switch[name=Engine][checked]");
    });
  });
});

describe("what is said", () => {
  it.each(Object.keys(SIZES) as Size[])("covers neither the board nor what one presses (%s)", async (size) => {
    const id = await begin({ board: "10x10", white: YOU, black: BEGINNER });
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      const error = "The engine has no advice here because it has not thought about this position for long enough.";
      await page.route("**/api/games/*/hint", (route) => route.fulfill({ status: 409, json: { error } }));
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("[role=gridcell].lit");
      await page.click("role=button[name=Hint]");
      const notice = page.locator("[role=status][aria-live=polite] .notice", { hasText: "no advice" });
      await notice.waitFor();
      const covered = await notice.evaluate((element) => {
        const over = element.getBoundingClientRect();
        const pressed = [...document.querySelectorAll("main button, main input, main .frame")];
        return pressed
          .filter((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            return right > left && left < over.right && right > over.left && top < over.bottom && bottom > over.top;
          })
          .map((each) => each.outerHTML.slice(0, 120));
      });
      expect(covered).toEqual([]);
      visitor.forgive(/status of 409/);
    });
  });
});

describe("a game in the trash", () => {
  it.each(BOTH_SIZES)("says so when it is opened, and is restored (%s)", async (size) => {
    const id = await stage.begun(OPENING.fen, OPENING.moves.slice(0, 2));
    await stage.server.ask("DELETE", `/games/${id}`);
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("text=This game is in the trash.");
      expect(await page.locator("text=This game was not finished.").count()).toBe(0);
      expect(await page.locator("#typed-move, .deeds").count()).toBe(0);
      expect(await visitor.faults()).toEqual([]);
      await page.click("role=button[name=Restore]");
      await page.waitForSelector("text=White to move.");
      await page.waitForSelector("#typed-move");
      await page.waitForSelector("role=button[name=Resign]");
      expect(await page.locator("text=This game is in the trash.").count()).toBe(0);
      await turnOrEnd(visitor, 1);
    });
  });

  it("still says how it ended, and begins no other game", async () => {
    const id = await stage.played(BLUNDER.fen, BLUNDER.moves.slice(0, 1));
    await stage.server.ask("DELETE", `/games/${id}`);
    await stage.visit({}, async (visitor) => {
      await visitor.go(`#/game/${id}`);
      await visitor.page.waitForSelector("text=This game is in the trash.");
      await visitor.page.waitForSelector(".status.over .headline");
      expect(await visitor.page.locator("role=button[name=Rematch]").count()).toBe(0);
      await visitor.page.click("role=button[name=Restore]");
      await visitor.page.waitForSelector("role=button[name=Rematch]");
    });
  });
});

describe("the navigation", () => {
  const here = (page: Page) => page.innerText("nav [aria-current=page]");

  it("says where a game belongs: to the library when it is over, to the table while it is played", async () => {
    const over = await stage.played(BLUNDER.fen, BLUNDER.moves.slice(0, 1));
    const played = await stage.begun(OPENING.fen, OPENING.moves.slice(0, 1));
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${over}`);
      await page.waitForSelector(".status.over");
      expect(await here(page)).toBe("Library");
      await page.evaluate((id) => (location.hash = `#/game/${id}`), played);
      await page.waitForSelector("text=Black to move.");
      expect(await here(page)).toBe("Play");
      // What ends under one's hands stays where it was played.
      await stage.server.ask("POST", `/games/${played}/resign`, {});
      await page.waitForSelector(".status.over");
      expect(await here(page)).toBe("Play");
    });
  });
});

describe("while one plays", () => {
  it("there is nothing to take back before one's own first move", async () => {
    const id = await begin({ board: "6x6", white: BEGINNER, black: YOU });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await turnOrEnd(visitor, 0);
      expect(await page.isDisabled("role=button[name='Take back']")).toBe(true);
      await page.keyboard.press("t");
      await enterByClicks(page, seeded(4));
      await turnOrEnd(visitor, 2);
      await page.click("role=button[name='Take back']");
      await visitor.until(() => document.querySelectorAll("[data-node]").length === 1, null);
      expect(await page.locator(".notice").count()).toBe(0);
    });
  });

  it("a hint goes when another amazon is taken up", async () => {
    const id = await begin({ board: "6x6", white: YOU, black: BEGINNER });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("[role=gridcell].lit");
      await page.click("role=button[name=Hint]");
      await page.waitForSelector(".board .move.hint");
      const from = /Hint: ([a-f]\d)-/.exec(await page.innerText(".status"))![1]!;
      await pressSquare(page, from);
      expect(await page.locator(".board .move.hint").count()).toBe(1);
      await pressSquare(page, ["b1", "e1"].find((square) => square !== from)!);
      await page.waitForSelector(".board .move.hint", { state: "detached" });
    });
  });

  it.each(BOTH_SIZES)("a move waits for a second press where one wants it (%s)", async (size) => {
    const id = await begin({ board: "6x6", white: YOU, black: YOU });
    await stage.visit({ size }, async (visitor) => {
      const { page } = visitor;
      await set(visitor, { confirms: true });
      await visitor.go(`#/game/${id}`);
      for (const undo of [() => page.click("role=button[name=Undo]"), () => page.keyboard.press("Escape")]) {
        await pressLit(page, ["b1", "b4", "d4"]);
        await page.waitForSelector("text=Play b1-b4/d4?");
        await undo();
        await page.waitForSelector("[data-square='b1'][aria-label^='b1, white amazon']");
      }
      expect((await game(id)).lastPly).toBe(0);
      await pressLit(page, ["b1", "b4", "d4"]);
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-node='1']");
      expect((await game(id)).lastPly).toBe(1);
    });
  });

  it("the board reaches the edge of a phone while there is nothing for the bar to show", async () => {
    const id = await begin({ board: "6x6", white: YOU, black: BEGINNER });
    await stage.visit({ size: "phone" }, async (visitor) => {
      await visitor.go(`#/game/${id}`);
      await visitor.page.waitForSelector("[role=gridcell].lit");
      expect(await visitor.page.locator("role=meter").count()).toBe(0);
      const box = (await visitor.page.locator(".frame").boundingBox())!;
      expect(box.width).toBeGreaterThan(365);
    });
  });
});

describe("settings", () => {
  it("change board, pieces and sound, and are kept", async () => {
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/");
      await page.click("role=button[name=Settings]");
      const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--square-dark"));
      const seen = new Set<string>();
      for (const board of ["Wood", "Slate", "Meadow", "Paper"]) {
        await page.check(`role=radio[name=${board}]`);
        seen.add(await colour());
      }
      expect(seen.size).toBe(4);
      await page.check("role=radio[name=Plain]");
      await page.locator("role=slider[name=Volume]").fill("0.2");
      await page.check("role=checkbox[name='Engine answers at once']");
      expect(await visitor.faults()).toEqual([]);
      await page.reload();
      await page.click("role=button[name=Settings]");
      expect(await page.isChecked("role=radio[name=Paper]")).toBe(true);
      expect(await page.isChecked("role=radio[name=Plain]")).toBe(true);
      expect(await page.inputValue("role=slider[name=Volume]")).toBe("0.2");
      expect(await page.isChecked("role=checkbox[name=Sound]")).toBe(true);
    });
  });
});

describe("sound", () => {
  it.each([
    { muted: false, heard: true },
    { muted: true, heard: false },
  ])("is made after the first press, unless it is switched off (muted: $muted)", async ({ muted, heard }) => {
    const id = await begin({ board: "6x6", white: YOU, black: YOU });
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await set(visitor, { muted });
      await page.addInitScript(() => {
        Object.assign(window, { tones: 0 });
        const { createOscillator } = AudioContext.prototype;
        AudioContext.prototype.createOscillator = function (this: AudioContext) {
          (window as unknown as { tones: number }).tones += 1;
          return createOscillator.call(this);
        };
      });
      const tones = () => page.evaluate(() => (window as unknown as { tones: number }).tones);
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("[role=gridcell].lit");
      await stage.play(id, 1, "b1b4,b4d4");
      await page.waitForSelector("[data-node='1']");
      expect(await tones()).toBe(0);
      await page.click("header");
      await stage.play(id, 2, "b6b5,b5d5");
      await page.waitForSelector("[data-node='2']");
      if (heard) await expect.poll(tones).toBeGreaterThan(0);
      else expect(await tones()).toBe(0);
    });
  });
});

describe("a connection that is lost", () => {
  /** Everything that the page says. */
  const said = (page: Page) => page.innerText("body");

  it("leaves the game as it is, and comes back by itself", async () => {
    const id = await stage.begun(OPENING.fen, OPENING.moves);
    await stage.visit({}, async (visitor) => {
      const { page } = visitor;
      await visitor.go(`#/game/${id}`);
      await page.waitForSelector("[data-square='i2'][aria-label='i2, arrow']");
      await stage.server.kill();
      await page.waitForSelector("text=Connection lost");
      await page.keyboard.press("Home");
      await pressSquare(page, "d1");
      await page.click("role=button[name='Take back']");
      expect(await plies(page)).toBe(4);
      expect(await said(page)).not.toMatch(/No such game|TypeError|Failed to fetch/);
      await stage.server.start();
      await page.waitForSelector(".connection", { state: "detached" });
      // What was asked for meanwhile is on the board.
      await page.waitForSelector("[data-square='d7'][aria-label^='d7, empty']");
      visitor.forgive(/ERR_CONNECTION|WebSocket connection|ERR_EMPTY_RESPONSE/);
    });
  });

  it("is told on the first screen, and a page that is gone to meanwhile opens when it is back", async () => {
    await stage.visit({ size: "phone" }, async (visitor) => {
      const { page } = visitor;
      await visitor.go("#/");
      const pages = [
        { name: "Learn", sign: "role=grid[name='Lesson 1'] >> .lit" },
        { name: "Analyse", sign: "[role=gridcell].lit" },
        { name: "Library", sign: "role=button[name=Import]" },
        { name: "Play", sign: "[data-level='1']" },
      ];
      for (const { name, sign } of pages) {
        await page.waitForSelector("nav >> text=Play");
        await stage.server.kill();
        await page.waitForSelector(".connection");
        if (name === "Learn") await page.click("[data-level='1']");
        await page.click(`role=link[name=${name}]`);
        await page.waitForSelector("text=This page opens as soon as Otrera answers again.");
        expect(await said(page)).not.toMatch(/No such|TypeError|Failed to fetch/);
        await stage.server.start();
        await page.waitForSelector(".connection", { state: "detached" });
        await page.waitForSelector(sign);
      }
      await page.click("[data-level='1']");
      await page.waitForURL(/#\/game\/\d+/);
      visitor.forgive(/ERR_CONNECTION|WebSocket connection|ERR_EMPTY_RESPONSE/);
    });
  });
});
