// Begins a game and goes to it.

import { api } from "../api/client";
import type { Seat } from "../api/types";
import { isCalm } from "../board/animate";
import { attempt } from "../shell/notices.svelte";
import { href, router } from "../shell/router.svelte";
import { settings } from "../shell/settings.svelte";
import { requestOf, type Plan } from "./plan";
import { rememberBegun } from "./progress.svelte";

/** Asks for a game between two seats and shows it; a refusal is said. */
export async function begin(plan: Plan, seats: { white: Seat; black: Seat }): Promise<void> {
  const atOnce = settings.answersAtOnce || isCalm();
  const game = await attempt(() => api.newGame(requestOf(plan, seats, atOnce)));
  if (!game) return;
  rememberBegun();
  router.go(href(["game", game.id]));
}
