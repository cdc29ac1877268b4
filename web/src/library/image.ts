// The board as a picture that needs nothing else: the SVG with its styles written into it, or a PNG drawn from it.

/** The properties of style that a board's shapes use. */
const PROPERTIES = [
  "fill",
  "fill-opacity",
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
const NEVER_DRAWN = new Set(["foreignObject", "script", "title", "desc", "style"]);

/** The text of an SVG file that looks as the board does now, `size` pixels wide. */
export function svgText(board: SVGSVGElement, size = 800): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const box = board.viewBox.baseVal;
  freeze(board, copy);
  for (const name of [...copy.getAttributeNames()]) {
    if (name !== "viewBox") copy.removeAttribute(name);
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(size));
  copy.setAttribute("height", String(Math.round((size * box.height) / box.width)));
  return new XMLSerializer().serializeToString(copy);
}

/** Writes the computed styles of an element and all within it into the copy's attributes. */
function freeze(original: Element, copy: Element): void {
  const originals = [...original.children];
  [...copy.children].forEach((child, index) => {
    const source = originals[index]!;
    const style = getComputedStyle(source);
    if (NEVER_DRAWN.has(child.tagName) || style.display === "none") return child.remove();
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

/** A PNG of the board, `size` pixels wide. */
export async function pngOf(board: SVGSVGElement, size = 1200): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgText(board, size)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser could not draw the picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Hands a file to the person. */
export function download(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
