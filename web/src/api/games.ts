// Lists of games.

import { request } from "./client";
import type { GameSummary } from "./types";

/** The newest games in progress in which somebody has moved, at most `limit` of them. */
export async function liveGames(limit: number): Promise<GameSummary[]> {
  const query = `live=true&minPlies=1&sort=date&order=descending&limit=${limit}`;
  return (await request<{ games: GameSummary[] }>("GET", `/games?${query}`)).games;
}
