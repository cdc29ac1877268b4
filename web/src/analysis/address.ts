// The address of a position: its FEN with `_` for spaces, and the line that leads on from there.

import { href, type Route } from "../shell/router.svelte";

export interface Place {
  fen: string;
  moves: string[];
}

/** The address that opens a position, and a line from it. */
export function addressOf({ fen, moves }: Place): string {
  const line = moves.length > 0 ? `?moves=${moves.map((move) => move.replace(",", "~")).join(".")}` : "";
  return `#/position/${fen.split("/").map((row) => encodeURIComponent(row.replaceAll(" ", "_"))).join("/")}${line}`;
}

/** What an address opens; null if it names no position. */
export function placeOf(route: Route): Place | null {
  const fen = route.path.slice(1).join("/").replaceAll("_", " ");
  const line = route.query.get("moves") ?? "";
  const moves = line.split(".").filter(Boolean).map((move) => move.replace("~", ","));
  return route.path[0] === "position" && fen !== "" ? { fen, moves } : null;
}

/** The whole link to an address of this page, for somebody else's browser. */
export function linkTo(address: string): string {
  return `${location.origin}${location.pathname}${address}`;
}

/** The address of a game at a node. */
export function gameAddress(id: number, node: number, lastPly: number): string {
  return node === lastPly ? href(["game", id]) : href(["game", id], { node });
}
