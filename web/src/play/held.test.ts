import { expect, it, vi } from "vitest";

import { DRAWN_MS, Held, type Picture } from "./held";

const picture = (ply: number | null, isOwn: boolean): Picture<string> => ({ shown: `ply ${ply}`, ply, isOwn, isWhole: true });

it("holds an answer back until one's own move has been drawn", () => {
  const release = vi.fn();
  const held = new Held<string>(release);
  held.at(0, picture(2, false));
  expect(held.at(1000, picture(3, true)).shown).toBe("ply 3");
  expect(held.at(1100, picture(4, false)).shown).toBe("ply 3");
  expect(release).toHaveBeenCalledWith(DRAWN_MS - 100);
  expect(held.at(1000 + DRAWN_MS, picture(4, false)).shown).toBe("ply 4");
});

it("lets everything else pass: engines among themselves, walking through the game, a takeback", () => {
  const held = new Held<string>(() => {
    throw new Error("nothing is to be held back");
  });
  for (const ply of [1, 2, 3]) expect(held.at(ply, picture(ply, false)).shown).toBe(`ply ${ply}`);
  held.at(10, picture(5, true));
  expect(held.at(11, picture(4, false)).shown).toBe("ply 4");
  held.at(12, picture(5, true));
  expect(held.at(13, picture(null, false)).shown).toBe("ply null");
});

it("shows nothing that is half there", () => {
  const held = new Held<string>(() => {});
  held.at(0, picture(2, false));
  expect(held.at(1, { ...picture(3, false), isWhole: false }).shown).toBe("ply 2");
});
