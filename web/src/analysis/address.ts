// The address of a position: its FEN with `_` for spaces, and the line that leads on from there.

import { href, type Route } from "../shell/router.svelte";
import type { Tree } from "../tree/tree";

export interface Place {
  fen: string;
  moves: string[];
  /** How far along the line the board stands; at its end when left out. */
  ply?: number;
}

/** The address that opens a position, and a line from it. */
export function addressOf({ fen, moves, ply = moves.length }: Place): string {
  const at = ply < moves.length ? `&ply=${ply}` : "";
  const line = moves.length > 0 ? `?moves=${moves.map((move) => move.replace(",", "~")).join(".")}${at}` : "";
  return `#/position/${fen.split("/").map((row) => encodeURIComponent(row.replaceAll(" ", "_"))).join("/")}${line}`;
}

/** What an address opens; null if it names no position. */
export function placeOf(route: Route): Place | null {
  const fen = route.path.slice(1).join("/").replaceAll("_", " ");
  const line = route.query.get("moves") ?? "";
  const moves = line.split(".").filter(Boolean).map((move) => move.replace("~", ","));
  if (route.path[0] !== "position" || fen === "") return null;
  const ply = Number(route.query.get("ply") ?? NaN);
  return Number.isInteger(ply) && ply >= 0 && ply < moves.length ? { fen, moves, ply } : { fen, moves };
}

/** A whole line as a place, for a link that needs no library to be opened. */
export function placeOfLine(tree: Tree, cursor: number): Place {
  const path = tree.path(cursor);
  const line = [...path, ...tree.line(cursor).slice(1)];
  return { fen: tree.root.fen, moves: line.flatMap((node) => node.move ?? []), ply: path.length - 1 };
}

/** The whole link to an address of this page, for somebody else's browser. */
export function linkTo(address: string): string {
  return `${location.origin}${location.pathname}${address}`;
}

/** The address of a study at a node. */
export function studyAddress(id: number, node: number): string {
  return node === 0 ? href(["study", id]) : href(["study", id], { node });
}

/** The address of a game at a node. */
export function gameAddress(id: number, node: number, lastPly: number): string {
  return node === lastPly ? href(["game", id]) : href(["game", id], { node });
}
