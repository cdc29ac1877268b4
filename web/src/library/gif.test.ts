import { describe, expect, it } from "vitest";
import { seeded } from "../../e2e/seeded";
import { GifWriter, paletteOf } from "./gif";

/** Reads a GIF as any viewer would: the pictures, each drawn over the one before, as colours. */
function read(bytes: Uint8Array): { width: number; height: number; frames: { pixels: number[]; delay: number; size: number }[] } {
  const short = (at: number) => bytes[at]! | (bytes[at + 1]! << 8);
  expect(new TextDecoder().decode(bytes.subarray(0, 6))).toBe("GIF89a");
  const [width, height] = [short(6), short(8)];
  const color = (index: number) => (bytes[13 + index * 3]! << 16) | (bytes[14 + index * 3]! << 8) | bytes[15 + index * 3]!;
  let at = 13 + 3 * 256;
  const screen = new Array<number>(width * height).fill(-1);
  const frames: { pixels: number[]; delay: number; size: number }[] = [];
  let delay = 0;
  for (;;) {
    const kind = bytes[at++];
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      if (bytes[at] === 0xf9) delay = short(at + 3);
      at += 1;
      while (bytes[at] !== 0) at += bytes[at]! + 1;
      at += 1;
      continue;
    }
    expect(kind).toBe(0x2c);
    const [left, top, across, down] = [short(at), short(at + 2), short(at + 4), short(at + 6)];
    at += 9;
    const minimum = bytes[at++]!;
    const packed: number[] = [];
    while (bytes[at] !== 0) {
      packed.push(...bytes.subarray(at + 1, at + 1 + bytes[at]!));
      at += bytes[at]! + 1;
    }
    at += 1;
    const indices = unpack(packed, minimum);
    expect(indices).toHaveLength(across * down);
    indices.forEach((index, place) => {
      screen[(top + Math.floor(place / across)) * width + left + (place % across)] = color(index);
    });
    frames.push({ pixels: [...screen], delay, size: across * down });
  }
  expect(at).toBe(bytes.length);
  return { width, height, frames };
}

function unpack(packed: number[], minimum: number): number[] {
  const [clear, end] = [1 << minimum, (1 << minimum) + 1];
  let table: number[][] = [];
  let bits = minimum + 1;
  const reset = () => {
    table = Array.from({ length: clear }, (_, index) => [index]);
    table.push([], []);
    bits = minimum + 1;
  };
  reset();
  const found: number[] = [];
  let before: number[] | null = null;
  for (let bit = 0; ; ) {
    let code = 0;
    for (let place = 0; place < bits; place++, bit++) code |= ((packed[bit >> 3]! >> (bit & 7)) & 1) << place;
    if (code === end) return found;
    if (code === clear) {
      reset();
      before = null;
      continue;
    }
    const word: number[] = table[code] ?? [...before!, before![0]!];
    found.push(...word);
    if (before && table.length < 4096) table.push([...before, word[0]!]);
    if (table.length === 1 << bits && bits < 12) bits += 1;
    before = word;
  }
}

function picture(colors: number[]): Uint8ClampedArray {
  return Uint8ClampedArray.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff, 255]));
}

describe("a GIF", () => {
  it("is read back as it was drawn, however long", () => {
    const random = seeded(7);
    const colors = Array.from({ length: 40 }, () => Math.floor(random() * 0x1000000));
    const [width, height] = [150, 120];
    const pictures = [0, 1].map(() => Array.from({ length: width * height }, () => colors[Math.floor(random() * colors.length)]!));
    const writer = new GifWriter(width, height, paletteOf(pictures.map(picture)));
    for (const pixels of pictures) writer.add(picture(pixels), 80);
    const { frames, ...size } = read(writer.finish());
    expect(size).toEqual({ width, height });
    expect(frames.map(({ pixels }) => pixels)).toEqual(pictures);
    expect(frames.map(({ delay }) => delay)).toEqual([80, 80]);
  });

  it("writes only what changed", () => {
    const before = new Array<number>(100).fill(0xffffff);
    const after = before.map((color, index) => (index === 34 || index === 45 ? 0x102030 : color));
    const writer = new GifWriter(10, 10, paletteOf([picture(before), picture(after)]));
    for (const pixels of [before, after, after]) writer.add(picture(pixels), 10);
    const { frames } = read(writer.finish());
    expect(frames.map(({ size }) => size)).toEqual([100, 4, 1]);
    expect(frames[2]!.pixels).toEqual(after);
  });

  it("takes the nearest colour where it has not the right one", () => {
    const many = Array.from({ length: 300 }, (_, index) => (index < 299 ? index << 8 : 0xff0101));
    const writer = new GifWriter(300, 1, [0x000000, 0xff0000]);
    writer.add(picture(many), 10);
    expect(read(writer.finish()).frames[0]!.pixels.at(-1)).toBe(0xff0000);
  });
});
