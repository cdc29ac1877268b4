// Moves the drawn pieces where they went: an amazon slides, then its arrow flies, then it stands.

import type { Change } from "./shown";

const STEP_MS = 190;
const FLIGHT_MS = 170;
const LANDING_MS = 140;

export interface Point {
  x: number;
  y: number;
}

/** Whether the person asked for calm. */
export function isCalm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Plays a change on the pieces of `svg`, which are drawn at their new squares already. */
export function animate(svg: SVGSVGElement, change: Change, at: (square: string) => Point): void {
  let delay = 0;
  for (const step of change.steps) {
    const piece = svg.querySelector(`[data-amazon="${step.to}"] > *`);
    const from = at(step.from);
    const to = at(step.to);
    piece?.animate(
      [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "translate(0px, 0px)" }],
      { duration: STEP_MS, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)" },
    );
    delay = STEP_MS - 30;
  }
  if (change.shot) shoot(svg, change.shot, delay, at);
}

function shoot(svg: SVGSVGElement, shot: NonNullable<Change["shot"]>, delay: number, at: (square: string) => Point): void {
  const flight = svg.querySelector("[data-flight]");
  const to = at(shot.to);
  if (shot.from !== null && flight) {
    const from = at(shot.from);
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const placed = (point: Point) => `translate(${point.x + 50}px, ${point.y + 50}px) rotate(${angle}rad)`;
    flight.animate(
      [
        { transform: placed(from), opacity: 1 },
        { transform: placed(to), opacity: 1 },
      ],
      { duration: FLIGHT_MS, delay, easing: "ease-in" },
    );
    delay += FLIGHT_MS - 20;
  }
  svg.querySelector(`[data-stone="${shot.to}"] > *`)?.animate(
    [
      { transform: "translate(50px, 50px) scale(0.55) translate(-50px, -50px)", opacity: 0 },
      { transform: "translate(0px, 0px) scale(1) translate(0px, 0px)", opacity: 1 },
    ],
    { duration: LANDING_MS, delay, easing: "cubic-bezier(0.2, 1.2, 0.4, 1)", fill: "backwards" },
  );
}
