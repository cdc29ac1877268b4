// Writes an animated GIF: a palette for all frames, and of each frame only the rectangle that changed, packed by LZW
// (GIF89a, W3C). Pictures of a board have few colours, so that the most frequent ones suffice.

const MOST_COLORS = 256;

/** A colour as one number: red, green, blue. */
function colorAt(pixels: Uint8ClampedArray, index: number): number {
  return (pixels[index * 4]! << 16) | (pixels[index * 4 + 1]! << 8) | pixels[index * 4 + 2]!;
}

/** The most frequent colours of some pictures. */
export function paletteOf(pictures: readonly Uint8ClampedArray[]): number[] {
  const counts = new Map<number, number>();
  for (const pixels of pictures) {
    for (let index = 0; index * 4 < pixels.length; index++) {
      const color = colorAt(pixels, index);
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_COLORS).map(([color]) => color);
}

export class GifWriter {
  readonly #bytes: number[] = [];
  readonly #nearest = new Map<number, number>();
  #before: Uint8Array | null = null;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly palette: readonly number[],
  ) {
    this.#text("GIF89a");
    // A global palette of 256 colours, 8 bits each; no background; square pixels.
    this.#short(width);
    this.#short(height);
    this.#bytes.push(0xf7, 0, 0);
    for (let index = 0; index < MOST_COLORS; index++) {
      const color = palette[index] ?? 0;
      this.#bytes.push(color >> 16, (color >> 8) & 0xff, color & 0xff);
    }
    // It begins again for ever.
    this.#bytes.push(0x21, 0xff, 11);
    this.#text("NETSCAPE2.0");
    this.#bytes.push(3, 1, 0, 0, 0);
  }

  /** Adds a picture that is shown for some hundredths of a second. */
  add(pixels: Uint8ClampedArray, hundredths: number): void {
    const indices = new Uint8Array(this.width * this.height);
    for (let index = 0; index < indices.length; index++) indices[index] = this.#indexOf(colorAt(pixels, index));
    const { left, top, width, height } = this.#changed(indices);
    // What is drawn stays; nothing is transparent.
    this.#bytes.push(0x21, 0xf9, 4, 0x04);
    this.#short(hundredths);
    this.#bytes.push(0, 0, 0x2c);
    for (const number of [left, top, width, height]) this.#short(number);
    this.#bytes.push(0);
    const part = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const start = (top + row) * this.width + left;
      part.set(indices.subarray(start, start + width), row * width);
    }
    this.#pack(part);
    this.#before = indices;
  }

  /** The whole file. */
  finish(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from([...this.#bytes, 0x3b]);
  }

  #indexOf(color: number): number {
    const known = this.#nearest.get(color);
    if (known !== undefined) return known;
    let best = 0;
    let nearest = Infinity;
    this.palette.forEach((other, index) => {
      const red = (color >> 16) - (other >> 16);
      const green = ((color >> 8) & 0xff) - ((other >> 8) & 0xff);
      const blue = (color & 0xff) - (other & 0xff);
      const away = red * red + green * green + blue * blue;
      if (away < nearest) [best, nearest] = [index, away];
    });
    this.#nearest.set(color, best);
    return best;
  }

  /** The smallest rectangle that holds all that differs from the picture before; one pixel if nothing does. */
  #changed(indices: Uint8Array): { left: number; top: number; width: number; height: number } {
    const before = this.#before;
    if (!before) return { left: 0, top: 0, width: this.width, height: this.height };
    let [left, top, right, bottom] = [this.width, this.height, -1, -1];
    for (let index = 0; index < indices.length; index++) {
      if (indices[index] === before[index]) continue;
      const [x, y] = [index % this.width, Math.floor(index / this.width)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
    return { left, top, width: right - left + 1, height: bottom - top + 1 };
  }

  /** LZW with codes of 9 to 12 bits, in blocks of at most 255 bytes. */
  #pack(indices: Uint8Array): void {
    const clear = 256;
    const packed: number[] = [];
    let [bits, buffer, length] = [9, 0, 0];
    const write = (code: number) => {
      buffer |= code << length;
      length += bits;
      for (; length >= 8; length -= 8, buffer >>>= 8) packed.push(buffer & 0xff);
    };
    let codes = new Map<number, number>();
    let next = clear + 2;
    write(clear);
    let prefix = indices[0]!;
    for (const index of indices.subarray(1)) {
      const key = (prefix << 8) | index;
      const code = codes.get(key);
      if (code !== undefined) {
        prefix = code;
        continue;
      }
      write(prefix);
      prefix = index;
      if (next === 4096) {
        write(clear);
        [codes, next, bits] = [new Map(), clear + 2, 9];
        continue;
      }
      codes.set(key, next);
      // The reader is one code behind: a code of more bits is written once the table has outgrown the old ones.
      if (next === 1 << bits) bits += 1;
      next += 1;
    }
    write(prefix);
    write(clear + 1);
    if (length > 0) packed.push(buffer & 0xff);
    this.#bytes.push(8);
    for (let start = 0; start < packed.length; start += 255) {
      const block = packed.slice(start, start + 255);
      this.#bytes.push(block.length, ...block);
    }
    this.#bytes.push(0);
  }

  #short(number: number): void {
    this.#bytes.push(number & 0xff, number >> 8);
  }

  #text(text: string): void {
    for (const letter of text) this.#bytes.push(letter.charCodeAt(0));
  }
}
