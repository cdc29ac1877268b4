// The engine after a game: it was silent while a person played, and a switch that was left on would start it by itself
// the moment the game ends, over the board that one is still looking at.

import { untrack } from "svelte";

import type { Analyst } from "../analysis/analyst.svelte";
import { settings } from "../shell/settings.svelte";

/** Switches the engine off when a game ends in which it was silent; called once, by the page of the game. Left untouched,
 *  the switch is on again for other pages. */
export function keepQuietAtEnd(analyst: Analyst): void {
  let wasSilent = false;
  let isHeld = false;
  // Before anything is drawn, so that the engine is not asked at all.
  $effect.pre(() => {
    const { silent, allowed } = analyst;
    untrack(() => {
      if (wasSilent && !silent && !allowed && settings.engine) {
        settings.engine = false;
        isHeld = true;
      }
    });
    wasSilent = silent;
  });
  $effect(() => {
    if (settings.engine) isHeld = false;
  });
  $effect(() => () => {
    if (isHeld) settings.engine = true;
  });
}
