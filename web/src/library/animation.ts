// A game as an animated GIF: every position of a line is drawn off the screen and added as a frame.

import { flushSync, mount, unmount } from "svelte";

import type { Color, GameNode } from "../api/types";
import { stillOf, type Still } from "../board/fen";
import { edgesOf } from "../board/squares";
import StillBoard from "../board/StillBoard.svelte";
import { t } from "../messages/messages";
import { GifWriter, paletteOf } from "./gif";
import { canvasOf } from "./image";

const WIDTH = 480;
/** How long a position stays, in hundredths of a second; the last one longer. */
const STAY = 90;
const LAST_STAY = 400;

interface Scene {
  still: Still;
  last: string | null;
}

/** The positions of a line, one after the other. */
export async function gifOf(line: readonly GameNode[], view: Color): Promise<Blob> {
  const scenes = line.flatMap(({ fen, move }): Scene[] => {
    const still = stillOf(fen);
    return still ? [{ still, last: move }] : [];
  });
  const first = scenes[0];
  const end = scenes.at(-1);
  if (!first || !end) throw new Error(t("library.nothing-to-draw"));
  const place = document.createElement("div");
  place.className = "hidden-words";
  document.body.append(place);
  try {
    // The first position and the last have all colours between them.
    const ends = [await drawn(place, first, view), await drawn(place, end, view)];
    const writer = new GifWriter(ends[0]!.width, ends[0]!.height, paletteOf(ends.map(({ data }) => data)));
    for (const scene of scenes) writer.add((await drawn(place, scene, view)).data, scene === end ? LAST_STAY : STAY);
    return new Blob([writer.finish()], { type: "image/gif" });
  } finally {
    place.remove();
  }
}

/** The pixels of a board that nobody sees. Each has elements of its own: no transition runs from one to the next. */
async function drawn(place: HTMLElement, { still, last }: Scene, view: Color): Promise<ImageData> {
  const board = mount(StillBoard, { target: place, props: { still, view, last } });
  try {
    flushSync();
    const canvas = await canvasOf(place.querySelector("svg")!, edgesOf(still.columns, still.rows, view), WIDTH);
    return canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  } finally {
    await unmount(board);
  }
}
