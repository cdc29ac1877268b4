// The board as a picture that needs nothing else: the SVG with its styles written into it, or a PNG drawn from it.
// What only helps to enter a move is left out.

import type { Edges } from "../board/squares";
import { t } from "../messages/messages";

/** The properties of style that a board's shapes use. */
const PROPERTIES = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "visibility",
  "display",
  "transform",
  "transform-origin",
  "paint-order",
  "stop-color",
  "stop-opacity",
] as const;

/** The values that say nothing, so that they need not be written. */
const PLAIN: Record<string, string> = {
  "fill-opacity": "1",
  "fill-rule": "nonzero",
  "stroke-opacity": "1",
  stroke: "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-dasharray": "none",
  opacity: "1",
  visibility: "visible",
  display: "inline",
  transform: "none",
  "paint-order": "normal",
  "stop-opacity": "1",
  "stop-color": "rgb(0, 0, 0)",
};
/** What only means something on text. */
const OF_TEXT = new Set(["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"]);
/** What shows which squares may be pressed, and the coordinates that stand outside of a picture. */
const HELP = ["able", "landing", "target", "inside"];
const NEVER_DRAWN = new Set(["foreignObject", "script", "title", "desc", "style"]);

const SVG = "http://www.w3.org/2000/svg";
/** The room for coordinates, in units of which a square has a hundred. */
const MARGIN = 44;

/** The text of an SVG file that looks as the board does now, `size` pixels wide. */
export function svgText(board: SVGSVGElement, edges: Edges, size = 800): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const { width, height } = board.viewBox.baseVal;
  freeze(board, copy);
  for (const name of copy.getAttributeNames()) copy.removeAttribute(name);
  const [outerWidth, outerHeight] = [width + MARGIN, height + MARGIN];
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("viewBox", `${-MARGIN} 0 ${outerWidth} ${outerHeight}`);
  copy.setAttribute("width", String(size));
  copy.setAttribute("height", String(Math.round((size * outerHeight) / outerWidth)));
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: -MARGIN, y: 0, width: outerWidth, height: outerHeight, fill: "#fffdf9" })) {
    ground.setAttribute(name, String(value));
  }
  copy.prepend(ground);
  edges.files.forEach((file, index) => copy.append(label(file, index * 100 + 50, height + 32)));
  edges.ranks.forEach((rank, index) => copy.append(label(rank, -MARGIN / 2, index * 100 + 60)));
  return new XMLSerializer().serializeToString(copy);
}

function label(words: string, x: number, y: number): SVGTextElement {
  const text = document.createElementNS(SVG, "text");
  const look = { x, y, fill: "#3b3128", "font-family": "sans-serif", "font-size": 27, "text-anchor": "middle" };
  for (const [name, value] of Object.entries(look)) text.setAttribute(name, String(value));
  text.textContent = words;
  return text;
}

/** Writes the computed styles of an element and all within it into the copy's attributes. */
function freeze(original: Element, copy: Element): void {
  const originals = [...original.children];
  [...copy.children].forEach((child, index) => {
    const source = originals[index]!;
    const style = getComputedStyle(source);
    const isHelp = HELP.some((name) => source.classList.contains(name));
    if (isHelp || NEVER_DRAWN.has(child.tagName) || style.display === "none") return child.remove();
    freeze(source, child);
    const isText = child.tagName === "text" || child.tagName === "tspan";
    for (const name of [...child.getAttributeNames()]) {
      if (name === "class" || name === "style" || name === "role" || name === "tabindex" || /^(aria|data)-/.test(name)) child.removeAttribute(name);
    }
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      if (value === "" || value === PLAIN[property] || (OF_TEXT.has(property) && !isText)) continue;
      if (property === "stroke-width" && style.getPropertyValue("stroke") === "none") continue;
      if (property === "transform" || property === "transform-origin") continue;
      child.setAttribute(property, value);
    }
  });
}

/** The board drawn on a canvas, `size` pixels wide. */
export async function canvasOf(board: SVGSVGElement, edges: Edges, size: number): Promise<HTMLCanvasElement> {
  const address = URL.createObjectURL(new Blob([svgText(board, edges, size)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A PNG of the board, `size` pixels wide. */
export async function pngOf(board: SVGSVGElement, edges: Edges, size = 1200): Promise<Blob> {
  const canvas = await canvasOf(board, edges, size);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t("library.not-drawn")))), "image/png"),
  );
}

/** Hands a file to the person. */
export function download(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
