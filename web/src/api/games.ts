// Lists of games.

import { request } from "./client";

export interface ListedGame {
  id: number;
  title: string;
  white: string;
  black: string;
  plies: number;
  board: string;
  playedAt: string | null;
  live: boolean;
}

/** The newest games that were played here and are not over. */
export async function liveGames(): Promise<ListedGame[]> {
  const { games } = await request<{ games: ListedGame[] }>("GET", "/games?sort=id&order=desc&limit=30");
  return games.filter((game) => game.live);
}
