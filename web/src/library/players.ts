// The names of players as people say them.

const NAMES: Record<string, string> = { otrera: "Otrera" };

/** A player's name: a spec such as `otrera:level=5` becomes "Level 5", any other keeps its parameters behind its name. */
export function playerName(name: string): string {
  const level = /^otrera:level=(\d+)$/.exec(name)?.[1];
  if (level) return `Level ${level}`;
  const spec = /^([a-z][a-z0-9-]*)(?::([a-z]\S*=\S*))?$/.exec(name);
  if (!spec) return name;
  const [, player = "", parameters] = spec;
  const known = NAMES[player] ?? player;
  return parameters ? `${known} (${parameters.replaceAll(",", ", ")})` : known;
}

/** What a game is called: its title, or its players. */
export function gameName(game: { id: number; title: string; white: string; black: string }): string {
  if (game.title) return game.title;
  const names = [game.white, game.black].filter(Boolean).map(playerName);
  return names.length === 2 ? names.join(" – ") : `Game ${game.id}`;
}
