// What the library is asked: the fields of its form, as they stand in the address and as they go to the server.

import { t, type MessageKey } from "../messages/messages";

/** The questions of the form. An empty text asks nothing. */
export interface LibraryQuery {
  text: string;
  player: string;
  winner: "" | "white" | "black";
  ending: string;
  source: string;
  tag: string;
  board: string;
  sort: Sort;
  order: "asc" | "desc";
  page: number;
  trash: boolean;
}

export type Sort = "id" | "date" | "length";

export const PAGE_SIZE = 50;

export const EVERYTHING: LibraryQuery = {
  text: "",
  player: "",
  winner: "",
  ending: "",
  source: "",
  tag: "",
  board: "",
  sort: "id",
  order: "desc",
  page: 0,
  trash: false,
};

const TEXTS = ["text", "player", "winner", "ending", "source", "tag", "board"] as const;
const SORTS: readonly Sort[] = ["id", "date", "length"];

/** Reads the query of an address; what it does not know is left at its default. */
export function fromAddress(query: URLSearchParams): LibraryQuery {
  const found = { ...EVERYTHING };
  for (const name of TEXTS) Object.assign(found, { [name]: query.get(name) ?? "" });
  if (found.winner !== "white" && found.winner !== "black") found.winner = "";
  const sort = SORTS.find((known) => known === query.get("sort"));
  if (sort) found.sort = sort;
  if (query.get("order") === "asc") found.order = "asc";
  const page = Number(query.get("page"));
  if (Number.isInteger(page) && page > 1) found.page = page - 1;
  found.trash = query.get("trash") === "true";
  return found;
}

/** The address of a query: only what differs from the default, pages from 1. */
export function toAddress(query: LibraryQuery): Record<string, string> {
  const words: Record<string, string> = {};
  for (const name of TEXTS) if (query[name].trim() !== "") words[name] = query[name].trim();
  if (query.sort !== EVERYTHING.sort) words["sort"] = query.sort;
  if (query.order !== EVERYTHING.order) words["order"] = query.order;
  if (query.page > 0) words["page"] = String(query.page + 1);
  if (query.trash) words["trash"] = "true";
  return words;
}

/** The question to the server. */
export function toServer(query: LibraryQuery): URLSearchParams {
  const words = new URLSearchParams();
  for (const name of TEXTS) if (query[name].trim() !== "") words.set(name, query[name].trim());
  // Names are found by how they begin, also while they are typed.
  const player = words.get("player");
  if (player && !player.includes("*")) words.set("player", `${player}*`);
  words.set("sort", query.sort);
  words.set("order", query.order);
  words.set("offset", String(query.page * PAGE_SIZE));
  words.set("limit", String(PAGE_SIZE));
  if (query.trash) words.set("trash", "true");
  return words;
}

/** The query after a press on a column's head: sorted by it, the other way round if it already was. */
export function sortedBy(query: LibraryQuery, sort: Sort): LibraryQuery {
  const order = query.sort === sort && query.order === "desc" ? "asc" : "desc";
  return { ...query, sort, order, page: 0 };
}

/** Whether anything is asked besides all games. */
export function isNarrow(query: LibraryQuery): boolean {
  return TEXTS.some((name) => query[name].trim() !== "");
}

/** Tags as they are typed, between commas: trimmed, each once. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()).filter(Boolean))];
}

/** The ways in which a game can end, by the server's words. */
export const ENDINGS: Readonly<Record<string, MessageKey>> = {
  "no moves": "library.ending-no-moves",
  resignation: "library.ending-resignation",
  adjudication: "library.ending-adjudication",
  "time forfeit": "library.ending-time",
  "illegal move": "library.ending-illegal-move",
  crash: "library.ending-crash",
  stall: "library.ending-stall",
  unfinished: "library.ending-unfinished",
};

/** Where games come from, by the server's words. */
export const SOURCES: Readonly<Record<string, MessageKey>> = {
  play: "library.source-play",
  study: "library.source-study",
  import: "library.source-import",
  match: "library.source-match",
  "self-play": "library.source-self-play",
  experiment: "library.source-experiment",
};

/** How a game ended, in a word or two. */
export function endingName(ending: string): string {
  const key = ENDINGS[ending];
  return key ? t(key) : ending;
}

/** How a game ended, in a few characters. */
export function resultText(game: { winner: string | null; live: boolean }): string {
  if (game.winner === "white") return "1–0";
  if (game.winner === "black") return "0–1";
  return game.live ? t("library.in-play") : "–";
}

/** A date as the server tells it, without the time of day. */
export function dateText(played: string | null): string {
  return played ? played.slice(0, 10) : "";
}
