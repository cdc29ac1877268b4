// The names of players as people say them.

import { t } from "../messages/messages";

const NAMES: Record<string, string> = { otrera: "Otrera" };

/** A player's name: a spec such as `otrera:level=5` becomes "Level 5", any other keeps its parameters behind its name. */
export function playerName(name: string): string {
  const level = /^otrera:level=(\d+)$/.exec(name)?.[1];
  if (level) return t("library.level", { level });
  const spec = /^([a-z][a-z0-9-]*)(?::([a-z]\S*=\S*))?$/.exec(name);
  if (!spec) return name;
  const [, player = "", parameters] = spec;
  const known = NAMES[player] ?? player;
  return parameters ? `${known} (${parameters.replaceAll(",", ", ")})` : known;
}

/** What a game is called: its title, or its players. */
export function gameName(game: { id: number; title: string; white: string; black: string }): string {
  if (game.title) return game.title;
  return game.white && game.black ? t("library.players", { white: playerName(game.white), black: playerName(game.black) }) : numberedName(game);
}

/** What a game is called where its players stand beside it: its title, or its number. */
export function numberedName({ id, title }: { id: number; title: string }): string {
  return title || t("library.game-number", { id });
}
