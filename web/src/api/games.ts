// Lists of games.

import { request } from "./client";
import type { GameSummary } from "./types";

/** The newest games that were played here and are not over. */
export async function liveGames(): Promise<GameSummary[]> {
  const { games } = await request<{ games: GameSummary[] }>("GET", "/games?sort=id&order=descending&limit=30");
  return games.filter((game) => game.live);
}
